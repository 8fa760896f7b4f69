/* TATSU with four players: cards, teams, tricks, fusions, points and the end. */
#include "games/tatsu/tatsu_text.h"
#include "tatsu_rounds.h"

/* Seats 2 and 3 hold one clan each, so that who can be asked differs from seat to seat. */
static const char MIXED[] = "* deal r2 r3 rv3 rx1 yv3 y2 yf / r4 rv4 rx2 y3 yv4 yx1 y4 / "
                            "r5 r6 rv5 rv6 rv7 rf rx3 / yv5 yv6 yv7 y5 y6 yx2 yx3";

static tm_table *table_of_four(const char *options, const char *deal)
{
    tm_table *t = play_new("tatsu", 4, options);
    play_lines(t, deal);
    return t;
}

Test(tatsu_four, the_deck_holds_sixty_points_and_multipliers_of_six) /* T1 */
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    tatsu_play_round(t, &SWEEP);
    play_expect_over(t, "360 0 360 0", "0 2");
    play_free(t);
    int sum = 0;
    for (int card = 0; card < TATSU_CARDS; card++) sum += tatsu_worth(card);
    cr_expect_eq(sum, 60);
}

Test(tatsu_four, every_card_has_the_worth_and_power_of_its_name) /* T1 */
{
    for (int clan = 0; clan < 2; clan++) {
        const int first = TATSU_CLAN * clan;
        for (int i = 0; i < 5; i++) {
            cr_expect_eq(tatsu_worth(first + i), 3 + i);
            cr_expect_eq(tatsu_power(first + i), 1);
            cr_expect_eq(tatsu_worth(first + 5 + i), 1);
            cr_expect_eq(tatsu_power(first + 5 + i), 2 + i);
        }
        for (int card = first + TATSU_MULTIPLIER; card <= first + TATSU_FUSION; card++) {
            cr_expect_eq(tatsu_worth(card), 0);
            cr_expect_lt(tatsu_power(card), 1);
        }
    }
}

Test(tatsu_four, cards_of_no_clan_or_no_face_are_not_dealt) /* T1 */
{
    tm_table *t = play_new("tatsu", 4, "");
    char deal[160];
    static const char *const STRANGE[] = {"b2", "rv2", "rv8", "r1", "r7", "rx0", "rx4", "R2", "rf1", "r", "2", "r02"};
    for (size_t i = 0; i < sizeof STRANGE / sizeof *STRANGE; i++) {
        snprintf(deal, sizeof deal, "* deal %s%s", STRANGE[i], SWEEP.deal + strlen("* deal rv6"));
        play_expect_refused(t, deal, TM_ESYNTAX);
    }
    play_free(t);
}

Test(tatsu_four, backs_tell_everybody_the_clans_of_a_hand_but_not_its_cards) /* T2 */
{
    static const struct {
        int viewer;
        const char *seen;
    } CASES[] = {
        {0, "* deal r2 r3 rv3 rx1 yv3 y2 yf / r? r? r? y? y? y? y? / r? r? r? r? r? r? r? / y? y? y? y? y? y? y?"},
        {1, "* deal r? r? r? r? y? y? y? / r4 rv4 rx2 y3 yv4 yx1 y4 / r? r? r? r? r? r? r? / y? y? y? y? y? y? y?"},
        {3, "* deal r? r? r? r? y? y? y? / r? r? r? y? y? y? y? / r? r? r? r? r? r? r? / yv5 yv6 yv7 y5 y6 yx2 yx3"},
        {TM_SPECTATOR,
         "* deal r? r? r? r? y? y? y? / r? r? r? y? y? y? y? / r? r? r? r? r? r? r? / y? y? y? y? y? y? y?"},
    };
    tm_table *t = table_of_four("", MIXED);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char line[200];
        tm_text text;
        tm_walk *walk;
        tm_event seen;
        tm_text_init(&text, line, sizeof line);
        cr_assert_eq(tm_walk_new(t, CASES[i].viewer, &walk), TM_OK);
        cr_assert_eq(tm_walk_next(walk, &seen), 1);
        tm_event_write(t, &seen, &text);
        cr_expect_str_eq(line, CASES[i].seen);
        tm_walk_free(walk);
    }
    play_free(t);
}

