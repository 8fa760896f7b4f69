/* How long a bot takes for a decision when nothing else disturbs it.
 *
 *   bench_think GAME PLAYERS GAMES BOT [TIMES [SEED]]
 *
 * The bot plays in every seat. Every game is played TIMES times over (7), the same each time, and of each decision the shortest counts: on a shared
 * machine single decisions take twice as long for no reason of their own. Prints CPU time in milliseconds, of decisions with a choice: the mean,
 * what 99 in 100 take at most, and the longest; and the longest of all tries, disturbed ones too. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <tatami/bot.h>

enum { DECISIONS_MAX = 1 << 20 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Returns how many decisions were measured, at most `room`. A negative time in `shortest` is none yet. */
static int play(const tm_setup *setup, const tm_bot *bot, uint64_t seed, double *shortest, int room, double *longest)
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
        tm_question q = {.n_legal = 0};
        if (!(actors & TM_ACTOR_CHANCE)) tm_assert(tm_players_ask(&players, table, __builtin_ctz(actors), &q) == TM_OK);
        const double began = now();
        tm_assert(tm_players_step(&players, table) == 1);
        const double took = now() - began;
        if (q.n_legal < 2 || n == room) continue;
        if (shortest[n] < 0 || took < shortest[n]) shortest[n] = took;
        if (took > *longest) *longest = took;
        n++;
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
    double sum = 0, longest = 0;
    int n = 0;
    for (int i = 0; i < DECISIONS_MAX; i++) all[i] = -1;
    for (int i = 0; i < games; i++) {
        int measured = 0;
        for (int k = 0; k < times; k++)
            measured = play(&setup, bot, seed * 1000000 + (uint64_t)i, all + n, DECISIONS_MAX - n, &longest);
        n += measured;
    }
    if (!n) return 1;
    for (int i = 0; i < n; i++) sum += all[i];
    qsort(all, (size_t)n, sizeof *all, shorter_first);
    printf("%s, %d players, %s: %d decisions, mean %.2f, 99 in 100 %.2f, longest %.2f ms; of all tries %.2f\n",
           game->title, setup.n_seats, bot->name, n, sum / n, all[n - 1 - n / 100], all[n - 1], longest);
    return 0;
}
