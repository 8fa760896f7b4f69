/* Dojo: exact scoring.
 *
 * D10 … D17. A row scores by its disciples and a column by its belts, in any order; so a broom, which moves cards
 * within a column, changes only rows, and an assistant only columns. Brooms commute with each other, and so do
 * assistants, so any order of them amounts to a sequence of layers: brooms, assistants, brooms and so on. Not using
 * one is the same as leaving its cards in place, so we only need sequences that use them all.
 *
 * Where nobody asks for the arrangement, dojo_few.c finds the points of usual dojos faster.
 *
 * `explore` goes through all sequences and all permutations but for the last layer, where one half of the points is
 * settled and the other is found directly: rows by trying the brooms, columns by choosing the belts that are to match
 * (`claim`). A branch ends where even the best that the open half could give is not more than what was found before. */
#include "dojo_search.h"

/* The usual box has two brooms and two assistants, which the plain search counts fast. */
enum { USUAL = 2 };

const uint8_t dojo_column_orders[6][DOJO_ROWS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

const uint8_t dojo_row_orders[24][DOJO_COLUMNS] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}, {1, 0, 2, 3}, {1, 0, 3, 2},
    {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0}, {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0},
    {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};

static uint32_t cell_of(int card)
{
    return (uint32_t)1 << 4 * dojo_disciple(card) | (uint32_t)dojo_belt(card) << DOJO_BELT_SHIFT;
}

static int card_of(uint32_t cell)
{
    return DOJO_BELTS * (tm_bits_first(cell) / 4) + (int)(cell >> DOJO_BELT_SHIFT);
}

static uint32_t row_sum(const uint32_t *cell, int row)
{
    const uint32_t *at = cell + DOJO_COLUMNS * row;
    return at[0] + at[1] + at[2] + at[3];
}

int dojo_row_points(const dojo_hall *hall, int row)
{
    uint32_t sum = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) sum += cell_of(hall->card[DOJO_COLUMNS * row + col]);
    return dojo_sum_points(sum, hall->row[row]);
}

int dojo_col_points(const dojo_hall *hall, int col)
{
    return dojo_three_points(cell_of(hall->card[col]), cell_of(hall->card[col + 4]), cell_of(hall->card[col + 8]),
                             hall->col[col]);
}

int dojo_rows_now(const dojo_search *s)
{
    int points = 0;
    for (int row = 0; row < DOJO_ROWS; row++) points += dojo_sum_points(row_sum(s->cell, row), s->hall->row[row]);
    return points;
}

static int cols_now(const dojo_search *s)
{
    int points = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++)
        points += dojo_three_points(s->cell[col], s->cell[col + 4], s->cell[col + 8], s->hall->col[col]);
    return points;
}

/* No arrangement of these cards gives the rows more. Triangles grow ever faster: the largest groups of a disciple,
 * filled up with jokers from the largest on, are the most. A raccoon trophy is taken for a joker of any row. */
static int most_of_rows(const dojo_search *s)
{
    int n[DOJO_DISCIPLES] = {0, 0, 0, 0, 0, 0}, groups[DOJO_COLUMNS + 1] = {DOJO_ROWS, 0, 0, 0, 0}; /* by size */
    int masters = 0, incense = 0, largest = 0;
    for (int i = 0; i < DOJO_PLACES; i++) n[tm_bits_first(s->cell[i]) / 4]++;
    for (int row = 0; row < DOJO_ROWS; row++) {
        masters += s->hall->row[row] == DOJO_MASTER;
        incense += s->hall->row[row] == DOJO_INCENSE;
    }
    for (int d = 0; d < DOJO_RACCOON; d++) {
        if (n[d] + n[DOJO_RACCOON] > largest) largest = n[d] + n[DOJO_RACCOON];
        groups[4] += n[d] / 4;
        groups[n[d] % 4]++;
    }
    int points = incense * dojo_worth(largest < 4 ? largest : 4, DOJO_INCENSE);
    int jokers = n[DOJO_RACCOON] + masters;
    for (int row = incense, size = 4; row < DOJO_ROWS; row++) {
        while (!groups[size]) size--;
        groups[size]--;
        const int fill = jokers < 4 - size ? jokers : 4 - size;
        points += dojo_triangle(size + fill);
        jokers -= fill;
    }
    return points;
}

