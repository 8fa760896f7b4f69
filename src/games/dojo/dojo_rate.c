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

/* By card: one in its disciple's digit, from bit 32 on one in its belt's, and in both halves one in a digit that counts. No card is 0. */
enum { COUNT = 24, DIGITS = (1 << COUNT) - 1, JOKERS = 15 << 4 * DOJO_RACCOON };
#define ONE(disciple, belt)                                                                                            \
    ((uint64_t)1 << 4 * (disciple) | (uint64_t)1 << (32 + 4 * (belt)) | (uint64_t)0x100000001 << COUNT)
#define BELTS(disciple) ONE(disciple, 1), ONE(disciple, 2), ONE(disciple, 3), ONE(disciple, 4), ONE(disciple, 5)
static const uint64_t ADDS[DOJO_CARDS + 1] = {0, BELTS(0), BELTS(1), BELTS(2), BELTS(3), BELTS(4), BELTS(5)};

/* 0 … 4. Added up rather than asked one after the other: no guess is any good. */
static int most_equal(uint32_t sum)
{
    const uint32_t four = sum & 0x444444u, three = sum & sum >> 1 & 0x111111u, two = sum & 0x222222u;
    return (sum != 0) + ((two | four) != 0) + ((three | four) != 0) + (four != 0);
}

static int highest(uint32_t sum) /* sum is not 0 */
{
    return (31 - __builtin_clz(sum)) / 4;
}

int dojo_stage(const dojo_public *o)
{
    const int left = DOJO_TURNS - o->turn;
    return left >= 7 ? EARLY : left >= 3 ? MIDDLE : LATE;
}

/* A row with n cards. */
static int rate_row(stage when, int n, int equal, int trophy)
{
    return ROW[when][KIND[trophy]][n][equal] + BONUS[trophy];
}

static int rate_belt_col(stage when, uint32_t sum, int n)
{
    const uint32_t pair = sum & 0x222222u; /* three have that bit, too */
    if (pair) return BELT_COL[when][n][highest(pair)];
    return BELT_COL[when][n == 2 ? 0 : n][n == 3 ? 0 : highest(sum)];
}

/* A column with n cards, at least one. */
static int rate_col(stage when, uint32_t sum, int n, int trophy)
{
    if (trophy == DOJO_BELT) return rate_belt_col(when, sum, n);
    const int belt = highest(sum);
    return COL[when][KIND[trophy]][n][sum >> 4 * belt == (uint32_t)n ? belt : 0] + BONUS[trophy];
}

/* With jokers. */
static int equal_in(const dojo_lines *l, int row)
{
    return l->equal[row] + (int)(l->row[row] >> 4 * DOJO_RACCOON);
}

static int left_of(uint64_t built)
{
    built |= built >> 32;
    built |= built >> 16;
    built |= built >> 8;
    return built & 0xff ? __builtin_ctzll(built) : DOJO_LEFT;
}

/* What a row or a column is worth, once its cards are counted. */
static void finish_row(dojo_lines *l, int i)
{
    l->equal[i] = (uint8_t)most_equal(l->row[i] & ~(uint32_t)JOKERS);
    l->row_rate[i] = (int16_t)rate_row((stage)l->stage, l->row_n[i], equal_in(l, i), l->at_row[i]);
}

static void finish_col(dojo_lines *l, int j)
{
    const stage when = (stage)l->stage;
    l->col_rate[j] = l->col_n[j] ? (int16_t)rate_col(when, l->col[j], l->col_n[j], l->at_col[j]) : COL[when][0][0][0];
}

void dojo_look_at(const dojo_public *o, int seat, dojo_lines *l)
{
    const uint64_t built = o->built[seat];
    const int top = built ? __builtin_ctzll(built) / DOJO_STRIDE : DOJO_UP, left = left_of(built);
    uint64_t sum[DOJO_ROWS + DOJO_COLUMNS] = {0};
    l->top = (uint8_t)top;
    l->left = (uint8_t)left;
    l->stage = (uint8_t)dojo_stage(o);
    l->free = dojo_free_places(built);
    /* The first card lies in the middle of the grid, so that three rows from the top and four columns from the left are always there. */
    for (int i = 0; i < DOJO_ROWS; i++)
        for (int j = 0; j < DOJO_COLUMNS; j++) {
            const uint64_t adds = ADDS[o->card[seat][(top + i) * DOJO_STRIDE + left + j]];
            sum[i] += adds;
            sum[DOJO_ROWS + j] += adds;
        }
    for (int i = 0; i < DOJO_ROWS; i++) {
        l->row[i] = (uint32_t)sum[i] & DIGITS;
        l->row_n[i] = (uint8_t)(sum[i] >> COUNT & 15);
        l->at_row[i] = o->at_row[seat][top + i];
        finish_row(l, i);
    }
    for (int j = 0; j < DOJO_COLUMNS; j++) {
        l->col[j] = (uint32_t)(sum[DOJO_ROWS + j] >> 32) & DIGITS;
        l->col_n[j] = (uint8_t)(sum[DOJO_ROWS + j] >> (32 + COUNT));
        l->at_col[j] = o->at_col[seat][left + j];
        finish_col(l, j);
    }
}

