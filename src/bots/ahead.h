/* Thinking ahead with a network: the few actions that it likes best are played on in drawn worlds, everybody following the network. */
#ifndef BOTS_AHEAD_H
#define BOTS_AHEAD_H

#include <tatami/search.h>

#include "bots/outlook.h"

/* Whether the question has a network that is good enough to think ahead with. */
bool tm_can_think_ahead(const tm_question *question);
/* Whether this network has learned whole games of several rounds. */
bool tm_knows_whole_games(const tm_question *question);
/* Whether this network is better in a tree (tm_search_judged) than here. */
bool tm_thinks_in_a_tree(const tm_question *question);

/* Fills in one result per legal action, in order; actions that the network thinks little of get no visits. The question must have a
 * network. Thinks as long as `limits` say (iterations are worlds), or, with NULL, for a fixed amount of work. With somebody watching,
 * more actions are tried, and games are played on to where they are settled. TM_OK, TM_ESPACE or TM_ESYNTAX. */
int tm_think_ahead(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out,
                   outlooks *watch);

#endif
