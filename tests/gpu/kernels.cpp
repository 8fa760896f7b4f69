/* One game's kernels for the processor: the sources that a card gets, with its threads as loops. GAME is the id. */
#include "kernels.h"

#include <string.h>

#include <tatami/learn.h>

#include "base/bits.h"
#include "base/planes.h"

/* The rules are in the library, too: these are this file's own. */
namespace
{
#include "gpu/device.h"
#include GAME_SOURCE
#include "gpu/kernels.cu"

template <typename T> T pointer(uint64_t argument)
{
    return (T)(uintptr_t)argument;
}

void run(const char *kernel, const uint64_t *a)
{
    if (!strcmp(kernel, "gpu_facts"))
        gpu_facts(pointer<const game_config *>(a[0]), pointer<uint32_t *>(a[1]));
    else if (!strcmp(kernel, "gpu_reset"))
        gpu_reset(pointer<const gpu_vector *>(a[0]), a[1]);
    else if (!strcmp(kernel, "gpu_look_up"))
        gpu_look_up(pointer<const gpu_vector *>(a[0]), pointer<const void *>(a[1]), (int32_t)a[2]);
    else if (!strcmp(kernel, "gpu_go_on"))
        gpu_go_on(pointer<const gpu_vector *>(a[0]), pointer<const void *>(a[1]), (int32_t)a[2]);
    else if (!strcmp(kernel, "gpu_random_tokens"))
        gpu_random_tokens(pointer<const gpu_vector *>(a[0]), a[1], pointer<int32_t *>(a[2]));
    else if (!strcmp(kernel, "gpu_random_games"))
        gpu_random_games(pointer<const gpu_games *>(a[0]));
    else if (!strcmp(kernel, "gpu_thumb_games"))
        gpu_thumb_games(pointer<const gpu_games *>(a[0]));
    else if (!strcmp(kernel, "gpu_score_seats"))
        gpu_score_seats(pointer<const gpu_games *>(a[0]));
    else if (!strcmp(kernel, "gpu_add_games"))
        gpu_add_games(pointer<const gpu_games *>(a[0]));
    else if (!strcmp(kernel, "gpu_try"))
        gpu_try(pointer<const gpu_vector *>(a[0]), a[1], (uint32_t)a[2], pointer<const tm_action *>(a[3]),
                pointer<uint8_t *>(a[4]), pointer<tm_action *>(a[5]), pointer<int32_t *>(a[6]));
    else if (!strcmp(kernel, "gpu_play_out"))
        gpu_play_out(pointer<const gpu_vector *>(a[0]), a[1], (uint32_t)a[2], (uint32_t)a[3],
                     pointer<const tm_action *>(a[4]), pointer<float *>(a[5]), pointer<int32_t *>(a[6]));
    else
        tm_assert(false);
}
} // namespace

void LAUNCH(const char *kernel, uint32_t n_blocks, uint32_t n_threads, void *shared, const uint64_t *arguments)
{
    gpu_now.n_blocks = n_blocks;
    gpu_now.n_threads = n_threads;
    gpu_now.shared = (uint8_t *)shared;
    for (gpu_now.number = 0; gpu_now.number < n_blocks; gpu_now.number++) run(kernel, arguments);
}
