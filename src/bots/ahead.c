#include "bots/ahead.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bots/compare.h"
#include "bots/judge.h"
#include "bots/policy.h"

enum { HORIZON = 3 }; /* choices of the deciding seat; with 2 and 5 it was weaker or as good */

typedef struct ahead {
    const tm_question *q;
    const tm_advice *advice;
    tm_policy policy;
    void *world, *view;
    tm_action *legal;
    int n_seats;
    uint64_t events, looks;
} ahead;

static void settle_chance(ahead *a, tm_rng *dice)
{
    tm_outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    a->q->game->chance(a->q->config, a->world, dice, &outcome);
    const int status = a->q->game->settle(a->q->config, a->world, &outcome);
    tm_assert(status == TM_OK);
    a->events++;
}

static void act(ahead *a, int seat, tm_action action)
{
    const int status = a->q->game->apply(a->q->config, a->world, seat, action);
    tm_assert(status == TM_OK);
    a->events++;
}

/* What the seat chooses by what it would know; *value is what it expects. False if it has no choice. */
static bool choose(ahead *a, int seat, tm_action *action, int32_t *value)
{
    const tm_game *game = a->q->game;
    const int n = game->legal(a->q->config, a->world, seat, a->legal);
    *action = a->legal[0];
    if (n == 1) return false;
    game->view(a->q->config, a->world, seat, a->view);
    *action = tm_policy_choose(&a->policy, a->view, seat, a->legal, n, value);
    a->looks++;
    return true;
}

static int32_t play(void *player, const void *world, int first, tm_rng *rng, tm_rng *dice)
{
    ahead *a = player;
    const tm_question *q = a->q;
    int32_t chances[TM_MAX_SEATS], value;
    uint32_t actors;
    int chosen = 0;
    (void)rng; /* the network leaves nothing to it */
    memcpy(a->world, world, q->game->state_size);
    act(a, q->seat, a->advice->list[first].action);
    while ((actors = q->game->actors(q->config, a->world)) && !tm_is_settled(q->game, q->config, world, a->world)) {
        if (actors & TM_ACTOR_CHANCE) {
            settle_chance(a, dice);
            continue;
        }
        const int seat = tm_bits_first(actors);
        tm_action action;
        if (choose(a, seat, &action, &value) && seat == q->seat && ++chosen == HORIZON)
            return (int32_t)tm_net_chance(&a->policy.net, a->n_seats, value);
        act(a, seat, action);
    }
    tm_judge(q->game, q->config, a->world, chances, NULL);
    return chances[q->seat];
}

static uint64_t cost(const void *player)
{
    const ahead *a = player;
    return a->events + a->looks * tm_net_price(&a->policy.net);
}

bool tm_thinks_ahead(const tm_question *q)
{
    tm_net net;
    return tm_net_of(q, &net) && !tm_net_judges_positions(&net) && !tm_only_advises(q);
}

int tm_think_ahead(const tm_question *q, const tm_search_limits *limits, tm_rng *rng, const tm_advice *advice,
                   tm_search_result *out)
{
    const tm_game *game = q->game;
    ahead a = {.q = q, .advice = advice};
    const tm_playing games = {.player = &a, .play = play, .cost = cost, .weight = 1, .opinion = 1};
    int done = tm_policy_open(&a.policy, game, q->config, q->net);
    if (done) return done;
    if (a.policy.positions) {
        tm_policy_close(&a.policy);
        return TM_ESYNTAX;
    }
    a.world = malloc(game->state_size);
    a.view = calloc(1, game->view_size);
    a.legal = malloc(game->max_legal * sizeof *a.legal);
    done = TM_ESPACE;
    if (a.world && a.view && a.legal) {
        a.n_seats = tm_count_seats_seen(game, q->config, q->view, a.world);
        done = tm_compare(q, limits, rng, advice, &games, out);
    }
    free(a.world);
    free(a.view);
    free(a.legal);
    tm_policy_close(&a.policy);
    return done;
}
