/* Dojo: what we know about playing well.
 *
 * A dojo is rated row by row and column by column: how many points a row or column in this state scored on average
 * at the end. The tables are the weights of a linear regression of final points over some hundred thousand positions
 * from games played by these rules of thumb. A card is worth what it adds in its best place; the rest follows from
 * that.
 *
 * A search stops after half a game and compares the ratings there. At the end of the game it looks at the margin,
 * because a narrow result depends more on chance than on one decision.
 *
 * These rules predict the other players well enough. A tree would not: in it they would act as if they saw the
 * searching seat's cards, so a dealer would conclude that exactly those who win will challenge. */
#include "base/bits.h"
#include "dojo_rules.h"

/* All ratings are sixteenths of a point. */
enum {
    POINT = 16,
    HORIZON = 6,     /* turns to search ahead */
    SAFE_LEAD = 100, /* at the end as good as won */
    SAFE_MORE = 15,  /* and this much more for every turn to come */
    BELT_STEP = 12,  /* one belt higher, for challenges */
    PATIENCE = 6,    /* for every card that the dealer could still have instead */
    RIVAL = 10,      /* what another player's gain costs me, in sixteenths */
    CLEAR_LEAD = 12, /* points at the end */
    NOISE = 3,       /* a mask */
};

/* Ratings depend on the time left: 1 or 2 turns to come, 3 to 6, or more. */
typedef enum stage { LATE, MIDDLE, EARLY, STAGES } stage;

/* By stage; plain, with a raccoon trophy, with incense; cards in the row; how many are of one disciple, including
 * jokers. Impossible entries are 0. */
static const int16_t ROW[STAGES][3][DOJO_COLUMNS + 1][DOJO_COLUMNS + 1] = {
    {{{0}, {0}, {0, 75, 100}, {0, 54, 75, 121}, {0, 20, 45, 91, 149}},
     {{0}, {0}, {0, 118, 149}, {0, 98, 127, 168}, {0, 44, 95, 152, 156}},
     {{0}, {0}, {0, 105, 125}, {0, 89, 105, 134}, {0, 62, 77, 107, 151}}},
    {{{85}, {0, 72}, {0, 60, 80}, {0, 40, 61, 105}, {0, 15, 31, 77, 133}},
     {{0}, {0, 120}, {0, 109, 132}, {0, 91, 114, 149}, {0, 40, 82, 136, 141}},
     {{0}, {0, 103}, {0, 91, 107}, {0, 72, 89, 119}, {0, 46, 64, 94, 138}}},
    {{{72}, {0, 67}, {0, 54, 77}, {0, 26, 58, 98}, {0, 0, 21, 69, 117}},
     {{0}, {0, 118}, {0, 109, 128}, {0, 77, 116, 133}, {0, 24, 56, 126, 126}},
     {{0}, {0, 96}, {0, 83, 101}, {0, 66, 85, 116}, {0, 23, 62, 87, 124}}},
};

/* By stage; plain, with a kimono; cards in the column; their belt, or 0 if they are not equal. */
static const int16_t COL[STAGES][2][DOJO_ROWS + 1][DOJO_BELTS + 1] = {
    {{{0}, {0, 0, 0, 0, 0, 2}, {1, 4, 6, 9, 13, 18}, {0, 16, 32, 47, 61, 77}},
     {{0}, {0, 0, 1, 2, 3, 4}, {2, 7, 10, 17, 25, 33}, {2, 33, 63, 93, 124, 155}}},
    {{{43}, {0, 27, 28, 28, 30, 31}, {12, 21, 26, 28, 36, 46}, {0, 21, 36, 50, 65, 81}},
     {{0}, {0, 31, 35, 37, 37, 39}, {16, 29, 34, 43, 61, 77}, {4, 39, 69, 96, 125, 155}}},
    {{{43}, {0, 32, 32, 32, 35, 40}, {14, 27, 34, 37, 48, 55}, {0, 24, 36, 56, 68, 83}},
     {{0}, {0, 38, 45, 52, 55, 60}, {24, 35, 48, 58, 82, 100}, {6, 39, 76, 97, 123, 152}}},
};

