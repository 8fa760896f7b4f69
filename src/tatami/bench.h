/* What every build can do: compute a signature of its behaviour, and work that can be timed. There is no clock here;
 * the caller has one. */
#ifndef TATAMI_BENCH_H
#define TATAMI_BENCH_H

#include <tatami/search.h>

/* A hash over games with fixed seeds, for all registered games and numbers of players: every legal list, choice,
 * outcome, state, view, world and score, and some results of the searcher. It changes only when behaviour changes,
 * and is the same for every compiler, flag and target. 0 if out of memory. */
uint64_t tm_bench_signature(void);

/* Random playouts in a row until at least n_decisions were taken. Returns how many were, or 0 if out of memory. */
uint64_t tm_bench_play(const tm_game *game, int n_seats, uint64_t n_decisions, uint64_t seed);

/* Thinks about the first decision of a game and returns the number of iterations. Where there are threads, `search`
 * is tm_search_threads. */
typedef int (*tm_bench_search)(const tm_question *question, const tm_search_limits *limits, int n_threads, tm_rng *rng,
                               tm_search_result *out);
uint64_t tm_bench_think(const tm_game *game, int n_seats, uint32_t iterations, tm_bench_search search, int n_threads,
                        uint64_t seed);

/* The calibration loop: deals 28 cards to four hands, then takes random cards out of them one by one. No rules. */
uint64_t tm_bench_calibrate(uint64_t n_decisions, uint64_t seed, uint32_t *out_sum);

#endif
