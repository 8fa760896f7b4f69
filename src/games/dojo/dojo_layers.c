/* Dojo: the best total where there are many brooms and assistants, as a box of one's own may have them (D16, D17).
 *
 * All sequences of layers are gone through, but
 *  - the last two layers are settled together, as one of them decides the rows and the other the columns;
 *  - arrangements that are equal, or would be if rows or columns that count alike changed places, are gone through once;
 *  - a branch ends where its rows can no longer become one of the shares that beat the best total (dojo_shares.c).
 * The highest totals are looked for first, a few at a time: while much is asked for, nearly every branch ends early.
 *
 * Three assistants and four brooms took a minute when only the limits of rows and columns were looked at. */
#include "dojo_search.h"

enum { SEEN_BITS = 12, STEP = 3 };

typedef struct layers {
    dojo_search *s;
    uint8_t row_class[DOJO_ROWS], col_class[DOJO_COLUMNS]; /* those of one class count alike */
    bool rows_alike;                                       /* all of them, and each has an assistant */
    int most;                                              /* no more is to be found */
    dojo_shares shares;
    uint64_t seen[1 << SEEN_BITS]; /* 0: free; what comes to a place that is taken replaces what was there */
} layers;

static void order_two(uint64_t *a, uint64_t *b)
{
    if (*a <= *b) return;
    const uint64_t swap = *a;
    *a = *b;
    *b = swap;
}

/* The columns as they lie with the rows in this order: a class, whether there is a broom, the kinds; and sorted. */
static uint64_t key_of(const layers *y, const uint8_t *order, uint32_t brooms, uint32_t assistants)
{
    const uint32_t *cell = y->s->cell;
    uint64_t word[DOJO_COLUMNS], key = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        word[col] = (uint64_t)y->col_class[col] << 1 | (brooms >> col & 1);
        for (int row = 0; row < DOJO_ROWS; row++)
            word[col] = word[col] << 4 | dojo_kind_of(cell[DOJO_COLUMNS * order[row] + col]);
    }
    order_two(&word[0], &word[1]);
    order_two(&word[2], &word[3]);
    order_two(&word[0], &word[2]);
    order_two(&word[1], &word[3]);
    order_two(&word[1], &word[2]);
    for (int row = 0; row < DOJO_ROWS; row++) key = key << 1 | (assistants >> order[row] & 1);
    for (int col = 0; col < DOJO_COLUMNS; col++)
        key = key << 13 | (word[col] & 0x1fff); /* classes follow from the sorting */
    return key;
}

/* Whether this was gone through, up to changing rows and columns that count alike. Notes that it is now. */
static bool was_seen(layers *y, uint32_t brooms, uint32_t assistants, bool sweeps)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 6; i++) {
        const uint8_t *order = dojo_column_orders[i];
        bool alike = true;
        for (int row = 0; row < DOJO_ROWS; row++) alike &= y->row_class[order[row]] == y->row_class[row];
        if (!alike) continue;
        const uint64_t key = key_of(y, order, brooms, assistants);
        if (key < least) least = key;
    }
    least = (least << 1 | sweeps) + 1 + ((uint64_t)y->most << 56); /* other totals, another search */
    uint64_t *at = &y->seen[least * 0x9e3779b97f4a7c15u >> (64 - SEEN_BITS)];
    if (*at == least) return true;
    *at = least;
    return false;
}

/* What the columns could at most give while these are left, as in dojo_limits; eight bits for each belt. */
static int cols_limit(const dojo_search *s, uint32_t brooms, uint32_t assistants)
{
    const uint64_t ones = 0x10101010100u, tops = ones << 7, n_assistants = (uint64_t)tm_bits_count(assistants);
    uint64_t stay[DOJO_COLUMNS], come[DOJO_COLUMNS], moving = 0;
    int points = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        uint64_t own = 0, kept = 0;
        for (int row = 0; row < DOJO_ROWS; row++) {
            const uint64_t one = (uint64_t)1 << 8 * dojo_belt_of(s->cell[DOJO_COLUMNS * row + col]);
            own += one;
            kept += assistants >> row & 1 ? 0 : one;
        }
        stay[col] = brooms >> col & 1 ? own : kept;
        come[col] = brooms >> col & 1 ? own : 0; /* what does not come from elsewhere */
        moving += brooms >> col & 1 ? own : own - kept;
    }
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const uint64_t free = moving - come[col], many = (free + ones * (128 - n_assistants)) & tops;
        const uint64_t mask = many | (many - (many >> 7));
        const uint64_t n = stay[col] + ((ones * n_assistants & mask) | (free & ~mask));
        const uint64_t enough = (n + ones * (s->hall->col[col] == DOJO_BELT ? 126 : 125)) & tops;
        if (enough) points += (63 - __builtin_clzll(enough)) / 8 * (s->hall->col[col] == DOJO_KIMONO ? 2 : 1);
    }
    return points < s->cols_most ? points : s->cols_most;
}

