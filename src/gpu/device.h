/* One source for a graphics card and for the processor.
 *
 * On a card (NVRTC) a kernel runs once per thread. On the processor it is a function that runs once per block, and
 * what each thread does is a loop: GPU_EACH. Everything a thread keeps from one GPU_EACH to the next lies in the
 * block's shared memory or in the arrays. Between two loops stands GPU_WAIT.
 *
 * The rest are the compiler's own functions that the rules use, under the names that a card has for them. */
#ifndef GPU_DEVICE_H
#define GPU_DEVICE_H

#define _Static_assert static_assert /* the rules are C; here they are C++ */

#ifdef __CUDACC_RTC__

#define __builtin_popcount(x) __popc(x)
#define __builtin_popcountll(x) __popcll(x)
#define __builtin_ctz(x) (__ffs((int)(x)) - 1)
#define __builtin_ctzll(x) (__ffsll((long long)(x)) - 1)
#define __builtin_clz(x) __clz((int)(x))
#define __builtin_clzll(x) __clzll((long long)(x))
#define __builtin_memset memset
#define __builtin_memcpy memcpy
#define __builtin_memmove gpu_move
#define __builtin_trap() __trap()

#include <tatami/learn.h>

static inline void gpu_move(void *to, const void *from, size_t n)
{
    uint8_t *out = (uint8_t *)to;
    const uint8_t *in = (const uint8_t *)from;
    if (out < in)
        for (size_t i = 0; i < n; i++) out[i] = in[i];
    else
        for (size_t i = n; i-- > 0;) out[i] = in[i];
}

#define GPU_KERNEL extern "C" __global__ void
/* For blocks of 128 threads, of which eight fit on a multiprocessor. */
#define GPU_KERNEL_128 extern "C" __global__ void __launch_bounds__(128, 8)
#define GPU_EACH(thread) for (uint32_t thread = threadIdx.x, once_ = 1; once_; once_ = 0)
#define GPU_WAIT() __syncthreads()
#define GPU_BLOCK blockIdx.x
#define GPU_BLOCKS gridDim.x
#define GPU_THREADS blockDim.x
#define GPU_SHARED(name)                                                                                               \
    extern __shared__ uint4 name##_words[];                                                                            \
    uint8_t *name = (uint8_t *)name##_words

typedef uint4 gpu_chunk; /* 16 bytes, copied in one go */

/* One bit per thread of a warp for which the condition holds. All of its threads must come here. */
static inline uint32_t gpu_vote(bool holds)
{
    return __ballot_sync(0xffffffffu, holds);
}

static inline uint64_t gpu_take_number(uint64_t *next)
{
    return atomicAdd((unsigned long long *)next, 1ull);
}

static inline uint32_t gpu_take_place(uint32_t *n)
{
    return atomicAdd(n, 1u);
}

enum { GPU_WARP = 32 };

/* One number for a whole warp. All of its threads must come here. */
static inline uint32_t gpu_warp_take(uint32_t *n, uint32_t thread)
{
    const uint32_t taken = thread % GPU_WARP ? 0 : atomicAdd(n, 1u);
    return __shfl_sync(0xffffffffu, taken, 0);
}

static inline void gpu_add(uint64_t *sum, uint64_t value)
{
    if (value) atomicAdd((unsigned long long *)sum, (unsigned long long)value);
}

static inline void gpu_least(int32_t *least, int32_t value)
{
    atomicMin(least, value);
}

static inline void gpu_or(uint32_t *word, uint32_t bits)
{
    if (bits) atomicOr(word, bits);
}

#include "base/hash.c"
#include "base/planes.c"
#include "base/rng.c"

#else

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <tatami/learn.h>

#include "base/bits.h"
#include "base/planes.h"

/* The block that runs; the caller sets it (tests/gpu). */
typedef struct gpu_block {
    uint32_t number, n_blocks, n_threads;
    uint8_t *shared;
} gpu_block;
static gpu_block gpu_now;

#define GPU_KERNEL static void
#define GPU_KERNEL_128 static void
#define GPU_EACH(thread) for (uint32_t thread = 0; thread < gpu_now.n_threads; thread++)
#define GPU_WAIT() (void)0
#define GPU_BLOCK gpu_now.number
#define GPU_BLOCKS gpu_now.n_blocks
#define GPU_THREADS gpu_now.n_threads
#define GPU_SHARED(name) uint8_t *name = gpu_now.shared

typedef struct gpu_chunk {
    uint32_t word[4];
} gpu_chunk;

static inline uint32_t gpu_vote(bool holds)
{
    return holds;
}

static inline uint64_t gpu_take_number(uint64_t *next)
{
    return (*next)++;
}

static inline uint32_t gpu_take_place(uint32_t *n)
{
    return (*n)++;
}

enum { GPU_WARP = 1 };

static inline uint32_t gpu_warp_take(uint32_t *n, uint32_t thread)
{
    (void)thread;
    return (*n)++;
}

static inline void gpu_add(uint64_t *sum, uint64_t value)
{
    *sum += value;
}

static inline void gpu_least(int32_t *least, int32_t value)
{
    if (value < *least) *least = value;
}

static inline void gpu_or(uint32_t *word, uint32_t bits)
{
    *word |= bits;
}

#include "base/hash.c" /* no public name: this copy is this program's own */

#endif

/* Masks as bits: those of a block's tables lie one after the other, and so share words. */
static inline void gpu_set(uint32_t *bits, uint32_t at)
{
    gpu_or(&bits[at / 32], 1u << at % 32);
}

static inline void gpu_set_word(uint32_t *bits, uint32_t at, uint64_t word)
{
    const uint32_t shift = at % 32;
    gpu_or(&bits[at / 32], (uint32_t)(word << shift));
    gpu_or(&bits[at / 32 + 1], (uint32_t)(word << shift >> 32));
    if (shift && word >> (64 - shift)) gpu_or(&bits[at / 32 + 2], (uint32_t)(word >> (64 - shift)));
}

#endif
