/* Dojo: the last layer of the exact count (D17). Only brooms are left, or only assistants: one half of the points is
 * settled, and the other is found here. Rows by trying what the columns can still do, columns by choosing the belts that
 * are to match. A branch ends where even the best that the open half could give is not more than the best total. */
#include "dojo_search.h"

static void found(dojo_search *s, int points)
{
    if (points <= s->best) return;
    s->best = points;
    __builtin_memcpy(s->best_cell, s->cell, sizeof s->cell);
}

typedef struct sweeping {
    dojo_search *s;
    const uint32_t *free;
    int cols;
    uint32_t rest[DOJO_COLUMNS + 1][DOJO_ROWS]; /* the most that the columns from this one on can add to a row */
} sweeping;

/* The cards of the columns before `col` add up to `sum`. */
static void sweep(sweeping *w, int col, const uint32_t *sum)
{
    dojo_search *s = w->s;
    int points = w->cols;
    if (col == DOJO_COLUMNS) {
        for (int row = 0; row < DOJO_ROWS; row++) points += dojo_sum_points(sum[row], s->hall->row[row]);
        found(s, points);
        return;
    }
    for (int row = 0; row < DOJO_ROWS; row++)
        points += dojo_worth(dojo_largest_group(sum[row] + w->rest[col][row]), s->hall->row[row]);
    if (points <= s->best) return;
    uint32_t *at = s->cell + col;
    const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
    for (int order = 0; order < 6; order++) {
        static const uint8_t MOVES[6] = {0, 6, 3, 7, 7, 5}; /* the rows whose card an order changes */
        if (MOVES[order] & ~w->free[col]) continue;
        dojo_lay_column(at, old, order);
        const uint32_t next[DOJO_ROWS] = {sum[0] + (at[0] & DOJO_DISCIPLE_BITS), sum[1] + (at[4] & DOJO_DISCIPLE_BITS),
                                          sum[2] + (at[8] & DOJO_DISCIPLE_BITS)};
        sweep(w, col + 1, next);
    }
    dojo_lay_column(at, old, 0);
}

void dojo_sweep(dojo_search *s, const uint32_t *free, int cols)
{
    static const uint32_t NOTHING[DOJO_ROWS] = {0, 0, 0};
    sweeping w = {.s = s, .free = free, .cols = cols};
    if (cols + s->rows_most <= s->best) return;
    for (int col = DOJO_COLUMNS; col-- > 0;) {
        uint32_t any = 0;
        for (int row = 0; row < DOJO_ROWS; row++)
            if (free[col] >> row & 1) any |= s->cell[DOJO_COLUMNS * row + col] & DOJO_DISCIPLE_BITS;
        if (any >> DOJO_RACCOON_SHIFT) any = 0x11111u; /* a raccoon is any disciple */
        for (int row = 0; row < DOJO_ROWS; row++)
            w.rest[col][row] = w.rest[col + 1][row] +
                               (free[col] >> row & 1 ? any : s->cell[DOJO_COLUMNS * row + col] & DOJO_DISCIPLE_BITS);
    }
    sweep(&w, 0, NOTHING);
}

/* Columns claim belts from the rows that may be rearranged, and unclaimed cards may go anywhere. */
typedef struct claims {
    dojo_search *s;
    const uint32_t *free;
    uint32_t left[DOJO_ROWS];     /* belts not yet claimed in a row: four bits each */
    int beyond[DOJO_COLUMNS + 1]; /* upper bound for the columns from here on */
    uint8_t want[DOJO_PLACES];    /* the belt claimed for a place, or 0 */
} claims;

/* The rows that can show this belt in the column; *fixed: those that do without being rearranged. */
static uint32_t rows_with(const claims *k, int col, int belt, uint32_t *fixed)
{
    uint32_t can = 0;
    *fixed = 0;
    for (int row = 0; row < DOJO_ROWS; row++) {
        if (k->free[row] >> col & 1)
            can |= (k->left[row] >> 4 * belt & 15u ? 1u : 0u) << row;
        else if ((int)dojo_belt_of(k->s->cell[DOJO_COLUMNS * row + col]) == belt)
            *fixed |= 1u << row;
    }
    return can | *fixed;
}

