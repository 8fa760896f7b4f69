/* Dojo: how likely each player is to win, by what the dojos are likely to score in the end.
 *
 * Whoever is still to deal gains by it, because a dealer chooses first: with five players it is worth four points. And the less time is left, the
 * more a lead says. The numbers were fitted to 20,000 games with each number of players, played as good players do (dojo_players.c). */
#include "dojo_chances.h"

enum {
    HALF_OVER = 11, /* when the game is over; not 0, because luck decides narrow results */
    HALVING = 256,  /* one halving, in fixed point */
    HALVINGS = 24,  /* after so many a chance is nothing */
};

/* Sixteenths of a point. */
static const struct {
    int8_t deal;       /* a turn to deal that is still to come */
    int8_t half, more; /* who is so far behind another wins half as often; and so much more for every turn to come */
} FITTED[DOJO_SEATS - DOJO_FEWEST + 1] = {{26, 19, 6}, {56, 21, 5}, {64, 18, 4}};

/* What each dojo is likely to score, and what is still to be gained by dealing. */
static void rate_dojos(const dojo_config *c, const dojo_public *o, dojo_memory *memory, int *out)
{
    for (int i = 0; i < c->seats; i++) {
        dojo_lines room;
        out[i] = dojo_rate(c, o, i, dojo_recall(memory, o, i, &room));
    }
    for (int turn = o->turn; turn < DOJO_TURNS; turn++)
        if (!dojo_deals_at_random(c, turn)) out[dojo_dealer_of(c, turn)] += FITTED[c->seats - DOJO_FEWEST].deal;
}

/* 2 to the power of -behind / half, but along a straight line between whole numbers, which is close enough. */
static uint32_t odds(int behind, int half)
{
    const uint32_t halved = (uint32_t)(behind * HALVING / half), times = halved / HALVING;
    return times > HALVINGS ? 0 : (2 * HALVING - halved % HALVING) << HALVINGS / 2 >> times;
}

static int half_of(const dojo_config *c, int turn)
{
    const int few = c->seats - DOJO_FEWEST;
    return turn == DOJO_TURNS ? HALF_OVER : FITTED[few].half + FITTED[few].more * (DOJO_TURNS - turn);
}

void dojo_chances(const dojo_config *c, const dojo_public *o, dojo_memory *memory, int32_t *out)
{
    const int half = half_of(c, o->turn);
    int rates[DOJO_SEATS], best = INT32_MIN;
    uint32_t all = 0;
    if (o->phase == DOJO_OVER)
        for (int i = 0; i < c->seats; i++) rates[i] = dojo_points(c, o, i) * DOJO_POINT;
    else
        rate_dojos(c, o, memory, rates);
    for (int i = 0; i < c->seats; i++) best = rates[i] > best ? rates[i] : best;
    for (int i = 0; i < c->seats; i++) all += odds(best - rates[i], half);
    for (int i = 0; i < c->seats; i++) {
        const uint64_t part = (uint64_t)odds(best - rates[i], half) * TM_SURE;
        out[i] = (int32_t)(part / all); /* NOLINT: the best player has odds */
    }
}
