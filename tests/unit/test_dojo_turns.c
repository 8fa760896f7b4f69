/* Dojo: cards, dealing, challenges, placing, trophies and the end; D1 … D9 and D18 … D21. */
#include "dojo_turns.h"

Test(dojo, a_card_is_one_of_six_disciples_with_one_of_five_belts) /* D1 */
{
    static const char *const BAD[] = {"* draw m0", "* draw m6", "* draw x1", "* draw m",    "* draw m11",
                                      "* draw ?",  "* draw",    "* draw M1", "* draw m1 m2"};
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) play_expect_refused(t, BAD[i], TM_ESYNTAX);
    dojo_deal(t, "m1 r5 t3");
    play_free(t);
}

Test(dojo, there_are_two_copies_of_every_card) /* D2 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 m1");
    play_expect_refused(t, "* draw m1", TM_EILLEGAL);
    play_lines(t, "* draw m2\n0 give 2");
    dojo_pass(t);
    dojo_place(t, "0 0");
    play_expect_refused(t, "* draw m1", TM_EILLEGAL); /* still */
    dojo_deal(t, "r1 r1 m2");
    play_free(t);
}

Test(dojo, sixty_cards_are_just_enough_for_five) /* D2 */
{
    tm_table *t = play_new("dojo", 5, "");
    play_random(t, 3, 100000);
    play_expect_turn(t, "");
    for (int i = 0; i < DOJO_CARDS; i++) cr_assert_eq(dojo_state_of(t)->open.unseen[i], 0);
    play_free(t);
}

Test(dojo, there_are_two_trophies_of_each_of_six_kinds) /* D3 */
{
    tm_table *t = play_new("dojo", 3, "white-belt=yes");
    play_expect_refused(t, "* trophy cup", TM_ESYNTAX);
    play_expect_refused(t, "* trophy", TM_ESYNTAX);
    play_lines(t, "* trophy broom");
    dojo_challenge_turn(t, "m1 m2 m3", 1);
    play_lines(t, "* trophy broom");
    dojo_challenge_turn(t, "f1 f2 f3", 2);
    play_expect_refused(t, "* trophy broom", TM_EILLEGAL);
    play_lines(t, "* trophy assistant");
    play_free(t);
}

Test(dojo, the_deal_goes_round_from_seat_0_and_a_game_has_twelve_turns) /* D4 */
{
    static const char *const CARDS[DOJO_TURNS] = {"m1 m2 m3", "m4 m5 f1", "f2 f3 f4", "f5 t1 t2",
                                                  "t3 t4 t5", "c1 c2 c3", "c4 c5 b1", "b2 b3 b4",
                                                  "b5 r1 r2", "r3 r4 r5", "m1 m2 m3", "m4 m5 f1"};
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    for (int turn = 0; turn < DOJO_TURNS; turn++) {
        cr_assert_eq(dojo_state_of(t)->open.dealer, turn % 3);
        dojo_quiet_turn(t, CARDS[turn]);
    }
    play_expect_turn(t, "");
    play_expect_refused(t, "* draw f2", TM_EOVER);
    play_expect_refused(t, "0 pass", TM_EOVER);
    play_free(t);
}

Test(dojo, a_trophy_stays_until_it_is_won) /* D4 */
{
    tm_table *t = play_new("dojo", 3, "");
    cr_assert_str_eq(tm_table_awaits(t), "trophy");
    play_expect_refused(t, "* draw m1", TM_EILLEGAL);
    play_lines(t, "* trophy belt");
    play_expect_refused(t, "* trophy broom", TM_EILLEGAL);
    dojo_quiet_turn(t, "m1 m2 m3");
    cr_assert_str_eq(tm_table_awaits(t), "draw");
    dojo_challenge_turn(t, "f1 f2 f3", 2);
    play_lines(t, "2 trophy col 0");
    cr_assert_str_eq(tm_table_awaits(t), "trophy");
    play_free(t);
}

