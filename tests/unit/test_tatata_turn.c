/* TATATA!: Deck cards, turns, and what the full rules add. */
#include "unit/tatata_position.h"

static int card_named(const char *name)
{
    return tatata_read_card(tm_span_of(name));
}

Test(tatata_turn, six_kinds_of_cards_numbered_one_to_six) /* A1 */
{
    static const char *const STRANGE[] = {"F0", "F7", "B1", "f1", "F", "F11", "1F", ""};
    tm_table *t = play_new("tatata", 2, "");
    for (size_t i = 0; i < sizeof STRANGE / sizeof *STRANGE; i++) {
        char line[32];
        tm_text text;
        tm_text_init(&text, line, sizeof line);
        tm_put_fmt(&text, "* draw %s", STRANGE[i]);
        play_expect_refused(t, line, TM_ESYNTAX);
    }
    for (int card = 0; card < TATATA_DECK; card++) {
        char name[4];
        tm_text text;
        tm_text_init(&text, name, sizeof name);
        tatata_put_card(&text, card);
        cr_expect_eq(card_named(name), card);
    }
    play_free(t);
}

Test(tatata_turn, with_basic_rules_actions_and_loopings_are_jokers) /* A1, A11 */
{
    tm_table *t = position(2, "", "B ?(0) ?(1) ? B", "F1 T2 M3 A4", "");
    play_expect_legal(t, 0,
                      "discard A4 | discard F1 | discard M3 | discard T2 | end | play A4 as fly | play A4 as move | "
                      "play A4 as tatata | play F1 as fly | play M3 as move | play T2 as tatata");
    play_expect_refused(t, "0 action A4", TM_EILLEGAL);
    play_expect_refused(t, "0 play F1 as move", TM_EILLEGAL);
    play_expect_refused(t, "0 play T2 as fly", TM_EILLEGAL);
    play_free(t);
    t = position(2, "", "B ?(0) ?(1) ? B", "L5 J6", "");
    play_expect_legal(
        t, 0,
        "discard J6 | discard L5 | end | play J6 as fly | play J6 as move | play J6 as tatata | play L5 as fly | "
        "play L5 as move | play L5 as tatata");
    play_expect_refused(t, "0 play L5 as loop", TM_EILLEGAL);
    play_lines(t, "0 play L5 as fly");
    cr_expect_eq(open_of(t)->fly, 5);
    play_free(t);
}

Test(tatata_turn, with_full_rules_cards_have_four_numbers) /* A2 */
{
    static const struct {
        const char *card;
        int number[TATATA_COLOURS]; /* blue, red, green, black */
    } CASES[] = {
        {"F1", {1, 3, 3, 3}}, {"F2", {2, 3, 3, 3}}, {"F3", {3, 2, 2, 2}}, {"F4", {4, 2, 2, 2}}, {"F5", {5, 1, 1, 1}},
        {"F6", {6, 1, 1, 1}}, {"T1", {3, 1, 3, 3}}, {"T6", {1, 6, 1, 1}}, {"M2", {3, 3, 2, 3}}, {"M5", {1, 1, 5, 1}},
        {"A3", {2, 2, 2, 3}}, {"A6", {1, 1, 1, 6}}, {"J1", {1, 1, 1, 1}}, {"J6", {6, 6, 6, 6}}, {"L4", {4, 4, 4, 4}},
    };
    tm_table *t = play_new("tatata", 2, "rules=full");
    const tatata_config *c = t->config;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (int colour = 0; colour < TATATA_COLOURS; colour++)
            cr_expect_eq(c->number[card_named(CASES[i].card)][colour], CASES[i].number[colour], "%s", CASES[i].card);
    play_free(t);
}

