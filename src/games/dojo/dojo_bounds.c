/* Dojo: what could at most come of it while some brooms and assistants are left (D16, D17). A limit must never be too low, and
 * is worth the more the lower it is; these are asked more often than anything else in the count. */
#include "dojo_layers.h"

static const uint64_t ONES = 0x10101010100u, TOPS = (uint64_t)0x10101010100u << 7;

/* How columns are judged while these brooms and assistants are left. */
typedef struct outlook {
    uint32_t assistants;
    uint64_t open;              /* added to the belts of a column with a broom: the top bit where it can have three */
    uint64_t three;             /* the top bit of belts of which three cards still move */
    uint64_t brings[DOJO_ROWS]; /* the belts that a row can bring to the columns that are open to it */
} outlook;

static void outlook_init(const dojo_layers *y, uint32_t brooms, uint32_t assistants, outlook *out)
{
    const uint64_t *at = y->belt;
    uint64_t moving = y->all;
    out->assistants = assistants;
    out->open = ONES * (125u + (assistants & 1) + (assistants >> 1 & 1) + (assistants >> 2));
    out->three = TOPS;
    __builtin_memcpy(out->brings, y->brings, sizeof out->brings);
    if (!assistants) return; /* three in a column then are three that move */
    for (uint32_t rows = 7u & ~assistants; rows;) {
        const uint64_t *row = at + DOJO_COLUMNS * tm_bits_take(&rows);
        for (uint32_t cols = 15u & ~brooms; cols;) moving -= row[tm_bits_take(&cols)];
    }
    out->three = (moving + ONES * 125) & TOPS;
    const uint64_t some = (moving + ONES * 127) >> 7 & ONES;
    for (uint32_t left = assistants; left;) {
        const int row = tm_bits_take(&left);
        const uint64_t *own = at + DOJO_COLUMNS * row;
        out->brings[row] = brooms ? some : own[0] | own[1] | own[2] | own[3];
    }
}

/* What the highest of these belts gives a column. */
static int belt_points(uint64_t equal, int trophy)
{
    return (63 - __builtin_clzll(equal | 1)) / 8 << (trophy == DOJO_KIMONO ? 1 : 0);
}

/* The belts that a row can have in a column without a broom. */
static uint64_t belts_there(const dojo_layers *y, const outlook *o, int row, int col)
{
    const bool is_open = (o->assistants >> row | y->row_free[row] >> col) & 1;
    return is_open ? o->brings[row] : y->belt[DOJO_COLUMNS * row + col];
}

/* The sum of belts, so many of each as both say: eight bits each, below 128. */
static int sum_of_least(uint64_t a, uint64_t b)
{
    const uint64_t not_less = ((a | TOPS) - b) & TOPS, mask = not_less | (not_less - (not_less >> 7));
    const uint64_t least = (b & mask) | (a & ~mask);
    return (int)((least >> 8) * 0x0102030405u >> 32 & 255u); /* once the first, twice the second … */
}

/* What the columns could at most give while these are left. A column with a broom keeps its cards but for one for each
 * assistant that is left; another takes what its rows can bring. All columns together have no more of a belt than there is. */
int dojo_cols_limit(const dojo_layers *y, uint32_t brooms, uint32_t assistants)
{
    const dojo_search *s = y->s;
    outlook o;
    int points = 0, others = 0; /* of columns that need three equal belts once; of the others, what more they give */
    uint64_t able = 0;
    outlook_init(y, brooms, assistants, &o);
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const int trophy = s->hall->col[col];
        const uint64_t *at = y->belt + col;
        if (brooms >> col & 1) {
            const uint64_t equal = (at[0] + at[4] + at[8] + o.open) & o.three;
            points += belt_points(equal, trophy);
            able += equal >> 7;
            continue;
        }
        const uint64_t a = belts_there(y, &o, 0, col), b = belts_there(y, &o, 1, col), c = belts_there(y, &o, 2, col);
        if (trophy == DOJO_BELT) {
            others += belt_points((a & b) | (c & (a | b)), trophy);
            continue;
        }
        const int once = belt_points(a & b & c, DOJO_NONE);
        points += once;
        if (trophy == DOJO_KIMONO) others += once;
        able += a & b & c;
    }
    const int together = sum_of_least(able, y->triples);
    points = others + (points < together ? points : together);
    return points < s->cols_most ? points : s->cols_most;
}

