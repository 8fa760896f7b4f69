/* Networks that judge positions: what they are asked about an action, and that it does not depend on how. */
#include <tatami/search.h>

#include "bots/bots.h"
#include "bots/judge.h"
#include "bots/leaf.h"
#include "bots/policy.h"
#include "sample_net.h"

/* A policy to play games with. */
typedef struct player {
    sample s;
    position p;
    tm_policy policy;
} player;

static player *sit(const tm_game *game, int n_seats)
{
    player *one = calloc(1, sizeof *one);
    cr_assert(one);
    one->s = read_sample(game, true);
    one->p = open_position(game, n_seats, &one->s);
    cr_assert_eq(tm_policy_open(&one->policy, game, one->p.config, one->p.question.net), TM_OK);
    return one;
}

static void leave(player *one)
{
    tm_policy_close(&one->policy);
    close_position(&one->p);
    free(one->s.file);
    free(one);
}

static tm_action choose(player *one)
{
    const tm_question *q = &one->p.question;
    return tm_policy_choose(&one->policy, q->view, q->seat, q->legal, q->n_legal, NULL);
}

static void act(position *p, tm_action action)
{
    cr_assert_eq(p->game->apply(p->config, p->state, p->question.seat, action), TM_OK);
}

/* The network's opinion of a state, the long way round. */
static int32_t value_of(const player *one, const void *state)
{
    const position *p = &one->p;
    const tm_net *net = &one->s.net;
    uint8_t *observation = calloc(1, tm_net_observation(net->learn));
    void *view = calloc(1, p->game->view_size);
    tm_net_thought *thought = malloc(sizeof *thought);
    cr_assert(observation && view && thought);
    p->game->view(p->config, state, p->question.seat, view);
    net->learn->observe(p->config, view, observation);
    tm_net_look(net, observation, thought);
    const int32_t value = tm_net_value(net, thought, 0);
    free(observation);
    free(view);
    free(thought);
    return value;
}

/* The sums of the layer go from one observation to the next, of any seat: they must be those of a fresh look. */
Test(positions, a_value_does_not_depend_on_what_was_seen_before)
{
    for (int g = 0; g < tm_n_games; g++) {
        player *one = sit(tm_games[g], tm_games[g]->max_seats);
        position *p = &one->p;
        tm_positions *positions = tm_positions_new(p->game, p->config, &one->s.net);
        int32_t lowest = INT32_MAX, highest = INT32_MIN;
        cr_assert(positions);
        for (int i = 0; i < 200 && next_decision(p); i++) {
            const int32_t value = tm_positions_value(positions, p->state, p->question.seat);
            cr_assert_eq(value, value_of(one, p->state), "%s, decision %d", p->game->id, i);
            lowest = value < lowest ? value : lowest;
            highest = value > highest ? value : highest;
            act(p, p->legal[tm_rng_below(&p->rng, (uint32_t)p->question.n_legal)]);
        }
        cr_expect_lt(lowest, highest, "%s: the network is blind", p->game->id);
        tm_positions_free(positions);
        leave(one);
    }
}

static bool reveals(const position *p)
{
    for (int i = 0; i < p->question.n_legal; i++)
        if (p->game->reveals(p->config, p->state, p->question.seat, p->legal[i]) >> p->question.seat & 1) return true;
    return false;
}

/* Where no action reveals anything to the seat, the true state is as good as any world: the value of an action is that of the position it
 * leads to. The policy puts the best first, after following it (follow.h). */
