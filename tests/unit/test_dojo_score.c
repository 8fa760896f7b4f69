/* Dojo: scoring, D10 … D17. The examples of the rulebook, and everything against a brute force that tries every order
 * of brooms and assistants and every permutation of their cards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include <tatami/rng.h>

#include "games/dojo/dojo_score.h"

/* Twelve cards row by row; trophies by name, `-` for none, three for the rows, then four for the columns. */
static dojo_hall hall_of(const char *cards, const char *trophies)
{
    dojo_hall hall;
    tm_span rest = tm_span_of(cards), word;
    memset(&hall, 0, sizeof hall);
    for (int i = 0; i < DOJO_PLACES; i++) {
        cr_assert(tm_span_word(&rest, &word), "%s: too few cards", cards);
        hall.card[i] = (uint8_t)dojo_read_card(word);
        cr_assert_neq(hall.card[i], DOJO_NONE, "%s: no card", word.at);
    }
    rest = tm_span_of(trophies);
    for (int i = 0; i < DOJO_ROWS + DOJO_COLUMNS; i++) {
        cr_assert(tm_span_word(&rest, &word), "%s: too few trophies", trophies);
        const int trophy = dojo_read_trophy(word);
        cr_assert(trophy || tm_span_is(word, "-"), "%s: no trophy", word.at);
        *(i < DOJO_ROWS ? &hall.row[i] : &hall.col[i - DOJO_ROWS]) = (uint8_t)trophy;
    }
    return hall;
}

static const char *const BARE = "- - - - - - -";

/* Counts where earlier calls left something on the stack: the count must not depend on it. */
static __attribute__((noinline)) void soil_stack(void)
{
    volatile uint64_t left[32 * 1024];
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) left[i] = 0xa5a5a5a5a5a5a5a5u;
}

static int count_soiled(const dojo_hall *hall, dojo_hall *best)
{
    soil_stack();
    return dojo_count(hall, best);
}

static void expect_points(const char *cards, const char *trophies, int expected)
{
    const dojo_hall hall = hall_of(cards, trophies);
    const int points = count_soiled(&hall, NULL);
    cr_assert_eq(points, expected, "%s / %s: %d points, expected %d", cards, trophies, points, expected);
}

static void expect_row(const char *row, const char *trophy, int expected)
{
    char cards[64], trophies[64];
    snprintf(cards, sizeof cards, "%s m1 f2 t3 c4 m2 f3 t4 c5", row);
    snprintf(trophies, sizeof trophies, "%s - - - - - -", trophy);
    const dojo_hall hall = hall_of(cards, trophies);
    const int points = dojo_row_points(&hall, 0);
    cr_assert_eq(points, expected, "%s with %s: %d points, expected %d", row, trophy, points, expected);
    cr_assert_eq(dojo_count(&hall, NULL), expected + 2, "the other rows and the columns give 2");
}

/* Three belts above each other; disciples that give the rows 1 point each. */
static void expect_col(const char *belts, const char *trophy, int expected)
{
    char cards[64], trophies[64];
    snprintf(cards, sizeof cards, "m%c f1 t2 c3 f%c t2 c3 b4 t%c c3 b4 m5", belts[0], belts[1], belts[2]);
    snprintf(trophies, sizeof trophies, "- - - %s - - -", trophy);
    const dojo_hall hall = hall_of(cards, trophies);
    const int points = dojo_col_points(&hall, 0);
    cr_assert_eq(points, expected, "%s with %s: %d points, expected %d", belts, trophy, points, expected);
    cr_assert_eq(dojo_count(&hall, NULL), expected + 3, "the rows give 3 and the other columns nothing");
}

Test(dojo_score, a_row_counts_its_most_frequent_disciple) /* D10 */
{
    expect_row("m5 f1 t2 c1", "-", 1);
    expect_row("m5 f1 m2 c1", "-", 3);
    expect_row("m5 m1 m2 c1", "-", 6);
    expect_row("m5 m1 m2 m4", "-", 10);
}

Test(dojo_score, two_monkeys_and_two_bears_give_three_points) /* D10, the book's example */
{
    expect_row("m1 b3 m4 b5", "-", 3);
}

Test(dojo_score, a_raccoon_counts_as_any_disciple) /* D10 */
{
    expect_row("r1 f1 t2 c1", "-", 3);
    expect_row("r1 f1 f2 c1", "-", 6);
    expect_row("r1 f1 r2 c1", "-", 6);
    expect_row("r1 r2 r3 c1", "-", 10);
    expect_row("r1 r2 r3 r4", "-", 10);
}

