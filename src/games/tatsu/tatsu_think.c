/* TATSU: what we know about playing well. A search goes to the end of the round and judges by the lead there.
 *
 * Rules of thumb for one card: how likely is our team to win the trick if this card is played, and what is at stake?
 * Points and multipliers go where our team wins, high cards where they are needed, a fusion where much would be
 * lost. The numbers were tuned by self-play over some thousand rounds. */
#include "base/bits.h"
#include "tatsu_rules.h"

enum {
    SAFE_LEAD = 240, /* a lead of this many points, far from the end of the game, is as good as won */
    EIGHTH = 8,      /* LAID and POT are in eighths, so is `stake` */
    ANY_TRICK = 3,   /* what is at stake in an empty trick: the lead, cards to come */
    LAID = 3,        /* the weight of a card in the trick */
    POT = 5,         /* the weight of a card in the pot */
    POWER_LAID = 14, /* what one step of power in our own clan is worth later */
    POWER_GIVEN = 11,
    POWER_FUSED = 6, /* when there is a fusion already */
    PRIZE_FUSED = 14,
    FUSION = -15,
    FLIP = -6,
    NOISE = 15, /* a mask */
};

/* What a card is worth in a trick: its points, and more for multipliers, both to their own team and to the team that
 * takes them away. */
static const int8_t PRIZE[TATSU_CLAN] = {0, 3, 3, 6, 7, 2, 1, 1, 1, 0, 8, 8, 11, -2};

/* In percent: how likely the highest card so far, with this power, stays the highest with this many cards to come. */
static const int8_t HOLDS[4][7] = {
    {100, 100, 100, 100, 100, 100, 100},
    {43, 55, 74, 88, 94, 93, 99},
    {11, 46, 54, 52, 66, 77, 92},
    {5, 21, 25, 38, 55, 94, 98},
};

/* Who is winning the trick, for the asking player's team, and how good it is to ask a partner or somebody else. */
typedef enum holder { NOBODY, OURS, THEIRS } holder;
static const int8_t ASK_PARTNER[3] = {-15, 0, -22}, ASK_OTHER[3] = {7, -17, -4};

typedef struct trick {
    int best_power, best_team, left; /* cards to come after the next one */
    int stake;
    bool fusion;
} trick;

static trick look_at_trick(const tatsu_public *o)
{
    trick t = {-2, 0, 3 - o->n_laid, 0, false};
    for (int i = 0; i < o->n_laid; i++) {
        const int power = tatsu_power(o->laid[i]);
        t.stake += LAID * PRIZE[o->laid[i] % TATSU_CLAN];
        if (power < 0) t.fusion = true;
        if (power <= t.best_power) continue;
        t.best_power = power;
        t.best_team = (o->leader + i) & 1;
    }
    for (uint32_t pot = o->pot; pot;) t.stake += POT * PRIZE[tm_bits_take(&pot) % TATSU_CLAN];
    return t;
}

/* How sure `team` is of the trick if this is the highest card, played for a seat of `clan`: -100 … 100. */
static int sure_of(const trick *t, int power, int clan, int team)
{
    const int holds = HOLDS[t->left][power];
    return clan == team ? 2 * holds - 100 : 100 - 2 * holds;
}

/* How good it is for `team` if this card is played for a seat of `clan`; `given` if it is not the seat's own. */
static int rate_card(const trick *t, int card, int clan, int team, bool given)
{
    const int power = tatsu_power(card), prize = PRIZE[card % TATSU_CLAN], own = clan == team ? power : -power;
    if (t->fusion) return PRIZE_FUSED * prize / 4 - POWER_FUSED * own;
    if (power < 0) {
        const int sure = t->best_power < 0 ? 0 : sure_of(t, t->best_power, t->best_team, team);
        return FUSION - sure * (t->stake / EIGHTH) / 16;
    }
    const bool leads = power > t->best_power;
    const int sure = leads ? sure_of(t, power, clan, team) : sure_of(t, t->best_power, t->best_team, team);
    return sure * (prize + ANY_TRICK + t->stake / EIGHTH) / 8 - (given ? POWER_GIVEN : POWER_LAID) * own;
}

static int rate_ask(const tatsu_config *c, const tatsu_public *o, const trick *t, tm_action action, int clan)
{
    const holder who = t->best_power == -2 ? NOBODY : t->best_team == clan ? OURS : THEIRS;
    if (action == TATSU_ASK_OPPONENT) return ASK_OTHER[who];
    const int place = action == TATSU_ASK_GHOST ? TATSU_GHOST : tatsu_place_of(c, o->round, (int)(action - TATSU_ASK));
    return ((place & 1) == clan ? ASK_PARTNER : ASK_OTHER)[who];
}

static int choose(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, tm_rng *rng,
                  void *memory)
{
    (void)memory;
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_public *o = &((const tatsu_state *)state)->open;
    const bool given = o->phase == TATSU_GIVING;
    const int clan = tatsu_turn_place(c, o) & 1, team = given ? o->asked & 1 : clan;
    const trick t = look_at_trick(o);
    uint64_t noise = tm_rng_next(rng);
    int best = 0, best_rate = INT32_MIN;
    (void)seat;
    for (int i = 0; i < n_legal; i++) {
        const uint32_t verb = legal[i] & ~0xffu;
        int rate = (int)(noise & NOISE);
        noise = noise >> 4 | noise << 60;
        if (verb == TATSU_PLAY || verb == TATSU_GIVE)
            rate += rate_card(&t, (int)(legal[i] & 0xff), clan, team, given);
        else
            rate += verb == TATSU_ASK ? rate_ask(c, o, &t, legal[i], clan) : FLIP;
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

static void judge(const void *config, const void *state, int32_t *chances, void *memory)
{
    (void)memory;
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_public *o = &((const tatsu_state *)state)->open;
    for (int i = 0; i < c->seats; i++) {
        int32_t other = -1; /* the best of the others; a partner's total is our own */
        for (int k = 0; k < c->seats; k++)
            if (k != i && !(c->seats == 4 && ((k ^ i) & 1) == 0) && o->total[k] > other) other = o->total[k];
        int32_t lead = o->total[i] - other;
        if (lead > SAFE_LEAD) lead = SAFE_LEAD;
        if (lead < -SAFE_LEAD) lead = -SAFE_LEAD;
        chances[i] = TM_SURE / 2 + lead * (TM_SURE / 2 / SAFE_LEAD) * 9 / 10;
    }
}

const tm_think tatsu_think = {.choose = choose, .settled = settled, .judge = judge, .master_events = 4000000};
