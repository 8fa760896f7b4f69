/* Takamatsu: shogun cards, pagodas and the end (K2, K3, K7, K11 … K16, K18). */
#include "takamatsu_palace.h"

#define COLUMN "1 1 2 2 2"

/* Seat 0 brings a black samurai home: black takes a card. */
static void black_comes_home(tm_table *t)
{
    stand(t, "g2 bk", "o4");
    set_turn(t, 0);
    play_lines(t, "0 move g2 bk o2");
}

Test(takamatsu_cards, thirteen_open_and_five_hidden_cards) /* K2, K3 */
{
    tm_table *t = palace(3, "", "-2 -2 -2 1");
    play_expect_refused(t, "* lay -2", TM_EILLEGAL);
    play_expect_refused(t, "* lay 0", TM_EILLEGAL);
    play_expect_refused(t, "* lay 5", TM_EILLEGAL);
    play_expect_refused(t, "* take 1", TM_EILLEGAL);
    play_free(t);
    t = palace(3, "", "h h h h h");
    stand(t, "g2 b", "o4");
    play_lines(t, "0 move g2 b o1\n* take 5");
    play_expect_refused(t, "* lay hidden", TM_EILLEGAL);
    play_lines(t, "* lay 4");
    play_free(t);
}

Test(takamatsu_cards, five_cards_lie_out_before_seat_0_begins) /* K7 */
{
    tm_table *t = palace(4, "", "3 h -2 4");
    play_expect_turn(t, "chance");
    play_expect_refused(t, "0 move o1 b o2", TM_ETURN);
    lay(t, "1");
    play_expect_turn(t, "0");
    play_free(t);
}

Test(takamatsu_cards,
     the_owner_takes_a_card_for_each_samurai_whoever_moves) /* K11, the book's example: 2 yellow, 3 red */
{
    tm_table *t = palace(5, "", "1 2 3 4 -2");
    stand(t, "g1 brrryyy", "o5");
    set_turn(t, 4); /* yellow moves */
    play_lines(t, "4 move g1 rrryy o4");
    expect_pagoda(t, 'r', 1);
    play_lines(t, "* lay 2");
    expect_pagoda(t, 'r', 3);
    play_lines(t, "* lay 2");
    expect_pagoda(t, 'r', 6);
    play_expect_turn(t, "chance");
    play_lines(t, "* lay hidden");
    expect_pagoda(t, 'r', 6);
    expect_pagoda(t, 'y', 0);
    play_expect_turn(t, "0");
    play_free(t);
}

Test(takamatsu_cards, the_others_move_up_and_a_new_card_comes_last) /* K11 */
{
    static const int at[] = {1, 3, 6, 10, 8, 11, 13};
    static const char *const next[] = {"3", "2", "h", "-2", "1", "h", "h"};
    tm_table *t = palace(3, "", "1 2 3 4 -2");
    for (int i = 0; i < 7; i++) {
        black_comes_home(t);
        expect_pagoda(t, 'k', at[i]);
        lay(t, next[i]);
    }
    black_comes_home(t);
    cr_assert_str_eq(tm_table_awaits(t), "take");
    play_free(t);
}

Test(takamatsu_cards, a_hidden_card_is_looked_at_before_the_next_is_laid) /* K11 */
{
    tm_table *t = palace(3, "", "h 3 h 1 1");
    black_comes_home(t);
    cr_assert_str_eq(tm_table_awaits(t), "take");
    play_expect_refused(t, "* lay 2", TM_EILLEGAL);
    play_expect_refused(t, "* take 6", TM_EILLEGAL);
    play_lines(t, "* take 5");
    expect_pagoda(t, 'k', 0);
    cr_assert_str_eq(tm_table_awaits(t), "lay");
    play_expect_refused(t, "* take 4", TM_EILLEGAL);
    play_lines(t, "* lay 2");
    play_expect_turn(t, "1");
    expect_uses(t, 1, "use 5");
    play_free(t);
}

Test(takamatsu_cards, a_pagoda_never_goes_below_zero) /* K12 */
{
    tm_table *t = palace(3, "", "-2 -2 4 h h");
    set_pagoda(t, 'k', 3);
    black_comes_home(t);
    expect_pagoda(t, 'k', 1);
    lay(t, "1");
    black_comes_home(t);
    expect_pagoda(t, 'k', 0);
    lay(t, "1");
    black_comes_home(t);
    expect_pagoda(t, 'k', 4);
    play_free(t);
}

