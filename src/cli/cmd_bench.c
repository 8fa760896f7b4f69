/* tatami bench: the signature of this build, and its speed in multiples of a calibration loop. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <tatami/bench.h>

#include "cli/cli.h"
#include "cli/decimal.h"

enum { ROUNDS = 5, ROWS_MAX = 64 };

typedef struct row {
    const tm_game *game; /* NULL: the calibration loop */
    int n_seats;
    double best; /* nanoseconds per decision in the fastest round */
} row;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double measure(const row *r, uint64_t n, uint64_t seed)
{
    uint32_t sum;
    const double start = now();
    const uint64_t done = r->game ? tm_bench_play(r->game, r->n_seats, n, seed) : tm_bench_calibrate(n, seed, &sum);
    return done ? (now() - start) / (double)done : 0;
}

/* Goes round all rows several times and takes the best of each, so that other load on the machine affects all alike. */
static void measure_all(row *rows, int n_rows, double milliseconds)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < n_rows; i++) {
            const double trial = measure(&rows[i], 20000, 1);
            const uint64_t n = (uint64_t)(milliseconds * 1e6 / ROUNDS / (trial > 0 ? trial : 1));
            const double t = measure(&rows[i], n, (uint64_t)round);
            if (round == 0 || t < rows[i].best) rows[i].best = t;
        }
    }
}

static void print_rows(const row *rows, int n_rows)
{
    printf(_("calibration loop       %8s ns per decision\n"), cli_decimal(1, rows[0].best));
    for (int i = 1; i < n_rows; i++)
        printf(_("%-10s %d players   %8s ns per decision  %7s million per second  %6s times the calibration loop\n"),
               rows[i].game->id, rows[i].n_seats, cli_decimal(1, rows[i].best), cli_decimal(2, 1e3 / rows[i].best),
               cli_decimal(2, rows[i].best / rows[0].best));
}

/* The searcher's iterations per second at the first decision of a game, on one thread and on two. */
static void print_search(const cli_choice *choice, uint64_t milliseconds)
{
    for (int i = 0; i < tm_n_games; i++) {
        const tm_game *game = tm_games[i];
        const int n_seats = choice->n_seats ? choice->n_seats : game->usual_seats;
        if (choice->game && choice->game != game) continue;
        double rate[2] = {0, 0};
        const uint64_t trial = 500;
        const double first = now();
        tm_bench_think(game, n_seats, (uint32_t)trial, tm_search_threads, 1, 1);
        const double each = (now() - first) / (double)trial;
        for (int round = 0; round < ROUNDS; round++)
            for (int threads = 1; threads <= 2; threads++) {
                const double start = now();
                const uint32_t n = (uint32_t)((double)milliseconds * 1e6 / ROUNDS / each) * (uint32_t)threads + 100;
                const double done = (double)tm_bench_think(game, n_seats, n, tm_search_threads, threads, 1);
                const double r = done / (now() - start) * 1e9;
                if (r > rate[threads - 1]) rate[threads - 1] = r;
            }
        printf(_("%-10s %d players   %8.0f search iterations per second, %s times that with two threads\n"), game->id,
               n_seats, rate[0], cli_decimal(2, rate[1] / rate[0]));
    }
}

enum { SIGNATURE, TIME };

static int run(int argc, char **argv)
{
    cli_args args;
    int flag, status, n_rows = 1;
    cli_choice choice = {0};
    tm_setup setup;
    bool only_signature = false;
    uint64_t milliseconds = 500;
    row rows[ROWS_MAX] = {{0}};
    cli_args_init(&args, &cmd_bench, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (flag == CLI_WORD && (status = cli_take_word(&choice, &cmd_bench, args.value))) return status;
        if (flag == SIGNATURE) only_signature = true;
        if (flag == TIME && !cli_number(&cmd_bench, "--time", args.value, 1, 60000, &milliseconds)) return CLI_USAGE;
    }
    if (choice.n_seats && cli_make_setup(&choice, &setup)) return CLI_FAILED;
    if (only_signature) {
        printf("%016llx\n", (unsigned long long)tm_bench_signature());
        return CLI_OK;
    }
    printf(_("signature %016llx\n"), (unsigned long long)tm_bench_signature());
    fflush(stdout);
    for (int i = 0; i < tm_n_games; i++)
        for (int n = tm_games[i]->min_seats; n <= tm_games[i]->max_seats && n_rows < ROWS_MAX; n++)
            if ((!choice.game || choice.game == tm_games[i]) && (!choice.n_seats || choice.n_seats == n))
                rows[n_rows++] = (row){tm_games[i], n, 0};
    measure_all(rows, n_rows, (double)milliseconds);
    print_rows(rows, n_rows);
    print_search(&choice, milliseconds);
    return CLI_OK;
}

static const cli_flag FLAGS[] = {
    [SIGNATURE] = {"signature", 0, NULL, N_("print only the signature, as in tests/bench/signature")},
    [TIME] = {"time", 0, N_("MS"), N_("milliseconds per measurement (500)")},
    {0},
};

const cli_command cmd_bench = {
    .name = "bench",
    .words = N_("[GAME [N]] [--signature] [--time MS]"),
    .about = N_("print the signature of this build and its speed"),
    .more =
        N_("The signature is a hash of games with fixed seeds. It is the same for every build that behaves the same.\n"
           "Speed is measured with random decisions: list the legal actions, choose one, apply it. The calibration "
           "loop deals\n"
           "28 cards to four hands and takes random cards out of them, without rules; it makes machines comparable."),
    .flags = FLAGS,
    .run = run,
};
