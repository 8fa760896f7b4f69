/* What happens, for who runs the server: one JSON object a line, on standard error. Never a token, a link, a name, an address or anything
 * of a game: table ids are links, so they are not written either. */
#ifndef SERVER_JOURNAL_H
#define SERVER_JOURNAL_H

#include <stdint.h>

typedef enum journal_level { JOURNAL_INFO, JOURNAL_WARNING, JOURNAL_ERROR } journal_level;

/* `what` is one of a few fixed words; the detail may be NULL. */
void journal(journal_level level, const char *what, const char *detail);
void journal_number(journal_level level, const char *what, const char *name, int64_t number);

#endif
