/* Dojo: box files that correct the cards and the trophies (D2, D3). */
#include <tatami/workshop.h>

#include "dojo_turns.h"

#define TAGS "[TatamiBox \"1\"]\n[Game \"dojo\"]\n[Name \"house\"]\n\n"
/* Without monkeys, foxes and tigresses: 30 cards. */
#define HALF                                                                                                           \
    "card m1 0\ncard m2 0\ncard m3 0\ncard m4 0\ncard m5 0\ncard f1 0\ncard f2 0\ncard f3 0\ncard f4 0\ncard f5 0\n"   \
    "card t1 0\ncard t2 0\ncard t3 0\ncard t4 0\ncard t5 0\n"

static void expect_bad(const char *text, const char *start, const char *part)
{
    tm_box *box = NULL;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_lt(tm_box_read(text, strlen(text), &box, &why), 0, "accepted: %s", text);
    cr_assert_null(box);
    cr_assert_eq(strncmp(why.text.at, start, strlen(start)), 0, "\"%s\" does not begin with \"%s\"", why.text.at,
                 start);
    cr_assert_not_null(strstr(why.text.at, part), "\"%s\" does not say \"%s\"", why.text.at, part);
}

/* The box is good, but not for so many players. */
static void expect_too_small(const char *text, int n_seats, const char *part)
{
    tm_box *box = NULL;
    tm_setup setup;
    tm_table *table = NULL;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_box_read(text, strlen(text), &box, &why), TM_OK, "%s", why.text.at);
    cr_assert_eq(tm_setup_init(&setup, box->game, n_seats, &why), TM_OK);
    cr_assert_eq(tm_setup_box(&setup, box, &why), TM_OK);
    cr_assert_lt(tm_table_new(&setup, &table, &why), 0);
    cr_assert_null(table);
    cr_assert_not_null(strstr(why.text.at, part), "\"%s\" does not say \"%s\"", why.text.at, part);
    tm_box_free(box);
}

static tm_table *table_with(int n_seats, const char *text)
{
    return play_open(tm_game_find(tm_span_of("dojo")), n_seats, "", text);
}

Test(dojo_box, a_file_says_how_many_copies_of_a_card_there_are) /* D2 */
{
    tm_table *t = table_with(3, TAGS "card m1 3\n; a comment\ncard m2 0\n");
    play_lines(t, "* trophy belt");
    play_expect_refused(t, "* draw m2", TM_EILLEGAL);
    dojo_quiet_turn(t, "m1 m1 m1");
    play_expect_refused(t, "* draw m1", TM_EILLEGAL);
    dojo_deal(t, "m3 m3 r5");
    play_free(t);
}

Test(dojo_box, a_file_says_how_many_of_a_trophy_there_are) /* D3 */
{
    tm_table *t = table_with(3, TAGS "trophy broom 0\ntrophy belt 4\n");
    play_expect_refused(t, "* trophy broom", TM_EILLEGAL);
    play_lines(t, "* trophy belt");
    play_free(t);
}

Test(dojo_box, what_a_file_leaves_out_keeps_its_default) /* D2, D3 */
{
    tm_table *t = table_with(5, TAGS);
    const dojo_config *c = tm_table_config(t);
    for (int i = 0; i < DOJO_CARDS; i++) cr_assert_eq(c->cards[i], 2);
    for (int i = 0; i < DOJO_TROPHIES; i++) cr_assert_eq(c->trophies[i], 2);
    play_free(t);
}

Test(dojo_box, a_bad_line_is_refused_with_its_number) /* D2, D3 */
{
    expect_bad(TAGS "card m1 3\nroom A plain\n", "line 6: ", "card CARD COUNT");
    expect_bad(TAGS "card m1\n", "line 5: ", "card CARD COUNT");
    expect_bad(TAGS "card m1 2 2\n", "line 5: ", "card CARD COUNT");
    expect_bad(TAGS "trophy\n", "line 5: ", "trophy NAME COUNT");
    expect_bad(TAGS "card m6 2\n", "line 5: ", "a belt from 1 to 5");
    expect_bad(TAGS "card x1 2\n", "line 5: ", "a belt from 1 to 5");
    expect_bad(TAGS "trophy cup 2\n", "line 5: ", "a trophy is belt");
    expect_bad(TAGS "card m1 -1\n", "line 5: ", "a count from 0 to 60");
    expect_bad(TAGS "card m1 61\n", "line 5: ", "a count from 0 to 60");
    expect_bad(TAGS "card m1 two\n", "line 5: ", "a count from 0 to 60");
    expect_bad(TAGS "card m1 02\n", "line 5: ", "a count from 0 to 60");
    expect_bad(TAGS "card m1 2\ncard m2 2\ncard m1 2\n", "line 7: ", "already given");
    expect_bad(TAGS "trophy belt 2\ntrophy belt 3\n", "line 6: ", "already given");
}

