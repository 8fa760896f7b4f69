/* Steps per second of processor time of tm_vector with observations and masks written, beside the calibration loop.
 *     bench_vector GAME PLAYERS TABLES THREADS */
#define _POSIX_C_SOURCE 200809L
#include <tatami/vector.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <tatami/bench.h>

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* of all threads: the machine may be shared */
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A random token of each mask. Part of what is measured, as a policy would be; quick, since the mask is scanned as words. */
static void choose(const tm_learn *learn, int n, const uint8_t *masks, uint64_t *seed, int32_t *tokens)
{
    for (int i = 0; i < n; i++) {
        const uint8_t *mask = masks + (size_t)i * learn->n_tokens;
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        int at = (int)((*seed >> 33) % learn->n_tokens);
        while (!mask[at])
            if (++at == learn->n_tokens) at = 0;
        tokens[i] = at;
    }
}

int main(int argc, char **argv)
{
    const tm_game *game = tm_game_find(tm_span_of(argc > 1 ? argv[1] : "tatsu"));
    if (!game) return 2;
    const int n_seats = argc > 2 ? atoi(argv[2]) : game->usual_seats, n = argc > 3 ? atoi(argv[3]) : 256;
    tm_setup setup;
    tm_vector *vector;
    tm_why why;
    tm_why_init(&why, NULL);
    if (tm_setup_init(&setup, game, n_seats, &why) ||
        tm_vector_new(&setup, n, argc > 4 ? atoi(argv[4]) : 1, 1, &vector, &why)) {
        fprintf(stderr, "bench_vector: %s\n", why.text.at);
        return 2;
    }
    const tm_learn *learn = tm_learn_find(game);
    const size_t size = (size_t)n;
    tm_vector_arrays out = {
        .observations = malloc(size * tm_vector_observation(vector)),
        .masks = malloc(size * learn->n_tokens),
        .seats = malloc(size * sizeof *out.seats),
        .dones = malloc(size),
        .rewards = malloc(size * (size_t)n_seats * sizeof *out.rewards),
    };
    int32_t *tokens = malloc(size * sizeof *tokens);
    uint64_t seed = 1;
    uint32_t sum;
    double start = processor_time();
    const uint64_t calibration = tm_bench_calibrate(20000000, 1, &sum);
    const double loop = (double)calibration / (processor_time() - start);
    tm_vector_reset(vector, 1, &out);
    long steps = 0;
    double choosing = 0;
    start = processor_time();
    while (processor_time() - start < 3) {
        for (int k = 0; k < 50; k++) {
            const double before = processor_time();
            choose(learn, n, out.masks, &seed, tokens);
            choosing += processor_time() - before;
            if (tm_vector_step(vector, tokens, &out, NULL)) return 1;
        }
        steps += 50L * n;
    }
    const double seconds = processor_time() - start - choosing;
    printf("%s %d, %d tables: %.2f million steps per second and core, %.3f of the calibration loop's %.0f million "
           "decisions\n",
           game->id, n_seats, n, (double)steps / seconds / 1e6, (double)steps / seconds / loop, loop / 1e6);
    tm_vector_free(vector);
    return 0;
}
