/* TATATA!: the rules of thumb. */
#include "unit/tatata_position.h"

static void expect_choice(tm_table *t, int seat, const char *expected)
{
    const tm_action *legal;
    char room[64];
    tm_text text;
    tm_rng rng;
    tm_rng_init(&rng, 1, 1);
    const int n = tm_table_legal(t, seat, &legal);
    tm_text_init(&text, room, sizeof room);
    const int pick = t->setup.game->think->choose(t->config, t->state, seat, legal, n, &rng, NULL);
    t->setup.game->write_action(t->config, legal[pick], &text);
    cr_expect_str_eq(room, expected, "chose \"%s\", expected \"%s\"", room, expected);
}

Test(tatata_thumb, struck_it_dodges_with_the_card_that_flies_least)
{
    tm_table *t = position(2, "", "B ?(0) ?(1) ? B", "T3 / J6 M4 M5 J3", "");
    play_lines(t, "0 play T3 as tatata");
    expect_choice(t, 1, "dodge M4");
    play_free(t);
}

Test(tatata_thumb, it_shoots_when_it_hits_and_recovers_when_it_burns)
{
    tm_table *t = position(2, "", "B ?(0) ?(1) ? B", "T3 F2 M4 T1", "");
    expect_choice(t, 0, "play T3 as tatata");
    play_free(t);
    t = position(2, "", "B ?(0*) ? ?(1) B", "J3 F2 M4 T1", "");
    expect_choice(t, 0, "play M4 as move");
    play_lines(t, "0 play M4 as move");
    expect_choice(t, 0, "recover");
    play_free(t);
}

Test(tatata_thumb, it_flies_as_far_as_it_can_but_not_into_known_lightning)
{
    tm_table *t = position(2, "", "B(0) ? ? odin ? ? ? ? B(1)", "F3", "");
    expect_choice(t, 0, "play F3 as fly");
    play_lines(t, "0 play F3 as fly");
    expect_choice(t, 0, "go 2");
    play_free(t);
}

Test(tatata_thumb, it_takes_the_win)
{
    tm_table *t = position(2, "", "B ? beer beer B(1) ? ? ?(0)", "F3 M1", "");
    open_of(t)->laps[0] = 2;
    play_lines(t, "0 play F3 as fly\n0 play M1 as move");
    expect_choice(t, 0, "go 3");
    play_lines(t, "0 go 3");
    play_expect_over(t, "3 0", "0");
    play_free(t);
}

Test(tatata_thumb, in_the_wind_the_own_plane_goes_forward_and_others_back)
{
    tm_table *t = position(2, "", "B ?(0) hurricane ? ? ? B ? ? ? ?(1)", "F1", "");
    play_lines(t, "0 play F1 as fly\n0 go 1");
    expect_choice(t, 0, "wind 0 +3");
    play_lines(t, "0 wind 0 +3\n* sky clouds");
    expect_choice(t, 0, "wind 1 -3");
    play_free(t);
}

Test(tatata_thumb, races_between_rules_of_thumb_end_in_a_few_rounds)
{
    static const char *const RULES[] = {"rules=basic", "rules=full"};
    for (int n = 2; n <= 8; n++)
        for (int rules = 0; rules < 2; rules++)
            for (uint64_t seed = 1; seed <= 5; seed++) {
                tm_table *t = play_new("tatata", n, RULES[rules]);
                tm_players players;
                cr_assert_eq(tm_players_init(&players, t->setup.game, seed), TM_OK);
                for (int seat = 0; seat < n; seat++) players.bots[seat] = tm_bot_find(tm_span_of("thumb"));
                while (tm_table_actors(t)) cr_assert_eq(tm_players_step(&players, t), 1);
                cr_expect_lt(open_of(t)->round, 40, "%d players, %s: %d rounds", n, RULES[rules], open_of(t)->round);
                tm_players_free(&players);
                play_free(t);
            }
}