Test(tatata_turn, four_rounds_of_one_card_are_dealt_from_the_first_seat) /* A5 */
{
    tm_table *t = play_new("tatata", 3, "");
    play_lines(t, "* draw F1\n* draw F2\n* draw F3\n* draw F4");
    cr_expect_eq(state_of(t)->hand[0], tatata_card(0) | tatata_card(3));
    play_expect_refused(t, "* draw F1", TM_EILLEGAL);
    play_expect_refused(t, "0 end", TM_ETURN);
    play_lines(t, "* draw F5\n* draw F6\n* draw T1\n* draw T2\n* draw T3\n* draw T4\n* draw T5\n* draw T6");
    play_expect_legal(t, 0,
                      "discard F1 | discard F4 | discard T1 | discard T4 | end | play F1 as fly | play F4 as fly");
    play_free(t);
}

Test(tatata_turn, at_the_start_of_a_turn_the_hand_is_filled_up_to_four) /* A10 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "F1 / F2 F3", "");
    play_lines(t, "0 end");
    play_expect_turn(t, "chance");
    play_lines(t, "* draw M1");
    play_expect_turn(t, "chance");
    play_lines(t, "* draw M2");
    play_expect_turn(t, "1");
    play_lines(t, "1 end\n* draw J1\n* draw J2\n* draw J3\n0 end");
    play_expect_turn(t, "1"); /* four already */
    play_free(t);
}

Test(tatata_turn, the_discards_become_the_pile_when_a_card_must_be_drawn_and_there_is_none) /* A10 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "F1 F2 F3 F4 / M1 M2 M3 M4", "");
    tatata_state *s = state_of(t);
    s->open.discards = TATATA_DECK_MASK & ~(s->hand[0] | s->hand[1]) & ~tatata_card(card_named("L6"));
    for (int card = 0; card < TATATA_DECK; card++)
        if (s->open.discards >> card & 1) s->open.batch[card] = 0;
    play_check(t);
    play_lines(t, "0 discard F1\n0 discard F2\n0 end\n1 end"); /* the pile is one card */
    play_expect_refused(t, "* draw F1", TM_EILLEGAL);
    play_lines(t, "* draw L6");
    play_expect_refused(t, "* draw L6", TM_EILLEGAL);
    play_lines(t, "* draw F1"); /* discarded in the last turn */
    play_expect_turn(t, "0");
    cr_expect_eq(open_of(t)->discards, 0);
    play_free(t);
}

Test(tatata_turn, every_card_of_the_pile_is_equally_likely) /* A10 */
{
    tm_table *t = play_new("tatata", 2, "");
    int counts[TATATA_DECK] = {0};
    tm_rng rng;
    tm_rng_init(&rng, 2, 2);
    for (int i = 0; i < 36000; i++) {
        tm_outcome outcome;
        t->setup.game->chance(t->config, t->state, &rng, &outcome);
        counts[outcome.b[0]]++;
    }
    for (int card = 0; card < TATATA_DECK; card++) {
        cr_expect_geq(counts[card], 850);
        cr_expect_leq(counts[card], 1150);
    }
    play_free(t);
}

Test(tatata_turn, fly_tatata_fly_and_move_in_one_turn) /* A11, the book's first example of a turn */
{
    tm_table *t = position(2, "", "B(0) ? ?(1) ? ? B", "F1 T1 F2 M3", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n* sky clouds\n0 play T1 as tatata\n1 take\n0 play F2 as fly\n0 go 2\n"
                  "* sky clouds\n0 play M3 as move\n0 end");
    expect_circuit(t, "B clouds ?(1*) clouds(0) ? B");
    play_free(t);
}

Test(tatata_turn, two_shots_a_flight_and_a_discard_in_one_turn) /* A11, the book's second example of a turn */
{
    tm_table *t = position(2, "", "B ?(0) ?(1) ? B", "T1 T2 F2 M3 / M1 M2", "");
    play_lines(t, "0 play T1 as tatata\n1 dodge M1\n0 play T2 as tatata\n1 dodge M2\n0 play F2 as fly\n0 go 2\n"
                  "* sky clouds\n0 discard M3");
    play_expect_legal(t, 0, "end");
    play_free(t);
}

