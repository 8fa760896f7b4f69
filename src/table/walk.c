/* The log of a table as one viewer saw it. */
#include <tatami/table.h>

#include <stdlib.h>

#include "table/table_private.h"

struct tm_walk {
    const tm_table *table;
    int viewer;
    uint32_t n_events; /* gone through */
    void *state;
    void *views[2]; /* before and after the last event */
};

static int view_seat(const tm_walk *walk)
{
    return walk->viewer == TM_EVERYTHING ? TM_SPECTATOR : walk->viewer;
}

void tm_walk_restart(tm_walk *walk)
{
    const tm_table *t = walk->table;
    walk->n_events = 0;
    t->setup.game->init(t->config, walk->state);
    t->setup.game->view(t->config, walk->state, view_seat(walk), walk->views[1]);
}

int tm_walk_new(const tm_table *table, int viewer, tm_walk **out)
{
    const tm_game *game = table->setup.game;
    if (viewer != TM_EVERYTHING && viewer != TM_SPECTATOR && (viewer < 0 || viewer >= table->setup.n_seats))
        return TM_ERANGE;
    tm_walk *walk = calloc(1, sizeof *walk);
    if (!walk) return TM_ESPACE;
    walk->table = table;
    walk->viewer = viewer;
    walk->state = calloc(1, game->state_size);
    walk->views[0] = calloc(1, game->view_size);
    walk->views[1] = calloc(1, game->view_size);
    if (!walk->state || !walk->views[0] || !walk->views[1]) {
        tm_walk_free(walk);
        return TM_ESPACE;
    }
    tm_walk_restart(walk);
    *out = walk;
    return TM_OK;
}

void tm_walk_free(tm_walk *walk)
{
    if (!walk) return;
    free(walk->state);
    free(walk->views[0]);
    free(walk->views[1]);
    free(walk);
}

int tm_walk_next(tm_walk *walk, tm_event *out_seen)
{
    const tm_table *t = walk->table;
    const tm_game *game = t->setup.game;
    if (walk->n_events >= t->n_events) return 0;
    const tm_event *event = &t->events[walk->n_events++];
    if (walk->viewer == TM_EVERYTHING)
        *out_seen = *event;
    else
        game->see(t->config, walk->state, event, walk->viewer, out_seen);
    void *old = walk->views[0];
    walk->views[0] = walk->views[1];
    walk->views[1] = old;
    tm_assert(tm_event_apply(game, t->config, walk->state, event) == TM_OK);
    game->view(t->config, walk->state, view_seat(walk), walk->views[1]);
    return 1;
}

const void *tm_walk_before(const tm_walk *walk)
{
    return walk->views[0];
}

const void *tm_walk_after(const tm_walk *walk)
{
    return walk->views[1];
}

int tm_walk_legal(const tm_walk *walk, int seat, tm_action *out)
{
    if (seat < 0 || seat >= walk->table->setup.n_seats) return 0;
    return walk->table->setup.game->legal(walk->table->config, walk->state, seat, out);
}

uint32_t tm_walk_actors(const tm_walk *walk)
{
    return walk->table->setup.game->actors(walk->table->config, walk->state);
}

const tm_setup *tm_walk_setup(const tm_walk *walk)
{
    return &walk->table->setup;
}

void tm_walk_write(const tm_walk *walk, const tm_event *seen, tm_text *out)
{
    tm_event_write(walk->table, seen, out);
}

int tm_walk_score(const tm_walk *walk, int32_t *out_points, uint32_t *out_winners)
{
    if (tm_walk_actors(walk)) return TM_ETURN;
    walk->table->setup.game->score(walk->table->config, walk->state, out_points, out_winners);
    return TM_OK;
}
