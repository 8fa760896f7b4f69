/* Dojo: the best total where there are many brooms and assistants, as a box of one's own may have them (D16, D17).
 *
 * Layers of brooms and of assistants take turns. A layer decides only what matters to later ones: which card a broom
 * gives to each row that an assistant rearranges later. How its other cards lie matters to the rows alone and is decided
 * at the end (dojo_rows.c); with assistants and columns it is the same (dojo_assist).
 *
 * A broom must come before an assistant only if it changes the card where the two meet; everything else can be had with
 * the assistant first. So each broom of a layer changes a row of the next layer of assistants, and each assistant of that
 * layer has a row that one of them changed. No end is reached twice then, so it is no use to remember what was seen.
 *
 * With twelve different cards and no branch cut, this leaves 648 ends for one assistant and four brooms, 15,771 for two
 * and three, 19,538 for three and two. An end costs some 300 instructions, and at most some 15,000 where the rows are
 * swept. There are 214,287 ends for two assistants and four brooms, a million for three and three, 30 million for three
 * and four: there we rely on the limits. A branch ends where rows and columns cannot beat the best total, or where its
 * rows can no longer become one of the shares that could (dojo_shares.c). tests/bench/dojo_climb.c looks for dojos that take
 * long, and docs/BENCHMARKS.md says what it found. */
#include "dojo_layers.h"

/* The cards that an order leaves for the columns without a broom. */
static uint32_t rest_of(const uint8_t *order, uint32_t brooms)
{
    return 15u & ~((brooms & 1) << order[0] | (brooms >> 1 & 1) << order[1] | (brooms >> 2 & 1) << order[2] |
                   (brooms >> 3) << order[3]);
}

static int placing_points(const dojo_placing *p, const uint8_t *order, uint32_t rest)
{
    return p->rest[rest] + p->with[0][order[0]] + p->with[1][order[1]] + p->with[2][order[2]] + p->with[3][order[3]];
}

/* What the rows can become of `from`, and so could at most give, once a row keeps some of its cards: by those cards. */
typedef struct narrowing {
    int rows[16];
    const dojo_reach *reach[16];
    dojo_reach narrowed[16];
} narrowing;

/* `rests`: the sets of cards that it may keep, a bit for each. Those with which nothing can be reached are taken away. */
static uint32_t narrow(const dojo_layers *y, int row, uint32_t rests, const dojo_reach *from, int rows, narrowing *out)
{
    const bool narrows = from && !y->shares.any_order;
    if (narrows)
        rests = dojo_shares_narrow(&y->shares, row, y->s->cell + DOJO_COLUMNS * row, rests, from, out->narrowed);
    for (uint32_t left = rests; left;) {
        const int rest = tm_bits_take(&left);
        out->reach[rest] = narrows ? &out->narrowed[rest] : from;
        out->rows[rest] = narrows ? dojo_shares_rows(&y->shares, y->s, &out->narrowed[rest]) : rows;
    }
    return rests;
}

/* What of `from` the rows can become if the columns give at most `cols`; false if nothing. Where rows are laid, `from`
 * is narrowed at once, unless any row can become any. */
static bool reach_now(const dojo_layers *y, uint32_t brooms, uint32_t assistants, int cols, const dojo_reach *from,
                      dojo_reach *out)
{
    return dojo_shares_above(&y->shares, y->s, cols, from, out) &&
           (!y->shares.any_order || dojo_shares_reach(&y->shares, y->s, y->col_free, brooms, assistants));
}

/* All are used: the rows settle what brooms left open, then the columns what assistants did. */
static void settle(dojo_layers *y, const dojo_reach *from)
{
    dojo_search *s = y->s;
    dojo_reach reach;
    const int least = s->best - dojo_cols_limit(y, 0, 0); /* the rows must give more */
    if (s->rows_most <= least || dojo_rows_at_most(y) <= least) return;
    if (from && !reach_now(y, 0, 0, s->best - least, from, &reach)) return;
    uint32_t old[DOJO_PLACES];
    __builtin_memcpy(old, s->cell, sizeof old);
    const int rows = dojo_lay_rows(y, least);
    if (rows > least) dojo_assist(s, y->row_free, rows);
    __builtin_memcpy(s->cell, old, sizeof old);
}

