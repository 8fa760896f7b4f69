/* A table on the server: how it was opened, who sits there, the game. Everything is computed from the opening and
 * the log, by room_add, so a table that is read back is the same as before. Nothing here does input or output or
 * reads a clock.
 *
 * To do something, first ask (room_sit …): this checks, changes nothing, and writes the entry for the log. room_add
 * then applies the entry, now and whenever the log is read again.
 *
 * An entry is one line of text: an event in the notation of records, or a word and its fields with tabs between
 * them:
 *     sit SEAT PERSON p|- NAME     (p: a program)      bot SEAT LEVEL|-          mix SEAT WORD
 *     leave SEAT LEVEL|-           (LEVEL plays on)     start                     undo SEAT
 *     stand-in SEAT LEVEL          back SEAT            chat PERSON SEAT|- NAME TEXT
 *     chat-off                     chat-on              rematch TABLE
 *     spectators-off               spectators-on        (whether spectators may chat)
 *     rename SEAT NAME             remove SEAT          (by the host, before the start) */
#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

#include <tatami/bot.h>
#include <tatami/fair.h>
#include <tatami/store.h>

#include "server/kept.h"

#include "server/outages.h"

enum { CHAT_CHARACTERS = 300, CLOCK_LEAST = 5, CLOCK_MAX = 14 * 86400 };
enum { LOG_ENTRIES_MAX = 20000 }; /* then only the game goes on: its length is bounded by its rules */

/* How a table was opened. The store keeps it as JSON; a client's request has the same form without host and secret. */
typedef struct room_opening {
    tm_setup setup;
    tm_box *box;        /* that of the setup, or NULL */
    char *box_text;     /* the file that it was read from */
    uint32_t *box_refs; /* openings that share the two */
    bool listed, chat;
    bool spectators; /* may chat */
    int64_t clock;   /* milliseconds per decision, 0: no limit */
    tm_id host;      /* who opened it */
    tm_fair fair;    /* the secret; the words come later */
} room_opening;

int room_opening_read(room_opening *opening, const char *json, tm_why *why); /* a stored one */
void room_opening_write(const room_opening *opening, tm_text *out);
void room_opening_free(room_opening *opening);
/* The same once more, without reading the box again. Both are used on one thread. */
void room_opening_copy(room_opening *out, const room_opening *from);

typedef enum seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_BOT } seat_kind;

typedef struct room_seat {
    seat_kind kind;
    uint32_t turn;       /* counts its turns, so that a late answer can be recognised */
    int64_t waits_since; /* since when it has had to decide, by room.ticks, perhaps before they began; 0: it has not */
    const tm_bot *bot;   /* the bot that decides, in its own seat or for somebody who is away */
    uint32_t n_online;   /* connections of the person, maintained by the hall */
    uint32_t votes;      /* seats that want a bot to stand in here */
    int64_t waits_at;    /* the same as waits_since by the wall clock, as it stands in the log */
    bool program;        /* the person is a program */
    tm_id person;
    char name[TM_NAME_MAX + 8]; /* as it is shown here; last, because every decision looks at all that comes before */
} room_seat;

typedef enum entry_kind {
    ENTRY_EVENT,
    ENTRY_SIT,
    ENTRY_LEAVE,
    ENTRY_BOT,
    ENTRY_MIX,
    ENTRY_START,
    ENTRY_UNDO,
    ENTRY_STAND_IN,
    ENTRY_BACK,
    ENTRY_CHAT,
    ENTRY_CHAT_OFF,
    ENTRY_CHAT_ON,
    ENTRY_REMATCH,
    ENTRY_SPECTATORS_OFF,
    ENTRY_SPECTATORS_ON,
    ENTRY_RENAME,
    ENTRY_REMOVE,
    N_ENTRY_KINDS,
} entry_kind;

extern const char *const ENTRY_WORDS[N_ENTRY_KINDS];

typedef struct room_entry {
    int64_t at;
    uint8_t kind;
    int8_t seat;      /* whose, TM_CHANCE, or TM_SPECTATOR if it is nobody's */
    bool undone;      /* an event that was taken back */
    uint32_t event;   /* an event: its number in the game. An undo: how many events are left. A bot: 1 comes, 0 goes */
    tm_action action; /* of an event that is a decision */
    /* chat: what was said, a tab, the name, a NUL, the person's id. sit, leave, remove: a tab, the name. rename: the old name, a tab,
     * the new one. NULL otherwise. */
    char *text;
} room_entry;

/* Somebody who left a running game, and the seat they had. */
typedef struct room_leaver {
    tm_id person;
    int8_t seat;
} room_leaver;

enum { REMOVED_MAX = 32 }; /* the last ones that the host removed; they may not sit down again, nor chat */
enum { LEAVERS_MAX = 32 }; /* after this many, free seats stay with their bots, but for those who left them */

