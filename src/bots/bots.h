/* The bots there are. */
#ifndef BOTS_BOTS_H
#define BOTS_BOTS_H

#include <tatami/search.h>

extern const tm_bot tm_bot_random, tm_bot_thumb, tm_bot_easy, tm_bot_medium, tm_bot_hard, tm_bot_expert, tm_bot_reflex,
    tm_bot_master;

/* How long the expert thinks about a decision of this game. */
tm_search_limits tm_expert_limits(const tm_game *game);

/* In the order of tm_search_best; equal ones by action. */
void tm_best_first(tm_search_result *results, int n);

#endif
