/* Dojo: the best total where there are many brooms and assistants, as a box of one's own may have them (D16, D17).
 *
 * Layers of brooms and of assistants take turns. A layer decides only what matters to later ones: which card a broom
 * gives to each row that an assistant rearranges later. How its other cards lie matters to the rows alone and is decided
 * at the end (sweep); with assistants and columns it is the same (dojo_assist).
 *
 * A broom must come before an assistant only if it changes the card where the two meet; everything else can be had with
 * the assistant first. So each broom of a layer changes a row of the next layer of assistants, and each assistant of that
 * layer has a row that one of them changed. No end is reached twice then, so it is no use to remember what was seen.
 *
 * With twelve different cards and no branch cut, this leaves 648 ends for one assistant and four brooms, 15,771 for two
 * and three, 19,538 for three and two. An end costs some 300 instructions, and at most some 15,000 where the rows are
 * swept. There are 214,287 ends for two assistants and four brooms, a million for three and three, 30 million for three
 * and four: there we rely on the limits. A branch ends where rows and columns cannot beat the best total, or where its
 * rows can no longer become one of the shares that could (dojo_shares.c). The highest totals are looked for first, a few
 * at a time: while much is asked for, nearly every branch ends early. tests/bench/dojo_climb.c looks for dojos that take
 * long, and docs/BENCHMARKS.md says what it found. */
#include "dojo_search.h"

enum { MANY = 5, STEP = 3, TABLES = 3, PAIRS = DOJO_DISCIPLES * DOJO_DISCIPLES };

typedef struct layers {
    dojo_search *s;
    uint32_t col_free[DOJO_COLUMNS]; /* of a broom that was used: the rows whose cards may still change places */
    uint32_t row_free[DOJO_ROWS];    /* of an assistant: the columns */
    uint32_t changed[DOJO_COLUMNS];  /* by a broom of the last layer: rows whose assistant is left */
    int most;                        /* no more is to be found */
    uint64_t lane[DOJO_PLACES];      /* of each kind: one in the eight bits of its belt */
    uint8_t disciple[DOJO_PLACES];   /* of each kind */
    uint8_t trophy[DOJO_ROWS];       /* which table of points a row has */
    uint8_t points[TABLES][PAIRS]
                  [PAIRS]; /* of a row with two cards from the first two columns and two from the others */
    dojo_shares shares;
} layers;

/* What the columns could at most give while these are left. A column with a broom keeps its cards but for one for each
 * assistant that is left; another takes what its rows can bring. */
static int cols_limit(const layers *y, uint32_t brooms, uint32_t assistants)
{
    static const uint8_t COUNT[8] = {0, 1, 1, 2, 1, 2, 2, 3};
    const dojo_search *s = y->s;
    const uint64_t ones = 0x10101010100u, tops = ones << 7;
    uint64_t lane[DOJO_PLACES], own[DOJO_COLUMNS] = {0, 0, 0, 0}, brings[DOJO_ROWS], moving = 0;
    int points = 0;
    for (int row = 0; row < DOJO_ROWS; row++) {
        const uint32_t left = (assistants >> row & 1) * 15u, free = left | y->row_free[row], moves = left | brooms;
        brings[row] = 0;
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            const uint64_t one = y->lane[dojo_kind_of(s->cell[DOJO_COLUMNS * row + col])];
            lane[DOJO_COLUMNS * row + col] = one;
            own[col] += one;
            brings[row] |= one & (0 - (uint64_t)(free >> col & 1));
            moving += one & (0 - (uint64_t)(moves >> col & 1));
        }
    }
    const uint64_t three = (moving + ones * 125) & tops, some = (moving + ones * 127) >> 7 & ones;
    const uint64_t open = ones * (125u + COUNT[assistants]);
    for (int row = 0; row < DOJO_ROWS && brooms; row++)
        if (assistants >> row & 1) brings[row] = some;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const int trophy = s->hall->col[col];
        uint64_t equal, can[DOJO_ROWS];
        if (brooms >> col & 1) {
            equal = (own[col] + open) & three;
        } else {
            for (int row = 0; row < DOJO_ROWS; row++)
                can[row] =
                    (assistants >> row | y->row_free[row] >> col) & 1 ? brings[row] : lane[DOJO_COLUMNS * row + col];
            equal = trophy == DOJO_BELT ? (can[0] & can[1]) | (can[0] & can[2]) | (can[1] & can[2])
                                        : can[0] & can[1] & can[2];
        }
        if (equal) points += (63 - __builtin_clzll(equal)) / 8 << (trophy == DOJO_KIMONO ? 1 : 0);
    }
    return points < s->cols_most ? points : s->cols_most;
}