/* The last two layers: these brooms, then the assistants. The columns can give at most `cols`. */
static void sweep_then_assist(layers *y, uint32_t brooms, uint32_t assistants, int cols, const dojo_reach *from)
{
    dojo_search *s = y->s;
    dojo_reach reach;
    /* Rows keep what lies where there is no broom any more. */
    if (from && !dojo_shares_reach(&y->shares, s, brooms, 0, cols, from, &reach)) return;
    if (!brooms) {
        dojo_assist(s, assistants, 0, dojo_rows_now(s));
        return;
    }
    if (cols + dojo_rows_at_most(s, brooms) <= s->best) return;
    const int n_orders = brooms == 15u && y->rows_alike ? 1 : 6;
    uint32_t *at = s->cell + tm_bits_take(&brooms);
    const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
    for (int order = 0; order < n_orders; order++) {
        if (!dojo_is_first(old, dojo_column_orders[order], DOJO_ROWS)) continue;
        dojo_lay_column(at, old, order);
        sweep_then_assist(y, brooms, assistants, cols, from ? &reach : NULL);
    }
    dojo_lay_column(at, old, 0);
}

/* It is chosen which cards the columns with brooms get: that settles the rows by the brooms, and the other columns by the
 * assistants. */
static void settle_both(layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from)
{
    dojo_search *s = y->s, rows = *s;
    int settled = 0, open = 0;
    uint32_t belts[DOJO_ROWS] = {0, 0, 0}, old[DOJO_PLACES];
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const uint32_t *at = s->cell + col;
        if (brooms >> col & 1)
            settled += dojo_three_points(at[0], at[4], at[8], s->hall->col[col]);
        else
            for (int row = 0; row < DOJO_ROWS; row++) belts[row] |= 1u << dojo_belt_of(at[DOJO_COLUMNS * row]);
    }
    for (int col = 0; col < DOJO_COLUMNS; col++)
        if (!(brooms >> col & 1)) open += dojo_col_at_most(s, col, assistants, belts);
    if (settled + open > s->cols_most) open = s->cols_most - settled;
    const int least = s->best - settled - open; /* the rows must give more */
    if (from && !dojo_shares_above(&y->shares, from, least)) return;
    rows.best = least;
    dojo_sweep(&rows, brooms, 0);
    if (rows.best == least) return;
    __builtin_memcpy(old, s->cell, sizeof old);
    __builtin_memcpy(s->cell, rows.best_cell, sizeof old);
    dojo_assist(s, assistants, brooms, rows.best + settled);
    __builtin_memcpy(s->cell, old, sizeof old);
}

/* The last two layers: these assistants, those in `left` still to be used, then the brooms. */
static void assist_then_sweep(layers *y, uint32_t brooms, uint32_t assistants, uint32_t left, int cols,
                              const dojo_reach *from)
{
    dojo_reach reach;
    if (from && !dojo_shares_reach(&y->shares, y->s, brooms, left, cols, from, &reach)) return;
    if (!left) {
        settle_both(y, brooms, assistants, from ? &reach : NULL);
        return;
    }
    /* Only what goes to the brooms matters; if all rows are free, columns with brooms are alike when the first is laid. */
    const bool free = left == 7u;
    uint32_t *at = y->s->cell + DOJO_COLUMNS * tm_bits_take(&left);
    const uint32_t old[DOJO_COLUMNS] = {at[0], at[1], at[2], at[3]};
    for (int i = 0; i < 24; i++) {
        const uint8_t *order = dojo_row_orders[i];
        bool wanted = dojo_is_first(old, order, DOJO_COLUMNS);
        for (int a = 0; a < DOJO_COLUMNS && wanted; a++)
            for (int b = a + 1; b < DOJO_COLUMNS; b++)
                if (order[a] > order[b] && (brooms >> a & 1) == (brooms >> b & 1) && (free || !(brooms >> a & 1)))
                    wanted = false;
        if (!wanted) continue;
        for (int col = 0; col < DOJO_COLUMNS; col++) at[col] = old[order[col]];
        assist_then_sweep(y, brooms, assistants, left, cols, from ? &reach : NULL);
    }
    __builtin_memcpy(at, old, sizeof old);
}

static bool is_done(const layers *y)
{
    return y->s->best >= y->most;
}

static bool is_hopeful(layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from, dojo_reach *out)
{
    return dojo_shares_reach(&y->shares, y->s, brooms, assistants, cols_limit(y->s, brooms, assistants), from, out);
}

static void go_on(layers *y, uint32_t brooms, uint32_t assistants, bool sweeps, const dojo_reach *from);

/* A layer of the brooms in `now`; `brooms` are left for later ones. A broom that gives no row with an assistant another
 * card could as well be used later, and so could an assistant that gives no column with a broom another. */