Test(tatsu_four, partners_sit_opposite_and_score_alike) /* T3 */
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    tatsu_play_round(t, &RULEBOOK);
    play_expect_over(t, "20 70 20 70", "1 3");
    play_free(t);
}

Test(tatsu_four, a_deal_is_seven_cards_for_each_and_no_card_twice) /* T3 */
{
    tm_table *t = play_new("tatsu", 4, "");
    play_expect_refused(t, "* deal", TM_ESYNTAX);
    play_expect_refused(t,
                        "* deal rv6 r2 r6 r5 r4 r3 / rv7 yf yv6 y6 y4 y2 yv4 yx1 / rf rx1 rx2 rx3 rv3 rv4 rv5 / "
                        "yx3 yv7 y5 y3 yv3 yv5 yx2",
                        TM_ESYNTAX);
    play_expect_refused(t,
                        "* deal rv6 r2 r6 r5 r4 r3 rv7 / yf yv6 y6 y4 y2 yv4 yx1 / rf rx1 rx2 rx3 rv3 rv4 rv5 / "
                        "yx3 yv7 y5 y3 yv3 yv5",
                        TM_ESYNTAX);
    play_expect_refused(t,
                        "* deal rv6 r2 r6 r5 r4 r3 rv7 / yf yv6 y6 y4 y2 yv4 yx1 / rf rx1 rx2 rx3 rv3 rv4 rv5 / "
                        "yx3 yv7 y5 y3 yv3 yv5 rv6",
                        TM_EILLEGAL);
    play_expect_refused(t, "* turn r2", TM_EILLEGAL);
    play_expect_refused(t, "0 play rv6", TM_ETURN);
    play_lines(t, SWEEP.deal);
    play_expect_refused(t, SWEEP.deal, TM_ETURN);
    play_free(t);
}

Test(tatsu_four, hands_may_be_written_in_any_order) /* T3 */
{
    tm_table *a = table_of_four("", "* deal r2 r3 rv3 rx1 yv3 y2 yf / r4 rv4 rx2 y3 yv4 yx1 y4 / "
                                    "r5 r6 rv5 rv6 rv7 rf rx3 / yv5 yv6 yv7 y5 y6 yx2 yx3");
    tm_table *b = table_of_four("", "* deal yf y2 yv3 rx1 rv3 r3 r2 / y4 yx1 yv4 y3 rx2 rv4 r4 / "
                                    "rx3 rf rv7 rv6 rv5 r6 r5 / yx3 yx2 y6 y5 yv7 yv6 yv5");
    cr_expect_eq(memcmp(play_state(a), play_state(b), sizeof(tatsu_state)), 0);
    play_free(a);
    play_free(b);
}

Test(tatsu_four, the_deal_goes_round_and_the_dealer_leads) /* T4 */
{
    static const char *const DEALER[] = {"0", "1", "2", "3", "0"};
    tm_table *t = play_new("tatsu", 4, "target=5000");
    for (uint64_t round = 0; round < 5; round++) {
        play_expect_turn(t, "chance");
        cr_expect_str_eq(tm_table_awaits(t), "deal");
        play_lines(t, SWEEP.deal);
        play_expect_turn(t, DEALER[round]);
        do play_random(t, round, 1);
        while (!(tm_table_actors(t) & TM_ACTOR_CHANCE));
    }
    play_free(t);
}

