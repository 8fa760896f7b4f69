/* Are the chances right that hints tell: of all positions judged at 70%, are 70% won?
 *
 *   bench_hints GAME PLAYERS GAMES ONE_IN [SEED [raw]]
 *
 * `reflex` plays in every seat. At one in so many decisions somebody asks for a hint, and does not follow it. Prints, by ten percent of the
 * chance that the best action was given: how many positions, the mean chance, how often they were won, and the standard error of the
 * difference. It is over games: positions of one game are won or lost together. Then which reading (tm_think) of what was told foretells the
 * winners best: what it loses, the logarithm of the winner's share, every game counting as much. With `raw`, hints are told as without
 * a reading: so a game's readings are found. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tatami/search.h>

enum { RANGES = 10, ASKED_MAX = 4096, POWERS = 12, OWNS = 13, OWN_STEP = 4, OWN_FIRST = 32 };

typedef struct asked {
    int seat;
    uint32_t side; /* the seats that win with it */
    double told;
    double shares[TM_MAX_SEATS];
    uint32_t sides[TM_MAX_SEATS];
} asked;

typedef struct range {
    int n;
    double told, won, squares; /* squares: of what each game's positions together were won more than told */
} range;

/* `raw`: the game without its readings. */
static asked ask(const tm_question *asking, bool raw, tm_rng *rng)
{
    tm_game game = *asking->game;
    tm_think think = *game.think;
    tm_question question = *asking, *q = &question;
    if (raw) {
        think.readings = NULL;
        game.think = &think;
        q->game = &game;
    }
    tm_outlook outlook;
    tm_search_result *results = calloc((size_t)q->n_legal, sizeof *results);
    tm_assert(results && tm_explain(q, NULL, rng, results, &outlook, 1) == TM_OK);
    asked a = {q->seat, outlook.sides[q->seat] | 1u << q->seat, (double)results[0].chance / TM_SURE, {0}, {0}};
    for (int i = 0; i < outlook.n_seats; i++) {
        a.shares[i] = (double)outlook.shares[i] / TM_SURE;
        a.sides[i] = outlook.sides[i] | 1u << i;
    }
    free(results);
    return a;
}

/* The part of the win that the side got: a win is shared by the sides that win. */
static double won(const asked *a, uint32_t winners)
{
    return winners & a->side ? 1.0 / (1 + __builtin_popcount(winners & ~a->side)) : 0;
}

static int play(const tm_setup *setup, uint32_t one_in, bool raw, uint64_t seed, asked *out, uint32_t *winners)
{
    tm_table *table;
    tm_players players;
    tm_why why;
    tm_rng pick, thoughts;
    int32_t points[TM_MAX_SEATS];
    uint32_t actors;
    int n = 0;
    tm_why_init(&why, NULL);
    tm_assert(tm_table_new(setup, &table, &why) == TM_OK);
    tm_assert(tm_players_init(&players, setup->game, seed) == TM_OK);
    for (int seat = 0; seat < setup->n_seats; seat++) players.bots[seat] = tm_bot_find(tm_span_of("reflex"));
    tm_rng_init(&pick, seed, 1);
    tm_rng_init(&thoughts, seed, 2);
    while ((actors = tm_table_actors(table))) {
        tm_question q;
        if (!(actors & TM_ACTOR_CHANCE)) {
            tm_assert(tm_players_ask(&players, table, __builtin_ctz(actors), &q) == TM_OK);
            if (q.n_legal > 1 && n < ASKED_MAX && tm_rng_below(&pick, one_in) == 0) out[n++] = ask(&q, raw, &thoughts);
        }
        tm_assert(tm_players_step(&players, table) == 1);
    }
    tm_table_score(table, points, winners);
    tm_players_free(&players);
    tm_table_free(table);
    return n;
}