/* What the column could at most give if every row had all belts that it may rearrange, a bit each, for it alone. */
static int col_at_most(const claims *k, int col, const uint32_t *belts)
{
    uint32_t can[DOJO_ROWS];
    for (int row = 0; row < DOJO_ROWS; row++)
        can[row] = k->free[row] >> col & 1 ? belts[row] : 1u << dojo_belt_of(k->s->cell[DOJO_COLUMNS * row + col]);
    const int trophy = k->s->hall->col[col];
    const uint32_t equal =
        trophy == DOJO_BELT ? (can[0] & can[1]) | (can[0] & can[2]) | (can[1] & can[2]) : can[0] & can[1] & can[2];
    if (!equal) return 0;
    return (31 - __builtin_clz(equal)) * (trophy == DOJO_KIMONO ? 2 : 1);
}

/* Arranges the rows as claimed and stores this as the best result. */
static void arrange(claims *k, int points)
{
    dojo_search *s = k->s;
    uint32_t old[DOJO_PLACES];
    __builtin_memcpy(old, s->cell, sizeof old);
    for (int row = 0; row < DOJO_ROWS; row++) {
        uint32_t left = k->free[row];
        for (int pass = 0; pass < 2; pass++) /* claims first */
            for (int col = 0; col < DOJO_COLUMNS; col++) {
                const int place = DOJO_COLUMNS * row + col, want = k->want[place];
                if ((pass == 0) != (want != 0) || !(k->free[row] >> col & 1)) continue;
                uint32_t from = left;
                int card = left >> col & 1 ? col : tm_bits_take(&from); /* stays where it can */
                while (want && (int)dojo_belt_of(old[DOJO_COLUMNS * row + card]) != want) card = tm_bits_take(&from);
                s->cell[place] = old[DOJO_COLUMNS * row + card];
                left &= ~(1u << card);
            }
    }
    found(s, points);
    __builtin_memcpy(s->cell, old, sizeof old);
}

static void take_belt(claims *k, int col, int belt, uint32_t rows, bool take)
{
    while (rows) {
        const int row = tm_bits_take(&rows);
        k->left[row] += take ? 0u - (1u << 4 * belt) : 1u << 4 * belt;
        k->want[DOJO_COLUMNS * row + col] = take ? (uint8_t)belt : 0;
    }
}

static void claim(claims *k, int col, int points)
{
    static const uint8_t COUNT[8] = {0, 1, 1, 2, 1, 2, 2, 3};
    if (points + k->beyond[col] <= k->s->best) return;
    if (col == DOJO_COLUMNS) {
        arrange(k, points);
        return;
    }
    const int trophy = k->s->hall->col[col], needed = trophy == DOJO_BELT ? 2 : 3; /* D12 */
    for (int belt = DOJO_BELTS; belt > 0; belt--) {
        uint32_t fixed;
        const uint32_t can = rows_with(k, col, belt, &fixed), movable = can & ~fixed;
        if (COUNT[can] < needed) continue;
        const int more = needed > COUNT[fixed] ? needed - COUNT[fixed] : 0;
        for (uint32_t rows = 0; rows < 1u << DOJO_ROWS; rows++) {
            if (rows & ~movable || COUNT[rows] != more) continue;
            take_belt(k, col, belt, rows, true);
            claim(k, col + 1, points + (trophy == DOJO_KIMONO ? 2 * belt : belt)); /* D13 */
            take_belt(k, col, belt, rows, false);
        }
    }
    claim(k, col + 1, points);
}

void dojo_assist(dojo_search *s, const uint32_t *free, int rows)
{
    claims k;
    uint32_t belts[DOJO_ROWS] = {0, 0, 0}; /* a bit each */
    if (rows + s->cols_most <= s->best) return;
    k.s = s;
    k.free = free;
    for (int row = 0; row < DOJO_ROWS; row++) {
        k.left[row] = 0;
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            const uint32_t belt = dojo_belt_of(s->cell[DOJO_COLUMNS * row + col]);
            if (!(free[row] >> col & 1)) continue;
            belts[row] |= 1u << belt;
            k.left[row] += 1u << 4 * belt;
        }
    }
    k.beyond[DOJO_COLUMNS] = 0;
    for (int col = DOJO_COLUMNS; col-- > 0;) k.beyond[col] = k.beyond[col + 1] + col_at_most(&k, col, belts);
    if (rows + k.beyond[0] <= s->best) return;
    __builtin_memset(k.want, 0, sizeof k.want);
    claim(&k, 0, rows);
}