/* Takes every card of the default pile but one, so that 13 laid cards are used and five hidden ones held or laid. */
static tm_table *nearly_empty(int n_seats)
{
    tm_table *t = palace(n_seats, "goal=60", "1 1 2 2 2");
    takamatsu_public *o = &state_of(t)->open;
    memset(o->pile, 0, sizeof o->pile); /* -2 -2 -2 3 3 3 4 4 have been used */
    o->pile_hidden = 5;
    play_check(t);
    return t;
}

Test(takamatsu_cards, the_discards_and_the_card_just_used_become_the_pile) /* K13 */
{
    tm_table *t = nearly_empty(3);
    takamatsu_state *s = state_of(t);
    for (int value = 1; value <= 5; value++) give(t, 0, value);
    play_lines(t, "0 use 5\n0 use 1");
    black_comes_home(t); /* the 1 is used: 9 open cards and two hidden ones */
    int n = 0;
    for (int kind = 0; kind < 5; kind++) n += s->open.pile[kind];
    cr_assert_eq(n, 9);
    cr_assert_eq(s->open.pile_hidden, 2);
    play_expect_refused(t, "* lay 2", TM_EILLEGAL); /* all three lie out */
    play_lines(t, "* lay 1");                       /* the very card that was used */
    play_free(t);
}

Test(takamatsu_cards, a_hidden_card_has_a_value_of_the_shuffle_it_was_laid_from) /* K13 */
{
    tm_table *t = nearly_empty(3);
    takamatsu_state *s = state_of(t);
    give(t, 0, 5);
    give(t, 1, 4);
    s->open.column[0] = s->open.column[1] = s->open.column[2] = TAKAMATSU_FACE_DOWN + 1; /* 1 2 3 */
    s->open.pile_hidden = 0;
    play_check(t);
    play_lines(t, "0 use 5");
    black_comes_home(t);
    play_expect_refused(t, "* take 5", TM_EILLEGAL); /* used, and of no pile yet */
    play_expect_refused(t, "* take 4", TM_EILLEGAL); /* in a hand */
    play_lines(t, "* take 2\n* lay hidden");         /* the 5, in a new pile */
    cr_assert_eq(s->open.column[0], TAKAMATSU_FACE_DOWN + 2);
    cr_assert_eq(s->open.column[4], TAKAMATSU_FACE_DOWN + 1);
    black_comes_home(t);
    play_expect_refused(t, "* take 5", TM_EILLEGAL);
    play_lines(t, "* take 3\n* lay 4");
    black_comes_home(t);
    play_lines(t, "* take 1\n* lay 3");
    black_comes_home(t); /* the two cards between */
    lay(t, "3");
    black_comes_home(t);
    lay(t, "3");
    black_comes_home(t);
    play_expect_refused(t, "* take 1", TM_EILLEGAL);
    play_lines(t, "* take 5");
    play_free(t);
}

Test(takamatsu_cards, every_card_of_the_pile_is_equally_likely) /* K13 */
{
    tm_table *t = palace(3, "", "4 4 3 3 3");
    stand(t, "g2 b", "o4");
    play_lines(t, "0 move g2 b o1"); /* 13 in the pile: three of -2 and 2, two of 1, five hidden */
    int seen[4] = {0};
    tm_rng rng;
    tm_rng_init(&rng, 3, 0);
    for (int i = 0; i < 13000; i++) {
        tm_outcome o;
        takamatsu_chance(config_of(t), state_of(t), &rng, &o);
        seen[o.kind == TAKAMATSU_LAY_HIDDEN ? 3 : (int8_t)o.b[0] == -2 ? 0 : (int8_t)o.b[0] == 2 ? 1 : 2]++;
    }
    const int expected[] = {3000, 3000, 2000, 5000};
    for (int i = 0; i < 4; i++) cr_assert(abs(seen[i] - expected[i]) < 200, "%d: %d", i, seen[i]);
    play_free(t);
}

