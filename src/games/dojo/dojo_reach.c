/* Dojo: which of the shares (dojo_shares.c) the rows can still become while the count goes on. Each set of shares is a set of bits, 64 shares at
 * a time.
 *
 * A broom changes one card of a row: with n brooms left, a row keeps at least 4 - n of the cards that it has. */
#include "dojo_search.h"

int dojo_shares_rows(const dojo_shares *shares, const dojo_search *s, const dojo_reach *reach)
{
    for (int points = s->rows_most; points > 0; points--)
        for (uint32_t words = reach->used; words;) {
            const int word = tm_bits_take(&words);
            if (reach->word[word] & shares->rows[points][word]) return points;
        }
    return 0;
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

bool dojo_shares_apart(const dojo_shares *shares, const uint32_t *column, int row, int other, bool passes,
                       const dojo_reach *from, dojo_reach *out)
{
    const int third = 3 - row - other;
    const uint32_t a = dojo_kind_of(column[DOJO_COLUMNS * row]), b = dojo_kind_of(column[DOJO_COLUMNS * other]),
                   c = dojo_kind_of(column[DOJO_COLUMNS * third]);
    uint32_t used = 0;
    for (uint32_t words = from->used; words;) {
        const int word = tm_bits_take(&words);
        uint64_t both[DOJO_ROWS], no; /* the shares that have both cards in one row; those that are out of reach */
        for (int to = 0; to < DOJO_ROWS; to++) both[to] = shares->whole[to][a][word] & shares->whole[to][b][word];
        if (!passes)
            no = both[0] | both[1] | both[2];
        else if (shares->any_order)
            no = (both[0] & shares->whole[0][c][word]) | (both[1] & shares->whole[1][c][word]) |
                 (both[2] & shares->whole[2][c][word]);
        else
            no = both[third] | (both[row] & ~shares->has[other][c][0][word]) |
                 (both[other] & ~shares->has[row][c][0][word]);
        out->word[word] = from->word[word] & ~no;
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

bool dojo_shares_column(const dojo_shares *shares, const uint32_t *column, uint32_t rows, const dojo_reach *from,
                        dojo_reach *out)
{
    const int first = tm_bits_take(&rows), second = rows ? tm_bits_first(rows) : first;
    const uint32_t a = dojo_kind_of(column[DOJO_COLUMNS * first]), b = dojo_kind_of(column[DOJO_COLUMNS * second]);
    uint32_t used = 0;
    for (uint32_t words = from->used; words;) {
        const int word = tm_bits_take(&words);
        const uint64_t fits = (shares->has[first][a][0][word] & shares->has[second][b][0][word]) |
                              (shares->has[first][b][0][word] & shares->has[second][a][0][word]);
        out->word[word] = from->word[word] & fits;
        used |= (out->word[word] ? 1u : 0u) << word;
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
                       uint32_t assistants)
{
    const uint32_t n_brooms = (brooms & 1) + (brooms >> 1 & 1) + (brooms >> 2 & 1) + (brooms >> 3);
    uint32_t can[DOJO_ROWS]; /* which rows of the share a row can become: the top bit of each */
    for (int row = 0; row < DOJO_ROWS; row++) {
        const uint32_t *at = s->cell + DOJO_COLUMNS * row;
        uint32_t sum, least;
        if (assistants >> row & 1) {
            sum = shares->goes[dojo_kind_of(at[0])] + shares->goes[dojo_kind_of(at[1])] +
                  shares->goes[dojo_kind_of(at[2])] + shares->goes[dojo_kind_of(at[3])];
            least = DOJO_COLUMNS - n_brooms;
        } else {
            sum = least = 0;
            for (int col = 0; col < DOJO_COLUMNS; col++) {
                const uint32_t open =
                    free[col] & (free[col] - 1) ? free[col] : 0; /* a card that one row alone can have is not open */
                if ((brooms >> col | open >> row) & 1) continue;
                sum += shares->goes[dojo_kind_of(at[col])];
                least++;
            }
        }
        can[row] = (sum + 0x111u * (8 - least)) & 0x888u;
        if (!can[row]) return false;
    }
    for (int k = 0; k < 6; k++) {
        const uint8_t *to = dojo_column_orders[k];
        if (can[0] >> 4 * to[0] & can[1] >> 4 * to[1] & can[2] >> 4 * to[2] & 8) return true;
    }
    return false;
}
