/* TATATA!: who knows what. */
#include "unit/tatata_position.h"

static void expect_seen(tm_table *t, int viewer, const char *expected)
{
    char line[64];
    tm_walk *walk;
    tm_event seen;
    tm_text text;
    cr_assert_eq(tm_walk_new(t, viewer, &walk), TM_OK);
    while (tm_walk_next(walk, &seen)) continue;
    tm_text_init(&text, line, sizeof line);
    tm_event_write(t, &seen, &text);
    cr_expect_str_eq(line, expected, "viewer %d saw \"%s\", expected \"%s\"", viewer, line, expected);
    tm_walk_free(walk);
}

static tatata_view_data view_of(tm_table *t, int seat)
{
    tatata_view_data v;
    tm_table_view(t, seat, &v);
    return v;
}

static uint64_t cards(const char *names)
{
    tm_span rest = tm_span_of(names), word;
    uint64_t set = 0;
    while (*names && tm_span_word(&rest, &word)) set |= tatata_card(tatata_read_card(word));
    return set;
}

Test(tatata_know, only_the_drawer_sees_the_card) /* the notation */
{
    tm_table *t = play_new("tatata", 2, "");
    play_lines(t, "* draw F1");
    expect_seen(t, 0, "* draw F1");
    expect_seen(t, 1, "* draw ?");
    expect_seen(t, TM_SPECTATOR, "* draw ?");
    play_lines(t, "* draw F2");
    expect_seen(t, 0, "* draw ?");
    expect_seen(t, 1, "* draw F2");
    play_free(t);
}

Test(tatata_know, a_sky_card_turned_is_seen_by_all) /* A13 */
{
    tm_table *t = play_new("tatata", 2, "");
    play_lines(t, "* draw F1\n* draw F2\n* draw F3\n* draw F4\n* draw F5\n* draw F6\n* draw T1\n* draw T2\n"
                  "0 play F1 as fly\n0 go 1\n* sky smoke");
    expect_seen(t, 1, "* sky smoke");
    expect_seen(t, TM_SPECTATOR, "* sky smoke");
    cr_expect_eq(view_of(t, 1).open.held[0][0], 1);
    play_free(t);
}

Test(tatata_know, hands_are_counts_to_others) /* A12, A13 */
{
    tm_table *t = position(3, "", "B(0) ? ? ? B(1) ? ? ? B(2)", "F1 F2 / T1 T2 T3 / M1", "");
    const tatata_view_data v = view_of(t, 1), spectator = view_of(t, TM_SPECTATOR);
    cr_expect_eq(v.hand, cards("T1 T2 T3"));
    cr_expect_eq(tatata_view_cards(&v, 0), 2);
    cr_expect_eq(tatata_view_cards(&v, 2), 1);
    cr_expect_eq(tatata_view_known(&v, 0), 0);
    cr_expect_eq(tatata_view_pile(&v), 30);
    cr_expect_eq(spectator.hand, 0);
    play_free(t);
}

Test(tatata_know, the_views_of_others_do_not_depend_on_a_hand) /* A12 */
{
    tm_table *a = position(3, "", "B(0) ? ? ? B(1) ? ? ? B(2)", "F1 F2 / T1 / M1", "");
    tm_table *b = position(3, "", "B(0) ? ? ? B(1) ? ? ? B(2)", "J6 L2 / T1 / A5", "");
    const tatata_view_data va = view_of(a, 1), vb = view_of(b, 1);
    cr_expect_eq(memcmp(&va, &vb, sizeof va), 0);
    play_free(a);
    play_free(b);
}

/* All but the hands and `pile` has been discarded. */
static void discard_all_but(tm_table *t, uint64_t pile)
{
    tatata_state *s = state_of(t);
    s->open.discards = TATATA_DECK_MASK & ~(s->hand[0] | s->hand[1] | s->hand[2] | pile);
    for (int card = 0; card < TATATA_DECK; card++)
        if (s->open.discards >> card & 1) s->open.batch[card] = 0;
    play_check(t);
}

Test(tatata_know, when_the_pile_runs_out_everybody_knows_what_is_left_in_hands) /* A10 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "F1 F2 F3 F4 / M1 M2 M3 M4", "");
    discard_all_but(t, cards("L6"));
    tatata_view_data v = view_of(t, 0);
    cr_expect_eq(tatata_view_known(&v, 1), 0); /* one of five is in the pile */
    play_lines(t, "0 discard F1\n0 end\n1 discard M1\n1 end\n* draw L6");
    v = view_of(t, 0);
    cr_expect_eq(tatata_view_known(&v, 1), cards("M2 M3 M4"));
    v = view_of(t, 1);
    cr_expect_eq(tatata_view_known(&v, 0), cards("F2 F3 F4 L6"));
    /* What comes out of the new pile is hidden again, the old cards are still known. */
    play_lines(t, "0 end\n* draw F1");
    v = view_of(t, 0);
    cr_expect_eq(tatata_view_known(&v, 1), cards("M2 M3 M4"));
    cr_expect_eq(tatata_view_cards(&v, 1), 4);
    play_lines(t, "1 discard M2");
    v = view_of(t, 0);
    cr_expect_eq(tatata_view_known(&v, 1), cards("M3 M4"));
    play_free(t);
}

