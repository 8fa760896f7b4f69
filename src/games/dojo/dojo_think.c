/* Dojo: what we know about playing well.
 *
 * A card is worth what it adds to a dojo in its best place (dojo_rate.c); the rest follows from that.
 *
 * A search stops after half a game and compares the ratings there. At the end of the game it looks at the margin,
 * because a narrow result depends more on chance than on one decision. A short search with a network's advice stops
 * after three turns, with the chances there (dojo_chances.c).
 *
 * These rules predict the other players well enough. A tree would not: in it they would act as if they saw the
 * searching seat's cards, so a dealer would conclude that exactly those who win will challenge. */
#include "dojo_chances.h"
#include "dojo_players.h"

/* Ratings are sixteenths of a point. */
enum {
    HORIZON = 6,      /* turns to search ahead */
    HORIZON_WELL = 3, /* where chances are rated: more games in the same time */
    SAFE_LEAD = 100,  /* at the end as good as won */
    SAFE_MORE = 15,   /* and this much more for every turn to come */
    BELT_STEP = 12,   /* one belt higher, for challenges */
    PATIENCE = 6,     /* for every card that the dealer could still have instead */
    RIVAL = 10,       /* what another player's gain costs me, in sixteenths */
    CLEAR_LEAD = 12,  /* points at the end */
    NOISE = 3,        /* a mask */
};

/* The cost of counting a dojo exactly, in events, by its brooms and assistants. */
static const uint16_t COUNTING[3][3] = {{6, 6, 8}, {8, 20, 150}, {12, 100, 1500}};

/* What a challenge with this belt is worth. Dealers do not always have the highest card themselves. */
static const int8_t CHALLENGE[DOJO_BELTS + 1] = {0, -24, 0, 16, 24, 32};

static void rate_places(const dojo_public *o, int seat, int card, const tm_action *legal, int n, dojo_memory *memory,
                        int *out)
{
    const dojo_gains g = dojo_recall_gains(memory, o, seat, card);
    for (int i = 0; i < n; i++) out[i] = dojo_gain_at(&g, (int)(legal[i] - DOJO_PLACE));
}

static void rate_gifts(const dojo_public *o, int card, const tm_action *legal, int n, dojo_memory *memory, int *out)
{
    for (int i = 0; i < n; i++) {
        const int to = (int)(legal[i] - DOJO_GIVE);
        const int gain = dojo_recall_fit(memory, o, to, card) + BELT_STEP * (dojo_belt(card) - 3);
        out[i] = to == o->dealer ? gain - PATIENCE * (n - 1) : -gain * RIVAL / 16;
    }
}

static int rate_swap(const dojo_public *o, int seat, dojo_memory *memory)
{
    const int other = seat == o->dealer ? o->challenger - 1 : o->dealer;
    const int mine = o->face_up[seat], theirs = o->face_up[other];
    const int gain = dojo_recall_fit(memory, o, seat, theirs) - dojo_recall_fit(memory, o, seat, mine),
              rival = dojo_recall_fit(memory, o, other, mine) - dojo_recall_fit(memory, o, other, theirs);
    return gain - rival * RIVAL / 16;
}

static void rate_lines(const dojo_public *o, int seat, const tm_action *legal, int n, dojo_memory *memory, int *out)
{
    dojo_lines room;
    const dojo_lines *lines = dojo_recall(memory, o, seat, &room);
    const dojo_gains g = dojo_trophy_gains(lines, o->prize);
    const bool row = dojo_for_row(o->prize);
    const tm_action first = row ? DOJO_TROPHY_ROW + lines->top : DOJO_TROPHY_COL + lines->left;
    for (int i = 0; i < n; i++) out[i] = row ? g.row[1 + legal[i] - first] : g.col[1 + legal[i] - first];
}

/* Looks only at the seat's own card, the card that the dealer is looking at, and what is face up. */
static void rate_all(const dojo_state *s, int seat, const tm_action *legal, int n, dojo_memory *memory, int *out)
{
    const dojo_public *o = &s->open;
    out[1] = 0;
    switch (o->phase) {
    case DOJO_GIVING: rate_gifts(o, s->drawn, legal, n, memory, out); break;
    case DOJO_ASKING: out[0] = CHALLENGE[dojo_belt(s->hand[seat])]; break;
    case DOJO_SWAPPING: out[0] = rate_swap(o, seat, memory); break;
    case DOJO_PLACING:
        rate_places(o, seat, o->face_up[seat] ? o->face_up[seat] : s->hand[seat], legal, n, memory, out);
        break;
    default: rate_lines(o, seat, legal, n, memory, out); break;
    }
}

