/* The searcher, the solver and the levels. */
#include <criterion/criterion.h>

#include <tatami/search.h>

#include "bots/judge.h"
#include "games/tatsu/tatsu_rules.h"
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

static tm_table *first_trick(void)
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    play_lines(t, "* deal rv3 rv4 rv5 rv6 rv7 r6 rx3 / yv3 yv4 yv5 yv6 yv7 y6 yx3 / r2 r3 r4 r5 rx1 rx2 rf / "
                  "y2 y3 y4 y5 yx1 yx2 yf");
    return t;
}

/* Red has taken nothing it can count and has x3 left; yellow leads the last but one trick. */
static tm_table *last_tricks(void)
{
    tm_table *t = first_trick();
    for (int trick = 0; trick < 5; trick++) {
        static const char *const LINES[] = {
            "0 play rv3\n1 play yv3\n2 play r2\n3 play y2", "2 play r3\n3 play y3\n0 play rv4\n1 play yv4",
            "2 play r4\n3 play y4\n0 play rv5\n1 play yv5", "2 play r5\n3 play y5\n0 play rv6\n1 play yv6",
            "2 play rx1\n3 play yx1\n0 play rv7\n1 play yv7"};
        play_lines(t, LINES[trick]);
    }
    return t;
}

/* Whether it matters what is done here, by exact play; then whether the search found as good an action. */
static bool finds_the_best(tm_table *t, bool *out_matters)
{
    tm_action legal[64];
    uint8_t view[512];
    tm_question q;
    tm_rng rng;
    tm_search_result results[64], exact[64];
    const tm_search_limits limits = {.iterations = 2000};
    uint32_t visits = 0, worst = TM_SURE;
    *out_matters = false;
    ask(t, tm_bits_first(tm_table_actors(t)), &q, legal, view);
    tm_rng_init(&rng, 1, 1);
    if (tm_solve(&q, 100000, &rng, exact)) return true;
    cr_assert_eq(tm_search(&q, &limits, &rng, results), 2000);
    for (int i = 0; i < q.n_legal; i++) {
        visits += results[i].visits;
        if (exact[i].chance < worst) worst = exact[i].chance;
    }
    cr_expect_eq(visits, 2000);
    const uint32_t best = exact[tm_search_best(exact, q.n_legal)].chance;
    *out_matters = best > worst + TM_SURE / 50;
    return exact[tm_search_best(results, q.n_legal)].chance + TM_SURE / 100 >= best;
}

Test(search, takes_the_last_tricks_that_decide_the_round)
{
    int n_matter = 0, n_found = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        tm_table *t = play_new("tatsu", 4, "");
        const tatsu_state *s = (const tatsu_state *)t->state;
        bool matters = false, found = true;
        while (s->open.trick < 5) play_random(t, seed, 1);
        while (!matters && s->open.round == 0) {
            found = finds_the_best(t, &matters);
            play_random(t, seed, 1);
        }
        n_matter += matters;
        n_found += matters && found;
        play_free(t);
    }
    cr_expect_gt(n_matter, 20);
    cr_expect_geq(10 * n_found, 8 * n_matter, "%d of %d", n_found, n_matter);
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

/* However late it is, one iteration runs: without any, the bot would play the first action of the list. */
Test(search, thinks_at_least_once_before_it_stops)
{
    for (int i = 0; i < tm_n_games; i++) {
        const tm_game *game = tm_games[i];
        tm_table *t = play_open(game, game->usual_seats, "", NULL);
        tm_action *legal = malloc(game->max_legal * sizeof *legal);
        tm_search_result *results = malloc(game->max_legal * sizeof *results);
        void *view = malloc(game->view_size);
        tm_question q;
        tm_rng rng;
        int asked = 0;
        const tm_search_limits limits = {.iterations = 1000000, .stop = stop_at_once, .context = &asked};
        const tm_search_limits least = {.iterations = 1, .events = 1};
        cr_assert(legal && results && view);
        for (uint64_t seed = 1; tm_table_actors(t) & TM_ACTOR_CHANCE; seed++) play_random(t, seed, 1);
        ask(t, tm_bits_first(tm_table_actors(t)), &q, legal, view);
        for (int threads = 0; threads <= 2; threads++) {
            const tm_search_limits *const LIMITS[] = {&limits, &least};
            for (int k = 0; k < 2; k++) {
                uint32_t visits = 0;
                tm_rng_init(&rng, 1, 1);
                const int done = threads ? tm_search_threads(&q, LIMITS[k], threads, &rng, results)
                                         : tm_search(&q, LIMITS[k], &rng, results);
                for (int a = 0; a < q.n_legal; a++) visits += results[a].visits;
                cr_expect_gt(done, 0, "%s, %d threads", game->id, threads);
                cr_expect_gt(visits, 0, "%s, %d threads", game->id, threads);
            }
        }
        free(legal);
        free(results);
        free(view);
        play_free(t);
    }
}

