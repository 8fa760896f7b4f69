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
}

void dojo_shares_all(const dojo_shares *shares, dojo_reach *out)
{
    out->n = shares->n;
    out->rows = 0;
    for (int i = 0; i < shares->n; i++) {
        out->at[i] = (uint16_t)i;
        if (shares->list[i].rows > out->rows) out->rows = shares->list[i].rows;
    }
}

bool dojo_shares_reach(const dojo_shares *shares, const dojo_search *s, uint32_t brooms, uint32_t assistants, int cols,
                       const dojo_reach *from, dojo_reach *out)
{
    uint64_t now[DOJO_ROWS], kept[DOJO_ROWS];
    const int n_brooms = tm_bits_count(brooms), n_orders = shares->any_order ? 6 : 1;
    rows_and_kept(s, brooms, assistants, now, kept);
    for (int row = 0; row < DOJO_ROWS; row++)
        if (!kept[row]) kept[row] = now[row];
    out->n = out->rows = 0;
    for (int i = 0; i < from->n; i++) {
        const dojo_share *share = &shares->list[from->at[i]];
        if (share->most <= s->best || share->rows + cols <= s->best) continue;
        for (int k = 0; k < n_orders; k++) {
            const uint8_t *order = dojo_column_orders[k];
            if (common(share->row[order[0]], kept[0]) < DOJO_COLUMNS - n_brooms ||
                common(share->row[order[1]], kept[1]) < DOJO_COLUMNS - n_brooms ||
                common(share->row[order[2]], kept[2]) < DOJO_COLUMNS - n_brooms)
                continue;
            out->at[out->n++] = from->at[i];
            if (share->rows > out->rows) out->rows = share->rows;
            break;
        }
    }
    return out->n > 0;
}
