/* The levels of play: one searcher, with more and more thinking and fewer mistakes; and above it two that have learned
 * by playing against themselves (net.h, train/). With a fixed seed a level plays
 * the same on every machine, because it counts simulated events, not seconds. An event takes about the same time in
 * every game and position. docs/BENCHMARKS.md says how long a decision takes. */
#include <stdlib.h>

#include <tatami/search.h>

#include "bots/advice.h"
#include "bots/ahead.h"
#include "bots/bots.h"
#include "bots/leaf.h"

typedef struct level {
    int rank;        /* 0: goes by rules of thumb */
    uint32_t events; /* simulated per decision, unless the game says otherwise (tm_think) */
    uint32_t solve;  /* budget of positions for solving the end of a round exactly; 0: do not try */
    uint32_t slip;   /* how many of 100 decisions are random */
    bool thorough;
    bool asks;       /* takes the advice of the network, if there is one */
    uint32_t asking; /* events where the network is asked on the way, mostly looks at it; 0: never */
    uint32_t fewer;  /* events where a network that plays well advises, so that games count less; 0: as many as ever */
} level;

enum { AT_ONCE = 11000 }; /* events, at most, to decide at once: a millisecond or two, ten on a slow phone */

static const level EASY = {.slip = 20}, MEDIUM = {.rank = 1, .events = 500, .slip = 4},
                   HARD = {.rank = 2, .events = 5000, .solve = 20000},
                   EXPERT = {.rank = 3, .events = 500000, .solve = 200000, .thorough = true},
                   MASTER = {.rank = 4,
                             .events = 1500000,
                             .solve = 200000,
                             .thorough = true,
                             .asks = true,
                             .asking = 6500000,
                             .fewer = 500000};

static tm_search_limits so_many(const level *l, uint32_t events)
{
    return (tm_search_limits){.iterations = UINT32_MAX, .events = events, .thorough = l->thorough};
}

static tm_search_limits limits_of(const level *l, const tm_game *game)
{
    enum { LEVELS = sizeof game->think->events / sizeof *game->think->events };
    const tm_think *think = game->think;
    const uint32_t said = !think ? 0 : l->rank <= LEVELS ? think->events[l->rank - 1] : think->master_events;
    return so_many(l, said ? said : l->events);
}

tm_search_limits tm_expert_limits(const tm_game *game)
{
    return limits_of(&EXPERT, game);
}

static bool tells_apart(const tm_search_result *results, int n)
{
    for (int i = 1; i < n; i++)
        if (results[i].chance != results[0].chance) return true;
    return false;
}

/* One visit per action that the network looked at, and one more for the best. */
static void give_advice(const tm_question *q, const tm_advice *advice, tm_search_result *out)
{
    for (int i = 0; i < q->n_legal; i++) {
        out[i] = (tm_search_result){.action = q->legal[i]};
        for (int k = 0; k < advice->n; k++)
            if (advice->list[k].action == q->legal[i]) {
                out[i].visits = 1 + (k == 0);
                out[i].chance = (uint32_t)advice->list[k].chance;
            }
    }
}

/* With what the network advises, if it does. */
static int search_with(const level *l, const tm_question *q, const tm_advice *advice, tm_rng *rng,
                       tm_search_result *out)
{
    const bool looks = l->asking && advice->n, in_a_tree = looks && tm_thinks_in_a_tree(q);
    const bool ahead = looks && !in_a_tree && tm_thinks_ahead(q);
    const bool enough = l->fewer && advice->n && !tm_only_advises(q);
    const tm_search_limits own = in_a_tree || ahead ? so_many(l, l->asking)
                                 : enough           ? so_many(l, l->fewer)
                                                    : limits_of(l, q->game);
    const tm_search_limits *limits = q->limits ? q->limits : &own;
    if (in_a_tree) return tm_search_judged(q, limits, rng, out);
    if (ahead) return tm_think_ahead(q, limits, rng, advice, out);
    return advice->n ? tm_search_advised(q, limits, rng, out, advice) : tm_search(q, limits, rng, out);
}

/* The end of a round exactly, if it is small; otherwise by a search. Where all is the same at the end of the round, it may not be in the next one, of
 * which a network may know, so it decides: points that a partner of this round gains too change no lead over that partner. */
static int weigh(const level *l, const tm_question *q, tm_rng *rng, tm_search_result *out)
{
    const bool solved = l->solve && tm_solve(q, l->solve, rng, out) == TM_OK;
    tm_advice advice = {.n = 0};
    if (l->asks && !(solved && tells_apart(out, q->n_legal)))
        tm_take_advice(q, l->thorough ? TM_ADVISED : TM_COMPARED, &advice);
    if (solved && advice.n) give_advice(q, &advice, out);
    if (solved) return TM_OK;
    const int done = search_with(l, q, &advice, rng, out);
    return done < 0 ? done : TM_OK;
}

static tm_action think(const level *l, const tm_question *q, tm_rng *rng)
{
    if (q->n_legal == 1) return q->legal[0];
    if (l->slip && tm_rng_below(rng, 100) < l->slip) return tm_bot_random.choose(q, rng);
    if (!l->rank) return tm_bot_thumb.choose(q, rng);
    tm_search_result *results = q->thoughts ? q->thoughts : malloc((size_t)q->n_legal * sizeof *results);
    tm_action action = q->legal[0];
    if (results && weigh(l, q, rng, results) == TM_OK) action = results[tm_search_best(results, q->n_legal)].action;
    if (results != q->thoughts) free(results);
    return action;
}

static level advised(level l)
{
    l.asks = true;
    return l;
}

static tm_action search_a_little(const tm_question *q, tm_rng *rng)
{
    const level l = advised(HARD);
    tm_search_limits limits = limits_of(&l, q->game);
    tm_question within = *q;
    if (limits.events > AT_ONCE) limits.events = AT_ONCE;
    if (!within.limits) within.limits = &limits;
    return think(&l, &within, rng);
}

/* The network alone, where it is good enough; otherwise a short search with its advice, or without one. */
static tm_action choose_at_once(const tm_question *q, tm_rng *rng)
{
    tm_advice advice;
    if (q->n_legal == 1) return q->legal[0];
    if (tm_only_advises(q)) return search_a_little(q, rng);
    tm_take_advice(q, q->thoughts ? TM_COMPARED : 1, &advice);
    if (!advice.n) return think(&HARD, q, rng);
    if (q->thoughts) give_advice(q, &advice, q->thoughts);
    return advice.list[0].action;
}

int tm_hint(const tm_question *q, tm_rng *rng, tm_search_result *out)
{
    const level l = advised(EXPERT); /* nobody likes to wait for a hint */
    const int status = weigh(&l, q, rng, out);
    if (status == TM_OK) tm_best_first(out, q->n_legal);
    return status;
}

#define LEVEL(id, values, words)                                                                                       \
    static tm_action choose_##id(const tm_question *question, tm_rng *rng)                                             \
    {                                                                                                                  \
        return think(&values, question, rng);                                                                          \
    }                                                                                                                  \
    const tm_bot tm_bot_##id = {.name = #id, .about = words, .choose = choose_##id}

LEVEL(easy, EASY, N_("a friendly beginner, makes mistakes"));
LEVEL(medium, MEDIUM, N_("plays well, with a rare mistake"));
LEVEL(hard, HARD, N_("thinks for a moment"));
LEVEL(expert, EXPERT, N_("thinks hard"));
LEVEL(master, MASTER, N_("thinks hard, with what a network has learned"));

const tm_bot tm_bot_reflex = {
    .name = "reflex", .about = N_("decides at once, by what a network has learned"), .choose = choose_at_once};
