/* A network that plays on by itself, in games that are compared. */
#include "bots/ahead.h"

#include "bots/bots.h"
#include "bots/judge.h"
#include "bots/policy.h"
#include "sample_net.h"

/* One that judges positions would have to look at every action, and one that only advises does not play well enough. */
Test(ahead, master_asks_a_network_that_judges_choices_well)
{
    enum { ADVISES = 32 };
    const tm_search_limits limits = {.iterations = 40};
    for (int g = 0; g < 3 * tm_n_games; g++) {
        const tm_game *game = tm_games[g / 3];
        const bool positions = g % 3 == 1, advises = g % 3 == 2;
        sample s = read_sample(game, positions);
        if (advises) s.file[ADVISES] = (uint8_t)(1 << game->min_seats);
        position p = some_choice(game, game->min_seats, &s);
        tm_question *q = &p.question;
        const size_t size = (size_t)q->n_legal * sizeof(tm_search_result);
        tm_search_result *found = calloc(1, size), *thought = calloc(1, size);
        tm_rng rng = p.rng, other = p.rng;
        tm_advice advice;
        cr_expect_eq(tm_thinks_ahead(q), !positions && !advises, "%s", game->id);
        tm_take_advice(q, TM_ADVISED, &advice);
        const bool solved = tm_solve(q, 200000, &rng, found) == TM_OK; /* as master tries first */
        const int done = tm_think_ahead(q, &limits, &rng, &advice, found);
        if (positions)
            cr_expect_eq(done, TM_ESYNTAX);
        else
            cr_expect_geq(done, 40);
        q->limits = &limits;
        q->thoughts = thought;
        tm_bot_master.choose(q, &other);
        if (!solved) cr_expect_eq(memcmp(found, thought, size) == 0, !positions && !advises, "%s", game->id);
        free(found);
        free(thought);
        close_position(&p);
        free(s.file);
    }
}

/* What a world is worth after an action, once more: everybody chooses by its own view, up to the third choice of the seat in question or to where the
 * round is settled. */
static int32_t worth(position *p, tm_policy *policy, int n_seats, const void *world, tm_rng dice, tm_action first,
                     bool *ended)
{
    const tm_game *game = p->game;
    tm_action *legal = calloc(game->max_legal, sizeof *legal);
    int32_t chances[TM_MAX_SEATS], value, found = -1;
    uint32_t actors;
    const int own = p->question.seat;
    int chosen = 0;
    memcpy(p->other, world, game->state_size);
    cr_assert_eq(game->apply(p->config, p->other, own, first), TM_OK);
    while (found < 0 && (actors = game->actors(p->config, p->other)) &&
           !tm_is_settled(game, p->config, world, p->other)) {
        if (actors & TM_ACTOR_CHANCE) {
            tm_outcome outcome = {0};
            game->chance(p->config, p->other, &dice, &outcome);
            cr_assert_eq(game->settle(p->config, p->other, &outcome), TM_OK);
            continue;
        }
        const int seat = tm_bits_first(actors), n = game->legal(p->config, p->other, seat, legal);
        game->view(p->config, p->other, seat, p->again);
        const tm_action action = tm_policy_choose(policy, p->again, seat, legal, n, &value);
        chosen += n > 1 && seat == own;
        if (n > 1 && seat == own && chosen == 3) found = (int32_t)tm_net_chance(&policy->net, n_seats, value);
        cr_assert_eq(game->apply(p->config, p->other, seat, action), TM_OK);
    }
    free(legal);
    *ended = found < 0;
    tm_judge(game, p->config, p->other, chances, NULL);
    return found < 0 ? chances[own] : found;
}

Test(ahead, a_game_is_worth_what_the_network_thinks_at_the_third_choice_or_its_result)
{
    const tm_game *tatsu = tm_game_find(tm_span_of("tatsu"));
    const tm_search_limits limits = {.iterations = 2};
    int n_ended = 0, n_judged = 0;
    for (int n_seats = 2; n_seats <= 4; n_seats++) {
        sample s = read_sample(tatsu, false);
        position p = open_position(tatsu, n_seats, &s);
        void *world = calloc(1, tatsu->state_size);
        tm_policy policy;
        make_short(&p, n_seats);
        cr_assert_eq(tm_policy_open(&policy, tatsu, p.config, p.question.net), TM_OK);
        while (next_decision(&p)) {
            if (p.question.n_legal > 1) {
                const tm_advice advice = even_advice(&p.question, 2);
                tm_search_result results[64];
                tm_rng rng = p.rng, dice;
                tatsu->world(p.config, p.view, &rng, world);
                tm_rng_init(&dice, tm_rng_next(&rng), 0);
                cr_assert_eq(tm_think_ahead(&p.question, &limits, &p.rng, &advice, results), 2);
                for (int i = 0; i < 2; i++) {
                    bool ended;
                    const int32_t chance = worth(&p, &policy, n_seats, world, dice, advice.list[i].action, &ended);
                    const int32_t apart = (int32_t)results[i].chance - (chance + TM_SURE / 2) / 2;
                    cr_expect(apart >= -1 && apart <= 1, "%d players: off by %d", n_seats, (int)apart);
                    n_ended += ended;
                    n_judged += !ended;
                }
            }
            const uint32_t any = tm_rng_below(&p.rng, (uint32_t)p.question.n_legal);
            cr_assert_eq(tatsu->apply(p.config, p.state, p.question.seat, p.legal[any]), TM_OK);
        }
        tm_policy_close(&policy);
        free(world);
        close_position(&p);
        free(s.file);
    }
    cr_expect(n_ended > 5 && n_judged > 20, "%d, %d", n_ended, n_judged);
}

Test(ahead, it_ends_in_time_and_is_the_same_twice)
{
    int asked = 0;
    const tm_search_limits by_events = {.iterations = UINT32_MAX, .events = 100000, .thorough = true},
                           stopped = {.iterations = UINT32_MAX, .stop = stop_at_once, .context = &asked};
    for (int g = 0; g < tm_n_games; g++) {
        sample s = read_sample(tm_games[g], false);
        position p = some_choice(tm_games[g], tm_games[g]->max_seats, &s);
        const size_t size = (size_t)p.question.n_legal * sizeof(tm_search_result);
        tm_search_result *results = calloc(1, size), *again = calloc(1, size);
        tm_advice advice;
        tm_rng one = p.rng, two = p.rng;
        tm_take_advice(&p.question, TM_COMPARED, &advice);
        const int done = tm_think_ahead(&p.question, &by_events, &one, &advice, results);
        cr_expect(done >= advice.n && done < 100000 / 8 + TM_COMPARED, "%s: %d", tm_games[g]->id, done);
        cr_expect_eq(tm_think_ahead(&p.question, &by_events, &two, &advice, again), done);
        cr_expect_arr_eq(results, again, size);
        for (int i = 0; i < p.question.n_legal; i++) cr_expect_leq(results[i].chance, TM_SURE);
        cr_expect_eq(tm_think_ahead(&p.question, &stopped, &one, &advice, results), advice.n);
        cr_expect_eq(asked, 1 + g);
        free(results);
        free(again);
        close_position(&p);
        free(s.file);
    }
}
