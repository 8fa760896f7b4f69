/* TATATA! on a graphics card: its sources one after the other, then what gpu/kernels.cu asks for. */
#include "tatata_circuit.c"
#include "tatata_deck.c"
#include "tatata_effects.c"
#include "tatata_legal.c"
#include "tatata_rules.c"
#include "tatata_view.c"

namespace learn
{
#include "tatata_learn.c"
}
namespace think
{
#include "tatata_think.c"
}

#define GPU_GAME(name) tatata_##name
#define GPU_CLASSES 0
enum { GPU_MAX_LEGAL = TATATA_MAX_LEGAL, GPU_STACK = 0, GPU_DEALS_TOGETHER = 0 };
#include "gpu/list.h"

static bool gpu_fits(const tatata_config *config)
{
    (void)config;
    return true;
}
