/* Dojo: which ways to share the cards among the rows could still beat the best total.
 *
 * In a column each card comes from another row. So if it is known which cards each row has in the end, a column with
 * three equal belts takes one from each row, and of a belt there are at most as many such columns as the row with the
 * fewest of it has. Rows and columns together then give at most what `total` says, which is often less than what both
 * could give alone. Of some thousand ways to share twelve cards only a few reach a high total.
 *
 * A broom changes one card of a row: with n brooms left, a row keeps at least 4 - n of the cards that it has. */
#include "dojo_search.h"

/* What one row can have: four of the twelve cards. */
typedef struct handful {
    uint64_t kinds;     /* how many of each kind: four bits each */
    uint32_t disciples; /* its cells added up */
    uint32_t belts;     /* how many of each belt: four bits each */
} handful;

enum { HANDFULS = 495 }; /* four of twelve */

typedef struct sharing {
    dojo_shares *out;
    const dojo_search *s;
    int n_brooms, n_pairs, n_kimonos, n_kinds, n;
    int few;                         /* more are not wanted: there are */
    bool too_many;                   /* more */
    uint32_t kind_cell[DOJO_PLACES]; /* a cell of each kind */
    handful all;                     /* all cards */
    uint64_t now[DOJO_ROWS], kept[DOJO_ROWS];
    handful list[HANDFULS];
} sharing;

static int least_of(int a, int b, int c)
{
    return a < b ? (a < c ? a : c) : (b < c ? b : c);
}

/* Of counts below 8, four bits each: the smaller ones. */
static uint32_t smaller(uint32_t a, uint32_t b)
{
    const uint32_t tops = 0x888888u, not_less = ((a | tops) - b) & tops, mask = not_less | (not_less - (not_less >> 3));
    return (b & mask) | (a & ~mask);
}

/* The belts that two of the rows have: the top bit of each. */
static uint32_t in_two(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t x = a + 0x777770u, y = b + 0x777770u, z = c + 0x777770u;
    return ((x & y) | (z & (x | y))) & 0x888880u;
}

static int top_belt(uint32_t belts)
{
    return (31 - __builtin_clz(belts)) / 4;
}

/* The belts of the rows, and how many columns count three equal ones double, or once. */
static int triples_most(uint32_t a, uint32_t b, uint32_t c, int kimonos, int plain)
{
    int points = 0;
    for (uint32_t triples = smaller(smaller(a, b), c) & 0xfffff0u; triples && kimonos + plain > 0;) {
        const int belt = top_belt(triples);
        triples -= 1u << 4 * belt;
        points += kimonos > 0 ? 2 * belt : belt;
        if (kimonos > 0)
            kimonos--;
        else
            plain--;
    }
    return points;
}

/* With columns that need two equal ones. They choose first and take from the rows that have most, which leaves the others most. */
static int cols_most(uint32_t a, uint32_t b, uint32_t c, int pairs, int kimonos, int plain)
{
    int points = triples_most(a, b, c, kimonos, plain);
    for (uint32_t two = pairs ? in_two(a, b, c) : 0; two;) {
        const int belt = top_belt(two), x = (int)(a >> 4 * belt & 15u), y = (int)(b >> 4 * belt & 15u),
                  z = (int)(c >> 4 * belt & 15u),
                  least = x <= y && x <= z ? 0
                          : y <= z         ? 1
                                           : 2;
        const uint32_t one = 1u << 4 * belt;
        const int with = belt + cols_most(least == 0 ? a : a - one, least == 1 ? b : b - one, least == 2 ? c : c - one,
                                          pairs - 1, kimonos, plain);
        if (with > points) points = with;
        two -= 8u << 4 * belt;
    }
    return points;
}

/* Not less than cols_most, and quicker: those that need two equal belts all get the highest that two rows have. */
static int cols_limit(uint32_t a, uint32_t b, uint32_t c, int pairs, int kimonos, int plain)
{
    const uint32_t two = in_two(a, b, c);
    return triples_most(a, b, c, kimonos, plain) + (two ? pairs * top_belt(two) : 0);
}

/* Of counts below 8, four bits each: the sum of the smaller ones. */
static int common(uint64_t a, uint64_t b)
{
    const uint64_t tops = 0x8888888888888888u, not_less = ((a | tops) - b) & tops;
    const uint64_t mask = not_less | (not_less - (not_less >> 3));
    return (int)(((b & mask) | (a & ~mask)) * 0x1111111111111111u >> 60);
}

