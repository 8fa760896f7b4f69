/* Dojo on a graphics card: its sources one after the other, then what gpu/kernels.cu asks for. */
#include "dojo_rate.c"
#include "dojo_rules.c"
#include "dojo_score.c"
#include "dojo_view.c"

namespace learn
{
#include "dojo_learn.c"
}
namespace think
{
#include "dojo_think.c"
}

/* The search through many brooms and assistants needs 100 KB of stack, which no card has for each of its threads. Boxes
 * that could need it do not fit. */
void dojo_explore_layers(dojo_search *s, uint32_t brooms, uint32_t assistants)
{
    (void)s;
    (void)brooms;
    (void)assistants;
    __builtin_trap();
}

static bool gpu_fits(const dojo_config *c)
{
    const int brooms = c->trophies[DOJO_BROOM - 1], assistants = c->trophies[DOJO_ASSISTANT - 1];
    return c->white_belt || brooms < 2 || assistants < 2 || brooms + assistants < MANY; /* D20: none is placed */
}

#define GPU_GAME(name) dojo_##name
/* Counting takes far longer than a decision, and games are about equally long: the threads of a warp count together. */
enum { GPU_MAX_LEGAL = DOJO_GRID, GPU_STACK = 8192, GPU_DEALS_TOGETHER = 0, GPU_SCORES_TOGETHER = 28 };
#include "gpu/bits.h"
