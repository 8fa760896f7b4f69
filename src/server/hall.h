/* The tables in memory and their viewers. A table is loaded when somebody visits it, by reading its log, and dropped
 * when nobody has visited it for a while. What happens at a table is stored first, then sent.
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
};

hall *hall_new(server *s);
void hall_free(hall *h);
void hall_tick(hall *h);

/* Finds a table, and reads it from the store if it is not in memory: at once if it is small, otherwise on a helper
 * thread, so that others do not wait. If the table is NULL, `status` says why, and `why` may say more. `address` is
 * the client that asked. */
typedef void (*hall_visitor)(void *context, live *l, int status, const char *why);
/* To play there. In a shared store this takes the table from the node that has it. */
void hall_visit(server *s, const char *id, const char *address, hall_visitor call, void *context);
/* To look at it; the table may be a copy and is valid only during the call. `n_known`: how many entries its log has, if that
 * was just read, otherwise 0. */
void hall_look(server *s, const char *id, uint32_t n_known, const char *address, hall_visitor call, void *context);
/* What other nodes did: one has taken this table, with this epoch; or we may have missed that. */
void hall_taken(hall *h, const char *id, int64_t epoch);
void hall_check(hall *h);
live *hall_here(server *s, const char *id); /* only if it is in memory */
works *hall_works(hall *h);                 /* helper threads for long work */
/* `think` is called for every seat where a bot must decide. */
void hall_on_bot_turn(hall *h, void (*think)(live *l, int seat));
/* `tell` is called for every seat whose person must decide and is not here, once for each turn, when that is stored. */
void hall_on_turn(hall *h, void (*tell)(live *l, int seat));
/* Disconnects everybody who used a token of this person, except the token with this hash. */
void hall_send_away(hall *h, const char *person, const uint8_t but[TM_HASH_BYTES]);
/* A person has a new name: it is taken over at the tables where they sit. At tables that are not in memory, when they are read. */
void hall_rename(hall *h, const tm_person *who);
void hall_when_stored(live *l, void (*call)(void *context, live *l), void *context);

/* Applies an entry, stores it, and lets the game go on. `who` is notified when it is stored (may be NULL). */
int hall_add(live *l, tm_span text, line *who, const char *re, tm_why *why);
/* Acknowledges once everything is stored. */
void hall_acknowledge(live *l, line *who, const char *re);

void hall_join(live *l, line *who);
void hall_quit(line *who);
/* Sends the whole table, with the entries from `from` on, as soon as everything is stored. */
void hall_show(live *l, line *who, uint32_t from);
/* A part of the legal actions, if there are too many for the usual messages. */
int hall_show_legal(live *l, line *who, const char *re, uint32_t from, tm_why *why);
/* To everybody at a table, or only to the seats in a mask. */
void hall_tell(live *l, uint32_t seats, const char *text, size_t len);
enum { HALL_ALL = -1 };
void hall_close(hall *h); /* the server is shutting down: everybody is told and disconnected */
/* The time, by the wall clock, when the first person runs out of time; 0: nobody. */
int64_t hall_due(const room *r);
/* The stored log was rewritten: the table is dropped, and whoever is there reads it again. */
void hall_reload(server *s, const char *id);
void hall_go_on(live *l);
void hall_tell_dirty(hall *h); /* sends what was stored but not sent yet */

#endif
