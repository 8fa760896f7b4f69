/* A network with random weights, for tests and the bench signature: it plays badly, but it must play the same everywhere. */
#ifndef BOTS_SAMPLE_H
#define BOTS_SAMPLE_H

#include <tatami/table.h>

/* The file of a network that sees every plane of the game and judges tokens or positions, for all numbers of players and the options'
 * defaults. Freed by the caller; NULL if out of memory. */
uint8_t *tm_net_sample(const tm_game *game, uint64_t seed, bool positions, size_t *out_size);

#endif
