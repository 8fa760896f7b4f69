/* Dojo: the groups that rows and columns count, against their points; and in dojos that are not full. */
#include <string.h>

#include <criterion/criterion.h>

#include <tatami/rng.h>

#include "games/dojo/dojo_explain.h"

/* Cards of the first row or column from the start of `text`, `.` for an empty place; nothing elsewhere. */
static dojo_hall line_of(const char *text, int step, int row_trophy, int col_trophy)
{
    dojo_hall hall;
    tm_span rest = tm_span_of(text), word;
    memset(&hall, 0, sizeof hall);
    for (int at = 0; tm_span_word(&rest, &word); at += step) hall.card[at] = (uint8_t)dojo_read_card(word);
    hall.row[0] = (uint8_t)row_trophy;
    hall.col[0] = (uint8_t)col_trophy;
    return hall;
}

static void expect_group(dojo_group group, int of, unsigned cards, int points)
{
    cr_assert_eq(group.of, of);
    cr_assert_eq(group.cards, cards, "cards %x, expected %x", group.cards, cards);
    cr_assert_eq(group.points, points);
}

Test(dojo_explain, a_row_that_is_not_full_counts_what_is_there) /* D10 */
{
    dojo_group groups[DOJO_COLUMNS];
    dojo_hall hall = line_of("m1 . m3", 1, DOJO_NONE, DOJO_NONE);
    cr_assert_eq(dojo_explain_row(&hall, 0, groups), 1);
    expect_group(groups[0], 0, 0x5, 3);
    cr_assert_eq(dojo_explain_row(&hall, 1, groups), 0, "an empty row");
    cr_assert_eq(dojo_explain_col(&hall, 0, groups), 0, "one belt is not enough");
}

Test(dojo_explain, raccoons_count_with_the_most_frequent_disciple) /* D10 */
{
    dojo_group groups[DOJO_COLUMNS];
    dojo_hall hall = line_of("f1 r2 m3 m3", 1, DOJO_NONE, DOJO_NONE);
    cr_assert_eq(dojo_explain_row(&hall, 0, groups), 1);
    expect_group(groups[0], 0, 0xe, 6);
    hall = line_of("r1 r2", 1, DOJO_NONE, DOJO_NONE);
    cr_assert_eq(dojo_explain_row(&hall, 0, groups), 1);
    expect_group(groups[0], DOJO_RACCOON, 0x3, 3);
}

Test(dojo_explain, a_raccoon_trophy_takes_in_a_card_that_did_not_count) /* D14 */
{
    dojo_group groups[DOJO_COLUMNS];
    dojo_hall hall = line_of("f1 m2 m3 c3", 1, DOJO_MASTER, DOJO_NONE);
    cr_assert_eq(dojo_explain_row(&hall, 0, groups), 1);
    expect_group(groups[0], 0, 0x7, 6);
    hall = line_of("m2", 1, DOJO_MASTER, DOJO_NONE);
    cr_assert_eq(dojo_explain_row(&hall, 0, groups), 1);
    expect_group(groups[0], 0, 0x1, 1);
}

Test(dojo_explain, incense_counts_every_group) /* D15 */
{
    dojo_group groups[DOJO_COLUMNS];
    const dojo_hall hall = line_of("t1 r2 f3 t4", 1, DOJO_INCENSE, DOJO_NONE);
    cr_assert_eq(dojo_explain_row(&hall, 0, groups), 2);
    expect_group(groups[0], 2, 0xb, 6);
    expect_group(groups[1], 1, 0x4, 1);
}

Test(dojo_explain, columns_name_the_belts_that_are_equal) /* D11 … D13 */
{
    dojo_group groups[DOJO_COLUMNS];
    dojo_hall hall = line_of("t4 . f4", DOJO_COLUMNS, DOJO_NONE, DOJO_BELT);
    cr_assert_eq(dojo_explain_col(&hall, 0, groups), 1);
    expect_group(groups[0], 4, 0x5, 4);
    hall = line_of("t4 r4 f4", DOJO_COLUMNS, DOJO_NONE, DOJO_KIMONO);
    cr_assert_eq(dojo_explain_col(&hall, 0, groups), 1);
    expect_group(groups[0], 4, 0x7, 8);
}

Test(dojo_explain, groups_add_up_to_the_points_of_full_dojos)
{
    dojo_group groups[DOJO_COLUMNS];
    tm_rng rng;
    tm_rng_init(&rng, 5, 1);
    for (int i = 0; i < 20000; i++) {
        dojo_hall hall;
        for (int at = 0; at < DOJO_PLACES; at++) hall.card[at] = (uint8_t)(1 + tm_rng_below(&rng, DOJO_CARDS));
        for (int row = 0; row < DOJO_ROWS; row++)
            hall.row[row] = (uint8_t)(tm_rng_below(&rng, 2) * (DOJO_MASTER + tm_rng_below(&rng, 3)));
        for (int col = 0; col < DOJO_COLUMNS; col++)
            hall.col[col] = (uint8_t)(tm_rng_below(&rng, 2) * (DOJO_BELT + tm_rng_below(&rng, 3)));
        for (int line = 0; line < DOJO_ROWS + DOJO_COLUMNS; line++) {
            const int col = line - DOJO_ROWS;
            const int n = col < 0 ? dojo_explain_row(&hall, line, groups) : dojo_explain_col(&hall, col, groups);
            int points = 0;
            uint32_t seen = 0;
            for (int g = 0; g < n; g++) {
                cr_assert_eq(seen & groups[g].cards, 0, "a card counts twice");
                seen |= groups[g].cards;
                points += groups[g].points;
            }
            cr_assert_eq(points, col < 0 ? dojo_row_points(&hall, line) : dojo_col_points(&hall, col));
        }
    }
}