Test(tatata_turn, points_that_were_not_used_are_lost_at_the_end) /* A11 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "F1 M1 J1 A1 / F2 M2 J2 A2", "");
    play_lines(t, "0 play F1 as fly\n0 play M1 as move\n0 end\n1 end");
    cr_expect_eq(open_of(t)->fly, 0);
    cr_expect_eq(open_of(t)->move, 0);
    play_free(t);
}

Test(tatata_turn, full_rules_begin_with_a_card_for_its_black_number) /* A20 */
{
    tm_table *t = position(2, "rules=full", "B(0) ?(1) ? ? B", "F1 T6 M3 J2", "smoke / -");
    play_expect_legal(t, 0, "action F1 | action J2 | action M3 | action T6 | end"); /* no Sky card before it */
    play_lines(t, "0 action T6");                                                   /* one card may follow */
    play_expect_legal(t, 0,
                      "end | play F1 as fly | play F1 as move | play F1 as tatata | play J2 as fly | play J2 as move | "
                      "play J2 as tatata | play M3 as fly | play M3 as move | play M3 as tatata | use smoke");
    play_expect_refused(t, "0 discard F1", TM_EILLEGAL);
    play_lines(t, "0 play J2 as fly");
    play_expect_legal(t, 0, "end | go 2");
    play_free(t);
}

Test(tatata_turn, deck_and_sky_cards_count_together) /* A20, A23 */
{
    tm_table *t = position(2, "rules=full", "B(0) ?(1) ? ? B", "A2 F3 M3 J6", "smoke bomb / -");
    play_lines(t, "0 action A2\n0 use smoke\n0 put 0 1"); /* black is 2 */
    cr_expect_eq(open_of(t)->plays, 1);
    expect_offer(t, 0, "play J6 as fly", true);
    play_lines(t, "0 play J6 as fly");
    expect_offer(t, 0, "go 2", true);
    expect_offer(t, 0, "go 2 bomb 1", false); /* a bomb counts as a card */
    play_free(t);

    t = position(2, "rules=full", "B(0) ?(1) ? ? B", "A2 F3 M3 J6", "smoke bomb / -");
    play_lines(t, "0 action A2\n0 play J6 as fly");
    expect_offer(t, 0, "go 2 bomb 1", true);
    play_lines(t, "0 go 2 bomb 1\n1 take\n0 put 0 1\n* sky laser");
    play_expect_legal(t, 0, "end"); /* no card is left to play */
    play_free(t);
}

Test(tatata_turn, ending_the_turn_without_playing_is_allowed) /* A20 */
{
    tm_table *t = position(2, "rules=full", "B(0) ? ? ? B(1)", "F1 F2 F3 F4 / M1 M2 M3 M4", "");
    play_lines(t, "0 end");
    play_expect_legal(t, 1, "action M1 | action M2 | action M3 | action M4 | end");
    play_free(t);
}

Test(tatata_turn, with_full_rules_a_card_gives_the_number_of_the_colour_played) /* A21 */
{
    tm_table *t = position(2, "rules=full", "B ?(0) ?(1) ? B", "A6 F1 T5 M4 / F2 F3 J3", "");
    play_lines(t, "0 action A6\n0 play F1 as move");
    cr_expect_eq(open_of(t)->move, 3);
    play_lines(t, "0 play M4 as fly");
    cr_expect_eq(open_of(t)->fly, 2);
    play_lines(t, "0 play T5 as tatata");
    cr_expect_eq(open_of(t)->strength, 5);
    play_expect_legal(t, 1, "take"); /* greens 3, 2, 3 */
    play_free(t);

    t = position(2, "rules=full", "B ?(0) ?(1) ? B", "A6 T3 / F2 F3 J3", "");
    play_lines(t, "0 action A6\n0 play T3 as tatata");
    play_expect_legal(t, 1, "dodge F2 | dodge J3 | take");
    play_lines(t, "1 dodge F2");
    cr_expect_eq(open_of(t)->plays, 5); /* the dodge is not counted */
    play_free(t);
}

