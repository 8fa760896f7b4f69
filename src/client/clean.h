/* Cleans text from a server before it reaches a terminal. */
#ifndef CLIENT_CLEAN_H
#define CLIENT_CLEAN_H

#include <tatami/text.h>

/* Removes anything a terminal would obey or hide: control characters, direction marks, zero-width characters. Line
 * feeds are kept if `lines` is set, otherwise they become spaces. Invalid bytes become `?`. NULL counts as an empty
 * text. */
void client_clean(const char *text, bool lines, tm_text *out);

#endif