Test(dojo_score, a_column_counts_three_equal_belts) /* D11 */
{
    expect_col("111", "-", 1);
    expect_col("222", "-", 2);
    expect_col("333", "-", 3);
    expect_col("444", "-", 4);
    expect_col("555", "-", 5);
    expect_col("554", "-", 0);
    expect_col("123", "-", 0);
}

Test(dojo_score, a_raccoon_s_belt_is_a_belt_like_any_other) /* D11 */
{
    expect_points("r2 m1 m5 m4 r2 f1 f5 f4 r3 t2 t4 t3", BARE, 10 + 10 + 10);
    expect_points("r2 m1 m5 m4 r2 f1 f5 f4 r2 t2 t4 t3", BARE, 10 + 10 + 10 + 2);
}

Test(dojo_score, the_book_s_dojo_gives_twelve_points) /* D10, D11: three tigresses, two cranes, all different; yellow */
{
    expect_points("t2 t4 t1 m3 c2 b4 c5 m1 f2 m1 t3 b5", BARE, 6 + 3 + 1 + 2);
}

Test(dojo_score,
     with_a_multicoloured_belt_two_belts_are_enough) /* D12: Kara's column; green is 3, a misprint in the book */
{
    expect_col("335", "belt", 3);
    expect_col("353", "belt", 3);
    expect_col("533", "belt", 3);
    expect_col("333", "belt", 3);
    expect_col("345", "belt", 0);
}

Test(dojo_score, a_kimono_doubles_three_equal_belts) /* D13: Ryu's column of blue belts */
{
    expect_col("444", "kimono", 8);
    expect_col("445", "kimono", 0);
}

Test(dojo_score, a_raccoon_trophy_makes_any_card_of_the_row_a_joker) /* D14 */
{
    expect_row("m5 f1 t2 c1", "raccoon", 3);
    expect_row("m5 m1 t2 c1", "raccoon", 6);
    expect_row("m5 m1 t2 r1", "raccoon", 10);
    expect_row("r5 r1 t2 c1", "raccoon", 10);
}

Test(dojo_score, a_raccoon_trophy_adds_nothing_to_four_of_a_kind) /* D14, the book's remark */
{
    expect_row("m5 m1 m2 m4", "raccoon", 10);
    expect_row("m5 r1 m2 m4", "raccoon", 10);
}

Test(dojo_score, a_card_that_counts_as_a_raccoon_keeps_its_belt) /* D14 */
{
    expect_points("m3 m1 m2 t5 f1 t2 c3 b5 b2 f4 t4 c5", "raccoon - - - - - -", 10 + 1 + 1 + 5);
}

Test(dojo_score, incense_counts_every_disciple_of_the_row) /* D15, the book's example first */
{
    expect_row("m5 f1 t2 c1", "incense", 4);
    expect_row("m5 m1 t2 c1", "incense", 5);
    expect_row("m5 m1 t2 t1", "incense", 6);
    expect_row("m5 m1 m2 t1", "incense", 7);
    expect_row("m5 m1 m2 m4", "incense", 10);
}

Test(dojo_score, with_incense_a_raccoon_is_one_disciple_at_choice) /* D15 */
{
    expect_row("r5 f1 t2 c1", "incense", 5);
    expect_row("r5 f1 f2 c1", "incense", 7);
    expect_row("r5 r1 t2 c1", "incense", 7);
    expect_row("r5 r1 r2 c1", "incense", 10);
    expect_row("r1 r2 r3 r4", "incense", 10);
}

Test(dojo_score, a_broom_rearranges_its_column) /* D16 */
{
    /* Monkeys and foxes change places in the first column. */
    expect_points("f1 m2 m3 m4 m2 f3 f4 f5 t1 t2 t3 t5", BARE, 6 + 6 + 10);
    expect_points("f1 m2 m3 m4 m2 f3 f4 f5 t1 t2 t3 t5", "- - - broom - - -", 10 + 10 + 10);
    expect_points("f1 m2 m3 m4 m2 f3 f4 f5 t1 t2 t3 t5", "- - - - broom - -", 6 + 6 + 10);
}

Test(dojo_score, an_assistant_rearranges_its_row) /* D16 */
{
    /* White, yellow and green each find their own in the first row. */
    expect_points("m2 f1 t3 c4 f1 t2 c5 b3 t1 c2 b5 m3", BARE, 3);
    expect_points("m2 f1 t3 c4 f1 t2 c5 b3 t1 c2 b5 m3", "assistant - - - - - -", 3 + 1 + 2 + 3);
    expect_points("m2 f1 t3 c4 f1 t2 c5 b3 t1 c2 b5 m3", "- assistant - - - - -", 3);
}

