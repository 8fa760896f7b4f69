/* Thinking ahead with a network: the few actions that it likes best are played on in drawn worlds, everybody following the network. */
#ifndef BOTS_AHEAD_H
#define BOTS_AHEAD_H

#include <tatami/search.h>

/* Fills in one result per legal action, in order; actions that the network thinks little of get no visits. The question must have a
 * network. Thinks as long as `limits` say, or, with NULL, for a fixed amount of work. TM_OK, TM_ESPACE or TM_ESYNTAX. */
int tm_think_ahead(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out);

#endif
