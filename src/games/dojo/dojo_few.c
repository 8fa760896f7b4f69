/* Dojo: the points alone, with at most two brooms and two assistants (D17).
 *
 * A broom and an assistant meet at one place, the crossing of their column and row. Whichever comes first decides which
 * card lies there for the other; nothing else that it does makes a difference to the other. So an order of brooms and
 * assistants, with a card chosen for each crossing, leaves two questions that do not depend on each other: how brooms
 * lay the cards that no assistant takes afterwards, which changes only rows, and how assistants lay those that no broom
 * takes afterwards, which changes only columns. There are 7 such choices with one of each, 45 or 46 with three of them,
 * 1,452 with four, and for most a look at what they could give at most is enough.
 *
 * Rows and columns of a dojo may change places as a whole: here assistants have the first rows and brooms the first
 * columns. The cards are two numbers with four bits per place, so that a graphics card has them in registers, and dojos
 * with as many brooms and assistants go through the same loops. */
#include "dojo_search.h"

typedef struct few {
    uint64_t disciples, belts; /* four bits per place */
    uint32_t trophies;         /* four bits each: rows, then columns */
    uint32_t swept, assisted;  /* the places whose cards a broom lays, an assistant lays, and nothing moves later */
    int best;
} few;

/* A crossing, and the places from which its card may come, four bits each. */
typedef struct crossing {
    int place, n_from;
    uint32_t from;
} crossing;

static inline int place_of(int row, int col)
{
    return DOJO_COLUMNS * row + col;
}

static inline uint32_t nibble(uint64_t all, int i)
{
    return (uint32_t)(all >> 4 * i) & 15u;
}

/* One in the four bits of its disciple. */
static inline uint32_t one_of(uint64_t disciples, int place)
{
    return 1u << 4 * nibble(disciples, place);
}

static inline bool has_place(uint32_t places, int place)
{
    return places >> place & 1;
}

static inline uint64_t exchange(uint64_t all, int i, int j)
{
    const uint64_t differ = (all >> 4 * i ^ all >> 4 * j) & 15u;
    return all ^ differ << 4 * i ^ differ << 4 * j;
}

/* What the rows could at most give if every place that brooms lay could have each of its column's cards. */
static inline int rows_at_most(const few *k)
{
    uint32_t any[2] = {0, 0};
    int points = 0;
    for (int col = 0; col < 2; col++) {
        for (int place = col; place < DOJO_PLACES; place += DOJO_COLUMNS)
            any[col] |= has_place(k->swept, place) ? one_of(k->disciples, place) : 0;
        if (any[col] >> DOJO_RACCOON_SHIFT) any[col] = 0x11111u; /* a raccoon is any disciple */
    }
    for (int row = 0; row < DOJO_ROWS; row++) {
        uint32_t sum = 0;
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            const int place = place_of(row, col);
            sum += has_place(k->swept, place) ? any[col % 2] : one_of(k->disciples, place);
        }
        points += dojo_worth(dojo_largest_group(sum), (int)nibble(k->trophies, row));
    }
    return points;
}

/* What the rows give at best. First what each gives with every pair of cards of the brooms' columns, by the rows these
 * cards lie in now: four bits each. */
