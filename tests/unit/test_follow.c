/* Actions after which their seat goes on at once: they are worth what the best end of that is worth. */
#include "bots/follow.h"

#include "bots/policy.h"
#include "sample_net.h"

enum { LINES = 4, DEPTH = 2 }; /* as in follow.c */

/* All that a seat can do until somebody else, or chance, comes. */
typedef struct tree {
    position *p;
    tm_positions *positions;
    int seat;
    int open[DEPTH + 1]; /* positions in which it decides again, by decisions before them */
    bool complete;       /* it was never asked a question too long for following */
} tree;

static bool goes_on(const tree *t, const void *from, const void *state, tm_action action)
{
    const tm_game *game = t->p->game;
    return !(game->reveals(t->p->config, from, t->seat, action) >> t->seat & 1) &&
           game->actors(t->p->config, state) == 1u << t->seat;
}

/* The best end after an action, by trying everything. */
static int32_t best_end(tree *t, const void *from, tm_action action, int depth)
{
    const tm_game *game = t->p->game;
    void *state = malloc(game->state_size);
    memcpy(state, from, game->state_size);
    cr_assert_eq(game->apply(t->p->config, state, t->seat, action), TM_OK);
    int32_t best = INT32_MIN;
    if (depth == DEPTH || !goes_on(t, from, state, action)) {
        best = tm_positions_value(t->positions, state, t->seat);
        t->open[depth] += goes_on(t, from, state, action);
    } else {
        tm_action *legal = malloc(game->max_legal * sizeof *legal);
        const int n = game->legal(t->p->config, state, t->seat, legal);
        t->complete = t->complete && n <= 64 && ++t->open[depth] <= LINES;
        for (int i = 0; i < n && t->complete; i++) {
            const int32_t value = best_end(t, state, legal[i], depth + 1);
            best = value > best ? value : best;
        }
        free(legal);
    }
    t->complete = t->complete && t->open[depth] <= LINES;
    free(state);
    return best;
}

/* Where no more lines are open at a time than are followed, nothing is missed. */
Test(follow, an_action_is_worth_the_best_that_its_seat_can_make_of_it)
{
    const tm_game *game = tm_game_find(tm_span_of("tatata"));
    sample s = read_sample(game, true);
    position p = open_position(game, 2, &s);
    tm_positions *positions = tm_positions_new(game, p.config, &s.net);
    int seen = 0, changed = 0;
    for (int i = 0; i < 3000 && next_decision(&p); i++) {
        const tm_question *q = &p.question;
        tree t = {.p = &p, .positions = positions, .seat = q->seat, .complete = q->n_legal <= LINES};
        int32_t best[LINES], before[LINES];
        tm_rated rated[TM_LOOKED_AT];
        const int n = tm_positions_try(positions, q->view, q->seat, q->legal, q->n_legal, rated);
        for (int k = 0; k < n && t.complete; k++) {
            before[k] = rated[k].value;
            best[k] = best_end(&t, positions->world, rated[k].action, 0);
        }
        if (t.complete && n > 1) {
            seen++;
            tm_follow(positions, q->seat, rated, n);
            for (int k = 0; k < n; k++) {
                cr_assert_eq(rated[k].value, best[k], "decision %d, action %d: %d instead of %d", i, k, rated[k].value,
                             best[k]);
                changed += rated[k].value != before[k];
            }
        }
        cr_assert_eq(game->apply(p.config, p.state, q->seat, p.legal[tm_rng_below(&p.rng, (uint32_t)q->n_legal)]),
                     TM_OK);
    }
    cr_expect_gt(seen, 20);
    cr_expect_gt(changed, 20);
    tm_positions_free(positions);
    close_position(&p);
    free(s.file);
}

/* Actions after which somebody else decides, or chance, or which tell their seat something. */
Test(follow, what_does_not_go_on_keeps_its_value)
{
    for (int g = 0; g < tm_n_games; g++) {
        const tm_game *game = tm_games[g];
        sample s = read_sample(game, true);
        position p = open_position(game, game->usual_seats, &s);
        tm_positions *positions = tm_positions_new(game, p.config, &s.net);
        void *after = malloc(game->state_size);
        int seen = 0;
        for (int i = 0; i < 200 && next_decision(&p); i++) {
            const tm_question *q = &p.question;
            tree t = {.p = &p, .positions = positions, .seat = q->seat};
            tm_rated before[TM_LOOKED_AT], rated[TM_LOOKED_AT];
            const int n = tm_positions_try(positions, q->view, q->seat, q->legal, q->n_legal, rated);
            memcpy(before, rated, sizeof before);
            tm_follow(positions, q->seat, rated, n);
            for (int k = 0; k < n; k++) {
                cr_assert_eq(rated[k].action, before[k].action);
                memcpy(after, positions->world, game->state_size);
                cr_assert_eq(game->apply(p.config, after, q->seat, rated[k].action), TM_OK);
                if (goes_on(&t, positions->world, after, rated[k].action)) continue;
                cr_assert_eq(rated[k].value, before[k].value, "%s, decision %d", game->id, i);
                seen++;
            }
            cr_assert_eq(game->apply(p.config, p.state, q->seat, p.legal[tm_rng_below(&p.rng, (uint32_t)q->n_legal)]),
                         TM_OK);
        }
        cr_expect_gt(seen, 0, "%s", game->id);
        free(after);
        tm_positions_free(positions);
        close_position(&p);
        free(s.file);
    }
}