Test(positions, an_action_is_worth_what_the_seat_sees_after_it)
{
    for (int g = 0; g < tm_n_games; g++) {
        player *one = sit(tm_games[g], tm_games[g]->usual_seats);
        position *p = &one->p;
        tm_rated rated[TM_LOOKED_AT];
        int seen = 0;
        for (int i = 0; i < 400 && seen < 20 && next_decision(p); i++) {
            const tm_question *q = &p->question;
            if (q->n_legal > 1 && q->n_legal <= TM_LOOKED_AT && !reveals(p)) {
                seen++;
                int n = tm_positions_try(one->policy.positions, q->view, q->seat, q->legal, q->n_legal, rated);
                cr_assert_eq(n, q->n_legal);
                for (int k = 0; k < n; k++) {
                    memcpy(p->other, p->state, p->game->state_size);
                    cr_assert_eq(p->game->apply(p->config, p->other, q->seat, rated[k].action), TM_OK);
                    cr_assert_eq(rated[k].value, value_of(one, p->other), "%s, decision %d", p->game->id, i);
                }
                n = tm_policy_rank(&one->policy, q->view, q->seat, q->legal, q->n_legal, rated, TM_LOOKED_AT);
                cr_assert_eq(n, q->n_legal);
                for (int k = 1; k < n; k++) cr_assert(rated[k].value <= rated[k - 1].value);
                cr_assert_eq(choose(one), rated[0].action);
            }
            act(p, p->legal[tm_rng_below(&p->rng, (uint32_t)q->n_legal)]);
        }
        cr_expect_gt(seen, 0, "%s", p->game->id);
        leave(one);
    }
}

static int n_worlds;
static const tm_game *counted;

static void count_worlds(const void *config, const void *view, tm_rng *rng, void *out)
{
    n_worlds++;
    counted->world(config, view, rng, out);
}

/* Few actions are tried in several worlds, each drawn once for all of them. */
Test(positions, sixteen_tries_are_shared_among_the_actions)
{
    for (int g = 0; g < tm_n_games; g++) {
        player *one = sit(tm_games[g], tm_games[g]->usual_seats);
        tm_game game = *tm_games[g];
        counted = tm_games[g];
        game.world = count_worlds;
        tm_think think = game.think ? *game.think : (tm_think){0};
        think.likely = NULL; /* draws again */
        game.think = &think;
        one->policy.positions->game = &game;
        for (int i = 0; i < 100 && next_decision(&one->p); i++) {
            const int n = one->p.question.n_legal, tried = n < TM_LOOKED_AT ? n : TM_LOOKED_AT;
            const int worlds = n == 1 ? 0 : n < 16 ? 16 / n : 1;
            tm_rated rated[TM_LOOKED_AT];
            const tm_question *q = &one->p.question;
            n_worlds = 0;
            one->policy.positions->looks = 0;
            if (n > 1) tm_positions_try(one->policy.positions, q->view, q->seat, q->legal, n, rated);
            cr_assert_eq(n_worlds, worlds, "%s: %d actions", game.id, n);
            cr_assert_eq(one->policy.positions->looks, (uint64_t)(worlds * tried));
            act(&one->p, choose(one));
        }
        leave(one);
    }
}

/* Of a long list, the most promising by the game's order; without an order, actions from everywhere in the list. */
Test(positions, of_a_long_list_the_most_promising_are_tried)
{
    enum { LONG = 3 * TM_LOOKED_AT + 17 };
    const tm_game *games[] = {tm_game_find(tm_span_of("takamatsu")), tm_game_find(tm_span_of("tatsu"))};
    for (int g = 0; g < 2; g++) {
        player *one = sit(games[g], 2);
        position *p = &one->p;
        tm_action list[LONG];
        uint16_t weights[LONG];
        tm_rated rated[TM_LOOKED_AT];
        cr_assert(next_decision(p));
        while (p->question.n_legal < 4) {
            act(p, p->legal[0]);
            cr_assert(next_decision(p));
        }
        for (int i = 0; i < LONG; i++) list[i] = p->legal[i % p->question.n_legal];
        const int n = tm_positions_try(one->policy.positions, p->view, p->question.seat, list, LONG, rated);
        cr_assert_eq(n, TM_LOOKED_AT);
        if (games[g]->think->order) {
            uint16_t least = UINT16_MAX, most = 0;
            tm_action tried[TM_LOOKED_AT];
            for (int i = 0; i < n; i++) tried[i] = rated[i].action;
            games[g]->think->order(p->config, p->state, p->question.seat, tried, n, weights);
            for (int i = 0; i < n; i++) least = weights[i] < least ? weights[i] : least;
            games[g]->think->order(p->config, p->state, p->question.seat, list, LONG, weights);
            int better = 0;
            for (int i = 0; i < LONG; i++) {
                better += weights[i] > least;
                most = weights[i] > most ? weights[i] : most;
            }
            cr_expect_lt(better, TM_LOOKED_AT, "every better one was tried");
            cr_expect_gt(most, 0);
        } else {
            cr_expect_eq(rated[0].action, list[0]);
            cr_expect_eq(rated[n - 1].action, list[(n - 1) * LONG / n]);
        }
        leave(one);
    }
}