/* Whether a branch cannot beat the best total; otherwise *out is what its rows can become, if `from` is not NULL. */
static bool is_hopeless(dojo_layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from, dojo_reach *out)
{
    const dojo_search *s = y->s;
    if (s->best >= y->most) return true;
    const int cols = dojo_cols_limit(y, brooms, assistants);
    if (cols + s->rows_most <= s->best) return true;
    if (from) return !reach_now(y, brooms, assistants, cols, from, out);
    return cols + dojo_rows_limit(y, brooms, assistants) <= s->best;
}

/* A layer of brooms or of assistants while it is made. All layers that begin alike are one branch until they part. */
typedef struct layer {
    uint32_t open;   /* may be part of it */
    uint32_t chosen; /* are part of it, and laid */
    uint32_t later;  /* are left for later layers */
    uint32_t others; /* that are left: assistants of a layer of brooms, and the other way round */
    uint32_t last; /* of assistants: the brooms of the layer before, each of which must have changed one of its rows */
    bool whole;    /* of assistants: all that are open are part of it */
} layer;

static void go_on(dojo_layers *y, const layer *last, const dojo_reach *from);
static void begin(dojo_layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from);
static void lay_brooms(dojo_layers *y, const layer *l, const dojo_reach *from);
static void lay_assistants(dojo_layers *y, const layer *l, const dojo_reach *from);

/* The orders of a column or of a row, a bit for each, which are the first of those that amount to the same: equal cards, and
 * cards in places that are decided later, stay in their order. */
static uint32_t column_orders(const uint32_t *cards, uint32_t free)
{
    /* those that leave the cards of two rows in their order, by the rows that are decided later */
    static const uint8_t ASCENDING[8] = {0x3f, 0x3f, 0x3f, 0x0b, 0x3f, 0x07, 0x15, 0x01};
    return ASCENDING[free] & (dojo_is_same(cards[0], cards[1]) ? 0x13u : 0x3fu) &
           (dojo_is_same(cards[0], cards[2]) ? 0x07u : 0x3fu) & (dojo_is_same(cards[1], cards[2]) ? 0x0du : 0x3fu);
}

/* In columns i < j there are cards in their order; and: card i comes before card j. By i and j. */
static const uint32_t ASCENDING[6] = {0x030f3f, 0x00aaff, 0x0055ff, 0x2cb2cb, 0x1c71c7, 0x555555};
static const uint32_t BEFORE[6] = {0x4d303f, 0x1c04ff, 0x0071ff, 0x340fd3, 0x00dfc7, 0x03f34d};
static const uint8_t FIRST[6] = {0, 0, 0, 1, 1, 2}, SECOND[6] = {1, 2, 3, 2, 3, 3};

static uint32_t row_orders_with(uint32_t free)
{
    uint32_t orders = 0xffffff;
    for (int k = 0; k < 6; k++)
        if (free >> FIRST[k] & free >> SECOND[k] & 1) orders &= ASCENDING[k];
    return orders;
}

static uint32_t row_orders_of(const uint32_t *cards)
{
    uint32_t orders = 0xffffff;
    for (int k = 0; k < 6; k++)
        if (dojo_is_same(cards[FIRST[k]], cards[SECOND[k]])) orders &= BEFORE[k];
    return orders;
}

/* Lays a column, and keeps its belts in step. */
static void lay(dojo_layers *y, int col, const uint32_t *cards, const uint64_t *belts, int order)
{
    const uint8_t *from = dojo_column_orders[order];
    dojo_lay_column(y->s->cell + col, cards, order);
    for (int row = 0; row < DOJO_ROWS; row++) y->belt[DOJO_COLUMNS * row + col] = belts[from[row]];
}

