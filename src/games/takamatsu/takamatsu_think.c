/* Takamatsu: what we know about playing well. A move is as good as the cards it brings at once, to the moving seat
 * or to others; what a room will be good for later is left to the search. A few rounds ahead, the points are
 * compared. */
#include "base/bits.h"
#include "takamatsu_rules.h"

enum {
    HORIZON = 3,    /* rounds to search ahead */
    SAFE_LEAD = 12, /* points, as good as won */
    POINT = 16,     /* in ratings */
    LOOKED_AT = 64, /* actions of a long list that the rule of thumb looks at */
};

/* What a card of the column is worth; face down, the mean of all hidden ones. */
static int card_worth(const takamatsu_config *c, int card)
{
    if (card == TAKAMATSU_NONE) return 0;
    if (!takamatsu_is_hidden(card)) return POINT * c->open_value[card];
    return c->n_hidden ? POINT * c->highest[c->n_hidden] / c->n_hidden : 0;
}

static int rate_move(const takamatsu_config *c, const takamatsu_public *o, int seat, tm_action action)
{
    const int colour = c->home[action & 31];
    if (colour == TAKAMATSU_NONE) return 0;
    int worth = 0, n = takamatsu_count(action >> 5 & 0xfffff, colour);
    for (int i = 0; i < n && i < TAKAMATSU_COLUMN; i++) worth += card_worth(c, o->column[i]);
    return c->owner[colour] == seat ? worth : -worth / (c->seats == 2 ? 1 : 2);
}

/* A hidden card counts at the end anyway: it is used to reach the goal. */
static int rate_use(const takamatsu_config *c, const takamatsu_public *o, int seat, tm_action action)
{
    const int value = (int)(action >> 3 & 127), named = (int)(action & 7);
    const int colour = named == TAKAMATSU_NO_COLOUR ? seat : named;
    return o->pagoda[colour] + value >= c->goal ? 8 * POINT : -POINT;
}

static int rate(const takamatsu_config *c, const takamatsu_public *o, int seat, tm_action action)
{
    if (action >= TAKAMATSU_WAIT) return 0;
    return action >= TAKAMATSU_USE ? rate_use(c, o, seat, action) : rate_move(c, o, seat, action);
}

/* How far apart the actions are that are looked at, and the number of the first one. */
static int steps_of(int n_legal, tm_rng *rng, int *out_first)
{
    const int step = n_legal > LOOKED_AT ? n_legal / LOOKED_AT : 1;
    *out_first = step > 1 ? (int)tm_rng_below(rng, (uint32_t)step) : 0;
    return step;
}

/* The best of these, which are `step` apart. */
static int best_of(const takamatsu_config *c, const takamatsu_public *o, int seat, const tm_action *legal, int n,
                   int step, uint64_t noise)
{
    int best = 0, best_rate = INT32_MIN;
    for (int i = 0; i < n; i += step) {
        const int r = rate(c, o, seat, legal[i]) + (int)(noise & 15);
        noise = noise >> 4 | noise << 60;
        if (r <= best_rate) continue;
        best_rate = r;
        best = i;
    }
    return best;
}

static int choose(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, tm_rng *rng,
                  void *memory)
{
    (void)memory;
    const takamatsu_public *o = &((const takamatsu_state *)state)->open;
    const uint64_t noise = tm_rng_next(rng);
    int first;
    const int step = steps_of(n_legal, rng, &first);
    return first + best_of((const takamatsu_config *)config, o, seat, legal + first, n_legal - first, step, noise);
}

static void order(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, uint16_t *out)
{
    const takamatsu_public *o = &((const takamatsu_state *)state)->open;
    for (int i = 0; i < n_legal; i++) {
        const int r = rate((const takamatsu_config *)config, o, seat, legal[i]) + (1 << 14);
        out[i] = (uint16_t)(r < 0 ? 0 : r > UINT16_MAX ? UINT16_MAX : r);
    }
}

static bool settled(const void *config, const void *root, const void *state)
{
    (void)config;
    return ((const takamatsu_state *)state)->open.round >= ((const takamatsu_state *)root)->open.round + HORIZON;
}

static int points_of(const takamatsu_config *c, const takamatsu_state *s, int seat)
{
    int points = 0;
    for (int colour = 0; colour < c->n_colours; colour++)
        if (c->owner[colour] == seat) points += s->open.pagoda[colour];
    for (uint32_t hand = s->hand[seat]; hand;) points += c->hidden_value[tm_bits_take(&hand)];
    return points;
}

static void judge(const void *config, const void *state, int32_t *chances, void *memory)
{
    (void)memory;
    const takamatsu_config *c = (const takamatsu_config *)config;
    int points[TAKAMATSU_SEATS] = {0};
    for (int seat = 0; seat < c->seats; seat++) points[seat] = points_of(c, (const takamatsu_state *)state, seat);
    for (int seat = 0; seat < c->seats; seat++) {
        int other = -1;
        for (int k = 0; k < c->seats; k++)
            if (k != seat && points[k] > other) other = points[k];
        int lead = points[seat] - other;
        lead = lead > SAFE_LEAD ? SAFE_LEAD : lead < -SAFE_LEAD ? -SAFE_LEAD : lead;
        chances[seat] = TM_SURE / 2 + lead * (TM_SURE / 2 / SAFE_LEAD) * 9 / 10;
    }
}

/* With two to five players; those with four lie between those beside them, the others were counted. */
static const tm_reading READINGS[] = {{6, 56}, {6, 32}, {5, 36}, {4, 42}};

const tm_think takamatsu_think = {.choose = choose,
                                  .order = order,
                                  .settled = settled,
                                  .judge = judge,
                                  .master_events = 750000,
                                  .readings = READINGS};