/* Of equal ones any. */
static int best_of(int *rates, int n, tm_rng *rng)
{
    uint64_t noise = tm_rng_next(rng);
    int best = 0;
    for (int i = 0; i < n; i++) {
        rates[i] += (int)(noise & NOISE);
        noise = noise >> 2 | noise << 62;
        if (rates[i] > rates[best]) best = i;
    }
    return best;
}

static int choose(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, tm_rng *rng,
                  void *memory)
{
    const dojo_state *s = (const dojo_state *)state;
    int rates[DOJO_GRID] = {0};
    (void)config;
    if (s->open.phase == DOJO_THROWING) return (int)tm_rng_below(rng, (uint32_t)n_legal);
    rate_all(s, seat, legal, n_legal, (dojo_memory *)memory, rates);
    return best_of(rates, n_legal, rng);
}

static int choose_well(const void *config, const void *state, int seat, const tm_action *legal, int n_legal,
                       tm_rng *rng, void *memory)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_state *s = (const dojo_state *)state;
    int rates[DOJO_SEATS] = {0};
    switch (s->open.phase) {
    case DOJO_GIVING: dojo_rate_giving(c, s, legal, n_legal, (dojo_memory *)memory, rates); break;
    case DOJO_ASKING: rates[0] = dojo_rate_asking(c, s, seat, (dojo_memory *)memory); break;
    default: return choose(config, state, seat, legal, n_legal, rng, memory);
    }
    return best_of(rates, n_legal, rng);
}

static int turns_between(const void *root, const void *state)
{
    return ((const dojo_state *)state)->open.turn - ((const dojo_state *)root)->open.turn;
}

static bool settled(const void *config, const void *root, const void *state)
{
    (void)config;
    return turns_between(root, state) >= HORIZON;
}

static bool settled_well(const void *config, const void *root, const void *state)
{
    (void)config;
    return turns_between(root, state) >= HORIZON_WELL;
}

static void judge(const void *config, const void *state, int32_t *chances, void *memory)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_public *o = &((const dojo_state *)state)->open;
    const int safe = SAFE_LEAD + SAFE_MORE * (DOJO_TURNS - o->turn);
    int rates[DOJO_SEATS];
    for (int i = 0; i < c->seats; i++) {
        dojo_lines room;
        rates[i] = dojo_rate(c, o, i, dojo_recall((dojo_memory *)memory, o, i, &room));
    }
    for (int i = 0; i < c->seats; i++) {
        int other = INT16_MIN;
        for (int k = 0; k < c->seats; k++)
            if (k != i && rates[k] > other) other = rates[k];
        int lead = rates[i] - other;
        if (lead > safe) lead = safe;
        if (lead < -safe) lead = -safe;
        chances[i] = TM_SURE / 2 + lead * (TM_SURE / 2) / safe * 15 / 16;
    }
}

static void judge_well(const void *config, const void *state, int32_t *chances, void *memory)
{
    dojo_chances((const dojo_config *)config, &((const dojo_state *)state)->open, (dojo_memory *)memory, chances);
}

/* What a seat that may challenge does not know is, above all, the card the dealer kept. */
static bool likely(const void *config, const void *state, int seat, tm_rng *rng)
{
    const dojo_state *s = (const dojo_state *)state;
    const dojo_public *o = &s->open;
    (void)config;
    if (o->phase != DOJO_ASKING || seat == o->dealer) return true;
    return tm_rng_below(rng, 100) < (uint32_t)dojo_keeps(o->kept_of, dojo_belt(s->hand[o->dealer]));
}

/* How many rows or columns have this trophy, up to two. */
static int held(const uint8_t *at, int n, int trophy)
{
    int many = 0;
    for (int i = 0; i < n; i++) many += at[i] == trophy;
    return many < 2 ? many : 2;
}

static uint32_t counting(const void *config, const void *state)
{
    const dojo_public *o = &((const dojo_state *)state)->open;
    uint32_t events = 0;
    for (int i = 0; i < ((const dojo_config *)config)->seats; i++)
        events += COUNTING[held(o->at_col[i], DOJO_GRID_COLUMNS, DOJO_BROOM)]
                          [held(o->at_row[i], DOJO_GRID_ROWS, DOJO_ASSISTANT)];
    return events;
}

/* With three, four and five players. */
static const tm_reading READINGS[] = {{6, 60}, {7, 40}, {7, 36}};

const tm_think dojo_think = {.choose = choose,
                             .settled = settled,
                             .judge = judge,
                             .clear_lead = CLEAR_LEAD,
                             .events = {1000, 50000, 1000000},
                             .counting = counting,
                             .likely = likely,
                             .foretells = true,
                             .to_the_end = true,
                             .memory = sizeof(dojo_memory),
                             .choose_well = choose_well,
                             .settled_well = settled_well,
                             .judge_well = judge_well,
                             .readings = READINGS};
