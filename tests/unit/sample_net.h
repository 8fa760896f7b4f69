/* Networks with random weights, and positions of games to ask them about. */
#ifndef UNIT_SAMPLE_NET_H
#define UNIT_SAMPLE_NET_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <tatami/bot.h>

#include "base/bits.h"
#include "bots/advice.h"
#include "bots/net.h"
#include "bots/sample.h"

typedef struct sample {
    uint8_t *file;
    size_t size;
    tm_net net;
    tm_why why;
} sample;

static inline sample read_sample(const tm_game *game, bool positions)
{
    sample s;
    tm_why_init(&s.why, NULL);
    s.file = tm_net_sample(game, 1, positions, &s.size);
    cr_assert(s.file);
    cr_assert_eq(tm_net_read(game, s.file, s.size, &s.net, &s.why), TM_OK, "%s: %s", game->id, s.why.text.at);
    return s;
}

/* A position of a game, as a seat sees it. */
typedef struct position {
    const tm_game *game;
    void *config, *state, *other, *view, *again;
    tm_action *legal;
    tm_question question;
    tm_rng rng;
} position;

static inline position open_position(const tm_game *game, int n_seats, const sample *s)
{
    int32_t values[TM_MAX_OPTIONS] = {0};
    position p = {.game = game,
                  .config = calloc(1, game->config_size),
                  .state = calloc(1, game->state_size),
                  .other = calloc(1, game->state_size),
                  .view = calloc(1, game->view_size),
                  .again = calloc(1, game->view_size),
                  .legal = calloc(game->max_legal, sizeof(tm_action))};
    tm_why why;
    tm_why_init(&why, NULL);
    for (int i = 0; i < game->n_options; i++) values[i] = tm_option_range(&game->options[i], n_seats)->def;
    cr_assert_eq(game->configure(p.config, n_seats, values, NULL, &why), TM_OK);
    game->init(p.config, p.state);
    tm_rng_init(&p.rng, 3, (uint64_t)n_seats);
    p.question = (tm_question){.game = game,
                               .config = p.config,
                               .view = p.view,
                               .legal = p.legal,
                               .net = {(const char *)s->file, (uint32_t)s->size}};
    return p;
}

static inline void close_position(position *p)
{
    free(p->config);
    free(p->state);
    free(p->other);
    free(p->view);
    free(p->again);
    free(p->legal);
}

/* One round, so that the game ends with it. */
static inline void make_short(position *p, int n_seats)
{
    int32_t values[TM_MAX_OPTIONS] = {0};
    tm_why why;
    tm_why_init(&why, NULL);
    for (int i = 0; i < p->game->n_options; i++) {
        const tm_range *range = tm_option_range(&p->game->options[i], n_seats);
        values[i] = strcmp(p->game->options[i].name, "rounds") == 0 ? 1 : range->def;
    }
    cr_assert_eq(p->game->configure(p->config, n_seats, values, NULL, &why), TM_OK);
    p->game->init(p->config, p->state);
}

/* Goes on to the next decision; false at the end of the game. */
static inline bool next_decision(position *p)
{
    uint32_t actors;
    while ((actors = p->game->actors(p->config, p->state)) & TM_ACTOR_CHANCE) {
        tm_outcome outcome;
        memset(&outcome, 0, sizeof outcome);
        p->game->chance(p->config, p->state, &p->rng, &outcome);
        cr_assert_eq(p->game->settle(p->config, p->state, &outcome), TM_OK);
    }
    if (!actors) return false;
    p->question.seat = tm_bits_first(actors);
    p->question.n_legal = p->game->legal(p->config, p->state, p->question.seat, p->legal);
    p->game->view(p->config, p->state, p->question.seat, p->view);
    return true;
}

static inline bool is_legal(const position *p, tm_action action)
{
    for (int i = 0; i < p->question.n_legal; i++)
        if (p->legal[i] == action) return true;
    return false;
}

/* A choice between several actions. */
static inline position some_choice(const tm_game *game, int n_seats, const sample *s)
{
    position p = open_position(game, n_seats, s);
    cr_assert(next_decision(&p));
    while (p.question.n_legal < 2) {
        cr_assert_eq(game->apply(p.config, p.state, p.question.seat, p.legal[0]), TM_OK);
        cr_assert(next_decision(&p));
    }
    return p;
}

/* The first actions of a question, all with the same chance. */
static inline tm_advice even_advice(const tm_question *q, int most)
{
    tm_advice advice = {.n = q->n_legal < most ? q->n_legal : most};
    for (int i = 0; i < advice.n; i++) advice.list[i] = (tm_opinion){q->legal[i], TM_SURE / 2};
    return advice;
}

/* For limits whose context is how often they were asked. */
static inline bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

#endif
