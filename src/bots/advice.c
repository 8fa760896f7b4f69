#include "bots/advice.h"

#include <stdlib.h>

#include "bots/judge.h"
#include "bots/policy.h"

/* 0 if out of memory. */
static int count_seats(const tm_question *q)
{
    void *room = malloc(q->game->state_size);
    const int n = room ? tm_count_seats_seen(q->game, q->config, q->view, room) : 0;
    free(room);
    return n;
}

static bool only_advises(const tm_net *net, int n_seats)
{
    return net->advises >> n_seats & 1;
}

bool tm_only_advises(const tm_question *q)
{
    tm_net net;
    return tm_net_of(q, &net) && net.advises && only_advises(&net, count_seats(q));
}

void tm_take_advice(const tm_question *q, int most, tm_advice *out)
{
    tm_rated rated[TM_ADVISED];
    tm_policy policy;
    const int n_seats = q->net.len ? count_seats(q) : 0;
    out->n = 0;
    if (!n_seats || tm_policy_open(&policy, q->game, q->config, q->net)) return;
    /* Where a search plays on anyway, trying what the seat does next was no better (docs/TRIALS.md), and it takes a hundred looks. */
    policy.plainly = only_advises(&policy.net, n_seats);
    out->n = tm_policy_rank(&policy, q->view, q->seat, q->legal, q->n_legal, rated, most);
    for (int i = 0; i < out->n; i++)
        out->list[i] = (tm_opinion){rated[i].action, (int32_t)tm_net_chance(&policy.net, n_seats, rated[i].value)};
    tm_policy_close(&policy);
}
