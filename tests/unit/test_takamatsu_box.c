/* Takamatsu: box files that correct the cards and the palace (K3, K5). */
#include <tatami/workshop.h>

#include "takamatsu_palace.h"

#define TAGS "[TatamiBox \"1\"]\n[Game \"takamatsu\"]\n[Name \"mine\"]\n\n"
/* Ten rooms in a ring: the outer ones, then the inner ones. LAST is the line of the tenth. */
#define NINE                                                                                                           \
    "room a outer b > b\nroom b outer k > c\nroom c outer p > d\nroom d outer r > e\nroom e outer y > f\n"             \
    "room f inner b > g\nroom g inner k > h\nroom h inner p > i\nroom i inner r > j\n"
#define LAST "room j inner y > a\n"

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

static tm_table *with(int n_seats, const char *text)
{
    return play_open(tm_game_find(tm_span_of("takamatsu")), n_seats, "", text);
}

Test(takamatsu_box, open_cards_are_as_the_file_says) /* K3 */
{
    tm_table *t = with(3, TAGS "open 99 -99 0 0 1 1\n; hidden ones as printed\n");
    play_expect_refused(t, "* lay 2", TM_EILLEGAL);
    lay(t, "99 -99 0 0 h");
    play_expect_turn(t, "0");
    play_free(t);
}

Test(takamatsu_box, hidden_cards_are_as_the_file_says) /* K3, K14 */
{
    tm_table *t = with(3, TAGS "hidden 20 0\n");
    lay(t, "1 1 2 2 2");
    give(t, 1, 0);
    play_lines(t, "0 move o1 b o2");
    play_expect_legal(t, 1, "use 0 | wait"); /* the 20 would do */
    play_lines(t, "1 use 0");
    expect_pagoda(t, 'k', 0);
    play_free(t);
}

Test(takamatsu_box, there_may_be_no_hidden_card) /* records: 0 to 20 */
{
    tm_table *t = with(4, TAGS "hidden\n");
    play_expect_refused(t, "* lay hidden", TM_EILLEGAL);
    play_random(t, 1, UINT32_MAX);
    play_expect_turn(t, "");
    play_free(t);
}

