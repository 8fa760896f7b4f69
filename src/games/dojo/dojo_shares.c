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

/* The belts of the rows, and how many columns need two equal ones, count double, do neither. Those that need two choose
 * first and take from the rows that have most, which leaves the others most. */
static int cols_most(uint32_t a, uint32_t b, uint32_t c, int pairs, int kimonos, int plain)
{
    int points = 0;
    for (int belt = DOJO_BELTS; belt > 0; belt--) {
        const uint32_t one = 1u << 4 * belt;
        const int x = (int)(a >> 4 * belt & 15u), y = (int)(b >> 4 * belt & 15u), z = (int)(c >> 4 * belt & 15u);
        if (pairs == 0) {
            for (int triples = least_of(x, y, z); triples > 0; triples--) {
                if (kimonos-- > 0)
                    points += 2 * belt;
                else if (plain-- > 0)
                    points += belt;
            }
            continue;
        }
        if ((x > 0) + (y > 0) + (z > 0) < 2) continue;
        const int least = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
        const int with = belt + cols_most(least == 0 ? a : a - one, least == 1 ? b : b - one, least == 2 ? c : c - one,
                                          pairs - 1, kimonos, plain);
        if (with > points) points = with;
    }
    if (pairs == 0) return points;
    const int without = cols_most(a, b, c, 0, kimonos, plain);
    return points > without ? points : without;
}

