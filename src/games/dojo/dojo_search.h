/* Dojo: what the exact count is made of. */
#ifndef DOJO_SEARCH_H
#define DOJO_SEARCH_H

#include "base/bits.h"
#include "dojo_score.h"

/* A card while counting: one in the four bits of its disciple, its kind from bit 24 where that is needed, and the belt
 * from bit 28. Four of them added up give the disciples of a row; what lies above is not looked at then. */
enum {
    DOJO_BELT_SHIFT = 28,
    DOJO_KIND_SHIFT = 24,
    DOJO_RACCOON_SHIFT = 4 * DOJO_RACCOON,
    DOJO_DISCIPLE_BITS = 0xffffff,
};

typedef struct dojo_search {
    uint32_t cell[DOJO_PLACES];
    const dojo_hall *hall;
    int rows_most, cols_most; /* no arrangement at all gives more */
    int best;
    uint8_t useful[DOJO_BELTS + 1]; /* each belt; 0 for those of which there are too few for any column */
    uint8_t kind[DOJO_PLACES];      /* of the card that lay there at first */
    uint32_t best_cell[DOJO_PLACES];
} dojo_search;

extern const uint8_t dojo_column_orders[6][DOJO_ROWS];
extern const uint8_t dojo_row_orders[24][DOJO_COLUMNS];

static inline void dojo_lay_column(uint32_t *at, const uint32_t *cards, int order)
{
    for (int row = 0; row < DOJO_ROWS; row++) at[DOJO_COLUMNS * row] = cards[dojo_column_orders[order][row]];
}

/* Whether an order is the first of those that lay the same: equal cards stay in their order. */
static inline bool dojo_is_first(const uint32_t *cards, const uint8_t *order, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (order[i] > order[j] && cards[order[i]] == cards[order[j]]) return false;
    return true;
}

static inline uint32_t dojo_belt_of(uint32_t cell)
{
    return cell >> DOJO_BELT_SHIFT;
}

/* What so many of a disciple give (D10); a fifth joker is of no use (D14). Four bits each, not an array: a graphics card
 * would have to fetch it. */
static inline int dojo_triangle(int n)
{
    return (int)(0xaa6310u >> 4 * n & 15u);
}

/* What a row gives if so many cards of one disciple are in it, jokers included; with incense, at most. */
static inline int dojo_worth(int largest, int trophy)
{
    if (trophy == DOJO_INCENSE) return (int)(0xa7640u >> 4 * largest & 15u); /* 1+1+1+1, 2+2, 3+1, 4 */
    return dojo_triangle(trophy == DOJO_MASTER ? largest + 1 : largest);     /* D14 */
}

/* How many cards of one disciple, jokers included; the sum of cells is limited to four per disciple. */
static inline int dojo_largest_group(uint32_t sum)
{
    const uint32_t others = sum & 0xfffffu, three = others & others >> 1 & 0x11111u;
    const int jokers = (int)(sum >> DOJO_RACCOON_SHIFT & 7u);
    return jokers + (others & 0x44444u ? 4 : three ? 3 : others & 0x22222u ? 2 : others ? 1 : 0);
}

/* Of four cells added up. */
static inline int dojo_sum_points(uint32_t sum, int trophy)
{
    const int largest = dojo_largest_group(sum);
    if (trophy != DOJO_INCENSE) return dojo_worth(largest, trophy);
    /* D15. A joker gives most where most are. Besides the largest group there is another pair, or only single cards. */
    const int groups = tm_bits_count((sum | sum >> 1 | sum >> 2) & 0x11111u);
    return dojo_triangle(largest) + (largest == 2 && groups == 2 ? dojo_triangle(2) : DOJO_COLUMNS - largest);
}

static inline int dojo_three_points(uint32_t a, uint32_t b, uint32_t c, int trophy)
{
    const int x = (int)(a >> DOJO_BELT_SHIFT), y = (int)(b >> DOJO_BELT_SHIFT), z = (int)(c >> DOJO_BELT_SHIFT);
    if (x == y && y == z) return trophy == DOJO_KIMONO ? 2 * x : x; /* D11, D13 */
    if (trophy != DOJO_BELT) return 0;
    return x == y || x == z ? x : y == z ? y : 0; /* D12 */
}

int dojo_rows_now(const dojo_search *s);
/* What the rows, what the columns could at most give while these are left. */
void dojo_limits(const dojo_search *s, uint32_t brooms, uint32_t assistants, int *out_rows, int *out_cols);
/* The last layer (dojo_settle.c). `free[col]`: the rows among which the cards of a column may still change places; the
 * columns give `cols` in any case. */
void dojo_sweep(dojo_search *s, const uint32_t *free, int cols);
/* `free[row]`: the columns among which the cards of a row may still change places. The rows give `rows`. */
void dojo_assist(dojo_search *s, const uint32_t *free, int rows);

/* The points alone, for at most two brooms and two assistants (dojo_few.c). */
int dojo_count_few(const dojo_hall *hall, uint32_t brooms, uint32_t assistants);
/* All orders of many brooms and assistants (dojo_totals.c). */
void dojo_explore_layers(dojo_search *s, uint32_t brooms, uint32_t assistants);

/* How the cards could be shared among the rows so that the total is more than s->best (dojo_shares.c). */
typedef struct dojo_share {
    uint64_t row[DOJO_ROWS]; /* how many of each kind: four bits each */
    int rows;                /* what the rows give */
    int most;                /* no arrangement with these rows gives more */
} dojo_share;