Test(tatsu_four, on_your_turn_you_play_your_clan_or_ask) /* T5 */
{
    tm_table *t = table_of_four("", MIXED);
    play_expect_legal(t, 0, "ask 1 | ask 2 | play r2 | play r3 | play rv3 | play rx1");
    play_expect_legal(t, 1, "");
    play_expect_refused(t, "0 play yv3", TM_EILLEGAL); /* in hand, but not the seat's clan */
    play_expect_refused(t, "0 play r4", TM_EILLEGAL);  /* the clan, but not in hand */
    play_expect_refused(t, "0 ask 0", TM_EILLEGAL);
    play_expect_refused(t, "0 ask", TM_EILLEGAL);
    play_expect_refused(t, "0 ask g", TM_EILLEGAL);
    play_expect_refused(t, "0 ask 4", TM_ESYNTAX);
    play_expect_refused(t, "0 give r2", TM_EILLEGAL);
    play_expect_refused(t, "0 flip 1", TM_EILLEGAL);
    play_expect_refused(t, "1 play y3", TM_ETURN);
    play_lines(t, "0 play r2");
    play_expect_legal(t, 1, "ask 0 | ask 3 | play y3 | play y4 | play yv4 | play yx1");
    play_free(t);
}

Test(tatsu_four, who_is_asked_chooses_a_card_of_the_askers_clan_for_the_asker) /* T5 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 ask 1"); /* an opponent */
    play_expect_turn(t, "1");
    play_expect_legal(t, 1, "give r4 | give rv4 | give rx2");
    play_expect_refused(t, "1 give y3", TM_EILLEGAL);
    play_expect_refused(t, "1 give r2", TM_EILLEGAL);
    play_expect_refused(t, "1 play r4", TM_EILLEGAL);
    play_expect_refused(t, "1 ask 2", TM_EILLEGAL);
    play_expect_refused(t, "0 play r2", TM_ETURN);
    play_lines(t, "1 give rx2\n"
                  "1 ask 3\n" /* a partner */
                  "3 give y6\n"
                  "2 ask 0\n"
                  "0 give r3\n"
                  "3 ask 0\n");
    play_expect_legal(t, 0, "give y2 | give yf | give yv3");
    play_lines(t, "0 give yv3");
    play_expect_turn(t, "1"); /* the y6 of seat 3 lay in front of seat 1, and wins for it */
    tatsu_expect_cards(tatsu_truth(t)->open.captured[1], "r3 rx2 yv3 y6");
    tatsu_expect_cards(tatsu_truth(t)->hand[0], "rv3 r2 rx1 y2 yf");
    tatsu_expect_cards(tatsu_truth(t)->hand[1], "rv4 r4 yv4 y3 y4 yx1");
    play_free(t);
}

Test(tatsu_four, cards_laid_may_differ_in_number_but_four_make_a_trick) /* T5 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 ask 2\n2 give r5\n1 ask 3\n3 give y5\n2 play r6\n3 play y6");
    cr_expect_eq(tatsu_truth(t)->open.trick, 1);
    cr_expect_eq(tm_bits_count(tatsu_truth(t)->hand[0]), 7);
    cr_expect_eq(tm_bits_count(tatsu_truth(t)->hand[2]), 5);
    play_free(t);
}

Test(tatsu_four, who_has_no_card_of_the_clan_is_not_asked) /* T6 */
{
    tm_table *t = table_of_four("", MIXED);
    play_expect_refused(t, "0 ask 3", TM_EILLEGAL);
    play_lines(t, "0 play r2");
    play_expect_refused(t, "1 ask 2", TM_EILLEGAL);
    play_free(t);
}

Test(tatsu_four, who_gave_the_last_card_of_a_clan_is_asked_no_more) /* T6 */
{
    tm_table *t = table_of_four("", "* deal yv3 yv4 yv5 yv6 yv7 y2 r2 / r3 rv3 rv4 rv5 rv6 rv7 y3 / "
                                    "r4 r5 r6 rx1 rx2 rx3 rf / y4 y5 y6 yx1 yx2 yx3 yf");
    play_expect_legal(t, 0, "ask 1 | ask 2 | play r2");
    play_lines(t, "0 play r2\n1 play y3");
    play_expect_legal(t, 2, "ask 1 | play r4 | play r5 | play r6 | play rf | play rx1 | play rx2 | play rx3");
    play_lines(t, "2 play r6");
    play_expect_legal(t, 3, "ask 0 | play y4 | play y5 | play y6 | play yf | play yx1 | play yx2 | play yx3");
    play_lines(t, "3 play y4\n2 play r5\n3 play y5");
    play_expect_legal(t, 0, "ask 1 | ask 2"); /* no card of its own clan: only asking is left */
    play_lines(t, "0 ask 1\n1 give r3");
    play_expect_legal(t, 1, "ask 0 | ask 3");
    play_free(t);
}

