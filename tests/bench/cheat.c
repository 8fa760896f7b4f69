/* What it would be worth to see everything. A searcher whose `world` is the true state, given through this test-only door,
 * plays an honest searcher with the same number of iterations, both sides of every deal. The difference is a ceiling for what
 * better guessing of hidden cards can bring.
 *
 *   cheat                      a quick check, in TAP
 *   cheat GAME PLAYERS DEALS ITERATIONS [OPTION=VALUE]…   the figure for docs/BENCHMARKS.md */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tatami/bot.h>
#include <tatami/search.h>

#include "table/table_private.h"

static const tm_table *peeked; /* the door */

static void world_of_truth(const void *config, const void *view, tm_rng *rng, void *out)
{
    (void)config;
    (void)view;
    (void)rng;
    memcpy(out, peeked->state, peeked->setup.game->state_size);
}

static tm_action decide(tm_table *table, int seat, bool cheats, uint32_t iterations, tm_rng *rng, void *view)
{
    const tm_game *honest = tm_table_setup(table)->game;
    tm_game game = *honest;
    const tm_action *legal;
    const int n = tm_table_legal(table, seat, &legal);
    tm_action *copy = malloc((size_t)n * sizeof *copy);
    tm_search_result *results = malloc((size_t)n * sizeof *results);
    const tm_search_limits limits = {.iterations = iterations};
    memcpy(copy, legal, (size_t)n * sizeof *copy);
    tm_table_view(table, seat, view);
    peeked = table;
    if (cheats) game.world = world_of_truth;
    tm_action action = copy[0];
    if (n > 1) {
        const tm_question question = {
            .game = &game, .config = tm_table_config(table), .view = view, .seat = seat, .legal = copy, .n_legal = n};
        tm_search(&question, &limits, rng, results);
        action = results[tm_search_best(results, n)].action;
    }
    free(copy);
    free(results);
    return action;
}

/* One game: the seats of one parity cheat. Their share of the win, in halves. */
static int play(const tm_setup *setup, uint64_t deal, int cheating, uint32_t iterations)
{
    tm_why why;
    tm_table *table;
    tm_rng dice, thoughts;
    int32_t points[TM_MAX_SEATS];
    uint32_t actors, winners, cheats = 0;
    tm_why_init(&why, NULL);
    tm_assert(tm_table_new(setup, &table, &why) == TM_OK);
    void *view = malloc(setup->game->view_size);
    for (int seat = 0; seat < setup->n_seats; seat++)
        if (seat % 2 == cheating) cheats |= 1u << seat;
    tm_rng_init(&thoughts, deal, 1 + (uint64_t)cheating);
    for (uint64_t k = 0; (actors = tm_table_actors(table));) {
        if (actors & TM_ACTOR_CHANCE) {
            tm_rng_init(&dice, deal, 100 + k++);
            tm_assert(tm_table_draw(table, &dice) == TM_OK);
            continue;
        }
        const int seat = __builtin_ctz(actors);
        tm_assert(tm_table_act(table, seat, decide(table, seat, cheats >> seat & 1, iterations, &thoughts, view)) ==
                  TM_OK);
    }
    tm_table_score(table, points, &winners);
    free(view);
    tm_table_free(table);
    return (winners & cheats) ? (winners & ~cheats) ? 1 : 2 : 0;
}

static double match(const tm_setup *setup, int n_deals, uint32_t iterations)
{
    int halves = 0;
    for (int deal = 0; deal < n_deals; deal++)
        for (int side = 0; side < 2; side++) halves += play(setup, (uint64_t)deal, side, iterations);
    return (double)halves / (4.0 * n_deals);
}

int main(int argc, char **argv)
{
    tm_why why;
    tm_setup setup;
    tm_why_init(&why, NULL);
    const bool quick = argc < 5;
    const tm_game *game = tm_game_find(tm_span_of(quick ? "tatsu" : argv[1]));
    int status = game ? tm_setup_init(&setup, game, quick ? 4 : atoi(argv[2]), &why) : TM_EUNKNOWN;
    for (int i = 5; i < argc && !status; i++) status = tm_setup_option(&setup, tm_span_of(argv[i]), &why);
    if (quick && !status) status = tm_setup_option(&setup, tm_span_of("rounds=1"), &why);
    if (status) {
        fprintf(stderr, "cheat: %s\n", why.text.at);
        return 2;
    }
    const double share = quick ? match(&setup, 30, 300) : match(&setup, atoi(argv[3]), (uint32_t)atoi(argv[4]));
    if (!quick) {
        printf("%s, %d players: the cheating side wins %.1f%%\n", game->title, setup.n_seats, 100 * share);
        return 0;
    }
    printf("%sok 1 - seeing everything wins %.0f%% of the games, so honest bots do not\n1..1\n",
           share > 0.6 ? "" : "not ", 100 * share);
    return share <= 0.6;
}
