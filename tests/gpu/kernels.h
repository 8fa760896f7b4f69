/* The kernels of a game, built for the processor. */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include <stdint.h>

/* Runs all blocks of a kernel, one after the other. `shared` is the block's memory, and every argument has eight bytes,
 * in the order of the kernel's parameters. */
typedef void gpu_launch(const char *kernel, uint32_t n_blocks, uint32_t n_threads, void *shared,
                        const uint64_t *arguments);

#ifdef __cplusplus
extern "C" gpu_launch LAUNCH;
#endif

#endif