Test(tatsu_four, the_highest_power_wins_the_trick) /* T7 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 play rv3\n1 play y3\n2 play rv7\n3 play y5");
    play_expect_turn(t, "3");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[1], "rv3 rv7 y3 y5");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[0], "");
    play_free(t);
}

Test(tatsu_four, among_equal_powers_the_first_laid_wins) /* T7 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 play r3\n1 ask 3\n3 give y6\n2 play r6\n3 play yv5");
    play_expect_turn(t, "1");
    play_lines(t, "1 play yv4\n2 play rv5\n3 play yv6\n0 play rv3"); /* all of power 1 */
    play_expect_turn(t, "1");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[1], "rv3 rv5 r3 r6 yv4 yv5 yv6 y6");
    play_free(t);
}

Test(tatsu_four, a_multiplier_is_below_every_power) /* T7 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 play rx1\n1 play yx1\n2 play rx3\n3 play yv5");
    play_expect_turn(t, "3");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[1], "rx1 rx3 yv5 yx1");
    play_free(t);
}

Test(tatsu_four, of_four_multipliers_the_first_laid_wins) /* T7 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 play rx1\n1 play yx1\n2 play rx3\n3 play yx2");
    play_expect_turn(t, "0");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[0], "rx1 rx3 yx1 yx2");
    play_free(t);
}

Test(tatsu_four, a_fusion_keeps_the_trick_for_the_next) /* T8 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 play r3\n1 play y4\n2 play rf\n3 play y6");
    play_expect_turn(t, "2");
    tatsu_expect_cards(tatsu_truth(t)->open.pot, "r3 rf y4 y6");
    cr_expect_eq(tatsu_truth(t)->open.captured[0] | tatsu_truth(t)->open.captured[1], 0);
    play_lines(t, "2 play r6\n3 play y5\n0 play r2\n1 play y3");
    play_expect_turn(t, "2");
    tatsu_expect_cards(tatsu_truth(t)->open.pot, "");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[0], "r2 r3 r6 rf y3 y4 y5 y6");
    play_free(t);
}

Test(tatsu_four, the_seat_with_the_fusion_in_front_leads_whoever_supplied_it) /* T8 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 ask 2\n2 give rf\n1 play y4\n2 play r6\n3 play y6");
    play_expect_turn(t, "0");
    play_free(t);
}

Test(tatsu_four, both_fusions_in_a_trick_the_first_one_leads) /* T8 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 play r3\n1 ask 0\n0 give yf\n2 play rf\n3 play y6");
    play_expect_turn(t, "1");
    tatsu_expect_cards(tatsu_truth(t)->open.pot, "r3 rf y6 yf");
    play_lines(t, "1 play y4\n2 play r6\n3 play y5\n0 play r2");
    play_expect_turn(t, "2");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[0], "r2 r3 r6 rf y4 y5 y6 yf");
    play_free(t);
}

Test(tatsu_four, a_fusion_after_a_fusion_lets_three_tricks_go_to_one) /* T8 */
{
    tm_table *t = table_of_four("", MIXED);
    play_lines(t, "0 play r3\n1 play y4\n2 play rf\n3 play y6\n"
                  "2 play r6\n3 ask 0\n0 give yf\n0 play r2\n1 play y3\n");
    play_expect_turn(t, "3");
    tatsu_expect_cards(tatsu_truth(t)->open.pot, "r2 r3 r6 rf y3 y4 y6 yf");
    play_lines(t, "3 play y5\n0 play rv3\n1 play yv4\n2 play rv5");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[1], "rv3 rv5 r2 r3 r6 rf yv4 y3 y4 y5 y6 yf");
    play_expect_turn(t, "3");
    play_free(t);
}

