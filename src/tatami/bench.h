/* What every build can be asked: a signature of its behaviour, and work to be timed. No clock here: the caller has one. */
#ifndef TATAMI_BENCH_H
#define TATAMI_BENCH_H

#include <tatami/search.h>

/* One number over games of fixed seeds, all registered games and numbers of players: every legal list, choice, outcome,
 * state, view, world and score, and some thoughts of the searcher. It changes when behaviour changes, and is the same for every compiler, flag and target.
 * 0 without memory. */
uint64_t tm_bench_signature(void);

/* Random playouts in a row until at least n_decisions were taken; how many were, 0 without memory. */
uint64_t tm_bench_play(const tm_game *game, int n_seats, uint64_t n_decisions, uint64_t seed);

/* Thinks about the first decision of a game; the iterations done. `search` is tm_search_threads where there are threads. */
typedef int (*tm_bench_search)(const tm_question *question, const tm_search_limits *limits, int n_threads, tm_rng *rng,
                               tm_search_result *out);
uint64_t tm_bench_think(const tm_game *game, int n_seats, uint32_t iterations, tm_bench_search search, int n_threads,
                        uint64_t seed);

/* The calibration loop: 28 cards dealt to four hands, then one random card of a hand after another, no rules. */
uint64_t tm_bench_calibrate(uint64_t n_decisions, uint64_t seed, uint32_t *out_sum);

#endif