static void count(range *ranges, const asked *all, int n, uint32_t winners)
{
    double more[RANGES] = {0};
    for (int i = 0; i < n; i++) {
        const int k = all[i].told < 1 ? (int)(all[i].told * RANGES) : RANGES - 1;
        ranges[k].n++;
        ranges[k].told += all[i].told;
        ranges[k].won += won(&all[i], winners);
        more[k] += won(&all[i], winners) - all[i].told;
    }
    for (int k = 0; k < RANGES; k++) ranges[k].squares += more[k] * more[k];
}

/* Shares below this are taken for it: one game in some thousands that is lost for sure must not decide everything. */
static const double LEAST = 0.002;

/* What a game's positions lose on average, by power and own side. */
static void lose(double losses[POWERS][OWNS], const asked *all, int n, int n_seats, uint32_t winners)
{
    for (int at = 0; at < n * POWERS * OWNS; at++) {
        const int power = at % POWERS, own = at / POWERS % OWNS;
        const asked *a = &all[at / POWERS / OWNS];
        double sum = 0, of_winners = 0;
        for (int i = 0; i < n_seats; i++) {
            if (a->sides[i] & ((1u << i) - 1)) continue; /* a side counts once */
            double part = pow(fmax(a->shares[i], LEAST), (power + 1) / 4.0);
            if (a->side >> i & 1) part *= (OWN_FIRST + OWN_STEP * own) / 64.0;
            sum += part;
            if (winners & a->sides[i]) of_winners += part;
        }
        losses[power][own] -= log(of_winners / sum) / n;
    }
}

static void print_best(double losses[POWERS][OWNS], int games)
{
    const int plain_own = (64 - OWN_FIRST) / OWN_STEP, plain_power = 3;
    int power = plain_power, own = plain_own;
    for (int i = 0; i < POWERS; i++)
        for (int k = 0; k < OWNS; k++)
            if (losses[i][k] < losses[power][own]) {
                power = i;
                own = k;
            }
    printf("\nlost: %.4f as told; at best %.4f, with a power of %d quarters and %d 64ths\n",
           losses[plain_power][plain_own] / games, losses[power][own] / games, power + 1, OWN_FIRST + OWN_STEP * own);
}

int main(int argc, char **argv)
{
    static asked all[ASKED_MAX];
    range ranges[RANGES] = {{0}};
    double losses[POWERS][OWNS] = {{0}};
    int n_games = 0; /* in which somebody asked */
    tm_setup setup;
    tm_why why;
    tm_why_init(&why, NULL);
    const tm_game *game = argc > 4 ? tm_game_find(tm_span_of(argv[1])) : NULL;
    const int games = game ? atoi(argv[3]) : 0, one_in = game ? atoi(argv[4]) : 0;
    const uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    if (games < 1 || one_in < 1 || tm_setup_init(&setup, game, atoi(argv[2]), &why)) {
        fprintf(stderr, "usage: bench_hints GAME PLAYERS GAMES ONE_IN [SEED [raw]]\n");
        return 2;
    }
    for (int i = 0; i < games; i++) {
        uint32_t winners;
        const int n = play(&setup, (uint32_t)one_in, argc > 6, seed * 1000000 + (uint64_t)i, all, &winners);
        count(ranges, all, n, winners);
        lose(losses, all, n, setup.n_seats, winners);
        n_games += n > 0;
    }
    printf("%s, %d players, %d games\n%9s%11s%8s%8s%8s\n", game->title, setup.n_seats, games, "chance", "positions",
           "told", "won", "error");
    for (int k = 0; k < RANGES; k++) {
        const range *r = &ranges[k];
        if (!r->n) continue;
        printf("%3d to %2d%%%11d%7.1f%%%7.1f%%%7.1f%%\n", 10 * k, 10 * k + 10, r->n, 100 * r->told / r->n,
               100 * r->won / r->n, 100 * sqrt(r->squares) / r->n);
    }
    if (n_games) print_best(losses, n_games);
    return 0;
}