Test(dojo_score, nothing_moves_that_gains_nothing) /* D17: what is shown as the best */
{
    const dojo_hall hall = hall_of("m3 m2 f3 m4 f1 f2 t3 f4 t1 t2 c3 t4", "assistant - - - broom - -");
    dojo_hall best;
    cr_assert_eq(dojo_count(&hall, &best), 27);
    cr_assert_eq(memcmp(&hall, &best, sizeof hall), 0);
}

/* The broom's column is the first, the assistant's row the first. A black belt can reach the second column only through
 * both, and only if the broom brings it up first. */
Test(dojo_score, a_card_may_go_through_a_broom_and_then_an_assistant) /* D16 */
{
    expect_points("m1 f2 t3 c4 f5 t5 c1 b2 t2 c5 b4 m3", "assistant - - broom - - -", 9 + 5);
    expect_points("m1 f2 t3 c4 f5 t5 c1 b2 t2 c5 b4 m3", "assistant - - - - - -", 3);
    expect_points("m1 f2 t3 c4 f5 t5 c1 b2 t2 c5 b4 m3", "- - - broom - - -", 9);
}

/* Here the assistant must come first: it brings the monkey of the first row to the broom's column, which takes it down
 * to the other three. */
Test(dojo_score, a_card_may_go_through_an_assistant_and_then_a_broom) /* D16 */
{
    expect_points("f1 f2 m3 f4 f5 m4 m1 m2 t2 c5 b4 c3", "assistant - - broom - - -", 10 + 10 + 3);
    expect_points("f1 f2 m3 f4 f5 m4 m1 m2 t2 c5 b4 c3", "- - - broom - - -", 6 + 6 + 3);
}

Test(dojo_score, each_broom_and_assistant_is_used_at_most_once) /* D16 */
{
    /* Both columns and rows sorted at will would give 10 + 10 + 10; once each does not. */
    const dojo_hall hall = hall_of("m1 f2 t3 m4 t5 m1 f2 f3 f4 t5 m1 t2", "assistant - - broom - - -");
    cr_assert_lt(dojo_count(&hall, NULL), 30);
}

Test(dojo_score, a_raccoon_trophy_chooses_after_the_rearranging) /* D14 */
{
    /* The broom takes the third tigress up to the other two and the joker, and brings three monkeys together. */
    expect_points("m1 t2 t3 f4 t5 m1 c2 m3 b2 c4 f5 c3", "raccoon - - broom - - -", 10 + 6 + 3);
}

Test(dojo_score, brooms_and_assistants_need_not_be_used) /* D16 */
{
    expect_points("m1 m2 m3 m4 f1 f2 f3 f4 t1 t2 t3 t4", "assistant assistant - broom broom - -", 30 + 10);
    expect_points("m1 m2 m3 m4 f1 f2 f3 f4 t1 t2 t3 t4", "assistant assistant assistant broom broom broom broom", 40);
}

/* The brute force. Points of rows and columns come from tables, which are made by trying every joker. */
typedef struct slow {
    uint8_t row[7][6][6][6][6]; /* by trophy and disciples */
    uint8_t col[7][6][6][6];    /* by trophy and belts */
    const dojo_hall *hall;
    uint8_t card[DOJO_PLACES];
    int best;
    long n_tried;
} slow;

static int slow_row_as_is(const int *disciple, bool incense)
{
    static const int GIVES[] = {0, 1, 3, 6, 10};
    int best = 0, all = 0;
    for (int d = 0; d < 5; d++) {
        int n = 0;
        for (int i = 0; i < 4; i++) n += disciple[i] == d;
        all += GIVES[n];
        if (GIVES[n] > best) best = GIVES[n];
    }
    return incense ? all : best;
}

static int slow_row(int *disciple, int from, bool incense)
{
    while (from < 4 && disciple[from] != DOJO_RACCOON) from++;
    if (from == 4) return slow_row_as_is(disciple, incense);
    int best = 0;
    for (int d = 0; d < 5; d++) {
        disciple[from] = d;
        const int points = slow_row(disciple, from + 1, incense);
        if (points > best) best = points;
    }
    disciple[from] = DOJO_RACCOON;
    return best;
}

