/* What a network that judges positions adds to the tree search: which action to try next, and what the end of a path is worth.
 *
 * The network is asked only about what it has learned: what a seat sees right after its own action. So an iteration ends as soon as an action
 * is tried for the first time. Every seat on the path gets the network's opinion of the last position that it brought about itself; with
 * two seats, the other one gets the rest of it. Half of what counts is that, and half a game played out from there by the rules of
 * thumb: they err in different ways. If the path ends with the game, the result counts.
 *
 * With more seats, the others have no arms and follow the rules of thumb: paths that end at their actions would say nothing new
 * about the searching seat.
 *
 * Rejected: judging all seats where the path ends, after chance and other seats' actions, which the network has never seen. */
#ifndef BOTS_LEAF_H
#define BOTS_LEAF_H

#include <tatami/search.h>

#include "bots/positions.h"

typedef struct tm_leaf {
    tm_positions *positions;
    void *view;
    int n_seats;
    uint32_t price;                /* of one look at the network, in events */
    int32_t chances[TM_MAX_SEATS]; /* on the present path, out of TM_SURE */
} tm_leaf;

/* NULL if out of memory. The config and the network must stay. */
tm_leaf *tm_leaf_new(const tm_question *question, const tm_net *net);
void tm_leaf_free(tm_leaf *leaf);

/* The action that the network likes best in a world that fits what the seat would know in this one. */
tm_action tm_leaf_pick(tm_leaf *leaf, const void *world, int seat, const tm_action *legal, int n_legal);
/* What the network thinks of a position that the seat has just brought about, as a chance of winning. */
int32_t tm_leaf_judge(tm_leaf *leaf, const void *world, int seat);
/* Enters such a chance in `chances`: it is the last word so far. */
void tm_leaf_tell(tm_leaf *leaf, int seat, int32_t chance);
/* What all looks so far have cost, in events. */
uint64_t tm_leaf_cost(const tm_leaf *leaf);

/* Whether the file of the question's network says that `master` searches so. */
bool tm_thinks_in_a_tree(const tm_question *question);
/* tm_search with the question's network, which must judge positions (otherwise TM_ESYNTAX). Looks at the network count as events. */
int tm_search_judged(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out);

#endif
