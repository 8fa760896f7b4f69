/* A running game: the true state and the log of what happened. The state can always be recomputed from the setup and
 * the log. */
#include <tatami/table.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "table/table_private.h"

/* A setup is the caller's memory: it may have been filled without tm_setup_…. */
static int check_setup(const tm_setup *setup, tm_why *why)
{
    const tm_game *game = setup->game;
    if (!game) return tm_why_not(why, TM_EUNKNOWN, "the setup names no game");
    if (setup->n_seats < game->min_seats || setup->n_seats > game->max_seats)
        return tm_why_not(why, TM_ERANGE, "%d players: %s is for %d to %d players", setup->n_seats, game->title,
                          game->min_seats, game->max_seats);
    for (int i = 0; i < game->n_options; i++) {
        const tm_range *range = tm_option_range(&game->options[i], setup->n_seats);
        if (setup->values[i] < range->min || setup->values[i] > range->max)
            return tm_why_not(why, TM_ERANGE, "option %s is %d, expected a number from %d to %d", game->options[i].name,
                              setup->values[i], range->min, range->max);
    }
    tm_setup same_game = *setup;
    return tm_setup_box(&same_game, setup->box, why);
}

static bool is_seat(const tm_table *table, int seat)
{
    return seat >= 0 && seat < table->setup.n_seats;
}

int tm_table_new(const tm_setup *setup, tm_table **out, tm_why *why)
{
    const int bad = check_setup(setup, why);
    if (bad) return bad;
    const tm_game *game = setup->game;
    tm_table *table = calloc(1, sizeof *table);
    if (!table) return tm_why_not(why, TM_ESPACE, "out of memory");
    table->setup = *setup;
    table->config = calloc(1, game->config_size);
    table->state = calloc(1, game->state_size);
    table->before = calloc(1, game->state_size);
    int status = TM_ESPACE;
    if (table->config && table->state && table->before)
        status =
            game->configure(table->config, setup->n_seats, setup->values, setup->box ? setup->box->data : NULL, why);
    if (status == TM_OK) {
        table->max_legal = game->most_legal ? game->most_legal(table->config) : game->max_legal;
        table->legal = calloc(table->max_legal, sizeof *table->legal);
        if (!table->legal) status = TM_ESPACE;
    }
    if (status) {
        tm_table_free(table);
        return tm_why_not(why, status, "out of memory");
    }
    game->init(table->config, table->state);
    *out = table;
    return TM_OK;
}

void tm_table_free(tm_table *table)
{
    if (!table) return;
    free(table->config);
    free(table->state);
    free(table->before);
    free(table->legal);
    free(table->events);
    free(table);
}

const tm_setup *tm_table_setup(const tm_table *table)
{
    return &table->setup;
}

const void *tm_table_config(const tm_table *table)
{
    return table->config;
}

uint32_t tm_table_actors(const tm_table *table)
{
    return table->setup.game->actors(table->config, table->state);
}

const char *tm_table_awaits(const tm_table *table)
{
    return table->setup.game->awaits(table->config, table->state);
}

int tm_table_legal(tm_table *table, int seat, const tm_action **out)
{
    *out = table->legal;
    if (!is_seat(table, seat)) return 0;
    const int n = table->setup.game->legal(table->config, table->state, seat, table->legal);
    tm_assert(n >= 0 && (uint32_t)n <= table->max_legal);
    *out = table->legal;
    return n;
}

void tm_table_score(const tm_table *table, int32_t *out_points, uint32_t *out_winners)
{
    table->setup.game->score(table->config, table->state, out_points, out_winners);
}

int tm_table_view(const tm_table *table, int seat, void *out_view)
{
    if (!is_seat(table, seat) && seat != TM_SPECTATOR) return TM_ERANGE;
    table->setup.game->view(table->config, table->state, seat, out_view);
    return TM_OK;
}

uint64_t tm_table_hash(const tm_table *table)
{
    return tm_hash(TM_HASH_START, table->state, table->setup.game->state_size);
}

uint32_t tm_table_n_events(const tm_table *table)
{
    return table->n_events;
}

uint32_t tm_table_n_outcomes(const tm_table *table)
{
    return table->n_outcomes;
}

int tm_event_apply(const tm_game *game, const void *config, void *state, const tm_event *event)
{
    if (event->seat == TM_CHANCE) return game->settle(config, state, &event->outcome);
    return game->apply(config, state, event->seat, event->action);
}

