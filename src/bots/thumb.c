/* The game's own rules of thumb, where it has some; else anything. */
#include "bots/bots.h"

static tm_action choose(const tm_game *game, const void *config, const void *view, int seat, const tm_action *legal,
                        int n_legal, tm_rng *rng)
{
    if (game->thumb) return game->thumb(config, view, seat, legal, n_legal, rng);
    return legal[tm_rng_below(rng, (uint32_t)n_legal)];
}

const tm_bot tm_bot_thumb = {
    .name = "thumb", .about = N_("a few rules of thumb, where the game has some"), .choose = choose};