/* Not less than cols_most, and quicker: those that need two equal belts all get the highest that two rows have. */
static int cols_limit(uint32_t a, uint32_t b, uint32_t c, int pairs, int kimonos, int plain)
{
    const uint32_t tops = 0x888888u, x = a + 0x777777u, y = b + 0x777777u, z = c + 0x777777u;
    const uint32_t two = ((x & y) | (z & (x | y))) & tops;
    return cols_most(a, b, c, 0, kimonos, plain) + (two ? pairs * ((31 - __builtin_clz(two)) / 4) : 0);
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
    for (int row = 0; row < DOJO_ROWS; row++)
        __builtin_memset(shares->has[row][DOJO_PLACES][0], 0xff, sizeof shares->has[row][DOJO_PLACES][0]);
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

/* The belts that a column can have if the rows have these cards: each belt, or 0. */
static void belts_with(const dojo_share *share, const dojo_search *s, uint8_t *out)
{
    uint32_t rows_with[DOJO_BELTS + 1] = {0, 0, 0, 0, 0, 0}; /* a bit each */
    bool pairs = false;
    for (int col = 0; col < DOJO_COLUMNS; col++) pairs |= s->hall->col[col] == DOJO_BELT;
    for (int place = 0; place < DOJO_PLACES; place++)
        for (int row = 0; row < DOJO_ROWS; row++)
            if (share->row[row] >> 4 * s->kind[place] & 15u)
                rows_with[s->useful[dojo_belt_of(s->cell[place])]] |= 1u << row;
    out[0] = 0;
    for (int belt = 1; belt <= DOJO_BELTS; belt++) {
        const uint32_t rows = rows_with[belt];
        out[belt] = (uint8_t)(rows == 7u || (pairs && (rows & (rows - 1))) ? belt : 0); /* D12: two are enough */
    }
}

void dojo_shares_only(dojo_shares *shares, dojo_search *s, int i, uint8_t *out_belts, dojo_reach *out)
{
    const dojo_share *share = &shares->list[i];
    uint64_t rows[DOJO_ROWS] = {0, 0, 0}; /* what they have of the new kinds */
    uint32_t known = 0, what[DOJO_PLACES];
    belts_with(share, s, out_belts);
    for (int place = 0; place < DOJO_PLACES; place++) {
        const uint32_t kind = s->kind[place], row = (uint32_t)whole_row(share->row, (int)kind);
        int now = 0;
        what[place] = row < DOJO_ROWS ? 16u + 8u * row + out_belts[dojo_belt_of(s->cell[place])] : kind;
        while (what[now] != what[place]) now++;
        dojo_set_kind(&s->cell[place], (uint32_t)now);
        if (known >> kind & 1) continue;
        known |= 1u << kind;
        for (int to = 0; to < DOJO_ROWS; to++) rows[to] += (share->row[to] >> 4 * kind & 15u) << 4 * now;
    }
    clear_share(shares, i);
    index_share(shares, i, rows, DOJO_PLACES);
    __builtin_memset(out, 0, sizeof *out);
    out->word[i / 64] = (uint64_t)1 << i % 64;
    out->used = 1u << i / 64;
    shares->best = s->best;
}

void dojo_shares_restore(dojo_shares *shares, dojo_search *s, int i)
{
    for (int place = 0; place < DOJO_PLACES; place++) dojo_set_kind(&s->cell[place], s->kind[place]);
    clear_share(shares, i);
    index_share(shares, i, shares->list[i].row, DOJO_PLACES);
}

int dojo_shares_rows(const dojo_shares *shares, const dojo_search *s, const dojo_reach *reach)
{
    for (int points = s->rows_most; points > 0; points--)
        for (uint32_t words = reach->used; words;) {
            const int word = tm_bits_take(&words);
            if (reach->word[word] & shares->rows[points][word]) return points;
        }
    return 0;
}

/* The cards of a row of which it keeps at least some, each as a place in dojo_shares.has: the n-th of its kind, or ANY. */
typedef struct keeping {
    int least; /* KEEPS_ALL, or how many of four */
    uint8_t card[DOJO_COLUMNS];
} keeping;

enum { ANY = DOJO_COLUMNS * DOJO_PLACES, KEEPS_ALL = DOJO_COLUMNS };

/* `cols`: the columns with these cards, all four if it may lose some. */
static void keeping_init(keeping *k, const uint32_t *cells, uint32_t cols, int may_lose)
{
    const uint32_t a = dojo_kind_of(cells[0]), b = dojo_kind_of(cells[1]), c = dojo_kind_of(cells[2]),
                   d = dojo_kind_of(cells[3]), has_a = cols & 1, has_b = cols >> 1 & 1, has_c = cols >> 2 & 1;
    const uint32_t before_b = has_a & (a == b), before_c = (has_a & (a == c)) + (has_b & (b == c)),
                   before_d = (has_a & (a == d)) + (has_b & (b == d)) + (has_c & (c == d));
    k->card[0] = (uint8_t)(has_a ? DOJO_COLUMNS * a : ANY);
    k->card[1] = (uint8_t)(has_b ? DOJO_COLUMNS * b + before_b : ANY);
    k->card[2] = (uint8_t)(has_c ? DOJO_COLUMNS * c + before_c : ANY);
    k->card[3] = (uint8_t)(cols >> 3 ? DOJO_COLUMNS * d + before_d : ANY);
    k->least = DOJO_COLUMNS - may_lose;
}

/* Those whose row `to` has enough of these cards, 64 shares at a time: sums of four bits. */
static uint64_t fits(const dojo_shares *shares, const keeping *k, int to, int word)
{
    const uint64_t(*with)[DOJO_SHARE_WORDS] = shares->has[to][0];
    const uint64_t a = with[k->card[0]][word], b = with[k->card[1]][word], c = with[k->card[2]][word],
                   d = with[k->card[3]][word];
    switch (k->least) {
    case KEEPS_ALL: return a & b & c & d;
    case 3: return (a & b & (c | d)) | (c & d & (a | b));
    case 2: return (a & b) | (c & d) | ((a | b) & (c | d));
    case 1: return a | b | c | d;
    default: return ~(uint64_t)0; /* it may change every card */
    }
}

static const uint64_t *above(const dojo_shares *shares, int points)
{
    return shares->rows[points < 0 ? 0 : points <= DOJO_ROWS_MOST ? points + 1 : DOJO_ROWS_MOST + 1];
}

uint32_t dojo_shares_narrow(const dojo_shares *shares, int row, const uint32_t *cells, uint32_t sets,
                            const dojo_reach *from, dojo_reach *out)
{
    static const uint8_t COUNT[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const uint64_t(*with)[DOJO_SHARE_WORDS] = shares->has[row][0];
    /* the first card of each set, the others of its kind in the set counted as having come before */
    uint8_t card[16] = {0};
    uint32_t kind[DOJO_COLUMNS], found = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) kind[col] = dojo_kind_of(cells[col]);
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        uint32_t same = 0;
        for (int other = col + 1; other < DOJO_COLUMNS; other++) same |= (kind[other] == kind[col] ? 1u : 0u) << other;
        for (uint32_t others = 0; others < 16u >> (col + 1); others++)
            card[(2 * others + 1) << col] = (uint8_t)(DOJO_COLUMNS * kind[col] + COUNT[others << (col + 1) & same]);
    }
    for (uint32_t left = sets; left;) out[tm_bits_take(&left)].used = 0;
    for (uint32_t words = from->used; words;) {
        const int word = tm_bits_take(&words);
        uint64_t bits[16];
        bits[0] = from->word[word];
        for (uint32_t set = 1; set < 16; set++) bits[set] = bits[set & (set - 1)] & with[card[set]][word];
        for (uint32_t left = sets; left;) {
            const int set = tm_bits_take(&left);
            out[set].word[word] = bits[set];
            if (!bits[set]) continue;
            out[set].used |= 1u << word;
            found |= 1u << set;
        }
    }
    return found;
}

bool dojo_shares_apart(const dojo_shares *shares, uint32_t cell, uint32_t other, const dojo_reach *from,
                       dojo_reach *out)
{
    const uint32_t a = dojo_kind_of(cell), b = dojo_kind_of(other);
    uint32_t used = 0;
    for (uint32_t words = from->used; words;) {
        const int word = tm_bits_take(&words);
        const uint64_t together = (shares->whole[0][a][word] & shares->whole[0][b][word]) |
                                  (shares->whole[1][a][word] & shares->whole[1][b][word]) |
                                  (shares->whole[2][a][word] & shares->whole[2][b][word]);
        out->word[word] = from->word[word] & ~together;
        used |= (out->word[word] ? 1u : 0u) << word;
    }
    out->used = used;
    return used != 0;
}