static void rows_and_kept(const dojo_search *s, uint32_t brooms, uint32_t assistants, uint64_t *now, uint64_t *kept)
{
    for (int row = 0; row < DOJO_ROWS; row++) {
        now[row] = kept[row] = 0;
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            const uint64_t one = (uint64_t)1 << 4 * dojo_kind_of(s->cell[DOJO_COLUMNS * row + col]);
            now[row] += one;
            if (!((assistants >> row | brooms >> col) & 1)) kept[row] += one;
        }
    }
}

static bool row_fits(uint64_t wanted, uint64_t now, uint64_t kept, int n_brooms)
{
    return common(wanted, kept ? kept : now) >= DOJO_COLUMNS - n_brooms;
}

/* No room: those that promise least go. */
static void drop_least(dojo_shares *out)
{
    int n = 0, least = out->list[0].most;
    for (int i = 1; i < out->n; i++)
        if (out->list[i].most < least) least = out->list[i].most;
    for (int i = 0; i < out->n; i++)
        if (out->list[i].most > least) out->list[n++] = out->list[i];
    out->n = n;
    out->complete_from = least + 1;
}

static void take(sharing *h, const handful *a, const handful *b, const handful *c, int rows)
{
    dojo_shares *out = h->out;
    const int plain = DOJO_COLUMNS - h->n_pairs - h->n_kimonos;
    const int least = h->s->best < out->complete_from ? out->complete_from : h->s->best + 1;
    if (h->n_pairs && rows + cols_limit(a->belts, b->belts, c->belts, h->n_pairs, h->n_kimonos, plain) < least) return;
    const int total = rows + cols_most(a->belts, b->belts, c->belts, h->n_pairs, h->n_kimonos, plain);
    if (total < least) return;
    h->too_many = out->n == h->few;
    if (h->too_many) return;
    if (out->n == DOJO_SHARES) drop_least(out);
    if (total < out->complete_from) return;
    dojo_share *to = &out->list[out->n++];
    to->row[0] = a->kinds;
    to->row[1] = b->kinds;
    to->row[2] = c->kinds;
    to->rows = rows;
    to->most = total;
}

/* What the columns could at most give after the first row. */
static int cols_after(const sharing *h, const handful *a)
{
    int cols = 0, pairs = h->n_pairs, kimonos = h->n_kimonos, plain = DOJO_COLUMNS - pairs - kimonos;
    const uint32_t rest = h->all.belts - a->belts;
    for (int belt = DOJO_BELTS; belt > 0; belt--) {
        const int first = (int)(a->belts >> 4 * belt & 15u), left = (int)(rest >> 4 * belt & 15u);
        if (pairs && ((first && left) || left >= 2)) {
            cols += pairs * belt;
            pairs = 0;
        }
        for (int triples = first < left / 2 ? first : left / 2; triples > 0; triples--) {
            if (kimonos-- > 0)
                cols += 2 * belt;
            else if (plain-- > 0)
                cols += belt;
        }
    }
    return cols < h->s->cols_most ? cols : h->s->cols_most;
}

/* The first row has this: the second tries every handful of what is left, and the third takes the rest. */
static void share_after(sharing *h, const handful *a)
{
    const uint64_t tops = 0x8888888888888888u, left = h->all.kinds - a->kinds, many = left & tops;
    const uint64_t enough = left | (many - (many >> 3)); /* seven or more are seven */
    const uint8_t *trophy = h->s->hall->row;
    const int first = dojo_sum_points(a->disciples, trophy[0]), cols = cols_after(h, a);
    const uint32_t rest = h->all.disciples - a->disciples;
    int largest = 0;
    for (int d = 0; d < DOJO_RACCOON; d++) {
        const int n = (int)((rest >> 4 * d & 15u) + (rest >> DOJO_RACCOON_SHIFT));
        if (n > largest) largest = n < DOJO_COLUMNS ? n : DOJO_COLUMNS;
    }
    if (first + cols + dojo_worth(largest, trophy[1]) + dojo_worth(largest, trophy[2]) <= h->s->best) return;
    for (int i = 0; i < h->n && !h->too_many; i++) {
        const handful *b = &h->list[i];
        if ((~((enough | tops) - b->kinds) & tops) || (h->out->any_order && a->kinds < b->kinds)) continue;
        const handful c = {left - b->kinds, rest - b->disciples, h->all.belts - a->belts - b->belts};
        if (h->out->any_order && b->kinds < c.kinds) continue;
        const int rows = first + dojo_sum_points(b->disciples, trophy[1]) + dojo_sum_points(c.disciples, trophy[2]);
        if (rows + cols <= h->s->best) continue;
        if (!row_fits(b->kinds, h->now[1], h->kept[1], h->n_brooms)) continue;
        if (!row_fits(c.kinds, h->now[2], h->kept[2], h->n_brooms)) continue;
        take(h, a, b, &c, rows);
    }
}

