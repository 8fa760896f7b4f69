/* Makes text from people fit to be shown to others: names, chat, reports. One function for all of it. */
#ifndef SERVER_CLEAN_H
#define SERVER_CLEAN_H

#include <tatami/text.h>

/* Appends the text without characters that are invisible or change the direction of writing (controls, bidirectional
 * overrides, zero-width, private and unassigned ones). Every run of spaces and line feeds becomes one space, spaces
 * at both ends are removed, and stacks of accents are cut. Returns the number of characters, or TM_ESYNTAX if it is
 * not UTF-8. */
int clean_text(tm_span given, tm_text *out);

#endif
