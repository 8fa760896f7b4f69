/* Actions compared in the same worlds: every drawn world is played on once for each of them, with the same random numbers, so that luck does not
 * decide between them; after each stage the worse half is dropped (sequential halving). A bound, as in a tree, would try the best again and again,
 * each time in another world. */
#ifndef BOTS_COMPARE_H
#define BOTS_COMPARE_H

#include "bots/advice.h"

/* Who plays the games, and how much they count. */
typedef struct tm_playing {
    void *player;
    /* Plays this world on, beginning with the advised action of this index, and returns the deciding seat's chance, out of TM_SURE. Takes what chance
     * does from `dice` and all other random numbers from `rng`. */
    int32_t (*play)(void *player, const void *world, int first, tm_rng *rng, tm_rng *dice);
    uint64_t (*cost)(const void *player); /* of all games so far, in events */
    int weight, opinion;                  /* how much the mean of the games counts, and the network's opinion */
    /* How many games are added to those that were played, as if they had ended as the network thinks. Without them, the luck of the first few games
     * would decide which half is dropped. */
    int more;
} tm_playing;

/* There must be an advised action. Returns how many games were played, at least one for each action, or TM_ESPACE. Actions that were not advised get no
 * visits. */
int tm_compare(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, const tm_advice *advice,
               const tm_playing *games, tm_search_result *out);

#endif