static inline int best_rows(const few *k)
{
    static const uint16_t FROM[6] = {0x210, 0x120, 0x201, 0x021, 0x102, 0x012}; /* dojo_column_orders, four bits each */
    static const uint16_t MOVED[6] = {0, 0x110, 0x011, 0x111, 0x111, 0x101};    /* the places of the first column */
    uint64_t gives[DOJO_ROWS] = {0, 0, 0};
    int best = 0;
    for (int row = 0; row < DOJO_ROWS; row++) {
        const uint32_t rest = one_of(k->disciples, place_of(row, 2)) + one_of(k->disciples, place_of(row, 3));
        for (int i = 0; i < DOJO_ROWS; i++) {
            if (i != row && !has_place(k->swept, place_of(row, 0))) continue;
            for (int j = 0; j < DOJO_ROWS; j++) {
                if (j != row && !has_place(k->swept, place_of(row, 1))) continue;
                const uint32_t sum = rest + one_of(k->disciples, place_of(i, 0)) + one_of(k->disciples, place_of(j, 1));
                const int points = dojo_sum_points(sum, (int)nibble(k->trophies, row));
                gives[row] |= (uint64_t)points << 4 * (3 * i + j);
            }
        }
    }
    for (int first = 0; first < 6; first++) {
        if (MOVED[first] & ~k->swept) continue;
        for (int second = 0; second < 6; second++) {
            if ((uint32_t)MOVED[second] << 1 & ~k->swept) continue;
            int points = 0;
            for (int row = 0; row < DOJO_ROWS; row++)
                points += (int)nibble(gives[row], 3 * (int)nibble(FROM[first], row) + (int)nibble(FROM[second], row));
            if (points > best) best = points;
        }
    }
    return best;
}

/* What each column could at most give if all that its rows can lay there were for it alone: eight bits each. */
static inline uint32_t each_col_at_most(const few *k)
{
    uint32_t any[2] = {0, 0}, most = 0; /* belts, a bit each */
    for (int place = 0; place < 2 * DOJO_COLUMNS; place++)
        any[place / DOJO_COLUMNS] |= has_place(k->assisted, place) ? 1u << nibble(k->belts, place) : 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const int trophy = (int)nibble(k->trophies, DOJO_ROWS + col);
        uint32_t can[DOJO_ROWS];
        for (int row = 0; row < DOJO_ROWS; row++) {
            const int place = place_of(row, col);
            can[row] = has_place(k->assisted, place) ? any[row % 2] : 1u << nibble(k->belts, place);
        }
        const uint32_t equal =
            trophy == DOJO_BELT ? (can[0] & can[1]) | (can[0] & can[2]) | (can[1] & can[2]) : can[0] & can[1] & can[2];
        const uint32_t belt = 31u - (uint32_t)__builtin_clz(equal | 1u);
        most |= (trophy == DOJO_KIMONO ? 2 * belt : belt) << 8 * col; /* D13 */
    }
    return most;
}

static inline int sum_of_bytes(uint32_t bytes)
{
    return (int)(bytes * 0x01010101u >> 24);
}

/* One way for a column to get points: a belt shown in all rows, or in all but one (D12). What it needs of the first two
 * rows for that, four bits per belt, 32 bits per row. There is no belt 0: what needs it cannot be. */
typedef struct claim_way {
    uint64_t needs;
    int points;
} claim_way;

enum { WAYS_OF_BELT = DOJO_BELTS * DOJO_ROWS };

/* The last one is to claim nothing, and the only one of a column that can give nothing. */
static inline int n_ways(const few *k, uint32_t most, int col)
{
    if (!(most >> 8 * col & 255u)) return 1;
    return 1 + (nibble(k->trophies, DOJO_ROWS + col) == DOJO_BELT ? WAYS_OF_BELT : 1);
}

static inline claim_way way_of(const few *k, uint32_t most, int col, int way)
{
    claim_way out = {0, 0};
    const int trophy = (int)nibble(k->trophies, DOJO_ROWS + col);
    const uint32_t belt = trophy == DOJO_BELT
                              ? (uint32_t)(DOJO_BELTS - way / DOJO_ROWS)
                              : nibble(k->belts, place_of(DOJO_ROWS - 1, col)); /* it has no assistant */
    const int without = trophy == DOJO_BELT ? way % DOJO_ROWS : DOJO_ROWS;
    if (way + 1 == n_ways(k, most, col)) return out;
    for (int row = 0; row < DOJO_ROWS; row++) {
        const int place = place_of(row, col);
        const bool moves = has_place(k->assisted, place);
        const uint32_t needed = moves ? belt : 0;
        if (row != without && (moves || nibble(k->belts, place) != belt))
            out.needs += (uint64_t)1 << (32 * (row % 2) + 4 * (int)needed);
    }
    out.points = (int)(trophy == DOJO_KIMONO ? 2 * belt : belt); /* D13 */
    return out;
}

