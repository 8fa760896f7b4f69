/* Sets of up to 32 things as a mask. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <tatami/base.h>

static inline int tm_bits_count(uint32_t mask)
{
    return __builtin_popcount(mask);
}

static inline int tm_bits_first(uint32_t mask) /* mask is not 0 */
{
    return __builtin_ctz(mask);
}

/* Takes the lowest member out of *mask and returns it. */
static inline int tm_bits_take(uint32_t *mask)
{
    const int first = __builtin_ctz(*mask);
    *mask &= *mask - 1;
    return first;
}

/* The k-th member, from 0; there must be more than k. */
static inline int tm_bits_nth(uint32_t mask, uint32_t k)
{
    while (k--) mask &= mask - 1;
    return __builtin_ctz(mask);
}

#endif