/* Columns with a belt trophy, by stage: two unequal cards, by the higher belt; one card; two equal ones; three, by the
 * belt of a pair, or 0 if there is none. */
static const int16_t BELT_COL[STAGES][DOJO_ROWS + 1][DOJO_BELTS + 1] = {
    {{0, 0, 15, 18, 25, 32}, {0, 1, 20, 21, 28, 38}, {0, 16, 32, 46, 62, 76}, {11, 17, 33, 46, 62, 77}},
    {{0, 0, 32, 36, 45, 55}, {0, 40, 56, 62, 67, 75}, {0, 31, 49, 58, 74, 87}, {14, 20, 35, 44, 62, 77}},
    {{0, 0, 24, 49, 52, 62}, {0, 56, 61, 67, 71, 81}, {0, 49, 48, 61, 71, 84}, {12, 20, 29, 44, 61, 74}},
};

/* By trophy: the table for its row or column, and what it adds anywhere. */
static const uint8_t KIND[DOJO_TROPHIES + 1] = {0, 0, 1, 0, 1, 2, 0};
static const uint8_t BONUS[DOJO_TROPHIES + 1] = {0, 0, 0, 20, 0, 0, 17};

/* The cost of counting a dojo exactly, in events, by its brooms and assistants. */
static const uint16_t COUNTING[3][3] = {{6, 6, 8}, {8, 20, 150}, {12, 100, 1500}};

/* What a challenge with this belt is worth. Dealers do not always have the highest card themselves. */
static const int8_t CHALLENGE[DOJO_BELTS + 1] = {0, -24, 0, 16, 24, 32};

/* How often, out of 100, a dealer keeps a card of this belt, by how many seats had no card then; measured with
 * dealers that follow these rules, or search. Nobody chooses the last card. */
static const uint8_t KEEPS[DOJO_SEATS + 1][DOJO_BELTS + 1] = {
    {0},
    {0, 100, 100, 100, 100, 100},
    {0, 5, 5, 30, 85, 100},
    {0, 2, 2, 8, 55, 100},
    {0, 2, 2, 5, 45, 100},
    {0, 2, 2, 3, 22, 100},
};

/* A row or column is the sum of its cards: each adds one to the four bits of its disciple or belt. */
typedef struct lines {
    uint32_t row[DOJO_GRID_ROWS], col[DOJO_GRID_COLUMNS];
} lines;

static uint32_t one_disciple(int card)
{
    return 1u << 4 * dojo_disciple(card);
}

static uint32_t one_belt(int card)
{
    return 1u << 4 * dojo_belt(card);
}

static lines look_at(const dojo_public *o, int seat)
{
    lines l = {{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0}};
    for (uint64_t left = o->built[seat]; left; left &= left - 1) {
        const int at = __builtin_ctzll(left), card = o->card[seat][at];
        l.row[at / DOJO_STRIDE] += one_disciple(card);
        l.col[at % DOJO_STRIDE] += one_belt(card);
    }
    return l;
}

static int count_all(uint32_t sum)
{
    return (int)(((sum & 0x0f0f0f0fu) + (sum >> 4 & 0x0f0f0f0fu)) * 0x01010101u >> 24);
}

static int most_equal(uint32_t sum) /* 0 … 4 */
{
    const uint32_t three = sum & sum >> 1 & 0x111111u;
    return sum & 0x444444u ? 4 : three ? 3 : sum & 0x222222u ? 2 : sum != 0;
}

static int highest(uint32_t sum) /* sum is not 0 */
{
    return (31 - __builtin_clz(sum)) / 4;
}

static stage stage_of(const dojo_public *o)
{
    const int left = DOJO_TURNS - o->turn;
    return left >= 7 ? EARLY : left >= 3 ? MIDDLE : LATE;
}

static int rate_row(stage when, uint32_t sum, int trophy)
{
    const int jokers = (int)(sum >> 4 * DOJO_RACCOON), equal = most_equal(sum & 0xfffffu) + jokers;
    return ROW[when][KIND[trophy]][count_all(sum)][equal] + BONUS[trophy];
}

