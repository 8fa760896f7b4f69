/* The template game on a graphics card: its sources one after the other, then what gpu/kernels.cu asks for. Files of
 * statics that share names, and only those, go into a namespace of their own. */
#include "template_rules.c"
#include "template_view.c"

namespace learn
{
#include "template_learn.c"
}
namespace think /* no rules of thumb */
{
static int choose(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, tm_rng *rng,
                  void *memory)
{
    (void)memory;
    (void)config;
    (void)state;
    (void)seat;
    (void)legal;
    return (int)tm_rng_below(rng, (uint32_t)n_legal);
}
} // namespace think

#define GPU_GAME(name) template_##name
#define GPU_CLASSES 0
enum { GPU_MAX_LEGAL = 2, GPU_STACK = 0, GPU_DEALS_TOGETHER = 0 };
#include "gpu/list.h"

static bool gpu_fits(const template_config *config)
{
    (void)config;
    return true;
}
