#include "bots/judge.h"

bool tm_is_settled(const tm_game *game, const void *config, const void *root, const void *state)
{
    return game->think && game->think->settled && game->think->settled(config, root, state);
}

void tm_judge(const tm_game *game, const void *config, const void *state, int32_t *out_chances)
{
    int32_t points[TM_MAX_SEATS], best = INT32_MIN;
    uint32_t winners;
    for (int i = 0; i < TM_MAX_SEATS; i++) {
        out_chances[i] = 0;
        points[i] = INT32_MIN; /* seats that nobody has */
    }
    if (game->think && game->think->judge && game->actors(config, state)) {
        game->think->judge(config, state, out_chances);
        return;
    }
    game->score(config, state, points, &winners);
    for (int i = 0; i < TM_MAX_SEATS; i++)
        if (points[i] > best) best = points[i];
    if (!winners)
        for (int i = 0; i < TM_MAX_SEATS; i++)
            if (points[i] == best) winners |= 1u << i;
    for (int i = 0; i < TM_MAX_SEATS; i++)
        if (winners >> i & 1) out_chances[i] = TM_SURE;
}