static int rate_belt_col(stage when, uint32_t sum)
{
    const int n = count_all(sum);
    const uint32_t pair = sum & 0x222222u; /* three have that bit, too */
    if (pair) return BELT_COL[when][n][highest(pair)];
    return BELT_COL[when][n == 2 ? 0 : n][n == 3 ? 0 : highest(sum)];
}

static int rate_col(stage when, uint32_t sum, int trophy) /* sum is not 0 */
{
    if (trophy == DOJO_BELT) return rate_belt_col(when, sum);
    const int n = count_all(sum), belt = highest(sum);
    return COL[when][KIND[trophy]][n][sum >> 4 * belt == (uint32_t)n ? belt : 0] + BONUS[trophy];
}

/* What a card adds to each row or column; undefined for those that are full. */
typedef struct gains {
    int16_t row[DOJO_GRID_ROWS], col[DOJO_GRID_COLUMNS];
} gains;

static gains gains_of(const dojo_public *o, int seat, int card)
{
    const lines l = look_at(o, seat);
    const stage when = stage_of(o);
    const uint32_t disciple = one_disciple(card), belt = one_belt(card);
    const int new_row = ROW[when][0][1][1] - ROW[when][0][0][0];
    const int new_col = COL[when][0][1][dojo_belt(card)] - COL[when][0][0][0];
    gains g;
    for (int i = 0; i < DOJO_GRID_ROWS; i++) {
        const uint32_t sum = l.row[i];
        const int trophy = o->at_row[seat][i];
        g.row[i] = (int16_t)new_row;
        if (sum && count_all(sum) < DOJO_COLUMNS)
            g.row[i] = (int16_t)(rate_row(when, sum + disciple, trophy) - rate_row(when, sum, trophy));
    }
    for (int i = 0; i < DOJO_GRID_COLUMNS; i++) {
        const uint32_t sum = l.col[i];
        const int trophy = o->at_col[seat][i];
        g.col[i] = (int16_t)new_col;
        if (sum && count_all(sum) < DOJO_ROWS)
            g.col[i] = (int16_t)(rate_col(when, sum + belt, trophy) - rate_col(when, sum, trophy));
    }
    return g;
}

static int gain_at(const gains *g, int at)
{
    return g->row[at / DOJO_STRIDE] + g->col[at % DOJO_STRIDE];
}

/* What the card is worth to the seat in its best place. */
static int fit(const dojo_public *o, int seat, int card)
{
    const gains g = gains_of(o, seat, card);
    int best = INT16_MIN;
    for (uint64_t left = dojo_free_places(o->built[seat]); left; left &= left - 1) {
        const int gain = gain_at(&g, __builtin_ctzll(left));
        if (gain > best) best = gain;
    }
    return best;
}

static void rate_places(const dojo_public *o, int seat, int card, const tm_action *legal, int n, int *out)
{
    const gains g = gains_of(o, seat, card);
    for (int i = 0; i < n; i++) out[i] = gain_at(&g, (int)(legal[i] - DOJO_PLACE));
}

static void rate_gifts(const dojo_public *o, int card, const tm_action *legal, int n, int *out)
{
    for (int i = 0; i < n; i++) {
        const int to = (int)(legal[i] - DOJO_GIVE), gain = fit(o, to, card) + BELT_STEP * (dojo_belt(card) - 3);
        out[i] = to == o->dealer ? gain - PATIENCE * (n - 1) : -gain * RIVAL / 16;
    }
}

static int rate_swap(const dojo_public *o, int seat)
{
    const int other = seat == o->dealer ? o->challenger - 1 : o->dealer;
    const int mine = o->face_up[seat], theirs = o->face_up[other];
    const int gain = fit(o, seat, theirs) - fit(o, seat, mine), rival = fit(o, other, mine) - fit(o, other, theirs);
    return gain - rival * RIVAL / 16;
}

