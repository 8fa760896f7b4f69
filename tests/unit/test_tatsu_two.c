/* TATSU with two players: columns, cards beneath, and whose cards may be laid. */
#include "games/tatsu/tatsu_view.h"
#include "tatsu_rounds.h"

/* Both clans face up on both sides. Beneath lie rv5 rv6 rv7 r6 rx2 rx3 rf and yv5 yv6 yv7 y6 yx2 yx3 yf. */
static const char PLENTY[] = "* deal r2+r r3+y rv3+y y2+r y3+r yv3+y rx1+y / r4+r r5+y y4+r y5+y yx1+r rv4+r yv4+y";
/* Seat 0 has no face-up red card, seat 1 has. Beneath: rv6 rv7 r4 r5 r6 rx1 rx2 rx3 rf and yv5 yv6 yv7 yx3 yf. */
static const char RED_OPPOSITE[] =
    "* deal y2+r y3+r y4+r y5+r y6+y yx1+y yx2+y / rv3+r rv4+r rv5+r r2+r r3+r yv3+y yv4+y";
/* The same, sides exchanged: seat 1 has no face-up red card. */
static const char RED_HERE[] = "* deal rv3+r rv4+r rv5+r r2+r r3+r yv3+y yv4+y / y2+r y3+r y4+r y5+r y6+y yx1+y yx2+y";
/* Every red card lies face down. */
static const char RED_BENEATH[] =
    "* deal y2+r y3+r y4+r y5+r y6+r yx1+r yx2+r / yv3+r yv4+r yv5+r yv6+r yv7+r yx3+r yf+r";

static tm_table *table_of_two(const char *options, const char *deal)
{
    tm_table *t = play_new("tatsu", 2, options);
    play_lines(t, deal);
    return t;
}

Test(tatsu_two, each_has_seven_columns_of_two_cards) /* T13 */
{
    tm_table *t = play_new("tatsu", 2, "");
    play_expect_refused(t, SWEEP.deal, TM_ESYNTAX);
    play_expect_refused(t, "* deal r2+r r3+y rv3+y y2+r y3+r yv3+y rx1+y", TM_ESYNTAX);
    play_expect_refused(t, "* deal r2+r r3+y rv3+y y2+r y3+r yv3+y rx1 / r4+r r5+y y4+r y5+y yx1+r rv4+r yv4+y",
                        TM_ESYNTAX);
    play_expect_refused(t, "* deal r2+r r3+y rv3+y y2+r y3+r yv3+y rx1+b / r4+r r5+y y4+r y5+y yx1+r rv4+r yv4+y",
                        TM_ESYNTAX);
    play_expect_refused(t, "* deal r2+r r3+y rv3+y y2+r y3+r yv3+y rx1+y r4+r / r5+y y4+r y5+y yx1+r rv4+r yv4+y",
                        TM_ESYNTAX);
    /* A red card more beneath than the clan has left, and a card twice. */
    play_expect_refused(t, "* deal r2+r r3+y rv3+y y2+r y3+r yv3+y rx1+r / r4+r r5+y y4+r y5+y yx1+r rv4+r yv4+y",
                        TM_EILLEGAL);
    play_expect_refused(t, "* deal r2+r r3+y rv3+y y2+r y3+r yv3+y r2+y / r4+r r5+y y4+r y5+y yx1+r rv4+r yv4+y",
                        TM_EILLEGAL);
    play_lines(t, PLENTY);
    play_expect_legal(t, 0, "ask | play r2 | play r3 | play rv3 | play rx1");
    play_expect_turn(t, "0");
    play_free(t);
}

Test(tatsu_two, seat_0_is_red_and_seat_1_yellow) /* T13 */
{
    tm_table *t = table_of_two("", PLENTY);
    play_expect_refused(t, "0 play y2", TM_EILLEGAL);
    play_lines(t, "0 play r2\n* turn rv5");
    play_expect_legal(t, 1, "ask | play y4 | play y5 | play yv4 | play yx1");
    play_expect_refused(t, "1 play r4", TM_EILLEGAL);
    play_free(t);
}

Test(tatsu_two, nobody_knows_a_face_down_card) /* T13 */
{
    tm_table *t = table_of_two("", PLENTY);
    tatsu_view_data views[3];
    tm_table_view(t, 0, &views[0]);
    tm_table_view(t, 1, &views[1]);
    tm_table_view(t, TM_SPECTATOR, &views[2]);
    for (int i = 0; i < 3; i++) views[i].seat = 0;
    cr_expect_eq(memcmp(&views[0], &views[1], sizeof *views), 0);
    cr_expect_eq(memcmp(&views[0], &views[2], sizeof *views), 0);
    tatsu_expect_cards(views[0].known[0] | views[0].known[1], "rv3 rv4 r2 r3 r4 r5 rx1 yv3 yv4 y2 y3 y4 y5 yx1");
    play_free(t);
}