Test(dojo, the_dealer_gives_each_card_to_somebody_without_one) /* D5 */
{
    tm_table *t = play_new("dojo", 4, "");
    play_lines(t, "* trophy belt\n* draw m1");
    play_expect_turn(t, "0");
    play_expect_legal(t, 0, "give 0 | give 1 | give 2 | give 3");
    play_expect_refused(t, "1 give 1", TM_ETURN);
    play_expect_refused(t, "0 give 4", TM_ESYNTAX);
    play_lines(t, "0 give 2\n* draw m2");
    play_expect_legal(t, 0, "give 0 | give 1 | give 3");
    play_expect_refused(t, "0 give 2", TM_EILLEGAL);
    play_lines(t, "0 give 0\n* draw m3");
    play_expect_legal(t, 0, "give 1 | give 3");
    play_lines(t, "0 give 3\n* draw m4");
    play_expect_legal(t, 0, "give 1");
    play_lines(t, "0 give 1");
    play_expect_turn(t, "1");
    play_free(t);
}

Test(dojo, the_others_are_asked_from_the_dealer_s_left) /* D6 */
{
    tm_table *t = play_new("dojo", 4, "");
    play_lines(t, "* trophy belt");
    dojo_quiet_turn(t, "m1 m2 m3 m4");
    dojo_deal(t, "f1 f2 f3 f4");
    play_expect_turn(t, "2");
    play_expect_legal(t, 2, "challenge | pass");
    play_expect_refused(t, "3 challenge", TM_ETURN);
    play_lines(t, "2 pass");
    play_expect_turn(t, "3");
    play_lines(t, "3 pass");
    play_expect_turn(t, "0");
    play_lines(t, "0 pass");
    play_expect_turn(t, "0 1 2 3");
    play_free(t);
}

Test(dojo, the_higher_belt_wins_the_challenge) /* D6 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m4 m5 m3");
    play_lines(t, "1 challenge");
    play_expect_turn(t, "1");
    play_expect_legal(t, 1, "keep | swap");
    play_free(t);
    t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m4 m5 m3");
    play_lines(t, "1 pass\n2 challenge");
    play_expect_turn(t, "0");
    play_expect_refused(t, "2 swap", TM_ETURN);
    play_expect_refused(t, "0 pass", TM_EILLEGAL);
    play_free(t);
}

/* The book's example: Sam, the second to be asked, challenges Ryu; both have a green belt. Kara is not asked. */
Test(dojo, the_challenger_wins_a_tie_and_nobody_else_may_challenge) /* D6 */
{
    tm_table *t = play_new("dojo", 4, "");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "f3 c1 m3 t5");
    play_lines(t, "1 pass\n2 challenge");
    play_expect_turn(t, "2");
    play_lines(t, "2 swap");
    play_expect_turn(t, "0 1 2 3");
    dojo_place(t, "0 0");
    cr_assert_eq(dojo_state_of(t)->open.card[0][DOJO_FIRST], dojo_read_card(tm_span_of("m3")));
    cr_assert_eq(dojo_state_of(t)->open.card[2][DOJO_FIRST], dojo_read_card(tm_span_of("f3")));
    play_expect_turn(t, "2");
    play_free(t);
}

Test(dojo, who_keeps_leaves_both_cards_where_they_are) /* D6 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_challenge_turn(t, "m4 m5 m3", 1);
    cr_assert_eq(dojo_state_of(t)->open.card[0][DOJO_FIRST], dojo_read_card(tm_span_of("m4")));
    cr_assert_eq(dojo_state_of(t)->open.card[1][DOJO_FIRST], dojo_read_card(tm_span_of("m5")));
    play_free(t);
}

/* Three players who pass and place alike: turn by turn, what seat 0 may do next. */
static void expect_places(const char *way, const char *expected)
{
    static const char *const CARDS[] = {"m1 m2 m3", "m4 m5 f1", "f2 f3 f4", "f5 t1 t2", "t3 t4 t5", "c1 c2 c3"};
    tm_table *t = play_new("dojo", 3, "");
    tm_span rest = tm_span_of(way), row, col;
    play_lines(t, "* trophy belt");
    for (int turn = 0;; turn++) {
        char where[16];
        dojo_deal(t, CARDS[turn]);
        dojo_pass(t);
        if (!tm_span_word(&rest, &row)) break;
        cr_assert(tm_span_word(&rest, &col));
        snprintf(where, sizeof where, "%.*s %.*s", (int)row.len, row.at, (int)col.len, col.at);
        dojo_place(t, where);
    }
    play_expect_legal(t, 0, expected);
    play_free(t);
}