/* What the columns give at best, or `above` if that is not more. One after the other, columns claim belts from the rows
 * that assistants lay; cards that none claims may go anywhere. `most`: of each_col_at_most. */
static inline int best_cols(const few *k, uint32_t most, int above)
{
    const uint64_t fits = 0x8888888888888888u;
    uint64_t left = fits;
    uint32_t next = 0; /* the way that each column tries next: eight bits each */
    const int all = sum_of_bytes(most);
    int points = 0, col = 0;
    for (int place = 0; place < 2 * DOJO_COLUMNS; place++)
        if (has_place(k->assisted, place))
            left += (uint64_t)1 << (32 * (place / DOJO_COLUMNS) + 4 * (int)nibble(k->belts, place));
    for (;;) {
        const bool hopeful = points + (col < DOJO_COLUMNS ? sum_of_bytes(most >> 8 * col) : 0) > above;
        if (hopeful && col == DOJO_COLUMNS) {
            above = points;
            if (points == all) return points;
        }
        const int way = (int)(next >> 8 * (col % DOJO_COLUMNS) & 255u);
        if (hopeful && col < DOJO_COLUMNS && way < n_ways(k, most, col)) {
            const claim_way claim = way_of(k, most, col, way);
            next += 1u << 8 * col;
            if (((left - claim.needs) & fits) != fits) continue;
            left -= claim.needs;
            points += claim.points;
            if (++col < DOJO_COLUMNS) next &= ~(255u << 8 * col);
        } else {
            if (!col--) return above;
            const claim_way claim = way_of(k, most, col, (int)(next >> 8 * col & 255u) - 1);
            left += claim.needs;
            points -= claim.points;
        }
    }
}

/* The card of every crossing is in its place. */
static inline void settle_few(few *k)
{
    const uint32_t most = each_col_at_most(k);
    const int cols = sum_of_bytes(most);
    if (rows_at_most(k) + cols <= k->best) return;
    const int rows = best_rows(k);
    if (rows + cols <= k->best) return;
    k->best = rows + best_cols(k, most, k->best - rows);
}

/* The crossings in the order in which their cards are chosen. Who comes first chooses. */
static inline void cross(few *k, uint32_t order, int n_brooms, int n_assistants, crossing *out)
{
    static const crossing NONE = {0, 1, 0}; /* leaves a card where it is */
    int n = 4 - n_brooms * n_assistants;
    for (int i = 0; i < n; i++) out[i] = NONE;
    for (int i = 0; i < 4; i++) {
        const int tool = (int)nibble(order, i), line = tool % 2;
        const bool broom = tool >= 2;
        const int length = broom ? DOJO_ROWS : DOJO_COLUMNS;
        uint32_t chosen = 0;
        if (line >= (broom ? n_brooms : n_assistants)) continue;
        for (int j = i + 1; j < 4; j++) {
            const int later = (int)nibble(order, j), across = later % 2;
            if ((later >= 2) == broom || across >= (broom ? n_assistants : n_brooms)) continue;
            crossing c = {broom ? place_of(across, line) : place_of(line, across), 0, 0};
            for (int at = 0; at < length; at++)
                if (!(chosen >> at & 1))
                    c.from |= (uint32_t)(broom ? place_of(at, line) : place_of(line, at)) << 4 * c.n_from++;
            chosen |= 1u << across;
            *(broom ? &k->swept : &k->assisted) &= ~(1u << c.place);
            out[n++] = c;
        }
    }
}

