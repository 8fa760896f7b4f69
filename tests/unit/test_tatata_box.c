/* TATATA!: box files. */
#include "unit/tatata_position.h"

static const char HEAD[] = "[TatamiBox \"1\"]\n[Game \"tatata\"]\n[Name \"ours\"]\n\n";

static int read_box(const char *lines, tm_box **out, tm_why *why)
{
    char text[2048];
    tm_text t;
    tm_text_init(&t, text, sizeof text);
    tm_put_str(&t, HEAD);
    tm_put_str(&t, lines);
    cr_assert(!t.cut);
    tm_why_init(why, NULL);
    return tm_box_read(text, t.len, out, why);
}

Test(tatata_box, without_lines_everything_keeps_its_default) /* A2, A3 */
{
    static const int STRENGTH[TATATA_KINDS] = {0, 4, 3, 0, 0, 0, 3, 4, 5, 4};
    tm_box *box = NULL;
    tm_why why;
    cr_assert_eq(read_box("; nothing\n", &box, &why), TM_OK);
    const tatata_box *b = box->data;
    cr_expect_eq(tatata_box_total(b), 30);
    for (int kind = 0; kind < TATATA_KINDS; kind++) {
        cr_expect_eq(b->count[kind], 3);
        cr_expect_eq(b->strength[kind], STRENGTH[kind]);
    }
    cr_expect_eq(b->bolt, 2);
    tm_box_free(box);
}

Test(tatata_box, counts_strengths_and_numbers_are_corrected) /* A2, A3 */
{
    tm_box *box = NULL;
    tm_why why;
    cr_assert_eq(read_box("sky odin 2 5 3\nsky rain 4 1\nsky clouds 3\nsky bomb 3 9\n; a comment\n\ndeck T2 4 5 6 0\n",
                          &box, &why),
                 TM_OK, "%s", why.text.at);
    const tatata_box *b = box->data;
    cr_expect_eq(b->count[TATATA_ODIN], 2);
    cr_expect_eq(b->strength[TATATA_ODIN], 5);
    cr_expect_eq(b->bolt, 3);
    cr_expect_eq(b->count[TATATA_RAIN], 4);
    cr_expect_eq(b->strength[TATATA_RAIN], 1);
    cr_expect_eq(b->strength[TATATA_BOMB], 9);
    const uint8_t *n = b->number[tatata_read_card(tm_span_of("T2"))];
    cr_expect(n[0] == 4 && n[1] == 5 && n[2] == 6 && n[3] == 0);
    tm_box_free(box);
}

Test(tatata_box, a_count_alone_keeps_the_strength) /* A3 */
{
    tm_box *box = NULL;
    tm_why why;
    cr_assert_eq(read_box("sky odin 1\nsky laser 5\n", &box, &why), TM_OK);
    const tatata_box *b = box->data;
    cr_expect_eq(b->strength[TATATA_ODIN], 4);
    cr_expect_eq(b->bolt, 2);
    cr_expect_eq(b->strength[TATATA_LASER], 4);
    tm_box_free(box);
}

