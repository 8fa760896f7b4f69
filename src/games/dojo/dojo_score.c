/* Dojo: exact scoring.
 *
 * D10 … D17. A row scores by its disciples and a column by its belts, in any order; so a broom, which moves cards
 * within a column, changes only rows, and an assistant only columns. Brooms commute with each other, and so do
 * assistants, so any order of them amounts to a sequence of layers: brooms, assistants, brooms and so on. Not using
 * one is the same as leaving its cards in place, so we only need sequences that use them all.
 *
 * `explore` goes through all sequences and all permutations but for the last layer, where one half of the points is
 * settled and the other is found directly: rows by trying the brooms, columns by choosing the belts that are to match
 * (`claim`). A branch ends where even the best that the open half could give is not more than what was found before. */
#include "dojo_search.h"

/* With so many brooms and assistants together, and more than one assistant, the plain search takes longer than going
 * through it in layers, with what that needs made ready. Two of each, the most that the usual box has, are below. */
enum { MANY = 5 };

static const uint8_t TRIANGLE[DOJO_COLUMNS + 2] = {0, 1, 3, 6, 10, 10}; /* D10; a fifth joker is of no use (D14) */

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

/* What a row gives if so many cards of one disciple are in it, jokers included; with incense, at most. */
int dojo_worth(int largest, int trophy)
{
    static const uint8_t INCENSE[DOJO_COLUMNS + 1] = {0, 4, 6, 7, 10}; /* 1+1+1+1, 2+2, 3+1, 4 */
    if (trophy == DOJO_INCENSE) return INCENSE[largest];
    return TRIANGLE[trophy == DOJO_MASTER ? largest + 1 : largest]; /* D14 */
}

/* The sum of cells is limited to four per disciple. */
static int largest_group(uint32_t sum)
{
    const uint32_t others = sum & 0xfffffu, three = others & others >> 1 & 0x11111u;
    const int jokers = (int)(sum >> DOJO_RACCOON_SHIFT & 7u);
    return jokers + (others & 0x44444u ? 4 : three ? 3 : others & 0x22222u ? 2 : others ? 1 : 0);
}

/* Four cells added up. */
int dojo_sum_points(uint32_t sum, int trophy)
{
    const int largest = largest_group(sum);
    if (trophy != DOJO_INCENSE) return dojo_worth(largest, trophy);
    /* D15. A joker gives most where most are. */
    int groups = 0;
    for (int d = 0; d < DOJO_RACCOON; d++) groups += (sum >> 4 * d & 15u) != 0;
    /* Besides the largest group there is another pair, or only single cards. */
    return TRIANGLE[largest] + (largest == 2 && groups == 2 ? TRIANGLE[2] : DOJO_COLUMNS - largest);
}

