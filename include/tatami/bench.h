/* What every build can be asked: a signature of its behaviour, and work to be timed. No clock here: the caller has one. */
#ifndef TATAMI_BENCH_H
#define TATAMI_BENCH_H

#include <tatami/game.h>

/* One number over games of fixed seeds, all registered games and numbers of players: every legal list, choice, outcome,
 * state, view, world and score. It changes when behaviour changes, and is the same for every compiler, flag and target.
 * 0 without memory. */
uint64_t tm_bench_signature(void);

/* Random playouts in a row until at least n_decisions were taken; how many were, 0 without memory. */
uint64_t tm_bench_play(const tm_game *game, int n_seats, uint64_t n_decisions, uint64_t seed);

/* The calibration loop: 28 cards dealt to four hands, then one random card of a hand after another, no rules. */
uint64_t tm_bench_calibrate(uint64_t n_decisions, uint64_t seed, uint32_t *out_sum);

#endif
