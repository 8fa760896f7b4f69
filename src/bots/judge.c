#include "bots/judge.h"

enum {
    NO_SEAT = -(1 << 30), /* points of a seat that nobody has */
    BARE_WIN = 8,         /* one part in this many is for winning at all, the rest for a clear lead */
};

bool tm_is_settled(const tm_game *game, const void *config, const void *root, const void *state)
{
    return game->think && game->think->settled && game->think->settled(config, root, state);
}

/* How clear the result is for a seat: TM_SURE / 2 for a draw. */
static int32_t clearness(const int32_t *points, int seat, int32_t clear_lead)
{
    int32_t other = INT32_MIN;
    for (int i = 0; i < TM_MAX_SEATS; i++)
        if (i != seat && points[i] > other) other = points[i];
    int32_t lead = points[seat] - other;
    lead = lead > clear_lead ? clear_lead : lead < -clear_lead ? -clear_lead : lead;
    return TM_SURE / 2 + lead * (TM_SURE / 2) / clear_lead;
}

static void judge_end(const tm_game *game, const void *config, const void *state, int32_t *out_chances)
{
    const int32_t clear_lead = game->think ? game->think->clear_lead : 0;
    int32_t points[TM_MAX_SEATS], best = INT32_MIN;
    uint32_t winners;
    for (int i = 0; i < TM_MAX_SEATS; i++) points[i] = NO_SEAT;
    game->score(config, state, points, &winners);
    for (int i = 0; i < TM_MAX_SEATS; i++)
        if (points[i] > best) best = points[i];
    for (int i = 0; i < TM_MAX_SEATS && points[i] != NO_SEAT; i++) {
        const int32_t won = (winners ? winners >> i & 1 : points[i] == best) ? TM_SURE : 0;
        out_chances[i] = won;
        if (clear_lead) out_chances[i] += (clearness(points, i, clear_lead) - won) / BARE_WIN * (BARE_WIN - 1);
    }
}

void tm_judge(const tm_game *game, const void *config, const void *state, int32_t *out_chances, void *memory)
{
    for (int i = 0; i < TM_MAX_SEATS; i++) out_chances[i] = 0;
    if (game->think && game->think->judge && game->actors(config, state))
        game->think->judge(config, state, out_chances, memory);
    else
        judge_end(game, config, state, out_chances);
}

int tm_count_seats(const tm_game *game, const void *config, const void *state)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    int n = 0;
    for (int i = 0; i < TM_MAX_SEATS; i++) points[i] = NO_SEAT;
    game->score(config, state, points, &winners);
    while (n < TM_MAX_SEATS && points[n] != NO_SEAT) n++;
    return n;
}

void tm_draw_likely(const tm_game *game, const void *config, const void *view, int seat, int most, tm_rng *rng,
                    void *out_world)
{
    const tm_think *think = game->think;
    int drawn = 0;
    do game->world(config, view, rng, out_world);
    while (++drawn < most && think && think->likely && !think->likely(config, out_world, seat, rng));
}

int tm_count_seats_seen(const tm_game *game, const void *config, const void *view, void *room)
{
    tm_rng rng;
    tm_rng_init(&rng, 0, 0);
    game->world(config, view, &rng, room);
    return tm_count_seats(game, config, room);
}

void tm_won(const tm_game *game, const void *config, const void *state, int32_t *out_chances)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    game->score(config, state, points, &winners);
    for (int i = 0; i < TM_MAX_SEATS; i++) out_chances[i] = winners >> i & 1 ? TM_SURE : 0;
}