static uint32_t any_of(uint32_t disciples)
{
    return disciples >> DOJO_RACCOON_SHIFT ? 0x11111u : disciples; /* a raccoon is any disciple */
}

/* What the rows could at most give while these are left. A row with an assistant keeps its cards but for one for each
 * broom that is left; another takes what its columns can bring. */
static int rows_limit(const layers *y, uint32_t brooms, uint32_t assistants)
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

/* What two columns can give the rows: the pairs of disciples, and the order of each column. */
typedef struct half {
    int n;
    struct {
        uint8_t pair[DOJO_ROWS], order[2];
    } list[36];
} half;

static void list_half(const layers *y, int col, half *out)
{
    static const uint8_t MOVES[6] = {0, 6, 3, 7, 7, 5}; /* the rows whose card an order changes */
    uint8_t first[DOJO_ROWS], second[DOJO_ROWS];
    for (int row = 0; row < DOJO_ROWS; row++) {
        first[row] = (uint8_t)(DOJO_DISCIPLES * y->disciple[dojo_kind_of(y->s->cell[DOJO_COLUMNS * row + col])]);
        second[row] = y->disciple[dojo_kind_of(y->s->cell[DOJO_COLUMNS * row + col + 1])];
    }
    out->n = 0;
    for (int a = 0; a < 6; a++) {
        if (MOVES[a] & ~y->col_free[col]) continue;
        for (int b = 0; b < 6; b++) {
            if (MOVES[b] & ~y->col_free[col + 1]) continue;
            for (int row = 0; row < DOJO_ROWS; row++)
                out->list[out->n].pair[row] =
                    (uint8_t)(first[dojo_column_orders[a][row]] + second[dojo_column_orders[b][row]]);
            out->list[out->n].order[0] = (uint8_t)a;
            out->list[out->n++].order[1] = (uint8_t)b;
        }
    }
}