/* All handfuls that begin with these cards, of this kind and those after it. */
static void list_handfuls(sharing *h, int kind, int n, const handful *with)
{
    if (n == DOJO_COLUMNS) {
        h->list[h->n++] = *with;
        return;
    }
    if (kind == h->n_kinds) return;
    handful more = *with;
    int most = (int)(h->all.kinds >> 4 * kind & 15u);
    for (int k = 0; k <= most && n + k <= DOJO_COLUMNS; k++) {
        list_handfuls(h, kind + 1, n + k, &more);
        more.kinds += (uint64_t)1 << 4 * kind;
        more.disciples += h->kind_cell[kind] & DOJO_DISCIPLE_BITS;
        more.belts += 1u << 4 * h->s->useful[dojo_belt_of(h->kind_cell[kind])];
    }
}

/* Those that promise most come first, so that the first words hold all that a high total can use. */
static void sort_shares(dojo_shares *shares)
{
    for (int n = 0, next = 0; n < shares->n; n = next) {
        int most = 0;
        for (int i = n; i < shares->n; i++)
            if (shares->list[i].most > most) most = shares->list[i].most;
        for (int i = next = n; i < shares->n; i++) {
            if (shares->list[i].most != most) continue;
            const dojo_share swap = shares->list[i];
            shares->list[i] = shares->list[next];
            shares->list[next++] = swap;
        }
    }
}

/* The row that has all of a kind, or DOJO_ROWS. */
static int whole_row(const uint64_t *rows, int kind)
{
    const uint64_t a = rows[0] >> 4 * kind & 15u, b = rows[1] >> 4 * kind & 15u, c = rows[2] >> 4 * kind & 15u;
    return !b && !c ? 0 : !a && !c ? 1 : !a && !b ? 2 : DOJO_ROWS;
}

/* Which of these kinds each row has. The bits are 0 before. */
static void index_share(dojo_shares *shares, int i, const uint64_t *rows, int n_kinds)
{
    const uint64_t bit = (uint64_t)1 << i % 64;
    for (int kind = 0; kind < n_kinds; kind++) {
        const int whole = whole_row(rows, kind);
        if (whole < DOJO_ROWS) shares->whole[whole][kind][i / 64] |= bit;
        for (int row = 0; row < DOJO_ROWS; row++)
            for (int n = 0; n < (int)(rows[row] >> 4 * kind & 15u); n++) shares->has[row][kind][n][i / 64] |= bit;
    }
}

static void clear_share(dojo_shares *shares, int i)
{
    const uint64_t others = ~((uint64_t)1 << i % 64);
    for (int row = 0; row < DOJO_ROWS; row++)
        for (int kind = 0; kind < DOJO_PLACES; kind++) {
            shares->whole[row][kind][i / 64] &= others;
            for (int n = 0; n < DOJO_COLUMNS; n++) shares->has[row][kind][n][i / 64] &= others;
        }
}

static void index_shares(dojo_shares *shares, int n_kinds)
{
    sort_shares(shares);
    __builtin_memset(shares->rows, 0, sizeof shares->rows);
    __builtin_memset(shares->has, 0, sizeof shares->has);
    __builtin_memset(shares->whole, 0, sizeof shares->whole);
    for (int i = 0; i < shares->n; i++) {
        const dojo_share *share = &shares->list[i];
        const uint64_t bit = (uint64_t)1 << i % 64;
        for (int points = 0; points <= share->rows; points++) shares->rows[points][i / 64] |= bit;
        index_share(shares, i, share->row, n_kinds);
    }
}

bool dojo_shares_find(dojo_shares *shares, const dojo_search *s, uint32_t brooms, uint32_t assistants, int few)
{
    static const handful NOTHING = {0, 0, 0};
    sharing h;
    __builtin_memset(&h, 0, __builtin_offsetof(sharing, list));
    h.out = shares;
    h.s = s;
    h.few = few;
    h.n_brooms = tm_bits_count(brooms);
    for (int i = 0; i < DOJO_PLACES; i++) {
        const int kind = (int)dojo_kind_of(s->cell[i]);
        h.kind_cell[kind] = s->cell[i];
        h.all.kinds += (uint64_t)1 << 4 * kind;
        h.all.disciples += s->cell[i] & DOJO_DISCIPLE_BITS;
        h.all.belts += 1u << 4 * s->useful[dojo_belt_of(s->cell[i])];
        if (kind >= h.n_kinds) h.n_kinds = kind + 1;
    }
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        h.n_kimonos += s->hall->col[col] == DOJO_KIMONO;
        h.n_pairs += s->hall->col[col] == DOJO_BELT;
    }
    rows_and_kept(s, brooms, assistants, h.now, h.kept);
    shares->n = 0;
    shares->complete_from = 0;
    list_handfuls(&h, 0, 0, &NOTHING);
    for (int i = 0; i < h.n && !h.too_many; i++)
        if (row_fits(h.list[i].kinds, h.now[0], h.kept[0], h.n_brooms)) share_after(&h, &h.list[i]);
    if (h.too_many) return false;
    index_shares(shares, h.n_kinds);
    return true;
}

