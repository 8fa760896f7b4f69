/* The searcher, the solver and the levels. */
#include <criterion/criterion.h>

#include <tatami/search.h>

#include "unit/play.h"

static void ask(const tm_table *table, int seat, tm_question *q, tm_action *legal, void *view)
{
    const tm_game *game = table->setup.game;
    memset(q, 0, sizeof *q);
    q->game = game;
    q->config = table->config;
    q->view = view;
    q->seat = seat;
    q->legal = legal;
    q->n_legal = game->legal(table->config, table->state, seat, legal);
    game->view(table->config, table->state, seat, view);
}

static const char *written(const tm_table *t, tm_action action)
{
    static char room[64];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    t->setup.game->write_action(t->config, action, &text);
    return room;
}

/* Red has taken nothing it can count and has x3 left; yellow leads the last but one trick. */
static tm_table *last_tricks(void)
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    play_lines(t, "* deal rv3 rv4 rv5 rv6 rv7 r6 rx3 / yv3 yv4 yv5 yv6 yv7 y6 yx3 / r2 r3 r4 r5 rx1 rx2 rf / "
                  "y2 y3 y4 y5 yx1 yx2 yf");
    for (int trick = 0; trick < 5; trick++) {
        static const char *const LINES[] = {
            "0 play rv3\n1 play yv3\n2 play r2\n3 play y2", "2 play r3\n3 play y3\n0 play rv4\n1 play yv4",
            "2 play r4\n3 play y4\n0 play rv5\n1 play yv5", "2 play r5\n3 play y5\n0 play rv6\n1 play yv6",
            "2 play rx1\n3 play yx1\n0 play rv7\n1 play yv7"};
        play_lines(t, LINES[trick]);
    }
    return t;
}

Test(search, takes_the_last_tricks_that_decide_the_round)
{
    tm_table *t = last_tricks(); /* seat 0 leads with r6, rx3 against y6, yx3 */
    tm_action legal[64];
    uint8_t view[512];
    tm_question q;
    tm_rng rng;
    tm_search_result results[64], exact[64];
    const tm_search_limits limits = {.iterations = 3000};
    ask(t, 0, &q, legal, view);
    tm_rng_init(&rng, 1, 1);
    cr_assert_eq(tm_search(&q, &limits, &rng, results), 3000);
    cr_assert_eq(tm_solve(&q, 1000000, &rng, exact), TM_OK);
    const int thought = tm_search_best(results, q.n_legal), solved = tm_search_best(exact, q.n_legal);
    cr_expect_eq(results[thought].action, exact[solved].action, "search chose %s", written(t, results[thought].action));
    uint32_t visits = 0;
    for (int i = 0; i < q.n_legal; i++) visits += results[i].visits;
    cr_expect_eq(visits, 3000);
    play_free(t);
}

Test(search, solving_gives_up_where_there_is_too_much_or_chance_comes)
{
    tm_table *t = play_new("tatsu", 4, "");
    tm_action legal[64];
    uint8_t view[512];
    tm_question q;
    tm_rng rng;
    tm_search_result results[64];
    tm_rng_init(&rng, 1, 1);
    play_random(t, 1, 1);
    ask(t, 0, &q, legal, view);
    cr_expect_eq(tm_solve(&q, 1000, &rng, results), TM_ERANGE);
    play_free(t);
}

Test(search, thinks_the_same_twice_and_with_any_number_of_processors)
{
    tm_table *t = play_new("tatsu", 4, "");
    tm_action legal[64];
    uint8_t view[512];
    tm_question q;
    tm_search_result once[64], again[64];
    const tm_search_limits limits = {.iterations = 1001};
    play_random(t, 1, 1);
    ask(t, 0, &q, legal, view);
    for (int threads = 1; threads <= 3; threads++) {
        tm_rng rng;
        tm_rng_init(&rng, 5, 5);
        cr_assert_eq(tm_search_threads(&q, &limits, threads, &rng, once), 1001);
        tm_rng_init(&rng, 5, 5);
        cr_assert_eq(tm_search_threads(&q, &limits, threads, &rng, again), 1001);
        cr_expect_eq(memcmp(once, again, (size_t)q.n_legal * sizeof *once), 0, "%d threads differ", threads);
    }
    play_free(t);
}

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

Test(search, stops_when_it_is_told_to)
{
    tm_table *t = play_new("tatsu", 4, "");
    tm_action legal[64];
    uint8_t view[512];
    tm_question q;
    tm_rng rng;
    tm_search_result results[64];
    int asked = 0;
    const tm_search_limits limits = {.iterations = 1000000, .stop = stop_at_once, .context = &asked};
    play_random(t, 1, 1);
    ask(t, 0, &q, legal, view);
    tm_rng_init(&rng, 1, 1);
    cr_expect_lt(tm_search(&q, &limits, &rng, results), 100);
    cr_expect_eq(asked, 1);
    play_free(t);
}

/* Every game, number of players and level: a whole stretch of play, every choice legal. */
Test(search, every_level_plays_every_game)
{
    static const char *const LEVELS[] = {"thumb", "easy", "medium"};
    for (int g = 0; g < tm_n_games; g++)
        for (int n = tm_games[g]->min_seats; n <= tm_games[g]->max_seats; n++) {
            tm_table *t = play_new(tm_games[g]->id, n, "");
            tm_players players;
            cr_assert_eq(tm_players_init(&players, t->setup.game, 3), TM_OK);
            for (int seat = 0; seat < n; seat++) players.bots[seat] = tm_bot_find(tm_span_of(LEVELS[seat % 3]));
            for (int i = 0; i < 60 && tm_table_actors(t); i++)
                cr_assert_eq(tm_players_step(&players, t), 1, "%s, %d players", tm_games[g]->id, n);
            tm_players_free(&players);
            play_free(t);
        }
}

Test(search, hints_come_best_first)
{
    tm_table *t = last_tricks();
    tm_action legal[64];
    uint8_t view[512];
    tm_question q;
    tm_rng rng;
    tm_search_result results[64];
    ask(t, 0, &q, legal, view);
    tm_rng_init(&rng, 1, 1);
    cr_assert_eq(tm_hint(&q, &rng, results), TM_OK);
    for (int i = 1; i < q.n_legal; i++) {
        cr_expect_geq(results[i - 1].visits, results[i].visits);
        if (results[i - 1].visits == results[i].visits) cr_expect_geq(results[i - 1].chance, results[i].chance);
    }
    play_free(t);
}

/* The highest card wins whatever the others do, and the lowest loses a point for nobody. */
Test(search, of_decisions_taken_at_once_weighs_its_own)
{
    tm_table *t = play_new("template", 3, "rounds=1");
    tm_action legal[8];
    uint8_t view[64];
    tm_question q;
    tm_rng rng;
    tm_search_result results[8];
    const tm_search_limits limits = {.iterations = 2000};
    play_lines(t, "* deal 0 4\n* deal 1 5\n* deal 2 9");
    ask(t, 2, &q, legal, view);
    tm_rng_init(&rng, 1, 1);
    cr_assert_eq(tm_search(&q, &limits, &rng, results), 2000);
    cr_expect_str_eq(written(t, results[tm_search_best(results, q.n_legal)].action), "stay");
    cr_expect_eq(results[0].visits + results[1].visits, 2000);
    cr_expect_gt(results[1].chance, results[0].chance + TM_SURE / 4);
    play_free(t);
}