/* Playouts of a game of eight are long, of two short: the same thought is fewer of the former. */
Test(search, a_thought_of_so_many_events_takes_as_long_in_a_long_game)
{
    int done[2];
    for (int i = 0; i < 2; i++) {
        tm_table *t = play_new("tatata", i ? 8 : 2, "");
        tm_action legal[512];
        uint8_t view[512];
        tm_question q;
        tm_rng rng;
        tm_search_result results[512], again[512];
        const tm_search_limits limits = {.iterations = 1000000, .events = 20000};
        while (tm_table_actors(t) & TM_ACTOR_CHANCE) play_random(t, 1, 1);
        ask(t, tm_bits_first(tm_table_actors(t)), &q, legal, view);
        tm_rng_init(&rng, 1, 1);
        done[i] = tm_search(&q, &limits, &rng, results);
        tm_rng_init(&rng, 1, 1);
        cr_expect_eq(tm_search(&q, &limits, &rng, again), done[i]);
        cr_expect_eq(memcmp(results, again, (size_t)q.n_legal * sizeof *results), 0);
        play_free(t);
    }
    cr_expect_gt(done[1], 20);
    cr_expect_gt(done[0], 2 * done[1]);
    cr_expect_lt(done[0], 20000);
}

Test(search, a_glance_is_the_rule_of_thumb)
{
    tm_table *t = play_new("tatata", 2, "");
    const tm_think *think = t->setup.game->think;
    const tm_search_limits limits = {.iterations = 1};
    int n_asked = 0;
    for (int i = 0; i < 60 && tm_table_actors(t); i++) {
        tm_action legal[512];
        uint8_t view[512], world[512];
        tm_question q;
        tm_rng rng;
        tm_search_result results[512];
        play_random(t, (uint64_t)i, 1);
        const uint32_t actors = tm_table_actors(t);
        if (!actors || actors & TM_ACTOR_CHANCE) continue;
        ask(t, tm_bits_first(actors), &q, legal, view);
        if (q.n_legal < 2) continue;
        tm_rng_init(&rng, 1, 1);
        q.game->world(q.config, view, &rng, world);
        const tm_action thumb = legal[think->choose(q.config, world, q.seat, legal, q.n_legal, &rng, NULL)];
        tm_rng_init(&rng, 1, 1);
        cr_assert_eq(tm_search(&q, &limits, &rng, results), 1);
        cr_expect_eq(results[tm_search_best(results, q.n_legal)].action, thumb);
        n_asked++;
    }
    cr_expect_gt(n_asked, 10);
    play_free(t);
}

/* A game that a test may change, and a question of seat 0 at its first trick. */
typedef struct changed {
    tm_table *table;
    tm_game game;
    tm_think think;
    tm_action legal[64];
    uint8_t view[512];
    tm_question q;
} changed;

static void change(changed *c)
{
    c->table = first_trick();
    ask(c->table, 0, &c->q, c->legal, c->view);
    c->game = *c->table->setup.game;
    c->think = *c->game.think;
    c->game.think = &c->think;
    c->q.game = &c->game;
}

static int n_surprises; /* decisions of others that are not the last in their list */

static int choose_last(const void *config, const void *state, int seat, const tm_action *legal, int n, tm_rng *rng,
                       void *memory)
{
    (void)memory;
    (void)config, (void)state, (void)seat, (void)legal, (void)rng;
    return n - 1;
}

static int apply_and_count(const void *config, void *state, int seat, tm_action action)
{
    tm_action legal[64];
    const tm_game *tatsu = tm_game_find(tm_span_of("tatsu"));
    const int n = tatsu->legal(config, state, seat, legal);
    if (seat != 0 && n > 0 && action != legal[n - 1]) n_surprises++;
    return tatsu->apply(config, state, seat, action);
}