Test(dojo_box, a_box_that_nobody_could_play_is_refused) /* D4: 12 turns, one card per player; D9 */
{
    expect_bad(TAGS HALF, "line 19: ", "3 players need 36 cards, and there are 30");
    expect_bad(TAGS "trophy belt 0\ntrophy kimono 0\n", "line ", "3 players need 12 trophies, and there are 8");
    /* Too few trophies for three and four, too few cards for five. */
    expect_bad(TAGS "trophy belt 1\ncard m1 1\n", "line ", "3 players need 12 trophies, and there are 11");
}

Test(dojo_box, a_box_must_have_enough_for_those_who_play) /* D4, D19 */
{
    expect_too_small(TAGS HALF "card r1 8\n", 4, "4 players need 48 cards, and there are 36");
    expect_too_small(TAGS "card m1 1\n", 5, "5 players need 60 cards, and there are 59");
    expect_too_small(TAGS "trophy belt 0\n", 4, "4 players need 12 trophies, and there are 10");
    play_free(table_with(3, TAGS HALF "card r1 8\n"));
    play_free(table_with(4, TAGS "card m1 1\n"));
    play_free(table_with(5, TAGS "trophy belt 0\n")); /* ten turns turn one up */
}

Test(dojo_box, a_game_with_the_smallest_box_comes_to_its_end) /* D4, D19 */
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        tm_table *t = table_with(3, TAGS HALF "card r1 8\n");
        play_random(t, seed, 100000);
        play_expect_turn(t, "");
        play_free(t);
        t = table_with(5, TAGS "trophy belt 0\n");
        play_random(t, seed, 100000);
        play_expect_turn(t, "");
        play_free(t);
    }
}

/* Beside the sources, wherever the test is run from. */
static char *read_example(const char *name)
{
    const char *root = getenv("SRC");
    char path[4096], *text = calloc(1, 1 << 16);
    snprintf(path, sizeof path, "%s/boxes/%s", root ? root : ".", name);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "cannot read %s", path);
    cr_assert_gt(fread(text, 1, (1 << 16) - 1, file), 0);
    fclose(file);
    return text;
}

Test(dojo_box, the_examples_can_be_played) /* D2, D3 */
{
    static const char *const NAMES[] = {"dojo-few-raccoons.box", "dojo-brooms.box"};
    for (int i = 0; i < 2; i++) {
        char *text = read_example(NAMES[i]);
        for (int n = 3; n <= 5; n++) {
            tm_table *t = table_with(n, text);
            play_random(t, 1, 100000);
            play_expect_turn(t, "");
            play_free(t);
        }
        free(text);
    }
}

Test(dojo_box, a_box_of_brooms_and_assistants_alone_can_be_counted) /* D16, D17 */
{
    tm_table *t = table_with(3, TAGS "trophy broom 6\ntrophy assistant 6\ntrophy belt 0\ntrophy kimono 0\n"
                                     "trophy raccoon 0\ntrophy incense 0\n");
    play_random(t, 5, 100000);
    play_expect_turn(t, "");
    for (int seat = 0; seat < 3; seat++) {
        dojo_hall hall, best;
        int sum = 0;
        cr_assert(dojo_full(&dojo_state_of(t)->open, seat, &hall));
        const int points = dojo_count(&hall, &best);
        for (int row = 0; row < DOJO_ROWS; row++) sum += dojo_row_points(&best, row);
        for (int col = 0; col < DOJO_COLUMNS; col++) sum += dojo_col_points(&best, col);
        cr_assert_eq(points, sum);
    }
    play_free(t);
}

static void note(void *context, uint32_t line, const char *reason)
{
    tm_put_fmt(context, "%u %s;", line, reason);
}

Test(dojo_box, tells_of_missing_cards_and_trophies_together) /* D2, D3 */
{
    char text[1024] = "[TatamiBox \"1\"]\n[Game \"dojo\"]\n[Name \"x\"]\n\ntrophy broom 0\n";
    for (int i = 0; i < 15; i++) {
        const char line[] = {'c', 'a', 'r', 'd', ' ', "mft"[i / 5], (char)('1' + i % 5), ' ', '0', '\n', 0};
        strcat(text, line);
    }
    char room[1024];
    tm_text told;
    tm_text_init(&told, room, sizeof room);
    cr_expect_eq(tm_box_flaws(text, strlen(text), NULL, note, &told), 2, "%s", room);
    cr_expect_str_eq(room,
                     "0 3 players need 36 cards, and there are 30;0 3 players need 12 trophies, and there are 10;");
}