Test(tatsu_four, a_fusion_in_the_last_trick_is_won_by_nobody) /* T9 */
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    tatsu_play_round(t, &ONE_AND_THREE); /* rv4 is worth 4 to whoever wins the last trick */
    play_expect_over(t, "104 60 104 60", "0 2");
    play_free(t);
}

Test(tatsu_four, fusions_in_the_last_two_tricks_lose_the_pot_as_well) /* T9 */
{
    tm_table *t = play_new("tatsu", 4, "");
    tatsu_play_round(t, &RULEBOOK); /* yv6 and yv7 wait in the pot */
    play_expect_points(t, "20 70 20 70");
    play_expect_turn(t, "chance");
    tatsu_expect_cards(tatsu_truth(t)->open.pot, "");
    play_free(t);
}

Test(tatsu_four, a_pot_before_the_last_trick_goes_to_its_winner) /* T8, T9 */
{
    /* EVEN with its last two tricks exchanged: the fusions come sixth, and the seventh takes all of them. */
    tm_table *t = table_of_four("rounds=1", EVEN.deal);
    tatsu_play_cards(t, "r6 yv3 rv4 yv5 / rv3 y6 rv5 yv4 / yv6 r5 yx3 rx2 / rx3 y5 rv6 yx2 / yv7 r4 y2 r3 / "
                        "rx1 yf rf yx1 / y4 rv7 y3 r2");
    play_expect_over(t, "60 90 60 90", "1 3"); /* yellow has its x1, too */
    play_free(t);
}

Test(tatsu_four, the_winner_of_a_trick_leads_the_next) /* T10 */
{
    tm_table *t = table_of_four("", EVEN.deal);
    tatsu_play_cards(t, "r6 yv3 rv4 yv5");
    play_expect_turn(t, "0");
    tatsu_play_cards(t, "rv3 y6 rv5 yv4");
    play_expect_turn(t, "1");
    tatsu_play_cards(t, "yv6 r5 yx3 rx2");
    play_expect_turn(t, "2");
    tatsu_play_cards(t, "rx3 y5 rv6 yx2");
    play_expect_turn(t, "3");
    play_free(t);
}

Test(tatsu_four, the_example_of_the_rulebook_scores_twenty) /* T11 */
{
    tm_table *t = table_of_four("rounds=1", RULEBOOK.deal);
    tatsu_play_cards(t,
                     "r6 yv3 rv3 y2 / r5 y3 rx2 yx1 / rx1 y6 rv4 yv4 / y5 rv5 yv5 rv6 / y4 r4 yx2 rv7 / yv6 rf yv7 r2");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[0], "rv3 r5 r6 rx2 yv3 y2 y3 yx1");
    tatsu_play_cards(t, "r3 yf rx3 yx3");
    play_expect_over(t, "20 70 20 70", "1 3");
    play_free(t);
}

Test(tatsu_four, multipliers_of_one_clan_add_up) /* T11 */
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    tatsu_play_round(t, &ONE_AND_THREE);
    play_expect_points(t, "104 60 104 60"); /* 26 points times x1 + x3 */
    play_free(t);
}

Test(tatsu_four, any_multipliers_of_one_clan_add_up) /* T11 */
{
    static const int SUMS[] = {0, 1, 2, 3, 3, 4, 5, 6}; /* of none, x1, x2, x1 + x2, x3 … */
    for (uint32_t set = 0; set < 8; set++)
        for (int clan = 0; clan < 2; clan++) {
            const uint32_t captured = set << (TATSU_CLAN * clan + TATSU_MULTIPLIER);
            cr_expect_eq(tatsu_multiplier_of(captured, clan), SUMS[set]);
            cr_expect_eq(tatsu_multiplier_of(captured, !clan), 0);
        }
}

Test(tatsu_four, multipliers_of_the_other_clan_are_worth_nothing) /* T11 */
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    tatsu_play_round(t, &SWEEP);
    play_expect_points(t, "360 0 360 0"); /* 60 times 6, though red also has 6 of yellow */
    play_free(t);
}

