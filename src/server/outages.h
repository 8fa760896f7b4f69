/* When the server was away: stopped, asleep, or hung. What people had to do in that time does not count against their
 * clocks, which may run for days and across restarts. Kept as a fact of the store, in lines of text:
 *     alive TIME          (the last time that the server was known to serve)
 *     away FROM TO        (oldest first)
 * Times are wall-clock times. At a kill up to a minute too much counts as away, never too little. */
#ifndef SERVER_OUTAGES_H
#define SERVER_OUTAGES_H

#include <tatami/text.h>

#define OUTAGES_FACT "served" /* its name in the store */
enum { OUTAGES_MAX = 500 };   /* then the two oldest become one */

typedef struct outage {
    int64_t from, to;
} outage;

typedef struct outages {
    int64_t alive;    /* 0: unknown */
    int64_t alive_at; /* the same moment by server_ticks */
    int n;
    outage list[OUTAGES_MAX];
} outages;

/* Reads the fact; what cannot be read is left out. */
void outages_read(outages *o, const char *text);
void outages_write(const outages *o, tm_text *out);
/* The server starts: it was away since it was last alive. */
void outages_start(outages *o, int64_t now, int64_t ticks);
/* It is alive; wall-clock time that it did not serve counts as away. Forgets what ended before `old`. */
void outages_alive(outages *o, int64_t now, int64_t ticks, int64_t old);
/* How much of a period was served. */
int64_t outages_served(const outages *o, int64_t from, int64_t to);

#endif
