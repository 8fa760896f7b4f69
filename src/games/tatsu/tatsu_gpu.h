/* TATSU on a graphics card: its sources one after the other, then what gpu/kernels.cu asks for. */
#include "tatsu_rules.c"
#include "tatsu_view.c"

namespace learn
{
#include "tatsu_learn.c"
}
namespace think
{
#include "tatsu_think.c"
}

#define GPU_GAME(name) tatsu_##name
#define GPU_CLASSES 0
/* A deal costs as much as ten decisions, and rounds are about equally long: the threads of a warp deal together. */
enum { GPU_MAX_LEGAL = 32, GPU_STACK = 0, GPU_DEALS_TOGETHER = 1 };
#include "gpu/bits.h"

static bool gpu_fits(const tatsu_config *config)
{
    (void)config;
    return true;
}