/* Tries every card for every crossing. Four loops and not a function that calls itself, which a graphics card is slow at. */
static inline void try_order(few *k, uint32_t order, int n_brooms, int n_assistants)
{
    crossing c[4];
    const few at = *k;
    cross(k, order, n_brooms, n_assistants, c);
    for (int i = 0; i < c[0].n_from; i++) {
        const int from_i = (int)nibble(c[0].from, i);
        const uint64_t d_i = exchange(at.disciples, c[0].place, from_i), b_i = exchange(at.belts, c[0].place, from_i);
        for (int j = 0; j < c[1].n_from; j++) {
            const int from_j = (int)nibble(c[1].from, j);
            const uint64_t d_j = exchange(d_i, c[1].place, from_j), b_j = exchange(b_i, c[1].place, from_j);
            for (int l = 0; l < c[2].n_from; l++) {
                const int from_l = (int)nibble(c[2].from, l);
                const uint64_t d_l = exchange(d_j, c[2].place, from_l), b_l = exchange(b_j, c[2].place, from_l);
                for (int m = 0; m < c[3].n_from; m++) {
                    k->disciples = exchange(d_l, c[3].place, (int)nibble(c[3].from, m));
                    k->belts = exchange(b_l, c[3].place, (int)nibble(c[3].from, m));
                    settle_few(k);
                }
            }
        }
    }
    k->disciples = at.disciples;
    k->belts = at.belts;
    k->swept = at.swept;
    k->assisted = at.assisted;
}

/* The numbers of the set's members, then of the others: four bits each. */
static inline uint32_t members_first(uint32_t set, int n)
{
    uint32_t out = 0;
    int n_in = 0, n_out = tm_bits_count(set);
    for (int i = 0; i < n; i++) out |= (uint32_t)i << 4 * (set >> i & 1 ? n_in++ : n_out++);
    return out;
}

int dojo_count_few(const dojo_hall *hall, uint32_t brooms, uint32_t assistants)
{
    /* All orders of the assistants 0, 1 and the brooms 2, 3, four bits each from the lowest on. Two of a kind next to each
     * other do not depend on each other: one order of them is enough. With less than four, some are the same. */
    static const uint16_t ORDERS[14] = {0x1032, 0x3210, 0x3102, 0x2103, 0x1320, 0x0321, 0x1302,
                                        0x0312, 0x1203, 0x0213, 0x3120, 0x2130, 0x3021, 0x2031};
    const int n_brooms = tm_bits_count(brooms), n_assistants = tm_bits_count(assistants);
    const uint32_t rows = members_first(assistants, DOJO_ROWS), cols = members_first(brooms, DOJO_COLUMNS);
    const uint32_t used =
        3u | (n_brooms > 1 ? 12u : 0) | (n_assistants > 1 ? 48u : 0) | (n_brooms > 1 && n_assistants > 1 ? 0x3fc0u : 0);
    few k = {.best = -1};
    for (int row = 0; row < DOJO_ROWS; row++)
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            const int card = hall->card[place_of((int)nibble(rows, row), (int)nibble(cols, col))];
            k.disciples |= (uint64_t)dojo_disciple(card) << 4 * place_of(row, col);
            k.belts |= (uint64_t)dojo_belt(card) << 4 * place_of(row, col);
        }
    for (int row = 0; row < DOJO_ROWS; row++) k.trophies |= (uint32_t)hall->row[nibble(rows, row)] << 4 * row;
    for (int col = 0; col < DOJO_COLUMNS; col++)
        k.trophies |= (uint32_t)hall->col[nibble(cols, col)] << 4 * (DOJO_ROWS + col);
    k.swept = (n_brooms > 0 ? 0x111u : 0) | (n_brooms > 1 ? 0x222u : 0);
    k.assisted = (n_assistants > 0 ? 0x00fu : 0) | (n_assistants > 1 ? 0x0f0u : 0);
    if (!n_brooms || !n_assistants) {
        const uint32_t most = each_col_at_most(&k);
        return best_rows(&k) + (n_assistants ? best_cols(&k, most, -1) : sum_of_bytes(most));
    }
    for (uint32_t left = used; left;) try_order(&k, ORDERS[tm_bits_take(&left)], n_brooms, n_assistants);
    return k.best;
}
