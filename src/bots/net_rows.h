/* Rows of a network's weights, four at a time: added to sums or taken from them, as they are or each multiplied by a
 * number. Four together cost little more than one, because reading and writing the sums takes most of the time.
 *
 * For processors, compilers make vectors of these loops by themselves. For WebAssembly clang 14 widens bytes by
 * shifting, so its vectors are no faster than plain code. With the instructions made for it, `master` at TATSU takes
 * less than a third of the time (docs/BENCHMARKS.md); the sums are the same. */
#ifndef TATAMI_NET_ROWS_H
#define TATAMI_NET_ROWS_H

#include <stdbool.h>
#include <stdint.h>

enum { TM_NET_ROWS = 4 };

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

enum { NET_AT_ONCE = 16 };

/* The sums of 16 units of the four rows, widened: four units in each. */
static inline void net_sum_units(const int8_t *const *rows, int at, v128_t out[4])
{
    v128_t low = wasm_i16x8_const_splat(0), high = low;
    for (int k = 0; k < TM_NET_ROWS; k++) {
        const v128_t row = wasm_v128_load(rows[k] + at);
        low = wasm_i16x8_add(low, wasm_i16x8_extend_low_i8x16(row));
        high = wasm_i16x8_add(high, wasm_i16x8_extend_high_i8x16(row));
    }
    out[0] = wasm_i32x4_extend_low_i16x8(low);
    out[1] = wasm_i32x4_extend_high_i16x8(low);
    out[2] = wasm_i32x4_extend_low_i16x8(high);
    out[3] = wasm_i32x4_extend_high_i16x8(high);
}

/* The same of two rows, each multiplied by its number, added to `out`: units of both side by side are pairs, which one
 * instruction multiplies and adds. */
static inline void net_sum_scaled(const int8_t *const *rows, const int16_t *by, int at, v128_t out[4])
{
    const v128_t a = wasm_v128_load(rows[0] + at), b = wasm_v128_load(rows[1] + at);
    const v128_t low = wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t high = wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const v128_t pair = wasm_i16x8_make(by[0], by[1], by[0], by[1], by[0], by[1], by[0], by[1]);
    out[0] = wasm_i32x4_add(out[0], wasm_i32x4_dot_i16x8(wasm_i16x8_extend_low_i8x16(low), pair));
    out[1] = wasm_i32x4_add(out[1], wasm_i32x4_dot_i16x8(wasm_i16x8_extend_high_i8x16(low), pair));
    out[2] = wasm_i32x4_add(out[2], wasm_i32x4_dot_i16x8(wasm_i16x8_extend_low_i8x16(high), pair));
    out[3] = wasm_i32x4_add(out[3], wasm_i32x4_dot_i16x8(wasm_i16x8_extend_high_i8x16(high), pair));
}
#endif

/* `take`: away from the sums. It is a constant where this is called, so it costs nothing. */
static inline void tm_net_add_rows(int32_t *restrict sums, const int8_t *const *rows, int n, bool take)
{
    const int8_t *restrict a = rows[0], *restrict b = rows[1], *restrict c = rows[2], *restrict d = rows[3];
    int i = 0;
#ifdef __wasm_simd128__
    for (v128_t more[4]; i + NET_AT_ONCE <= n; i += NET_AT_ONCE) {
        net_sum_units(rows, i, more);
        for (int k = 0; k < 4; k++) {
            const v128_t sum = wasm_v128_load(sums + i + 4 * k);
            wasm_v128_store(sums + i + 4 * k, take ? wasm_i32x4_sub(sum, more[k]) : wasm_i32x4_add(sum, more[k]));
        }
    }
#endif
    for (; i < n; i++) {
        const int16_t more = (int16_t)(a[i] + b[i] + c[i] + d[i]);
        sums[i] += take ? -more : more;
    }
}

/* |weight * by| <= 128 * 127, so that two products fit in 16 bits, and only their sum is widened. */
static inline void tm_net_add_scaled_rows(int32_t *restrict sums, const int8_t *const *rows, const int16_t *by, int n)
{
    const int8_t *restrict a = rows[0], *restrict b = rows[1], *restrict c = rows[2], *restrict d = rows[3];
    const int16_t by_a = by[0], by_b = by[1], by_c = by[2], by_d = by[3];
    int i = 0;
#ifdef __wasm_simd128__
    for (v128_t sum[4]; i + NET_AT_ONCE <= n; i += NET_AT_ONCE) {
        for (int k = 0; k < 4; k++) sum[k] = wasm_v128_load(sums + i + 4 * k);
        net_sum_scaled(rows, by, i, sum);
        net_sum_scaled(rows + 2, by + 2, i, sum);
        for (int k = 0; k < 4; k++) wasm_v128_store(sums + i + 4 * k, sum[k]);
    }
#endif
    for (; i < n; i++) sums[i] += (int16_t)(a[i] * by_a + b[i] * by_b) + (int16_t)(c[i] * by_c + d[i] * by_d);
}
#endif
