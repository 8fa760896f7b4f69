/* Dojo: which ways to share the cards among the rows could still beat the best total.
 *
 * In a column each card comes from another row. So if it is known which cards each row has in the end, a column with
 * three equal belts takes one from each row, and of a belt there are at most as many such columns as the row with the
 * fewest of it has. Rows and columns together then give at most what `total` says, which is often less than what both
 * could give alone. Of some thousand ways to share twelve cards only a few reach a high total.
 *
 * A broom changes one card of a row: with n brooms left, a row keeps at least 4 - n of the cards that it has. */
#include "dojo_search.h"

typedef struct sharing {
    dojo_shares *out;
    const dojo_search *s;
    int n_brooms, n_pairs, n_kimonos, n_kinds;
    uint32_t kind_cell[DOJO_PLACES]; /* a cell of each kind */
    uint64_t row[DOJO_ROWS];         /* as shared so far: how many of each kind, four bits each */
    uint64_t left;                   /* and what is left */
    uint64_t belts[DOJO_ROWS];       /* how many of each belt, likewise */
    uint64_t now[DOJO_ROWS], kept[DOJO_ROWS];
    int points; /* of the rows so far */
} sharing;

/* The belts of the rows, and how many columns need two equal ones, count double, do neither. Those that need two choose
 * first and take from the rows that have most, which leaves the others most. */
