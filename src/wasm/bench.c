/* What `tatami bench` does: in a module of its own, which has everything else as well. A page that only plays need not fetch it. */
#include <tatami/bench.h>

#include "wasm/wasm.h"

uint64_t EXPORT(tatami_bench_signature)(void)
{
    return tm_bench_signature();
}

uint64_t EXPORT(tatami_bench_play)(uint32_t game, int n_seats, uint64_t n_decisions, uint64_t seed)
{
    return game < (uint32_t)tm_n_games ? tm_bench_play(tm_games[game], n_seats, n_decisions, seed) : 0;
}

uint64_t EXPORT(tatami_bench_calibrate)(uint64_t n_decisions, uint64_t seed)
{
    uint32_t sum;
    return tm_bench_calibrate(n_decisions, seed, &sum);
}
