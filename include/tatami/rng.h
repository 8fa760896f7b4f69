/* The one random generator: xoshiro256++ seeded through splitmix64. The same seed gives the same numbers on every
 * target. It is fast and good, but not cryptographic: where somebody could gain by guessing, seed it from a secret. */
#ifndef TATAMI_RNG_H
#define TATAMI_RNG_H

#include <tatami/base.h>

TM_HEADER_BEGIN

typedef struct tm_rng {
    uint64_t s[4];
} tm_rng;

/* Streams of one seed are independent: a game uses one per purpose (the cards, each bot). */
void tm_rng_init(tm_rng *rng, uint64_t seed, uint64_t stream);

static inline uint64_t tm_rng_rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static inline uint64_t tm_rng_next(tm_rng *rng)
{
    uint64_t *s = rng->s;
    const uint64_t result = tm_rng_rotl(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = tm_rng_rotl(s[3], 45);
    return result;
}

/* Exactly uniform over 0 … n-1 (Lemire's multiplication, with its rare rejection); n is at least 1. */
static inline uint32_t tm_rng_below(tm_rng *rng, uint32_t n)
{
    uint64_t m = (tm_rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        const uint32_t reject = (0u - n) % n;
        while ((uint32_t)m < reject) m = (tm_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

TM_HEADER_END

#endif
