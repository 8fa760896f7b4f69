/* What a program may hand to the library by mistake: it is refused, and nothing has changed. Every game, with the fewest and
 * the most players. */
#include "play.h"

static const int NO_SEAT[] = {TM_CHANCE, TM_SPECTATOR, TM_EVERYTHING, -100, 8, 31, 32, 1000, INT32_MIN, INT32_MAX};
enum { N_NO_SEAT = sizeof NO_SEAT / sizeof *NO_SEAT };

/* Calls `probe` with a table of each game that has got past its first outcomes of chance. */
static void with_tables(void (*probe)(tm_table *))
{
    for (int g = 0; g < tm_n_games; g++)
        for (int most = 0; most < 2; most++) {
            tm_table *table = play_open(tm_games[g], most ? tm_games[g]->max_seats : tm_games[g]->min_seats, "", NULL);
            tm_rng rng;
            tm_rng_init(&rng, 1, 0);
            while (tm_table_actors(table) & TM_ACTOR_CHANCE) cr_assert_eq(tm_table_draw(table, &rng), TM_OK);
            const uint64_t hash = tm_table_hash(table);
            const uint32_t n_events = tm_table_n_events(table);
            probe(table);
            cr_expect_eq(tm_table_hash(table), hash, "%s changed", tm_games[g]->id);
            cr_expect_eq(tm_table_n_events(table), n_events);
            tm_table_free(table);
        }
}

static void acts_for_nobody(tm_table *table)
{
    for (int i = 0; i < N_NO_SEAT; i++)
        for (tm_action action = 0; action < 70; action++)
            cr_expect_eq(tm_table_act(table, NO_SEAT[i], action), TM_ETURN);
    cr_expect_eq(tm_table_act(table, tm_table_setup(table)->n_seats, 0), TM_ETURN);
}

Test(arguments, a_seat_that_is_not_there_decides_nothing)
{
    with_tables(acts_for_nobody);
}

static void adds_for_nobody(tm_table *table)
{
    tm_event event = {0};
    for (int i = 0; i < N_NO_SEAT; i++) {
        event.seat = NO_SEAT[i];
        cr_expect_lt(tm_table_add(table, &event), 0);
    }
}

Test(arguments, an_event_of_a_seat_that_is_not_there_is_refused)
{
    with_tables(adds_for_nobody);
}

static void hidden_actions(tm_table *table)
{
    for (int seat = 0; seat < tm_table_setup(table)->n_seats; seat++)
        for (tm_action action = TM_HIDDEN_ACTION; action > TM_HIDDEN_ACTION - 70; action--)
            cr_expect_lt(tm_table_act(table, seat, action), 0);
}

Test(arguments, actions_that_no_game_numbers_are_refused)
{
    with_tables(hidden_actions);
}

static void listens_to_nobody(tm_table *table)
{
    const tm_game *game = tm_table_setup(table)->game;
    const tm_action *legal = NULL;
    tm_walk *walk = NULL;
    char *view = calloc(1, game->view_size), *untouched = calloc(1, game->view_size);
    memset(view, 0x5a, game->view_size);
    memset(untouched, 0x5a, game->view_size);
    for (int i = 0; i < N_NO_SEAT; i++) {
        uint32_t n_events;
        tm_why why;
        tm_why_init(&why, NULL);
        cr_expect_eq(tm_table_legal(table, NO_SEAT[i], &legal), 0);
        cr_expect_not_null(legal);
        cr_expect_eq(tm_table_undo_point(table, NO_SEAT[i], &n_events, &why), TM_EILLEGAL);
        if (NO_SEAT[i] != TM_SPECTATOR) {
            cr_expect_eq(tm_table_view(table, NO_SEAT[i], view), TM_ERANGE);
            cr_expect_eq(memcmp(view, untouched, game->view_size), 0, "a view was written for seat %d", NO_SEAT[i]);
            if (NO_SEAT[i] != TM_EVERYTHING) cr_expect_eq(tm_walk_new(table, NO_SEAT[i], &walk), TM_ERANGE);
        }
    }
    cr_expect_null(walk);
    tm_action *room = calloc(game->max_legal, sizeof *room);
    cr_assert_eq(tm_walk_new(table, TM_SPECTATOR, &walk), TM_OK);
    for (int i = 0; i < N_NO_SEAT; i++) cr_expect_eq(tm_walk_legal(walk, NO_SEAT[i], room), 0);
    tm_walk_free(walk);
    free(room);
    free(view);
    free(untouched);
}

Test(arguments, a_seat_that_is_not_there_sees_nothing)
{
    with_tables(listens_to_nobody);
}

static void asks_nobody(tm_table *table)
{
    tm_players players;
    tm_question question;
    cr_assert_eq(tm_players_init(&players, tm_table_setup(table)->game, 1), TM_OK);
    for (int i = 0; i < N_NO_SEAT; i++) {
        cr_expect_eq(tm_players_ask(&players, table, NO_SEAT[i], &question), TM_ERANGE);
        cr_expect_eq(question.n_legal, 0);
    }
    tm_players_free(&players);
}

Test(arguments, a_seat_that_is_not_there_is_asked_nothing)
{
    with_tables(asks_nobody);
}

/* A setup is the caller's memory. */
Test(arguments, a_setup_filled_by_hand_is_checked)
{
    for (int g = 0; g < tm_n_games; g++) {
        tm_setup good, bad;
        tm_table *table = NULL;
        tm_why why;
        tm_why_init(&why, NULL);
        cr_assert_eq(tm_setup_init(&good, tm_games[g], tm_games[g]->min_seats, &why), TM_OK);
        const int seats[] = {-1, 0, tm_games[g]->min_seats - 1, tm_games[g]->max_seats + 1, 1 << 20};
        for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
            bad = good;
            bad.n_seats = seats[i];
            cr_expect_eq(tm_table_new(&bad, &table, &why), TM_ERANGE);
        }
        for (int o = 0; o < tm_games[g]->n_options; o++) {
            const tm_range *range = tm_option_range(&tm_games[g]->options[o], good.n_seats);
            bad = good;
            bad.values[o] = range->min - 1;
            cr_expect_eq(tm_table_new(&bad, &table, &why), TM_ERANGE);
            bad.values[o] = range->max + 1;
            cr_expect_eq(tm_table_new(&bad, &table, &why), TM_ERANGE);
        }
        const tm_box foreign = {.game = tm_games[(g + 1) % tm_n_games]};
        bad = good;
        bad.box = &foreign;
        cr_expect_eq(tm_table_new(&bad, &table, &why), TM_EUNKNOWN);
        cr_expect_null(table);
    }
    tm_setup none = {0};
    tm_table *table = NULL;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_expect_eq(tm_table_new(&none, &table, &why), TM_EUNKNOWN);
    tm_why_init(&why, NULL);
    cr_expect_eq(tm_setup_init(&none, NULL, 2, &why), TM_EUNKNOWN);
    cr_expect_str_eq(why.text.at, "the setup names no game");
}

Test(arguments, an_option_that_is_not_there_is_not_written)
{
    tm_setup setup;
    tm_why why;
    char room[64];
    tm_text text;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_setup_init(&setup, tm_games[0], tm_games[0]->min_seats, &why), TM_OK);
    tm_text_init(&text, room, sizeof room);
    tm_setup_write_option(&setup, -1, &text);
    tm_setup_write_option(&setup, tm_games[0]->n_options, &text);
    cr_expect_str_eq(room, "");
}