Test(takamatsu_box, five_open_cards_keep_the_game_going) /* K13: the one just used is laid again */
{
    tm_table *t = with(3, TAGS "open 1 2 3 4 -2\nhidden\n");
    lay(t, "1 2 3 4 -2");
    stand(t, "g2 bk", "o4");
    play_lines(t, "0 move g2 bk o2");
    play_expect_refused(t, "* lay 2", TM_EILLEGAL);
    play_lines(t, "* lay 1");
    play_free(t);
    t = with(5, TAGS "open 1 1 1 1 1\nhidden 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
    play_random(t, 2, UINT32_MAX);
    play_expect_turn(t, "");
    play_free(t);
}

Test(takamatsu_box, forty_open_cards_are_the_most) /* K3 */
{
    tm_table *t =
        with(3, TAGS "open 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
    lay(t, "1 1 1 1 1");
    play_free(t);
}

Test(takamatsu_box, bad_values_are_refused) /* records */
{
    expect_bad(TAGS "open 1 2 3 4\n", "line 5: found \"open 1 2 3 4\", expected 5 to 40 values", "");
    expect_bad(TAGS "open 1 2 3 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n",
               "line 5: ", "5 to 40");
    expect_bad(TAGS "open 1 2 3 4 x\n", "line 5: ", "from -99 to 99");
    expect_bad(TAGS "open 1 2 3 4 100\n", "line 5: ", "from -99 to 99");
    expect_bad(TAGS "open 1 2 3 4 -0\n", "line 5: ", "from -99 to 99");
    expect_bad(TAGS "open 1 2 3 4 +1\n", "line 5: ", "from -99 to 99");
    expect_bad(TAGS "open 1 2 3 4 5\n\nopen 1 2 3 4 5\n", "line 7: ", "already given");
    expect_bad(TAGS "hidden 1 -1\n", "line 5: ", "none negative");
    expect_bad(TAGS "hidden 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n", "line 5: ", "at most 20");
    expect_bad(TAGS "hidden\nhidden 1\n", "line 6: ", "already given");
    expect_bad(TAGS "secret 1\n", "line 5: ", "open, hidden or room");
    expect_bad(TAGS "Open 1 2 3 4 5\n", "line 5: ", "open, hidden or room");
}

Test(takamatsu_box, a_file_gives_another_palace) /* K5 */
{
    tm_table *t = with(3, TAGS NINE LAST);
    lay(t, "1 1 2 2 2");
    expect_room(t, "a", "bbb");
    expect_room(t, "f", "bbbb");
    expect_room(t, "j", "");
    stand(t, "j bbk", "d");
    expect_moves(t, 0, "j", "move j bk b");
    play_expect_refused(t, "0 move o1 b o2", TM_EUNKNOWN);
    play_lines(t, "0 move j bk b\n* lay 3");
    expect_pagoda(t, 'k', 1);
    play_free(t);
}

Test(takamatsu_box, rooms_may_be_named_before_their_line) /* records */
{
    tm_table *t = with(2, TAGS LAST NINE);
    lay(t, "1 1 2 2 2");
    expect_room(t, "a", "bbb");
    stand(t, "j bp", "c");
    expect_moves(t, 0, "j", "move j bp b");
    play_free(t);
}

Test(takamatsu_box, several_bonus_rooms_forks_and_24_rooms) /* K5 */
{
    tm_table *t = with(5, TAGS "room a outer b > b x1\nroom b outer k > c\nroom c outer p > d\nroom d outer r > e\n"
                               "room e outer y > f\nroom f inner b > g\nroom g inner k > h\nroom h inner p > i\n"
                               "room i inner r > j\nroom j inner y > a\nroom x1 +1 > x2\nroom x2 +1 > x3\n"
                               "room x3 +2 > x4\nroom x4 plain > x5\nroom x5 +2 > x6\nroom x6 plain > x7\n"
                               "room x7 plain > x8\nroom x8 plain > x9\nroom x9 plain > x10\nroom x10 plain > x11\n"
                               "room x11 plain > x12\nroom x12 plain > x13\nroom x13 plain > x14\n"
                               "room x14 plain > c x7\n");
    lay(t, "1 1 2 2 2");
    stand(t, "x5 b x2 b a bb", "x14");
    expect_moves(t, 0, "x5", "move x5 b x6 | move x5 b x7 | move x5 b x8");
    expect_moves(t, 0, "x2", "move x2 b x3 | move x2 b x4");
    expect_moves(t, 0, "a", "move a b b | move a b x1 | move a bb c | move a bb x2");
    play_free(t);
}

Test(takamatsu_box, bad_rooms_are_refused_at_their_line) /* K5, records */
{
    expect_bad(TAGS "room\n", "line 5: ", "room NAME KIND > NAME [NAME]");
    expect_bad(TAGS "room a\n", "line 5: ", "plain, +1, +2, outer COLOUR or inner COLOUR");
    expect_bad(TAGS "room a round > b\n", "line 5: ", "plain, +1, +2, outer COLOUR or inner COLOUR");
    expect_bad(TAGS "room a +3 > b\n", "line 5: ", "plain, +1, +2, outer COLOUR or inner COLOUR");
    expect_bad(TAGS "room a outer > b\n", "line 5: ", "b k p r y");
    expect_bad(TAGS "room a outer blue > b\n", "line 5: ", "b k p r y");
    expect_bad(TAGS "room a outer g > b\n", "line 5: ", "b k p r y");
    expect_bad(TAGS "room a plain b > c\n", "line 5: ", "expected >");
    expect_bad(TAGS "room a plain >\n", "line 5: ", "expected >");
    expect_bad(TAGS "room a plain b\n", "line 5: ", "expected >");
    expect_bad(TAGS "room a plain > b c d\n", "line 5: ", "one or two rooms");
    expect_bad(TAGS "room a plain > b b\n", "line 5: ", "different rooms");
    expect_bad(TAGS "room a plain > b a\n", "line 5: ", "to itself");
    expect_bad(TAGS "room a:b plain > b\n", "line 5: ", "letters, digits");
    expect_bad(TAGS "room a plain > a-very-long-name\n", "line 5: ", "1 to 14");
    expect_bad(TAGS NINE "room a inner y > b\n", "line 14: ", "the room a was already given");
    expect_bad(TAGS NINE "room j outer y > a\n", "line 14: ", "e is already the outer room of y");
    expect_bad(TAGS NINE "room j inner b > a\n", "line 14: ", "f is already the inner room of b");
}

Test(takamatsu_box, a_25th_room_is_refused) /* K5 */
{
    char text[2048] = TAGS;
    for (int i = 1; i <= 24; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "room r%d plain > r%d\n", i, i + 1);
    expect_bad(text, "line 28: found \"room r24 plain > r25\", but a palace has at most 24 rooms", "");
}

Test(takamatsu_box, a_palace_that_cannot_be_played_is_refused) /* K5 */
{
    expect_bad(TAGS NINE, "line 13: this box cannot be played: ", "an arrow leads to j, but there is no such room");
    expect_bad(TAGS "room a outer b > b\nroom b plain > c\nroom c plain > a\n", "line 7: ", "b has no inner room");
    expect_bad(TAGS NINE "room j plain > a\n", "line 14: ", "y has no inner room");
    expect_bad(TAGS NINE "room j inner y > a k\nroom k plain > j\n", "line 15: ", "fewer than three steps");
    expect_bad(TAGS NINE "room j inner y > a i\n", "line 14: ", "from i back to i takes fewer than three steps");
    expect_bad(TAGS NINE LAST "room x plain > y\nroom y plain > z\nroom z plain > x\n",
               "line 17: ", "no way from a to x");
    expect_bad(TAGS NINE LAST "room x plain > a\n", "line 15: ", "no way from a to x");
    expect_bad(TAGS NINE "room j inner y > x\nroom x plain > y\nroom y plain > z\nroom z plain > x\n",
               "line 17: ", "no way from ");
}

Test(takamatsu_box, three_steps_back_are_enough) /* K5 */
{
    tm_table *t = with(3, TAGS NINE "room j inner y > a h\n");
    lay(t, "1 1 2 2 2");
    stand(t, "h bbbbk", "d");
    expect_some(t, 0, "move h bbk ", "move h bbk a");
    play_free(t);
}

/* A refused line leaves the box as it was. */
Test(takamatsu_box, a_refused_line_changes_nothing)
{
    takamatsu_box box, before;
    tm_why why;
    tm_span words[8];
    takamatsu_box_init(&box);
    before = box;
    tm_why_init(&why, NULL);
    const int n = tm_span_words(tm_span_of("room a plain > b ?"), words, 8);
    cr_assert_lt(takamatsu_box_line(&box, words, n, &why), 0);
    cr_assert_eq(memcmp(&box, &before, sizeof box), 0);
}

Test(takamatsu_box, the_default_box_passes_its_own_checks) /* K3, K5 */
{
    takamatsu_box box;
    tm_why why;
    takamatsu_box_init(&box);
    tm_why_init(&why, NULL);
    cr_assert_eq(takamatsu_box_check(&box, &why), TM_OK, "%s", why.text.at);
}

static char *read_example(const char *name)
{
    char path[512], *text = calloc(1, 1 << 14);
    const char *root = getenv("SRC");
    snprintf(path, sizeof path, "%s/boxes/%s", root ? root : ".", name);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    cr_assert_gt(fread(text, 1, (1 << 14) - 1, file), 0);
    fclose(file);
    return text;
}

Test(takamatsu_box, the_example_boxes_can_be_played) /* K5 */
{
    const char *const names[] = {"takamatsu-two-gates.box", "takamatsu-grand.box", "takamatsu-cards.box"};
    for (int i = 0; i < 3; i++) {
        char *text = read_example(names[i]);
        for (int n_seats = 2; n_seats <= 5; n_seats++) {
            tm_table *t = with(n_seats, text);
            play_random(t, 1, UINT32_MAX);
            play_expect_turn(t, "");
            play_check(t);
            play_free(t);
        }
        free(text);
    }
}

static void note(void *context, uint32_t line, const char *reason)
{
    tm_put_fmt(context, "%u %s;", line, reason);
}

/* K4, K5: whoever draws a palace sees everything that is wrong with it at once. */
Test(takamatsu_box, tells_every_rule_that_a_palace_breaks)
{
    static const char TEXT[] = "[TatamiBox \"1\"]\n[Game \"takamatsu\"]\n[Name \"x\"]\n\n"
                               "room a outer b > b\nroom b outer k > a\nroom c plain > a\n";
    static char room[8192];
    tm_text told;
    tm_text_init(&told, room, sizeof room);
    const int n = tm_box_flaws(TEXT, sizeof TEXT - 1, NULL, note, &told);
    cr_expect_eq(n, 8 + 2 + 2, "%d: %s", n, room);
    static const char *const PARTS[] = {"0 p has no outer room;", "0 b has no inner room;",
                                        "0 the way from a back to a takes fewer than three steps;",
                                        "0 there is no way from a to c;", "0 there is no way from b to c;"};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        cr_expect_not_null(strstr(room, PARTS[i]), "%s: %s", PARTS[i], room);
}

Test(takamatsu_box, names_the_missing_rooms_and_colours_together) /* K4 */
{
    static const char TEXT[] = "[TatamiBox \"1\"]\n[Game \"takamatsu\"]\n[Name \"x\"]\n\n"
                               "room a outer b > nowhere else\n";
    static char room[8192];
    tm_text told;
    tm_text_init(&told, room, sizeof room);
    cr_expect_eq(tm_box_flaws(TEXT, sizeof TEXT - 1, NULL, note, &told), 2 + 9, "%s", room);
    cr_expect_not_null(strstr(room, "leads to nowhere, but"), "%s", room);
    cr_expect_not_null(strstr(room, "leads to else, but"), "%s", room);
}