/* A cheat, planted: its worlds are the truth. */
static const void *truth;
static uint32_t truth_size;

static void world_of_truth(const void *config, const void *view, tm_rng *rng, void *out)
{
    (void)config;
    (void)view;
    (void)rng;
    memcpy(out, truth, truth_size);
}

/* What a policy thinks in the true state and in another that looks the same to the seat. Returns whether it is the same. */
static bool is_same_in_another_world(player *one, tm_rated *rated, tm_rated *again)
{
    position *p = &one->p;
    const tm_question *q = &p->question;
    p->game->world(p->config, p->view, &p->rng, p->other);
    p->game->view(p->config, p->other, q->seat, p->again);
    cr_assert_arr_eq(p->view, p->again, p->game->view_size);
    truth = p->state;
    const int n = tm_policy_rank(&one->policy, p->view, q->seat, q->legal, q->n_legal, rated, TM_LOOKED_AT);
    truth = p->other;
    cr_assert_eq(tm_policy_rank(&one->policy, p->again, q->seat, q->legal, q->n_legal, again, TM_LOOKED_AT), n);
    for (int i = 0; i < n; i++)
        if (rated[i].action != again[i].action || rated[i].value != again[i].value) return false;
    return true;
}

/* Dojo's challenge turns cards up, so who tries it in the truth learns them. */
Test(positions, a_cheat_that_tries_actions_in_the_truth_is_found_out)
{
    const tm_game *dojo = tm_game_find(tm_span_of("dojo"));
    for (int cheats = 0; cheats < 2; cheats++) {
        player *one = sit(dojo, 3);
        tm_game game = *dojo;
        tm_rated rated[TM_LOOKED_AT], again[TM_LOOKED_AT];
        int different = 0;
        game.world = world_of_truth;
        truth_size = game.state_size;
        if (cheats) one->policy.positions->game = &game;
        for (int i = 0; i < 80 && next_decision(&one->p); i++) {
            different += !is_same_in_another_world(one, rated, again);
            act(&one->p, one->p.legal[tm_rng_below(&one->p.rng, (uint32_t)one->p.question.n_legal)]);
        }
        if (cheats)
            cr_expect_gt(different, 0, "the test can fail");
        else
            cr_expect_eq(different, 0);
        leave(one);
    }
}

