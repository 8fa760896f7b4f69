/* Dojo: how good a dojo is so far.
 *
 * A dojo is rated row by row and column by column: how many points a row or column in this state scored on average
 * at the end. The tables are the weights of a linear regression of final points over some hundred thousand positions
 * from games played by the rules of thumb. A card is worth what it adds in its best place. */
#include "dojo_rate.h"

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

dojo_gains dojo_gains_of(const dojo_public *o, int seat, int card)
{
    const lines l = look_at(o, seat);
    const stage when = stage_of(o);
    const uint32_t disciple = one_disciple(card), belt = one_belt(card);
    const int new_row = ROW[when][0][1][1] - ROW[when][0][0][0];
    const int new_col = COL[when][0][1][dojo_belt(card)] - COL[when][0][0][0];
    dojo_gains g;
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

int dojo_fit(const dojo_public *o, int seat, int card)
{
    const dojo_gains g = dojo_gains_of(o, seat, card);
    int best = INT16_MIN;
    for (uint64_t left = dojo_free_places(o->built[seat]); left; left &= left - 1) {
        const int gain = dojo_gain_at(&g, __builtin_ctzll(left));
        if (gain > best) best = gain;
    }
    return best;
}

dojo_gains dojo_trophy_gains(const dojo_public *o, int seat, int trophy)
{
    const lines l = look_at(o, seat);
    const stage when = stage_of(o);
    dojo_gains g = {{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0}};
    for (int i = 0; dojo_for_row(trophy) && i < DOJO_GRID_ROWS; i++)
        if (l.row[i] && !o->at_row[seat][i])
            g.row[i] = (int16_t)(rate_row(when, l.row[i], trophy) - rate_row(when, l.row[i], DOJO_NONE));
    for (int i = 0; !dojo_for_row(trophy) && i < DOJO_GRID_COLUMNS; i++)
        if (l.col[i] && !o->at_col[seat][i])
            g.col[i] = (int16_t)(rate_col(when, l.col[i], trophy) - rate_col(when, l.col[i], DOJO_NONE));
    return g;
}

int dojo_rate(const dojo_config *c, const dojo_public *o, int seat)
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
    return c->white_belt ? rate + DOJO_TROPHY_POINTS * DOJO_POINT * dojo_trophies_won(o, seat) : rate; /* D20 */
}
