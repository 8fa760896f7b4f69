/* Choices of games where an action is one token, from the list of legal actions. */
#ifndef GPU_LIST_H
#define GPU_LIST_H

enum { GPU_STEPS = 1 };

static int gpu_count(const void *config, const void *state, int seat)
{
    tm_action legal[GPU_MAX_LEGAL];
    return GPU_GAME(legal)(config, state, seat, legal);
}

static tm_action gpu_nth(const void *config, const void *state, int seat, int k)
{
    tm_action legal[GPU_MAX_LEGAL];
    GPU_GAME(legal)(config, state, seat, legal);
    return legal[k];
}

static tm_action gpu_random(const void *config, const void *state, int seat, tm_rng *rng)
{
    tm_action legal[GPU_MAX_LEGAL];
    const int n = GPU_GAME(legal)(config, state, seat, legal);
    return legal[tm_rng_below(rng, (uint32_t)n)];
}

static tm_action gpu_thumb(const void *config, const void *state, int seat, tm_rng *rng)
{
    tm_action legal[GPU_MAX_LEGAL];
    const int n = GPU_GAME(legal)(config, state, seat, legal);
    return legal[n > 1 ? think::choose(config, state, seat, legal, n, rng, nullptr) : (int)tm_rng_below(rng, 1)];
}

static void gpu_mask(const void *config, const void *state, int seat, const uint16_t *spelled, int n_spelled,
                     uint32_t *bits, uint32_t first)
{
    tm_action legal[GPU_MAX_LEGAL];
    const int n = GPU_GAME(legal)(config, state, seat, legal);
    (void)spelled;
    (void)n_spelled;
    for (int i = 0; i < n; i++) {
        uint16_t token;
        learn::spell(config, legal[i], &token);
        gpu_set(bits, first + token);
    }
}

static int gpu_read(const void *config, const void *state, int seat, const uint16_t *spelled, int n_spelled,
                    uint16_t wanted, tm_action *out)
{
    tm_action legal[GPU_MAX_LEGAL];
    const int n = GPU_GAME(legal)(config, state, seat, legal);
    (void)spelled;
    (void)n_spelled;
    for (int i = 0; i < n; i++) {
        uint16_t token;
        learn::spell(config, legal[i], &token);
        if (token != wanted) continue;
        *out = legal[i];
        return TM_OK;
    }
    return TM_EILLEGAL;
}

#endif
