#include "bots/leaf.h"

#include <stdlib.h>

#include "bots/advice.h"
#include "bots/judge.h"
#include "bots/policy.h"

enum {
    PICKED_FROM = 24, /* actions, the most promising of a longer list */
    ORDERED = 2,      /* actions put in order that take as long */
};

tm_leaf *tm_leaf_new(const tm_question *q, const tm_net *net)
{
    tm_leaf *leaf = calloc(1, sizeof *leaf);
    if (!leaf) return NULL;
    leaf->positions = tm_positions_new(q->game, q->config, net);
    leaf->view = calloc(1, q->game->view_size);
    leaf->price = tm_net_price(net);
    if (leaf->positions && leaf->view) {
        leaf->n_seats = tm_count_seats_seen(q->game, q->config, q->view, leaf->positions->world);
        leaf->positions->tries = 1;
        leaf->positions->looked_at = PICKED_FROM;
        return leaf;
    }
    tm_leaf_free(leaf);
    return NULL;
}

void tm_leaf_free(tm_leaf *leaf)
{
    if (!leaf) return;
    tm_positions_free(leaf->positions);
    free(leaf->view);
    free(leaf);
}

tm_action tm_leaf_pick(tm_leaf *leaf, const void *world, int seat, const tm_action *legal, int n_legal)
{
    tm_positions *p = leaf->positions;
    tm_rated rated[PICKED_FROM];
    p->game->view(p->config, world, seat, leaf->view);
    const int n = tm_positions_try(p, leaf->view, seat, legal, n_legal, rated);
    int best = 0;
    for (int i = 1; i < n; i++)
        if (rated[i].value > rated[best].value) best = i;
    return rated[best].action;
}

int32_t tm_leaf_judge(tm_leaf *leaf, const void *world, int seat)
{
    tm_positions *p = leaf->positions;
    return (int32_t)tm_net_chance(p->net, leaf->n_seats, tm_positions_value(p, world, seat));
}

void tm_leaf_tell(tm_leaf *leaf, int seat, int32_t chance)
{
    leaf->chances[seat] = chance;
    if (leaf->n_seats == 2) leaf->chances[1 - seat] = TM_SURE - chance;
}

uint64_t tm_leaf_cost(const tm_leaf *leaf)
{
    return leaf->positions->looks * leaf->price + leaf->positions->ordered / ORDERED;
}

bool tm_thinks_in_a_tree(const tm_question *q)
{
    tm_net net;
    return tm_net_of(q, &net) && net.in_a_tree && tm_net_judges_positions(&net) && !tm_only_advises(q);
}
