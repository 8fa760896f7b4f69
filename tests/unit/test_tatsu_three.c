/* TATSU with three players: places, the ghost, and how everybody moves on. */
#include <tatami/learn.h>

#include "games/tatsu/tatsu_view.h"
#include "tatsu_rounds.h"

/* Everybody, the ghost too, holds cards of both clans. */
static const char MIXED[] = "* deal r2 r3 rv3 rx1 yv3 y2 yf / r4 rv4 rx2 y3 yv4 yx1 y4 / "
                            "r5 r6 rv5 rf yv5 y5 y6 / yv6 yv7 yx2 yx3 rv6 rv7 rx3";

static tm_table *table_of_three(const char *options, const char *deal)
{
    tm_table *t = play_new("tatsu", 3, options);
    play_lines(t, deal);
    return t;
}

Test(tatsu_three, the_ghost_sits_opposite_player_0) /* T19 */
{
    tm_table *t = table_of_three("", SWEEP.deal);
    play_expect_turn(t, "0");
    play_lines(t, "0 play rv6");
    play_expect_turn(t, "1");
    play_lines(t, "1 play yf");
    play_expect_legal(t, 0, "ask 0 | play rf | play rv3 | play rv4 | play rv5 | play rx1 | play rx2 | play rx3");
    play_lines(t, "0 play rv3");
    play_expect_turn(t, "2");
    play_expect_legal(t, 2, "ask 1 | play y3 | play y5 | play yv3 | play yv5 | play yv7 | play yx2 | play yx3");
    play_free(t);
}

Test(tatsu_three, the_cards_of_the_ghost_lie_face_up) /* T19 */
{
    static const int VIEWERS[] = {0, 1, 2, TM_SPECTATOR};
    tm_table *t = table_of_three("", MIXED);
    for (int i = 0; i < 4; i++) {
        tatsu_view_data view;
        tm_table_view(t, VIEWERS[i], &view);
        tatsu_expect_cards(view.known[TATSU_GHOST], "rv5 r5 r6 rf yv5 y5 y6");
        tatsu_expect_cards(view.known[3], VIEWERS[i] == 2 ? "rv6 rv7 rx3 yv6 yv7 yx2 yx3" : "");
    }
    play_free(t);
}

Test(tatsu_three, the_player_at_place_0_decides_for_the_ghost) /* T20 */
{
    tm_table *t = table_of_three("", MIXED);
    play_lines(t, "0 play r2\n1 play y3");
    play_expect_turn(t, "0");
    play_expect_legal(t, 0, "ask 0 | ask 1 | ask 2 | play r5 | play r6 | play rf | play rv5");
    play_expect_refused(t, "0 play r3", TM_EILLEGAL); /* the player's own */
    play_expect_refused(t, "0 play y5", TM_EILLEGAL);
    play_expect_refused(t, "2 play r5", TM_ETURN);
    play_lines(t, "0 play r6\n2 ask g");
    play_expect_turn(t, "0");
    play_expect_legal(t, 0, "give y5 | give y6 | give yv5");
    play_expect_refused(t, "0 give yv3", TM_EILLEGAL);
    play_expect_refused(t, "2 give y5", TM_ETURN);
    play_lines(t, "0 give yv5");
    play_expect_turn(t, "0"); /* r6 won for the ghost, which leads */
    play_expect_legal(t, 0, "ask 0 | ask 1 | ask 2 | play r5 | play rf | play rv5");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[0], "r2 r6 yv5 y3");
    play_free(t);
}

Test(tatsu_three, asked_personally_that_player_gives_from_their_own_hand) /* T20 */
{
    tm_table *t = table_of_three("", MIXED);
    play_lines(t, "0 play r2\n1 ask 0");
    play_expect_legal(t, 0, "give y2 | give yf | give yv3");
    play_expect_refused(t, "0 give y5", TM_EILLEGAL); /* the ghost's */
    play_free(t);
}

