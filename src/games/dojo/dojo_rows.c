/* Dojo: the most that the rows can give at an end of the search (dojo_layers.c), where brooms were used and their cards may still change
 * places in some rows. Two columns at a time: what each half can give a row are at most nine pairs of disciples, and a table says
 * what two pairs are worth. */
#include "dojo_layers.h"

/* So many combinations are tried rather than judged first. */
enum { FEW = 96 };

static int disciple_of(uint32_t cell)
{
    return tm_bits_first(cell) / 4;
}

/* What two columns can give the rows: the pairs of disciples, and the order of each column. Orders that give the rows the same
 * disciples are there once. */
typedef struct half {
    int n;
    struct {
        uint8_t pair[DOJO_ROWS], order[2];
    } list[36];
} half;

/* The disciple of a column in each row, times `by`; the orders of the column, a bit for each. */
static uint32_t list_column(const dojo_layers *y, int col, int by, uint8_t *out)
{
    /* orders that change no other row; and of those that change two rows, the ones that keep them in their order */
    static const uint8_t WITHIN[8] = {0x01, 0x01, 0x01, 0x05, 0x01, 0x21, 0x03, 0x3f};
    const uint32_t free = y->col_free[col];
    uint32_t orders = WITHIN[free];
    for (int row = 0; row < DOJO_ROWS; row++)
        out[row] = (uint8_t)(by * disciple_of(y->s->cell[DOJO_COLUMNS * row + col]));
    if ((free & 3) == 3 && out[0] == out[1]) orders &= 0x13;
    if ((free & 5) == 5 && out[0] == out[2]) orders &= 0x07;
    if ((free & 6) == 6 && out[1] == out[2]) orders &= 0x0d;
    return orders;
}

static void list_half(const dojo_layers *y, int col, half *out)
{
    uint8_t first[DOJO_ROWS], second[DOJO_ROWS];
    const uint32_t orders = list_column(y, col + 1, 1, second);
    out->n = 0;
    for (uint32_t left = list_column(y, col, DOJO_DISCIPLES, first); left;) {
        const int a = tm_bits_take(&left);
        const uint8_t *from = dojo_column_orders[a];
        const uint8_t x = first[from[0]], z = first[from[1]], w = first[from[2]];
        for (uint32_t right = orders; right;) {
            const int b = tm_bits_take(&right);
            const uint8_t *other = dojo_column_orders[b];
            out->list[out->n].pair[0] = (uint8_t)(x + second[other[0]]);
            out->list[out->n].pair[1] = (uint8_t)(z + second[other[1]]);
            out->list[out->n].pair[2] = (uint8_t)(w + second[other[2]]);
            out->list[out->n].order[0] = (uint8_t)a;
            out->list[out->n++].order[1] = (uint8_t)b;
        }
    }
}

/* The pairs that two columns can give each row, a bit for each. */
static void list_pairs(const dojo_layers *y, int col, uint64_t *out)
{
    uint32_t can[2][DOJO_ROWS];
    for (int i = 0; i < 2; i++) {
        const uint32_t free = y->col_free[col + i];
        uint32_t any = 0;
        for (int row = 0; row < DOJO_ROWS; row++) {
            can[i][row] = 1u << disciple_of(y->s->cell[DOJO_COLUMNS * row + col + i]);
            if (free >> row & 1) any |= can[i][row];
        }
        for (int row = 0; row < DOJO_ROWS; row++)
            if (free >> row & 1) can[i][row] = any;
    }
    for (int row = 0; row < DOJO_ROWS; row++) {
        out[row] = 0;
        for (uint32_t left = can[0][row]; left;)
            out[row] |= (uint64_t)can[1][row] << DOJO_DISCIPLES * tm_bits_take(&left);
    }
}

