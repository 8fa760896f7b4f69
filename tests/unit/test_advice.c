/* A network that advises a search. */
#include "bots/advice.h"

#include "base/sha256.h"
#include "bots/bots.h"
#include "bots/policy.h"
#include "sample_net.h"

enum { ADVISES = 32 }; /* where the file says so */

static void seal(sample *s)
{
    uint8_t sum[TM_SHA256_BYTES];
    tm_sha256(s->file, s->size - 8, sum);
    memcpy(s->file + s->size - 8, sum, 8);
}

Test(advice, it_is_what_the_network_likes_best)
{
    for (int g = 0; g < 2 * tm_n_games; g++) {
        const tm_game *game = tm_games[g / 2];
        sample s = read_sample(game, g % 2);
        position p = some_choice(game, game->usual_seats, &s);
        const tm_question *q = &p.question;
        tm_rated rated[TM_COMPARED];
        tm_policy policy;
        tm_advice advice;
        cr_assert_eq(tm_policy_open(&policy, game, q->config, q->net), TM_OK);
        const int n = tm_policy_rank(&policy, q->view, q->seat, q->legal, q->n_legal, rated, TM_COMPARED);
        tm_take_advice(q, TM_COMPARED, &advice);
        cr_assert_eq(advice.n, n);
        for (int i = 0; i < n; i++) {
            cr_expect_eq(advice.list[i].action, rated[i].action);
            cr_expect_eq(advice.list[i].chance, (int32_t)tm_net_chance(&s.net, game->usual_seats, rated[i].value));
        }
        tm_take_advice(q, 1, &advice);
        cr_expect_eq(advice.n, 1);
        p.question.net = (tm_span){NULL, 0};
        tm_take_advice(q, TM_COMPARED, &advice);
        cr_expect_eq(advice.n, 0, "without a network");
        tm_policy_close(&policy);
        close_position(&p);
        free(s.file);
    }
}

static uint64_t n_worlds;
static const tm_game *counted;

static void count_worlds(const void *config, const void *view, tm_rng *rng, void *out)
{
    n_worlds++;
    counted->world(config, view, rng, out);
}

/* Two candidates in every world; of four, two are dropped when half of the games have been played. */
Test(advice, every_world_is_played_on_once_for_each_candidate)
{
    for (int g = 0; g < tm_n_games; g++) {
        sample s = read_sample(tm_games[g], true);
        position p = some_choice(tm_games[g], tm_games[g]->usual_seats, &s);
        const tm_search_limits limits = {.iterations = 60};
        tm_game game = *tm_games[g];
        counted = tm_games[g];
        game.world = count_worlds;
        p.question.game = &game;
        tm_search_result *results = calloc((size_t)p.question.n_legal, sizeof *results);
        tm_advice advice = even_advice(&p.question, 2);
        n_worlds = 0;
        cr_expect_eq(tm_search_advised(&p.question, &limits, &p.rng, results, &advice), 60);
        cr_expect_eq(n_worlds, 30);
        cr_expect(results[0].visits == 30 && results[1].visits == 30);
        advice = even_advice(&p.question, 4);
        if (advice.n == 4) {
            int n_last = 0;
            n_worlds = 0;
            cr_expect_eq(tm_search_advised(&p.question, &limits, &p.rng, results, &advice), 60);
            cr_expect_eq(n_worlds, 8 + 14, "%s", game.id); /* half of the games with four, half with two */
            for (int i = 0; i < 4; i++) {
                cr_expect(results[i].visits == 8 || results[i].visits == 22);
                n_last += results[i].visits == 22;
            }
            cr_expect_eq(n_last, 2);
            for (int i = 4; i < p.question.n_legal; i++) cr_expect_eq(results[i].visits, 0, "it was not advised");
        }
        free(results);
        close_position(&p);
        free(s.file);
    }
}

static int n_doubted;

static bool accept_every_second(const void *config, const void *state, int seat, tm_rng *rng)
{
    (void)config;
    (void)state;
    (void)seat;
    (void)rng;
    return n_doubted++ % 2;
}

/* At Dojo the dealer tends to keep a high belt, and who may challenge should not imagine otherwise (D5, D6). */
Test(advice, worlds_that_do_not_fit_the_others_are_rejected_in_a_short_search_too)
{
    const tm_game *dojo = tm_game_find(tm_span_of("dojo"));
    sample s = read_sample(dojo, true);
    position p = some_choice(dojo, 3, &s);
    const tm_search_limits limits = {.iterations = 60};
    tm_game game = *dojo;
    tm_think think = *dojo->think;
    counted = dojo;
    game.world = count_worlds;
    game.think = &think;
    think.likely = accept_every_second;
    p.question.game = &game;
    tm_search_result results[256];
    const tm_advice advice = even_advice(&p.question, 2);
    n_worlds = 0;
    cr_assert_eq(tm_search_advised(&p.question, &limits, &p.rng, results, &advice), 60);
    cr_expect_eq(n_worlds, 60, "two for each of 30");
    close_position(&p);
    free(s.file);
}