static int slow_row_with(const int *disciple, int trophy)
{
    int as[4], best = 0;
    for (int changed = -1; changed < (trophy == DOJO_MASTER ? 4 : 0); changed++) {
        memcpy(as, disciple, sizeof as);
        if (changed >= 0) as[changed] = DOJO_RACCOON;
        const int points = slow_row(as, 0, trophy == DOJO_INCENSE);
        if (points > best) best = points;
    }
    return best;
}

static int slow_col(const int *belt, int trophy)
{
    int best = 0;
    for (int b = 1; b <= 5; b++) {
        const int n = (belt[0] == b) + (belt[1] == b) + (belt[2] == b);
        const int points = n == 3 ? (trophy == DOJO_KIMONO ? 2 * b : b) : n == 2 && trophy == DOJO_BELT ? b : 0;
        if (points > best) best = points;
    }
    return best;
}

static void slow_init(slow *s)
{
    for (int trophy = 0; trophy < 7; trophy++) {
        for (int i = 0; i < 1296; i++) {
            const int d[4] = {i / 216, i / 36 % 6, i / 6 % 6, i % 6};
            s->row[trophy][d[0]][d[1]][d[2]][d[3]] = (uint8_t)slow_row_with(d, trophy);
        }
        for (int i = 0; i < 125; i++) {
            const int b[3] = {i / 25 + 1, i / 5 % 5 + 1, i % 5 + 1};
            s->col[trophy][b[0]][b[1]][b[2]] = (uint8_t)slow_col(b, trophy);
        }
    }
}

static int slow_points(const slow *s)
{
    int points = 0, d[DOJO_PLACES], b[DOJO_PLACES];
    for (int i = 0; i < DOJO_PLACES; i++) {
        d[i] = (s->card[i] - 1) / 5;
        b[i] = (s->card[i] - 1) % 5 + 1;
    }
    for (int r = 0; r < 3; r++) points += s->row[s->hall->row[r]][d[4 * r]][d[4 * r + 1]][d[4 * r + 2]][d[4 * r + 3]];
    for (int c = 0; c < 4; c++) points += s->col[s->hall->col[c]][b[c]][b[c + 4]][b[c + 8]];
    return points;
}

static void slow_try(slow *s, unsigned tools);

/* Every permutation of the cards at these places, then the other tools. */
static void slow_permute(slow *s, const int *places, int n, int done, unsigned tools)
{
    if (done == n) {
        slow_try(s, tools);
        return;
    }
    for (int i = done; i < n; i++) {
        const uint8_t a = s->card[places[done]], b = s->card[places[i]];
        s->card[places[done]] = b;
        s->card[places[i]] = a;
        slow_permute(s, places, n, done + 1, tools);
        s->card[places[done]] = a;
        s->card[places[i]] = b;
    }
}

/* Tools that were not used yet, in every order: bits 0 … 2 assistants by row, 3 … 6 brooms by column. */
static void slow_try(slow *s, unsigned tools)
{
    const int points = slow_points(s);
    s->n_tried++;
    if (points > s->best) s->best = points;
    for (int tool = 0; tool < 7; tool++) {
        int places[4];
        if (!(tools >> tool & 1)) continue;
        for (int i = 0; i < 4; i++) places[i] = tool < 3 ? 4 * tool + i : tool - 3 + 4 * i;
        slow_permute(s, places, tool < 3 ? 4 : 3, 0, tools & ~(1u << tool));
    }
}

static int slow_count(slow *s, const dojo_hall *hall)
{
    unsigned tools = 0;
    for (int r = 0; r < 3; r++) tools |= (unsigned)(hall->row[r] == DOJO_ASSISTANT) << r;
    for (int c = 0; c < 4; c++) tools |= (unsigned)(hall->col[c] == DOJO_BROOM) << (3 + c);
    s->hall = hall;
    memcpy(s->card, hall->card, sizeof s->card);
    s->best = 0;
    slow_try(s, tools);
    return s->best;
}

static void shuffle(tm_rng *rng, uint8_t *what, int n)
{
    for (int i = n - 1; i > 0; i--) {
        const uint32_t j = tm_rng_below(rng, (uint32_t)i + 1);
        const uint8_t swap = what[i];
        what[i] = what[j];
        what[j] = swap;
    }
}

