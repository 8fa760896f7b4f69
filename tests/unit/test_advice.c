/* A network that only gives its opinion. */
#include "bots/advice.h"

#include "base/sha256.h"
#include "bots/ahead.h"
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

/* A choice between several actions. */
static position some_choice(const tm_game *game, int n_seats, const sample *s)
{
    position p = open_position(game, n_seats, s);
    cr_assert(next_decision(&p));
    while (p.question.n_legal < 2) {
        cr_assert_eq(game->apply(p.config, p.state, p.question.seat, p.legal[0]), TM_OK);
        cr_assert(next_decision(&p));
    }
    return p;
}

static int32_t told(const sample *s, const position *p, int n_seats, tm_action action)
{
    tm_rated rated[256];
    tm_policy policy;
    const tm_question *q = &p->question;
    int32_t chance = -1;
    cr_assert_eq(tm_policy_open(&policy, q->game, q->config, q->net), TM_OK);
    const int n = tm_policy_rank(&policy, q->view, q->seat, q->legal, q->n_legal, rated, 64);
    for (int i = 0; i < n; i++)
        if (rated[i].action == action) chance = (int32_t)tm_net_chance(&s->net, n_seats, rated[i].value);
    tm_policy_close(&policy);
    return chance;
}

Test(advice, it_counts_as_much_as_a_search_that_looked_closely)
{
    const tm_search_limits limits = {.iterations = 300};
    for (int g = 0; g < tm_n_games; g++) {
        const tm_game *game = tm_games[g];
        sample s = read_sample(game, g % 2, TM_NET_NOT_AHEAD);
        position p = some_choice(game, game->usual_seats, &s);
        const tm_question *q = &p.question;
        const size_t size = (size_t)q->n_legal * sizeof(tm_search_result);
        tm_search_result *before = calloc(1, size), *after = malloc(size);
        cr_assert_geq(tm_search(q, &limits, &p.rng, before), 0);
        memcpy(after, before, size);
        tm_add_opinion(q, after);
        const int searched = tm_search_best(before, q->n_legal), best = tm_search_best(after, q->n_legal);
        uint64_t visits = 0, visits_before = 0;
        int mixed = 0;
        for (int i = 0; i < q->n_legal; i++) {
            const int32_t chance = told(&s, &p, game->usual_seats, q->legal[i]);
            const bool close = before[i].visits && before[i].visits >= before[searched].visits / 10 && chance >= 0;
            visits += after[i].visits;
            visits_before += before[i].visits;
            mixed += close;
            cr_expect_eq(after[i].action, before[i].action);
            cr_expect_eq(after[i].chance, close ? (before[i].chance + (uint32_t)chance) / 2 : before[i].chance);
            if (close) cr_expect_leq(after[i].chance, after[best].chance, "%s", game->id);
        }
        cr_expect_eq(visits, visits_before);
        cr_expect_gt(mixed, 0, "%s", game->id);
        free(before);
        free(after);
        close_position(&p);
        free(s.file);
    }
}

Test(advice, without_a_network_nothing_changes)
{
    const tm_game *game = tm_games[0];
    sample s = read_sample(game, false, TM_NET_NOT_AHEAD);
    position p = some_choice(game, game->usual_seats, &s);
    tm_search_result results[256] = {{.visits = 3, .chance = 500}, {.visits = 2, .chance = 900}}, same[256];
    memcpy(same, results, sizeof same);
    p.question.net = (tm_span){NULL, 0};
    tm_add_opinion(&p.question, results);
    cr_expect_arr_eq(results, same, sizeof same);
    close_position(&p);
    free(s.file);
}

/* With some numbers of players it decides, with others it only advises. */
Test(advice, where_it_only_advises_reflex_thinks_like_hard)
{
    for (int g = 0; g < tm_n_games; g++) {
        const tm_game *game = tm_games[g];
        sample s = read_sample(game, true, TM_NET_IN_A_TREE);
        const tm_span file = {(const char *)s.file, (uint32_t)s.size};
        s.file[ADVISES] = (uint8_t)(1 << game->min_seats);
        seal(&s);
        for (int n_seats = game->min_seats; n_seats <= game->min_seats + 1; n_seats++) {
            const bool advises = n_seats == game->min_seats;
            tm_setup setup;
            cr_assert_eq(tm_setup_init(&setup, game, n_seats, &s.why), TM_OK);
            cr_expect_eq(tm_bot_remark(&tm_bot_reflex, &setup, file) != NULL, advises);
            cr_expect_eq(tm_bot_remark(&tm_bot_master, &setup, file) != NULL, advises);
            position p = some_choice(game, n_seats, &s);
            cr_expect_eq(tm_only_advises(&p.question), advises);
            cr_expect_eq(tm_can_think_ahead(&p.question), !advises);
            tm_rng one = p.rng, two = p.rng;
            if (advises) cr_expect_eq(tm_bot_reflex.choose(&p.question, &one), tm_bot_hard.choose(&p.question, &two));
            close_position(&p);
        }
        free(s.file);
    }
}

Test(advice, files_without_that_field_are_read_and_those_of_the_future_are_not)
{
    const tm_game *game = tm_games[0];
    sample s = read_sample(game, true, 0);
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