static int n_chosen_well;

static int choose_well_and_count(const void *config, const void *state, int seat, const tm_action *legal, int n,
                                 tm_rng *rng, void *memory)
{
    n_chosen_well++;
    return counted->think->choose_well(config, state, seat, legal, n, rng, memory);
}

Test(advice, only_where_a_network_advises_a_search_plays_on_as_good_players_do)
{
    const tm_game *dojo = tm_game_find(tm_span_of("dojo"));
    sample s = read_sample(dojo, true);
    position p = some_choice(dojo, 3, &s);
    const tm_search_limits limits = {.iterations = 60};
    tm_game game = *dojo;
    tm_think think = *dojo->think;
    counted = dojo;
    game.think = &think;
    think.choose_well = choose_well_and_count;
    p.question.game = &game;
    tm_search_result results[256];
    const tm_advice advice = even_advice(&p.question, 2);
    n_chosen_well = 0;
    tm_search(&p.question, &limits, &p.rng, results);
    cr_expect_eq(n_chosen_well, 0);
    tm_search_advised(&p.question, &limits, &p.rng, results, &advice);
    cr_expect_gt(n_chosen_well, 60);
    think.choose_well = NULL;
    n_chosen_well = 0;
    cr_expect_eq(tm_search_advised(&p.question, &limits, &p.rng, results, &advice), 60);
    cr_expect_eq(n_chosen_well, 0);
    close_position(&p);
    free(s.file);
}

static int n_judged_well;

static void judge_well_and_count(const void *config, const void *state, int32_t *out_chances, void *memory)
{
    (void)config;
    (void)state;
    (void)memory;
    n_judged_well++;
    for (int i = 0; i < TM_MAX_SEATS; i++) out_chances[i] = TM_SURE / 4;
}

Test(advice, only_where_a_network_advises_a_short_search_judges_well)
{
    const tm_game *dojo = tm_game_find(tm_span_of("dojo"));
    sample s = read_sample(dojo, true);
    position p = some_choice(dojo, 3, &s);
    const tm_search_limits brief = {.iterations = 60}, thorough = {.iterations = 60, .thorough = true};
    tm_game game = *dojo;
    tm_think think = *dojo->think;
    game.think = &think;
    think.judge_well = judge_well_and_count;
    p.question.game = &game;
    tm_search_result results[256];
    const tm_advice advice = even_advice(&p.question, 2);
    n_judged_well = 0;
    tm_search(&p.question, &brief, &p.rng, results);
    tm_search_advised(&p.question, &thorough, &p.rng, results, &advice);
    cr_expect_eq(n_judged_well, 0, "without advice, or to the end of the game");
    tm_search_advised(&p.question, &brief, &p.rng, results, &advice);
    cr_expect_eq(n_judged_well, 60);
    think.judge_well = NULL;
    n_judged_well = 0;
    cr_expect_eq(tm_search_advised(&p.question, &brief, &p.rng, results, &advice), 60);
    cr_expect_eq(n_judged_well, 0);
    close_position(&p);
    free(s.file);
}

static uint64_t first_draws[64];
static int n_draws;
static bool drawn;

/* Remembers the dice of the first draw after every action. */
static void note_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out)
{
    if (!drawn && n_draws < 64) first_draws[n_draws++] = rng->s[0];
    drawn = true;
    counted->chance(config, state, rng, out);
}

static int note_apply(const void *config, void *state, int seat, tm_action action)
{
    drawn = false;
    return counted->apply(config, state, seat, action);
}

/* At Dojo cards are drawn after the first choice: both candidates meet the same dice. */
Test(advice, candidates_have_the_same_luck)
{
    const tm_game *dojo = tm_game_find(tm_span_of("dojo"));
    sample s = read_sample(dojo, true);
    position p = some_choice(dojo, 3, &s);
    const tm_search_limits limits = {.iterations = 2};
    tm_game game = *dojo;
    counted = dojo;
    game.chance = note_chance;
    game.apply = note_apply;
    p.question.game = &game;
    tm_search_result results[256];
    const tm_advice advice = even_advice(&p.question, 2);
    cr_assert_eq(tm_search_advised(&p.question, &limits, &p.rng, results, &advice), 2);
    int same = 0;
    for (int i = 1; i < n_draws; i++) same += first_draws[i] == first_draws[0];
    cr_expect_gt(n_draws, 4);
    cr_expect_eq(same, 1, "once per candidate");
    close_position(&p);
    free(s.file);
}