/* Cards of a deck that holds each card `copies` times; so many brooms and assistants, the other trophies at random. */
static dojo_hall random_hall(tm_rng *rng, int copies, int n_brooms, int n_assistants)
{
    static const uint8_t ROW[] = {DOJO_NONE, DOJO_MASTER, DOJO_INCENSE}, COL[] = {DOJO_NONE, DOJO_BELT, DOJO_KIMONO};
    uint8_t deck[4 * DOJO_CARDS];
    dojo_hall hall;
    for (int i = 0; i < copies * DOJO_CARDS; i++) deck[i] = (uint8_t)(i % DOJO_CARDS + 1);
    shuffle(rng, deck, copies * DOJO_CARDS);
    memcpy(hall.card, deck, sizeof hall.card);
    for (int i = 0; i < DOJO_ROWS; i++) hall.row[i] = i < n_assistants ? DOJO_ASSISTANT : ROW[tm_rng_below(rng, 3)];
    for (int i = 0; i < DOJO_COLUMNS; i++) hall.col[i] = i < n_brooms ? DOJO_BROOM : COL[tm_rng_below(rng, 3)];
    shuffle(rng, hall.row, DOJO_ROWS);
    shuffle(rng, hall.col, DOJO_COLUMNS);
    return hall;
}

/* Whether `best` can come of `hall`: the same cards and trophies, and what does not move lies where it did. */
static void expect_arranged(const dojo_hall *hall, const dojo_hall *best, int points)
{
    int balance[DOJO_CARDS + 1] = {0}, sum = 0;
    for (int i = 0; i < DOJO_PLACES; i++) {
        balance[hall->card[i]]++;
        balance[best->card[i]]--;
        if (hall->row[i / 4] != DOJO_ASSISTANT && hall->col[i % 4] != DOJO_BROOM)
            cr_assert_eq(hall->card[i], best->card[i], "a card moved that nothing moves");
    }
    for (int i = 0; i <= DOJO_CARDS; i++) cr_assert_eq(balance[i], 0, "other cards");
    cr_assert_eq(memcmp(hall->row, best->row, sizeof hall->row), 0);
    cr_assert_eq(memcmp(hall->col, best->col, sizeof hall->col), 0);
    for (int r = 0; r < DOJO_ROWS; r++) sum += dojo_row_points(best, r);
    for (int c = 0; c < DOJO_COLUMNS; c++) sum += dojo_col_points(best, c);
    cr_assert_eq(sum, points, "arranged for %d points, counted %d", sum, points);
}

/* Decks with fewer kinds of cards than usual make more matches, and more ways to be wrong. */
static void compare(int n_brooms, int n_assistants, int n_halls)
{
    static slow s;
    tm_rng rng;
    tm_rng_init(&rng, 17, (uint64_t)(8 * n_brooms + n_assistants));
    slow_init(&s);
    for (int i = 0; i < n_halls; i++) {
        const dojo_hall hall = random_hall(&rng, 1 + i % 4, n_brooms, n_assistants);
        dojo_hall best;
        const int points = dojo_count(&hall, &best), expected = slow_count(&s, &hall);
        cr_assert_eq(points, expected, "hall %d of %d brooms, %d assistants: %d points, expected %d", i, n_brooms,
                     n_assistants, points, expected);
        expect_arranged(&hall, &best, points);
        const int alone = count_soiled(&hall, NULL);
        cr_assert_eq(alone, expected,
                     "hall %d of %d brooms, %d assistants: %d points without an arrangement, expected %d", i, n_brooms,
                     n_assistants, alone, expected);
    }
}

Test(dojo_score, exact_without_brooms_and_assistants) /* D17 */
{
    compare(0, 0, 5000);
}

Test(dojo_score, exact_with_brooms) /* D17 */
{
    compare(1, 0, 3000);
    compare(2, 0, 2000);
}

Test(dojo_score, exact_with_assistants) /* D17 */
{
    compare(0, 1, 3000);
    compare(0, 2, 1000);
}

Test(dojo_score, exact_with_a_broom_and_an_assistant) /* D17 */
{
    compare(1, 1, 3000);
}

Test(dojo_score, exact_with_three_of_them) /* D17 */
{
    compare(2, 1, 500);
    compare(1, 2, 150);
}

Test(dojo_score, exact_with_two_brooms_and_two_assistants) /* D17 */
{
    static slow s;
    tm_rng rng;
    compare(2, 2, 200);
    slow_init(&s);
    tm_rng_init(&rng, 1, 0);
    const dojo_hall hall = random_hall(&rng, 1, 2, 2);
    slow_count(&s, &hall);
    cr_assert_geq(s.n_tried, 24L * 6 * 6 * 24 * 24, "the brute force tries every order and permutation");
}

