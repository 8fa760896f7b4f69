/* A viewer of a table, and the messages that tell them what they may know (docs/PROTOCOL.md). Everything about the
 * game goes through a walk of its log as that viewer saw it: nothing here can reveal more. */
#ifndef SERVER_VIEWER_H
#define SERVER_VIEWER_H

#include <tatami/catalogue.h>
#include <tatami/choices.h>

#include "server/room.h"

enum { ENTRIES_MAX = 1000 }; /* in one message; the rest of a long game is in its replay */
/* How many legal actions are sent unasked, and how many in one message on request. A contrived palace has 146,000. */
enum { LEGAL_TOLD = 2000, LEGAL_PAGE = 10000 };

enum { WHO_LENGTH = 16 };    /* characters of the name by which one viewer knows one person */
enum { WATCHING_MAX = 100 }; /* of more spectators, only that there are so many is told: each new one is told to all */

typedef struct viewer {
    room *room;
    tm_id person;                 /* "" for nobody we know */
    int seat;                     /* or TM_SPECTATOR */
    bool know;                    /* wants views as bytes, too */
    const tm_catalogue *language; /* NULL: English */
    tm_walk *walk;                /* NULL before the start */
    uint32_t n_walked;            /* events it has gone through */
    uint32_t n_told;              /* entries of the log it has been sent */
} viewer;

/* Lists for one message, shared by all. */
typedef struct desk {
    tm_action *legal; /* enough for the longest list of any game */
    tm_choices choices;
    int64_t wall;        /* added to room.ticks, gives wall-clock time */
    uint64_t keep_after; /* nanoseconds: a view that took as long to write is kept */
} desk;

int desk_init(desk *d);
void desk_free(desk *d);

void viewer_init(viewer *v, room *r, const char *person, const tm_catalogue *language, bool know);
void viewer_free(viewer *v);
/* Updates where the person sits; true if that changed, and with it what they may know. */
bool viewer_take_seat(viewer *v);
/* What this viewer calls a person: the same at every table, but something else for every viewer, so that nobody can compare
 * notes. A viewer without an identity gets other ones at every table. */
void viewer_who(const viewer *v, const char *person, char out[WHO_LENGTH + 1]);
/* The language and names for this viewer. */
void viewer_say(const viewer *v, tm_say *out);

/* The table as lists show it: the members of the object, without its brackets. Includes the result only if
 * everything is stored. */
void viewer_write_facts(const viewer *v, bool stored, tm_json *json);
/* The whole table, with the entries from `from` to `n`, which are stored. The result and the secret of the shuffles are told
 * only if these are all there are. */
void viewer_write_table(viewer *v, desk *d, uint32_t from, uint32_t n, tm_text *out);
/* What the viewer has not been sent yet, up to `n`. */
void viewer_write_log(viewer *v, desk *d, uint32_t n, tm_text *out);
/* A part of a long list of legal actions, starting with number `from`; TM_EILLEGAL if it is not this viewer's turn. */
int viewer_write_legal(viewer *v, desk *d, const char *re, uint32_t from, tm_text *out);
void viewer_write_seats(const viewer *v, tm_text *out);

/* The name of each phase of a table: waiting, running, over. */
extern const char *const PHASE_WORDS[3];

#endif
