/* Text from people, fit to be shown to others: names, what is said, what is reported. One function for all of it. */
#ifndef SERVER_CLEAN_H
#define SERVER_CLEAN_H

#include <tatami/text.h>

/* Appends the text without what cannot be seen or turns writing around (controls, bidirectional overrides, characters without width, private
 * and unassigned ones), with single spaces for all kinds of space and line ends, none at its ends, and with no towers of accents. How many
 * characters that are; TM_ESYNTAX: it is not UTF-8. */
int clean_text(tm_span given, tm_text *out);

#endif