/* The most that the rows can give, if it is more than `least`: arranges them so. */
static int sweep(layers *y, int least)
{
    half left, right;
    int best = least, best_i = -1, best_j = -1;
    list_half(y, 0, &left);
    list_half(y, 2, &right);
    for (int i = 0; i < left.n; i++) {
        const uint8_t *pair = left.list[i].pair;
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

static void make_tables(layers *y)
{
    static const uint8_t TROPHY[TABLES] = {DOJO_NONE, DOJO_MASTER, DOJO_INCENSE};
    for (int t = 0; t < TABLES; t++) {
        bool used = false;
        for (int row = 0; row < DOJO_ROWS; row++) {
            const int trophy = y->s->hall->row[row];
            const bool mine = t ? trophy == TROPHY[t] : trophy != DOJO_MASTER && trophy != DOJO_INCENSE;
            if (mine) y->trophy[row] = (uint8_t)t;
            used |= mine;
        }
        if (!used) continue;
        for (int a = 0; a < PAIRS; a++)
            for (int b = 0; b < PAIRS; b++) {
                const uint32_t sum = (1u << 4 * (a / DOJO_DISCIPLES)) + (1u << 4 * (a % DOJO_DISCIPLES)) +
                                     (1u << 4 * (b / DOJO_DISCIPLES)) + (1u << 4 * (b % DOJO_DISCIPLES));
                y->points[t][a][b] = (uint8_t)dojo_sum_points(sum, TROPHY[t]);
            }
    }
}

/* All are used: the rows settle what brooms left open, then the columns what assistants did. */
static void settle(layers *y, const dojo_reach *from)
{
    dojo_search *s = y->s;
    dojo_reach reach;
    const int least = s->best - cols_limit(y, 0, 0); /* the rows must give more */
    if (s->rows_most <= least) return;
    if (from && !dojo_shares_reach(&y->shares, s, y->col_free, 0, 0, s->best - least, from, &reach)) return;
    uint32_t old[DOJO_PLACES];
    __builtin_memcpy(old, s->cell, sizeof old);
    const int rows = sweep(y, least);
    if (rows > least) dojo_assist(s, y->row_free, rows);
    __builtin_memcpy(s->cell, old, sizeof old);
}

/* Whether a branch cannot beat the best total; otherwise *out is what its rows can become, if `from` is not NULL. */
static bool is_hopeless(layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from, dojo_reach *out)
{
    const dojo_search *s = y->s;
    if (s->best >= y->most) return true;
    const int cols = cols_limit(y, brooms, assistants);
    if (cols + s->rows_most <= s->best) return true;
    if (from) return !dojo_shares_reach(&y->shares, s, y->col_free, brooms, assistants, cols, from, out);
    return cols + rows_limit(y, brooms, assistants) <= s->best;
}

static void go_on(layers *y, uint32_t brooms, uint32_t assistants, uint32_t last, const dojo_reach *from);
static void begin(layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from);

/* Whether an order is the first of those that amount to the same: equal cards, and cards in places that are decided
 * later, stay in their order. */
static bool is_wanted(const uint32_t *cards, const uint8_t *order, uint32_t free, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (order[i] > order[j] && ((free >> i & free >> j & 1) || cards[order[i]] == cards[order[j]]))
                return false;
    return true;
}

/* A layer of the brooms in `now`, then assistants; `layer` are all brooms of the layer, `brooms` those left for later. */
static void lay_brooms(layers *y, uint32_t now, uint32_t layer, uint32_t brooms, uint32_t assistants,
                       const dojo_reach *from)
{
    dojo_reach reach;
    if (!now) {
        go_on(y, brooms, assistants, layer, from);
        return;
    }
    if (now != layer && is_hopeless(y, brooms | now, assistants, from, &reach)) return;
    const dojo_reach *next = from && now != layer ? &reach : from;
    const int col = tm_bits_take(&now);
    uint32_t *at = y->s->cell + col;
    const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
    y->col_free[col] = 7u & ~assistants;
    for (int order = 1; order < 6; order++) {
        if (!is_wanted(old, dojo_column_orders[order], y->col_free[col], DOJO_ROWS)) continue;
        dojo_lay_column(at, old, order);
        y->changed[col] =
            assistants & ((at[0] != old[0] ? 1u : 0u) | (at[4] != old[1] ? 2u : 0u) | (at[8] != old[2] ? 4u : 0u));
        if (y->changed[col]) lay_brooms(y, now, layer, brooms, assistants, next);
    }
    y->col_free[col] = 0;
    dojo_lay_column(at, old, 0);
}

static void lay_assistants(layers *y, uint32_t now, uint32_t layer, uint32_t brooms, uint32_t assistants,
                           const dojo_reach *from)
{
    dojo_reach reach;
    if (!now) {
        begin(y, brooms, assistants, from);
        return;
    }
    if (now != layer && is_hopeless(y, brooms, assistants | now, from, &reach)) return;
    const dojo_reach *next = from && now != layer ? &reach : from;
    const int row = tm_bits_take(&now);
    uint32_t *at = y->s->cell + DOJO_COLUMNS * row;
    const uint32_t old[DOJO_COLUMNS] = {at[0], at[1], at[2], at[3]};
    y->row_free[row] = 15u & ~brooms;
    /* If all rows are laid now, it does not matter which of the columns with brooms is which. */
    for (int i = 0; i < 24; i++) {
        const uint8_t *order = dojo_row_orders[i];
        if (!is_wanted(old, order, y->row_free[row], DOJO_COLUMNS) ||
            (layer == 7u && row == 0 && !is_wanted(old, order, brooms, DOJO_COLUMNS)))
            continue;
        for (int col = 0; col < DOJO_COLUMNS; col++) at[col] = old[order[col]];
        lay_assistants(y, now, layer, brooms, assistants, next);
    }
    y->row_free[row] = 0;
    __builtin_memcpy(at, old, sizeof old);
}

/* After the brooms in `last`: a layer of assistants. */
static void go_on(layers *y, uint32_t brooms, uint32_t assistants, uint32_t last, const dojo_reach *from)
{
    dojo_reach reach;
    /* cppcheck-suppress uninitvar ; filled by is_hopeless, or not looked at */
    const dojo_reach *next = from ? &reach : NULL;
    uint32_t touched = 0;
    if (brooms && is_hopeless(y, brooms, assistants, from, &reach)) return;
    for (uint32_t left = last; left;) touched |= y->changed[tm_bits_take(&left)];
    for (uint32_t now = touched; now; now = (now - 1) & touched) {
        bool all = brooms || now == assistants;
        for (uint32_t left = last; left && all;) all = (y->changed[tm_bits_take(&left)] & now) != 0;
        if (!all) continue;
        if (brooms) {
            lay_assistants(y, now, now, brooms, assistants & ~now, next);
            continue;
        }
        for (int row = 0; row < DOJO_ROWS; row++)
            if (now >> row & 1) y->row_free[row] = 15u;
        settle(y, from);
        for (int row = 0; row < DOJO_ROWS; row++)
            if (now >> row & 1) y->row_free[row] = 0;
    }
}

/* A layer of brooms. One of all four before all three assistants is not needed: with the rows in another order, the first
 * broom changes nothing and could come later. */
static void begin(layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from)
{
    dojo_reach reach;
    if (assistants) {
        if (is_hopeless(y, brooms, assistants, from, &reach)) return;
        for (uint32_t now = brooms; now; now = (now - 1) & brooms)
            if (now != 15u || assistants != 7u)
                lay_brooms(y, now, now, brooms & ~now, assistants, from ? &reach : NULL);
        return;
    }
    for (int col = 0; col < DOJO_COLUMNS; col++)
        if (brooms >> col & 1) y->col_free[col] = 7u;
    settle(y, from);
    for (int col = 0; col < DOJO_COLUMNS; col++)
        if (brooms >> col & 1) y->col_free[col] = 0;
}

/* All brooms at once, then all assistants. */
static void sweep_all(layers *y, uint32_t brooms, uint32_t assistants)
{
    if (!brooms) {
        for (int row = 0; row < DOJO_ROWS; row++) y->row_free[row] = assistants >> row & 1 ? 15u : 0;
        settle(y, NULL);
        for (int row = 0; row < DOJO_ROWS; row++) y->row_free[row] = 0;
        return;
    }
    const int n_orders = brooms == 15u && assistants == 7u ? 1 : 6, col = tm_bits_take(&brooms);
    uint32_t *at = y->s->cell + col;
    const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
    y->col_free[col] = 7u & ~assistants;
    for (int order = 0; order < n_orders; order++) {
        if (!is_wanted(old, dojo_column_orders[order], y->col_free[col], DOJO_ROWS)) continue;
        dojo_lay_column(at, old, order);
        sweep_all(y, brooms, assistants);
    }
    y->col_free[col] = 0;
    dojo_lay_column(at, old, 0);
}

/* All sequences: the first layer is one of brooms, or of assistants. */
static void explore(layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from)
{
    begin(y, brooms, assistants, from);
    for (uint32_t now = assistants; now; now = (now - 1) & assistants)
        lay_assistants(y, now, now, brooms, assistants & ~now, from);
}

void dojo_explore_layers(dojo_search *s, uint32_t brooms, uint32_t assistants)
{
    layers y;
    dojo_reach all;
    int rows, cols, step = 1; /* often the most that there could be can be had */
    const int n_assistants = tm_bits_count(assistants);
    __builtin_memset(&y, 0, __builtin_offsetof(layers, points));
    y.s = s;
    for (int i = 0; i < DOJO_PLACES; i++) {
        uint32_t kind = 0;
        while ((s->cell[kind] ^ s->cell[i]) & ~(15u << DOJO_KIND_SHIFT)) kind++;
        s->cell[i] |= kind << DOJO_KIND_SHIFT;
        y.lane[kind] = (uint64_t)1 << 8 * dojo_belt_of(s->cell[i]);
        y.disciple[kind] = (uint8_t)(tm_bits_first(s->cell[i]) / 4);
    }
    make_tables(&y);
    dojo_limits(s, brooms, assistants, &rows, &cols);
    y.most = rows + cols;
    if (n_assistants < 2 || tm_bits_count(brooms) + n_assistants < MANY) {
        explore(&y, brooms, assistants, NULL);
        return;
    }
    sweep_all(&y, brooms, assistants);
    lay_assistants(&y, assistants, assistants, brooms, 0, NULL);
    if (s->best >= y.most) return;
    const int floor = s->best;
    y.shares.any_order = brooms == 15u && assistants == 7u;
    dojo_shares_find(&y.shares, s, brooms, assistants);
    y.most = y.shares.complete_from - 1; /* those that found no room in the list */
    for (int i = 0; i < y.shares.n; i++)
        if (y.shares.list[i].most > y.most) y.most = y.shares.list[i].most;
    if (y.most > rows + cols) y.most = rows + cols;
    while (y.most > floor) {
        int from = y.most - step > floor ? y.most - step : floor;
        step = STEP;
        s->best = from; /* less is not looked for this time */
        if (from + 1 < y.shares.complete_from) dojo_shares_find(&y.shares, s, brooms, assistants);
        if (from + 1 < y.shares.complete_from) from = y.shares.complete_from - 1; /* fewer at a time */
        if (from >= y.most) { /* the list is too short for the shares of one total */
            s->best = floor;
            explore(&y, brooms, assistants, NULL);
            break;
        }
        s->best = from;
        dojo_shares_all(&y.shares, s, &all);
        explore(&y, brooms, assistants, &all);
        if (s->best > from) break;
        s->best = floor;
        y.most = from;
    }
}