int dojo_rows_at_most(const dojo_layers *y)
{
    const uint32_t *cell = y->s->cell;
    const uint8_t *trophy = y->s->hall->row;
    uint32_t one = 0, two = 0, three = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const uint32_t free = y->col_free[col], a = cell[col] & DOJO_DISCIPLE_BITS,
                       b = cell[col + DOJO_COLUMNS] & DOJO_DISCIPLE_BITS,
                       c = cell[col + 2 * DOJO_COLUMNS] & DOJO_DISCIPLE_BITS;
        uint32_t any = (free & 1 ? a : 0) | (free & 2 ? b : 0) | (free & 4 ? c : 0);
        if (any >> DOJO_RACCOON_SHIFT) any = 0x11111u; /* a raccoon is any disciple */
        one += free & 1 ? any : a;
        two += free & 2 ? any : b;
        three += free & 4 ? any : c;
    }
    return dojo_worth(dojo_largest_group(one), trophy[0]) + dojo_worth(dojo_largest_group(two), trophy[1]) +
           dojo_worth(dojo_largest_group(three), trophy[2]);
}

static int take_pair(uint64_t *pairs)
{
    const int first = __builtin_ctzll(*pairs);
    *pairs &= *pairs - 1;
    return first;
}

/* The most that each row can give, by its cards from the first two columns; returns the sum of the highest. */
static int list_most(const dojo_layers *y, uint8_t (*out)[DOJO_PAIRS])
{
    uint64_t pairs[2][DOJO_ROWS];
    int most = 0;
    list_pairs(y, 0, pairs[0]);
    list_pairs(y, 2, pairs[1]);
    for (int row = 0; row < DOJO_ROWS; row++) {
        int top = 0;
        for (uint64_t mine = pairs[0][row]; mine;) {
            const int pair = take_pair(&mine);
            const uint8_t *points = y->points[y->trophy[row]][pair];
            uint8_t high = 0;
            for (uint64_t others = pairs[1][row]; others;) {
                const uint8_t now = points[take_pair(&others)];
                if (now > high) high = now;
            }
            out[row][pair] = high;
            if (high > top) top = high;
        }
        most += top;
    }
    return most;
}

int dojo_lay_rows(dojo_layers *y, int least)
{
    half left, right;
    uint8_t with[DOJO_ROWS][DOJO_PAIRS];
    int best = least, best_i = -1, best_j = -1, most = DOJO_ROWS_MOST;
    list_half(y, 0, &left);
    list_half(y, 2, &right);
    const bool many = left.n * right.n > FEW;
    if (many) most = list_most(y, with);
    if (most <= least) return least;
    for (int i = 0; i < left.n && best < most; i++) {
        const uint8_t *pair = left.list[i].pair;
        if (many && with[0][pair[0]] + with[1][pair[1]] + with[2][pair[2]] <= best) continue;
        const uint8_t *a = y->points[y->trophy[0]][pair[0]], *b = y->points[y->trophy[1]][pair[1]],
                      *c = y->points[y->trophy[2]][pair[2]];
        for (int j = 0; j < right.n; j++) {
            const int points = a[right.list[j].pair[0]] + b[right.list[j].pair[1]] + c[right.list[j].pair[2]];
            if (points <= best) continue;
            best = points;
            best_i = i;
            best_j = j;
        }
    }
    if (best_i < 0) return best;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        uint32_t *at = y->s->cell + col;
        const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
        dojo_lay_column(at, old, (col < 2 ? left.list[best_i] : right.list[best_j]).order[col % 2]);
    }
    return best;
}

void dojo_tables_init(dojo_layers *y)
{
    static const uint8_t TROPHY[DOJO_TABLES] = {DOJO_NONE, DOJO_MASTER, DOJO_INCENSE};
    for (int t = 0; t < DOJO_TABLES; t++) {
        bool used = false;
        for (int row = 0; row < DOJO_ROWS; row++) {
            const int trophy = y->s->hall->row[row];
            const bool mine = t ? trophy == TROPHY[t] : trophy != DOJO_MASTER && trophy != DOJO_INCENSE;
            if (mine) y->trophy[row] = (uint8_t)t;
            used |= mine;
        }
        if (!used) continue;
        for (int a = 0; a < DOJO_PAIRS; a++)
            for (int b = 0; b < DOJO_PAIRS; b++) {
                const uint32_t sum = (1u << 4 * (a / DOJO_DISCIPLES)) + (1u << 4 * (a % DOJO_DISCIPLES)) +
                                     (1u << 4 * (b / DOJO_DISCIPLES)) + (1u << 4 * (b % DOJO_DISCIPLES));
                y->points[t][a][b] = (uint8_t)dojo_sum_points(sum, TROPHY[t]);
            }
    }
}
