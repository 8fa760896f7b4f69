/* The levels of play: one searcher, with more and more thinking and fewer mistakes; and above it two that have learned
 * by playing against themselves (net.h, train/). With a fixed seed a level plays
 * the same on every machine, because it counts simulated events, not seconds. An event takes about the same time in
 * every game and position. docs/BENCHMARKS.md says how long a decision takes. */
#include <stdlib.h>

#include <tatami/search.h>

#include "bots/advice.h"
#include "bots/ahead.h"
#include "bots/bots.h"
#include "bots/judge.h"
#include "bots/leaf.h"
#include "bots/policy.h"

typedef struct level {
    int rank;        /* 0: goes by rules of thumb */
    uint32_t events; /* simulated per decision, unless the game says otherwise (tm_think) */
    uint32_t solve;  /* budget of positions for solving the end of a round exactly; 0: do not try */
    uint32_t times;  /* as long as that; 0: once */
    uint32_t slip;   /* how many of 100 decisions are random */
    bool thorough;
} level;

static const level EASY = {.slip = 20}, MEDIUM = {.rank = 1, .events = 500, .slip = 4},
                   HARD = {.rank = 2, .events = 5000, .solve = 20000},
                   EXPERT = {.rank = 3, .events = 500000, .solve = 200000, .thorough = true},
                   MASTER = {.rank = 3, .events = 500000, .times = 3, .solve = 200000, .thorough = true};

enum { TREE_EVENTS = 8000000 }; /* of master with a network, in any game: most of them are looks at it */

static tm_search_limits limits_of(const level *l, const tm_game *game)
{
    const uint32_t said = game->think ? game->think->events[l->rank - 1] : 0;
    const uint64_t events = (uint64_t)(said ? said : l->events) * (l->times ? l->times : 1);
    return (tm_search_limits){.iterations = UINT32_MAX, .events = events, .thorough = l->thorough};
}

tm_search_limits tm_expert_limits(const tm_game *game)
{
    return limits_of(&EXPERT, game);
}

static int weigh(const level *l, const tm_question *q, tm_rng *rng, tm_search_result *out)
{
    const tm_search_limits own = limits_of(l, q->game);
    if (l->solve && tm_solve(q, l->solve, rng, out) == TM_OK) return TM_OK;
    const int done = tm_search(q, q->limits ? q->limits : &own, rng, out);
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

/* One visit per action that the network looked at, and one more for the best. Without memory, no chances. */
static void tell_thoughts(const tm_question *q, const tm_net *net, const tm_rated *rated, int n)
{
    void *room = malloc(q->game->state_size);
    const int n_seats = room ? tm_count_seats_seen(q->game, q->config, q->view, room) : 0;
    for (int i = 0; i < q->n_legal; i++) {
        q->thoughts[i] = (tm_search_result){.action = q->legal[i]};
        for (int k = 0; k < n && q->n_legal > 1; k++)
            if (rated[k].action == q->legal[i]) {
                q->thoughts[i].visits = 1 + (k == 0);
                q->thoughts[i].chance = room ? tm_net_chance(net, n_seats, rated[k].value) : 0;
            }
    }
    free(room);
}

/* The network alone. */
static tm_action choose_at_once(const tm_question *q, tm_rng *rng)
{
    enum { RATED = 16 };
    tm_rated rated[RATED];
    tm_policy policy;
    if (!q->net.len || tm_only_advises(q) || tm_policy_open(&policy, q->game, q->config, q->net))
        return think(&HARD, q, rng);
    const int most = q->thoughts ? RATED : 1;
    const int n = tm_policy_rank(&policy, q->view, q->seat, q->legal, q->n_legal, rated, most);
    if (q->thoughts) tell_thoughts(q, &policy.net, rated, n);
    tm_policy_close(&policy);
    return rated[0].action;
}

/* In a tree with the network at its leaves, or ahead along single lines, as the network's file says. */
static int weigh_with_net(const tm_question *q, tm_rng *rng, tm_search_result *out)
{
    const tm_search_limits own = {.iterations = UINT32_MAX, .events = TREE_EVENTS, .thorough = true};
    if (!tm_thinks_in_a_tree(q)) return tm_think_ahead(q, q->limits, rng, out, NULL);
    const int done = tm_search_judged(q, q->limits ? q->limits : &own, rng, out);
    return done < 0 ? done : TM_OK;
}

static bool tells_apart(const tm_search_result *results, int n)
{
    for (int i = 1; i < n; i++)
        if (results[i].chance != results[0].chance) return true;
    return false;
}

/* A search, and the network's opinion of what it found. */
static int weigh_with_advice(const level *l, const tm_question *q, tm_rng *rng, tm_search_result *out)
{
    const tm_search_limits own = limits_of(l, q->game);
    const int done = tm_search(q, q->limits ? q->limits : &own, rng, out);
    if (done < 0) return done;
    tm_add_opinion(q, out);
    return TM_OK;
}

/* The end of a round exactly, if it is small; otherwise with the network, or without one like the level `else_like`. Where all is the same at the end
 * of the round, it may not be in the next one: points that a partner of this round gains too change no lead over that partner. */
static int weigh_best(const tm_question *q, const level *else_like, tm_rng *rng, tm_search_result *out)
{
    const bool solved = tm_solve(q, MASTER.solve, rng, out) == TM_OK;
    if (solved && (tells_apart(out, q->n_legal) || !tm_knows_whole_games(q))) return TM_OK;
    if (tm_can_think_ahead(q) && weigh_with_net(q, rng, out) == TM_OK) return TM_OK;
    return weigh_with_advice(else_like, q, rng, out);
}

static tm_action choose_best(const tm_question *q, tm_rng *rng)
{
    if (q->n_legal == 1) return q->legal[0];
    tm_search_result *results = q->thoughts ? q->thoughts : malloc((size_t)q->n_legal * sizeof *results);
    tm_action action = q->legal[0];
    if (results && weigh_best(q, &MASTER, rng, results) == TM_OK)
        action = results[tm_search_best(results, q->n_legal)].action;
    if (results != q->thoughts) free(results);
    return action;
}

int tm_hint(const tm_question *q, tm_rng *rng, tm_search_result *out)
{
    const int status = weigh_best(q, &EXPERT, rng, out); /* nobody likes to wait for a hint */
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

const tm_bot tm_bot_reflex = {
    .name = "reflex", .about = N_("decides at once, by what a network has learned"), .choose = choose_at_once};
const tm_bot tm_bot_master = {
    .name = "master", .about = N_("thinks ahead with what a network has learned"), .choose = choose_best};
