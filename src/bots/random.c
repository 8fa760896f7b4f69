#include "bots/bots.h"

static tm_action choose(const tm_game *game, const void *config, const void *view, int seat, const tm_action *legal,
                        int n_legal, tm_rng *rng)
{
    (void)game;
    (void)config;
    (void)view;
    (void)seat;
    return legal[tm_rng_below(rng, (uint32_t)n_legal)];
}

const tm_bot tm_bot_random = {.name = "random", .about = N_("any legal action, all equally likely"), .choose = choose};
