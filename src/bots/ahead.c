/* Rollouts by a network.
 *
 * Every world is played on once per candidate, so that candidates are compared on equal terms; after each stage the worse half is
 * dropped (sequential halving), because it is between the best that one must look closely. What the network said counts like a
 * number of worlds: with few worlds it knows better than chance does.
 *
 * A game goes on to where it is settled, and is judged there. Or, if the network says so (its horizon), only to one of the next decisions
 * of the thinking seat: then the network's own judgement counts, in chances of winning. A network that has learned whole games is asked in the next
 * round as well; the same cards are dealt there for all candidates.
 *
 * A tree below the candidates was considered: in the time of one decision the network looks some ten thousand times, which is a few
 * hundred games; they would spread too thin. */
#include "bots/ahead.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bots/advice.h"
#include "bots/judge.h"
#include "bots/policy.h"

enum {
    CANDIDATES = 8,
    WATCHED = 32,      /* candidates if somebody watches, who may ask about any action */
    EVENTS_MAX = 4000, /* of one game played on */
    DRAWN_MAX = 64,    /* worlds drawn for one; the last is taken anyway */
    PRIOR = 24,        /* worlds that the network's opinion counts for */
    WORLDS = 4096,     /* if nothing else limits them */
    INPUTS = 64,       /* of an observation that are 1, about */
    IN_A_TREE = 2,     /* the horizon, where the file says that a tree is better */
};

static const uint64_t WORK = 3500000000; /* multiplications, about: the usual amount of thinking */
static const double GAIN = 4.0 / 3;      /* a lead that counts fully, in chances of winning */

typedef struct candidate {
    tm_rated rated;
    double sum; /* in chances of winning, 0 to 1 */
    uint32_t visits;
} candidate;

typedef struct ahead {
    const tm_question *q;
    tm_rng *rng;
    tm_policy policy;
    void *world, *at, *view;
    tm_action *legal;
    candidate list[WATCHED];
    int n, n_seats, horizon;
    bool whole;      /* the network has learned whole games */
    outlooks *watch; /* or NULL */
} ahead;

static bool open_ahead(ahead *a)
{
    const tm_game *game = a->q->game;
    a->world = malloc(game->state_size);
    a->at = malloc(game->state_size);
    a->view = calloc(1, game->view_size);
    a->legal = malloc(game->max_legal * sizeof *a->legal);
    return a->world && a->at && a->view && a->legal;
}

static void close_ahead(ahead *a)
{
    tm_policy_close(&a->policy);
    free(a->world);
    free(a->at);
    free(a->view);
    free(a->legal);
    free(a);
}

static void draw_world(ahead *a)
{
    tm_draw_likely(a->q->game, a->q->config, a->q->view, a->q->seat, DRAWN_MAX, a->rng, a->world);
}

/* A seat decides as the network says, by what it would know. */
static tm_action decide(ahead *a, int seat, int32_t *out_value)
{
    const tm_game *game = a->q->game;
    const int n = game->legal(a->q->config, a->at, seat, a->legal);
    if (n == 1) return a->legal[0];
    game->view(a->q->config, a->at, seat, a->view);
    return tm_policy_choose(&a->policy, a->view, seat, a->legal, n, out_value);
}

static double judge(const ahead *a)
{
    int32_t chances[TM_MAX_SEATS];
    tm_judge(a->q->game, a->q->config, a->at, chances);
    return (double)chances[a->q->seat] / TM_SURE;
}