/* At least so many of three. */
static uint64_t at_least(int n, uint64_t a, uint64_t b, uint64_t c)
{
    switch (n) {
    case 1: return a | b | c;
    case 2: return (a & b) | (c & (a | b));
    case 3: return a & b & c;
    default: return n > 3 ? 0 : ~(uint64_t)0;
    }
}

void dojo_shares_except(const dojo_shares *shares, int row, const uint32_t *cells, int col, int may_lose, uint32_t used,
                        dojo_except *out)
{
    const uint64_t(*with)[DOJO_SHARE_WORDS] = shares->has[row][0];
    const uint32_t a = dojo_kind_of(cells[col == 0 ? 1 : 0]), b = dojo_kind_of(cells[col <= 1 ? 2 : 1]),
                   c = dojo_kind_of(cells[col <= 2 ? 3 : 2]);
    const uint32_t second = DOJO_COLUMNS * b + (a == b), third = DOJO_COLUMNS * c + (a == c) + (b == c);
    const int least = DOJO_COLUMNS - may_lose;
    out->kind[0] = a;
    out->kind[1] = b;
    out->kind[2] = c;
    while (used) {
        const int word = tm_bits_take(&used);
        const uint64_t x = with[DOJO_COLUMNS * a][word], y = with[second][word], z = with[third][word];
        out->enough[word] = at_least(least, x, y, z);
        out->with_one[word] = at_least(least - 1, x, y, z);
    }
}

bool dojo_shares_with(const dojo_shares *shares, int row, const dojo_except *others, uint32_t cell,
                      const dojo_reach *from, dojo_reach *out)
{
    const uint32_t kind = dojo_kind_of(cell);
    const uint64_t *with =
        shares->has[row][kind][(others->kind[0] == kind) + (others->kind[1] == kind) + (others->kind[2] == kind)];
    uint32_t used = 0;
    for (uint32_t words = from->used; words;) {
        const int word = tm_bits_take(&words);
        const uint64_t bits = from->word[word] & (others->enough[word] | (others->with_one[word] & with[word]));
        out->word[word] = bits;
        used |= (bits ? 1u : 0u) << word;
    }
    out->used = used;
    return used != 0;
}

bool dojo_shares_above(const dojo_shares *shares, const dojo_search *s, int cols, const dojo_reach *from,
                       dojo_reach *out)
{
    const uint64_t *more = above(shares, s->best - cols);
    out->used = 0;
    for (uint32_t words = from->used; words;) {
        const int word = tm_bits_take(&words);
        uint64_t bits = from->word[word] & more[word];
        /* The best total may have grown. Those that promise least are last. */
        while (s->best > shares->best && bits && shares->list[64 * word + 63 - __builtin_clzll(bits)].most <= s->best)
            bits &= ~((uint64_t)1 << (63 - __builtin_clzll(bits)));
        out->word[word] = bits;
        if (bits) out->used |= 1u << word;
    }
    return out->used != 0;
}

bool dojo_shares_reach(const dojo_shares *shares, const dojo_search *s, const uint32_t *free, uint32_t brooms,
                       uint32_t assistants, int cols, const dojo_reach *from, dojo_reach *out)
{
    keeping keep[DOJO_ROWS];
    const int n_orders = shares->any_order ? 6 : 1;
    const int n_brooms = (int)((brooms & 1) + (brooms >> 1 & 1) + (brooms >> 2 & 1) + (brooms >> 3));
    if (!dojo_shares_above(shares, s, cols, from, out)) return false;
    for (int row = 0; row < DOJO_ROWS; row++) {
        uint32_t swept = 0; /* the columns that may still change its card */
        for (int col = 0; col < DOJO_COLUMNS; col++) swept |= (free[col] >> row & 1) << col;
        if (assistants >> row & 1)
            keeping_init(&keep[row], s->cell + DOJO_COLUMNS * row, 15u, n_brooms);
        else
            keeping_init(&keep[row], s->cell + DOJO_COLUMNS * row, 15u & ~(brooms | swept), 0);
    }
    for (uint32_t words = out->used; words;) {
        const int word = tm_bits_take(&words);
        const uint64_t bits = out->word[word];
        uint64_t as[DOJO_ROWS][DOJO_ROWS], fit = 0; /* those with what a row is now, by what it becomes */
        uint32_t known = 0;
        for (int k = 0; k < n_orders && bits & ~fit; k++) {
            uint64_t one = bits & ~fit;
            for (int row = 0; row < DOJO_ROWS && one; row++) {
                const int to = dojo_column_orders[k][row];
                const uint32_t bit = 1u << (DOJO_ROWS * row + to);
                if (!(known & bit)) as[row][to] = fits(shares, &keep[row], to, word);
                known |= bit;
                one &= as[row][to];
            }
            fit |= one;
        }
        out->word[word] = fit;
        if (!fit) out->used &= ~(1u << word);
    }
    return out->used != 0;
}
