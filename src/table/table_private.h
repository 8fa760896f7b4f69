/* The inside of a table: for src/table, and for tests that must look at the true state. */
#ifndef TABLE_PRIVATE_H
#define TABLE_PRIVATE_H

#include <tatami/table.h>

struct tm_table {
    tm_setup setup;
    void *config;
    void *state;
    void *before;     /* the state before the last event */
    tm_action *legal; /* room for one listing: */
    uint32_t max_legal;
    tm_event *events;
    uint32_t n_events, n_outcomes, room;
    /* For undo, by seat: the length of the log after its last decision (0: none), and what has happened since. */
    uint32_t last[TM_MAX_SEATS];
    uint32_t drawn, seen; /* masks of seats: since then, chance was drawn; something hidden was seen */
};

/* Draws the outcome that is due, TM_ETURN if none is. Private, because a caller that could look before settling
 * could choose. */
int tm_table_chance(const tm_table *table, tm_rng *rng, tm_outcome *out);
int tm_event_apply(const tm_game *game, const void *config, void *state, const tm_event *event);

#endif