Test(tatsu_two, turns_alternate_and_each_lays_two_cards_a_trick) /* T14 */
{
    tm_table *t = table_of_two("", PLENTY);
    play_lines(t, "0 play r2\n* turn rv5\n");
    play_expect_turn(t, "1");
    play_lines(t, "1 play y4\n* turn rv6\n");
    play_expect_turn(t, "0");
    play_lines(t, "0 play r3\n* turn yv5\n");
    play_expect_turn(t, "1");
    play_lines(t, "1 play yx1\n* turn rv7\n");
    play_expect_turn(t, "1"); /* the y4 wins, and its seat leads: it has the first and the third card now */
    tatsu_expect_cards(tatsu_truth(t)->open.captured[1], "r2 r3 y4 yx1");
    play_lines(t, "1 play y5\n* turn yv6\n0 play rv5\n");
    play_expect_turn(t, "1");
    play_free(t);
}

Test(tatsu_two, asked_you_lay_a_face_up_card_of_the_askers_clan) /* T15 */
{
    tm_table *t = table_of_two("", PLENTY);
    play_lines(t, "0 ask");
    play_expect_legal(t, 1, "give r4 | give r5 | give rv4");
    play_expect_refused(t, "1 give y4", TM_EILLEGAL);
    play_expect_refused(t, "1 give r2", TM_EILLEGAL);
    play_expect_refused(t, "1 flip 1", TM_EILLEGAL);
    play_expect_refused(t, "1 ask", TM_EILLEGAL);
    play_expect_refused(t, "0 play r2", TM_ETURN);
    play_lines(
        t, "1 give r5\n* turn y6\n1 ask\n0 give y3\n* turn rf\n0 ask\n1 give r4\n* turn rx3\n1 play yx1\n* turn rv7");
    play_expect_turn(t, "0"); /* r5 came from seat 1, but lay in front of seat 0 */
    tatsu_expect_cards(tatsu_truth(t)->open.captured[0], "r4 r5 y3 yx1");
    play_free(t);
}

Test(tatsu_two, asking_names_nobody) /* T15 */
{
    tm_table *t = table_of_two("", PLENTY);
    play_expect_refused(t, "0 ask 1", TM_EILLEGAL);
    play_expect_refused(t, "0 ask g", TM_EILLEGAL);
    play_expect_refused(t, "0 ask ", TM_ESYNTAX);
    play_free(t);
}

Test(tatsu_two, without_a_face_up_card_of_your_clan_you_play_one_from_beneath) /* T16 */
{
    tm_table *t = table_of_two("", RED_OPPOSITE);
    play_expect_legal(t, 0, "ask | flip 1 | flip 2 | flip 3 | flip 4");
    play_expect_refused(t, "0 flip 5", TM_EILLEGAL); /* a yellow back */
    play_expect_refused(t, "0 flip 8", TM_ESYNTAX);
    play_expect_refused(t, "0 flip 0", TM_ESYNTAX);
    play_expect_refused(t, "1 flip 1", TM_ETURN);
    play_lines(t, "0 flip 2");
    play_expect_turn(t, "chance");
    cr_expect_str_eq(tm_table_awaits(t), "turn");
    play_expect_refused(t, "* turn yv5", TM_EILLEGAL); /* the back was red */
    play_expect_refused(t, "* turn rv3", TM_EILLEGAL); /* lies face up elsewhere */
    play_lines(t, "* turn r4");
    play_expect_legal(t, 1, "ask | play yv3 | play yv4");
    play_free(t);
}

Test(tatsu_two, facedown_neither_makes_you_ask_while_the_other_has_one_face_up) /* T16 */
{
    tm_table *t = table_of_two("facedown=neither", RED_OPPOSITE);
    play_expect_legal(t, 0, "ask");
    play_expect_refused(t, "0 flip 2", TM_EILLEGAL);
    play_lines(t, "0 ask");
    play_expect_legal(t, 1, "give r2 | give r3 | give rv3 | give rv4 | give rv5");
    play_free(t);
}

Test(tatsu_two, asked_without_a_face_up_card_you_choose_one_from_beneath) /* T16 */
{
    tm_table *t = table_of_two("", RED_HERE);
    play_expect_legal(t, 0, "ask | play r2 | play r3 | play rv3 | play rv4 | play rv5");
    play_lines(t, "0 ask");
    play_expect_legal(t, 1, "flip 1 | flip 2 | flip 3 | flip 4");
    play_expect_refused(t, "1 give r2", TM_EILLEGAL);
    play_expect_refused(t, "1 flip 5", TM_EILLEGAL);
    play_lines(t, "1 flip 3\n* turn rx1");
    cr_expect_eq(tatsu_truth(t)->open.n_laid, 1);
    play_expect_legal(t, 1, "ask | play y2 | play y3 | play y4 | play y5 | play y6 | play yx1 | play yx2");
    play_free(t);
}