Test(search, others_who_are_foretold_go_by_the_rules_of_thumb)
{
    tm_rng rng;
    tm_search_result results[64];
    changed c;
    change(&c);
    c.think.choose = choose_last;
    c.game.apply = apply_and_count;
    for (int thorough = 0; thorough < 2; thorough++)
        for (int foretells = 0; foretells < 2; foretells++) {
            const tm_search_limits limits = {.iterations = 500, .thorough = thorough};
            c.think.foretells = foretells;
            n_surprises = 0;
            tm_rng_init(&rng, 1, 1);
            cr_assert_eq(tm_search(&c.q, &limits, &rng, results), 500);
            cr_expect_eq(n_surprises == 0, thorough && foretells);
        }
    play_free(c.table);
}

static int n_worlds, every; /* drawn so far; of which one in so many is believed, 0: none */

static void draw_and_count(const void *config, const void *view, tm_rng *rng, void *state)
{
    n_worlds++;
    tm_game_find(tm_span_of("tatsu"))->world(config, view, rng, state);
}

static bool one_in_so_many(const void *config, const void *state, int seat, tm_rng *rng)
{
    (void)config, (void)state, (void)rng;
    cr_assert_eq(seat, 0);
    return every && n_worlds % every == 0;
}

Test(search, long_thought_draws_again_where_a_world_is_not_believed)
{
    tm_rng rng;
    tm_search_result results[64];
    changed c;
    change(&c);
    c.think.likely = one_in_so_many;
    c.game.world = draw_and_count;
    static const struct {
        bool thorough;
        int every, worlds;
    } CASES[] = {{false, 3, 100}, {true, 1, 100}, {true, 3, 300}, {true, 0, 6400}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const tm_search_limits limits = {.iterations = 100, .thorough = CASES[i].thorough};
        n_worlds = 0;
        every = CASES[i].every;
        tm_rng_init(&rng, 1, 1);
        cr_assert_eq(tm_search(&c.q, &limits, &rng, results), 100);
        cr_expect_eq(n_worlds, CASES[i].worlds, "case %zu: %d", i, n_worlds);
    }
    play_free(c.table);
}

static int games_won(const char *game, const char *bot, const char *other, int n_games)
{
    int won = 0;
    for (int i = 0; i < n_games; i++) {
        tm_table *t = play_new(game, 2, "");
        tm_players players;
        int32_t points[TM_MAX_SEATS];
        uint32_t winners;
        cr_assert_eq(tm_players_init(&players, t->setup.game, (uint64_t)i), TM_OK);
        players.bots[i & 1] = tm_bot_find(tm_span_of(bot));
        players.bots[~i & 1] = tm_bot_find(tm_span_of(other));
        while (tm_players_step(&players, t) == 1) continue;
        t->setup.game->score(t->config, t->state, points, &winners);
        won += winners == 1u << (i & 1);
        tm_players_free(&players);
        play_free(t);
    }
    return won;
}

