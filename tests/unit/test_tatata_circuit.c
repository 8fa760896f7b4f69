/* TATATA!: the circuit, flights, laps, falls, gaps, cards put back, the end. */
#include <stdio.h>

#include "unit/tatata_position.h"

Test(tatata_circuit, legs_are_equal_and_at_most_thirty_cards_in_all) /* A4 */
{
    static const struct {
        int n, usual, most;
    } LEGS[] = {{2, 5, 7}, {3, 5, 7}, {4, 5, 7}, {5, 5, 6}, {6, 5, 5}, {7, 4, 4}, {8, 3, 3}};
    for (size_t i = 0; i < sizeof LEGS / sizeof *LEGS; i++) {
        tm_table *t = play_new("tatata", LEGS[i].n, "");
        const tatata_public *o = open_of(t);
        cr_expect_eq(o->n_ring, LEGS[i].n * (1 + LEGS[i].usual), "%d players", LEGS[i].n);
        for (int leg = 0; leg < LEGS[i].n; leg++) cr_expect_eq(tatata_leg_cards(t->config, o, leg), LEGS[i].usual);
        const tm_range *range = tm_option_range(&t->setup.game->options[1], LEGS[i].n);
        cr_expect_eq(range->min, 3);
        cr_expect_eq(range->max, LEGS[i].most, "%d players", LEGS[i].n);
        play_free(t);
    }
}

Test(tatata_circuit, every_plane_starts_at_home_without_a_lap) /* A5 */
{
    tm_table *t = play_new("tatata", 3, "leg=3");
    expect_circuit(t, "B(0) ? ? ? B(1) ? ? ? B(2) ? ? ?");
    play_expect_points(t, "0 0 0");
    play_free(t);
}

Test(tatata_circuit, two_fly_cards_make_one_longer_flight) /* A11, the book's example: 2 and 3 are at most 5 cards */
{
    tm_table *t = position(2, "", "B(0) ? ? ? ? ? ? B(1) ? ? ?", "F2 F3", "");
    play_lines(t, "0 play F2 as fly\n0 play F3 as fly");
    play_expect_legal(t, 0, "end | go 1 | go 2 | go 3 | go 4 | go 5");
    play_free(t);
}

Test(tatata_circuit, eleven_cards_and_two_bases) /* A11, the book's example with four players */
{
    tm_table *t = position(4, "", "B(0) ? ? ? ? ? B ? ? ? ? ? B ?(1) ? ?(2) ? ?(3) B ? ? ? ? ?", "F6 F5 M2", "");
    play_lines(t, "0 play F6 as fly\n0 play F5 as fly");
    expect_offer(t, 0, "go 6", false); /* a base lies before it */
    play_lines(t, "0 play M2 as move");
    expect_offer(t, 0, "go 10", true);
    expect_offer(t, 0, "go 11", false); /* plane 1 is there */
    expect_offer(t, 0, "go base 1", true);
    expect_offer(t, 0, "go base 2", true);
    expect_offer(t, 0, "go base 3", false);
    tatata_public *o = open_of(t);
    tatata_carry(o, 1, o->base[3]);
    expect_offer(t, 0, "go 11", true);
    expect_offer(t, 0, "go 12", false);
    play_lines(t, "0 go 11\n* sky clouds");
    cr_expect_eq(o->at[0], 13);
    cr_expect_eq(o->move, 0);
    play_free(t);
}

Test(tatata_circuit, a_base_right_ahead_still_needs_a_fly_point) /* A11 */
{
    tm_table *t = position(2, "", "B ? ? ?(0) B ? ? ?(1)", "F1 M1", "");
    play_lines(t, "0 play M1 as move");
    expect_offer(t, 0, "go base 1", false);
    play_lines(t, "0 play F1 as fly");
    expect_offer(t, 0, "go base 1", true);
    play_lines(t, "0 go base 1");
    expect_circuit(t, "B ? ? ? B(0) ? ? ?(1)");
    play_expect_legal(t, 0, "end");
    play_free(t);
}

