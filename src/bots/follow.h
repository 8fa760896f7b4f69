/* What an action is worth when its seat goes on: to play a card and then to fly with it are two decisions, and what the card is worth is
 * seen only after the second. So where a seat decides again at once, with no chance and nobody else in between and nothing learned, its next decisions are tried, too. */
#ifndef BOTS_FOLLOW_H
#define BOTS_FOLLOW_H

#include "bots/positions.h"

/* Follows the best of these actions, as tm_positions_try() has just rated them, in the world that it drew last: what the best end of each is
 * worth takes the place of its value. Leaves everything as it is if out of memory. About a hundred looks. */
void tm_follow(tm_positions *positions, int seat, tm_rated *list, int n);

#endif