Test(search, a_beginner_beats_chance_and_is_beaten_by_who_thinks)
{
    cr_expect_geq(games_won("takamatsu", "easy", "random", 12), 9);
    cr_expect_geq(games_won("takamatsu", "medium", "easy", 12), 9);
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

Test(search, a_clear_win_counts_for_more_than_a_narrow_one)
{
    const int clear_lead = tm_game_find(tm_span_of("dojo"))->think->clear_lead;
    int n_clear = 0, n_narrow = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        tm_table *t = play_new("dojo", 3, "");
        int32_t points[TM_MAX_SEATS], chances[TM_MAX_SEATS];
        uint32_t winners;
        play_random(t, seed, UINT32_MAX);
        t->setup.game->score(t->config, t->state, points, &winners);
        tm_judge(t->setup.game, t->config, t->state, chances, NULL);
        const int w = tm_bits_first(winners), a = (w + 1) % 3, b = (w + 2) % 3;
        const int lead = points[w] - (points[a] > points[b] ? points[a] : points[b]);
        cr_expect(chances[w] > TM_SURE / 2 && chances[a] <= TM_SURE / 2 + TM_SURE / 8);
        if (lead >= clear_lead) cr_expect_eq(chances[w], TM_SURE);
        if (lead == 1) cr_expect_lt(chances[w], TM_SURE * 3 / 4);
        n_clear += lead >= clear_lead;
        n_narrow += lead == 1;
        play_free(t);
    }
    cr_expect(n_clear && n_narrow, "%d clear, %d narrow", n_clear, n_narrow);
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

/* Everybody's chances are 100 % together, partners counted once; the words say so and name what the alternative changes. */
Test(search, reasons_add_up_and_are_in_words)
{
    static const struct {
        const char *game;
        int n_seats;
        bool net;          /* with the network, as far as there is one */
        const char *sides; /* how the chances begin */
    } CASES[] = {{"tatsu", 4, false, "Chances of winning, 100 % in all: Ann + Cy "},
                 {"tatsu", 4, true, "Chances of winning, 100 % in all: Ann + Cy "},
                 {"tatsu", 3, true, "Chances of winning, 100 % in all: Ann "},
                 {"dojo", 3, false, "Chances of winning, 100 % in all: Ann "}};
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
        tm_table *t = play_new(CASES[k].game, CASES[k].n_seats, "");
        tm_rng rng;
        tm_rng_init(&rng, 3, 0);
        while (!(tm_table_actors(t) & 1) || tm_table_actors(t) & TM_ACTOR_CHANCE) {
            if (tm_table_actors(t) & TM_ACTOR_CHANCE) {
                cr_assert_eq(tm_table_draw(t, &rng), TM_OK);
                continue;
            }
            const int seat = __builtin_ctz(tm_table_actors(t));
            const tm_action *legal;
            cr_assert_gt(tm_table_legal(t, seat, &legal), 0);
            cr_assert_eq(tm_table_act(t, seat, legal[0]), TM_OK);
        }
        tm_action legal[256];
        uint8_t view[1024];
        tm_search_result results[256];
        tm_outlook reasons[2];
        tm_question q;
        const tm_search_limits limits = {.iterations = 400};
        ask(t, 0, &q, legal, view);
        if (CASES[k].net) q.net = tm_net_for(tm_table_setup(t), (tm_span){0});
        cr_assert_eq(q.net.len > 0, CASES[k].net);
        cr_assert_geq(q.n_legal, 2);
        cr_assert_eq(tm_explain(&q, &limits, &rng, results, reasons, 2), TM_OK);
        for (int i = 0; i < 2; i++) {
            uint32_t all = 0;
            for (int seat = 0; seat < CASES[k].n_seats; seat++)
                if (!(reasons[i].sides[seat] & ((1u << seat) - 1))) all += reasons[i].shares[seat];
            cr_expect(all <= TM_SURE && all + TM_MAX_SEATS > TM_SURE, "%s: %u", CASES[k].game, all);
            cr_expect_eq(results[i].chance, reasons[i].shares[0]);
        }
        char words[2][2048];
        const tm_say say = {.names = {"Ann", "Ben", "Cy", "Di"}};
        for (int i = 0; i < 2; i++) {
            tm_text text;
            tm_text_init(&text, words[i], sizeof words[i]);
            tm_explain_write(&q, reasons, 2, i, &say, &rng, &text);
            cr_expect(strncmp(words[i], CASES[k].sides, strlen(CASES[k].sides)) == 0, "%s", words[i]);
        }
        cr_expect(strstr(words[0], "With “"), "%s", words[0]);
        cr_expect(strstr(words[1], "With the best choice, “"), "%s", words[1]);
        play_free(t);
    }
}

/* A hint, with other readings of the simulated games, or with none. */
static tm_outlook hint_read(const tm_game *honest, const tm_reading *readings, int *out_seat)
{
    tm_game game = *honest;
    tm_think think = *honest->think;
    tm_table *t = play_new(honest->id, honest->min_seats, "");
    tm_action *legal = calloc(honest->max_legal, sizeof *legal);
    tm_search_result *results = calloc(honest->max_legal, sizeof *results);
    void *view = calloc(1, honest->view_size);
    tm_outlook outlook;
    tm_question q;
    tm_rng rng;
    const tm_search_limits limits = {.iterations = 300};
    tm_rng_init(&rng, 5, 0);
    do {
        while (tm_table_actors(t) & TM_ACTOR_CHANCE) cr_assert_eq(tm_table_draw(t, &rng), TM_OK);
        const int seat = __builtin_ctz(tm_table_actors(t));
        ask(t, seat, &q, legal, view);
        if (q.n_legal == 1) cr_assert_eq(tm_table_act(t, seat, legal[0]), TM_OK);
    } while (q.n_legal == 1);
    think.readings = readings;
    game.think = &think;
    q.game = &game;
    cr_assert_eq(tm_explain(&q, &limits, &rng, results, &outlook, 1), TM_OK);
    cr_expect_eq(results[0].chance, outlook.shares[q.seat]);
    *out_seat = q.seat;
    free(legal);
    free(results);
    free(view);
    play_free(t);
    return outlook;
}

