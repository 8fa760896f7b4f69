/* Writing observations: each function writes one plane and returns where the next one starts. */
#ifndef BASE_PLANES_H
#define BASE_PLANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Round a table without dividing: the seat that sits n places after this one, n below n_seats; and how many places a seat sits after
 * `from`. */
static inline int tm_seat_after(int seat, int n, int n_seats)
{
    return seat + n < n_seats ? seat + n : seat + n - n_seats;
}

static inline int tm_seat_from(int from, int seat, int n_seats)
{
    return seat < from ? seat - from + n_seats : seat - from;
}

/* Every byte as its eight bits, the lowest first. Looking them up beats computing them: an observation has dozens of such bytes. */
extern const uint8_t tm_plane_bytes[256][8];

/* One byte per bit, the lowest first. Empty sets are not treated apart: the branch costs more than it saves. */
static inline uint8_t *tm_plane_bits(uint8_t *out, uint64_t bits, int n)
{
    for (; n >= 8; n -= 8, bits >>= 8, out += 8) __builtin_memcpy(out, tm_plane_bytes[bits & 0xff], 8);
    if (n > 0) __builtin_memcpy(out, tm_plane_bytes[bits & 0xff], (size_t)n);
    return out + n;
}

/* A set of any size, n bits in words of 64. What is left at the end is written as eight bytes too, before the others and partly where they
 * go: one by one it would cost as much as all of them. */
static inline void tm_plane_words(uint8_t *out, const uint64_t *words, int n)
{
    const int whole = n & ~7, left = n & 7;
    int at = 0;
    if (n < 8) {
        for (; at < n; at++) out[at] = words[0] >> at & 1;
        return;
    }
    if (left) tm_plane_bits(out + n - 8, words[whole / 64] >> whole % 64 << (8 - left), 8);
    if (whole >= 64) {
        tm_plane_bits(out, words[0], 64);
        at = 64;
    }
    for (; at < whole; at += 8) tm_plane_bits(out + at, words[at / 64] >> at % 64, 8);
}

/* Several planes of bits, gathered to be written together: fewer and larger pieces. At most 64 bits. */
typedef struct tm_planes {
    uint64_t bits;
    int n;
} tm_planes;

static inline void tm_planes_add(tm_planes *planes, uint64_t bits, int n)
{
    planes->bits |= bits << planes->n;
    planes->n += n;
}

/* The set of one value, or the empty set if it is outside 0 … n - 1. */
static inline void tm_planes_one(tm_planes *planes, int value, int n)
{
    const bool inside = value >= 0 && value < n;
    tm_planes_add(planes, (uint64_t)inside << (value & 63), n); /* no branch: see tm_plane_one */
}

/* n bytes of 0. In short pieces: for a long one gcc takes an instruction that is slow to start. */
static inline uint8_t *tm_plane_none(uint8_t *out, int n)
{
    for (; n >= 64; n -= 64, out += 64) __builtin_memset(out, 0, 64);
    __builtin_memset(out, 0, (size_t)n);
    return out + n;
}

/* A 1 at `value`, or nowhere if it is outside 0 … n - 1. */
static inline uint8_t *tm_plane_one(uint8_t *out, int value, int n)
{
    const bool inside = value >= 0 && value < n;
    __builtin_memset(out, 0, (size_t)n);
    out[value & -(int)inside] = inside; /* no branch: a guess about the phase of a game is often wrong */
    return out + n;
}

static inline uint8_t *tm_plane_byte(uint8_t *out, int value)
{
    *out = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    return out + 1;
}

static inline uint8_t *tm_plane_copy(uint8_t *out, const uint8_t *bytes, int n)
{
    __builtin_memcpy(out, bytes, (size_t)n);
    return out + n;
}

/* A number of two bytes, the high one first; 0 is written 128 0. It must be in their range. */
static inline uint8_t *tm_plane_short(uint8_t *out, int32_t value)
{
    const uint32_t shifted = (uint32_t)value + 32768;
    out[0] = (uint8_t)(shifted >> 8);
    out[1] = (uint8_t)shifted;
    return out + 2;
}

/* The same for any number: the nearest one in the range. */
static inline uint8_t *tm_plane_number(uint8_t *out, int32_t value)
{
    const int32_t low = value < -32768 ? -32768 : value;
    return tm_plane_short(out, low > 32767 ? 32767 : low);
}

#endif
