/* TATATA!: Sky cards turned, weather, and effects that interrupt each other. */
#include "unit/tatata_position.h"

Test(tatata_sky, weapons_are_taken_and_weather_stays) /* A3, A13 */
{
    static const char *const KINDS[] = {"clouds", "beer", "smoke", "krauten", "laser", "missile", "bomb"};
    for (int i = 0; i < 7; i++) {
        tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "F1", "");
        play_lines(t, "0 play F1 as fly\n0 go 1");
        play_expect_turn(t, "chance");
        char line[32];
        tm_text text;
        tm_text_init(&text, line, sizeof line);
        tm_put_fmt(&text, "* sky %s", KINDS[i]);
        play_lines(t, line);
        if (i < 2)
            cr_expect_eq(tatata_face(open_of(t)->ring[1]), TATATA_UP + tatata_read_kind(tm_span_of(KINDS[i])));
        else
            expect_circuit(t, "B .(0) ? ? B(1)");
        play_free(t);
    }
}

Test(tatata_sky, a_card_turned_comes_from_those_that_nobody_has_seen) /* A3, A13 */
{
    tm_table *t = position(2, "", "B(0) ? clouds clouds B(1) clouds ? ?", "F1", "laser laser / laser");
    play_lines(t, "0 play F1 as fly\n0 go 1");
    play_expect_refused(t, "* sky clouds", TM_EILLEGAL); /* all three are in the open */
    play_expect_refused(t, "* sky laser", TM_EILLEGAL);
    play_expect_refused(t, "* sky sun", TM_ESYNTAX);
    play_expect_refused(t, "* draw F1", TM_EILLEGAL);
    play_lines(t, "* sky bomb");
    play_free(t);
}

Test(tatata_sky, every_unseen_card_is_equally_likely_to_be_turned) /* A13 */
{
    tm_table *t = position(2, "", "B(0) ? clouds clouds B(1) odin ? ?", "F1", "laser laser laser / bomb");
    int counts[TATATA_KINDS] = {0};
    tm_rng rng;
    tm_rng_init(&rng, 1, 1);
    play_lines(t, "0 play F1 as fly\n0 go 1");
    for (int i = 0; i < 23000; i++) {
        tm_outcome outcome;
        t->setup.game->chance(t->config, t->state, &rng, &outcome);
        counts[outcome.b[0]]++;
    }
    static const int LEFT[TATATA_KINDS] = {1, 2, 3, 3, 3, 3, 3, 0, 3, 2}; /* of 23 */
    for (int kind = 0; kind < TATATA_KINDS; kind++) {
        cr_expect_geq(counts[kind], LEFT[kind] * 900, "%s", tatata_kind_words[kind]);
        cr_expect_leq(counts[kind], LEFT[kind] * 1100, "%s", tatata_kind_words[kind]);
    }
    play_free(t);
}

Test(tatata_sky, weather_works_again_for_whoever_stops_there_next) /* A13 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "F1 F2 F3 M1 / F4 F5 F6 L1", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n* sky odin\n0 take\n0 end\n1 end");
    tatata_public *o = open_of(t);
    tatata_carry(o, 0, o->base[1] + 1);
    tatata_carry(o, 1, 0);
    play_lines(t, "* draw L6\n0 end\n1 play F4 as fly\n1 go 1");
    play_expect_legal(t, 1, "take");
    play_free(t);
}

Test(tatata_sky, a_pilot_with_three_cards_leaves_the_fourth_until_stopping_there_again) /* A13 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "F1 M1 J6 L1", "smoke krauten laser / -");
    play_lines(t, "0 play F1 as fly\n0 go 1\n* sky missile");
    expect_circuit(t, "B missile(0) ? ? B(1)");
    play_lines(t, "0 use smoke\n0 put 0 2"); /* room, but the card stays where it is */
    expect_circuit(t, "B missile(0~) ? smoke ? B(1)");
    expect_offer(t, 0, "use missile", false);
    play_free(t);
    t = position(2, "", "B(0) missile ? ? B(1)", "F1", "smoke krauten / -");
    play_lines(t, "0 play F1 as fly\n0 go 1");
    expect_circuit(t, "B .(0) ? ? B(1)");
    play_free(t);
}