/* After a broom: what the rows can still become with their new cards. Those whose assistants are left may lose some of theirs. */
static bool broom_reach(const dojo_layers *y, int col, uint32_t assistants, const dojo_except *others,
                        const dojo_reach *from, dojo_reach *out)
{
    if (assistants != 7u) {
        if (!dojo_shares_column(&y->shares, y->s->cell + col, 7u & ~assistants, from, out)) return false;
        from = out;
    }
    for (; assistants; from = out) {
        const int row = tm_bits_take(&assistants);
        if (!dojo_shares_with(&y->shares, row, &others[row], y->s->cell[DOJO_COLUMNS * row + col], from, out))
            return false;
    }
    return true;
}

/* A broom of a layer, and what follows. */
static void lay_broom(dojo_layers *y, int col, const layer *with, const dojo_reach *from)
{
    dojo_reach narrow;
    dojo_except others[DOJO_ROWS];
    const uint32_t assistants = with->others, left = with->later | with->open;
    const uint32_t *at = y->s->cell + col;
    const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
    const uint64_t belts[DOJO_ROWS] = {y->belt[col], y->belt[col + 4], y->belt[col + 8]};
    /* With all four left a row may lose every card. */
    const bool narrows = from && left != 15u && assistants && !y->shares.any_order;
    for (uint32_t rows = narrows ? assistants : 0; rows;) {
        const int row = tm_bits_take(&rows);
        dojo_shares_except(&y->shares, row, y->s->cell + DOJO_COLUMNS * row, col, tm_bits_count(left), from->used,
                           &others[row]);
    }
    y->col_free[col] = 7u & ~assistants;
    for (uint32_t orders = column_orders(old, y->col_free[col]) & ~1u; orders;) {
        const int order = tm_bits_take(&orders);
        lay(y, col, old, belts, order);
        y->changed[col] =
            assistants & ((dojo_is_same(at[0], old[0]) ? 0 : 1u) | (dojo_is_same(at[4], old[1]) ? 0 : 2u) |
                          (dojo_is_same(at[8], old[2]) ? 0 : 4u));
        if (y->changed[col] && (!narrows || broom_reach(y, col, assistants, others, from, &narrow)))
            lay_brooms(y, with, narrows ? &narrow : from);
    }
    y->col_free[col] = 0;
    lay(y, col, old, belts, 0);
}

/* The layer ends here, or one more broom is part of it. One of all four before all three assistants is not needed: with the
 * rows in another order, the first broom changes nothing and could come later. */
static void lay_brooms(dojo_layers *y, const layer *l, const dojo_reach *from)
{
    dojo_reach reach;
    const uint32_t left = l->later | l->open;
    if (l->chosen && left) {
        if (is_hopeless(y, left, l->others, from, &reach)) return;
        if (from) from = &reach;
    }
    if (l->chosen) go_on(y, l, from);
    layer with = *l;
    while (with.open) {
        const int col = tm_bits_take(&with.open);
        with.chosen = l->chosen | 1u << col;
        with.later = left & ~(with.open | 1u << col);
        if (with.chosen != 15u || l->others != 7u) lay_broom(y, col, &with, from);
    }
}

/* Whether each broom of the layer before changed one of these rows. */
static bool are_needed(const dojo_layers *y, uint32_t last, uint32_t rows)
{
    while (last)
        if (!(y->changed[tm_bits_take(&last)] & rows)) return false;
    return true;
}

/* A row was laid; these others have no assistants either. In a column whose broom is left, their cards stay in the column, so each of them
 * ends in another row. `passes`: unless one comes to the row whose assistant is left, and by another broom that is left to yet another row. `out` is what
 * of `from` the rows can become then. */
static bool stay_apart(const dojo_layers *y, int row, uint32_t brooms, uint32_t others, bool passes,
                       const dojo_reach *from, dojo_reach *out)
{
    *out = *from;
    while (others) {
        const int other = tm_bits_take(&others);
        for (uint32_t cols = brooms; cols;) {
            const int col = tm_bits_take(&cols);
            if (!dojo_shares_apart(&y->shares, y->s->cell + col, row, other, passes, out, out)) return false;
        }
    }
    return true;
}

