/* How long a bot takes for a decision when nothing else disturbs it.
 *
 *   bench_think GAME PLAYERS GAMES BOT [TIMES [SEED]]
 *
 * The bot plays in every seat. It decides each time with a choice TIMES times over (7), always the same, and the shortest counts: on a busy or
 * shared machine single decisions take up to twice as long for no reason of their own. Prints CPU time in milliseconds: on average, of
 * 99 in 100, and the longest; then how many of the first tries took longer than two milliseconds, disturbed or not. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <tatami/bot.h>

enum { DECISIONS_MAX = 1 << 20, LONG = 2 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static double shortest(const tm_bot *bot, const tm_question *q, int times, double *out_first)
{
    double best = 0;
    for (int i = 0; i < times; i++) {
        tm_question asked = *q;
        tm_rng rng;
        tm_rng_init(&rng, 1, 1);
        const double began = now();
        bot->choose(&asked, &rng);
        const double took = now() - began;
        if (!i) *out_first = took;
        if (!i || took < best) best = took;
    }
    return best;
}

/* Returns how many decisions were measured, at most `room`. */
static int play(const tm_setup *setup, const tm_bot *bot, uint64_t seed, int times, double *out, int room, int *n_long)
{
    tm_table *table;
    tm_players players;
    tm_why why;
    uint32_t actors;
    int n = 0;
    tm_why_init(&why, NULL);
    tm_assert(tm_table_new(setup, &table, &why) == TM_OK);
    tm_assert(tm_players_init(&players, setup->game, seed) == TM_OK);
    for (int seat = 0; seat < setup->n_seats; seat++) players.bots[seat] = bot;
    while ((actors = tm_table_actors(table))) {
        tm_question q;
        if (!(actors & TM_ACTOR_CHANCE)) {
            tm_assert(tm_players_ask(&players, table, __builtin_ctz(actors), &q) == TM_OK);
            double first = 0;
            if (q.n_legal > 1 && n < room) out[n++] = shortest(bot, &q, times, &first);
            *n_long += first > LONG;
        }
        tm_assert(tm_players_step(&players, table) == 1);
    }
    tm_players_free(&players);
    tm_table_free(table);
    return n;
}

static int shorter_first(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static double all[DECISIONS_MAX];
    tm_setup setup;
    tm_why why;
    tm_why_init(&why, NULL);
    const tm_game *game = argc > 4 ? tm_game_find(tm_span_of(argv[1])) : NULL;
    const tm_bot *bot = game ? tm_bot_find(tm_span_of(argv[4])) : NULL;
    const int games = bot ? atoi(argv[3]) : 0, times = argc > 5 ? atoi(argv[5]) : 7;
    const uint64_t seed = argc > 6 ? strtoull(argv[6], NULL, 10) : 1;
    if (games < 1 || times < 1 || tm_setup_init(&setup, game, atoi(argv[2]), &why)) {
        fprintf(stderr, "usage: bench_think GAME PLAYERS GAMES BOT [TIMES [SEED]]\n");
        return 2;
    }
    double sum = 0;
    int n = 0, n_long = 0;
    for (int i = 0; i < games; i++)
        n += play(&setup, bot, seed * 1000000 + (uint64_t)i, times, all + n, DECISIONS_MAX - n, &n_long);
    if (!n) return 1;
    for (int i = 0; i < n; i++) sum += all[i];
    qsort(all, (size_t)n, sizeof *all, shorter_first);
    printf("%s, %d players, %s: %d decisions, mean %.2f ms, 99 in 100 %.2f, longest %.2f; %.1f%% took longer than %d "
           "ms at first\n",
           game->title, setup.n_seats, bot->name, n, sum / n, all[n - 1 - n / 100], all[n - 1], 100.0 * n_long / n,
           LONG);
    return 0;
}
