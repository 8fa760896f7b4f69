/* TATATA!: who can be hit by what, and what a hit does. */
#include <stdio.h>

#include "unit/tatata_position.h"

/* Where the target is: in the open, and wherever else it might hope to be safe. */
enum { OPEN, BASE, CLOUDS, SMOKE, BOTH, GAP, GAP_SMOKE, BURNING, SHELTERS };

static const char *const SHELTER[SHELTERS] = {"in the open", "on a base", "in clouds",   "in smoke",
                                              "in both",     "in a gap",  "gap + smoke", "burning"};
static const char *const TARGET[SHELTERS] = {"?(1)",       "B(1)", "clouds(1)", "?(1~)",
                                             "clouds(1~)", ".(1)", ".(1~)",     "?(1*)"};

typedef struct weapon {
    const char *name;
    const char *circuit, *on_base; /* with the target at %s */
    const char *held;
    const char *lines;   /* what seat 0 does first */
    const char *action;  /* what it can then do if the target is reached; NULL for weather: the target is asked */
    const char *reached; /* `x` or `-` for each shelter */
} weapon;

static const weapon WEAPONS[] = {
    {"tatata", "B ?(0) %s ? B ? ? ?", "B ? ?(0) %s ? ? ?", "-", "", "play T1 as tatata", "x----x-x"},
    {"krauten", "B %s ?(0) ? B ? ? ?", "B ? ? ? %s ?(0) ?", "krauten", "", "use krauten", "x--x-xxx"},
    {"laser", "B ?(0) ? %s B ? ? ?", "B ? ?(0) %s ? ? ?", "laser", "", "use laser", "x----x-x"},
    {"missile", "B ?(0) ? ? B ? %s ?", "B ? ?(0) %s ? ? ?", "missile", "", "use missile", "x-xxxxxx"},
    {"bomb", "B ?(0) %s clouds B ? ? ?", "B ? ?(0) %s clouds ? ?", "bomb", "0 play F6 as fly\n0 play M3 as move",
     "go base 2 bomb 1", "x----x-x"},
    {"rain", "B ?(0) rain ? B %s ? ?", "B ?(0) rain ? %s ? ?", "-", "0 play F1 as fly\n0 go 1\n0 take", NULL,
     "x-xxxxxx"},
    {"odin's second strike", "B ?(0) odin ? B %s ? ?", "B ?(0) odin ? %s ? ?", "-", "0 play F1 as fly\n0 go 1\n0 take",
     NULL, "--x-----"},
    {"hurricane", "B ?(0) hurricane ? B ? %s ?", "B ?(0) hurricane ? %s ? ?", "-", "0 play F1 as fly\n0 go 1",
     "wind 1 -1", "x-xxxxxx"},
};

static void expect_reach(const weapon *w, int shelter)
{
    char circuit[128], held[64];
    const bool gap = shelter == GAP || shelter == GAP_SMOKE, expected = w->reached[shelter] == 'x';
    snprintf(circuit, sizeof circuit, shelter == BASE ? w->on_base : w->circuit, TARGET[shelter]);
    snprintf(held, sizeof held, "%s / %s", w->held, gap ? "smoke" : "-");
    tm_table *t = position(2, "", circuit, "T1 F1 F6 M3", held);
    play_lines(t, w->lines);
    const bool found = w->action ? offers(t, 0, w->action) : tm_table_actors(t) == 1u << 1;
    cr_expect_eq(found, expected, "%s, target %s", w->name, SHELTER[shelter]);
    play_free(t);
}

Test(tatata_fight, every_weapon_against_every_shelter) /* A11, A14, A16, A18 */
{
    for (size_t w = 0; w < sizeof WEAPONS / sizeof *WEAPONS; w++) {
        cr_assert_eq(strlen(WEAPONS[w].reached), SHELTERS);
        for (int shelter = 0; shelter < SHELTERS; shelter++) expect_reach(&WEAPONS[w], shelter);
    }
}

Test(tatata_fight, odin_strikes_its_pilot_unless_in_smoke) /* A14, A18 */
{
    static const struct {
        const char *circuit;
        bool struck;
    } CASES[] = {{"B ?(0) odin ? B(1)", true}, {"B ?(0~) odin ? B(1)", false}, {"B clouds(0) odin ? B(1)", true}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        tm_table *t = position(2, "", CASES[i].circuit, "F1 M4 M3", "");
        play_lines(t, "0 play F1 as fly\n0 go 1");
        if (CASES[i].struck)
            play_expect_legal(t, 0, "dodge M4 | take");
        else
            play_expect_legal(t, 0, "discard M3 | discard M4 | end | play M3 as move | play M4 as move");
        play_free(t);
    }
}