Test(tatata_turn, with_full_rules_a_burning_plane_moves_only_after_its_first_card) /* A17, A20, A23 */
{
    tm_table *t = position(2, "rules=full", "B ?(0*) ? ? B(1)", "A1 M3 L4 J5", "smoke / -");
    play_expect_legal(t, 0, "action A1 | action J5 | action L4 | action M3 | end");
    play_lines(t, "0 action A1");
    play_expect_legal(t, 0, "end | play J5 as move | play L4 as move | play M3 as move");
    play_lines(t, "0 play M3 as move"); /* the only card that may follow: recovering is no card */
    play_expect_legal(t, 0, "end | recover");
    play_lines(t, "0 recover");
    play_expect_legal(t, 0, "end");
    play_free(t);
}

Test(tatata_turn, a_looping_turns_the_next_shot_backward) /* A22 */
{
    tm_table *t = position(3, "rules=full", "B ?(1) ?(0) ?(2) B ? ? ? B", "A6 L1 T3 J2", "");
    play_lines(t, "0 action A6\n0 play L1 as loop");
    play_lines(t, "0 play T3 as tatata");
    play_expect_turn(t, "1"); /* behind */
    play_lines(t, "1 take\n0 play J2 as tatata");
    play_expect_turn(t, "2"); /* ahead again */
    play_free(t);
}

Test(tatata_turn, a_looping_shot_cannot_hit_ahead) /* A22 */
{
    tm_table *t = position(3, "rules=full", "B ? ?(0) ?(2) B ?(1) ? ? B", "A6 L1 L2 T3", "laser missile / -");
    play_lines(t, "0 action A6");
    expect_offer(t, 0, "play T3 as tatata", true);
    expect_offer(t, 0, "use laser", true);
    expect_offer(t, 0, "play L2 as loop", true);
    expect_offer(t, 0, "play T3 as loop", false); /* looping cards only */
    play_lines(t, "0 play L1 as loop");
    expect_offer(t, 0, "play T3 as tatata", false);
    expect_offer(t, 0, "use laser", false);       /* nobody behind before the base */
    expect_offer(t, 0, "play L2 as loop", false); /* not while one is pending */
    play_lines(t, "0 use missile");
    play_expect_turn(t, "1"); /* the first behind, over the start of the ring */
    play_lines(t, "1 take\n0 put 1 1");
    expect_offer(t, 0, "use laser", true); /* the looping is over */
    play_free(t);
}

Test(tatata_turn, a_looping_laser_stops_at_the_base_behind) /* A22, A18 */
{
    static const struct {
        const char *circuit;
        bool hits;
    } CASES[] = {{"B ?(1) ? ?(0) B", true}, {"B ? ? ?(1) B ? ?(0)", false}, {"B clouds(1) ? ?(0) B", false}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        tm_table *t = position(2, "rules=full", CASES[i].circuit, "A6 L1", "laser / -");
        play_lines(t, "0 action A6\n0 play L1 as loop");
        expect_offer(t, 0, "use laser", CASES[i].hits);
        play_free(t);
    }
}

Test(tatata_turn, a_flight_and_the_end_cancel_a_looping_krauten_and_smoke_do_not) /* A22 */
{
    tm_table *t = position(2, "rules=full", "B(0) ? ?(1) ? B", "A6 L1 F1 T3", "");
    play_lines(t, "0 action A6\n0 play L1 as loop\n0 play F1 as fly\n0 go 1\n* sky clouds");
    expect_offer(t, 0, "play T3 as tatata", true); /* ahead */
    play_free(t);

    t = position(3, "rules=full", "B ?(1) ?(0) ?(2) B ? ? ? B", "A6 L1 T3", "krauten smoke / -");
    play_lines(t, "0 action A6\n0 play L1 as loop\n0 use krauten");
    play_expect_turn(t, "1");
    play_lines(t, "1 take\n0 put 1 1\n0 use smoke\n0 put 1 1\n0 play T3 as tatata");
    play_expect_turn(t, "1"); /* still backward */
    play_free(t);

    t = position(2, "rules=full", "B ?(0) ?(1) ? B", "A6 L1 T3 T4 / T1 T2 T5 T6", "");
    play_lines(t, "0 action A6\n0 play L1 as loop\n0 end\n1 end\n* draw J1\n* draw J2\n0 action J1");
    expect_offer(t, 0, "play T3 as tatata", true);
    play_free(t);
}