enum { DOJO_SHARES = 1024, DOJO_SHARE_WORDS = DOJO_SHARES / 64, DOJO_ROWS_MOST = 30 };

/* Some of the shares, one bit for each. A branch of the search has those that it can still reach, and its own branches
 * look only among them. */
typedef struct dojo_reach {
    uint32_t used; /* the words that are not 0; others are not looked at */
    uint64_t word[DOJO_SHARE_WORDS];
} dojo_reach;

typedef struct dojo_shares {
    dojo_share list[DOJO_SHARES];
    int n;
    int best;          /* when dojo_shares_all was called: all that it gave promise more */
    int complete_from; /* those with less are not all in the list */
    bool any_order;    /* rows are alike and any of them can become any: every share stands in the list once */
    uint64_t rows[DOJO_ROWS_MOST + 2][DOJO_SHARE_WORDS]; /* those whose rows give at least this */
    uint64_t has[DOJO_ROWS][DOJO_PLACES][DOJO_COLUMNS]
                [DOJO_SHARE_WORDS];                           /* whose row has a first, a second … of a kind */
    uint64_t whole[DOJO_ROWS][DOJO_PLACES][DOJO_SHARE_WORDS]; /* whose row has all of a kind */
    uint32_t goes[DOJO_PLACES]; /* of dojo_shares_only: the rows that have some of a kind, four bits each */
} dojo_shares;

static inline uint32_t dojo_kind_of(uint32_t cell)
{
    return cell >> DOJO_KIND_SHIFT & 15u;
}

static inline void dojo_set_kind(uint32_t *cell, uint32_t kind)
{
    *cell = (*cell & ~(15u << DOJO_KIND_SHIFT)) | kind << DOJO_KIND_SHIFT;
}

/* Whether it makes no difference which of two cards is where. */
static inline bool dojo_is_same(uint32_t a, uint32_t b)
{
    return !((a ^ b) & 15u << DOJO_KIND_SHIFT);
}

/* False if there are more than `few`, without having looked for all of them; those are no use then. With DOJO_SHARES or more, what
 * finds no room is left out, and complete_from says so. */
bool dojo_shares_find(dojo_shares *shares, const dojo_search *s, uint32_t brooms, uint32_t assistants, int few);
void dojo_shares_all(dojo_shares *shares, const dojo_search *s, dojo_reach *out);
/* The belts that columns can have with these shares, as dojo_search.useful. Returns how many columns each is enough for: eight bits each. */
uint64_t dojo_shares_belts(const dojo_shares *shares, const dojo_search *s, int first, int n, uint8_t *out_belts);
/* This one alone. Cards that all go to the same row are the same then, but for these belts: s->cell gets new kinds, and the share is listed by
 * them from now on. */
void dojo_shares_only(dojo_shares *shares, dojo_search *s, int i, const uint8_t *belts, dojo_reach *out);
/* What the rows can still become (dojo_reach.c). The most that they give in any of these. */
int dojo_shares_rows(const dojo_shares *shares, const dojo_search *s, const dojo_reach *reach);
/* Those of `from` with a total above s->best if the columns give at most `cols`. False if there are none. */
bool dojo_shares_above(const dojo_shares *shares, const dojo_search *s, int cols, const dojo_reach *from,
                       dojo_reach *out);
/* Those of `from` whose row has all cards of a set of its columns, for each of these sets. Returns the sets with any. */
uint32_t dojo_shares_narrow(const dojo_shares *shares, int row, const uint32_t *cells, uint32_t sets,
                            const dojo_reach *from, dojo_reach *out);

/* Two rows have no assistants any more, and the column still has its broom. Those of `from` in which their cards need not be in the same row.
 * `passes`: the third row has an assistant, so it can take one of the cards and pass it on, if the broom leaves its own card in the right row.
 * False if there are none. `out` may be `from`. */
bool dojo_shares_apart(const dojo_shares *shares, const uint32_t *column, int row, int other, bool passes,
                       const dojo_reach *from, dojo_reach *out);

/* Three cards of a row, while the fourth is tried. */
typedef struct dojo_except {
    uint32_t kind[3];
    uint64_t enough[DOJO_SHARE_WORDS];   /* shares with so many of the three as the row keeps at least, */
    uint64_t with_one[DOJO_SHARE_WORDS]; /* and those that need the fourth as well */
} dojo_except;

/* The cards of a row but for the one in `col`; the row may lose so many of its four. `used`: the words to fill. */
void dojo_shares_except(const dojo_shares *shares, int row, const uint32_t *cells, int col, int may_lose, uint32_t used,
                        dojo_except *out);
/* Those of `from` whose row has enough of the three and this one. False if there are none. `out` may be `from`. */
bool dojo_shares_with(const dojo_shares *shares, int row, const dojo_except *others, uint32_t cell,
                      const dojo_reach *from, dojo_reach *out);
/* Those of `from` whose rows can have the cards that one or two of them keep in a column, in any order. False if there are none. */
bool dojo_shares_column(const dojo_shares *shares, const uint32_t *column, uint32_t rows, const dojo_reach *from,
                        dojo_reach *out);
/* Whether the rows, as they are now, could still become those of the share that is looked for alone, in any order. `free[col]`: as for
 * dojo_sweep. */
bool dojo_shares_reach(const dojo_shares *shares, const dojo_search *s, const uint32_t *free, uint32_t brooms,
                       uint32_t assistants);

#endif