int dojo_three_points(uint32_t a, uint32_t b, uint32_t c, int trophy)
{
    const int x = (int)(a >> DOJO_BELT_SHIFT), y = (int)(b >> DOJO_BELT_SHIFT), z = (int)(c >> DOJO_BELT_SHIFT);
    if (x == y && y == z) return trophy == DOJO_KIMONO ? 2 * x : x; /* D11, D13 */
    if (trophy != DOJO_BELT) return 0;
    return x == y || x == z ? x : y == z ? y : 0; /* D12 */
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

static void found(dojo_search *s, int points)
{
    if (points <= s->best) return;
    s->best = points;
    __builtin_memcpy(s->best_cell, s->cell, sizeof s->cell);
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
        points += TRIANGLE[size + fill];
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

/* What the rows could at most give if each could choose its card of every column of these. */
int dojo_rows_at_most(const dojo_search *s, uint32_t brooms)
{
    uint32_t fixed[DOJO_ROWS] = {0, 0, 0}, open = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const uint32_t a = s->cell[col], b = s->cell[col + 4], c = s->cell[col + 8];
        if (brooms >> col & 1) {
            const uint32_t any = (a | b | c) & 0xffffffu;
            /* With a raccoon in the column, any disciple. */
            open += any >> DOJO_RACCOON_SHIFT ? 0x11111u : any;
            continue;
        }
        fixed[0] += a;
        fixed[1] += b;
        fixed[2] += c;
    }
    int points = 0;
    for (int row = 0; row < DOJO_ROWS; row++) points += dojo_worth(largest_group(fixed[row] + open), s->hall->row[row]);
    return points;
}

/* Only these brooms are left: tries them all. Columns no longer change. */
void dojo_sweep(dojo_search *s, uint32_t brooms, int cols)
{
    if (!brooms) {
        found(s, cols + dojo_rows_now(s));
        return;
    }
    if (cols + s->rows_most <= s->best || cols + dojo_rows_at_most(s, brooms) <= s->best) return;
    uint32_t *at = s->cell + tm_bits_take(&brooms);
    const uint32_t old[DOJO_ROWS] = {at[0], at[4], at[8]};
    for (int order = 0; order < 6; order++) {
        dojo_lay_column(at, old, order);
        dojo_sweep(s, brooms, cols);
    }
    dojo_lay_column(at, old, 0);
}

/* Only these assistants are left: columns claim belts from the rows that may be rearranged, and unclaimed cards may
 * go anywhere. */
typedef struct claims {
    dojo_search *s;
    uint32_t assistants;
    uint32_t settled;             /* columns that no longer change; their points are counted already */
    uint32_t left[DOJO_ROWS];     /* belts not yet claimed in a row: four bits each */
    int beyond[DOJO_COLUMNS + 1]; /* upper bound for the columns from here on */
    uint8_t want[DOJO_PLACES];    /* the belt claimed for a place, or 0 */
} claims;

/* The rows that can show this belt in the column; *fixed: those that do without being rearranged. */
static uint32_t rows_with(const claims *k, int col, int belt, uint32_t *fixed)
{
    uint32_t can = 0;
    *fixed = 0;
    for (int row = 0; row < DOJO_ROWS; row++) {
        if (k->assistants >> row & 1)
            can |= (k->left[row] >> 4 * belt & 15u ? 1u : 0u) << row;
        else if ((int)(k->s->cell[DOJO_COLUMNS * row + col] >> DOJO_BELT_SHIFT) == belt)
            *fixed |= 1u << row;
    }
    return can | *fixed;
}

static int belts_needed(const claims *k, int col)
{
    return k->s->hall->col[col] == DOJO_BELT ? 2 : 3;
}

static int belt_worth(const claims *k, int col, int belt)
{
    return k->s->hall->col[col] == DOJO_KIMONO ? 2 * belt : belt;
}

/* What the column could at most give if every row that may be rearranged had its belts for this column alone. */
int dojo_col_at_most(const dojo_search *s, int col, uint32_t assistants, const uint32_t *belts)
{
    uint32_t can[DOJO_ROWS];
    for (int row = 0; row < DOJO_ROWS; row++)
        can[row] = assistants >> row & 1 ? belts[row] : 1u << (s->cell[DOJO_COLUMNS * row + col] >> DOJO_BELT_SHIFT);
    const int trophy = s->hall->col[col];
    const uint32_t equal =
        trophy == DOJO_BELT ? (can[0] & can[1]) | (can[0] & can[2]) | (can[1] & can[2]) : can[0] & can[1] & can[2];
    if (!equal) return 0;
    return (31 - __builtin_clz(equal)) * (trophy == DOJO_KIMONO ? 2 : 1);
}

/* Arranges the rows as claimed and stores this as the best result. */
static void arrange(claims *k, int points)
{
    dojo_search *s = k->s;
    uint32_t old[DOJO_PLACES];
    __builtin_memcpy(old, s->cell, sizeof old);
    for (int row = 0; row < DOJO_ROWS; row++) {
        if (!(k->assistants >> row & 1)) continue;
        uint32_t free = 0xfu & ~k->settled;
        for (int pass = 0; pass < 2; pass++) /* claims first */
            for (int col = 0; col < DOJO_COLUMNS; col++) {
                const int place = DOJO_COLUMNS * row + col, want = k->want[place];
                if ((pass == 0) != (want != 0) || (k->settled >> col & 1)) continue;
                uint32_t from = free;
                int card = free >> col & 1 ? col : tm_bits_take(&from); /* stays where it can */
                while (want && (int)(old[DOJO_COLUMNS * row + card] >> DOJO_BELT_SHIFT) != want)
                    card = tm_bits_take(&from);
                s->cell[place] = old[DOJO_COLUMNS * row + card];
                free &= ~(1u << card);
            }
    }
    found(s, points);
    __builtin_memcpy(s->cell, old, sizeof old);
}

static void take_belt(claims *k, int col, int belt, uint32_t rows, bool take)
{
    while (rows) {
        const int row = tm_bits_take(&rows);
        k->left[row] += take ? 0u - (1u << 4 * belt) : 1u << 4 * belt;
        k->want[DOJO_COLUMNS * row + col] = take ? (uint8_t)belt : 0;
    }
}

static void claim(claims *k, int col, int points)
{
    if (points + k->beyond[col] <= k->s->best) return;
    if (col == DOJO_COLUMNS) {
        arrange(k, points);
        return;
    }
    if (k->settled >> col & 1) {
        claim(k, col + 1, points);
        return;
    }
    for (int belt = DOJO_BELTS; belt > 0; belt--) {
        uint32_t fixed;
        const uint32_t can = rows_with(k, col, belt, &fixed), movable = can & k->assistants;
        const int needed = belts_needed(k, col);
        if (tm_bits_count(can) < needed) continue;
        const int more = needed > tm_bits_count(fixed) ? needed - tm_bits_count(fixed) : 0;
        for (uint32_t rows = 0; rows < 1u << DOJO_ROWS; rows++) {
            if (rows & ~movable || tm_bits_count(rows) != more) continue;
            take_belt(k, col, belt, rows, true);
            claim(k, col + 1, points + belt_worth(k, col, belt));
            take_belt(k, col, belt, rows, false);
        }
    }
    claim(k, col + 1, points);
}

/* `points` are those of the rows and of the settled columns. */
void dojo_assist(dojo_search *s, uint32_t assistants, uint32_t settled, int points)
{
    claims k;
    uint32_t belts[DOJO_ROWS] = {0, 0, 0}; /* a bit each */
    if (points + s->cols_most <= s->best && !settled) return;
    for (int row = 0; row < DOJO_ROWS; row++) {
        k.left[row] = 0;
        for (int col = 0; col < DOJO_COLUMNS; col++) {
            const uint32_t belt = s->cell[DOJO_COLUMNS * row + col] >> DOJO_BELT_SHIFT;
            if (settled >> col & 1) continue;
            belts[row] |= 1u << belt;
            k.left[row] += 1u << 4 * belt;
        }
    }
    k.beyond[DOJO_COLUMNS] = 0;
    for (int col = DOJO_COLUMNS; col-- > 0;)
        k.beyond[col] = k.beyond[col + 1] + (settled >> col & 1 ? 0 : dojo_col_at_most(s, col, assistants, belts));
    if (points + k.beyond[0] <= s->best) return;
    k.s = s;
    k.assistants = assistants;
    k.settled = settled;
    __builtin_memset(k.want, 0, sizeof k.want);
    claim(&k, 0, points);
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
    int others[3], n = 0;
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
        dojo_sweep(s, 1u << col, best);
    }
    __builtin_memcpy(at, old, sizeof old);
}