Test(tatsu_four, without_a_multiplier_of_its_own_a_team_scores_nothing) /* T11 */
{
    /* Each team takes the multipliers of the other, and many points. */
    tm_table *t = table_of_four("rounds=1", "* deal r6 rx1 rx2 rv3 rv4 r2 rf / yv7 y6 y5 y4 y3 yx1 yf / "
                                            "rv5 rx3 rv6 rv7 r3 r4 r5 / yx3 yv3 yv4 yv5 yv6 y2 yx2");
    tatsu_play_cards(
        t, "r6 yv7 rv5 yx3 / rx1 y6 rx3 yv3 / y5 rv6 yv4 rx2 / y4 rv7 yv5 rv3 / y3 r3 yv6 rv4 / yf r4 yx2 rf");
    tatsu_expect_cards(tatsu_truth(t)->open.captured[0], "rv5 r6 yv7 yx3");
    tatsu_play_cards(t, "yx1 r5 y2 r2");
    play_expect_over(t, "0 0 0 0", "0 1 2 3");
    play_free(t);
}

Test(tatsu_four, the_game_ends_after_the_round_that_reaches_the_target) /* T12 */
{
    tm_table *t = play_new("tatsu", 4, "target=60");
    tatsu_play_round(t, &EVEN);
    play_expect_turn(t, "");
    play_expect_refused(t, EVEN.deal, TM_EOVER);
    play_expect_refused(t, "0 play r6", TM_EOVER);
    play_free(t);
}

Test(tatsu_four, one_point_below_the_target_the_game_goes_on) /* T12 */
{
    tm_table *t = play_new("tatsu", 4, "target=61");
    tatsu_play_round(t, &EVEN);
    play_expect_turn(t, "chance");
    play_expect_points(t, "60 60 60 60");
    play_expect_winners(t, "");
    play_free(t);
}

Test(tatsu_four, both_teams_reach_the_target_and_the_higher_wins) /* T12 */
{
    tm_table *t = play_new("tatsu", 4, "target=60");
    tatsu_play_round(t, &RED_AHEAD);
    play_expect_over(t, "90 60 90 60", "0 2");
    play_free(t);
}

Test(tatsu_four, equal_totals_share_the_win) /* T12 */
{
    tm_table *t = play_new("tatsu", 4, "target=60");
    tatsu_play_round(t, &EVEN);
    play_expect_over(t, "60 60 60 60", "0 1 2 3");
    play_free(t);
}

Test(tatsu_four, options_keep_their_bounds_and_defaults) /* T12, T16, T25 */
{
    static const char *const GOOD[] = {"target=50",   "target=5000",   "rounds=1",
                                       "rounds=1000", "facedown=each", "facedown=neither"};
    static const char *const BAD[] = {
        "target=49", "target=5001", "target=0",  "target=-60", "target=",       "target=60 ",  "target=060",
        "rounds=0",  "rounds=1001", "facedown=", "facedown=1", "facedown=both", "facedown=eac"};
    tm_setup setup;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_setup_init(&setup, tm_game_find(tm_span_of("tatsu")), 4, &why), TM_OK);
    cr_expect_eq(setup.values[0], 500);
    cr_expect_eq(setup.values[1], 0);
    cr_expect_eq(setup.values[2], 200);
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        cr_expect_eq(tm_setup_option(&setup, tm_span_of(GOOD[i]), &why), TM_OK, "%s", GOOD[i]);
    const tm_setup before = setup;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        tm_why_init(&why, NULL);
        cr_expect_lt(tm_setup_option(&setup, tm_span_of(BAD[i]), &why), 0, "%s", BAD[i]);
        cr_expect_gt(why.text.len, 0);
    }
    cr_expect_eq(memcmp(&before, &setup, sizeof setup), 0);
}

Test(tatsu_four, rounds_end_a_game_that_reaches_no_target) /* T25 */
{
    tm_table *t = play_new("tatsu", 4, "target=5000 rounds=2");
    tatsu_play_round(t, &EVEN);
    play_expect_turn(t, "chance");
    /* Seat 1 deals and leads: as EVEN, beginning with its second trick. */
    play_lines(t, EVEN.deal);
    tatsu_play_cards(t, "y6 rv4 yv5 rv3");
    do play_random(t, 1, 1);
    while (tatsu_truth(t)->open.round == 1);
    play_expect_turn(t, "");
    play_free(t);
}