Test(tatsu_two, facedown_neither_forbids_to_ask_for_a_card_from_beneath) /* T16 */
{
    tm_table *t = table_of_two("facedown=neither", RED_HERE);
    play_expect_legal(t, 0, "play r2 | play r3 | play rv3 | play rv4 | play rv5");
    play_expect_refused(t, "0 ask", TM_EILLEGAL);
    play_free(t);
}

Test(tatsu_two, with_no_face_up_card_on_either_side_both_options_allow_all) /* T16 */
{
    static const char *const OPTIONS[] = {"facedown=each", "facedown=neither"};
    for (int i = 0; i < 2; i++) {
        tm_table *t = table_of_two(OPTIONS[i], RED_BENEATH);
        play_expect_legal(t, 0, "ask | flip 1 | flip 2 | flip 3 | flip 4 | flip 5 | flip 6 | flip 7");
        play_lines(t, "0 ask");
        play_expect_legal(t, 1, "flip 1 | flip 2 | flip 3 | flip 4 | flip 5 | flip 6 | flip 7");
        play_free(t);
    }
}

Test(tatsu_two, who_has_no_card_of_the_clan_at_all_cannot_be_asked) /* T16 */
{
    tm_table *t =
        table_of_two("", "* deal rv3+r rv4+r rv5+r rv6+r rv7+r r2+r r3+r / yv3+y yv4+y yv5+y yv6+y yv7+y y2+y y3+y");
    play_expect_legal(t, 0, "play r2 | play r3 | play rv3 | play rv4 | play rv5 | play rv6 | play rv7");
    play_expect_refused(t, "0 ask", TM_EILLEGAL);
    play_free(t);
}

Test(tatsu_two, the_card_beneath_is_turned_at_once) /* T17 */
{
    tm_table *t = table_of_two("", PLENTY);
    play_lines(t, "0 play r2");
    play_expect_turn(t, "chance");
    play_expect_refused(t, "1 play y4", TM_ETURN);
    play_expect_refused(t, "* turn yv5", TM_EILLEGAL);
    play_expect_refused(t, "* turn r3", TM_EILLEGAL);
    play_expect_refused(t, PLENTY, TM_EILLEGAL);
    play_lines(t, "* turn r6\n1 play y4\n* turn rv6");
    play_expect_legal(t, 0, "ask | play r3 | play r6 | play rv3 | play rx1"); /* it can be played in the same trick */
    play_lines(t, "0 play r6");
    play_expect_turn(t, "1"); /* nothing lay beneath it */
    play_free(t);
}

Test(tatsu_two, the_card_under_a_given_card_is_turned_for_its_owner) /* T17 */
{
    tm_table *t = table_of_two("", PLENTY);
    play_lines(t, "0 ask\n1 give r4\n* turn r6\n1 play y4\n* turn rv6\n0 ask");
    play_expect_legal(t, 1, "give r5 | give r6 | give rv4 | give rv6");
    play_free(t);
}

Test(tatsu_two, a_card_taken_from_beneath_leaves_the_one_on_top) /* T17 */
{
    tm_table *t = table_of_two("", RED_OPPOSITE);
    play_lines(t, "0 flip 2\n* turn r4\n1 ask");
    play_expect_legal(t, 0, "give y2 | give y3 | give y4 | give y5 | give y6 | give yx1 | give yx2");
    play_lines(t, "0 give y3"); /* its column is empty now: nothing is turned */
    play_expect_turn(t, "0");
    play_expect_legal(t, 0, "ask | flip 1 | flip 3 | flip 4");
    play_free(t);
}

Test(tatsu_two, an_asked_card_from_beneath_leaves_the_opponents_card_on_top) /* T17 */
{
    tm_table *t = table_of_two("", RED_HERE);
    play_lines(t, "0 ask\n1 flip 3\n* turn rx1\n1 play y4");
    play_expect_turn(t, "0"); /* y4 lay on the card that was flipped */
    tatsu_expect_cards(tatsu_truth(t)->hand[1], "y2 y3 y5 y6 yx1 yx2");
    play_free(t);
}