Test(takamatsu_cards, every_value_that_nobody_has_looked_at_is_equally_likely) /* K13 */
{
    tm_table *t = palace(3, "", "h 4 3 3 3");
    give(t, 1, 2);
    stand(t, "g2 b", "o4");
    play_lines(t, "0 move g2 b o1");
    int seen[6] = {0};
    tm_rng rng;
    tm_rng_init(&rng, 4, 0);
    for (int i = 0; i < 8000; i++) {
        tm_outcome o;
        takamatsu_chance(config_of(t), state_of(t), &rng, &o);
        cr_assert_eq(o.kind, TAKAMATSU_TAKE);
        seen[o.b[0]]++;
    }
    for (int value = 1; value <= 5; value++)
        cr_assert(abs(seen[value] - (value == 2 ? 0 : 2000)) < (value == 2 ? 1 : 200), "%d: %d", value, seen[value]);
    play_free(t);
}

Test(takamatsu_cards, hidden_cards_are_used_before_moving_as_many_as_one_likes) /* K14 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 0, 2);
    give(t, 0, 4);
    give(t, 1, 5);
    expect_uses(t, 0, "use 2 | use 4");
    play_expect_refused(t, "0 use 5", TM_EILLEGAL);
    play_expect_refused(t, "0 use 2 b", TM_ESYNTAX);
    play_expect_refused(t, "0 wait", TM_EILLEGAL);
    play_lines(t, "0 use 4");
    expect_pagoda(t, 'b', 4);
    expect_uses(t, 0, "use 2");
    play_lines(t, "0 use 2");
    expect_pagoda(t, 'b', 6);
    expect_uses(t, 0, "");
    play_expect_turn(t, "0");
    play_lines(t, "0 move o1 b o2");
    play_expect_turn(t, "1");
    play_free(t);
}

Test(takamatsu_cards, who_might_reach_the_goal_is_asked_at_the_end_of_any_turn) /* K14 */
{
    tm_table *t = palace(4, "", COLUMN);
    give(t, 2, 1);
    give(t, 3, 5);
    set_pagoda(t, 'p', 15); /* with a 5 it would be 20 */
    set_pagoda(t, 'r', 14);
    play_lines(t, "0 move o1 b o2");
    play_expect_legal(t, 2, "use 1 | wait");
    expect_counted(config_of(t), state_of(t), 2);
    play_expect_refused(t, "2 move o3 p o4", TM_EILLEGAL);
    play_expect_refused(t, "3 use 5", TM_ETURN);
    play_lines(t, "2 wait");
    play_expect_turn(t, "1"); /* red cannot reach it with one card, whatever it is */
    play_free(t);
}

Test(takamatsu_cards, being_asked_depends_on_the_number_of_cards_not_on_their_values) /* K14 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 1, 1);
    give(t, 1, 2);
    give(t, 2, 5);
    give(t, 2, 4);
    set_pagoda(t, 'k', 11); /* 5 + 4 would do, though 1 + 2 does not */
    set_pagoda(t, 'p', 10); /* 5 + 4 does not */
    play_lines(t, "0 move o1 b o2");
    play_expect_legal(t, 1, "use 1 | use 2 | wait");
    play_lines(t, "1 wait");
    play_expect_turn(t, "1");
    play_free(t);
}

Test(takamatsu_cards, they_are_asked_clockwise_from_who_moved_who_comes_first) /* K14 */
{
    tm_table *t = palace(4, "", COLUMN);
    give(t, 0, 1);
    give(t, 1, 2);
    give(t, 3, 3);
    set_pagoda(t, 'b', 19);
    set_pagoda(t, 'k', 17);
    set_pagoda(t, 'r', 16);
    set_turn(t, 1);
    play_lines(t, "1 move o2 k o3");
    play_expect_turn(t, "1");
    play_lines(t, "1 wait");
    play_expect_turn(t, "3");
    play_lines(t, "3 wait");
    play_expect_turn(t, "0");
    play_lines(t, "0 wait");
    play_expect_turn(t, "2");
    play_free(t);
}

Test(takamatsu_cards, who_uses_a_card_is_asked_again_while_the_goal_can_be_reached) /* K14 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 1, 1);
    give(t, 1, 2);
    give(t, 1, 3);
    set_pagoda(t, 'k', 10);
    play_lines(t, "0 move o1 b o2\n1 use 3"); /* 13, two cards: 22 at most */
    play_expect_legal(t, 1, "use 1 | use 2 | wait");
    play_lines(t, "1 use 1"); /* 14, one card: 19 at most */
    play_expect_turn(t, "1");
    expect_uses(t, 1, "use 2");
    play_free(t);
}

