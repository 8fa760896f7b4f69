/* The tables that are in memory and who looks at them. A table comes when it is visited, by reading its log, and leaves when
 * nobody has looked at it for a while. What happens at a table is first stored, then told. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "server/line.h"

/* Somebody to be called when all that has happened at a table is stored. */
typedef struct waiter {
    struct waiter *next;
    void (*call)(void *context, live *l); /* NULL: it could not be stored */
    void *context;
} waiter;

struct live {
    live *next; /* in its bucket */
    server *server;
    room *room;
    line *lines;
    waiter *waiters;
    uint32_t n_stored;  /* entries that are durable */
    uint32_t n_pending; /* jobs on their way */
    int64_t used_at, visited_at;
    bool seats_changed; /* since it was last told */
    bool dirty;
    live *next_dirty;
    bool lost; /* something was not stored: what is in memory is not what is so */
    bool thinking[TM_MAX_SEATS];
};

hall *hall_new(server *s);
void hall_free(hall *h);
void hall_tick(hall *h, int64_t now);

/* A table, read from the store if it is not here. NULL: *out_status says why. */
live *hall_find(server *s, const char *id, int *out_status, tm_why *why);
live *hall_here(server *s, const char *id); /* only if it is in memory */
void hall_when_stored(live *l, void (*call)(void *context, live *l), void *context);

/* Makes an entry so, stores it, and lets the game go on. `who` is told when it is stored (may be NULL). */
int hall_add(live *l, tm_span text, line *who, const char *re, tm_why *why);
/* Acknowledges when everything is stored. */
void hall_acknowledge(live *l, line *who, const char *re);

void hall_join(live *l, line *who);
void hall_quit(line *who);
/* Tells the whole table, with the entries from `from` on, as soon as all is stored. */
void hall_show(live *l, line *who, uint32_t from);
/* To everybody at a table, or only to the seats in a mask. */
void hall_tell(live *l, uint32_t seats, const char *text, size_t len);
enum { HALL_ALL = -1 };
void hall_close(hall *h); /* the server stops: everybody is told, and hung up on */
void hall_go_on(live *l);
void hall_tell_dirty(hall *h); /* what was stored and not told yet */

/* A new table: takes the opening, gives it an id and a secret, stores it with its first entries. `done` gets the id in the job's
 * context. */
typedef struct opening_entries {
    char text[TM_MAX_SEATS][2 * TM_NAME_MOST + TM_ID_MOST + 32];
    tm_id people[TM_MAX_SEATS];
    int n, n_people;
} opening_entries;

/* The changes that open a table, in a new job with room for `n_more` at its end; NULL without memory, or a reason. */
job *hall_open(server *s, room_opening *opening, const opening_entries *entries, int n_more, tm_id out_id, tm_why *why);

#endif