Test(tatsu_two, a_flipped_card_can_end_the_trick) /* T16, T17 */
{
    tm_table *t = table_of_two("", RED_BENEATH);
    play_lines(t, "0 flip 1\n* turn r2\n1 ask\n0 give y6\n* turn rv5\n0 play rv5\n1 play yv3\n* turn r3");
    play_expect_turn(t, "1");
    play_lines(t, "1 play yv4\n* turn r4");
    play_expect_legal(t, 0, "ask | flip 2 | flip 3 | flip 4 | flip 6 | flip 7");
    play_lines(t, "0 flip 2\n* turn rx1\n1 play yv5\n* turn rx2\n0 flip 3");
    play_expect_turn(t, "chance");
    cr_expect_eq(tatsu_truth(t)->open.trick, 1);
    play_lines(t, "* turn rx3");
    play_expect_turn(t, "1");
    cr_expect_eq(tatsu_truth(t)->open.trick, 2);
    tatsu_expect_cards(tatsu_truth(t)->open.captured[1], "rv5 r2 rx1 rx3 yv3 yv4 yv5 y6");
    play_free(t);
}

Test(tatsu_two, the_deal_alternates_and_the_dealer_leads) /* T18 */
{
    static const char *const DEALER[] = {"0", "1", "0", "1"};
    tm_table *t = play_new("tatsu", 2, "target=5000");
    for (uint64_t round = 0; round < 4; round++) {
        cr_expect_eq(tatsu_truth(t)->open.round, round);
        play_lines(t, PLENTY);
        play_expect_turn(t, DEALER[round]);
        do play_random(t, round, 1);
        while (tatsu_truth(t)->open.round == round);
    }
    play_free(t);
}

Test(tatsu_two, the_seat_with_the_fusion_leads_and_the_pot_waits) /* T18, T8 */
{
    tm_table *t = table_of_two("", PLENTY);
    play_lines(t, "0 play r2\n* turn rf\n1 play y4\n* turn rv6\n0 play rf\n1 play y5\n* turn yf\n");
    play_expect_turn(t, "0");
    tatsu_expect_cards(tatsu_truth(t)->open.pot, "r2 rf y4 y5");
    play_lines(t, "0 play r3\n* turn yv5\n1 play yf\n0 play rv3\n* turn yv6\n1 play yx1\n* turn rv7\n");
    play_expect_turn(t, "1");
    tatsu_expect_cards(tatsu_truth(t)->open.pot, "rv3 r2 r3 rf y4 y5 yx1 yf");
    play_lines(t, "1 ask\n0 give y3\n* turn r6\n0 play r6\n1 play yv4\n* turn yv7\n0 play rx1\n* turn yx2");
    play_expect_turn(t, "0");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[0], "rv3 r2 r3 r6 rx1 rf yv4 y3 y4 y5 yx1 yf");
    play_free(t);
}

/* A set of cards by their places in the deck, of one clan. */
static uint32_t clan_cards(int clan, uint32_t faces)
{
    return faces << (TATSU_CLAN * clan);
}

/* Before the last trick: r6 and y2 with seat 0, y3 and r2 with seat 1. Red has 25 points and its x2, yellow 31 and its
 * x1. */
static tm_table *last_trick_of_two(void)
{
    tm_table *t = table_of_two("rounds=1", PLENTY);
    tatsu_state *s = t->state;
    tatsu_public *o = &s->open;
    memset(o->up, TATSU_NONE, sizeof o->up);
    o->down[0] = o->down[1] = 0;
    o->unseen = 0;
    o->trick = 6;
    o->up[0] = 9;                 /* r6 */
    o->up[1] = TATSU_CLAN + 5;    /* y2 */
    o->up[TATSU_COLUMNS] = 20;    /* y3 */
    o->up[TATSU_COLUMNS + 2] = 5; /* r2 */
    s->hand[0] = 1u << 9 | 1u << 19;
    s->hand[1] = 1u << 20 | 1u << 5;
    o->captured[0] = clan_cards(0, 0x1f | 1u << 11) | clan_cards(1, 1u << 11 | 1u << 12);
    o->captured[1] = TATSU_DECK & ~(o->captured[0] | s->hand[0] | s->hand[1]);
    play_check(t);
    return t;
}

Test(tatsu_two, each_seat_scores_for_itself) /* T18, T11 */
{
    tm_table *t = last_trick_of_two();
    play_lines(t, "0 play r6\n1 play y3\n0 ask\n1 give r2\n1 ask\n0 give y2");
    play_expect_over(t, "58 31", "0"); /* the trick brings red 4 points more */
    play_free(t);
}

Test(tatsu_two, an_empty_side_leaves_only_asking) /* T15, T16 */
{
    tm_table *t = last_trick_of_two();
    play_expect_legal(t, 0, "ask | play r6");
    play_lines(t, "0 play r6");
    play_expect_legal(t, 1, "ask | play y3");
    play_lines(t, "1 ask");
    play_expect_legal(t, 0, "give y2");
    play_lines(t, "0 give y2");
    play_expect_legal(t, 0, "ask");
    play_lines(t, "0 ask\n1 give r2");
    play_expect_legal(t, 1, "play y3");
    play_free(t);
}