Test(dojo, the_first_card_lies_at_0_0) /* D7 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 m2 m3");
    dojo_pass(t);
    play_expect_legal(t, 1, "place 0 0");
    play_expect_refused(t, "1 place 0 1", TM_EILLEGAL);
    play_expect_refused(t, "1 place -0 0", TM_ESYNTAX);
    play_free(t);
}

Test(dojo, every_other_card_lies_next_to_one_by_a_side) /* D7; the book's third picture is a card at a corner */
{
    expect_places("0 0", "place -1 0 | place 0 -1 | place 0 1 | place 1 0");
    expect_places("0 0 0 1", "place -1 0 | place -1 1 | place 0 -1 | place 0 2 | place 1 0 | place 1 1");
    expect_places("0 0 1 0 1 1",
                  "place -1 0 | place 0 -1 | place 0 1 | place 1 -1 | place 1 2 | place 2 0 | place 2 1");
}

Test(dojo, a_row_has_four_cards_at_most) /* D7; the book's second picture is a row of five */
{
    expect_places("0 0 0 1 0 2 0 3", "place -1 0 | place -1 1 | place -1 2 | place -1 3 | place 1 0 | place 1 1 | "
                                     "place 1 2 | place 1 3");
    expect_places("0 0 0 -1 0 -2 0 -3", "place -1 -1 | place -1 -2 | place -1 -3 | place -1 0 | place 1 -1 | "
                                        "place 1 -2 | place 1 -3 | place 1 0");
}

Test(dojo, a_column_has_three_cards_at_most) /* D7: three rows by four columns, never four by three */
{
    expect_places("0 0 1 0 2 0", "place 0 -1 | place 0 1 | place 1 -1 | place 1 1 | place 2 -1 | place 2 1");
    expect_places("0 0 -1 0 -2 0", "place -1 -1 | place -1 1 | place -2 -1 | place -2 1 | place 0 -1 | place 0 1");
    expect_places("0 0 1 0 -1 0", "place -1 -1 | place -1 1 | place 0 -1 | place 0 1 | place 1 -1 | place 1 1");
}

Test(dojo, the_frame_is_not_fixed_before_the_cards_fix_it) /* D7 */
{
    /* Two rows, three columns: it may still grow up or down, left or right. */
    expect_places("0 0 0 1 0 2 1 2 1 1", "place -1 0 | place -1 1 | place -1 2 | place 0 -1 | place 0 3 | place 1 0 | "
                                         "place 1 3 | place 2 1 | place 2 2");
    /* All three rows are used: no further up or down. */
    expect_places("0 0 1 0 1 1 2 1 0 1", "place 0 -1 | place 0 2 | place 1 -1 | place 1 2 | place 2 0 | place 2 2");
}

Test(dojo, everybody_places_at_the_same_time_in_any_order) /* D8 */
{
    tm_table *tables[2];
    for (int i = 0; i < 2; i++) {
        tm_table *t = tables[i] = play_new("dojo", 3, "");
        play_lines(t, "* trophy belt");
        dojo_quiet_turn(t, "m1 m2 m3");
        dojo_deal(t, "f1 f2 f3");
        dojo_pass(t);
        play_expect_turn(t, "0 1 2");
        play_lines(t, i ? "2 place -1 0" : "0 place 0 1");
        play_expect_turn(t, i ? "0 1" : "1 2");
        play_expect_refused(t, i ? "2 place 0 1" : "0 place 1 0", TM_ETURN);
        play_lines(t, i ? "0 place 0 1\n1 place 0 -1" : "1 place 0 -1\n2 place -1 0");
    }
    cr_assert_eq(tm_table_hash(tables[0]), tm_table_hash(tables[1]));
    play_free(tables[0]);
    play_free(tables[1]);
}

