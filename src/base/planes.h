/* Writing observations: each function writes one plane and returns where the next one starts. */
#ifndef BASE_PLANES_H
#define BASE_PLANES_H

#include <stddef.h>
#include <stdint.h>

/* Eight bits as eight bytes, the lowest first in memory. The multiplication copies the bits to eight places, the mask keeps another
 * one in each, and adding 0x7f carries it into the top bit. */
static inline uint64_t tm_plane_spread(uint64_t bits)
{
    const uint64_t spread = (bits & 0xff) * 0x0101010101010101u & 0x8040201008040201u;
    const uint64_t bytes = (spread + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(bytes);
#else
    return bytes;
#endif
}

/* One byte per bit, the lowest first. Empty sets are not treated apart: the branch costs more than it saves. */
static inline uint8_t *tm_plane_bits(uint8_t *out, uint64_t bits, int n)
{
    for (; n >= 8; n -= 8, bits >>= 8, out += 8) {
        const uint64_t bytes = tm_plane_spread(bits);
        __builtin_memcpy(out, &bytes, 8);
    }
    if (n > 0) {
        const uint64_t bytes = tm_plane_spread(bits);
        __builtin_memcpy(out, &bytes, (size_t)n);
    }
    return out + n;
}

/* A 1 at `value`, or nowhere if it is outside 0 … n - 1. */
static inline uint8_t *tm_plane_one(uint8_t *out, int value, int n)
{
    for (int i = 0; i < n; i++) out[i] = i == value;
    return out + n;
}

static inline uint8_t *tm_plane_byte(uint8_t *out, int value)
{
    *out = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    return out + 1;
}

/* A number of two bytes, the high one first; 0 is written 128 0. */
static inline uint8_t *tm_plane_number(uint8_t *out, int32_t value)
{
    const int32_t shifted = value < -32768 ? 0 : value > 32767 ? 65535 : value + 32768;
    out[0] = (uint8_t)(shifted >> 8);
    out[1] = (uint8_t)shifted;
    return out + 2;
}

#endif