Test(tatata_fight, a_joker_dodges_where_a_smaller_move_card_does_not) /* A16, the book's example */
{
    tm_table *t = position(2, "", "B ?(0) ?(1) ? B", "T3 / M2 J3 F6 T6", "");
    play_lines(t, "0 play T3 as tatata");
    play_expect_legal(t, 1, "dodge J3 | take");
    play_expect_refused(t, "1 dodge M2", TM_EILLEGAL);
    play_expect_refused(t, "1 dodge F6", TM_EILLEGAL);
    play_expect_refused(t, "0 end", TM_ETURN);
    play_lines(t, "1 dodge J3");
    expect_circuit(t, "B ?(0) ?(1) ? B");
    cr_expect(open_of(t)->discards >> tatata_read_card(tm_span_of("J3")) & 1);
    play_expect_turn(t, "0");
    play_free(t);
}

Test(tatata_fight, a_dodge_needs_a_card_of_at_least_the_strength) /* A16 */
{
    tm_table *t = position(2, "", "B ?(0) ?(1) ? B", "T4 / M3 M4 A5 L6", "");
    play_lines(t, "0 play T4 as tatata");
    play_expect_legal(t, 1, "dodge A5 | dodge L6 | dodge M4 | take");
    play_free(t);
}

Test(tatata_fight, the_target_is_asked_even_without_a_fitting_card_and_may_refuse_to_dodge) /* A16 */
{
    tm_table *t = position(2, "", "B ?(0) ?(1) ? B", "T1 J1 / F1", "");
    play_lines(t, "0 play T1 as tatata");
    play_expect_legal(t, 1, "take");
    play_lines(t, "1 take");
    expect_circuit(t, "B ?(0) ?(1*) ? B");
    play_free(t);

    t = position(2, "", "B ?(0) ?(1) ? B", "T1 / M6", "");
    play_lines(t, "0 play T1 as tatata\n1 take");
    expect_circuit(t, "B ?(0) ?(1*) ? B");
    play_free(t);
}

Test(tatata_fight, a_burning_plane_may_dodge) /* A16 */
{
    tm_table *t = position(2, "", "B ?(0) ?(1*) ? B", "T3 / M3", "");
    play_lines(t, "0 play T3 as tatata\n1 dodge M3");
    expect_circuit(t, "B ?(0) ?(1*) ? B");
    play_free(t);
}