/* More than the book's two of each, as a corrected box may have. */
Test(dojo_score, exact_with_three_brooms_or_three_assistants) /* D17 */
{
    compare(3, 0, 300);
    compare(4, 0, 20);
    compare(3, 1, 10);
    compare(0, 3, 20);
}

/* Many tools, few kinds of cards: every arrangement with what is left to be used, each once. Independent of the search in
 * the game, which a box of brooms and assistants once kept busy for a minute. */
enum { KINDS = 3, ARRANGEMENTS = 531441 }; /* 3 to the 12th */

typedef struct every {
    slow s;
    uint8_t kinds[KINDS];
    uint8_t *seen; /* a bit for each arrangement and set of tools */
} every;

static void every_try(every *e, unsigned tools);

static void every_permute(every *e, const int *places, int n, int done, unsigned tools)
{
    if (done == n) {
        every_try(e, tools);
        return;
    }
    for (int i = done; i < n; i++) {
        uint8_t *a = &e->s.card[places[done]], *b = &e->s.card[places[i]];
        if (i > done && *a == *b) continue;
        const uint8_t old = *a;
        *a = *b;
        *b = old;
        every_permute(e, places, n, done + 1, tools);
        *b = *a;
        *a = old;
    }
}

static void every_try(every *e, unsigned tools)
{
    size_t at = 0;
    for (int i = 0; i < DOJO_PLACES; i++) {
        size_t kind = 0;
        while (e->kinds[kind] != e->s.card[i]) kind++;
        at = KINDS * at + kind;
    }
    at = at * 128 + tools;
    if (e->seen[at / 8] >> at % 8 & 1) return;
    e->seen[at / 8] |= (uint8_t)(1u << at % 8);
    const int points = slow_points(&e->s);
    if (points > e->s.best) e->s.best = points;
    for (int tool = 0; tool < 7; tool++) {
        int places[4];
        if (!(tools >> tool & 1)) continue;
        for (int i = 0; i < 4; i++) places[i] = tool < 3 ? 4 * tool + i : tool - 3 + 4 * i;
        every_permute(e, places, tool < 3 ? 4 : 3, 0, tools & ~(1u << tool));
    }
}

static void compare_many(int n_brooms, int n_assistants, int n_halls)
{
    static every e;
    tm_rng rng;
    tm_rng_init(&rng, 19, (uint64_t)(8 * n_brooms + n_assistants));
    slow_init(&e.s);
    e.seen = malloc(ARRANGEMENTS * 16);
    for (int i = 0; i < n_halls; i++) {
        dojo_hall hall = random_hall(&rng, 1, n_brooms, n_assistants), best;
        unsigned tools = 0;
        memcpy(e.kinds, hall.card, KINDS); /* three that differ */
        for (int k = 0; k < DOJO_PLACES; k++) hall.card[k] = e.kinds[k < 6 ? 0 : k < 10 ? 1 : 2];
        shuffle(&rng, hall.card, DOJO_PLACES);
        for (int r = 0; r < 3; r++) tools |= (unsigned)(hall.row[r] == DOJO_ASSISTANT) << r;
        for (int c = 0; c < 4; c++) tools |= (unsigned)(hall.col[c] == DOJO_BROOM) << (3 + c);
        memset(e.seen, 0, ARRANGEMENTS * 16);
        memcpy(e.s.card, hall.card, sizeof e.s.card);
        e.s.hall = &hall;
        e.s.best = 0;
        every_try(&e, tools);
        const int points = count_soiled(&hall, &best);
        cr_assert_eq(points, e.s.best, "hall %d of %d brooms, %d assistants: %d points, expected %d", i, n_brooms,
                     n_assistants, points, e.s.best);
        expect_arranged(&hall, &best, points);
        cr_assert_eq(count_soiled(&hall, NULL), points, "without an arrangement");
    }
    free(e.seen);
}

Test(dojo_score, exact_with_as_many_as_a_box_can_bring) /* D16, D17 */
{
    for (int n_brooms = 1; n_brooms <= 4; n_brooms++)
        for (int n_assistants = 1; n_assistants <= 3; n_assistants++)
            compare_many(n_brooms, n_assistants, n_brooms + n_assistants >= 6 ? 3 : 12);
}

/* Found by looking for dojos that take long. Among them are some with more ways to share the cards among the rows than the
 * count keeps at a time. The totals are those of another search, which went through every layer. */
