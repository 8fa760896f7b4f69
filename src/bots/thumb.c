/* The game's own rules of thumb if it has any; otherwise random. They look at a state, so the bot draws one; which
 * one must not matter, because the rules use only what the seat knows. */
#include <stdlib.h>

#include "bots/bots.h"

static tm_action choose(const tm_question *q, tm_rng *rng)
{
    const tm_think *think = q->game->think;
    void *world = think && think->choose && q->n_legal > 1 ? malloc(q->game->state_size) : NULL;
    if (!world) return q->legal[tm_rng_below(rng, (uint32_t)q->n_legal)];
    q->game->world(q->config, q->view, rng, world);
    const int pick = think->choose(q->config, world, q->seat, q->legal, q->n_legal, rng, NULL);
    free(world);
    return q->legal[pick];
}

const tm_bot tm_bot_thumb = {.name = "thumb", .about = N_("follows a few rules of thumb"), .choose = choose};
