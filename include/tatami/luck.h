/* How lucky everybody was in a game that is over. */
#ifndef TATAMI_LUCK_H
#define TATAMI_LUCK_H

#include <tatami/table.h>

TM_HEADER_BEGIN

enum { TM_LUCK_MOST = 100000 }; /* other outcomes, at most */

/* What chance gave each seat, as a share of the win out of TM_SURE: positive for good luck, 0 for all seats together. With every outcome of the
 * game `n` others are drawn in the same way; from both the game is played on by rules of thumb, with the same luck, until it can be
 * judged; luck is how much better the seat stands with the outcome that came, on average, all outcomes added up.
 *
 * Both come from the same draw, so luck is 0 on average, whoever plays and however bad the rules of thumb are. Therefore it may be taken away
 * from results, which then scatter less and are the same on average; how much less depends on the rules of thumb.
 *
 * It takes about as long as `n` times the number of outcomes short games; the same seed gives the same luck. TM_ETURN if the game is not
 * over: before, luck would tell what is hidden. TM_ERANGE if n is 0 or more than TM_LUCK_MOST. */
int tm_luck(const tm_table *table, uint32_t n, uint64_t seed, int32_t *out_luck);

TM_HEADER_END

#endif