Test(tatata_fight, tatata_needs_a_plane_in_the_very_next_space) /* A11, A16 */
{
    static const struct {
        const char *circuit, *held;
        bool hits;
    } CASES[] = {
        {"B ?(0) ?(1) ? B", "-", true},        {"B ?(0) ? ?(1) B", "-", false},
        {"B ?(1) ?(0) ? B", "-", false},       {"B(0) ?(1) ? ? B", "-", true}, /* from a base */
        {"B ? ? ?(0) B ?(1)", "-", false},                                     /* a base lies between */
        {"B ?(0) .(1) ? B", "- / bomb", true}, {"B .(0) .(1) ? B", "smoke / bomb", true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        tm_table *t = position(2, "", CASES[i].circuit, "T1", CASES[i].held);
        expect_offer(t, 0, "play T1 as tatata", CASES[i].hits);
        play_free(t);
    }
}

Test(tatata_fight, a_plane_in_a_gap_is_next_to_its_neighbours) /* A9 */
{
    /* Plane 2 in the gap shields plane 1 from the front, and stands right behind it. */
    tm_table *t = position(3, "", "B ?(0) .(2) ?(1) B ? ? ? B", "T1", "- / - / bomb");
    play_lines(t, "0 play T1 as tatata");
    play_expect_turn(t, "2");
    play_free(t);
    t = position(3, "", "B ?(2) .(1) ?(0) B ? ? ? B", "-", "krauten / bomb");
    play_lines(t, "0 use krauten");
    play_expect_turn(t, "1");
    play_free(t);
}

Test(tatata_fight, the_laser_stops_at_the_next_base_and_at_the_first_plane) /* A18 */
{
    static const struct {
        const char *circuit;
        int hit; /* -1: no target */
    } CASES[] = {
        {"B ?(0) ? ? ?(1) B ?(2)", 1}, {"B ?(0) ?(2) ? ?(1) B", 2},     {"B ?(0) ? ? ? B ?(1) ?(2)", -1},
        {"B ?(0) ?(2~) ?(1) B", -1},   {"B ?(0) clouds(2) ?(1) B", -1}, {"B(0) ? ? ?(1) B ?(2)", 1},
        {"B ?(1) ?(0) ? B ?(2)", -1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char circuit[64];
        snprintf(circuit, sizeof circuit, "%s%s", CASES[i].circuit, i == 1 || i == 3 || i == 4 ? " ? ? B" : " ? B");
        tm_table *t = position(3, "", circuit, "-", "laser");
        expect_offer(t, 0, "use laser", CASES[i].hit >= 0);
        if (CASES[i].hit >= 0) {
            play_lines(t, "0 use laser");
            cr_expect_eq(tm_table_actors(t), 1u << CASES[i].hit);
            cr_expect_eq(open_of(t)->strength, 4);
        }
        play_free(t);
    }
}

Test(tatata_fight, the_missile_turns_round_bases_and_finds_the_first_plane_that_is_not_on_one) /* A18 */
{
    tm_table *t = position(3, "", "B ?(0) ? ? B(1) ? ? ? B ? clouds(2~)", "-", "missile");
    play_lines(t, "0 use missile");
    play_expect_turn(t, "2");
    cr_expect_eq(open_of(t)->strength, 5);
    play_lines(t, "2 take\n0 put 0 1");
    expect_circuit(t, "B ?(0) missile ? ? B(1) ? ? ? B ? clouds(2*~)");
    play_free(t);

    t = position(3, "", "B ?(1) ?(0) ? B(2) ? ? ? B", "-", "missile");
    play_lines(t, "0 use missile"); /* nearly the whole round */
    play_expect_turn(t, "1");
    play_free(t);

    t = position(3, "", "B(1) ? ?(0) ? B(2) ? ? ? B", "-", "missile");
    expect_offer(t, 0, "use missile", false); /* nobody flies but the pilot */
    play_free(t);
}

Test(tatata_fight, krauten_hits_the_plane_right_behind_and_never_on_a_base) /* A18 */
{
    tm_table *t = position(2, "", "B ?(1) ?(0) ? B", "-", "krauten");
    play_lines(t, "0 use krauten");
    play_expect_turn(t, "1");
    cr_expect_eq(open_of(t)->strength, 3);
    play_free(t);
    t = position(2, "", "B(1) ?(0) ? ? B", "-", "krauten");
    expect_offer(t, 0, "use krauten", false);
    play_free(t);
    t = position(2, "", "B(0) ? ? B ? ? ?(1)", "-", "krauten");
    expect_offer(t, 0, "use krauten", true); /* from a base, over the start of the ring */
    play_free(t);
    t = position(2, "", "B ?(0) ? B ? ? ?(1)", "-", "krauten");
    expect_offer(t, 0, "use krauten", false); /* a base lies between */
    play_free(t);
}

Test(tatata_fight, smoke_lasts_until_the_start_of_the_own_next_turn) /* A18 */
{
    tm_table *t = position(2, "", "B ?(1) ?(0) ? B", "F1 F2 F3 F4 / T1 T2 T3 T4", "smoke / -");
    play_lines(t, "0 use smoke\n0 put 0 1\n0 end");
    expect_circuit(t, "B ?(1) smoke ?(0~) ? B");
    tatata_public *o = open_of(t);
    tatata_carry(o, 1, 2);
    expect_offer(t, 1, "play T1 as tatata", false);
    play_lines(t, "1 end");
    expect_circuit(t, "B ? smoke(1) ?(0) ? B");
    play_lines(t, "0 end");
    expect_offer(t, 1, "play T1 as tatata", true);
    play_free(t);
}

Test(tatata_fight, smoke_is_always_legal_even_on_a_base_or_in_smoke) /* A18 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "-", "smoke smoke");
    play_lines(t, "0 use smoke\n0 put 0 1\n0 use smoke\n0 put 0 1");
    play_expect_legal(t, 0, "end");
    play_free(t);
}

Test(tatata_fight, a_bomb_falls_on_planes_passed_over) /* A11 */
{
    tm_table *t = position(4, "", "B ?(0) ?(1) ? B(2) ? ? ?(3) B ? ? ? B", "F6 M6", "bomb");
    play_lines(t, "0 play F6 as fly\n0 play M6 as move");
    play_expect_legal(
        t, 0,
        "end | go 2 | go 2 bomb 1 | go 3 | go 3 bomb 1 | go 4 | go 4 bomb 1 | go 6 | go 6 bomb 1 | go 6 bomb 3 | "
        "go base 2 | go base 2 bomb 1 | go base 2 bomb 3");
    play_free(t);
}

Test(tatata_fight, the_bomber_arrives_the_bomb_is_resolved_and_put_back_then_the_card_is_turned) /* A11 */
{
    tm_table *t = position(2, "", "B ?(0) ?(1*) ? B ? ? ?", "F2 / M3", "bomb / -");
    play_lines(t, "0 play F2 as fly\n0 go 2 bomb 1");
    expect_circuit(t, "B ? ?(1*) ?(0) B ? ? ?");
    play_expect_legal(t, 1, "take"); /* strength 4 */
    play_lines(t, "1 take");
    expect_circuit(t, "B(1*) ? ? ?(0) B ? ? ?");
    play_expect_legal(t, 0, "put 0 1 | put 0 2 | put 1 1 | put 1 2 | put 1 3");
    play_lines(t, "0 put 0 2");
    expect_circuit(t, "B(1*) ? ? bomb ?(0) B ? ? ?");
    play_expect_turn(t, "chance");
    play_lines(t, "* sky bomb");
    expect_circuit(t, "B(1*) ? ? bomb .(0) B ? ? ?");
    play_free(t);
}

Test(tatata_fight, a_bomber_with_three_cards_has_room_again_when_the_card_is_turned) /* A11, A13 */
{
    tm_table *t = position(2, "", "B ?(0) ?(1) laser B ? ? ?", "F2", "bomb bomb smoke / -");
    play_lines(t, "0 play F2 as fly\n0 go 2 bomb 1\n1 take\n0 put 1 1");
    expect_circuit(t, "B ? ?(1*) .(0) B ? bomb ?");
    cr_expect_eq(open_of(t)->held[0][TATATA_LASER - TATATA_SMOKE], 1);
    play_free(t);
}

Test(tatata_fight, the_bombed_plane_cannot_fall_to_the_base_that_the_bomber_reached) /* A11, A17 */
{
    tm_table *t = position(2, "", "B ? ? ?(0) B ?(1*) ? ?", "F6 M6", "bomb / -");
    open_of(t)->laps[1] = 1;
    play_lines(t, "0 play F6 as fly\n0 play M6 as move\n0 go base 2 bomb 1\n1 take");
    expect_circuit(t, "B(0) ? ? ? B(1*) ? ? ?");
    play_expect_points(t, "1 1");
    play_expect_legal(t, 0, "put 0 1 | put 0 2 | put 1 1 | put 1 2 | put 1 3");
    play_lines(t, "0 put 1 1");
    play_expect_legal(t, 0, "end"); /* no card to turn on a base */
    play_free(t);
}

Test(tatata_fight, a_flight_that_wins_carries_no_bomb) /* A11 */
{
    tm_table *t = position(2, "", "B ? ? ? B ?(0) ?(1) ?", "F6 M6", "bomb / -");
    open_of(t)->laps[0] = 2;
    play_lines(t, "0 play F6 as fly\n0 play M6 as move");
    expect_offer(t, 0, "go 2 bomb 1", true);
    expect_offer(t, 0, "go base 1", true);
    expect_offer(t, 0, "go base 1 bomb 1", false);
    expect_offer(t, 0, "go 5", true);
    expect_offer(t, 0, "go 5 bomb 1", false);
    play_expect_refused(t, "0 go base 1 bomb 1", TM_EILLEGAL);
    play_free(t);
}

Test(tatata_fight, on_its_turn_a_burning_plane_can_move_recover_discard_or_end) /* A17 */
{
    tm_table *t = position(2, "", "B ?(0*) ?(1) ? B", "F1 T2 M3 J4", "smoke missile / -");
    play_expect_legal(t, 0,
                      "discard F1 | discard J4 | discard M3 | discard T2 | end | play J4 as move | play M3 as move");
    play_lines(t, "0 play M3 as move");
    play_expect_legal(t, 0, "discard F1 | discard J4 | discard T2 | end | play J4 as move | recover");
    play_lines(t, "0 recover");
    cr_expect_eq(open_of(t)->move, 2);
    play_expect_legal(
        t, 0,
        "discard F1 | discard J4 | discard T2 | end | play F1 as fly | play J4 as fly | play J4 as move | "
        "play J4 as tatata | play T2 as tatata | use missile | use smoke");
    play_free(t);
}

Test(tatata_fight, a_plane_set_on_fire_in_its_own_turn_is_held_to_the_same) /* A17 */
{
    tm_table *t = position(2, "", "B ?(0) odin ?(1) B", "F1 F2 T2 M3", "smoke / -");
    play_lines(t, "0 play F1 as fly\n0 go 1\n0 take");
    play_expect_legal(t, 0, "discard F2 | discard M3 | discard T2 | end | play M3 as move");
    play_free(t);
}

Test(tatata_fight, only_a_burning_plane_recovers) /* A17 */
{
    tm_table *t = position(2, "", "B ?(0) ? ? B(1)", "M3", "");
    play_lines(t, "0 play M3 as move");
    play_expect_refused(t, "0 recover", TM_EILLEGAL);
    play_free(t);
}
