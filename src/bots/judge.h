/* How good a position is, for who thinks ahead. */
#ifndef BOTS_JUDGE_H
#define BOTS_JUDGE_H

#include <tatami/game.h>

/* Whether a game thought on from `root` may stop here: the game's word (tm_think), or no. */
bool tm_is_settled(const tm_game *game, const void *config, const void *root, const void *state);
/* Each seat's chance of winning, out of TM_SURE: when the game is over, the result; else what the game judges, or the lead. */
void tm_judge(const tm_game *game, const void *config, const void *state, int32_t *out_chances);

#endif