Test(tatata_sky, a_card_taken_can_be_used_at_once) /* A13 */
{
    tm_table *t = position(2, "", "B(0) ? ?(1) ? B", "F1", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n* sky laser");
    play_expect_legal(t, 0, "end | use laser");
    play_free(t);
}

Test(tatata_sky, rain_strikes_the_pilot_first_then_the_others_in_seat_order) /* A14 */
{
    tm_table *t = position(4, "", "B ?(3) ?(0) rain B(1) ? clouds(2~) ? B ? ? ? B", "F1 M2 M3", "");
    play_lines(t, "0 play F1 as fly\n0 go 1");
    play_expect_legal(t, 0, "dodge M3 | take");
    play_lines(t, "0 dodge M3");
    play_expect_turn(t, "2"); /* 1 is on a base */
    play_lines(t, "2 take");
    play_expect_turn(t, "3");
    play_lines(t, "3 take");
    play_expect_turn(t, "0");
    expect_circuit(t, "B ?(3*) ? rain(0) B(1) ? clouds(2*~) ? B ? ? ? B");
    play_free(t);
}

Test(tatata_sky, odin_strikes_those_in_clouds_in_seat_order_from_the_pilot_with_two) /* A14 */
{
    tm_table *t =
        position(4, "", "B clouds(0) ? ? B clouds(1) ? ? B ?(2) odin ? B clouds(3) ? ?", "M1 / F1 / F2 M4 / M2", "");
    open_of(t)->turn = open_of(t)->who = 2;
    play_lines(t, "2 play F2 as fly\n2 go 1");
    play_expect_legal(t, 2, "dodge M4 | take");
    play_lines(t, "2 take");
    play_expect_legal(t, 3, "dodge M2 | take");
    play_lines(t, "3 dodge M2");
    play_expect_legal(t, 0, "take");
    play_lines(t, "0 take");
    play_expect_turn(t, "1");
    play_lines(t, "1 take");
    play_expect_turn(t, "2");
    expect_circuit(t, "B clouds(0*) ? ? B clouds(1*) ? ? B ? odin(2*) ? B clouds(3)");
    play_free(t);
}

Test(tatata_sky, whether_a_storm_reaches_a_plane_is_judged_when_its_strike_comes) /* A14 */
{
    /* A wind carries the burning plane 1 into the rain: it falls to a base. Then plane 2 is struck; plane 0, whose wind
     * it is, last. */
    tm_table *t = position(3, "", "B ?(0) hurricane ? ? B ? rain ?(1*) ?(2*) B ? ?", "F1", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n0 wind 1 -1");
    play_expect_turn(t, "1");
    play_lines(t, "1 take");
    expect_circuit(t, "B ? hurricane!(0) ? ? B(1*) ? rain ? ?(2*) B");
    play_expect_turn(t, "2");
    play_lines(t, "2 take"); /* base 1 is taken by now, base 0 is free */
    expect_circuit(t, "B(2*) ? hurricane!(0) ? ? B(1*) ? rain ? ? B");
    play_expect_turn(t, "0");
    play_lines(t, "0 take");
    play_expect_legal(t, 0, "calm | wind 0 +1 | wind 0 +2 | wind 0 -1");
    play_free(t);
}

Test(tatata_sky, a_hurricane_moves_planes_one_to_three_cards_within_their_leg) /* A14 */
{
    tm_table *t = position(4, "", "B ? ? ?(1*) ? ? ? B(2) ? hurricane ?(0) ? B ?(3) ? ? ? ? B", "F1", "");
    tatata_public *o = open_of(t);
    tatata_carry(o, 0, o->base[1] + 1);
    play_lines(t, "0 play F1 as fly\n0 go 1");
    play_expect_legal(
        t, 0,
        "calm | wind 0 +1 | wind 0 +2 | wind 0 -1 | wind 1 +1 | wind 1 +2 | wind 1 +3 | wind 1 -1 | wind 1 -2 | "
        "wind 3 +1 | wind 3 +2 | wind 3 +3");
    play_expect_refused(t, "0 wind 1 -3", TM_EILLEGAL); /* onto the base */
    play_expect_refused(t, "0 wind 2 +1", TM_EILLEGAL); /* a plane on a base */
    play_lines(t, "0 wind 1 +3\n* sky clouds");
    play_expect_refused(t, "0 wind 1 -1", TM_EILLEGAL); /* once each */
    play_lines(t, "0 wind 3 +2\n* sky smoke");          /* one point is left */
    play_expect_legal(t, 0, "calm | wind 0 +1 | wind 0 -1");
    play_lines(t, "0 wind 0 +1\n* sky clouds");
    play_expect_legal(t, 0, "calm"); /* always said */
    play_lines(t, "0 calm");
    play_expect_legal(t, 0, "end");
    play_free(t);
}

Test(tatata_sky, the_wind_does_not_count_gaps_nor_stop_on_planes) /* A14 */
{
    tm_table *t = position(3, "", "B hurricane(0) .(1) ? ?(2) ? B ? ? B", "F6 M6", "- / smoke");
    tatata_public *o = open_of(t);
    tatata_carry(o, 0, 0);
    play_lines(t, "0 play F6 as fly\n0 go 1");
    play_expect_legal(t, 0, "calm | wind 0 +1 | wind 0 +3 | wind 1 +1 | wind 1 +3 | wind 2 +1 | wind 2 -1");
    play_free(t);
}

Test(tatata_sky, a_plane_moved_by_the_wind_turns_and_takes_cards_as_usual) /* A14, A15 */
{
    tm_table *t = position(2, "", "B ?(0) hurricane ? B ? ?(1) ?", "F1 / F2 F3", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n0 wind 1 +1\n* sky beer\n* draw J1");
    play_expect_legal(t, 1, "drop J1 | keep"); /* its own pilot decides */
    play_lines(t, "1 keep");
    play_expect_legal(t, 0, "calm | wind 0 +1 | wind 0 -1");
    play_lines(t, "0 wind 0 +1\n* sky missile\n0 calm");
    play_expect_legal(t, 0, "end | use missile");
    play_free(t);
}

Test(tatata_sky, a_hurricane_within_a_hurricane_is_calmed_before_the_first_goes_on) /* A14, A15 */
{
    tm_table *t = position(3, "", "B ?(0) ? ? ? B ?(1) ? ? ? B ?(2) ? ? ?", "F1", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n* sky hurricane\n0 wind 1 +2\n* sky hurricane");
    play_expect_legal(
        t, 1,
        "calm | wind 0 +1 | wind 0 +2 | wind 0 -1 | wind 1 +1 | wind 1 -1 | wind 1 -2 | wind 2 +1 | wind 2 +2 | "
        "wind 2 +3");
    play_lines(t, "1 wind 2 +1\n* sky hurricane");
    play_expect_turn(t, "2"); /* all three blow */
    cr_expect_eq(open_of(t)->n_winds, 3);
    play_lines(t, "2 wind 1 -1\n* sky clouds\n2 wind 2 -1\n* sky laser\n2 wind 0 +1\n* sky clouds");
    expect_circuit(t, "B ? hurricane! clouds(0) ? B ? clouds(1) hurricane! ? B .(2) hurricane! ?");
    play_expect_legal(t, 2, "calm");
    play_lines(t, "2 calm");
    /* The second wind has 5 points left and has moved plane 2; what the third moved may be moved again. */
    play_expect_legal(t, 1, "calm | wind 0 +1 | wind 0 -1 | wind 0 -2 | wind 1 +1 | wind 1 +2 | wind 1 -1");
    play_lines(t, "1 wind 1 +1"); /* onto its own hurricane, which has blown: nothing happens */
    play_expect_legal(t, 1, "calm | wind 0 +1 | wind 0 -1 | wind 0 -2");
    play_lines(t, "1 calm");
    /* The first has 4 points left and has moved plane 1. */
    play_expect_legal(t, 0, "calm | wind 0 +1 | wind 0 -1 | wind 0 -2 | wind 2 +1 | wind 2 +2 | wind 2 +3");
    play_lines(t, "0 wind 0 -1"); /* its own hurricane again */
    play_expect_legal(t, 0, "calm | wind 2 +1 | wind 2 +2 | wind 2 +3");
    play_lines(t, "0 calm");
    play_expect_legal(t, 0, "end");
    play_free(t);
}

Test(tatata_sky, a_hurricane_blows_again_in_the_next_turn) /* A14 */
{
    tm_table *t = position(2, "", "B(0) hurricane ? ? B(1)", "F1 F2 F3 F4 / M1 M2 M3 M4", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n0 calm\n0 end\n1 end");
    tatata_public *o = open_of(t);
    expect_circuit(t, "B hurricane(0)");
    tatata_carry(o, 0, 0);
    play_lines(t, "* draw L6\n0 play F2 as fly\n0 go 1");
    play_expect_turn(t, "0");
    expect_offer(t, 0, "calm", true);
    play_free(t);
}

Test(tatata_sky, within_a_turn_a_second_stop_on_the_same_hurricane_does_nothing) /* A14 */
{
    tm_table *t = position(2, "", "B(0) hurricane clouds ? B(1)", "F1 F2 J1", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n0 wind 0 +1\n0 calm");
    tatata_public *o = open_of(t);
    tatata_carry(o, 0, 0);
    play_lines(t, "0 play F2 as fly\n0 go 1");
    play_expect_legal(t, 0, "discard J1 | end | play J1 as fly | play J1 as move");
    play_free(t);
}

Test(tatata_sky, beer_is_kept_or_dropped) /* A14 */
{
    tm_table *t = position(2, "", "B(0) beer ? ? B(1)", "F1 F2", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n* draw L6");
    play_expect_legal(t, 0, "drop L6 | keep");
    play_expect_refused(t, "0 drop F2", TM_EILLEGAL); /* the card drawn, no other */
    play_lines(t, "0 keep");
    expect_offer(t, 0, "play L6 as fly", true); /* at once */
    play_free(t);

    t = position(2, "", "B(0) beer ? ? B(1)", "F1 F2", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n* draw L6\n0 drop L6");
    play_expect_legal(t, 0, "discard F2 | end | play F2 as fly");
    cr_expect(open_of(t)->discards >> tatata_read_card(tm_span_of("L6")) & 1);
    play_free(t);
}

Test(tatata_sky, with_four_cards_in_hand_the_beer_card_can_only_be_dropped) /* A14 */
{
    tm_table *t = position(2, "rules=full", "B ?(0) hurricane ? B ?(1) beer ?", "F1 A2 / T1 T2 T3 T4", "");
    play_lines(t, "0 action A2\n0 play F1 as fly\n0 go 1\n0 wind 1 +1\n* draw L6");
    play_expect_legal(t, 1, "drop L6"); /* full rules too */
    play_expect_refused(t, "1 keep", TM_EILLEGAL);
    play_lines(t, "1 drop L6\n0 calm");
    play_free(t);
}

Test(tatata_sky, with_nothing_to_draw_beer_does_nothing) /* A14 */
{
    tm_table *t = position(2, "", "B(0) beer ? ? B(1)", "F1", "");
    /* Not possible with 36 cards and four in each hand; made so by giving the whole deck away. */
    tatata_state *s = state_of(t);
    s->hand[1] = TATATA_DECK_MASK & ~s->hand[0];
    tatata_apply(t->config, s, 0, TATATA_FLY);
    s->hand[1] |= s->open.discards;
    s->open.discards = 0;
    memset(s->open.batch, 1, sizeof s->open.batch);
    cr_assert_eq(tatata_apply(t->config, s, 0, TATATA_GO + 16), TM_OK);
    cr_expect_eq(s->open.phase, TATATA_ACTING);
    play_free(t);
}

Test(tatata_sky, clouds_hide_only_while_the_plane_stands_there) /* A14 */
{
    tm_table *t = position(2, "", "B ?(0) clouds(1) ? B", "T1 F1", "");
    expect_offer(t, 0, "play T1 as tatata", false);
    tatata_carry(open_of(t), 1, 3);
    tatata_carry(open_of(t), 0, 2);
    expect_offer(t, 0, "play T1 as tatata", true); /* the attacker may sit in clouds */
    play_free(t);
}

Test(tatata_sky, thirty_hurricanes_can_blow_into_each_other) /* A14 */
{
    tm_table *t = position_in_box(
        6, "", "B(0) ? ? ? ? ? B ?(1) ? ? ? ? B ?(2) ? ? ? ? B ?(3) ? ? ? ? B ?(4) ? ? ? ? B ?(5) ? ? ? ?", "F1", "",
        "[TatamiBox \"1\"]\n[Game \"tatata\"]\n[Name \"storm\"]\n\nsky hurricane 60\nsky beer 0\n"
        "sky clouds 0\nsky rain 0\nsky odin 0\nsky smoke 0\nsky laser 0\nsky krauten 0\n"
        "sky missile 0\nsky bomb 0\n");
    int deepest = 0;
    play_lines(t, "0 play F1 as fly\n0 go 1\n* sky hurricane");
    for (int n = 0; n < 4000 && open_of(t)->phase != TATATA_ACTING; n++) {
        if (tm_table_actors(t) & TM_ACTOR_CHANCE) {
            play_lines(t, "* sky hurricane");
            continue;
        }
        /* The first wind that reaches a card not yet turned, else the last listed. */
        const tm_action *legal;
        const int n_legal = tm_table_legal(t, open_of(t)->who, &legal);
        tm_action action = legal[n_legal - 1];
        for (int i = 0; i < n_legal; i++) {
            if (legal[i] == TATATA_CALM) continue;
            const int cards = (int)(legal[i] & 3) + 1;
            const int to = tatata_blow(open_of(t), (int)(legal[i] >> 3 & 31), legal[i] & 4 ? -cards : cards);
            if (open_of(t)->ring[to] == TATATA_DOWN) action = legal[i];
        }
        cr_assert_eq(tm_table_act(t, open_of(t)->who, action), TM_OK);
        play_check(t);
        if (open_of(t)->n_winds > deepest) deepest = open_of(t)->n_winds;
    }
    cr_expect_eq(open_of(t)->phase, TATATA_ACTING);
    cr_expect_gt(deepest, 20, "only %d deep", deepest);
    play_free(t);
}