Test(dojo, an_orange_trophy_goes_above_a_column_that_holds_a_card) /* D9 */
{
    static const char *const ORANGE[] = {"* trophy belt", "* trophy kimono", "* trophy broom"};
    for (int i = 0; i < 3; i++) {
        tm_table *t = play_new("dojo", 3, "");
        play_lines(t, ORANGE[i]);
        dojo_quiet_turn(t, "m1 m2 m3");
        dojo_deal(t, "f1 f2 f3");
        play_lines(t, "2 challenge\n2 keep\n0 place 0 1\n1 place 1 0\n2 place 0 -1");
        play_expect_turn(t, "2");
        play_expect_legal(t, 2, "trophy col -1 | trophy col 0");
        play_expect_refused(t, "2 trophy col 1", TM_EILLEGAL);
        play_expect_refused(t, "2 trophy row 0", TM_EILLEGAL);
        play_expect_refused(t, "1 trophy col 0", TM_ETURN);
        play_lines(t, "2 trophy col -1");
        cr_assert_eq(dojo_state_of(t)->open.at_col[2][DOJO_LEFT - 1], DOJO_BELT + i);
        play_free(t);
    }
}

Test(dojo, a_black_trophy_goes_before_a_row_that_holds_a_card) /* D9 */
{
    static const char *const BLACK[] = {"* trophy raccoon", "* trophy incense", "* trophy assistant"};
    for (int i = 0; i < 3; i++) {
        tm_table *t = play_new("dojo", 3, "");
        play_lines(t, BLACK[i]);
        dojo_quiet_turn(t, "m1 m2 m3");
        dojo_deal(t, "f1 f2 f3");
        play_lines(t, "2 challenge\n2 keep\n0 place 0 1\n1 place 0 1\n2 place -1 0");
        play_expect_legal(t, 2, "trophy row -1 | trophy row 0");
        play_expect_refused(t, "2 trophy row 1", TM_EILLEGAL);
        play_expect_refused(t, "2 trophy col 0", TM_EILLEGAL);
        play_lines(t, "2 trophy row -1");
        cr_assert_eq(dojo_state_of(t)->open.at_row[2][DOJO_UP - 1], DOJO_MASTER + i);
        play_free(t);
    }
}

Test(dojo, the_card_is_placed_before_the_trophy) /* D9: the new card's row counts */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy incense");
    dojo_deal(t, "m1 m5 m3");
    play_lines(t, "1 challenge\n1 keep");
    play_expect_refused(t, "1 trophy row 0", TM_EILLEGAL);
    dojo_place(t, "0 0");
    play_expect_legal(t, 1, "trophy row 0");
    play_free(t);
}

Test(dojo, a_row_or_column_takes_one_trophy) /* D9 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy incense");
    dojo_challenge_turn(t, "m1 m5 m3", 1);
    play_lines(t, "1 trophy row 0\n* trophy belt");
    dojo_challenge_turn(t, "f1 f5 f3", 2); /* the dealer, seat 1, wins */
    play_expect_legal(t, 1, "trophy col 0 | trophy col 1");
    play_lines(t, "1 trophy col 1\n* trophy kimono");
    dojo_challenge_turn(t, "t1 t5 t3", 1);
    play_expect_legal(t, 1, "trophy col 0 | trophy col 2");
    play_free(t);
}

