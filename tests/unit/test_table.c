/* A running game: what it refuses, undo, the log as each seat saw it, and who plays. */
#include "tatsu_rounds.h"

/* Mixed hands: seats can ask each other. */
static const char MIXED[] = "* deal r2 r3 rv3 rx1 yv3 y2 yf / r4 rv4 rx2 y3 yv4 yx1 y4 / "
                            "r5 r6 rv5 rf yv5 y5 y6 / yv6 yv7 yx2 yx3 rv6 rv7 rx3";

static tm_table *table_of(int n_seats, const char *lines)
{
    tm_table *t = play_new("tatsu", n_seats, "");
    play_lines(t, lines);
    return t;
}

/* The seat's decision is taken back: the table is as it was when it had n_events. */
static void expect_undone(tm_table *t, int seat, uint32_t n_events)
{
    tm_why why;
    tm_why_init(&why, NULL);
    tm_table *before = play_open(t->setup.game, t->setup.n_seats, "", NULL);
    for (uint32_t i = 0; i < n_events; i++) cr_assert_eq(tm_table_add(before, &t->events[i]), TM_OK);
    cr_assert_eq(tm_table_undo(t, seat, &why), TM_OK, "%s", why.text.at);
    cr_expect_eq(tm_table_n_events(t), n_events);
    cr_expect_eq(memcmp(play_state(before), play_state(t), t->setup.game->state_size), 0);
    play_free(before);
}

/* Nothing is taken back, and nothing has changed. */
static void expect_not_undone(tm_table *t, int seat, const char *reason)
{
    tm_why why;
    const uint32_t n_events = tm_table_n_events(t);
    const uint64_t hash = tm_table_hash(t);
    tm_why_init(&why, NULL);
    cr_expect_eq(tm_table_undo(t, seat, &why), TM_EILLEGAL);
    cr_expect_not_null(strstr(why.text.at, reason), "\"%s\" does not say \"%s\"", why.text.at, reason);
    cr_expect_eq(tm_table_n_events(t), n_events);
    cr_expect_eq(tm_table_hash(t), hash);
}

Test(undo, takes_back_an_ask_before_it_is_answered)
{
    tm_table *t = table_of(4, MIXED);
    play_lines(t, "0 ask 1");
    expect_undone(t, 0, 1);
    play_expect_legal(t, 0, "ask 1 | ask 2 | ask 3 | play r2 | play r3 | play rv3 | play rx1");
    play_free(t);
}

Test(undo, takes_back_the_own_card_while_nobody_else_showed_one)
{
    tm_table *t = table_of(4, MIXED);
    play_lines(t, "0 play r2\n1 ask 3");
    expect_undone(t, 0, 1); /* with the ask that followed */
    play_free(t);
}

Test(undo, is_refused_once_a_hidden_card_was_seen)
{
    tm_table *t = table_of(4, MIXED);
    play_lines(t, "0 ask 1\n1 give r4");
    expect_not_undone(t, 0, "seen");
    expect_undone(t, 1, 2); /* seat 1 knew its card */
    play_lines(t, "1 give r4\n1 play y3\n2 play r5");
    expect_not_undone(t, 1, "seen");
    expect_not_undone(t, 0, "seen");
    expect_undone(t, 2, 4);
    play_free(t);
}

Test(undo, does_not_mind_what_the_ghost_shows)
{
    tm_table *t = table_of(3, MIXED);
    play_lines(t, "0 play r2\n1 ask g\n0 give y5\n0 play r6");
    expect_undone(t, 0, 4); /* one decision at a time */
    expect_undone(t, 1, 2); /* the y5 lay face up all the time */
    play_free(t);
}

Test(undo, is_refused_after_chance)
{
    tm_table *t = table_of(2, "* deal r2+r r3+y rv3+y y2+r y3+r yv3+y rx1+y / r4+r r5+y y4+r y5+y yx1+r rv4+r yv4+y");
    play_lines(t, "0 play r2");
    expect_undone(t, 0, 1); /* not yet turned */
    play_lines(t, "0 play r2\n* turn rv5");
    expect_not_undone(t, 0, "drawn");
    play_lines(t, "1 ask");
    expect_undone(t, 1, 3);
    play_free(t);
}

Test(undo, of_a_two_player_card_without_one_beneath_takes_the_answer_along)
{
    tm_table *t = table_of(2, "* deal r2+r r3+y rv3+y y2+r y3+r yv3+y rx1+y / r4+r r5+y y4+r y5+y yx1+r rv4+r yv4+y");
    play_lines(t, "0 play r2\n* turn r6\n1 play y4\n* turn rv6\n0 play r6\n1 ask"); /* nothing lay beneath r6 */
    expect_undone(t, 0, 5);
    play_expect_legal(t, 0, "ask | play r3 | play r6 | play rv3 | play rx1");
    play_free(t);
}