void dojo_shares_all(dojo_shares *shares, const dojo_search *s, dojo_reach *out)
{
    __builtin_memset(out, 0, sizeof *out);
    shares->best = s->best;
    for (int i = 0; i < shares->n && shares->list[i].most > s->best; i++) {
        out->word[i / 64] |= (uint64_t)1 << i % 64;
        out->used |= 1u << i / 64;
    }
}

/* The belts that a column can have if the rows have these cards are added to `out`, and to *triples how many columns can have three of them. */
static void add_belts(const dojo_share *share, const dojo_search *s, bool pairs, uint8_t *out, uint64_t *triples)
{
    uint64_t n[DOJO_ROWS] = {0, 0, 0}; /* of each belt: eight bits each */
    uint32_t known = 0;
    for (int place = 0; place < DOJO_PLACES; place++) {
        const int kind = s->kind[place], belt = s->useful[dojo_belt_of(s->cell[place])];
        if (known >> kind & 1) continue;
        known |= 1u << kind;
        for (int row = 0; row < DOJO_ROWS; row++) n[row] += (share->row[row] >> 4 * kind & 15u) << 8 * belt;
    }
    for (int belt = 1; belt <= DOJO_BELTS; belt++) {
        const int a = (int)(n[0] >> 8 * belt & 15u), b = (int)(n[1] >> 8 * belt & 15u),
                  c = (int)(n[2] >> 8 * belt & 15u);
        const int all = least_of(a, b, c), before = (int)(*triples >> 8 * belt & 15u);
        if (all || (pairs && (a > 0) + (b > 0) + (c > 0) >= 2)) out[belt] = (uint8_t)belt; /* D12: two are enough */
        if (all > before) *triples += (uint64_t)(all - before) << 8 * belt;
    }
}

uint64_t dojo_shares_belts(const dojo_shares *shares, const dojo_search *s, int first, int n, uint8_t *out_belts)
{
    uint64_t triples = 0;
    bool pairs = false;
    for (int col = 0; col < DOJO_COLUMNS; col++) pairs |= s->hall->col[col] == DOJO_BELT;
    __builtin_memset(out_belts, 0, DOJO_BELTS + 1);
    for (int i = first; i < first + n; i++) add_belts(&shares->list[i], s, pairs, out_belts, &triples);
    return triples;
}

void dojo_shares_only(dojo_shares *shares, dojo_search *s, int i, const uint8_t *belts, dojo_reach *out)
{
    const dojo_share *share = &shares->list[i];
    uint64_t rows[DOJO_ROWS] = {0, 0, 0}; /* what they have of the new kinds */
    uint32_t known = 0, what[DOJO_PLACES];
    for (int place = 0; place < DOJO_PLACES; place++) {
        const uint32_t kind = s->kind[place], row = (uint32_t)whole_row(share->row, (int)kind);
        int now = 0;
        what[place] = row < DOJO_ROWS ? 16u + 8u * row + belts[dojo_belt_of(s->cell[place])] : kind;
        while (what[now] != what[place]) now++;
        dojo_set_kind(&s->cell[place], (uint32_t)now);
        if (known >> kind & 1) continue;
        known |= 1u << kind;
        for (int to = 0; to < DOJO_ROWS; to++) rows[to] += (share->row[to] >> 4 * kind & 15u) << 4 * now;
    }
    for (int kind = 0; kind < DOJO_PLACES; kind++)
        shares->goes[kind] = (rows[0] >> 4 * kind & 15u ? 0x001u : 0) | (rows[1] >> 4 * kind & 15u ? 0x010u : 0) |
                             (rows[2] >> 4 * kind & 15u ? 0x100u : 0);
    clear_share(shares, i);
    index_share(shares, i, rows, DOJO_PLACES);
    __builtin_memset(out, 0, sizeof *out);
    out->word[i / 64] = (uint64_t)1 << i % 64;
    out->used = 1u << i / 64;
    shares->best = s->best;
}