Test(dojo, a_trophy_without_a_place_goes_back_to_the_box) /* D9, D18 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy incense");
    dojo_challenge_turn(t, "m1 m5 m3", 1);
    play_lines(t, "1 trophy row 0\n* trophy raccoon");
    dojo_challenge_turn(t, "f1 f5 f3", 2); /* its winner, seat 1, has one row, and a trophy before it */
    cr_assert_str_eq(tm_table_awaits(t), "trophy");
    const dojo_public *o = &dojo_state_of(t)->open;
    cr_assert_eq(o->turn, 2);
    cr_assert_eq(dojo_trophies_won(o, 1), 2, "it counts among those won");
    for (int row = 0; row < DOJO_GRID_ROWS; row++)
        cr_assert_eq(o->at_row[1][row], row == DOJO_UP ? DOJO_INCENSE : DOJO_NONE);
    play_free(t);
}

/* A finished game with these dojos, cards row by row, and trophies won. */
typedef struct finish {
    const char *cards[DOJO_SEATS];
    int won[DOJO_SEATS];
} finish;

static void expect_finish(const char *options, const finish *f, const char *points, const char *winners)
{
    tm_table *t = play_new("dojo", 3, options);
    dojo_state *s = t->state;
    s->open.turn = DOJO_TURNS;
    s->open.phase = DOJO_OVER;
    for (int seat = 0; seat < 3; seat++) {
        tm_span rest = tm_span_of(f->cards[seat]), word;
        for (int i = 0; i < DOJO_PLACES; i++) {
            const int at = DOJO_FIRST + DOJO_STRIDE * (i / 4) + i % 4;
            cr_assert(tm_span_word(&rest, &word));
            s->open.card[seat][at] = (uint8_t)dojo_read_card(word);
            s->open.unseen[s->open.card[seat][at] - 1]--;
            s->open.built[seat] |= (uint64_t)1 << at;
        }
        for (int n = f->won[seat]; n > 0; n--) {
            int trophy = 0;
            while (!s->open.pile[trophy]) trophy++;
            s->open.pile[trophy]--;
            s->open.won[seat][trophy]++;
        }
    }
    play_check(t);
    play_expect_over(t, points, winners);
    play_free(t);
}

#define NINE "m1 m1 f2 f3 t1 t2 c4 c5 b2 b1 f4 m5"     /* pairs of monkeys or foxes, of tigresses, of bears */
#define NINE_2 "m2 m3 f1 f5 t3 t4 c1 c2 b3 b4 t5 m4"   /* the same with other cards */
#define FOURTEEN "c3 b5 t5 r1 r1 r2 r3 m2 b5 c4 t4 f2" /* a pair with a raccoon, four with three, none */

Test(dojo, most_points_win) /* D18 */
{
    const finish f = {{NINE, FOURTEEN, NINE_2}, {0, 0, 0}};
    expect_finish("", &f, "9 14 9", "1");
}

Test(dojo, among_equals_most_trophies_win) /* D18 */
{
    const finish f = {{NINE, "c3 b5 t5 m3 f1 r2 m4 t2 b5 c4 t4 f2", NINE_2}, {2, 4, 3}};
    expect_finish("", &f, "9 5 9", "2");
}

Test(dojo, equal_points_and_trophies_share_the_win) /* D18 */
{
    const finish f = {{NINE, "c3 b5 t5 m3 f1 r2 m4 t2 b5 c4 t4 f2", NINE_2}, {3, 4, 3}};
    expect_finish("", &f, "9 5 9", "0 2");
}

Test(dojo, a_game_that_goes_on_has_no_points_and_no_winner) /* D10: before the end nothing is counted */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_quiet_turn(t, "m1 m2 m3");
    play_expect_points(t, "0 0 0");
    play_expect_winners(t, "");
    play_free(t);
}