Test(undo, does_not_reach_behind_a_new_deal)
{
    tm_table *t = play_new("tatsu", 4, "");
    tatsu_play_round(t, &EVEN);
    play_lines(t, EVEN.deal);
    for (int seat = 0; seat < 4; seat++) expect_not_undone(t, seat, "drawn");
    play_free(t);
}

Test(undo, needs_something_to_undo)
{
    tm_table *t = play_new("tatsu", 4, "");
    expect_not_undone(t, 0, "nothing to undo");
    play_lines(t, MIXED);
    expect_not_undone(t, 0, "nothing to undo");
    play_free(t);
}

Test(undo, of_decisions_taken_at_once_ends_when_they_are_shown)
{
    tm_table *t = play_new("template", 2, "");
    play_lines(t, "* deal 0 5\n* deal 1 7\n0 stay");
    expect_undone(t, 0, 2);
    play_lines(t, "0 stay\n1 stay");
    expect_not_undone(t, 0, "seen");
    expect_not_undone(t, 1, "seen");
    play_free(t);
}

Test(table, refuses_what_is_not_possible_and_changes_nothing)
{
    static const tm_action STRANGE[] = {0x1c,  0xff,  0x100, 0x11c,      0x206,     0x2ff,
                                        0x301, 0x308, 0x400, 0x7fffffff, 0xffffffff};
    tm_table *t = table_of(4, MIXED);
    const uint64_t hash = tm_table_hash(t);
    for (size_t i = 0; i < sizeof STRANGE / sizeof *STRANGE; i++) {
        cr_expect_eq(tm_table_act(t, 0, STRANGE[i]), TM_EILLEGAL, "action %x", STRANGE[i]);
        for (int seat = 1; seat <= TM_MAX_SEATS; seat++) cr_expect_eq(tm_table_act(t, seat, STRANGE[i]), TM_ETURN);
        cr_expect_eq(tm_table_act(t, TM_SPECTATOR, STRANGE[i]), TM_ETURN);
    }
    tm_outcome outcome = {0};
    memset(&outcome, 0xff, sizeof outcome);
    cr_expect_eq(tm_table_settle(t, &outcome), TM_ETURN);
    tm_rng rng;
    tm_rng_init(&rng, 1, 0);
    cr_expect_eq(tm_table_draw(t, &rng), TM_ETURN);
    cr_expect_eq(tm_table_n_events(t), 1);
    cr_expect_eq(tm_table_hash(t), hash);
    play_free(t);
}

Test(table, refuses_every_strange_outcome)
{
    tm_table *t = play_new("tatsu", 4, "");
    const uint64_t hash = tm_table_hash(t);
    tm_rng rng;
    tm_rng_init(&rng, 1, 0);
    for (int i = 0; i < 20000; i++) { /* random bytes are no deal */
        tm_outcome outcome = {0};
        for (size_t k = 0; k < sizeof outcome; k++) ((uint8_t *)&outcome)[k] = (uint8_t)tm_rng_next(&rng);
        outcome.kind &= 3;
        cr_assert_lt(tm_table_settle(t, &outcome), 0);
    }
    cr_expect_eq(tm_table_hash(t), hash);
    play_free(t);
}

Test(table, keeps_a_long_log)
{
    tm_table *t = play_new("tatsu", 4, "target=5000 rounds=40");
    play_random(t, 1, UINT32_MAX);
    cr_expect_gt(tm_table_n_events(t), 1000);
    tm_table *again = play_open(t->setup.game, 4, "target=5000 rounds=40", NULL);
    for (uint32_t i = 0; i < tm_table_n_events(t); i++) cr_assert_eq(tm_table_add(again, &t->events[i]), TM_OK);
    cr_expect_eq(tm_table_hash(t), tm_table_hash(again));
    play_free(t);
    play_free(again);
}

/* The whole log as a viewer lived it, one line an event. */
static void expect_walk(const tm_table *t, int viewer, const char *expected)
{
    char room[2048];
    tm_text text;
    tm_walk *walk;
    tm_event seen;
    tm_text_init(&text, room, sizeof room);
    cr_assert_eq(tm_walk_new(t, viewer, &walk), TM_OK);
    while (tm_walk_next(walk, &seen)) {
        tm_event_write(t, &seen, &text);
        tm_put_char(&text, '\n');
    }
    cr_expect_eq(tm_walk_actors(walk), tm_table_actors(t));
    cr_expect_str_eq(room, expected);
    tm_walk_free(walk);
}