typedef struct room {
    tm_id id;
    room_opening opening;
    int64_t opened_at;
    enum tm_phase phase;
    bool chat;       /* whether it is on */
    bool spectators; /* whether those without a seat may chat */
    tm_id host, next;
    room_seat seats[TM_MAX_SEATS];
    room_leaver leavers[LEAVERS_MAX];
    int n_leavers;
    tm_id removed[REMOVED_MAX];
    uint32_t n_removed;  /* in all; the last REMOVED_MAX are kept */
    uint32_t n_watching; /* people and nameless visitors without a seat, maintained by the hall */
    tm_table *table;     /* NULL until the start */
    room_entry *entries;
    uint32_t n_entries, entries_capacity;
    uint32_t n_chats; /* entries that somebody said */
    uint32_t *events; /* for each event of the game, its entry; as many as the table has */
    uint32_t events_capacity;
    int64_t ticks;    /* the time that waiting is measured by, set by the caller; never 0 */
    kept_views *kept; /* views that took long to write, or NULL */
    bool scored;      /* the result is known; only when the game is over, which is for good */
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    int asking;      /* the seat that asks for an undo, -1: none */
    uint32_t ask;    /* seats that must say yes, */
    uint32_t agreed; /* and those that did */
} room;

/* Takes ownership of the opening. NULL if out of memory. */
room *room_new(const char *id, int64_t opened_at, room_opening *opening);
void room_free(room *r);

/* Applies an entry. TM_ESYNTAX, or TM_EILLEGAL if it does not fit. */
int room_add(room *r, int64_t at, tm_span text, tm_why *why);
/* Applies a whole stored log. Events that were taken back later are not played, so the time is linear in the log and
 * the game. */
int room_load(room *r, const tm_entry *entries, uint32_t n, tm_why *why);
/* After the log was read, at the time `now`: whoever waits has waited since the log says so, but for the time that the
 * server was away and nobody could play. */
void room_wake(room *r, int64_t ticks, int64_t now, const outages *away);
/* Whether the log is full for everything but the game. */
bool room_is_full(const room *r);
/* Whether an entry belongs to the game, or lets it go on without somebody. */
bool room_plays_on(tm_span text);

int room_seat_of(const room *r, const char *person); /* or -1 */
uint32_t room_actors(const room *r);
uint32_t room_people(const room *r); /* the seats taken by people, as a mask */
bool room_is_host(const room *r, const char *person);
int64_t room_deadline(const room *r); /* by room.ticks: when the first deciding person runs out of time; 0: no limit */

/* Whether something may be done, and the log entry for it. 0; or TM_EILLEGAL (not now), TM_ERANGE, TM_ESYNTAX,
 * ROOM_STALE, ROOM_FORBIDDEN; or ROOM_DONE: it has already been done. */
enum { ROOM_STALE = -100, ROOM_FORBIDDEN = -101, ROOM_DONE = 1 };

int room_sit(const room *r, const tm_person *who, int seat, tm_text *out, tm_why *why);
int room_leave(const room *r, int seat, tm_text *out, tm_why *why);
int room_bot(const room *r, const char *person, int seat, const char *level, tm_text *out, tm_why *why);
int room_mix(const room *r, int seat, tm_span word, tm_text *out, tm_why *why);
int room_start(const room *r, const char *person, tm_text *out, tm_why *why);
int room_act(const room *r, int seat, uint32_t n, tm_span action, tm_text *out, tm_why *why);
/* *out_ask: the people who must agree first, as a mask. */
int room_undo(const room *r, int seat, uint32_t n, uint32_t *out_ask, tm_text *out, tm_why *why);
int room_stand_in(const room *r, int seat, const tm_bot *bot, tm_text *out, tm_why *why);
/* A vote of one seat for a bot to stand in at another. */
int room_vote(const room *r, int voter, int seat, int64_t grace, tm_why *why);
bool room_votes_suffice(const room *r, int seat);
int room_back(const room *r, int seat, tm_text *out, tm_why *why);
int room_chat(const room *r, const tm_person *who, tm_span said, tm_text *out, tm_why *why);
int room_switch_chat(const room *r, const char *person, bool on, tm_text *out, tm_why *why);
int room_switch_spectators(const room *r, const char *person, bool on, tm_text *out, tm_why *why);
/* The person now has this name. ROOM_DONE if that changes nothing here. */
int room_rename(const room *r, const tm_person *who, tm_text *out, tm_why *why);
int room_remove(const room *r, const char *host, int seat, tm_text *out, tm_why *why);
int room_rematch(const room *r, int seat, const char *next, tm_text *out, tm_why *why);

#endif
