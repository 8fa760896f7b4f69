#include "bots/bots.h"

static tm_action choose(const tm_question *q, tm_rng *rng)
{
    return q->legal[tm_rng_below(rng, (uint32_t)q->n_legal)];
}

const tm_bot tm_bot_random = {.name = "random", .about = N_("plays any legal action at random"), .choose = choose};