Test(tatata_box, what_cannot_be_played_is_refused_with_its_line_and_reason) /* records.md */
{
    static const struct {
        const char *lines, *reason;
        int status;
    } CASES[] = {
        {"sky\n", "expected \"sky KIND COUNT [STRENGTH]\"", TM_ESYNTAX},
        {"sky rain\n", "expected \"sky KIND COUNT [STRENGTH]\"", TM_ESYNTAX},
        {"sky sun 3\n", "a Sky card is clouds", TM_EUNKNOWN},
        {"sky rain -1\n", "a count from 0 to 60", TM_ERANGE},
        {"sky rain 61\n", "a count from 0 to 60", TM_ERANGE},
        {"sky rain three\n", "a count from 0 to 60", TM_ERANGE},
        {"sky rain 3 0\n", "a strength from 1 to 9", TM_ERANGE},
        {"sky rain 3 10\n", "a strength from 1 to 9", TM_ERANGE},
        {"sky rain 3 3 3\n", "one strength", TM_ESYNTAX},
        {"sky odin 3 4\n", "odin has two strengths", TM_ESYNTAX},
        {"sky odin 3 4 2 1\n", "odin has two strengths", TM_ESYNTAX},
        {"sky odin 3 4 0\n", "a strength from 1 to 9", TM_ERANGE},
        {"sky clouds 3 1\n", "clouds does not attack", TM_ESYNTAX},
        {"sky smoke 3 1\n", "smoke does not attack", TM_ESYNTAX},
        {"sky rain 3\nsky rain 3\n", "this kind was already given", TM_ESYNTAX},
        {"deck F1 1 2 3\n", "expected \"deck CARD BLUE RED GREEN BLACK\"", TM_ESYNTAX},
        {"deck F1 1 2 3 4 5\n", "expected \"deck CARD BLUE RED GREEN BLACK\"", TM_ESYNTAX},
        {"deck F7 1 2 3 4\n", "a Deck card is one of", TM_EUNKNOWN},
        {"deck F1 1 2 3 10\n", "numbers from 0 to 9", TM_ERANGE},
        {"deck F1 1 2 x 4\n", "numbers from 0 to 9", TM_ERANGE},
        {"deck F1 1 1 1 1\ndeck F1 1 1 1 1\n", "this card was already given", TM_ESYNTAX},
        {"cards F1 1\n", "expected \"sky KIND COUNT [STRENGTH]\" or \"deck", TM_EUNKNOWN},
        {"sky clouds 0\nsky odin 0\nsky rain 0\nsky hurricane 0\nsky beer 0\nsky smoke 0\nsky krauten 0\nsky laser 0\n"
         "sky missile 0\nsky bomb 5\n",
         "the shortest circuit needs 6 Sky cards, and there are 5", TM_ERANGE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        tm_box *box = NULL;
        tm_why why;
        cr_expect_eq(read_box(CASES[i].lines, &box, &why), CASES[i].status, "%s: %s", CASES[i].lines, why.text.at);
        cr_expect_not_null(strstr(why.text.at, CASES[i].reason), "%s: %s", CASES[i].lines, why.text.at);
        cr_expect_not_null(strstr(why.text.at, "line "), "%s: %s", CASES[i].lines, why.text.at);
        cr_expect_null(box);
    }
}

Test(tatata_box, a_small_box_serves_small_circuits_only) /* A4 */
{
    tm_box *box = NULL;
    tm_why why;
    tm_setup setup;
    tm_table *t = NULL;
    cr_assert_eq(
        read_box("sky clouds 0\nsky odin 0\nsky rain 0\nsky hurricane 0\nsky beer 0\nsky smoke 0\n", &box, &why),
        TM_OK);
    cr_assert_eq(tm_setup_init(&setup, box->game, 2, &why), TM_OK);
    cr_assert_eq(tm_setup_box(&setup, box, &why), TM_OK);
    cr_assert_eq(tm_table_new(&setup, &t, &why), TM_OK); /* 10 of 12 */
    tm_table_free(t);
    cr_assert_eq(tm_setup_init(&setup, box->game, 3, &why), TM_OK);
    cr_assert_eq(tm_setup_box(&setup, box, &why), TM_OK);
    cr_assert_eq(tm_table_new(&setup, &t, &why), TM_ERANGE);
    cr_expect_str_eq(why.text.at, "3 legs of 5 Sky cards need 15 cards, but the box has 12");
    tm_box_free(box);
}

Test(tatata_box, a_corrected_strength_is_what_must_be_dodged) /* A3, A16 */
{
    tm_table *t = position_in_box(2, "", "B ?(0) ?(1) ? B", "- / M5 M6", "laser",
                                  "[TatamiBox \"1\"]\n[Game \"tatata\"]\n[Name \"x\"]\n\nsky laser 3 6\n");
    play_lines(t, "0 use laser");
    play_expect_legal(t, 1, "dodge M6 | take");
    play_free(t);
}

Test(tatata_box, basic_rules_read_the_number_in_the_name_whatever_the_box_says) /* A1 */
{
    tm_table *t = position_in_box(2, "", "B(0) ? ? ? B(1)", "F2", "",
                                  "[TatamiBox \"1\"]\n[Game \"tatata\"]\n[Name \"x\"]\n\ndeck F2 9 9 9 9\n");
    play_lines(t, "0 play F2 as fly");
    cr_expect_eq(open_of(t)->fly, 2);
    play_free(t);
}

Test(tatata_box, six_sky_cards_are_enough) /* A4 */
{
    tm_box *box = NULL;
    tm_why why;
    cr_assert_eq(read_box("sky clouds 0\nsky odin 0\nsky rain 0\nsky hurricane 0\nsky beer 0\nsky smoke 0\nsky krauten "
                          "0\nsky laser 0\n"
                          "sky missile 0\nsky bomb 6\n",
                          &box, &why),
                 TM_OK, "%s", why.text.at);
    tm_box_free(box);
}