Test(walk, shows_a_seat_its_own_cards_and_what_was_played)
{
    tm_table *t = table_of(3, MIXED);
    play_lines(t, "0 ask 1\n1 give r4");
    expect_walk(t, 2,
                "* deal r? r? r? r? y? y? y? / r? r? r? y? y? y? y? / r5 r6 rv5 rf yv5 y5 y6 / "
                "yv6 yv7 yx2 yx3 rv6 rv7 rx3\n0 ask 1\n1 give r4\n");
    expect_walk(t, TM_SPECTATOR,
                "* deal r? r? r? r? y? y? y? / r? r? r? y? y? y? y? / r5 r6 rv5 rf yv5 y5 y6 / "
                "r? r? r? y? y? y? y?\n0 ask 1\n1 give r4\n");
    expect_walk(t, TM_EVERYTHING,
                "* deal r2 r3 rv3 rx1 yv3 y2 yf / r4 rv4 rx2 y3 yv4 yx1 y4 / r5 r6 rv5 rf yv5 y5 y6 / "
                "yv6 yv7 yx2 yx3 rv6 rv7 rx3\n0 ask 1\n1 give r4\n");
    play_free(t);
}

Test(walk, hides_a_choice_that_is_not_yet_shown)
{
    tm_table *t = play_new("template", 3, "");
    play_lines(t, "* deal 0 5\n* deal 1 7\n* deal 2 9\n0 stay\n1 fold");
    expect_walk(t, 0, "* deal 0 5\n* deal 1 ?\n* deal 2 ?\n0 stay\n1 ?\n");
    expect_walk(t, TM_SPECTATOR, "* deal 0 ?\n* deal 1 ?\n* deal 2 ?\n0 ?\n1 ?\n");
    expect_walk(t, TM_EVERYTHING, "* deal 0 5\n* deal 1 7\n* deal 2 9\n0 stay\n1 fold\n");
    play_free(t);
}

Test(walk, has_the_views_before_and_after_each_event)
{
    const tm_game *game = tm_game_find(tm_span_of("tatsu"));
    for (int viewer = TM_EVERYTHING; viewer < 3; viewer++) {
        if (viewer == TM_CHANCE) continue;
        const int seat = viewer == TM_EVERYTHING ? TM_SPECTATOR : viewer;
        tm_table *t = play_open(game, 3, "rounds=1", NULL), *beside = play_open(game, 3, "rounds=1", NULL);
        void *view = malloc(game->view_size);
        tm_walk *walk;
        tm_event seen;
        play_random(t, 5, UINT32_MAX);
        cr_assert_eq(tm_walk_new(t, viewer, &walk), TM_OK);
        for (uint32_t i = 0; i < tm_table_n_events(t); i++) {
            cr_assert_eq(tm_walk_next(walk, &seen), 1);
            tm_table_view(beside, seat, view);
            cr_expect_eq(memcmp(view, tm_walk_before(walk), game->view_size), 0);
            cr_assert_eq(tm_table_add(beside, &t->events[i]), TM_OK);
            tm_table_view(beside, seat, view);
            cr_expect_eq(memcmp(view, tm_walk_after(walk), game->view_size), 0);
            cr_expect_eq(tm_walk_actors(walk), tm_table_actors(beside));
        }
        cr_expect_eq(tm_walk_next(walk, &seen), 0);
        tm_walk_free(walk);
        free(view);
        play_free(t);
        play_free(beside);
    }
}

Test(walk, keeps_up_with_the_log_and_starts_again_after_an_undo)
{
    tm_table *t = play_new("tatsu", 4, "");
    tm_walk *walk;
    tm_event seen;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_walk_new(t, 0, &walk), TM_OK);
    cr_expect_eq(tm_walk_next(walk, &seen), 0);
    play_lines(t, MIXED);
    cr_expect_eq(tm_walk_next(walk, &seen), 1);
    cr_expect_eq(seen.seat, TM_CHANCE);
    play_lines(t, "0 ask 1");
    cr_expect_eq(tm_walk_next(walk, &seen), 1);
    cr_expect_eq(tm_walk_next(walk, &seen), 0);
    cr_assert_eq(tm_table_undo(t, 0, &why), TM_OK);
    tm_walk_restart(walk);
    cr_expect_eq(tm_walk_next(walk, &seen), 1);
    cr_expect_eq(tm_walk_next(walk, &seen), 0);
    cr_expect_eq(tm_walk_actors(walk), 1);
    tm_walk_free(walk);
    play_free(t);
}

Test(players, chance_and_bots_play_on_but_wait_for_a_person)
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    tm_players players;
    cr_assert_eq(tm_players_init(&players, t->setup.game, 3), TM_OK);
    for (int seat = 0; seat < 4; seat++) players.bots[seat] = seat == 2 ? NULL : tm_bot_find(tm_span_of("random"));
    for (int decisions = 0; tm_table_actors(t); decisions++) {
        const tm_action *legal;
        while (tm_players_step(&players, t) == 1) continue;
        cr_expect_eq(tm_players_step(&players, t), 0);
        if (!tm_table_actors(t)) break;
        play_expect_turn(t, "2");
        cr_assert_gt(tm_table_legal(t, 2, &legal), 0);
        cr_assert_eq(tm_table_act(t, 2, legal[0]), TM_OK);
        cr_assert_lt(decisions, 100);
    }
    cr_expect_eq(tm_players_step(&players, t), 0);
    tm_players_free(&players);
    play_free(t);
}