Test(tatsu_three, everybody_may_ask_the_ghost) /* T21 */
{
    tm_table *t = table_of_three("", MIXED);
    play_expect_legal(t, 0, "ask 1 | ask 2 | ask g | play r2 | play r3 | play rv3 | play rx1");
    play_lines(t, "0 ask g"); /* the player at place 0, too */
    play_expect_legal(t, 0, "give r5 | give r6 | give rf | give rv5");
    play_expect_refused(t, "0 give r2", TM_EILLEGAL);
    play_lines(t, "0 give r5");
    play_expect_legal(t, 1, "ask 0 | ask 2 | ask g | play y3 | play y4 | play yv4 | play yx1");
    play_lines(t, "1 ask g\n0 give y5\n0 play r6");
    play_expect_legal(t, 2, "ask 0 | ask 1 | ask g | play yv6 | play yv7 | play yx2 | play yx3");
    play_lines(t, "2 ask g");
    play_expect_legal(t, 0, "give y6 | give yv5");
    play_lines(t, "0 give y6");
    tatsu_expect_cards(tatsu_truth(t)->hand[TATSU_GHOST], "rv5 rf yv5"); /* all four cards came from the ghost */
    play_expect_turn(t, "0");
    play_free(t);
}

Test(tatsu_three, the_ghost_may_ask_its_own_player_but_not_itself) /* T21 */
{
    tm_table *t = table_of_three("", MIXED);
    play_lines(t, "0 play r2\n1 play y3");
    play_expect_refused(t, "0 ask g", TM_EILLEGAL);
    play_lines(t, "0 ask 0");
    play_expect_turn(t, "0");
    play_expect_legal(t, 0, "give r3 | give rv3 | give rx1");
    play_expect_refused(t, "0 give r5", TM_EILLEGAL); /* the ghost's */
    play_lines(t, "0 give r3\n2 play yv6");
    cr_expect_eq(tatsu_truth(t)->open.leader, 1); /* y3 was laid before r3 */
    play_free(t);
}

Test(tatsu_three, the_ghost_may_ask_the_others) /* T21 */
{
    tm_table *t = table_of_three("", MIXED);
    play_lines(t, "0 play r2\n1 play y3\n0 ask 2");
    play_expect_legal(t, 2, "give rv6 | give rv7 | give rx3");
    play_lines(t, "2 give rx3");
    play_expect_turn(t, "2");
    play_free(t);
}

Test(tatsu_three, a_player_cannot_ask_themselves) /* T21 */
{
    tm_table *t = table_of_three("", MIXED);
    play_expect_refused(t, "0 ask 0", TM_EILLEGAL);
    play_expect_refused(t, "0 ask 3", TM_EILLEGAL); /* asking names players, not places */
    play_lines(t, "0 play r2");
    play_expect_refused(t, "1 ask 1", TM_EILLEGAL);
    play_free(t);
}

Test(tatsu_three, a_fusion_before_the_ghost_lets_the_ghost_lead) /* T8, T20 */
{
    tm_table *t = table_of_three("", MIXED);
    play_lines(t, "0 play r2\n1 play y3\n0 play rf\n2 play yv6");
    play_expect_legal(t, 0, "ask 0 | ask 1 | ask 2 | play r5 | play r6 | play rv5");
    play_free(t);
}

Test(tatsu_three, place_0_deals_and_leads_every_round) /* T22 */
{
    tm_table *t = play_new("tatsu", 3, "target=5000");
    static const char *const LEADER[] = {"0", "2", "1", "0", "2", "1"}; /* T23: who has moved to place 0 */
    for (int round = 0; round < 6; round++) {
        play_lines(t, SWEEP.deal);
        play_expect_turn(t, LEADER[round]);
        cr_expect_eq(tatsu_truth(t)->open.leader, 0);
        tatsu_play_cards(t, SWEEP.tricks);
    }
    play_free(t);
}

Test(tatsu_three, each_player_scores_what_the_team_scored) /* T23 */
{
    tm_table *t = play_new("tatsu", 3, "");
    tatsu_play_round(t, &RULEBOOK);
    play_expect_points(t, "20 70 70");
    play_free(t);
}