bool dojo_look_on(const dojo_public *o, int seat, const dojo_lines *before, int place, dojo_lines *l)
{
    const int row = place / DOJO_STRIDE - before->top, col = place % DOJO_STRIDE - before->left;
    const uint64_t adds = ADDS[o->card[seat][place]];
    if (row < 0 || col < 0 || dojo_stage(o) != before->stage) return false;
    *l = *before;
    l->free = dojo_free_places(o->built[seat]);
    l->row[row] += (uint32_t)adds & DIGITS;
    l->row_n[row]++;
    finish_row(l, row);
    l->col[col] += (uint32_t)(adds >> 32) & DIGITS;
    l->col_n[col]++;
    finish_col(l, col);
    return true;
}

/* What the card adds to a row that is not full, and to such a column. */
static int row_gain(const dojo_lines *l, int row, int disciple)
{
    const uint32_t digits = l->row[row];
    const int equal = l->equal[row], same = 1 + (int)(digits >> 4 * disciple & 15);
    const int most = disciple == DOJO_RACCOON ? equal + 1 : same > equal ? same : equal;
    return rate_row((stage)l->stage, l->row_n[row] + 1, most + (int)(digits >> 4 * DOJO_RACCOON), l->at_row[row]) -
           l->row_rate[row];
}

static int col_gain(const dojo_lines *l, int col, int belt)
{
    const int n = l->col_n[col], trophy = l->at_col[col];
    if (trophy == DOJO_BELT)
        return rate_belt_col((stage)l->stage, l->col[col] + (1u << 4 * belt), n + 1) - l->col_rate[col];
    const bool same = l->col[col] >> 4 * belt == (uint32_t)n;
    return COL[l->stage][KIND[trophy]][n + 1][same ? belt : 0] + BONUS[trophy] - l->col_rate[col];
}

void dojo_row_gains(const dojo_lines *l, int disciple, int16_t *out)
{
    out[0] = (int16_t)(ROW[l->stage][0][1][1] - ROW[l->stage][0][0][0]);
    for (int i = 0; i < DOJO_ROWS; i++)
        out[1 + i] = l->row_n[i] < DOJO_COLUMNS ? (int16_t)row_gain(l, i, disciple) : out[0];
}

void dojo_col_gains(const dojo_lines *l, int belt, int16_t *out)
{
    out[0] = (int16_t)(COL[l->stage][0][1][belt] - COL[l->stage][0][0][0]);
    for (int i = 0; i < DOJO_COLUMNS; i++)
        out[1 + i] = l->col_n[i] < DOJO_ROWS ? (int16_t)col_gain(l, i, belt) : out[0];
}

dojo_gains dojo_gains_of(const dojo_lines *l, int card)
{
    dojo_gains g = {.corner = dojo_corner(l)};
    dojo_row_gains(l, dojo_disciple(card), g.row);
    dojo_col_gains(l, dojo_belt(card), g.col);
    return g;
}

int dojo_best_gain(const dojo_lines *l, const dojo_gains *g)
{
    int best = INT16_MIN;
    for (uint64_t left = l->free; left; left &= left - 1) {
        const int gain = dojo_gain_at(g, __builtin_ctzll(left));
        best = gain > best ? gain : best;
    }
    return best;
}

int dojo_fit(const dojo_lines *l, int card)
{
    const dojo_gains g = dojo_gains_of(l, card);
    return dojo_best_gain(l, &g);
}

dojo_gains dojo_trophy_gains(const dojo_lines *l, int trophy)
{
    const stage when = (stage)l->stage;
    dojo_gains g = {.corner = dojo_corner(l)};
    for (int i = 0; dojo_for_row(trophy) && i < DOJO_ROWS; i++)
        if (l->row_n[i] && !l->at_row[i])
            g.row[1 + i] = (int16_t)(rate_row(when, l->row_n[i], equal_in(l, i), trophy) - l->row_rate[i]);
    for (int i = 0; !dojo_for_row(trophy) && i < DOJO_COLUMNS; i++)
        if (l->col_n[i] && !l->at_col[i])
            g.col[1 + i] = (int16_t)(rate_col(when, l->col[i], l->col_n[i], trophy) - l->col_rate[i]);
    return g;
}

int dojo_rate(const dojo_config *c, const dojo_public *o, int seat, const dojo_lines *l)
{
    int rate = 0;
    for (int i = 0; i < DOJO_ROWS; i++) rate += l->row_rate[i];
    for (int i = 0; i < DOJO_COLUMNS; i++) rate += l->col_rate[i];
    return c->white_belt ? rate + DOJO_TROPHY_POINTS * DOJO_POINT * dojo_trophies_won(o, seat) : rate; /* D20 */
}