/* With two candidates the same games are played whatever is told of them. */
static void expect_weight(const tm_game *game, bool advises, int weight, int opinion)
{
    for (int games = 50; games <= 1000; games *= 20) {
        const tm_search_limits limits = {.iterations = 2 * (uint32_t)games};
        const int32_t part = TM_SURE / 4 * (weight * 40 + opinion * (games + 40)) / ((weight + opinion) * (games + 40));
        sample s = read_sample(game, true);
        const int n_seats = game->usual_seats;
        s.file[ADVISES] = (uint8_t)(advises ? 1 << n_seats : 0);
        seal(&s);
        position p = some_choice(game, n_seats, &s);
        const size_t size = (size_t)p.question.n_legal * sizeof(tm_search_result);
        tm_search_result *even = calloc(1, size), *other = calloc(1, size);
        tm_advice advice = even_advice(&p.question, 2);
        tm_rng one = p.rng, two = p.rng;
        cr_assert_eq(tm_search_advised(&p.question, &limits, &one, even, &advice), 2 * games);
        advice.list[1].chance = TM_SURE / 4;
        cr_assert_eq(tm_search_advised(&p.question, &limits, &two, other, &advice), 2 * games);
        cr_expect_eq(other[0].chance, even[0].chance);
        const int32_t apart = (int32_t)even[1].chance - (int32_t)other[1].chance;
        cr_expect(apart >= part - 1 && apart <= part + 1, "%s: %d", game->id, (int)apart);
        free(even);
        free(other);
        close_position(&p);
        free(s.file);
    }
}

/* And always as forty games more. */
Test(advice, it_counts_half_as_much_as_the_games_or_not_where_they_are_judged_well_or_twice_if_it_plays_well)
{
    for (int g = 0; g < tm_n_games; g++) {
        const tm_think *think = tm_games[g]->think;
        expect_weight(tm_games[g], true, 2, think && think->judge_well ? 0 : 1);
        expect_weight(tm_games[g], false, 1, 2);
    }
}

Test(advice, a_search_with_it_ends_in_time_and_is_the_same_twice)
{
    int asked = 0;
    const tm_search_limits by_events = {.iterations = UINT32_MAX, .events = 20000},
                           stopped = {.iterations = UINT32_MAX, .stop = stop_at_once, .context = &asked},
                           hardly = {.iterations = 1};
    for (int g = 0; g < tm_n_games; g++) {
        sample s = read_sample(tm_games[g], true);
        position p = some_choice(tm_games[g], tm_games[g]->max_seats, &s);
        const size_t size = (size_t)p.question.n_legal * sizeof(tm_search_result);
        tm_search_result *results = calloc(1, size), *again = calloc(1, size);
        tm_advice advice;
        tm_rng one = p.rng, two = p.rng;
        tm_take_advice(&p.question, TM_COMPARED, &advice);
        const int done = tm_search_advised(&p.question, &by_events, &one, results, &advice);
        cr_expect(done >= advice.n && done < 20000 / 8 + TM_COMPARED, "%s: %d", tm_games[g]->id, done);
        cr_expect_eq(tm_search_advised(&p.question, &by_events, &two, again, &advice), done);
        cr_expect_arr_eq(results, again, size);
        for (int i = 0; i < p.question.n_legal; i++) cr_expect_leq(results[i].chance, TM_SURE);
        asked = 0;
        cr_expect_eq(tm_search_advised(&p.question, &stopped, &one, results, &advice), advice.n);
        cr_expect_eq(asked, 1);
        cr_expect_eq(tm_search_advised(&p.question, &hardly, &one, results, &advice), advice.n, "each at least once");
        free(results);
        free(again);
        close_position(&p);
        free(s.file);
    }
}

