#include "bots/advice.h"

#include <stdlib.h>

#include "bots/judge.h"
#include "bots/policy.h"

enum {
    RATED = 64, /* actions, the best in the network's opinion */
    CLOSE = 10, /* looked at closely: this part of the visits that the best action has, or more */
};

/* 0 if out of memory. */
static int count_seats(const tm_question *q)
{
    void *room = malloc(q->game->state_size);
    const int n = room ? tm_count_seats_seen(q->game, q->config, q->view, room) : 0;
    free(room);
    return n;
}

bool tm_only_advises(const tm_question *q)
{
    tm_net net;
    return q->net.len && tm_net_reopen(q->game, (const uint8_t *)q->net.at, q->net.len, &net) == TM_OK && net.advises &&
           net.advises >> count_seats(q) & 1;
}

/* Mixes, and returns the place of the best: one of those that both looked at, or `searched`. */
static int mix(const tm_question *q, const tm_net *net, const tm_rated *rated, int n, int searched,
               tm_search_result *results)
{
    const int n_seats = count_seats(q);
    const uint32_t least = results[searched].visits / CLOSE;
    int best = -1;
    for (int i = 0; i < q->n_legal && n_seats; i++) {
        if (!results[i].visits || results[i].visits < least) continue;
        for (int k = 0; k < n; k++) {
            if (rated[k].action != results[i].action) continue;
            results[i].chance = (results[i].chance + tm_net_chance(net, n_seats, rated[k].value)) / 2;
            if (best < 0 || results[i].chance > results[best].chance) best = i;
        }
    }
    return best < 0 ? searched : best;
}

void tm_add_opinion(const tm_question *q, tm_search_result *results)
{
    tm_rated rated[RATED];
    tm_policy policy;
    if (!q->net.len || tm_policy_open(&policy, q->game, q->config, q->net)) return;
    const int searched = tm_search_best(results, q->n_legal);
    const int n = tm_policy_rank(&policy, q->view, q->seat, q->legal, q->n_legal, rated, RATED);
    const int best = mix(q, &policy.net, rated, n, searched, results);
    const uint32_t most = results[searched].visits;
    results[searched].visits = results[best].visits;
    results[best].visits = most;
    tm_policy_close(&policy);
}