Test(tatata_circuit, what_is_left_of_the_fly_points_is_lost_and_move_points_stay) /* A11 */
{
    tm_table *t = position(2, "", "B ? ? ?(0) B ? ? ?(1)", "F6 M4 F1", "");
    play_lines(t, "0 play F6 as fly\n0 play M4 as move\n0 go base 1");
    cr_expect_eq(open_of(t)->fly, 0);
    cr_expect_eq(open_of(t)->move, 3);
    play_expect_legal(t, 0, "discard F1 | end | play F1 as fly");
    play_lines(t, "0 play F1 as fly");
    play_expect_legal(t, 0, "end | go 1");
    play_lines(t, "0 end");
    cr_expect_eq(open_of(t)->move, 0);
    play_free(t);
}

Test(tatata_circuit, planes_pass_others_but_never_stop_on_them) /* A8 */
{
    tm_table *t = position(3, "", "B(0) ? ?(1) ? B(2) ? ? ? B ? ? ?", "F6 M6", "");
    play_lines(t, "0 play F6 as fly\n0 play M6 as move");
    play_expect_legal(t, 0, "end | go 1 | go 3 | go 4 | go 5 | go 6 | go base 2");
    play_free(t);
}

Test(tatata_circuit, a_flight_may_go_round_more_than_once_and_end_where_it_began) /* A11 */
{
    tm_table *t = position(2, "", "B ?(0) B(1) ?", "F6 M6 J6 J5", "smoke smoke smoke / -");
    play_lines(t, "0 play F6 as fly\n0 play M6 as move");
    /* Two cards of the other leg, then its own: three a round. Base 1 is taken, its own is free. */
    play_expect_legal(
        t, 0,
        "discard J5 | discard J6 | end | go 1 | go 2 | go 3 | go 4 | go 5 | go 6 | go base 2 | go base 4 | "
        "play J5 as fly | play J5 as move | play J6 as fly | play J6 as move | use smoke");
    play_lines(t, "0 go 3\n* sky clouds");
    cr_expect_eq(open_of(t)->at[0], 1);
    cr_expect_eq(open_of(t)->laps[0], 1);
    cr_expect_eq(open_of(t)->move, 4);
    play_free(t);
}

Test(tatata_circuit, leaving_the_own_base_is_no_lap_arriving_at_it_and_passing_it_are) /* A6 */
{
    static const struct {
        const char *circuit, *go;
        int laps;
    } CASES[] = {
        {"B(0) clouds ? ? B(1) ? ? ?", "0 go 1", 0},
        {"B clouds ? ? B(1) ? ? ?(0)", "0 go base 1", 1},
        {"B clouds ? ? B(1) ? ? ?(0)", "0 go 1", 1},
        {"B ? ? ?(0) B clouds ? ?(1)", "0 go 1", 0}, /* another's base */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        tm_table *t = position(2, "", CASES[i].circuit, "F3 M3", "");
        play_lines(t, "0 play F3 as fly\n0 play M3 as move");
        play_lines(t, CASES[i].go);
        cr_expect_eq(open_of(t)->laps[0], CASES[i].laps, "%s in %s", CASES[i].go, CASES[i].circuit);
        play_free(t);
    }
}

Test(tatata_circuit, the_third_lap_wins_there_and_then) /* A6 */
{
    static const char *const GOALS[] = {"0 go base 1", "0 go 1", "0 go 2"}; /* no card is turned at the goal */
    for (size_t i = 0; i < sizeof GOALS / sizeof *GOALS; i++) {
        tm_table *t = position(2, "", "B ? rain ? B(1) ? ? ?(0)", "F3 M3", "");
        open_of(t)->laps[0] = 2;
        open_of(t)->laps[1] = -1;
        play_lines(t, "0 play F3 as fly\n0 play M3 as move");
        play_lines(t, GOALS[i]);
        play_expect_over(t, "3 -1", "0");
        play_expect_refused(t, "0 end", TM_EOVER);
        play_expect_refused(t, "* sky clouds", TM_EOVER);
        play_free(t);
    }
}