Test(tatsu_four, an_endless_evening_ends_after_two_hundred_rounds) /* T25 */
{
    tm_table *t = play_new("tatsu", 4, "target=5000");
    tatsu_state *s = t->state;
    s->open.round = 199;
    s->open.leader = 3;
    play_lines(t, EVEN.deal);
    do play_random(t, 1, 1);
    while (tatsu_truth(t)->open.round == 199);
    play_expect_turn(t, "");
    play_free(t);
}

Test(tatsu_four, facedown_may_be_given_and_does_nothing) /* T16 */
{
    tm_table *a = play_new("tatsu", 4, "rounds=3"), *b = play_new("tatsu", 4, "rounds=3 facedown=neither");
    play_random(a, 7, 10000);
    play_random(b, 7, 10000);
    cr_expect_eq(memcmp(play_state(a), play_state(b), sizeof(tatsu_state)), 0);
    cr_expect_eq(tm_table_n_events(a), tm_table_n_events(b));
    play_free(a);
    play_free(b);
}

/* Whatever stands behind the cards of a deal, a person with one hand sees nothing of it. */
Test(tatsu_four, a_deal_is_seen_without_what_lies_beyond_it) /* T2 */
{
    tm_table *t = table_of_four("", MIXED);
    tm_event event = {.seat = TM_CHANCE}, seen;
    event.outcome.kind = TATSU_DEAL;
    event.outcome.n = TATSU_CARDS;
    memset(event.outcome.b, 0xa5, sizeof event.outcome.b);
    for (int i = 0; i < TATSU_CARDS; i++) event.outcome.b[i] = (uint8_t)i;
    t->setup.game->see(t->config, t->state, &event, 0, &seen);
    cr_assert_eq(seen.outcome.n, TATSU_CARDS);
    for (size_t i = TATSU_CARDS; i < sizeof seen.outcome.b; i++) cr_assert_eq(seen.outcome.b[i], 0);
    play_free(t);
}

static int n_drawn(const tm_table *t, const tatsu_view_data *view, int y)
{
    static const tm_say SAY = {.names = {"Aiko", "Ben", "Chie", "Dan"}};
    static tm_cell cells[40 * 20];
    static tm_spot spots[64];
    tm_sheet sheet = {cells, spots, 40, 20, 0, 64};
    const tm_canvas canvas = tm_canvas_of(&sheet);
    int n = 0;
    memset(cells, 0, sizeof cells);
    tatsu_paint(t->config, view, &SAY, &canvas);
    for (int x = 0; x < 40; x++) n += cells[40 * y + x].code > ' ';
    return n;
}

Test(tatsu_four, on_a_narrow_screen_hands_lie_below_their_names) /* T2 */
{
    tm_table *t = table_of_four("", MIXED);
    tatsu_view_data view;
    tm_table_view(t, 0, &view);
    for (int place = 0; place < 4; place++) {
        cr_expect_gt(n_drawn(t, &view, 1 + 2 * place), 0);
        cr_expect_geq(n_drawn(t, &view, 2 + 2 * place), 7, "the cards of place %d, or their backs", place);
    }
    play_free(t);
}

Test(tatsu_four, views_that_no_game_makes_are_not_drawn)
{
    tm_table *t = table_of_four("", MIXED);
    tatsu_view_data view, wrong;
    tm_table_view(t, 0, &view);
    cr_expect(tatsu_is_sound(t->config, &view));
    wrong = view;
    wrong.open.asked = TATSU_PLACES;
    cr_expect_not(tatsu_is_sound(t->config, &wrong));
    wrong = view;
    wrong.seat = TM_SPECTATOR - 1;
    cr_expect_not(tatsu_is_sound(t->config, &wrong));
    wrong.seat = 4;
    cr_expect_not(tatsu_is_sound(t->config, &wrong));
    play_free(t);
}