static double clip(double chance)
{
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

/* What this round has brought, if the game goes on: as the network judges a round, half for winning it and half for the lead. The chance of winning
 * the game would not do: it also counts what was won before, and the network does not. */
static double round_result(const ahead *a)
{
    int32_t before[TM_MAX_SEATS];
    tm_judge(a->q->game, a->q->config, a->world, before);
    const double gain = judge(a) - (double)before[a->q->seat] / TM_SURE;
    return (gain > 0 ? 0.5 : gain < 0 ? 0 : 0.25) + clip(0.5 + GAIN * gain) / 2;
}

/* Where a game was played on to, on the scale of the network's chances. */
static double result(const ahead *a)
{
    int32_t chances[TM_MAX_SEATS];
    if (a->q->game->actors(a->q->config, a->at)) return round_result(a);
    tm_won(a->q->game, a->q->config, a->at, chances);
    return (double)chances[a->q->seat] / TM_SURE;
}

static bool is_settled(const ahead *a)
{
    return tm_is_settled(a->q->game, a->q->config, a->world, a->at);
}

static bool is_for_whole_games(const tm_net *net)
{
    return net->horizon >= TM_NET_WHOLE_GAMES && net->horizon < TM_NET_IN_A_TREE;
}

/* A network that is meant for a tree is asked here by those who want reasons. */
static void set_horizon(ahead *a)
{
    const uint8_t said = a->policy.net.horizon;
    a->whole = is_for_whole_games(&a->policy.net);
    a->horizon = said == TM_NET_IN_A_TREE ? IN_A_TREE : a->whole ? said - TM_NET_WHOLE_GAMES : said;
}

static void tell_watcher(ahead *a, tm_action first)
{
    int32_t chances[TM_MAX_SEATS];
    tm_judge(a->q->game, a->q->config, a->at, chances);
    outlooks_count(a->watch, first, a->at, chances);
}

/* Plays on from `at`, which `first` led to, and returns the thinking seat's chance of winning. Somebody who watches is told how it was settled. */
static double play_on(ahead *a, tm_action first)
{
    const tm_game *game = a->q->game;
    int own = 0;
    bool told = false, watched = a->watch != NULL; /* at the horizon, by the network; up to the end of the round */
    double chance = 0;
    for (int i = 0; i < EVENTS_MAX; i++) {
        const uint32_t actors = game->actors(a->q->config, a->at);
        const bool settled = !actors || is_settled(a);
        if (settled && watched) {
            tell_watcher(a, first);
            watched = false;
        }
        if (!actors || (settled && !a->whole) || (told && !watched)) break;
        if (actors & TM_ACTOR_CHANCE) {
            tm_outcome outcome;
            memset(&outcome, 0, sizeof outcome);
            game->chance(a->q->config, a->at, a->rng, &outcome);
            tm_assert(game->settle(a->q->config, a->at, &outcome) == TM_OK);
            continue;
        }
        const int seat = tm_bits_first(actors);
        int32_t value = INT32_MIN;
        const tm_event event = {.seat = seat, .action = decide(a, seat, &value)};
        if (seat == a->q->seat && value != INT32_MIN && a->horizon && ++own == a->horizon) {
            chance = (double)tm_net_chance(&a->policy.net, a->n_seats, value) / TM_SURE;
            told = true;
            if (!watched) return chance;
        }
        if (watched) outlooks_see(a->watch, a->at, &event);
        tm_assert(game->apply(a->q->config, a->at, seat, event.action) == TM_OK);
    }
    if (watched) tell_watcher(a, first);
    if (!told) chance = a->horizon ? result(a) : judge(a);
    return chance;
}

static void try_all(ahead *a)
{
    const tm_game *game = a->q->game;
    draw_world(a);
    const tm_rng dice = *a->rng;
    for (int i = 0; i < a->n; i++) {
        if (a->whole) *a->rng = dice;
        memcpy(a->at, a->world, game->state_size);
        tm_assert(game->apply(a->q->config, a->at, a->q->seat, a->list[i].rated.action) == TM_OK);
        a->list[i].sum += play_on(a, a->list[i].rated.action);
        a->list[i].visits++;
    }
}

/* The network's opinion on the scale of what games are judged by. */
static double opinion(const ahead *a, const candidate *c)
{
    if (a->horizon) return (double)tm_net_chance(&a->policy.net, a->n_seats, c->rated.value) / TM_SURE;
    return 0.5 + 0.5 * (double)c->rated.value / TM_NET_ONE;
}

static double worth(const ahead *a, const candidate *c)
{
    return (c->sum + PRIOR * opinion(a, c)) / (c->visits + PRIOR);
}

static void best_first(ahead *a)
{
    for (int i = 1; i < a->n; i++) {
        const candidate one = a->list[i];
        const double value = worth(a, &one);
        int at = i;
        for (; at > 0 && worth(a, &a->list[at - 1]) < value; at--) a->list[at] = a->list[at - 1];
        a->list[at] = one;
    }
}

static uint64_t looks_allowed(const ahead *a, const tm_search_limits *limits)
{
    const uint64_t one = (uint64_t)a->policy.net.hidden[0] * (INPUTS + a->policy.net.hidden[1] / 2u);
    if (!limits) return WORK / (one ? one : 1);
    return limits->events ? limits->events : UINT64_MAX;
}

static void think(ahead *a, const tm_search_limits *limits)
{
    const uint64_t looks = looks_allowed(a, limits);
    const uint64_t worlds = limits && limits->iterations < WORLDS ? limits->iterations : WORLDS;
    int stages = 1;
    for (int n = a->n; n > 2; n = (n + 1) / 2) stages++;
    uint64_t done = 0;
    for (int stage = 1; stage <= stages; stage++) {
        while (done < worlds * (uint64_t)stage / (uint64_t)stages &&
               a->policy.looks < looks / (uint64_t)stages * (uint64_t)stage) {
            if (limits && limits->stop && limits->stop(limits->context)) {
                best_first(a);
                return;
            }
            const uint64_t before = a->policy.looks;
            try_all(a);
            /* The rest of a game may need no look at all. */
            if (a->policy.looks == before) a->policy.looks++;
            done++;
        }
        best_first(a);
        if (stage < stages) a->n = (a->n + 1) / 2;
    }
}

/* All candidates, those that were dropped too. The best has the most visits. */
static void give_results(const ahead *a, int n_candidates, tm_search_result *out)
{
    for (int i = 0; i < a->q->n_legal; i++) out[i] = (tm_search_result){.action = a->q->legal[i]};
    for (int c = 0; c < n_candidates; c++)
        for (int i = 0; i < a->q->n_legal; i++) {
            if (a->q->legal[i] != a->list[c].rated.action) continue;
            const double chance = worth(a, &a->list[c]);
            out[i].visits = a->list[c].visits + 1;
            out[i].chance = (uint32_t)(clip(chance) * TM_SURE);
        }
}

static bool open_net(const tm_question *q, tm_net *net)
{
    return q->net.len && tm_net_reopen(q->game, (const uint8_t *)q->net.at, q->net.len, net) == TM_OK;
}

bool tm_can_think_ahead(const tm_question *q)
{
    tm_net net;
    return open_net(q, &net) && net.horizon != TM_NET_NOT_AHEAD && !tm_only_advises(q);
}

bool tm_knows_whole_games(const tm_question *q)
{
    tm_net net;
    return open_net(q, &net) && is_for_whole_games(&net);
}

bool tm_thinks_in_a_tree(const tm_question *q)
{
    tm_net net;
    return open_net(q, &net) && net.horizon == TM_NET_IN_A_TREE && tm_net_judges_positions(&net);
}

int tm_think_ahead(const tm_question *q, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out,
                   outlooks *watch)
{
    tm_rated rated[WATCHED];
    ahead *a = calloc(1, sizeof *a);
    if (!a) return TM_ESPACE;
    a->q = q;
    a->rng = rng;
    a->watch = watch;
    int status = tm_policy_open(&a->policy, q->game, q->config, q->net);
    if (status || !open_ahead(a)) {
        close_ahead(a);
        return status ? status : TM_ESPACE;
    }
    set_horizon(a);
    a->n_seats = tm_count_seats_seen(q->game, q->config, q->view, a->world);
    const int most = watch ? WATCHED : CANDIDATES;
    const int n = tm_policy_rank(&a->policy, q->view, q->seat, q->legal, q->n_legal, rated, most);
    for (int i = 0; i < n; i++) a->list[i].rated = rated[i];
    a->n = n;
    think(a, limits);
    give_results(a, n, out);
    close_ahead(a);
    return TM_OK;
}