static void lay_brooms(layers *y, uint32_t now, uint32_t brooms, uint32_t assistants, const dojo_reach *from)
{
    dojo_reach reach;
    if (!is_hopeful(y, brooms | now, assistants, from, &reach)) return;
    if (!now) {
        go_on(y, brooms, assistants, false, &reach);
        return;
    }
    uint32_t *at = y->s->cell + tm_bits_take(&now);
    const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
    for (int order = 0; order < 6 && !is_done(y); order++) {
        if (!dojo_is_first(old, dojo_column_orders[order], DOJO_ROWS)) continue;
        dojo_lay_column(at, old, order);
        bool early = false;
        for (int row = 0; row < DOJO_ROWS; row++)
            early |= (assistants >> row & 1) && at[DOJO_COLUMNS * row] != old[row];
        if (!early) continue;
        lay_brooms(y, now, brooms, assistants, &reach);
    }
    dojo_lay_column(at, old, 0);
}

static void lay_assistants(layers *y, uint32_t now, uint32_t brooms, uint32_t assistants, const dojo_reach *from)
{
    dojo_reach reach;
    if (!is_hopeful(y, brooms, assistants | now, from, &reach)) return;
    if (!now) {
        go_on(y, brooms, assistants, true, &reach);
        return;
    }
    uint32_t *at = y->s->cell + DOJO_COLUMNS * tm_bits_take(&now);
    const uint32_t old[DOJO_COLUMNS] = {at[0], at[1], at[2], at[3]};
    for (int i = 0; i < 24 && !is_done(y); i++) {
        const uint8_t *order = dojo_row_orders[i];
        if (!dojo_is_first(old, order, DOJO_COLUMNS)) continue;
        bool early = false;
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            at[col] = old[order[col]];
            early |= (brooms >> col & 1) && at[col] != old[col];
        }
        if (!early) continue;
        lay_assistants(y, now, brooms, assistants, &reach);
    }
    __builtin_memcpy(at, old, sizeof old);
}

/* The last two layers, or one of some of the brooms (`sweeps`), of some of the assistants, and then what may follow. */
static void go_on(layers *y, uint32_t brooms, uint32_t assistants, bool sweeps, const dojo_reach *from)
{
    const uint32_t all = sweeps ? brooms : assistants;
    if (is_done(y) || was_seen(y, brooms, assistants, sweeps)) return;
    const int cols = cols_limit(y->s, brooms, assistants);
    if (sweeps)
        sweep_then_assist(y, brooms, assistants, cols, from);
    else
        assist_then_sweep(y, brooms, assistants, assistants, cols, from);
    for (uint32_t now = (all - 1) & all; now && !is_done(y); now = (now - 1) & all) {
        if (sweeps)
            lay_brooms(y, now, brooms & ~now, assistants, from);
        else
            lay_assistants(y, now, brooms, assistants & ~now, from);
    }
}

static uint8_t class_of(int trophy)
{
    return trophy == DOJO_BROOM || trophy == DOJO_ASSISTANT ? DOJO_NONE : (uint8_t)trophy;
}

static void init(layers *y, dojo_search *s, uint32_t brooms, uint32_t assistants)
{
    y->s = s;
    y->rows_alike = assistants == 7u;
    y->shares.any_order = y->rows_alike && brooms == 15u;
    __builtin_memset(y->seen, 0, sizeof y->seen);
    for (int row = 0; row < DOJO_ROWS; row++) y->row_class[row] = class_of(s->hall->row[row]);
    for (int col = 0; col < DOJO_COLUMNS; col++) y->col_class[col] = class_of(s->hall->col[col]);
    for (int i = 0; i < DOJO_PLACES; i++) {
        uint32_t kind = 0;
        while ((s->cell[kind] ^ s->cell[i]) & ~(15u << DOJO_KIND_SHIFT)) kind++;
        s->cell[i] |= kind << DOJO_KIND_SHIFT;
    }
}

void dojo_explore_layers(dojo_search *s, uint32_t brooms, uint32_t assistants)
{
    layers y;
    dojo_reach all;
    int rows, cols;
    init(&y, s, brooms, assistants);
    dojo_limits(s, brooms, assistants, &rows, &cols);
    if (s->best >= rows + cols) return;
    sweep_then_assist(&y, brooms, assistants, cols, NULL);
    if (s->best >= rows + cols) return;
    assist_then_sweep(&y, brooms, assistants, assistants, cols, NULL);
    if (s->best >= rows + cols) return;
    const int floor = s->best;
    dojo_shares_find(&y.shares, s, brooms, assistants);
    y.most = 0;
    for (int i = 0; i < y.shares.n; i++)
        if (y.shares.list[i].most > y.most) y.most = y.shares.list[i].most;
    if (y.most > rows + cols) y.most = rows + cols;
    while (y.most > floor) {
        const int from = y.most - STEP > floor ? y.most - STEP : floor;
        s->best = from; /* less is not looked for this time */
        if (from + 1 < y.shares.complete_from) dojo_shares_find(&y.shares, s, brooms, assistants);
        dojo_shares_all(&y.shares, s, &all);
        go_on(&y, brooms, assistants, true, &all);
        go_on(&y, brooms, assistants, false, &all);
        if (s->best > from) return;
        s->best = floor;
        y.most = from;
    }
}
