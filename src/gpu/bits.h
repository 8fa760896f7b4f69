/* Choices of games whose learners' file has `may` and `unspell`: a set of tokens, no list. A larger token is a larger
 * action, so the n-th token of the set is the n-th action of the list. */
#ifndef GPU_BITS_H
#define GPU_BITS_H

enum { GPU_STEPS = 1 };

static tm_action nth_of(const void *config, const uint64_t *bits, int k)
{
    const int first = __builtin_popcountll(bits[0]);
    const int word = k >= first;
    uint64_t left = word ? bits[1] : bits[0];
    if (word) k -= first;
    while (k--) left &= left - 1;
    return learn::unspell(config, (uint16_t)(64 * word + __builtin_ctzll(left)));
}

static int gpu_count(const void *config, const void *state, int seat)
{
    uint64_t bits[TM_TOKEN_WORDS];
    learn::may(config, state, seat, bits);
    return __builtin_popcountll(bits[0]) + __builtin_popcountll(bits[1]);
}

static tm_action gpu_nth(const void *config, const void *state, int seat, int k)
{
    uint64_t bits[TM_TOKEN_WORDS];
    learn::may(config, state, seat, bits);
    return nth_of(config, bits, k);
}

static tm_action gpu_random(const void *config, const void *state, int seat, tm_rng *rng)
{
    uint64_t bits[TM_TOKEN_WORDS];
    learn::may(config, state, seat, bits);
    const uint32_t n = (uint32_t)(__builtin_popcountll(bits[0]) + __builtin_popcountll(bits[1]));
    return nth_of(config, bits, (int)tm_rng_below(rng, n));
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
    uint64_t tokens[TM_TOKEN_WORDS];
    (void)spelled;
    (void)n_spelled;
    learn::may(config, state, seat, tokens);
    gpu_set_word(bits, first, tokens[0]);
    if (tokens[1]) gpu_set_word(bits, first + 64, tokens[1]);
}

static int gpu_read(const void *config, const void *state, int seat, const uint16_t *spelled, int n_spelled,
                    uint16_t token, tm_action *out)
{
    uint64_t bits[TM_TOKEN_WORDS];
    (void)spelled;
    (void)n_spelled;
    learn::may(config, state, seat, bits);
    if (!((token < 64 ? bits[0] : bits[1]) >> token % 64 & 1)) return TM_EILLEGAL;
    *out = learn::unspell(config, token);
    return TM_OK;
}

#endif
