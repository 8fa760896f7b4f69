/* The names that people choose. */
#ifndef SERVER_NAMES_H
#define SERVER_NAMES_H

#include <tatami/store.h>

enum { NAME_CHARACTERS = 24 };

/* A name fit to be shown (clean.h), at most NAME_CHARACTERS. Refuses a name that is not UTF-8, is empty or too long
 * after cleaning, or looks like a bot's name. */
int name_clean(tm_span given, char out[TM_NAME_MAX + 1], tm_why *why);

/* Whether a reader could mistake one for the other: case, accents, spaces, forms and letters that look alike do not
 * count. */
bool name_resembles(const char *a, const char *b);

#endif