void dojo_placing_init(const dojo_layers *y, int row, uint32_t brooms, uint32_t assistants, uint32_t rests,
                       dojo_placing *out)
{
    const uint8_t *trophy = y->s->hall->col;
    const uint64_t *own = y->belt + DOJO_COLUMNS * row;
    const int one = row ? 0 : 1, two = row == 2 ? 1 : 2;
    outlook o;
    outlook_init(y, brooms, assistants | 1u << row, &o);
    o.assistants = assistants;
    __builtin_memset(out->with, 0, sizeof out->with);
    for (uint32_t left = brooms; left;) {
        const int col = tm_bits_take(&left);
        const uint64_t there = y->belt[DOJO_COLUMNS * one + col] + y->belt[DOJO_COLUMNS * two + col] + o.open - ONES;
        for (int i = 0; i < DOJO_COLUMNS; i++)
            out->with[col][i] = (uint8_t)belt_points((there + own[i]) & o.three, DOJO_BROOM);
    }
    /* A column without a broom has the highest belt of `own`, or of those that `others` and this row have. */
    uint64_t its_own[DOJO_COLUMNS], others[DOJO_COLUMNS];
    uint8_t twice[DOJO_COLUMNS];
    int n = 0;
    for (uint32_t left = 15u & ~brooms; left; n++) {
        const int col = tm_bits_take(&left);
        const uint64_t a = belts_there(y, &o, one, col), b = belts_there(y, &o, two, col);
        its_own[n] = trophy[col] == DOJO_BELT ? a & b : 0;
        others[n] = trophy[col] == DOJO_BELT ? a | b : a & b;
        twice[n] = trophy[col] == DOJO_KIMONO;
    }
    while (rests) {
        const uint32_t cards = (uint32_t)tm_bits_take(&rests);
        const uint64_t brings =
            (cards & 1 ? own[0] : 0) | (cards & 2 ? own[1] : 0) | (cards & 4 ? own[2] : 0) | (cards & 8 ? own[3] : 0);
        int points = 0;
        for (int i = 0; i < n; i++)
            points += (63 - __builtin_clzll(its_own[i] | (brings & others[i]) | 1)) / 8 << twice[i];
        out->rest[cards] = (uint8_t)points;
    }
}

static uint32_t any_of(uint32_t disciples)
{
    return disciples >> DOJO_RACCOON_SHIFT ? 0x11111u : disciples; /* a raccoon is any disciple */
}

/* What the rows could at most give while these are left. A row with an assistant keeps its cards but for one for each
 * broom that is left; another takes what its columns can bring. */
int dojo_rows_limit(const dojo_layers *y, uint32_t brooms, uint32_t assistants)
{
    const dojo_search *s = y->s;
    const uint32_t n_brooms = (uint32_t)tm_bits_count(brooms);
    uint32_t sum[DOJO_ROWS] = {0, 0, 0}, moving = 0, some = 0;
    int points = 0;
    for (int row = 0; row < DOJO_ROWS; row++)
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            const uint32_t cell = s->cell[DOJO_COLUMNS * row + col] & DOJO_DISCIPLE_BITS;
            if (!((assistants >> row | brooms >> col) & 1)) continue;
            moving += cell;
            some |= cell;
        }
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const uint32_t a = s->cell[col] & DOJO_DISCIPLE_BITS, b = s->cell[col + 4] & DOJO_DISCIPLE_BITS,
                       c = s->cell[col + 8] & DOJO_DISCIPLE_BITS;
        const bool left = brooms >> col & 1;
        const uint32_t free = left ? 7u & ~assistants : y->col_free[col];
        const uint32_t group = (free & 1 ? a : 0) | (free & 2 ? b : 0) | (free & 4 ? c : 0);
        const uint32_t any = any_of(left ? (assistants ? some : a | b | c) : group);
        sum[0] += free & 1 ? any : a;
        sum[1] += free & 2 ? any : b;
        sum[2] += free & 4 ? any : c;
    }
    for (int row = 0; row < DOJO_ROWS; row++) {
        int most = 0;
        if (assistants >> row & 1) {
            const uint32_t come = moving - sum[row], jokers = sum[row] >> DOJO_RACCOON_SHIFT;
            for (int d = 0; d < DOJO_RACCOON; d++) {
                const uint32_t more = (come >> 4 * d & 15u) + (come >> DOJO_RACCOON_SHIFT);
                const int n = (int)((sum[row] >> 4 * d & 15u) + jokers + (more < n_brooms ? more : n_brooms));
                if (n > most) most = n;
            }
            if (most > DOJO_COLUMNS) most = DOJO_COLUMNS;
        } else {
            most = dojo_largest_group(sum[row]);
        }
        points += dojo_worth(most, s->hall->row[row]);
    }
    return points < s->rows_most ? points : s->rows_most;
}