static void rate_lines(const dojo_public *o, int seat, const tm_action *legal, int n, int *out)
{
    const lines l = look_at(o, seat);
    const stage when = stage_of(o);
    for (int i = 0; i < n; i++) {
        if (dojo_for_row(o->prize)) {
            const uint32_t sum = l.row[legal[i] - DOJO_TROPHY_ROW];
            out[i] = rate_row(when, sum, o->prize) - rate_row(when, sum, DOJO_NONE);
        } else {
            const uint32_t sum = l.col[legal[i] - DOJO_TROPHY_COL];
            out[i] = rate_col(when, sum, o->prize) - rate_col(when, sum, DOJO_NONE);
        }
    }
}

/* Looks only at the seat's own card, the card that the dealer is looking at, and what is face up. */
static void rate_all(const dojo_state *s, int seat, const tm_action *legal, int n, int *out)
{
    const dojo_public *o = &s->open;
    out[1] = 0;
    switch (o->phase) {
    case DOJO_GIVING: rate_gifts(o, s->drawn, legal, n, out); break;
    case DOJO_ASKING: out[0] = CHALLENGE[dojo_belt(s->hand[seat])]; break;
    case DOJO_SWAPPING: out[0] = rate_swap(o, seat); break;
    case DOJO_PLACING: rate_places(o, seat, o->face_up[seat] ? o->face_up[seat] : s->hand[seat], legal, n, out); break;
    default: rate_lines(o, seat, legal, n, out); break;
    }
}

static int choose(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, tm_rng *rng)
{
    const dojo_state *s = (const dojo_state *)state;
    int rates[DOJO_GRID] = {0}, best = 0;
    (void)config;
    if (s->open.phase == DOJO_THROWING) return (int)tm_rng_below(rng, (uint32_t)n_legal);
    rate_all(s, seat, legal, n_legal, rates);
    uint64_t noise = tm_rng_next(rng);
    for (int i = 0; i < n_legal; i++) {
        rates[i] += (int)(noise & NOISE);
        noise = noise >> 2 | noise << 62;
        if (rates[i] > rates[best]) best = i;
    }
    return best;
}

static bool settled(const void *config, const void *root, const void *state)
{
    (void)config;
    return ((const dojo_state *)state)->open.turn >= ((const dojo_state *)root)->open.turn + HORIZON;
}

static int rate_dojo(const dojo_config *c, const dojo_public *o, int seat)
{
    const lines l = look_at(o, seat);
    const stage when = stage_of(o);
    int rows = 0, cols = 0, rate = 0;
    for (int i = 0; i < DOJO_GRID_ROWS; i++) {
        if (!l.row[i]) continue;
        rate += rate_row(when, l.row[i], o->at_row[seat][i]);
        rows++;
    }
    for (int i = 0; i < DOJO_GRID_COLUMNS; i++) {
        if (!l.col[i]) continue;
        rate += rate_col(when, l.col[i], o->at_col[seat][i]);
        cols++;
    }
    rate += (DOJO_ROWS - rows) * ROW[when][0][0][0] + (DOJO_COLUMNS - cols) * COL[when][0][0][0];
    return c->white_belt ? rate + DOJO_TROPHY_POINTS * POINT * dojo_trophies_won(o, seat) : rate; /* D20 */
}

static void judge(const void *config, const void *state, int32_t *chances)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_public *o = &((const dojo_state *)state)->open;
    const int safe = SAFE_LEAD + SAFE_MORE * (DOJO_TURNS - o->turn);
    int rates[DOJO_SEATS];
    for (int i = 0; i < c->seats; i++) rates[i] = rate_dojo(c, o, i);
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

/* What a seat that may challenge does not know is, above all, the card the dealer kept. */
static bool likely(const void *config, const void *state, int seat, tm_rng *rng)
{
    const dojo_state *s = (const dojo_state *)state;
    const dojo_public *o = &s->open;
    (void)config;
    if (o->phase != DOJO_ASKING || seat == o->dealer) return true;
    return tm_rng_below(rng, 100) < KEEPS[o->kept_of][dojo_belt(s->hand[o->dealer])];
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

const tm_think dojo_think = {.choose = choose,
                             .settled = settled,
                             .judge = judge,
                             .clear_lead = CLEAR_LEAD,
                             .events = {1000, 50000, 1000000},
                             .counting = counting,
                             .likely = likely,
                             .foretells = true,
                             .to_the_end = true};