Test(dojo, five_players_get_their_first_and_last_card_at_random) /* D19 */
{
    static const char *const CARDS[DOJO_TURNS] = {
        "m1 m1 m2 m2 m3", "m3 m4 m4 m5 m5", "f1 f1 f2 f2 f3", "f3 f4 f4 f5 f5", "t1 t1 t2 t2 t3", "t3 t4 t4 t5 t5",
        "c1 c1 c2 c2 c3", "c3 c4 c4 c5 c5", "b1 b1 b2 b2 b3", "b3 b4 b4 b5 b5", "r1 r1 r2 r2 r3", "r3 r4 r4 r5 r5"};
    tm_table *t = play_new("dojo", 5, "");
    for (int turn = 0; turn < DOJO_TURNS; turn++) {
        const bool random = turn == 0 || turn == 11;
        if (turn == 1) {
            cr_assert_str_eq(tm_table_awaits(t), "trophy");
            play_lines(t, "* trophy belt");
        }
        cr_assert_str_eq(tm_table_awaits(t), random ? "deal" : "draw");
        if (!random) cr_assert_eq(dojo_state_of(t)->open.dealer, (turn - 1) % 5);
        dojo_deal(t, CARDS[turn]);
        play_expect_turn(t, random                   ? "0 1 2 3 4"
                            : turn == 1 || turn == 6 ? "1"
                            : turn == 2 || turn == 7 ? "2"
                            : turn == 3 || turn == 8 ? "3"
                            : turn == 4 || turn == 9 ? "4"
                                                     : "0");
        dojo_pass(t);
        dojo_place(t, DOJO_WAY[turn]);
    }
    play_expect_turn(t, "");
    play_free(t);
}

Test(dojo, five_players_are_dealt_to_in_seat_order) /* D19 */
{
    tm_table *t = play_new("dojo", 5, "");
    play_expect_refused(t, "* deal 1 m1", TM_EILLEGAL);
    play_expect_refused(t, "* draw m1", TM_EILLEGAL);
    play_expect_refused(t, "* trophy belt", TM_EILLEGAL);
    play_lines(t, "* deal 0 m1");
    play_expect_refused(t, "* deal 0 m1", TM_EILLEGAL);
    play_expect_refused(t, "* deal 5 m1", TM_ESYNTAX);
    play_lines(t, "* deal 1 m1");
    play_expect_refused(t, "* deal 2 m1", TM_EILLEGAL);
    play_free(t);
}

Test(dojo, five_players_turn_no_trophy_up_in_the_last_turn) /* D19 */
{
    tm_table *t = play_new("dojo", 5, "white-belt=yes");
    while (dojo_state_of(t)->open.turn < 10) play_random(t, 1, 1);
    if (dojo_state_of(t)->open.phase == DOJO_TURNING_UP) play_random(t, 1, 1);
    /* In turn 11 somebody wins the trophy that lies there. */
    while (dojo_state_of(t)->open.phase != DOJO_ASKING) play_random(t, 2, 1);
    dojo_line(t, "%d %s", dojo_state_of(t)->open.asked, "challenge");
    while (dojo_state_of(t)->open.turn < 11) play_random(t, 3, 1);
    cr_assert_eq(dojo_state_of(t)->open.trophy, DOJO_NONE);
    cr_assert_str_eq(tm_table_awaits(t), "deal");
    play_free(t);
}

Test(dojo, white_belt_trophies_are_not_placed) /* D20 */
{
    tm_table *t = play_new("dojo", 3, "white-belt=yes");
    play_lines(t, "* trophy broom");
    dojo_challenge_turn(t, "m1 m2 m3", 1);
    cr_assert_str_eq(tm_table_awaits(t), "trophy", "the next turn has begun");
    cr_assert_eq(dojo_trophies_won(&dojo_state_of(t)->open, 1), 1);
    play_free(t);
}

Test(dojo, white_belt_trophies_are_worth_three_points_each) /* D20 */
{
    const finish f = {{NINE, FOURTEEN, NINE_2}, {2, 0, 1}};
    expect_finish("white-belt=yes", &f, "15 14 12", "0");
}

