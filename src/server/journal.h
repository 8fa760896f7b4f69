/* The server's log for administrators: one JSON object per line, on standard error. It never contains a token, a
 * link, a name, an address or anything from a game. Table ids are links, so they are not logged either. */
#ifndef SERVER_JOURNAL_H
#define SERVER_JOURNAL_H

#include <stdint.h>

typedef enum journal_level { JOURNAL_INFO, JOURNAL_WARNING, JOURNAL_ERROR } journal_level;

/* `what` is one of a few fixed words; the detail may be NULL. */
void journal(journal_level level, const char *what, const char *detail);
void journal_number(journal_level level, const char *what, const char *name, int64_t number);

#endif