Test(dojo_score, dojos_that_take_long_are_exact) /* D16, D17 */
{
    static const struct {
        const char *cards, *trophies;
        int points;
    } HALLS[] = {
        {"r2 f4 f2 f5 r1 t1 c5 r3 f5 r4 f3 b1", "assistant incense incense broom broom broom broom", 25},
        {"c3 m5 r3 b1 t1 b4 f5 r2 c1 m1 f1 t4", "- assistant raccoon broom broom broom broom", 20},
        {"c5 b5 r5 r2 t4 f5 c4 t5 m2 r4 m5 c2", "- incense assistant broom broom broom broom", 31},
        {"b1 c3 f4 m4 b3 b1 r2 t4 c1 r2 b5 r4", "assistant assistant raccoon belt broom broom broom", 28},
        {"b2 t5 m5 b4 t3 m5 t5 t1 f4 c5 t1 t3", "assistant - assistant broom broom broom kimono", 21},
        {"r5 c4 f1 r1 r2 r5 b1 t3 r3 m1 r1 r2", "assistant incense assistant broom broom broom kimono", 26},
        {"f5 m5 r5 b1 f2 c2 t5 b5 r3 m2 r2 r4", "raccoon assistant assistant broom broom broom broom", 33},
        {"f1 f3 f4 r1 f5 b5 t2 m1 c3 f1 t1 f2", "assistant incense assistant broom broom broom broom", 22},
        {"t5 t2 c4 m4 t1 f4 t5 b4 r1 r3 t2 r4", "assistant assistant incense broom broom broom broom", 25},
        {"r5 c5 m3 b4 f3 f2 m5 f1 r4 t5 b3 c4", "assistant assistant assistant belt broom broom belt", 31},
        {"t1 c1 t5 f1 m1 b1 b5 b4 b3 f2 b5 b1", "assistant assistant assistant broom broom belt belt", 23},
        {"c2 c4 b3 f2 f5 b5 r5 c4 c1 b4 m1 f1", "assistant assistant assistant broom broom broom belt", 34},
        {"c5 r5 m5 f5 r2 t2 r5 f3 c5 t5 b5 f5", "assistant assistant assistant broom belt broom broom", 40},
        {"c4 m4 f4 f1 c1 c3 t3 b1 c1 m5 b3 m3", "assistant assistant assistant broom broom broom broom", 27},
        {"r2 r3 c2 r1 f5 b2 f4 t2 f4 m2 f3 r2", "assistant assistant assistant broom broom broom broom", 23},
        {"b4 c4 f4 c5 b1 b4 r3 m2 r3 c2 b3 r2", "assistant assistant assistant broom broom belt broom", 33},
        {"r3 t1 f5 c3 t3 b4 c4 t1 f2 t1 c3 b1", "assistant assistant assistant broom belt broom broom", 26},
        {"c4 r4 m4 t1 c2 m3 c1 f2 c3 m4 c4 m3", "incense assistant assistant broom broom broom broom", 29},
        {"b3 c5 c4 f3 f5 r5 m1 r1 m5 t5 b4 t2", "assistant incense assistant broom broom broom kimono", 21},
        {"m1 f4 m2 t2 m5 c5 r5 b5 m3 f2 t5 b2", "incense assistant assistant kimono broom broom broom", 25},
        {"m5 r1 b5 t1 c1 b5 f1 t4 c2 b5 t2 m2", "assistant assistant assistant broom broom belt broom", 26},
        {"r1 b2 f4 r4 t5 r3 c4 r1 r4 r5 m4 m3", "assistant incense assistant broom broom broom kimono", 29},
        {"m3 b1 c2 c4 m1 t1 c5 c5 t5 f1 r5 m5", "assistant incense assistant broom broom broom broom", 28},
        {"r2 r3 c3 r3 b3 r2 b3 t2 b4 t5 t1 t4", "assistant assistant assistant broom broom broom broom", 32},
        {"r5 f3 c4 b1 m5 f5 t5 m5 m4 c2 b2 t1", "assistant assistant assistant broom broom broom broom", 21},
        {"b3 c1 f3 c5 c4 c2 r3 t3 t3 m1 m3 b3", "assistant assistant - broom belt broom broom", 20},
        {"b4 r1 r2 m1 f2 m2 t2 b1 f2 b3 b4 b5", "assistant assistant assistant broom broom broom broom", 24},
        {"m5 f5 t5 r5 m4 m3 m5 c4 m2 b2 c5 r2", "assistant assistant assistant broom kimono broom kimono", 31},
        {"m2 t1 b2 f5 r3 t3 c3 f5 b5 c5 m5 f5", "assistant assistant assistant kimono broom kimono broom", 28},
        {"t2 t4 f2 b1 t1 t1 m1 c1 t5 t5 b1 t3", "incense assistant assistant broom broom broom broom", 22},
        {"r4 t1 f4 t4 r2 f3 m2 b1 r5 c5 b4 c4", "assistant incense assistant broom broom broom broom", 26},
        {"t4 b1 m4 f4 b2 b3 r2 b4 r1 r4 c4 r3", "assistant incense assistant broom broom broom belt", 29},
        {"r1 f2 m5 f1 f5 r5 c5 r2 r4 f4 b4 t4", "assistant assistant assistant belt belt broom broom", 33},
        {"f1 t5 b1 c1 m5 r5 b2 c5 f2 m4 t2 r2", "assistant assistant assistant broom broom broom belt", 24},
        /* limits that were too low by mistake missed these */
        {"c4 m5 t3 r3 m2 c2 f4 b1 c4 c3 c4 m4", "assistant assistant assistant - broom kimono broom", 31},
        {"b5 r3 b3 b3 c5 b5 t4 m5 m3 t4 f3 r3", "assistant assistant incense broom kimono broom broom", 33},
        {"b2 m5 b3 m5 f1 m1 b5 m1 t2 c3 t3 t3", "assistant assistant assistant broom - kimono broom", 26},
        {"b3 r3 b3 b3 r1 f5 b4 c5 m4 f4 r4 c3", "assistant assistant assistant broom broom kimono belt", 38},
        {"f1 c3 c4 b1 c4 b3 r1 b3 b5 c5 f4 f2", "assistant assistant raccoon broom broom broom kimono", 33},
        {"r2 c2 r1 r3 m1 c5 f3 c3 r5 b2 t1 t4", "assistant incense assistant broom kimono broom broom", 27},
        {"c5 b5 m5 r5 t4 c1 f2 c3 t3 c4 c2 r5", "assistant assistant assistant belt broom broom broom", 31},
        {"r4 m2 c4 m5 m5 t2 f3 t5 m1 r2 c2 f5", "assistant assistant assistant belt broom broom broom", 31},
        /* and these took longest when they were found */
        {"b2 r2 f2 c2 b1 m1 t1 r1 m5 r5 t5 c5", "assistant assistant assistant broom broom broom belt", 27},
        {"c2 f2 b1 m1 r1 f5 r3 f2 f3 r1 f1 t1", "incense assistant assistant broom broom broom broom", 25},
        {"c4 m5 m2 m3 c2 c5 m1 r1 t2 f5 r5 r2", "assistant assistant assistant belt broom broom broom", 34},
        {"f1 b5 t3 c1 m5 t5 f5 c5 b4 c5 c5 m4", "assistant assistant assistant broom broom broom belt", 27},
        {"m5 f1 m1 t1 c5 c3 r3 t3 t5 c4 r5 f5", "assistant assistant assistant broom broom broom broom", 31},
        {"r4 r2 r1 r3 b2 m1 f5 c4 c3 c1 r5 t4", "assistant incense assistant broom broom broom belt", 29},
        {"t1 c2 f5 m5 b1 t2 f5 c5 r1 r4 m4 f5", "assistant assistant assistant broom broom belt broom", 28},
        {"f5 m5 r2 t5 m2 m1 c1 b1 r5 m3 r3 t3", "assistant assistant assistant broom broom broom broom", 32},
        {"c5 m5 r5 t5 c1 b1 r1 t1 c4 f1 r4 c3", "assistant assistant assistant broom broom belt broom", 33},
        {"b3 r3 r4 t1 b1 r1 c1 c2 m2 m3 f4 t4", "assistant assistant incense broom broom broom broom", 30},
    };
    for (size_t i = 0; i < sizeof HALLS / sizeof *HALLS; i++)
        expect_points(HALLS[i].cards, HALLS[i].trophies, HALLS[i].points);
}

/* 200 dojos, each of which took up to 70 s once. */
Test(dojo_score, three_assistants_and_four_brooms_are_counted_at_once) /* D16, D17 */
{
    tm_rng rng;
    tm_rng_init(&rng, 23, 0);
    for (int i = 0; i < 200; i++) {
        const dojo_hall hall = random_hall(&rng, 1 + i % 4, 4, 3);
        dojo_hall best;
        const int points = count_soiled(&hall, &best);
        expect_arranged(&hall, &best, points);
    }
}