Test(tatata_circuit, a_flight_that_passes_home_twice_still_wins_with_three_laps) /* A6 */
{
    tm_table *t = position(2, "", "B ?(0) B(1) ?", "F6 M6", "smoke smoke smoke / -");
    open_of(t)->laps[0] = 2;
    play_lines(t, "0 play F6 as fly\n0 play M6 as move\n0 go 6");
    play_expect_over(t, "3 0", "0");
    play_free(t);
}

Test(tatata_circuit, laps_below_nought_are_made_good_by_flying_forward) /* A7 */
{
    tm_table *t = position(2, "", "B ? ? ? B(1) ? ? ?(0)", "F3 M3", "");
    open_of(t)->laps[0] = -1;
    play_lines(t, "0 play F3 as fly\n0 play M3 as move\n0 go base 1");
    play_expect_points(t, "0 0");
    play_free(t);
}

Test(tatata_circuit, a_burning_plane_that_is_hit_falls_to_the_first_free_base_behind) /* A17, A7 */
{
    static const struct {
        const char *before, *after;
        int shooter, faller, laps;
    } CASES[] = {
        {"B ? ?(0) ?(1*) B ?(2) ? ? B", "B(1*) ? ?(0) ? B ?(2) ? ? B", 0, 1, 0},
        /* exactly onto its own base */
        {"B ? ? ? B ?(0) ?(1*) ? B ?(2)", "B ? ? ? B(1*) ?(0) ? ? B ?(2)", 0, 1, 0},
        /* behind its own base, on which somebody is */
        {"B ? ? ? B(2) ?(0) ?(1*) ? B", "B(1*) ? ? ? B(2) ?(0) ? ? B", 0, 1, -1},
        /* past another's base onto its own */
        {"B ? ? ? B ? ? ? B(2) ?(0) ?(1*)", "B ? ? ? B(1*) ? ? ? B(2) ?(0) ?", 0, 1, 0},
        /* over the start of the ring: once past another's base, once past its own */
        {"B(2) ?(0) ?(1*) ? B ? ? ? B", "B(2) ?(0) ? ? B ? ? ? B(1*)", 0, 1, 0},
        {"B(2) ?(1) ?(0*) ? B ? ? ? B", "B(2) ?(1) ? ? B ? ? ? B(0*)", 1, 0, -1},
        /* nearly the whole round: the only free base lies right ahead */
        {"B(0) ? ? B(2) .(1*) B(3) ? B", "B(0) ? ? B(2) B(3) ? B(1*)", 2, 1, -1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const int n = i == 6 ? 4 : 3;
        tm_table *t = position(n, "", CASES[i].before, "T1 / J1 / L1", i == 6 ? "- / smoke" : "");
        char lines[64];
        static const char *const GUNS[] = {"T1", "J1", "L1"};
        open_of(t)->turn = open_of(t)->who = (uint8_t)CASES[i].shooter;
        snprintf(lines, sizeof lines, "%d play %s as tatata\n%d take", CASES[i].shooter, GUNS[CASES[i].shooter],
                 CASES[i].faller);
        play_lines(t, lines);
        expect_circuit(t, CASES[i].after);
        cr_expect_eq(open_of(t)->laps[CASES[i].faller], CASES[i].laps, "%s", CASES[i].before);
        play_free(t);
    }
}

Test(tatata_circuit, a_card_taken_leaves_a_gap_that_nobody_counts_or_stops_in) /* A9 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1) ? ? ?", "F3 / J6", "");
    play_lines(t, "0 play F3 as fly\n0 go 2\n* sky laser");
    expect_circuit(t, "B ? .(0) ? B(1) ? ? ?");
    cr_expect_eq(open_of(t)->held[0][TATATA_LASER - TATATA_SMOKE], 1);
    tatata_public *o = open_of(t);
    o->turn = o->who = 1;
    tatata_carry(o, 1, 0); /* before the gap */
    play_lines(t, "1 play J6 as fly");
    play_expect_legal(t, 1, "end | go 1 | go 2"); /* two cards and the gap before the next base */
    play_free(t);
}