/* No arrangement of these cards gives the columns more. */
static int most_of_cols(const dojo_search *s)
{
    int n[DOJO_BELTS + 1] = {0, 0, 0, 0, 0, 0}, kimonos = 0, plain = 0, pair = 0;
    for (int i = 0; i < DOJO_PLACES; i++) n[s->cell[i] >> DOJO_BELT_SHIFT]++;
    for (int belt = 1; belt <= DOJO_BELTS; belt++)
        if (n[belt] >= 2) pair = belt;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        kimonos += s->hall->col[col] == DOJO_KIMONO;
        plain += s->hall->col[col] != DOJO_KIMONO && s->hall->col[col] != DOJO_BELT;
    }
    int points = pair * (DOJO_COLUMNS - kimonos - plain);
    for (int belt = DOJO_BELTS; belt > 0; belt--)
        for (int triples = n[belt] / 3; triples > 0; triples--) {
            if (kimonos-- > 0)
                points += 2 * belt;
            else if (plain-- > 0)
                points += belt;
        }
    return points;
}

/* What can at most come of it while these are left. A card moves only if its row or its column has one of them. Take
 * those that do for free to go to any place that is not kept by a card that does not. */
void dojo_limits(const dojo_search *s, uint32_t brooms, uint32_t assistants, int *out_rows, int *out_cols)
{
    uint32_t kept_row[DOJO_ROWS] = {0, 0, 0}, kept_col[DOJO_COLUMNS] = {0, 0, 0, 0}, disciples = 0, belts = 0;
    uint32_t own_row[DOJO_ROWS] = {0, 0, 0}, own_col[DOJO_COLUMNS] = {0, 0, 0, 0};
    const int n_brooms = tm_bits_count(brooms), n_assistants = tm_bits_count(assistants);
    for (int row = 0; row < DOJO_ROWS; row++)
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            const uint32_t cell = s->cell[DOJO_COLUMNS * row + col], belt = 1u << 4 * (cell >> DOJO_BELT_SHIFT);
            const bool moves = (assistants >> row | brooms >> col) & 1;
            *(moves ? &disciples : &kept_row[row]) += cell & 0xffffffu;
            *(moves ? &belts : &kept_col[col]) += belt;
            own_row[row] += cell & 0xffffffu;
            own_col[col] += belt;
        }
    int rows = 0, cols = 0;
    for (int row = 0; row < DOJO_ROWS; row++) {
        /* A broom changes one card of a row. Which, an assistant chooses. */
        const uint32_t stay = assistants >> row & 1 ? own_row[row] : kept_row[row];
        const uint32_t come = assistants >> row & 1 ? disciples - own_row[row] : disciples;
        int most = 0;
        for (int d = 0; d < DOJO_RACCOON; d++) {
            const int free = (int)((come >> 4 * d & 15u) + (come >> DOJO_RACCOON_SHIFT));
            const int kept = (int)((stay >> 4 * d & 15u) + (stay >> DOJO_RACCOON_SHIFT));
            const int n = kept + (free < n_brooms ? free : n_brooms);
            if (n > most) most = n;
        }
        rows += dojo_worth(most < DOJO_COLUMNS ? most : DOJO_COLUMNS, s->hall->row[row]);
    }
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const uint32_t stay = brooms >> col & 1 ? own_col[col] : kept_col[col];
        const uint32_t come = brooms >> col & 1 ? belts - own_col[col] : belts;
        const int needed = s->hall->col[col] == DOJO_BELT ? 2 : 3;
        for (int belt = DOJO_BELTS; belt > 0; belt--) {
            const int free = (int)(come >> 4 * belt & 15u);
            const int n = (int)(stay >> 4 * belt & 15u) + (free < n_assistants ? free : n_assistants);
            if (n < needed) continue;
            cols += s->hall->col[col] == DOJO_KIMONO ? 2 * belt : belt;
            break;
        }
    }
    *out_rows = rows < s->rows_most ? rows : s->rows_most;
    *out_cols = cols < s->cols_most ? cols : s->cols_most;
}

static int at_most(const dojo_search *s, uint32_t brooms, uint32_t assistants)
{
    int rows, cols;
    dojo_limits(s, brooms, assistants, &rows, &cols);
    return rows + cols;
}

static int col_with(const dojo_search *s, int col, int row, uint32_t cell)
{
    const uint32_t *at = s->cell + col;
    return dojo_three_points(row == 0 ? cell : at[0], row == 1 ? cell : at[4], row == 2 ? cell : at[8],
                             s->hall->col[col]);
}

/* One assistant, then one broom, are left. Once it is chosen which card of the row goes to the broom's column, the
 * other three settle the other columns by themselves. */
