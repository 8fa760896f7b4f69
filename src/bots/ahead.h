/* A network that plays on by itself, for all seats: it chooses for each of them by what that seat would know, until the deciding seat has chosen a few
 * times more; what it then thinks of the deciding seat's best choice is what the game was worth, or the result if the round ended before. So its
 * judgement of a few decisions later, in drawn worlds, is compared (compare.h): there is less left to be judged wrongly.
 *
 * Only for networks that judge choices, all at one look. One that judges positions would look at every action of every seat.
 *
 * At TATSU this is stronger than games that the rules of thumb play below a tree, with every number of players (docs/TRIALS.md). Rejected: playing on to the
 * end of the round, where luck decides more; and giving each of the two ways half of the time, which was weaker than this one alone. */
#ifndef BOTS_AHEAD_H
#define BOTS_AHEAD_H

#include "bots/advice.h"

/* Whether the question's network judges choices, and well enough to decide. */
bool tm_thinks_ahead(const tm_question *question);
/* Compares the advised actions, of which there must be one. The question's network must judge choices (otherwise TM_ESYNTAX). Looks at it count as
 * events (tm_net_price). Returns how many games were played on, or an error. */
int tm_think_ahead(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, const tm_advice *advice,
                   tm_search_result *out);

#endif