Test(tatata_circuit, a_gap_closes_when_its_plane_flies_on_is_blown_away_or_falls) /* A9 */
{
    tm_table *t = position(2, "", "B ? .(0) ? B(1) ? ? ?", "F1", "smoke / -");
    play_lines(t, "0 play F1 as fly\n0 go 1\n* sky clouds");
    expect_circuit(t, "B ? clouds(0) B(1) ? ? ?");
    play_free(t);

    t = position(2, "", "B(0) hurricane ? .(1) ? B", "F1", "- / smoke");
    play_lines(t, "0 play F1 as fly\n0 go 1\n0 wind 1 -1\n* sky clouds\n0 calm");
    expect_circuit(t, "B hurricane!(0) clouds(1) ? B");
    play_free(t);

    t = position(2, "", "B ?(0) .(1*) ? B ? ? ?", "T1", "- / smoke");
    play_lines(t, "0 play T1 as tatata\n1 take");
    expect_circuit(t, "B(1*) ?(0) ? B ? ? ?");
    play_free(t);
}

Test(tatata_circuit, a_flight_round_the_circuit_does_not_meet_its_own_gap) /* A9, A11 */
{
    tm_table *t = position(2, "", "B ? .(0) ? B(1) ?", "F6 M6", "smoke smoke smoke / -");
    play_lines(t, "0 play F6 as fly\n0 play M6 as move");
    /* Three cards a round, the third being the one before the gap. */
    play_expect_legal(t, 0, "end | go 1 | go 2 | go 3 | go 4 | go 5 | go 6 | go base 2 | go base 4 | use smoke");
    play_lines(t, "0 go 4\n* sky clouds");
    expect_circuit(t, "B ? clouds(0) B(1) ?");
    play_free(t);
}

Test(tatata_circuit, a_used_card_is_put_back_between_two_cards) /* A12 */
{
    tm_table *t = position(3, "", "B ? ? ? B(1) ? ?(0) B .(2)", "-", "smoke / - / laser bomb missile");
    play_lines(t, "0 use smoke");
    play_expect_legal(t, 0, "put 0 1 | put 0 2 | put 1 1");
    play_expect_refused(t, "0 put 0 0", TM_EILLEGAL);
    play_expect_refused(t, "0 put 0 3", TM_EILLEGAL);
    play_expect_refused(t, "0 put 2 0", TM_EILLEGAL);
    play_expect_refused(t, "0 put 3 1", TM_EILLEGAL);
    play_lines(t, "0 put 1 1");
    expect_circuit(t, "B ? ? ? B(1) ? smoke ?(0~) B .(2)");
    play_free(t);
}

Test(tatata_circuit, a_card_is_put_in_front_of_a_gap_that_follows) /* A12 */
{
    tm_table *t = position(3, "", "B ? .(1) .(2) ? B(0) ? ? ? B", "-", "smoke / laser / bomb");
    play_lines(t, "0 use smoke\n0 put 0 1");
    expect_circuit(t, "B ? smoke .(1) .(2) ? B(0~)");
    play_free(t);
}

Test(tatata_circuit, all_know_the_face_of_a_card_put_back) /* A12, A13 */
{
    tm_table *t = position(2, "", "B ? ? ? B(1) ? ?(0) ?", "- / F1 F2 F3 F4", "smoke / -");
    play_lines(t, "0 use smoke\n0 put 1 1\n0 end\n1 play F2 as fly\n1 go 2");
    play_expect_turn(t, "1"); /* nothing to turn: it is taken at once */
    cr_expect_eq(open_of(t)->held[1][0], 1);
    play_free(t);
}