/* So many quarters of a power, and so many 64ths for the side that thinks; what is told is still the whole win. */
Test(search, reasons_are_read_as_the_game_says)
{
    static const tm_reading PLAIN[16] = {{4, 64}}, SHARPER[16] = {{8, 64}}, SOBER[16] = {{4, 32}};
    for (int g = 0; g < tm_n_games; g++) {
        const tm_game *game = tm_games[g];
        int seat;
        if (!game->think) continue;
        const tm_outlook as_it_is = hint_read(game, NULL, &seat), plain = hint_read(game, PLAIN, &seat),
                         sharper = hint_read(game, SHARPER, &seat), sober = hint_read(game, SOBER, &seat);
        cr_expect(as_it_is.action == sharper.action && as_it_is.action == sober.action, "%s: the same advice",
                  game->id);
        double squares = 0;
        for (int i = 0; i < as_it_is.n_seats; i++)
            if (!(as_it_is.sides[i] & ((1u << i) - 1))) squares += (double)as_it_is.shares[i] * as_it_is.shares[i];
        for (int i = 0; i < as_it_is.n_seats; i++) {
            const double share = as_it_is.shares[i], square = share * share / squares * TM_SURE;
            cr_expect(abs((int)plain.shares[i] - (int)share) <= TM_MAX_SEATS, "%s", game->id);
            cr_expect(__builtin_fabs(sharper.shares[i] - square) <= TM_MAX_SEATS, "%s: %u, not %f", game->id,
                      sharper.shares[i], square);
        }
        const uint32_t own = as_it_is.shares[seat];
        for (int i = 0; i < as_it_is.n_seats; i++) {
            const double part = as_it_is.shares[i] * (as_it_is.sides[seat] >> i & 1 ? 0.5 : 1);
            const double expected = part / (TM_SURE - own / 2.0) * TM_SURE;
            cr_expect(__builtin_fabs(sober.shares[i] - expected) <= TM_MAX_SEATS, "%s: %u, not %f", game->id,
                      sober.shares[i], expected);
        }
    }
}

/* The searching seat is only told what it could know: in every world that fits its view the reasons are the same. */
Test(search, reasons_tell_no_secrets)
{
    tm_table *a = play_new("tatsu", 4, "rounds=1"), *b = play_new("tatsu", 4, "rounds=1");
    play_lines(a, "* deal rv3 rv4 rv5 rv6 rv7 r6 rx3 / yv3 yv4 yv5 yv6 yv7 y6 yx3 / r2 r3 r4 r5 rx1 rx2 rf / "
                  "y2 y3 y4 y5 yx1 yx2 yf");
    play_lines(b, "* deal rv3 rv4 rv5 rv6 rv7 r6 rx3 / y2 y3 y4 y5 yx1 yx2 yf / r2 r3 r4 r5 rx1 rx2 rf / "
                  "yv3 yv4 yv5 yv6 yv7 y6 yx3");
    char words[4][2048];
    for (int i = 0; i < 4; i++) { /* in both worlds with the search, then with the network */
        tm_action legal[64];
        uint8_t view[512] = {0};
        tm_search_result results[64];
        tm_outlook reasons[2];
        tm_question q;
        tm_rng rng;
        tm_text text;
        const tm_say say = {.names = {"Ann", "Ben", "Cy", "Di"}};
        const tm_search_limits limits = {.iterations = 300};
        tm_rng_init(&rng, 3, 0);
        ask(i % 2 ? b : a, 0, &q, legal, view);
        if (i >= 2) q.net = tm_net_for(tm_table_setup(a), (tm_span){0});
        cr_assert_eq(tm_explain(&q, &limits, &rng, results, reasons, 2), TM_OK);
        tm_text_init(&text, words[i], sizeof words[i]);
        tm_explain_write(&q, reasons, 2, 0, &say, &rng, &text);
    }
    cr_expect_str_eq(words[0], words[1]);
    cr_expect_str_eq(words[2], words[3]);
    cr_expect_str_neq(words[0], words[2]);
    play_free(a);
    play_free(b);
}
