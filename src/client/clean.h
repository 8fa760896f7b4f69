/* Text from a server, before it reaches a terminal. */
#ifndef CLIENT_CLEAN_H
#define CLIENT_CLEAN_H

#include <tatami/text.h>

/* The text without what a terminal would obey or hide: controls, marks of direction, what has no width. Line ends stay if
 * `lines` says so, else they become spaces. Foreign bytes become `?`. NULL is an empty text. */
void client_clean(const char *text, bool lines, tm_text *out);

#endif