Test(tatsu_three, players_move_on_over_three_rounds_and_the_ghost_stays) /* T23 */
{
    tm_table *t = play_new("tatsu", 3, "target=5000");
    tatsu_play_round(t, &RULEBOOK);
    play_expect_points(t, "20 70 70");

    play_lines(t, MIXED); /* player 2 has place 0, player 0 place 1, player 1 place 3 */
    play_expect_legal(t, 2, "ask 0 | ask 1 | ask g | play r2 | play r3 | play rv3 | play rx1");
    play_lines(t, "2 play r2");
    play_expect_legal(t, 0, "ask 1 | ask 2 | ask g | play y3 | play y4 | play yv4 | play yx1");
    play_lines(t, "0 play y3");
    play_expect_legal(t, 2, "ask 0 | ask 1 | ask 2 | play r5 | play r6 | play rf | play rv5");
    play_lines(t, "2 play r5");
    play_expect_legal(t, 1, "ask 0 | ask 2 | ask g | play yv6 | play yv7 | play yx2 | play yx3");
    play_lines(t, "1 ask g");
    play_expect_legal(t, 2, "give y5 | give y6 | give yv5");
    do play_random(t, 5, 1);
    while (tatsu_truth(t)->open.round == 1);

    play_lines(t, MIXED); /* player 1 has place 0, player 2 place 1, player 0 place 3 */
    play_expect_legal(t, 1, "ask 0 | ask 2 | ask g | play r2 | play r3 | play rv3 | play rx1");
    play_lines(t, "1 play r2");
    play_expect_turn(t, "2");
    play_lines(t, "2 play y3");
    play_expect_turn(t, "1");
    play_lines(t, "1 play r5");
    play_expect_turn(t, "0");
    play_free(t);
}

Test(tatsu_three, after_three_rounds_everybody_was_red_once) /* T23 */
{
    tm_table *t = play_new("tatsu", 3, "target=5000 rounds=3");
    tatsu_play_round(t, &SWEEP);
    play_expect_points(t, "360 0 0");
    tatsu_play_round(t, &SWEEP);
    play_expect_points(t, "360 0 360");
    tatsu_play_round(t, &SWEEP);
    play_expect_over(t, "360 360 360", "0 1 2");
    play_free(t);
}

Test(tatsu_three, a_player_at_the_target_ends_the_game) /* T24 */
{
    tm_table *t = play_new("tatsu", 3, "target=360");
    tatsu_play_round(t, &SWEEP);
    play_expect_over(t, "360 0 0", "0");
    play_free(t);
}

Test(tatsu_three, all_reach_the_target_at_once_and_the_highest_wins) /* T24 */
{
    tm_table *t = play_new("tatsu", 3, "target=80");
    tatsu_play_round(t, &RULEBOOK);
    play_expect_turn(t, "chance");
    tatsu_play_round(t, &RULEBOOK);
    play_expect_over(t, "90 140 90", "1");
    play_free(t);
}

Test(tatsu_three, two_who_are_equal_share_the_win) /* T12, T24 */
{
    tm_table *t = play_new("tatsu", 3, "target=70");
    tatsu_play_round(t, &RULEBOOK);
    play_expect_over(t, "20 70 70", "1 2");
    play_free(t);
}

/* Learners see the points by whose they are: the partner changes with the round. */
Test(tatsu_three, a_learner_sees_the_points_of_its_partner_and_of_its_opponents_apart) /* T23 */
{
    enum { RACE = 8 };
    static const uint8_t SEEN[3][RACE] = {
        {7, 25, 25, 0, 1, 1, 0, 4},   /* place 1, with player 1 at place 3: both far behind */
        {25, 7, 25, 0, 31, 16, 0, 4}, /* place 3, with player 0, who is far ahead */
        {25, 0, 7, 25, 0, 31, 16, 4}, /* place 0, alone */
    };
    tm_table *t = table_of_three("rounds=5", SWEEP.deal);
    const tm_learn *learn = tm_learn_find(tm_table_setup(t)->game);
    const uint32_t size = tm_learn_size(learn);
    uint8_t *observation = malloc(size);
    cr_assert(observation && size > RACE);
    tatsu_play_cards(t, SWEEP.tricks);
    play_expect_points(t, "360 0 0");
    play_lines(t, MIXED);
    for (int seat = 0; seat < 3; seat++) {
        tatsu_view_data view;
        tm_table_view(t, seat, &view);
        learn->observe(tm_table_config(t), &view, observation);
        cr_expect_arr_eq(observation + size - RACE, SEEN[seat], RACE, "player %d", seat);
    }
    free(observation);
    play_free(t);
}