static int cols_most(uint64_t a, uint64_t b, uint64_t c, int pairs, int kimonos, int plain)
{
    int points = 0;
    for (int belt = DOJO_BELTS; belt > 0; belt--) {
        const uint64_t one = (uint64_t)1 << 4 * belt;
        const int x = (int)(a >> 4 * belt & 15u), y = (int)(b >> 4 * belt & 15u), z = (int)(c >> 4 * belt & 15u);
        if (pairs == 0) {
            for (int triples = x < y ? (x < z ? x : z) : (y < z ? y : z); triples > 0; triples--) {
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

/* What the second and the third row, and the columns, could at most give after the first. */
static int rest_most(const sharing *h)
{
    const dojo_search *s = h->s;
    uint32_t disciples = 0;
    uint64_t belts = 0;
    int largest = 0, cols = 0, pairs = h->n_pairs, kimonos = h->n_kimonos;
    int plain = DOJO_COLUMNS - pairs - kimonos;
    for (int kind = 0; kind < h->n_kinds; kind++) {
        const uint32_t n = (uint32_t)(h->left >> 4 * kind & 15u);
        disciples += n * (h->kind_cell[kind] & DOJO_DISCIPLE_BITS);
        belts += (uint64_t)n << 4 * dojo_belt_of(h->kind_cell[kind]);
    }
    for (int d = 0; d < DOJO_RACCOON; d++) {
        const int n = (int)((disciples >> 4 * d & 15u) + (disciples >> DOJO_RACCOON_SHIFT));
        if (n > largest) largest = n < DOJO_COLUMNS ? n : DOJO_COLUMNS;
    }
    for (int belt = DOJO_BELTS; belt > 0; belt--) {
        const int first = (int)(h->belts[0] >> 4 * belt & 15u), left = (int)(belts >> 4 * belt & 15u);
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
    if (cols > s->cols_most) cols = s->cols_most;
    return cols + dojo_worth(largest, s->hall->row[1]) + dojo_worth(largest, s->hall->row[2]);
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

/* The third row takes what is left. */
static void share_last(sharing *h)
{
    dojo_shares *out = h->out;
    uint32_t sum = 0;
    uint64_t belts = 0;
    if (!row_fits(h->left, h->now[2], h->kept[2], h->n_brooms)) return;
    if (out->any_order && (h->row[0] < h->row[1] || h->row[1] < h->left)) return;
    for (uint64_t left = h->left; left;) {
        const int kind = __builtin_ctzll(left) / 4;
        const uint32_t n = (uint32_t)(left >> 4 * kind & 15u);
        sum += n * (h->kind_cell[kind] & DOJO_DISCIPLE_BITS);
        belts += (uint64_t)n << 4 * dojo_belt_of(h->kind_cell[kind]);
        left &= ~((uint64_t)15 << 4 * kind);
    }
    const int cols =
        cols_most(h->belts[0], h->belts[1], belts, h->n_pairs, h->n_kimonos, DOJO_COLUMNS - h->n_pairs - h->n_kimonos);
    const int rows = h->points + dojo_sum_points(sum, h->s->hall->row[2]), total = rows + cols;
    if (total <= h->s->best || total < out->complete_from) return;
    if (out->n == DOJO_SHARES) drop_least(out);
    if (total < out->complete_from) return;
    dojo_share *to = &out->list[out->n++];
    to->row[0] = h->row[0];
    to->row[1] = h->row[1];
    to->row[2] = h->left;
    to->rows = rows;
    to->most = total;
}

/* Gives the row cards of this kind and those after it; it has n already, whose cells add up to `sum`. */
static void share_row(sharing *h, int row, int kind, int n, uint32_t sum)
{
    if (n == DOJO_COLUMNS) {
        const int points = dojo_sum_points(sum, h->s->hall->row[row]);
        if (!row_fits(h->row[row], h->now[row], h->kept[row], h->n_brooms)) return;
        if (row == 0 && points + rest_most(h) <= h->s->best) return;
        h->points += points;
        if (row == 0)
            share_row(h, 1, 0, 0, 0);
        else
            share_last(h);
        h->points -= points;
        return;
    }
    if (kind == h->n_kinds) return;
    const uint64_t one = (uint64_t)1 << 4 * kind, belt = (uint64_t)1 << 4 * dojo_belt_of(h->kind_cell[kind]);
    const uint32_t disciple = h->kind_cell[kind] & DOJO_DISCIPLE_BITS;
    uint32_t most = (uint32_t)(h->left >> 4 * kind & 15u);
    if (most > (uint32_t)(DOJO_COLUMNS - n)) most = (uint32_t)(DOJO_COLUMNS - n);
    for (uint32_t k = 0; k <= most; k++) {
        h->row[row] += k * one;
        h->left -= k * one;
        h->belts[row] += k * belt;
        share_row(h, row, kind + 1, n + (int)k, sum + k * disciple);
        h->row[row] -= k * one;
        h->left += k * one;
        h->belts[row] -= k * belt;
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

static void index_shares(dojo_shares *shares, int n_kinds)
{
    sort_shares(shares);
    __builtin_memset(shares->rows, 0, sizeof shares->rows);
    __builtin_memset(shares->has, 0, sizeof shares->has);
    for (int i = 0; i < shares->n; i++) {
        const dojo_share *share = &shares->list[i];
        const uint64_t bit = (uint64_t)1 << i % 64;
        for (int points = 0; points <= share->rows; points++) shares->rows[points].word[i / 64] |= bit;
        for (int row = 0; row < DOJO_ROWS; row++)
            for (int kind = 0; kind < n_kinds; kind++)
                for (int n = 0; n < (int)(share->row[row] >> 4 * kind & 15u); n++)
                    shares->has[row][kind][n].word[i / 64] |= bit;
    }
}

void dojo_shares_find(dojo_shares *shares, const dojo_search *s, uint32_t brooms, uint32_t assistants)
{
    sharing h;
    __builtin_memset(&h, 0, sizeof h);
    h.out = shares;
    h.s = s;
    h.n_brooms = tm_bits_count(brooms);
    for (int i = 0; i < DOJO_PLACES; i++) {
        const int kind = (int)dojo_kind_of(s->cell[i]);
        h.kind_cell[kind] = s->cell[i];
        h.left += (uint64_t)1 << 4 * kind;
        if (kind >= h.n_kinds) h.n_kinds = kind + 1;
    }
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        h.n_kimonos += s->hall->col[col] == DOJO_KIMONO;
        h.n_pairs += s->hall->col[col] == DOJO_BELT;
    }
    rows_and_kept(s, brooms, assistants, h.now, h.kept);
    shares->n = 0;
    shares->complete_from = 0;
    share_row(&h, 0, 0, 0, 0);
    index_shares(shares, h.n_kinds);
}

void dojo_shares_all(dojo_shares *shares, const dojo_search *s, dojo_reach *out)
{
    __builtin_memset(out, 0, sizeof *out);
    shares->n_words = 0;
    for (int i = 0; i < shares->n && shares->list[i].most > s->best; i++) {
        out->word[i / 64] |= (uint64_t)1 << i % 64;
        shares->n_words = i / 64 + 1;
    }
}

/* The cards of a row of which it keeps some, each as the n-th of its kind from 0. */
typedef struct keeping {
    int n;
    uint8_t kind[DOJO_COLUMNS], nth[DOJO_COLUMNS];
} keeping;

static void keeping_init(keeping *k, const dojo_search *s, int row, uint32_t brooms, bool assistant)
{
    uint64_t seen = 0;
    k->n = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        if (!assistant && (brooms >> col & 1)) continue;
        const uint32_t kind = dojo_kind_of(s->cell[DOJO_COLUMNS * row + col]);
        k->kind[k->n] = (uint8_t)kind;
        k->nth[k->n++] = (uint8_t)(seen >> 4 * kind & 15u);
        seen += (uint64_t)1 << 4 * kind;
    }
}

/* Those whose row `to` has at least `least` of these cards, 64 shares at a time: sums of four bits. */
static uint64_t fits(const dojo_shares *shares, const keeping *k, int to, int least, int word)
{
    uint64_t has[DOJO_COLUMNS] = {0, 0, 0, 0};
    for (int i = 0; i < k->n; i++) has[i] = shares->has[to][k->kind[i]][k->nth[i]].word[word];
    const uint64_t a = has[0], b = has[1], c = has[2], d = has[3];
    if (least == 1) return a | b | c | d;
    if (least == 2) return (a & b) | (c & d) | ((a | b) & (c | d));
    if (least == 3) return (a & b & (c | d)) | (c & d & (a | b));
    return a & b & c & d;
}

static const dojo_reach *above(const dojo_shares *shares, int points)
{
    return &shares->rows[points < 0 ? 0 : points <= DOJO_ROWS_MOST ? points + 1 : DOJO_ROWS_MOST + 1];
}

bool dojo_shares_above(const dojo_shares *shares, const dojo_reach *reach, int points)
{
    const dojo_reach *more = above(shares, points);
    for (int word = 0; word < shares->n_words; word++)
        if (reach->word[word] & more->word[word]) return true;
    return false;
}

bool dojo_shares_reach(const dojo_shares *shares, const dojo_search *s, uint32_t brooms, uint32_t assistants, int cols,
                       const dojo_reach *from, dojo_reach *out)
{
    keeping keep[DOJO_ROWS];
    const int least = DOJO_COLUMNS - tm_bits_count(brooms), n_orders = shares->any_order ? 6 : 1;
    const dojo_reach *more = above(shares, s->best - cols);
    uint64_t any = 0;
    for (int row = 0; row < DOJO_ROWS; row++) keeping_init(&keep[row], s, row, brooms, assistants >> row & 1);
    for (int word = 0; word < shares->n_words; word++) {
        uint64_t bits = from->word[word] & more->word[word];
        /* The best total may have grown. Those that promise least are last. */
        while (bits && shares->list[64 * word + 63 - __builtin_clzll(bits)].most <= s->best)
            bits &= ~((uint64_t)1 << (63 - __builtin_clzll(bits)));
        uint64_t fit = 0;
        for (int k = 0; k < n_orders && least && bits & ~fit; k++) {
            uint64_t one = bits;
            for (int row = 0; row < DOJO_ROWS && one; row++)
                one &= fits(shares, &keep[row], dojo_column_orders[k][row], least, word);
            fit |= one;
        }
        out->word[word] = least ? fit : bits; /* with four brooms a row may change every card */
        any |= out->word[word];
    }
    return any != 0;
}