/* Everything that asks a network. */
Test(positions, bots_hints_and_reasons_work_with_them)
{
    const tm_search_limits few = {.iterations = 3}, reasons_few = {.iterations = 300};
    for (int g = 0; g < tm_n_games; g++) {
        const tm_game *game = tm_games[g];
        player *one = sit(game, game->min_seats);
        tm_question *q = &one->p.question;
        cr_assert(next_decision(&one->p));
        while (q->n_legal < 2) {
            act(&one->p, one->p.legal[0]);
            cr_assert(next_decision(&one->p));
        }
        tm_search_result *results = calloc((size_t)q->n_legal, sizeof *results);
        tm_outlook reasons[2];
        tm_rng rng = one->p.rng;
        q->thoughts = results;
        const tm_action at_once = tm_bot_reflex.choose(q, &rng);
        cr_expect_eq(at_once, choose(one));
        cr_expect_eq(results[tm_search_best(results, q->n_legal)].action, at_once);
        q->limits = &few;
        const tm_action thought = tm_bot_master.choose(q, &rng);
        cr_expect(is_legal(&one->p, thought));
        cr_expect_eq(tm_hint(q, &rng, results), TM_OK);
        cr_expect_gt(results[0].visits, 0, "%s", game->id);
        cr_expect_eq(tm_explain(q, &reasons_few, &rng, results, reasons, 2), TM_OK);
        cr_expect_gt(reasons[0].n, 0, "%s", game->id);
        free(results);
        leave(one);
    }
}

static uint32_t all_visits(const tm_search_result *results, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) sum += results[i].visits;
    return sum;
}

Test(positions, a_tree_thinks_as_long_as_it_may_and_the_same_twice)
{
    const tm_search_limits by_number = {.iterations = 60}, by_events = {.iterations = UINT32_MAX, .events = 20000};
    for (int g = 0; g < tm_n_games; g++) {
        player *one = sit(tm_games[g], tm_games[g]->usual_seats);
        const tm_question *q = &one->p.question;
        cr_assert(next_decision(&one->p));
        while (q->n_legal < 2) {
            act(&one->p, one->p.legal[0]);
            cr_assert(next_decision(&one->p));
        }
        const size_t size = (size_t)q->n_legal * sizeof(tm_search_result);
        tm_search_result *results = calloc(1, size), *again = calloc(1, size);
        tm_rng rng = one->p.rng, other = one->p.rng;
        cr_assert_eq(tm_search_judged(q, &by_number, &rng, results), 60);
        cr_assert_eq(tm_search_judged(q, &by_number, &other, again), 60);
        cr_expect_arr_eq(results, again, size);
        cr_expect_eq(all_visits(results, q->n_legal), 60);
        for (int i = 0; i < q->n_legal; i++) cr_expect_leq(results[i].chance, TM_SURE);
        const int done = tm_search_judged(q, &by_events, &rng, results);
        cr_expect(done > 100 && done < 20000, "%s: %d", tm_games[g]->id, done);
        free(results);
        free(again);
        leave(one);
    }
}

Test(positions, only_a_network_that_judges_positions_can_judge_leaves)
{
    const tm_search_limits limits = {.iterations = 10};
    const tm_game *tatsu = tm_game_find(tm_span_of("tatsu"));
    sample s = read_sample(tatsu, false);
    position p = open_position(tatsu, 2, &s);
    tm_search_result results[64];
    cr_assert(next_decision(&p));
    cr_expect_eq(tm_search_judged(&p.question, &limits, &p.rng, results), TM_ESYNTAX);
    cr_expect(is_legal(&p, tm_bot_master.choose(&p.question, &p.rng)), "takes its advice instead");
    p.question.net.len /= 2;
    cr_expect_eq(tm_search_judged(&p.question, &limits, &p.rng, results), TM_ESYNTAX);
    close_position(&p);
    free(s.file);
}