Test(takamatsu_cards, once_the_end_is_triggered_no_hidden_card_is_used) /* K14, K16 */
{
    tm_table *t = palace(4, "", COLUMN);
    give(t, 0, 5);
    give(t, 0, 1);
    give(t, 1, 4);
    set_pagoda(t, 'b', 16);
    set_pagoda(t, 'k', 18);
    play_lines(t, "0 use 5"); /* 21 */
    expect_uses(t, 0, "");
    play_expect_refused(t, "0 use 1", TM_EILLEGAL);
    play_lines(t, "0 move o1 b o2"); /* nobody is asked */
    play_expect_turn(t, "1");
    expect_uses(t, 1, "");
    play_lines(t, "1 move o2 bk o4\n2 move o3 p o4\n3 move i2 r i3");
    play_expect_over(t, "22 22 0 0", "0 1");
    play_free(t);
}

Test(takamatsu_cards, a_card_used_at_the_end_of_a_turn_stops_the_questions) /* K14 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 0, 5);
    give(t, 1, 4);
    set_pagoda(t, 'b', 15);
    set_pagoda(t, 'k', 16);
    play_lines(t, "0 move o1 b o2\n0 use 5");
    play_expect_turn(t, "1");
    expect_uses(t, 1, "");
    play_free(t);
}

Test(takamatsu_cards, two_players_use_a_hidden_card_for_either_pagoda) /* K15 */
{
    tm_table *t = palace(2, "", COLUMN);
    give(t, 0, 3);
    expect_uses(t, 0, "use 3 b | use 3 p");
    play_expect_refused(t, "0 use 3", TM_ESYNTAX);
    play_expect_refused(t, "0 use 3 k", TM_EILLEGAL);
    play_expect_refused(t, "0 use 3 y", TM_EILLEGAL);
    play_lines(t, "0 use 3 p");
    expect_pagoda(t, 'p', 3);
    expect_pagoda(t, 'b', 0);
    play_free(t);
}

Test(takamatsu_cards, two_players_are_asked_for_their_most_advanced_pagoda) /* K14 */
{
    tm_table *t = palace(2, "", COLUMN);
    give(t, 0, 3);
    give(t, 1, 1);
    set_pagoda(t, 'k', 3);
    set_pagoda(t, 'r', 15);
    set_pagoda(t, 'b', 14);
    set_pagoda(t, 'p', 14);
    play_lines(t, "0 move o1 b o2");
    play_expect_legal(t, 1, "use 1 k | use 1 r | wait");
    play_free(t);
}

Test(takamatsu_cards, two_players_add_both_pagodas_and_each_hidden_card_once) /* K15, K16 */
{
    tm_table *t = palace(2, "", COLUMN);
    give(t, 0, 3);
    give(t, 1, 4);
    set_pagoda(t, 'b', 12);
    set_pagoda(t, 'p', 10);
    set_pagoda(t, 'k', 19);
    set_turn(t, 1);
    stand(t, "g2 bk", "o4");
    play_lines(t, "1 move g2 bk o2\n* lay 4");
    play_expect_over(t, "25 24", "0");
    play_free(t);
}

Test(takamatsu_cards, the_round_is_finished_when_a_pagoda_reaches_the_goal) /* K16 */
{
    tm_table *t = palace(4, "", "4 1 2 2 2");
    set_pagoda(t, 'k', 16);
    stand(t, "g2 bk", "i1");
    play_lines(t, "0 move g2 bk o2\n* lay 3"); /* seat 0's move brings black to 20 */
    play_expect_points(t, "0 20 0 0");
    play_expect_winners(t, "");
    stand(t, "o1 k o2 p o3 r", "g1");
    play_lines(t, "1 move o1 k o2\n* lay 1\n2 move g1 bp i1\n3 move o3 r o4\n* lay 3");
    play_expect_over(t, "0 21 0 2", "1");
    play_expect_refused(t, "0 move o1 b o2", TM_EOVER);
    play_expect_refused(t, "* lay 1", TM_EOVER);
    play_free(t);
}

