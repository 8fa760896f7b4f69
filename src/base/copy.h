/* Copies a few bytes without a call. Texts are mostly made of pieces this short, for which memcpy takes longer to find out
 * what to do than to do it. */
#ifndef BASE_COPY_H
#define BASE_COPY_H

#include <stdint.h>

enum { COPY_SHORT = 16 }; /* the most bytes that tm_copy_short copies */

/* The halves of a piece may overlap, so that no length needs a loop. */
static inline void tm_copy_short(char *to, const char *from, uint32_t n)
{
    if (n >= 8) {
        __builtin_memcpy(to, from, 8);
        __builtin_memcpy(to + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
        __builtin_memcpy(to, from, 4);
        __builtin_memcpy(to + n - 4, from + n - 4, 4);
    } else if (n > 0) {
        to[0] = from[0];
        to[n / 2] = from[n / 2];
        to[n - 1] = from[n - 1];
    }
}

#endif
