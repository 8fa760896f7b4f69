/* TATSU: what is known about playing well. A round is thought to its end, and judged there by the lead.
 *
 * Rules of thumb for one card: how likely is it that the own team takes the trick once this card lies there, and what is the
 * card worth to who takes it? Points and multipliers go where the own team wins, and low cards where it does not. */
#include "base/bits.h"
#include "tatsu_rules.h"

/* A lead of this many points, away from the end of the game, is as good as won. */
enum { SAFE_LEAD = 240 };

/* What a card is worth in a trick: its points; multipliers more, to their own team as to those who take them away. */
static const int8_t PRIZE[TATSU_CLAN] = {3, 4, 5, 6, 7, 1, 1, 1, 1, 1, 5, 8, 11, 0};

/* In hundredths: how likely the highest card so far, of this power, stays the highest with so many cards to come. */
static const int8_t HOLDS[4][7] = {
    {100, 100, 100, 100, 100, 100, 100},
    {30, 40, 55, 65, 75, 88, 99},
    {15, 25, 38, 52, 66, 82, 99},
    {8, 15, 25, 38, 55, 75, 98},
};

typedef struct trick {
    int best_power, best_team, left; /* cards to come after the next one */
    bool fusion;
} trick;

static trick look_at_trick(const tatsu_public *o)
{
    trick t = {-2, 0, 3 - o->n_laid, false};
    for (int i = 0; i < o->n_laid; i++) {
        const int power = tatsu_power(o->laid[i]);
        if (power < 0) t.fusion = true;
        if (power <= t.best_power) continue;
        t.best_power = power;
        t.best_team = (o->leader + i) & 1;
    }
    return t;
}

/* How good it is for `team` to see this card laid in front of a seat of `clan`. */
static int rate_card(const trick *t, int card, int clan, int team)
{
    const int power = tatsu_power(card), prize = PRIZE[card % TATSU_CLAN];
    if (t->fusion || power < 0) return -2 * prize;
    const bool leads = power > t->best_power;
    const int holds = HOLDS[t->left][leads ? power : t->best_power];
    const int ours = (leads ? clan : t->best_team) == team ? holds : 100 - holds;
    const int spent = clan == team ? 3 * power : -3 * power; /* high cards of the own clan are for later */
    return (2 * ours - 100) * (prize + 3) / 8 - spent;
}

static int choose(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, tm_rng *rng)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_public *o = &((const tatsu_state *)state)->open;
    const int clan = tatsu_turn_place(c, o) & 1;
    const int team = (o->phase == TATSU_GIVING ? o->asked : clan) & 1;
    const trick t = look_at_trick(o);
    uint64_t noise = tm_rng_next(rng);
    int best = 0, best_rate = -10000;
    (void)seat;
    for (int i = 0; i < n_legal; i++) {
        const uint32_t verb = legal[i] & ~0xffu;
        int rate = (int)(noise & 15);
        noise = noise >> 4 | noise << 60;
        if (verb == TATSU_PLAY || verb == TATSU_GIVE)
            rate += rate_card(&t, (int)(legal[i] & 0xff), clan, team);
        else
            rate += verb == TATSU_ASK ? -12 : -8;
        if (rate > best_rate) {
            best_rate = rate;
            best = i;
        }
    }
    return best;
}

static bool settled(const void *config, const void *root, const void *state)
{
    (void)config;
    return ((const tatsu_state *)state)->open.round != ((const tatsu_state *)root)->open.round;
}

static void judge(const void *config, const void *state, int32_t *chances)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_public *o = &((const tatsu_state *)state)->open;
    for (int i = 0; i < c->seats; i++) {
        int32_t other = -1; /* the best of the others; a partner's total is the own */
        for (int k = 0; k < c->seats; k++)
            if (k != i && !(c->seats == 4 && ((k ^ i) & 1) == 0) && o->total[k] > other) other = o->total[k];
        int32_t lead = o->total[i] - other;
        if (lead > SAFE_LEAD) lead = SAFE_LEAD;
        if (lead < -SAFE_LEAD) lead = -SAFE_LEAD;
        chances[i] = TM_SURE / 2 + lead * (TM_SURE / 2 / SAFE_LEAD) * 9 / 10;
    }
}

const tm_think tatsu_think = {choose, NULL, settled, judge};