/* All orders of these brooms and assistants. Within a layer they go upwards: *_next are those that may come next. */
static void explore(dojo_search *s, uint32_t brooms, uint32_t assistants, uint32_t brooms_next,
                    uint32_t assistants_next)
{
    if (!brooms || !assistants) { /* the last layer, which must be complete */
        if (brooms_next != brooms || assistants_next != assistants) return;
        if (assistants)
            dojo_assist(s, assistants, 0, dojo_rows_now(s));
        else
            dojo_sweep(s, brooms, cols_now(s));
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
    for (int i = 0; i < DOJO_PLACES; i++) s.cell[i] = s.best_cell[i] = cell_of(hall->card[i]);
    for (int col = 0; col < DOJO_COLUMNS; col++) brooms |= (hall->col[col] == DOJO_BROOM ? 1u : 0u) << col;
    for (int row = 0; row < DOJO_ROWS; row++) assistants |= (hall->row[row] == DOJO_ASSISTANT ? 1u : 0u) << row;
    s.hall = hall;
    s.rows_most = most_of_rows(&s);
    s.cols_most = most_of_cols(&s);
    s.best = dojo_rows_now(&s) + cols_now(&s); /* so that nothing moves that gains nothing */
    if (tm_bits_count(brooms) >= 2 && tm_bits_count(assistants) >= 2 &&
        tm_bits_count(brooms) + tm_bits_count(assistants) >= MANY)
        dojo_explore_layers(&s, brooms, assistants);
    else
        explore(&s, brooms, assistants, brooms, assistants);
    if (best) {
        *best = *hall;
        for (int i = 0; i < DOJO_PLACES; i++) best->card[i] = (uint8_t)card_of(s.best_cell[i]);
    }
    return s.best;
}