/* The challenge is between seat 1 and the dealer, seat 0; `throws` are three pairs, the challenger's first. */
static void expect_duel(const char *cards, const char *throws, const char *winner)
{
    tm_table *t = play_new("dojo", 3, "black-belt=yes");
    tm_span rest = tm_span_of(throws), sign;
    play_lines(t, "* trophy belt");
    dojo_deal(t, cards);
    play_lines(t, "1 challenge");
    for (int i = 0; i < 6; i++) {
        char line[64];
        cr_assert(tm_span_word(&rest, &sign));
        if (i % 2 == 0) {
            play_expect_turn(t, "0 1");
            play_expect_legal(t, 0, "paper | rock | scissors");
        }
        play_expect_legal(t, i % 2 ? 0 : 1, "paper | rock | scissors");
        snprintf(line, sizeof line, "%d %.*s", i % 2 ? 0 : 1, (int)sign.len, sign.at);
        play_lines(t, line);
    }
    play_expect_turn(t, winner);
    play_expect_legal(t, winner[0] - '0', "keep | swap");
    play_free(t);
}

Test(dojo, black_belt_each_win_adds_one_to_the_belt) /* D21 */
{
    expect_duel("m3 m2 m1", "rock scissors rock rock rock rock", "1"); /* 3 to 3, a tie */
    expect_duel("m4 m2 m1", "rock scissors rock rock rock rock", "0"); /* 4 to 3 */
    expect_duel("m5 m2 m1", "paper rock scissors paper rock scissors", "1");
    expect_duel("m5 m1 m1", "paper rock scissors paper rock scissors", "0");
    expect_duel("m2 m4 m1", "rock paper paper scissors scissors rock", "0");
    expect_duel("m2 m4 m1", "rock paper paper scissors rock rock", "1");
}

Test(dojo, black_belt_a_draw_adds_nothing) /* D21 */
{
    expect_duel("m3 m2 m1", "rock rock paper paper scissors scissors", "0");
    expect_duel("m3 m3 m1", "rock rock paper paper scissors scissors", "1");
}

Test(dojo, black_belt_all_three_are_played_even_if_decided) /* D21: the challenger cannot lose any more */
{
    expect_duel("m1 m5 m1", "rock scissors rock scissors rock scissors", "1");
}

Test(dojo, black_belt_throws_arrive_in_any_order) /* D21 */
{
    tm_table *tables[2];
    for (int i = 0; i < 2; i++) {
        tm_table *t = tables[i] = play_new("dojo", 3, "black-belt=yes");
        play_lines(t, "* trophy belt");
        dojo_deal(t, "m3 m2 m1");
        play_lines(t, "1 challenge");
        play_lines(t, i ? "1 rock" : "0 paper");
        play_expect_turn(t, i ? "0" : "1");
        play_expect_refused(t, i ? "1 paper" : "0 rock", TM_ETURN);
        play_lines(t, i ? "0 paper" : "1 rock");
    }
    cr_assert_eq(tm_table_hash(tables[0]), tm_table_hash(tables[1]));
    play_free(tables[0]);
    play_free(tables[1]);
}

Test(dojo, both_variants_together) /* D20, D21 */
{
    tm_table *t = play_new("dojo", 3, "white-belt=yes black-belt=yes");
    play_lines(t, "* trophy broom");
    dojo_deal(t, "m3 m2 m1");
    play_lines(t, "1 challenge\n0 rock\n1 paper\n0 rock\n1 rock\n0 rock\n1 rock\n1 swap");
    dojo_place(t, "0 0");
    cr_assert_str_eq(tm_table_awaits(t), "trophy");
    cr_assert_eq(dojo_trophies_won(&dojo_state_of(t)->open, 1), 1);
    play_free(t);
}

Test(dojo, every_kind_of_game_comes_to_its_end) /* D4 */
{
    static const char *const OPTIONS[] = {"", "white-belt=yes", "black-belt=yes", "white-belt=yes black-belt=yes"};
    for (int n = 3; n <= 5; n++)
        for (int i = 0; i < 4; i++) {
            tm_table *t = play_new("dojo", n, OPTIONS[i]);
            play_random(t, (uint64_t)(10 * n + i), 100000);
            play_expect_turn(t, "");
            cr_assert_leq(tm_table_n_events(t), dojo_bound(tm_table_config(t)));
            play_free(t);
        }
}
