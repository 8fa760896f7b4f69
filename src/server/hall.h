/* The tables that are in memory and who looks at them. A table comes when it is visited, by reading its log, and leaves when
 * nobody has looked at it for a while. What happens at a table is first stored, then told. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "server/line.h"
#include "server/work.h"

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
    int64_t used_at;    /* by server_ticks */
    int64_t visited_at; /* as it is stored */
    bool seats_changed; /* since it was last told */
    bool dirty;
    live *next_dirty;
    bool lost; /* something was not stored: what is in memory is not what is so */
    bool thinking[TM_MAX_SEATS];
};

hall *hall_new(server *s);
void hall_free(hall *h);
void hall_tick(hall *h);

/* A table, read from the store if it is not here: at once if it is small, else on a helper thread, while others are answered. NULL: `status`
 * says why, and `why` where there is more to say. `address` is whose wish it is. */
typedef void (*hall_visitor)(void *context, live *l, int status, const char *why);
void hall_visit(server *s, const char *id, const char *address, hall_visitor call, void *context);
live *hall_here(server *s, const char *id); /* only if it is in memory */
works *hall_works(hall *h);                 /* helper threads for long work */
/* Called for every seat where a bot is to decide. */
void hall_on_bot_turn(hall *h, void (*think)(live *l, int seat));
/* Everybody who showed a token of this person, other than with this hash, is sent away. */
void hall_send_away(hall *h, const char *person, const uint8_t but[TM_HASH_BYTES]);
void hall_when_stored(live *l, void (*call)(void *context, live *l), void *context);

/* Makes an entry so, stores it, and lets the game go on. `who` is told when it is stored (may be NULL). */
int hall_add(live *l, tm_span text, line *who, const char *re, tm_why *why);
/* Acknowledges when everything is stored. */
void hall_acknowledge(live *l, line *who, const char *re);

void hall_join(live *l, line *who);
void hall_quit(line *who);
/* Tells the whole table, with the entries from `from` on, as soon as all is stored. */
void hall_show(live *l, line *who, uint32_t from);
/* A part of the legal actions, where there are too many for the usual messages. */
int hall_show_legal(live *l, line *who, const char *re, uint32_t from, tm_why *why);
/* To everybody at a table, or only to the seats in a mask. */
void hall_tell(live *l, uint32_t seats, const char *text, size_t len);
enum { HALL_ALL = -1 };
void hall_close(hall *h); /* the server stops: everybody is told, and hung up on */
void hall_go_on(live *l);
void hall_tell_dirty(hall *h); /* what was stored and not told yet */

#endif
