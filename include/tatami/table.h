/* A running game with its event log, the same for all games and front ends.
 *
 * Only a tm_table holds a true state. Front ends, bots and stores get views, and events as a viewer saw them.
 * Nothing here does input or output, reads a clock or draws random numbers of its own. Only one thread may use a
 * table at a time. */
#ifndef TATAMI_TABLE_H
#define TATAMI_TABLE_H

#include <tatami/game.h>

TM_HEADER_BEGIN

/* A corrected box, read from a file (see records.md of the specification). Owned by whoever reads it; must be freed
 * after the setups that use it. */
typedef struct tm_box {
    const tm_game *game;
    void *data;      /* game->box_size bytes, checked; NULL if the game has no assumed component */
    char name[64];   /* UTF-8 */
    char sha256[65]; /* of the whole file, in hexadecimal */
    char *text;      /* the whole file */
    uint32_t len;
} tm_box;

/* Reads a box file. On failure *why says the line and the reason. */
int tm_box_read(const char *text, size_t len, tm_box **out, tm_why *why);
/* The same, for a text that may be long on purpose: `go_on` is asked now and then, and TM_ETURN returned once it says no. */
int tm_box_read_while(const char *text, size_t len, bool (*go_on)(const void *context), const void *context,
                      tm_box **out, tm_why *why);
void tm_box_free(tm_box *box);

/* What is agreed before a game. */
typedef struct tm_setup {
    const tm_game *game;
    const tm_box *box; /* NULL: the default */
    int32_t n_seats;
    int32_t values[TM_MAX_OPTIONS];
} tm_setup;

int tm_setup_init(tm_setup *setup, const tm_game *game, int n_seats, tm_why *why);
int tm_setup_option(tm_setup *setup, tm_span name_and_value, tm_why *why); /* `name=value` */
void tm_setup_write_option(const tm_setup *setup, int option, tm_text *out);
int tm_setup_box(tm_setup *setup, const tm_box *box, tm_why *why);

typedef struct tm_table tm_table;

/* The table keeps a copy of the setup; a box must outlive it. */
int tm_table_new(const tm_setup *setup, tm_table **out, tm_why *why);
void tm_table_free(tm_table *table);

const tm_setup *tm_table_setup(const tm_table *table);
const void *tm_table_config(const tm_table *table);

uint32_t tm_table_actors(const tm_table *table);
const char *tm_table_awaits(const tm_table *table);
/* Returns the number of actions, 0 for a seat that does not decide; *out belongs to the table and is valid until its
 * next use. */
int tm_table_legal(tm_table *table, int seat, const tm_action **out);
int tm_table_act(tm_table *table, int seat, tm_action action); /* TM_ETURN also if there is no such seat */
/* Why a seat may not take an action that it has no right to now, from what the seat knows: always a negative TM_E…. */
int tm_table_why(const tm_table *table, int seat, tm_action action, tm_why *why);
/* What to ask a careful person at this seat before an action that is legal now (tm_game: caution): a message id or NULL. */
const char *tm_table_caution(const tm_table *table, int seat, tm_action action);
int tm_table_settle(tm_table *table, const tm_outcome *outcome);
int tm_table_draw(tm_table *table, tm_rng *rng); /* draws the outcome that is due and settles it */
int tm_table_add(tm_table *table, const tm_event *event);
void tm_table_score(const tm_table *table, int32_t *out_points, uint32_t *out_winners);
int tm_table_view(const tm_table *table, int seat, void *out_view); /* a seat or TM_SPECTATOR, else TM_ERANGE */
uint64_t tm_table_hash(const tm_table *table);

uint32_t tm_table_n_events(const tm_table *table);
uint32_t tm_table_n_outcomes(const tm_table *table); /* outcomes of chance; undo never takes one back */

/* Takes back the last decision of `seat` and everything after it. Refused if chance has been drawn since, or if the
 * seat has seen something hidden. Front ends ask the other players first. */
int tm_table_undo(tm_table *table, int seat, tm_why *why);
/* Returns how many events would be left, or the same refusal; changes nothing. */
int tm_table_undo_point(const tm_table *table, int seat, uint32_t *out_n_events, tm_why *why);

/* Goes through the log of a table from the start, as one viewer saw it, and continues as the log grows. */
typedef struct tm_walk tm_walk;

enum { TM_EVERYTHING = -3 }; /* as the viewer of a walk: events as they are. Its views are a spectator's. */

int tm_walk_new(const tm_table *table, int viewer, tm_walk **out);
void tm_walk_free(tm_walk *walk);
void tm_walk_restart(tm_walk *walk); /* needed after an undo */
/* 1 and the next event as the viewer saw it, or 0 at the end of the log. */
int tm_walk_next(tm_walk *walk, tm_event *out_seen);
const void *tm_walk_before(const tm_walk *walk); /* the viewer's views around the last event given */
const void *tm_walk_after(const tm_walk *walk);
uint32_t tm_walk_actors(const tm_walk *walk); /* after it */
/* What a seat may do after it; `out` has space for the game's max_legal. Returns how many. */
int tm_walk_legal(const tm_walk *walk, int seat, tm_action *out);
const tm_setup *tm_walk_setup(const tm_walk *walk);
void tm_walk_write(const tm_walk *walk, const tm_event *seen, tm_text *out); /* as tm_event_write */
/* Points and winners, once the walk has reached the end of a finished game; otherwise TM_ETURN. */
int tm_walk_score(const tm_walk *walk, int32_t *out_points, uint32_t *out_winners);

/* `* …`, `N …` as in a record, without a line feed; a hidden decision is `N ?`. */
void tm_event_write(const tm_table *table, const tm_event *event, tm_text *out);
/* Reads that form; whether the event is possible is not checked. */
int tm_event_read(const tm_table *table, tm_span line, tm_event *out);

TM_HEADER_END

#endif