static void assist_and_sweep(dojo_search *s, int row, int col)
{
    uint32_t *at = s->cell + DOJO_COLUMNS * row;
    const uint32_t old[DOJO_COLUMNS] = {at[0], at[1], at[2], at[3]};
    uint32_t free[DOJO_COLUMNS] = {0, 0, 0, 0};
    int others[3], n = 0;
    free[col] = 7u;
    for (int i = 0; i < DOJO_COLUMNS; i++)
        if (i != col) others[n++] = i;
    for (int pick = 0; pick < DOJO_COLUMNS; pick++) {
        uint32_t rest[3], *end = rest;
        int gain[3][3], best = -1, best_order = 0;
        for (int i = 0; i < DOJO_COLUMNS; i++)
            if (i != pick) *end++ = old[i];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) gain[i][j] = col_with(s, others[j], row, rest[i]);
        for (int i = 0; i < 6; i++) {
            const uint8_t *order = dojo_column_orders[i];
            const int points = gain[order[0]][0] + gain[order[1]][1] + gain[order[2]][2];
            if (points <= best) continue;
            best = points;
            best_order = i;
        }
        best += col_with(s, col, row, old[pick]);
        for (int j = 0; j < 3; j++) at[others[j]] = rest[dojo_column_orders[best_order][j]];
        at[col] = old[pick];
        dojo_sweep(s, free, best);
    }
    __builtin_memcpy(at, old, sizeof old);
}

/* All orders of these brooms and assistants. Within a layer they go upwards: *_next are those that may come next. */
static void explore(dojo_search *s, uint32_t brooms, uint32_t assistants, uint32_t brooms_next,
                    uint32_t assistants_next)
{
    if (!brooms || !assistants) { /* the last layer, which must be complete */
        if (brooms_next != brooms || assistants_next != assistants) return;
        uint32_t free[DOJO_COLUMNS];
        for (int i = 0; i < DOJO_COLUMNS; i++)
            free[i] = assistants ? (assistants >> i & 1) * 15u : (brooms >> i & 1) * 7u;
        if (assistants)
            dojo_assist(s, free, dojo_rows_now(s));
        else
            dojo_sweep(s, free, cols_now(s));
        return;
    }
    if (at_most(s, brooms, assistants) <= s->best) return;
    while (brooms_next) {
        const int col = tm_bits_take(&brooms_next);
        uint32_t *at = s->cell + col;
        const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
        const bool twins = old[0] == old[1] || old[0] == old[2] || old[1] == old[2];
        for (int order = 0; order < 6; order++) {
            if (twins && !dojo_is_first(old, dojo_column_orders[order], DOJO_ROWS)) continue;
            dojo_lay_column(at, old, order);
            explore(s, brooms & ~(1u << col), assistants, brooms_next, assistants);
        }
        dojo_lay_column(at, old, 0);
    }
    if (tm_bits_count(brooms) == 1 && tm_bits_count(assistants) == 1) {
        if (assistants_next) assist_and_sweep(s, tm_bits_first(assistants), tm_bits_first(brooms));
        return;
    }
    while (assistants_next) {
        const int row = tm_bits_take(&assistants_next);
        uint32_t *at = s->cell + DOJO_COLUMNS * row;
        const uint32_t old[DOJO_COLUMNS] = {at[0], at[1], at[2], at[3]};
        for (int order = 0; order < 24; order++) {
            if (!dojo_is_first(old, dojo_row_orders[order], DOJO_COLUMNS)) continue;
            for (int col = 0; col < DOJO_COLUMNS; col++) at[col] = old[dojo_row_orders[order][col]];
            explore(s, brooms, assistants & ~(1u << row), brooms, assistants_next);
        }
        __builtin_memcpy(at, old, sizeof old);
    }
}

int dojo_count(const dojo_hall *hall, dojo_hall *best)
{
    dojo_search s;
    uint32_t brooms = 0, assistants = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) brooms |= (hall->col[col] == DOJO_BROOM ? 1u : 0u) << col;
    for (int row = 0; row < DOJO_ROWS; row++) assistants |= (hall->row[row] == DOJO_ASSISTANT ? 1u : 0u) << row;
#ifndef __wasm__ /* it would add two kilobytes to a page's first load, and a page counts few dojos */
    if (!best && tm_bits_count(brooms) <= USUAL && tm_bits_count(assistants) <= USUAL)
        return dojo_count_few(hall, brooms, assistants);
#endif
    for (int i = 0; i < DOJO_PLACES; i++) s.cell[i] = s.best_cell[i] = cell_of(hall->card[i]);
    s.hall = hall;
    s.rows_most = most_of_rows(&s);
    s.cols_most = most_of_cols(&s);
    s.best = dojo_rows_now(&s) + cols_now(&s); /* so that nothing moves that gains nothing */
    if (brooms && assistants && (tm_bits_count(brooms) > USUAL || tm_bits_count(assistants) > USUAL))
        dojo_explore_layers(&s, brooms, assistants);
    else
        explore(&s, brooms, assistants, brooms, assistants);
    if (best) {
        *best = *hall;
        for (int i = 0; i < DOJO_PLACES; i++) best->card[i] = (uint8_t)card_of(s.best_cell[i]);
    }
    return s.best;
}
