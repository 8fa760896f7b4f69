/* Dojo: which totals are looked for first where there are many brooms and assistants (dojo_layers.c tries the orders).
 *
 * The highest totals are looked for first, as many as have few shares (dojo_shares.c): while much is asked for, nearly every branch ends
 * early. With three assistants and four brooms every share is looked for alone: cards that belong to the same row are the same then. */
#include "dojo_layers.h"

enum {
    MANY = 5,              /* with so many brooms and assistants or more, shares are used; */
    SOME = 512,            /* with exactly so many, only if there are no more than these: the plain search is short */
    FEW = 128,             /* shares that are followed at a time */
    ALL = DOJO_SHARES + 1, /* however many there are */
};

/* How many shares promise more than this total. The list begins with those that promise most. */
static int n_above(const dojo_shares *shares, int total)
{
    int n = 0;
    while (n < shares->n && shares->list[n].most > total) n++;
    return n;
}

/* From now on the search sees only these belts. `triples`: how many columns each is enough for. */
static void show_belts(dojo_layers *y, const uint8_t *belts, uint64_t triples)
{
    y->all = 0;
    y->triples = triples;
    for (int i = 0; i < DOJO_PLACES; i++) {
        y->belt[i] = (uint64_t)1 << 8 * belts[dojo_belt_of(y->s->cell[i])];
        y->all += y->belt[i];
    }
}

/* The belts of all cards. */
static void show_all(dojo_layers *y)
{
    show_belts(y, y->s->useful, 0);
    for (int belt = 1; belt <= DOJO_BELTS; belt++) y->triples += (y->all >> 8 * belt & 15u) / 3 << 8 * belt;
}

/* The belts that matter to these shares. */
static void show_shares(dojo_layers *y, int first, int n, uint8_t *out_belts)
{
    const uint64_t triples = dojo_shares_belts(&y->shares, y->s, first, n, out_belts);
    show_belts(y, out_belts, triples);
}

/* The kinds of the cards. A belt of which there are too few for any column is no belt: often half of the cards are the same then. */
static void list_kinds(dojo_search *s)
{
    uint32_t n[DOJO_BELTS + 1] = {0, 0, 0, 0, 0, 0}, needed = 3, reduced[DOJO_PLACES];
    for (int col = 0; col < DOJO_COLUMNS; col++)
        if (s->hall->col[col] == DOJO_BELT) needed = 2; /* D12 */
    for (int i = 0; i < DOJO_PLACES; i++) n[dojo_belt_of(s->cell[i])]++;
    for (int belt = 0; belt <= DOJO_BELTS; belt++) s->useful[belt] = (uint8_t)(n[belt] < needed ? 0 : belt);
    for (int i = 0; i < DOJO_PLACES; i++) {
        const uint32_t belt = s->useful[dojo_belt_of(s->cell[i])];
        uint32_t kind = 0;
        reduced[i] = (s->cell[i] & DOJO_DISCIPLE_BITS) | belt << DOJO_BELT_SHIFT;
        while (reduced[kind] != reduced[i]) kind++;
        s->kind[i] = (uint8_t)kind;
        dojo_set_kind(&s->cell[i], kind);
    }
}

/* One share after the other. */
static void explore_each(dojo_layers *y, uint32_t brooms, uint32_t assistants)
{
    dojo_search *s = y->s;
    dojo_reach only;
    uint8_t belts[DOJO_BELTS + 1];
    for (int i = 0; i < y->shares.n && y->shares.list[i].most > s->best; i++) {
        show_shares(y, i, 1, belts);
        dojo_shares_only(&y->shares, s, i, belts, &only);
        dojo_layers_all(y, brooms, assistants, &only);
    }
    for (int i = 0; i < DOJO_PLACES; i++) dojo_set_kind(&s->cell[i], s->kind[i]);
}

void dojo_explore_layers(dojo_search *s, uint32_t brooms, uint32_t assistants)
{
    dojo_layers y;
    dojo_reach all;
    uint8_t belts[DOJO_BELTS + 1];
    int rows, cols;
    const int n_assistants = tm_bits_count(assistants);
    __builtin_memset(&y, 0, __builtin_offsetof(dojo_layers, points));
    y.s = s;
    list_kinds(s);
    show_all(&y);
    dojo_layers_init(&y);
    dojo_tables_init(&y);
    dojo_limits(s, brooms, assistants, &rows, &cols);
    y.most = rows + cols;
    if (n_assistants < 2 || tm_bits_count(brooms) + n_assistants < MANY) {
        dojo_layers_all(&y, brooms, assistants, NULL);
        return;
    }
    dojo_layers_simple(&y, brooms, assistants);
    if (s->best >= y.most) return;
    const int floor = s->best;
    y.shares.any_order = brooms == 15u && assistants == 7u;
    const bool few = tm_bits_count(brooms) + n_assistants == MANY;
    if (!dojo_shares_find(&y.shares, s, brooms, assistants, few ? SOME : ALL)) {
        dojo_layers_all(&y, brooms, assistants, NULL); /* of 19,538 ends, many shares rule out too few */
        return;
    }
    y.most = y.shares.complete_from - 1; /* those that found no room in the list */
    for (int i = 0; i < y.shares.n; i++)
        if (y.shares.list[i].most > y.most) y.most = y.shares.list[i].most;
    if (y.most > rows + cols) y.most = rows + cols;
    /* The highest totals first, as many as have few shares. */
    while (y.most > floor) {
        int from = y.shares.any_order ? y.most - 1 : floor;
        while (from + 1 < y.most && n_above(&y.shares, from) > FEW) from++;
        s->best = from; /* less is not looked for this time */
        if (from + 1 < y.shares.complete_from) (void)dojo_shares_find(&y.shares, s, brooms, assistants, ALL);
        if (from + 1 < y.shares.complete_from) from = y.shares.complete_from - 1; /* fewer at a time */
        if (from >= y.most) { /* the list is too short for the shares of one total */
            s->best = floor;
            show_all(&y);
            dojo_layers_all(&y, brooms, assistants, NULL);
            break;
        }
        s->best = from;
        dojo_shares_all(&y.shares, s, &all);
        if (y.shares.any_order) {
            explore_each(&y, brooms, assistants);
        } else {
            show_shares(&y, 0, n_above(&y.shares, from), belts);
            dojo_layers_all(&y, brooms, assistants, &all);
        }
        if (s->best > from) break;
        s->best = floor;
        y.most = from;
    }
}