/* Applies an event and notes what it means for undo. */
static int happen(tm_table *table, const tm_event *event, uint32_t n_before)
{
    const tm_game *game = table->setup.game;
    memcpy(table->before, table->state, game->state_size);
    const int status = tm_event_apply(game, table->config, table->state, event);
    if (status) return status;
    if (event->seat == TM_CHANCE) {
        table->drawn = UINT32_MAX;
        table->n_outcomes++;
        return TM_OK;
    }
    const uint32_t bit = (uint32_t)1 << event->seat;
    table->last[event->seat] = n_before + 1;
    table->drawn &= ~bit;
    table->seen = (table->seen & ~bit) | game->reveals(table->config, table->before, event->seat, event->action);
    return TM_OK;
}

int tm_table_add(tm_table *table, const tm_event *event)
{
    if (event->seat != TM_CHANCE && !is_seat(table, event->seat)) return TM_ETURN;
    if (table->n_events == table->room) { /* allocate first: an event that was applied is always logged */
        const uint32_t room = table->room ? 2 * table->room : 64;
        tm_event *events = realloc(table->events, room * sizeof *events);
        if (!events) return TM_ESPACE;
        table->events = events;
        table->room = room;
    }
    const int status = happen(table, event, table->n_events);
    if (status == TM_OK) table->events[table->n_events++] = *event;
    return status;
}

int tm_table_act(tm_table *table, int seat, tm_action action)
{
    if (!is_seat(table, seat)) return TM_ETURN; /* TM_CHANCE too: an action is no outcome */
    tm_event event;
    memset(&event, 0, sizeof event);
    event.seat = seat;
    event.action = action;
    return tm_table_add(table, &event);
}

int tm_table_settle(tm_table *table, const tm_outcome *outcome)
{
    tm_event event;
    memset(&event, 0, sizeof event);
    event.seat = TM_CHANCE;
    event.outcome = *outcome;
    return tm_table_add(table, &event);
}

int tm_table_chance(const tm_table *table, tm_rng *rng, tm_outcome *out)
{
    if (!(tm_table_actors(table) & TM_ACTOR_CHANCE)) return TM_ETURN;
    table->setup.game->chance(table->config, table->state, rng, out);
    return TM_OK;
}

int tm_table_draw(tm_table *table, tm_rng *rng)
{
    tm_outcome outcome;
    const int status = tm_table_chance(table, rng, &outcome);
    return status ? status : tm_table_settle(table, &outcome);
}

static void rewind_to(tm_table *table, uint32_t n_events)
{
    table->setup.game->init(table->config, table->state);
    memset(table->last, 0, sizeof table->last);
    table->drawn = table->seen = table->n_outcomes = 0;
    for (uint32_t i = 0; i < n_events; i++) tm_assert(happen(table, &table->events[i], i) == TM_OK);
    table->n_events = n_events;
}

int tm_table_undo_point(const tm_table *table, int seat, uint32_t *out_n_events, tm_why *why)
{
    if (!is_seat(table, seat) || table->last[seat] == 0)
        return tm_why_not(why, TM_EILLEGAL, "there is nothing to undo");
    if (table->drawn >> seat & 1) return tm_why_not(why, TM_EILLEGAL, "something has been drawn since");
    if (table->seen >> seat & 1) return tm_why_not(why, TM_EILLEGAL, "something hidden has been seen since");
    *out_n_events = table->last[seat] - 1;
    return TM_OK;
}

int tm_table_undo(tm_table *table, int seat, tm_why *why)
{
    uint32_t n_events = 0;
    const int status = tm_table_undo_point(table, seat, &n_events, why);
    if (status == TM_OK) rewind_to(table, n_events);
    return status;
}

void tm_event_write(const tm_table *table, const tm_event *event, tm_text *out)
{
    const tm_game *game = table->setup.game;
    if (event->seat == TM_CHANCE) {
        tm_put_str(out, "* ");
        game->write_outcome(table->config, &event->outcome, out);
        return;
    }
    tm_put_fmt(out, "%d ", event->seat);
    if (event->action == TM_HIDDEN_ACTION)
        tm_put_char(out, '?');
    else
        game->write_action(table->config, event->action, out);
}

int tm_event_read(const tm_table *table, tm_span line, tm_event *out)
{
    const tm_game *game = table->setup.game;
    tm_span rest = line, who;
    memset(out, 0, sizeof *out);
    tm_span_word(&rest, &who);
    if (!rest.at) return TM_ESYNTAX;
    if (tm_span_is(who, "*")) {
        out->seat = TM_CHANCE;
        return game->read_outcome(table->config, rest, &out->outcome);
    }
    if (tm_span_int(who, 0, table->setup.n_seats - 1, &out->seat)) return TM_ESYNTAX;
    return game->read_action(table->config, rest, &out->action);
}