Test(tatata_circuit, eight_players_with_all_legs_emptied_of_cards) /* A12, A11 */
{
    tm_table *t = position_in_box(8, "", "B .(0) B .(1) B .(2) B .(3) B .(4) B .(5) B .(6) B .(7)", "F1 M3",
                                  "smoke bomb smoke / smoke smoke smoke / smoke smoke smoke / smoke smoke smoke / "
                                  "smoke smoke smoke / smoke smoke smoke / smoke smoke smoke / smoke smoke smoke",
                                  "[TatamiBox \"1\"]\n[Game \"tatata\"]\n[Name \"smoke\"]\n\nsky smoke 30\n");
    expect_circuit(t, "B .(0) B .(1) B .(2) B .(3) B .(4) B .(5) B .(6) B .(7)");
    play_lines(t, "0 play F1 as fly\n0 play M3 as move");
    play_expect_legal(
        t, 0,
        "end | go base 1 | go base 2 | go base 2 bomb 1 | go base 3 | go base 3 bomb 1 | go base 3 bomb 2 | "
        "use smoke");
    play_lines(t, "0 use smoke");
    play_expect_legal(t, 0, "put 0 0 | put 1 0 | put 2 0 | put 3 0 | put 4 0 | put 5 0 | put 6 0 | put 7 0");
    play_lines(t, "0 put 3 0\n0 use smoke");
    expect_circuit(t, "B .(0~) B .(1) B .(2) B smoke .(3) B .(4)");
    play_expect_legal(t, 0, "put 0 0 | put 1 0 | put 2 0 | put 3 0 | put 3 1 | put 4 0 | put 5 0 | put 6 0 | put 7 0");
    play_lines(t, "0 put 3 1");
    expect_circuit(t, "B .(0~) B .(1) B .(2) B smoke smoke .(3) B .(4)");
    play_lines(t, "0 go base 3 bomb 2\n2 take");
    play_expect_legal(t, 0, "put 3 1"); /* a leg has two again */
    play_lines(t, "0 put 3 1\n0 end\n* draw F2");
    expect_circuit(t, "B B .(1) B .(2*) B(0~) smoke bomb smoke .(3) B .(4)");
    play_free(t);
}

Test(tatata_circuit, after_the_last_round_the_most_advanced_planes_win) /* A24 */
{
    static const struct {
        const char *circuit, *held;
        int laps[3];
        const char *points, *winners;
    } CASES[] = {
        {"B ?(0) ? ? B ? ?(1) ? B ? ?(2) ?", "", {0, 0, 0}, "0 0 0", "1 2"}, /* 1, 2, 2 cards */
        {"B ?(0) ? ? B ? ?(1) ? B ? ?(2) ?", "", {1, 0, 0}, "1 0 0", "0"},   /* laps first */
        {"B ?(0) ? ? B ? ?(1) ? B ? ?(2) ?", "", {-1, -1, -2}, "-1 -1 -2", "1"},
        {"B ? ? ? B ? ? ? B(0) ? ? ?(2) ?(1)", "", {0, 0, 0}, "0 0 0", "0 1"},             /* bases count: 8, 8, 3 */
        {"B ? .(0) ? B ?(1) ? ? B(2) ? ?", "smoke", {0, 0, 0}, "0 0 0", "0 1"},            /* gaps do not */
        {"B ?(1) ? ? B ? ? ? B ? ? ?(0) .(2)", "- / - / bomb", {0, 0, 0}, "0 0 0", "0 1"}, /* 11, 11, 3 */
        {"B(0) ? ? ? B(1) ? ? ? B(2) ? ? ?", "", {0, 0, 0}, "0 0 0", "0 1 2"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        tm_table *t = position(3, "rounds=20", CASES[i].circuit, "-", CASES[i].held);
        tatata_public *o = open_of(t);
        o->round = 19;
        o->turn = o->who = 2;
        for (int seat = 0; seat < 3; seat++) o->laps[seat] = CASES[i].laps[seat];
        play_lines(t, "2 end");
        play_expect_over(t, CASES[i].points, CASES[i].winners);
        play_free(t);
    }
}

Test(tatata_circuit, a_round_is_a_turn_of_every_seat_from_the_first) /* A24 */
{
    tm_table *t = play_new("tatata", 2, "rounds=20");
    play_lines(t, "* draw F1\n* draw F2\n* draw F3\n* draw F4\n* draw F5\n* draw F6\n* draw T1\n* draw T2");
    for (int round = 0; round < 20; round++) {
        play_expect_winners(t, "");
        play_lines(t, "0 end\n1 end");
    }
    play_expect_over(t, "0 0", "0 1");
    play_free(t);
}