/* The weights are random, so what the tree finds right in the last tricks it has from the results. */
Test(positions, in_a_tree_results_outweigh_what_the_network_thinks)
{
    const tm_search_limits limits = {.iterations = 1500};
    int n_matter = 0, n_found = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        player *one = sit(tm_game_find(tm_span_of("tatsu")), 4);
        position *p = &one->p;
        const tm_question *q = &p->question;
        tm_search_result exact[64], found[64];
        bool matters = false;
        make_short(p, 4);
        tm_rng_init(&p->rng, seed, 0);
        while (!matters && next_decision(p)) {
            if (q->n_legal > 1 && q->n_legal < 4 && tm_solve(q, 20000, &p->rng, exact) == TM_OK) {
                uint32_t worst = TM_SURE, best = 0;
                for (int i = 0; i < q->n_legal; i++) {
                    worst = exact[i].chance < worst ? exact[i].chance : worst;
                    best = exact[i].chance > best ? exact[i].chance : best;
                }
                matters = best > worst + TM_SURE / 4;
                cr_assert_eq(tm_search_judged(q, &limits, &p->rng, found), 1500);
                n_matter += matters;
                n_found += matters && exact[tm_search_best(found, q->n_legal)].chance == best;
            }
            act(p, p->legal[tm_rng_below(&p->rng, (uint32_t)q->n_legal)]);
        }
        leave(one);
    }
    cr_expect_gt(n_matter, 15);
    cr_expect_geq(4 * n_found, 3 * n_matter, "%d of %d", n_found, n_matter);
}

/* What one of two wins, the other loses; of more, what one expects says nothing certain about another. */
Test(positions, two_seats_share_one_chance)
{
    for (int n_seats = 2; n_seats <= 3; n_seats++) {
        player *one = sit(tm_game_find(tm_span_of("tatsu")), n_seats);
        cr_assert(next_decision(&one->p));
        tm_leaf *leaf = tm_leaf_new(&one->p.question, &one->s.net);
        cr_assert(leaf);
        cr_expect_eq(leaf->n_seats, n_seats);
        tm_leaf_tell(leaf, 0, TM_SURE / 4);
        tm_leaf_tell(leaf, 1, TM_SURE / 8);
        cr_expect_eq(leaf->chances[0], n_seats == 2 ? TM_SURE - TM_SURE / 8 : TM_SURE / 4);
        cr_expect_eq(leaf->chances[1], TM_SURE / 8);
        tm_leaf_free(leaf);
        leave(one);
    }
}

/* Chances of winning are compared with results, so a win of two partners is a whole win for both. */
Test(positions, partners_have_both_won)
{
    player *one = sit(tm_game_find(tm_span_of("tatsu")), 4);
    position *p = &one->p;
    int32_t chances[TM_MAX_SEATS];
    make_short(p, 4);
    while (next_decision(p)) act(p, p->legal[0]);
    tm_won(p->game, p->config, p->state, chances);
    cr_expect_eq(chances[0], chances[2]);
    cr_expect_eq(chances[1], chances[3]);
    cr_expect_eq(chances[0] + chances[1], TM_SURE);
    leave(one);
}

/* As the file says, where the network is good enough to decide. */
Test(positions, a_file_says_where_a_tree_is_better)
{
    enum { ADVISES = 32, TREE = 34 };
    const tm_search_limits limits = {.iterations = 60};
    const tm_game *takamatsu = tm_game_find(tm_span_of("takamatsu"));
    for (int says = 0; says < 3; says++) {
        player *one = sit(takamatsu, 2);
        tm_question *q = &one->p.question;
        one->s.file[TREE] = says ? 254 : 0;
        one->s.file[ADVISES] = says == 2 ? 1 << 2 : 0;
        cr_assert(next_decision(&one->p));
        while (q->n_legal < 2) {
            act(&one->p, one->p.legal[0]);
            cr_assert(next_decision(&one->p));
        }
        const size_t size = (size_t)q->n_legal * sizeof(tm_search_result);
        tm_search_result *judged = calloc(1, size), *thought = calloc(1, size);
        tm_rng rng = one->p.rng, other = one->p.rng;
        cr_expect_eq(tm_thinks_in_a_tree(q), says == 1);
        cr_assert_eq(tm_search_judged(q, &limits, &rng, judged), 60);
        q->limits = &limits;
        q->thoughts = thought;
        tm_bot_master.choose(q, &other);
        cr_expect_eq(memcmp(judged, thought, size) == 0, says == 1, "%d", says);
        free(judged);
        free(thought);
        leave(one);
    }
}