/* With some numbers of players it decides, with others it only advises. */
Test(advice, where_it_only_advises_reflex_searches_a_little)
{
    for (int g = 0; g < tm_n_games; g++) {
        const tm_game *game = tm_games[g];
        sample s = read_sample(game, true);
        const tm_span file = {(const char *)s.file, (uint32_t)s.size};
        s.file[ADVISES] = (uint8_t)(1 << game->min_seats);
        seal(&s);
        for (int n_seats = game->min_seats; n_seats <= game->min_seats + 1; n_seats++) {
            const bool advises = n_seats == game->min_seats;
            tm_setup setup;
            cr_assert_eq(tm_setup_init(&setup, game, n_seats, &s.why), TM_OK);
            cr_expect_eq(tm_bot_remark(&tm_bot_reflex, &setup, file) != NULL, advises);
            cr_expect_eq(tm_bot_remark(&tm_bot_master, &setup, file), NULL);
            position p = some_choice(game, n_seats, &s);
            cr_expect_eq(tm_only_advises(&p.question), advises);
            tm_search_result *thoughts = calloc((size_t)p.question.n_legal, sizeof *thoughts);
            tm_advice advice;
            uint64_t visits = 0;
            tm_take_advice(&p.question, TM_COMPARED, &advice);
            p.question.thoughts = thoughts;
            const tm_action action = tm_bot_reflex.choose(&p.question, &p.rng);
            for (int i = 0; i < p.question.n_legal; i++) visits += thoughts[i].visits;
            if (advises)
                cr_expect_gt(visits, (uint64_t)(2 * advice.n), "%s", game->id);
            else
                cr_expect(visits == (uint64_t)advice.n + 1 && action == advice.list[0].action, "%s", game->id);
            free(thoughts);
            close_position(&p);
        }
        free(s.file);
    }
}

/* With two players this network only advises, with three it decides. */
Test(advice, where_it_only_advises_what_a_seat_does_next_is_not_tried)
{
    const tm_game *game = tm_game_find(tm_span_of("tatata"));
    sample s = read_sample(game, true);
    s.file[ADVISES] = 1 << 2;
    seal(&s);
    for (int n_seats = 2; n_seats <= 3; n_seats++) {
        position p = open_position(game, n_seats, &s);
        tm_policy policy;
        cr_assert_eq(tm_policy_open(&policy, game, p.config, p.question.net), TM_OK);
        policy.plainly = true;
        int others = 0;
        for (int i = 0; i < 300 && next_decision(&p); i++) {
            const tm_question *q = &p.question;
            tm_rated rated[TM_COMPARED];
            tm_advice advice;
            const int n = tm_policy_rank(&policy, q->view, q->seat, q->legal, q->n_legal, rated, TM_COMPARED);
            tm_take_advice(q, TM_COMPARED, &advice);
            cr_assert_eq(advice.n, n);
            for (int k = 0; k < n; k++)
                others += advice.list[k].chance != (int32_t)tm_net_chance(&s.net, n_seats, rated[k].value);
            const uint32_t any = tm_rng_below(&p.rng, (uint32_t)q->n_legal);
            cr_assert_eq(game->apply(p.config, p.state, q->seat, p.legal[any]), TM_OK);
        }
        if (n_seats == 2)
            cr_expect_eq(others, 0);
        else
            cr_expect_gt(others, 20);
        tm_policy_close(&policy);
        close_position(&p);
    }
    free(s.file);
}

/* Then games count less, and fewer are enough. */
Test(advice, where_it_plays_well_master_plays_fewer_games)
{
    const tm_game *game = tm_game_find(tm_span_of("tatata"));
    uint64_t visits[2] = {0};
    for (int advises = 0; advises < 2; advises++) {
        sample s = read_sample(game, true);
        s.file[ADVISES] = (uint8_t)(advises << 2);
        seal(&s);
        position p = some_choice(game, 2, &s);
        tm_search_result *thoughts = calloc((size_t)p.question.n_legal, sizeof *thoughts);
        p.question.thoughts = thoughts;
        tm_bot_master.choose(&p.question, &p.rng);
        for (int i = 0; i < p.question.n_legal; i++) visits[advises] += thoughts[i].visits;
        free(thoughts);
        close_position(&p);
        free(s.file);
    }
    cr_expect(visits[0] > 0 && visits[1] > 2 * visits[0], "%d and %d", (int)visits[0], (int)visits[1]);
}

Test(advice, files_without_that_field_are_read_and_those_of_the_future_are_not)
{
    const tm_game *game = tm_games[0];
    sample s = read_sample(game, true);
    tm_net net;
    s.file[5] = 4;
    seal(&s);
    cr_expect_eq(tm_net_read(game, s.file, s.size, &net, &s.why), TM_ESYNTAX);
    s.file[5] = 2;
    memmove(s.file + ADVISES, s.file + ADVISES + 2, s.size - ADVISES - 2);
    s.size -= 2;
    seal(&s);
    cr_assert_eq(tm_net_read(game, s.file, s.size, &net, &s.why), TM_OK);
    cr_expect_eq(net.advises, 0);
    cr_expect_eq(net.n_inputs, s.net.n_inputs);
    free(s.file);
}