Test(players, the_same_seed_gives_the_same_game)
{
    for (int g = 0; g < tm_n_games; g++) {
        tm_table *a = play_open(tm_games[g], tm_games[g]->min_seats, "", NULL);
        tm_table *b = play_open(tm_games[g], tm_games[g]->min_seats, "", NULL);
        tm_table *c = play_open(tm_games[g], tm_games[g]->min_seats, "", NULL);
        play_random(a, 11, 300);
        play_random(b, 11, 300);
        play_random(c, 12, 300);
        cr_expect_eq(tm_table_n_events(a), tm_table_n_events(b));
        cr_expect_eq(memcmp(a->events, b->events, a->n_events * sizeof *a->events), 0, "%s", tm_games[g]->id);
        const uint32_t n = a->n_events < c->n_events ? a->n_events : c->n_events;
        cr_expect_neq(memcmp(a->events, c->events, n * sizeof *a->events), 0, "%s", tm_games[g]->id);
        play_free(a);
        play_free(b);
        play_free(c);
    }
}

Test(players, another_seed_deals_other_cards)
{
    tm_table *a = play_new("tatsu", 4, ""), *b = play_new("tatsu", 4, "");
    play_random(a, 3, 1);
    play_random(b, 4, 1);
    cr_expect_neq(tm_table_hash(a), tm_table_hash(b));
    play_free(a);
    play_free(b);
}

Test(players, the_same_seed_deals_the_same_cards_whoever_plays)
{
    tm_table *a = play_new("tatsu", 4, ""), *b = play_new("tatsu", 4, "");
    tm_players players;
    cr_assert_eq(tm_players_init(&players, a->setup.game, 3), TM_OK); /* all persons */
    cr_expect_eq(tm_players_step(&players, a), 1);
    cr_expect_eq(tm_players_step(&players, a), 0);
    play_random(b, 3, 1);
    cr_expect_eq(tm_table_hash(a), tm_table_hash(b));
    tm_players_free(&players);
    play_free(a);
    play_free(b);
}

Test(setup, refuses_players_that_a_game_is_not_for)
{
    tm_setup setup;
    tm_why why;
    memset(&setup, 0x55, sizeof setup);
    const tm_setup before = setup;
    for (int n = -1; n <= 100; n++) {
        tm_why_init(&why, NULL);
        if (n >= 2 && n <= 4) continue;
        cr_expect_eq(tm_setup_init(&setup, tm_game_find(tm_span_of("tatsu")), n, &why), TM_ERANGE);
        cr_expect_eq(memcmp(&setup, &before, sizeof setup), 0);
        cr_expect_not_null(strstr(why.text.at, "2 to 4"), "%s", why.text.at);
    }
}

Test(setup, writes_options_as_it_reads_them)
{
    static const char *const OPTIONS[] = {"target=777", "facedown=neither", "rounds=3"};
    tm_table *t = play_new("tatsu", 2, "rounds=3 facedown=neither target=777");
    for (int i = 0; i < 3; i++) {
        char room[64];
        tm_text text;
        tm_text_init(&text, room, sizeof room);
        tm_setup_write_option(tm_table_setup(t), i, &text);
        cr_expect_str_eq(room, OPTIONS[i]);
    }
    play_free(t);
}

Test(choices, are_sorted_as_text_and_may_be_shortened)
{
    tm_table *t = table_of(4, MIXED);
    tm_choices choices = {0};
    char room[256];
    tm_text text;
    cr_assert_eq(tm_choices_list(&choices, t, 0), TM_OK);
    cr_expect_eq(choices.n, 7);
    tm_text_init(&text, room, sizeof room);
    tm_choices_write(&choices, 2, &text);
    cr_expect_str_eq(room, "ask 1 | ask 2 | … (+5)");
    tm_text_init(&text, room, sizeof room);
    tm_choices_write(&choices, 7, &text);
    cr_expect_str_eq(room, "ask 1 | ask 2 | ask 3 | play r2 | play r3 | play rv3 | play rx1");
    for (int i = 0; i < choices.n; i++) cr_expect_eq(tm_table_act(t, 1, choices.list[i].action), TM_ETURN);
    cr_assert_eq(tm_choices_list(&choices, t, 1), TM_OK);
    cr_expect_eq(choices.n, 0);
    tm_choices_free(&choices);
    play_free(t);
}
