/* The tables in memory. A table is read when somebody visits it (hall_visit.h), and dropped when nobody has visited it for
 * a while (hall_tick.h). What happens at a table is stored first (hall_add.h), then sent (hall_tell.h).
 *
 * If other nodes share the store, a table that is played here is ours: we took it, and the store accepts entries for its
 * epoch only. One that was only looked at is a copy: it never changes here, and is read again when its log has grown. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "server/line.h"
#include "server/work.h"

/* A callback for when everything that has happened at a table is stored. */
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
    int64_t epoch;      /* in a shared store: ours */
    bool copy;          /* only to be looked at */
    uint32_t n_stored;  /* entries that are durable */
    uint32_t n_pending; /* jobs that the writer still has */
    int64_t used_at;    /* by server_ticks */
    int64_t visited_at; /* as it is stored */
    bool seats_changed; /* since it was last sent */
    bool dirty;
    live *next_dirty;
    bool lost; /* something could not be stored, so the memory is not the truth */
    bool thinking[TM_MAX_SEATS];
    uint32_t told_turn[TM_MAX_SEATS]; /* the turn of each seat that its person has been told of */
    present told;                     /* who is here, as the other nodes know it */
};

enum { HALL_BUCKETS = 1 << 14 };

/* For the files of the hall; others call its functions. */
struct hall {
    server *server;
    works *works;
    void (*think)(live *l, int seat), (*tell)(live *l, int seat);
    live *buckets[HALL_BUCKETS]; /* by the hash of the table's id */
    live *dirty;                 /* tables where something is to be sent */
    struct visit *visits;        /* tables that are being read */
};

hall *hall_new(server *s);
void hall_free(hall *h);
works *hall_works(hall *h); /* helper threads for long work */
/* `think` is called for every seat where a bot must decide. */
void hall_on_bot_turn(hall *h, void (*think)(live *l, int seat));
/* `tell` is called for every seat whose person must decide and is not here, once for each turn, when that is stored. */
void hall_on_turn(hall *h, void (*tell)(live *l, int seat));

live *hall_here(server *s, const char *id); /* NULL unless it is in memory */
/* The table after this one, in no particular order; the first for NULL, and NULL after the last. */
live *hall_next(hall *h, const live *l);
/* Puts a table that was read into memory. It owns the room from then on, even if it fails. NULL if out of memory. */
live *hall_move_in(server *s, room *r, int64_t visited_at, bool copy, int64_t epoch);
/* Takes a table out of memory. Nobody may be there, and no job may know it. */
void hall_drop(live *l);
/* Something is to be sent there, or it is lost: hall_tell_dirty will see to it. */
void hall_mark(live *l);
/* The time, by the wall clock, when the first person runs out of time; 0: nobody. */
int64_t hall_due(const room *r);

#endif