/* An assistant of a layer, and what follows. */
static void lay_assistant(dojo_layers *y, int row, const layer *with, const dojo_reach *from)
{
    /* the sets of no card, of one, … */
    static const uint32_t SETS[DOJO_COLUMNS + 1] = {0x0001, 0x0116, 0x1668, 0x6880, 0x8000};
    const uint32_t brooms = with->others, free = 15u & ~brooms;
    uint32_t *at = y->s->cell + DOJO_COLUMNS * row;
    uint64_t *belt = y->belt + DOJO_COLUMNS * row, belts[DOJO_COLUMNS];
    const uint32_t old[DOJO_COLUMNS] = {at[0], at[1], at[2], at[3]};
    /* If all rows are laid now, it does not matter which of the columns with brooms is which. */
    const uint32_t orders =
        y->ascending[free] & row_orders_of(old) & (with->whole && with->open == 6u ? y->ascending[brooms] : 0xffffffu);
    const uint32_t left = with->later | with->open;
    const uint32_t done = 7u & ~(left | 1u << row);
    const bool passes = left && (brooms & (brooms - 1));
    const int rows = from ? dojo_shares_rows(&y->shares, y->s, from) : y->s->rows_most;
    uint32_t hopeful = 0, rests = 0;
    dojo_placing p;
    dojo_reach apart;
    narrowing n;
    dojo_placing_init(y, row, brooms, left, SETS[(free & 1) + (free >> 1 & 1) + (free >> 2 & 1) + (free >> 3)], &p);
    for (uint32_t some = orders; some;) {
        const int k = tm_bits_take(&some);
        const uint32_t rest = y->rest[brooms][k];
        if (placing_points(&p, dojo_row_orders[k], rest) + rows <= y->s->best) continue;
        hopeful |= 1u << k;
        rests |= 1u << rest;
    }
    if (!hopeful || !(rests = narrow(y, row, rests, from, rows, &n))) return;
    __builtin_memcpy(belts, belt, sizeof belts);
    y->row_free[row] = free;
    while (hopeful) {
        const int k = tm_bits_take(&hopeful);
        const uint8_t *order = dojo_row_orders[k];
        const uint32_t rest = y->rest[brooms][k];
        if (!(rests >> rest & 1) || placing_points(&p, order, rest) + n.rows[rest] <= y->s->best) continue;
        y->brings[row] = 0;
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            at[col] = old[order[col]];
            belt[col] = belts[order[col]];
            if (free >> col & 1) y->brings[row] |= belt[col];
        }
        if (!from)
            lay_assistants(y, with, NULL);
        else if (!done)
            lay_assistants(y, with, n.reach[rest]);
        else if (stay_apart(y, row, brooms, done, passes, n.reach[rest], &apart))
            lay_assistants(y, with, &apart);
    }
    y->row_free[row] = 0;
    y->brings[row] = 0;
    __builtin_memcpy(at, old, sizeof old);
    __builtin_memcpy(belt, belts, sizeof belts);
}

/* The layer ends here, or one more assistant is part of it. All three are a branch of their own: they have fewer orders. */
static void lay_assistants(dojo_layers *y, const layer *l, const dojo_reach *from)
{
    dojo_reach reach;
    const uint32_t left = l->later | l->open;
    if (l->chosen && left) {
        if (is_hopeless(y, l->others, left, from, &reach)) return;
        if (from) from = &reach;
    }
    if (l->chosen && !(l->whole && l->open) && are_needed(y, l->last, l->chosen)) begin(y, l->others, left, from);
    layer with = *l;
    while (with.open) {
        const int row = tm_bits_take(&with.open);
        with.chosen = l->chosen | 1u << row;
        with.later = left & ~(with.open | 1u << row);
        if ((with.chosen != 7u || l->whole) && are_needed(y, l->last, with.chosen | with.open))
            lay_assistant(y, row, &with, from);
        if (l->whole) break;
    }
}