Test(takamatsu_cards, at_the_end_of_the_last_turn_of_a_round_it_is_over_at_once) /* K16 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 1, 5);
    set_pagoda(t, 'k', 15);
    set_pagoda(t, 'b', 7);
    set_turn(t, 2);
    play_lines(t, "2 move o3 p o4\n1 use 5");
    play_expect_over(t, "7 20 0", "1");
    play_free(t);
}

Test(takamatsu_cards, the_end_stays_triggered_when_the_pagoda_goes_back) /* K16 */
{
    tm_table *t = palace(3, "goal=5", "4 -2 1 1 2");
    set_pagoda(t, 'b', 2);
    stand(t, "g2 b o4 kkp", "i1");
    play_lines(t, "0 move g2 b o1\n* lay 2");
    expect_pagoda(t, 'b', 6);
    stand(t, "g2 bk", "o4");
    play_lines(t, "1 move g2 bk i3\n* lay 2"); /* three rooms: the inner blue room, -2 */
    expect_pagoda(t, 'b', 4);
    stand(t, "g2 p o5 bbk", "o4");
    play_lines(t, "2 move g2 p i1");
    play_expect_over(t, "4 0 0", "0");
    play_free(t);
}

Test(takamatsu_cards, all_cards_of_a_move_are_taken_beyond_the_goal_too) /* K11, K12 */
{
    tm_table *t = palace(3, "goal=5", "3 3 4 1 2");
    stand(t, "g1 bbbbk", "o4");
    play_lines(t, "0 move g1 bbbk i3"); /* three cards: 3 + 3 + 4 */
    play_lines(t, "* lay 1\n* lay 2\n* lay 2");
    expect_pagoda(t, 'b', 10);
    play_expect_turn(t, "1");
    play_free(t);
}

Test(takamatsu_cards, hidden_cards_are_added_at_the_end_and_equal_points_share) /* K16 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 0, 3);
    give(t, 0, 4);
    set_pagoda(t, 'b', 13);
    set_pagoda(t, 'p', 19);
    set_turn(t, 2);
    stand(t, "o2 p", "g1");
    play_lines(t, "2 move o2 p o3\n* lay 3");
    play_expect_over(t, "20 0 20", "0 2");
    play_free(t);
}

Test(takamatsu_cards, points_before_the_end_leave_hidden_cards_out) /* K14: kept secret */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 1, 5);
    set_pagoda(t, 'k', 4);
    play_expect_points(t, "0 4 0");
    play_free(t);
}

Test(takamatsu_cards, the_last_round_ends_the_game_after_its_questions) /* K18 */
{
    tm_table *t = palace(3, "rounds=10", COLUMN);
    give(t, 1, 5);
    set_pagoda(t, 'k', 15);
    state_of(t)->open.round = 9;
    set_turn(t, 2);
    play_lines(t, "2 move o3 p o4");
    play_expect_legal(t, 1, "use 5 | wait");
    play_lines(t, "1 wait");
    play_expect_over(t, "0 20 0", "1");
    play_free(t);
}

Test(takamatsu_cards, hidden_cards_may_be_used_in_the_last_round) /* K14, K18: the end is not triggered */
{
    tm_table *t = palace(3, "rounds=10", COLUMN);
    give(t, 2, 1);
    state_of(t)->open.round = 9;
    set_turn(t, 2);
    expect_uses(t, 2, "use 1");
    play_free(t);
}

Test(takamatsu_cards, the_goal_is_an_option) /* K1 */
{
    tm_table *t = palace(3, "goal=5", COLUMN);
    give(t, 1, 1);
    play_lines(t, "0 move o1 b o2");
    play_expect_legal(t, 1, "use 1 | wait"); /* a 5 would do */
    play_free(t);
    t = palace(3, "goal=6", COLUMN);
    give(t, 1, 1);
    play_lines(t, "0 move o1 b o2");
    play_expect_turn(t, "1");
    play_expect_refused(t, "1 wait", TM_EILLEGAL);
    play_free(t);
}

Test(takamatsu_cards, cards_of_equal_value_are_used_one_at_a_time) /* K14 */
{
    tm_table *t = play_open(tm_game_find(tm_span_of("takamatsu")), 3, "",
                            "[TatamiBox \"1\"]\n[Game \"takamatsu\"]\n[Name \"x\"]\n\nhidden 2 2 3\n");
    lay(t, COLUMN);
    give(t, 0, 2);
    give(t, 0, 2);
    expect_uses(t, 0, "use 2");
    play_lines(t, "0 use 2");
    expect_uses(t, 0, "use 2");
    play_lines(t, "0 use 2");
    expect_uses(t, 0, "");
    expect_pagoda(t, 'b', 4);
    play_free(t);
}