Test(tatata_know, a_pile_is_forgotten_with_the_last_of_its_cards) /* A10 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1)", "F1 F2 F3 F4 / M1", "");
    discard_all_but(t, 0);
    play_lines(t, "0 end\n* draw T1\n* draw T2\n* draw T3");
    cr_expect_eq(open_of(t)->n_batches, 2);
    play_lines(t, "1 discard M1\n1 end\n0 discard F1\n0 discard F2\n0 discard F3");
    cr_expect_eq(open_of(t)->n_batches, 2);
    play_lines(t, "0 discard F4");
    cr_expect_eq(open_of(t)->n_batches, 1);
    play_free(t);
}

Test(tatata_know, old_and_new_cards_of_two_others_are_told_apart) /* A10 */
{
    tm_table *t = position(3, "", "B(0) ? ? ? B(1) ? ? ? B(2)", "F1 F2 F3 F4 / M1 M2 M3 / J1 J2 J3 J4", "");
    discard_all_but(t, 0);
    play_lines(t, "0 end\n* draw T1\n1 end");
    const tatata_view_data v = view_of(t, 0);
    const tatata_config *c = t->config;
    tm_rng rng;
    tatata_state world;
    tm_rng_init(&rng, 3, 3);
    uint64_t once = 0, always = TATATA_DECK_MASK;
    for (int i = 0; i < 500; i++) {
        tatata_world(c, &v, &rng, &world);
        cr_assert_eq(tatata_check(c, &world), 0);
        cr_assert_eq(world.hand[0], cards("F1 F2 F3 F4"));
        /* The seven old cards are theirs, in some order; the one drawn since comes from the new pile. */
        const uint64_t old = cards("M1 M2 M3 J1 J2 J3 J4");
        cr_assert_eq((world.hand[1] | world.hand[2]) & old, old);
        cr_assert_eq(tatata_count(world.hand[1] & old), 3);
        cr_assert_eq(tatata_count(world.hand[1] & ~old), 1);
        once |= world.hand[1];
        always &= world.hand[1];
    }
    cr_expect_eq(always, 0);
    cr_expect_eq(once, TATATA_DECK_MASK & ~cards("F1 F2 F3 F4"));
    play_free(t);
}

Test(tatata_know, the_beer_card_is_its_drinkers_alone_until_it_is_dropped) /* A14 */
{
    tm_table *t = position(2, "", "B(0) beer ? ? B(1)", "F1", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n* draw L6");
    cr_expect_eq(view_of(t, 0).drawn, tatata_read_card(tm_span_of("L6")));
    cr_expect_eq(view_of(t, 1).drawn, TATATA_NO_CARD);
    const tatata_view_data v = view_of(t, 1);
    tatata_state world;
    tm_rng rng;
    tm_rng_init(&rng, 4, 4);
    uint64_t seen = 0;
    for (int i = 0; i < 1000; i++) {
        tatata_world(t->config, &v, &rng, &world);
        seen |= tatata_card(world.drawn);
    }
    cr_expect_eq(seen, TATATA_DECK_MASK & ~cards("F1"));
    const tm_game *game = t->setup.game;
    cr_expect_eq(game->reveals(t->config, t->state, 0, TATATA_KEEP), 0);
    cr_expect_eq(game->reveals(t->config, t->state, 0, TATATA_DROP + 35), 2);
    play_free(t);
}

Test(tatata_know, being_asked_to_dodge_tells_nothing) /* A16 */
{
    tm_table *a = position(2, "", "B ?(0) ?(1) ? B", "T6 / M6", "");
    tm_table *b = position(2, "", "B ?(0) ?(1) ? B", "T6 / F1", "");
    play_lines(a, "0 play T6 as tatata");
    play_lines(b, "0 play T6 as tatata");
    cr_expect_eq(tm_table_actors(a), tm_table_actors(b));
    const tatata_view_data va = view_of(a, 0), vb = view_of(b, 0);
    cr_expect_eq(memcmp(&va, &vb, sizeof va), 0);
    play_free(a);
    play_free(b);
}

Test(tatata_know, nothing_that_nobody_has_seen_is_in_a_state) /* rules/README.md */
{
    /* Cards discarded in another order, and hands drawn in another order, make the same state. */
    tm_table *a = play_new("tatata", 2, ""), *b = play_new("tatata", 2, "");
    play_lines(a, "* draw F1\n* draw T1\n* draw F2\n* draw T2\n* draw F3\n* draw T3\n* draw F4\n* draw T4\n"
                  "0 discard F1\n0 discard F2");
    play_lines(b, "* draw F4\n* draw T3\n* draw F2\n* draw T4\n* draw F3\n* draw T1\n* draw F1\n* draw T2\n"
                  "0 discard F2\n0 discard F1");
    cr_expect_eq(memcmp(a->state, b->state, sizeof(tatata_state)), 0);
    play_free(a);
    play_free(b);
}