/* All layers of these assistants. */
static void lay_any_assistants(dojo_layers *y, layer *l, const dojo_reach *from)
{
    l->whole = l->open == 7u;
    if (l->whole) lay_assistants(y, l, from);
    l->whole = false;
    lay_assistants(y, l, from);
}

/* All cards of these rows may still change places. */
static void free_rows(dojo_layers *y, uint32_t rows)
{
    while (rows) {
        const int row = tm_bits_take(&rows);
        const uint64_t *own = y->belt + DOJO_COLUMNS * row;
        y->row_free[row] = 15u;
        y->brings[row] = own[0] | own[1] | own[2] | own[3];
    }
}

static void keep_rows(dojo_layers *y, uint32_t rows)
{
    while (rows) {
        const int row = tm_bits_take(&rows);
        y->row_free[row] = 0;
        y->brings[row] = 0;
    }
}

/* After a layer of brooms: one of assistants. */
static void go_on(dojo_layers *y, const layer *last, const dojo_reach *from)
{
    layer l = {.others = last->later | last->open, .last = last->chosen};
    for (uint32_t left = last->chosen; left;) l.open |= y->changed[tm_bits_take(&left)];
    l.later = last->others & ~l.open;
    if (l.others) {
        lay_any_assistants(y, &l, from);
    } else if (!l.later) { /* no brooms are left, so all assistants are part of it */
        free_rows(y, l.open);
        settle(y, from);
        keep_rows(y, l.open);
    }
}

/* A layer of brooms. */
static void begin(dojo_layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from)
{
    const layer l = {.open = brooms, .others = assistants};
    if (assistants) {
        lay_brooms(y, &l, from);
        return;
    }
    for (int col = 0; col < DOJO_COLUMNS; col++)
        if (brooms >> col & 1) y->col_free[col] = 7u;
    settle(y, from);
    for (int col = 0; col < DOJO_COLUMNS; col++)
        if (brooms >> col & 1) y->col_free[col] = 0;
}

/* All brooms at once, then all assistants. */
static void sweep_all(dojo_layers *y, uint32_t brooms, uint32_t assistants)
{
    if (!brooms) {
        free_rows(y, assistants);
        settle(y, NULL);
        keep_rows(y, assistants);
        return;
    }
    const uint32_t only = brooms == 15u && assistants == 7u ? 1 : 0x3f;
    const int col = tm_bits_take(&brooms);
    const uint32_t *at = y->s->cell + col;
    const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
    const uint64_t belts[DOJO_ROWS] = {y->belt[col], y->belt[col + 4], y->belt[col + 8]};
    y->col_free[col] = 7u & ~assistants;
    for (uint32_t orders = column_orders(old, y->col_free[col]) & only; orders;) {
        const int order = tm_bits_take(&orders);
        lay(y, col, old, belts, order);
        sweep_all(y, brooms, assistants);
    }
    y->col_free[col] = 0;
    lay(y, col, old, belts, 0);
}

void dojo_layers_all(dojo_layers *y, uint32_t brooms, uint32_t assistants, const dojo_reach *from)
{
    dojo_reach reach;
    layer l = {.open = assistants, .others = brooms};
    if (!assistants || !is_hopeless(y, brooms, assistants, from, &reach))
        begin(y, brooms, assistants, from && assistants ? &reach : from);
    lay_any_assistants(y, &l, from);
}

void dojo_layers_simple(dojo_layers *y, uint32_t brooms, uint32_t assistants)
{
    sweep_all(y, brooms, assistants);
    lay_assistants(y, &(layer){.open = assistants, .others = brooms, .whole = true}, NULL);
}

void dojo_layers_init(dojo_layers *y)
{
    for (uint32_t some = 0; some < 1u << DOJO_COLUMNS; some++) {
        y->ascending[some] = row_orders_with(some);
        for (int k = 0; k < 24; k++) y->rest[some][k] = (uint8_t)rest_of(dojo_row_orders[k], some);
    }
}