Test(tatata_turn, a_black_number_of_nought_lets_nothing_follow) /* A20, with a box */
{
    tm_table *t = position_in_box(2, "rules=full", "B(0) ? ? ? B(1)", "F1 F2", "",
                                  "[TatamiBox \"1\"]\n[Game \"tatata\"]\n[Name \"x\"]\n\ndeck F1 1 1 1 0\n");
    play_lines(t, "0 action F1");
    play_expect_legal(t, 0, "end");
    play_free(t);
}

Test(tatata_turn, strange_words_are_refused) /* the notation */
{
    static const char *const STRANGE[] = {
        "0 play F1",
        "0 play F1 as",
        "0 play F1 as joker",
        "0 go",
        "0 go 0",
        "0 go base",
        "0 go base 0",
        "0 go -1",
        "0 go 01",
        "0 go 1 bomb",
        "0 go 1 bomb 8",
        "0 go base 1 bomb x",
        "0 go 1 bomb 1 1",
        "0 use bomb",
        "0 use clouds",
        "0 put 0",
        "0 put 8 1",
        "0 wind 0 1",
        "0 wind 0 +4",
        "0 wind 0 +0",
        "0 wind 8 +1",
        "0 dodge",
        "0 drop",
        "0 discard",
        "0 end now",
        "0 discard F1 F2",
        "0 action",
        "0 go 5000",
        "0 put 0 31",
        "0 wind 0 +11",
    };
    tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "F1 M1", "");
    for (size_t i = 0; i < sizeof STRANGE / sizeof *STRANGE; i++) play_expect_refused(t, STRANGE[i], TM_ESYNTAX);
    play_free(t);
}

Test(tatata_turn, the_round_is_shown_until_the_game_is_over)
{
    play_expect_round_shown("tatata");
}

static void expect_reason(tm_table *t, const char *action, const char *expected)
{
    tm_action a;
    tm_why why;
    cr_assert_eq(t->setup.game->read_action(t->config, tm_span_of(action), &a), TM_OK, "%s", action);
    tm_why_init(&why, NULL);
    cr_expect_eq(tm_table_why(t, 0, a, &why), TM_EILLEGAL);
    cr_expect_str_eq(why.text.at, expected, "%s: %s", action, why.text.at);
}

Test(tatata_turn, a_refusal_says_what_is_missing) /* A9, A10 */
{
    tm_table *t = position(2, "", "B ?(0) ? ?(1) ? B ? ? ? ?", "F2", "bomb / -");
    expect_reason(t, "go 1", "fly points needed: 1; you have 0");
    play_lines(t, "0 play F2 as fly");
    expect_reason(t, "go 3", "fly points needed: 3; you have 2");
    expect_reason(t, "go 2", "no plane can stop there");
    expect_reason(t, "go base 1", "points needed: 3 to fly and 1 to move; you have 2 and 0");
    expect_reason(t, "go 1 bomb 1", "a bomb hits a plane that you pass");
    expect_reason(t, "play F2 as fly", "you do not have that card");
    play_free(t);
}

Test(tatata_turn, points_that_are_left_when_the_last_round_ends_are_gone) /* A24 */
{
    tm_table *t = position(2, "rounds=20", "B ? ?(0) clouds(1) B ? ? ?", "- / F1 M6", "");
    open_of(t)->round = 19;
    open_of(t)->turn = open_of(t)->who = 1;
    play_lines(t, "1 play M6 as move");
    cr_assert_eq(open_of(t)->move, 6);
    play_lines(t, "1 end");
    play_expect_turn(t, "");
    cr_assert_eq(open_of(t)->move, 0);
    play_free(t);
}
