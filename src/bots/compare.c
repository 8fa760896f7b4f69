#include "bots/compare.h"

#include <stdlib.h>

#include "bots/judge.h"

typedef struct candidate {
    int index; /* of the advice */
    tm_opinion told;
    uint32_t visits;
    int64_t sum; /* of chances */
} candidate;

typedef struct comparison {
    const tm_question *q;
    const tm_search_limits *limits;
    const tm_playing *games;
    tm_rng *rng;
    void *world;
    candidate list[TM_ADVISED];
    int n; /* those that are still in it come first */
    uint32_t done;
} comparison;

/* Games and network err in different ways, so both count. */
static double worth(const comparison *c, const candidate *one)
{
    const int weight = c->games->weight, opinion = c->games->opinion, more = c->games->more;
    const double told = one->told.chance;
    if (!one->visits) return told;
    const double games = ((double)one->sum + more * told) / (one->visits + (uint32_t)more);
    return (games * weight + told * opinion) / (weight + opinion);
}

static void best_first(comparison *c)
{
    for (int i = 1; i < c->n; i++) {
        const candidate one = c->list[i];
        int at = i;
        for (; at > 0 && worth(c, &c->list[at - 1]) < worth(c, &one); at--) c->list[at] = c->list[at - 1];
        c->list[at] = one;
    }
}

static void play_all(comparison *c)
{
    const tm_question *q = c->q;
    tm_rng dice;
    tm_draw_likely(q->game, q->config, q->view, q->seat, TM_DRAWN_MAX, c->rng, c->world);
    tm_rng_init(&dice, tm_rng_next(c->rng), 0);
    const tm_rng same_dice = dice, same_rng = *c->rng;
    for (int i = 0; i < c->n; i++) {
        candidate *one = &c->list[i];
        dice = same_dice;
        *c->rng = same_rng;
        one->sum += c->games->play(c->games->player, c->world, one->index, c->rng, &dice);
        one->visits++;
        c->done++;
    }
}

/* Whether `stage` of `stages` parts of the limits are spent. */
static bool is_spent(const comparison *c, int stage, int stages)
{
    const uint64_t part = (uint64_t)stage, parts = (uint64_t)stages;
    const uint64_t events = c->games->cost(c->games->player) + (uint64_t)TM_BEGINNING * c->done;
    return c->done >= c->limits->iterations * part / parts ||
           (c->limits->events && events >= c->limits->events / parts * part);
}

static void compare(comparison *c)
{
    int stages = 1;
    bool stopped = false;
    for (int left = c->n; left > 2; left = (left + 1) / 2) stages++;
    for (int stage = 1; stage <= stages && !stopped; stage++) {
        while (!c->done || !is_spent(c, stage, stages)) {
            stopped = c->done && c->limits->stop && c->limits->stop(c->limits->context);
            if (stopped) break;
            play_all(c);
        }
        best_first(c);
        if (stage < stages) c->n = (c->n + 1) / 2;
    }
}

static void give_results(const comparison *c, int n, tm_search_result *out)
{
    for (int i = 0; i < c->q->n_legal; i++) {
        out[i] = (tm_search_result){.action = c->q->legal[i]};
        for (int k = 0; k < n; k++) {
            if (c->list[k].told.action != out[i].action) continue;
            out[i].visits = c->list[k].visits;
            out[i].chance = (uint32_t)worth(c, &c->list[k]);
        }
    }
}

int tm_compare(const tm_question *q, const tm_search_limits *limits, tm_rng *rng, const tm_advice *advice,
               const tm_playing *games, tm_search_result *out)
{
    comparison c = {.q = q, .limits = limits, .games = games, .rng = rng, .n = advice->n};
    c.world = malloc(q->game->state_size);
    if (!c.world) return TM_ESPACE;
    for (int i = 0; i < advice->n; i++) c.list[i] = (candidate){.index = i, .told = advice->list[i]};
    compare(&c);
    give_results(&c, advice->n, out);
    free(c.world);
    return (int)c.done;
}
