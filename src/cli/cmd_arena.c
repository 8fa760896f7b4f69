/* tatami arena: lets bots play against each other, fairly, until the result is reliable. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <tatami/luck.h>

#include "cli/arena_chart.h"
#include "cli/arena_csv.h"
#include "cli/arena_report.h"
#include "cli/cli.h"
#include "cli/save.h"

typedef struct arena {
    cli_choice choice;
    arena_match match;
    arena_tally tally;
    arena_question question;
    arena_time times[TM_MAX_SEATS];
    uint64_t n_deals, n_threads;
    uint64_t n_games, n_taken; /* all deals; those counted so far */
    const char *csv_path, *svg_path;
    arena_csv csv;
} arena;

static atomic_bool interrupted;

/* The first Ctrl-C lets the current games finish, a later one does not wait for them. `timeout` and others send the
 * same signal twice at once. */
static void interrupt(int signal_number)
{
    static atomic_llong first;
    const long long now = time(NULL);
    long long none = 0;
    if (atomic_compare_exchange_strong(&first, &none, now))
        atomic_store(&interrupted, true);
    else if (now > none + 1)
        _exit(128 + signal_number);
}

static void heed_signals(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* Shows the progress of a long run, on a terminal only, at most once per second; or clears it. */
static void show_progress(const arena *a, bool on)
{
    static time_t last;
    const time_t now = time(NULL);
    if (!isatty(STDERR_FILENO) || (on && now == last)) return;
    last = now;
    fputc('\r', stderr);
    if (on)
        fprintf(stderr, _("%llu of %llu games"), (unsigned long long)a->n_taken, (unsigned long long)a->n_games);
    else
        fputs("\033[K", stderr);
    fflush(stderr);
}

static bool is_finished(const arena *a)
{
    return a->question.verdict != ARENA_OPEN || a->n_taken == a->n_games;
}

/* Games come in order, so that the test is made after the same deals, however they were played. */
static void take(arena *a, const arena_result *result)
{
    a->n_taken++;
    if (arena_tally_add(&a->tally, result) && a->question.asked)
        a->question.verdict = arena_test(&a->tally.pairs[0][1], a->question.low, a->question.high);
}

static int take_from_file(arena *a)
{
    arena_result result = {.winners = 0};
    int status = 1;
    while (!is_finished(a) && (status = arena_csv_next(&a->csv, &result)) == 1) take(a, &result);
    return status < 0 ? CLI_FAILED : CLI_OK;
}

static int play_on(arena *a)
{
    arena_pool pool;
    arena_result result = {.winners = 0};
    int status = 0, failed = CLI_OK;
    if (is_finished(a)) return CLI_OK;
    if (arena_pool_open(&pool, &a->match, &interrupted, a->n_taken, a->n_games, (int)a->n_threads))
        return cli_fail(_("out of memory"));
    while (!failed && !is_finished(a) && (status = arena_pool_next(&pool, &result)) == 1) {
        if (a->csv_path) failed = arena_csv_add(&a->csv, &result);
        take(a, &result);
        show_progress(a, true);
    }
    arena_pool_close(&pool, a->times);
    show_progress(a, false);
    if (status == TM_ESPACE) return cli_fail(_("out of memory"));
    if (status < 0)
        return cli_fail(_("game %llu: %s"), (unsigned long long)a->n_taken + 1,
                        pool.why.text.len ? pool.why.text.at : _("a bot could not play"));
    return failed;
}

/* If all games were in the file, the first deal is played again for the times. */
static void measure_again(arena *a)
{
    arena_pool pool;
    arena_result result;
    const uint64_t n = (uint64_t)a->match.lineup.n_places;
    if (arena_pool_open(&pool, &a->match, &interrupted, 0, n, (int)a->n_threads)) return;
    while (arena_pool_next(&pool, &result) == 1) continue;
    arena_pool_close(&pool, a->times);
}

static int draw_chart(arena *a)
{
    size_t len;
    if (!a->times[0].n_decisions) measure_again(a);
    if (!a->times[0].n_decisions)
        return cli_fail(_("%s: not drawn, because no thinking time was measured"), a->svg_path);
    const arena_lineup *lineup = &a->match.lineup;
    arena_chart chart = {.game = a->match.setup.game->title,
                         .n_seats = a->match.setup.n_seats,
                         .n_deals = a->tally.n_deals,
                         .n_points = lineup->n_bots};
    for (int i = 0; i < lineup->n_bots; i++) {
        arena_point *point = &chart.points[i];
        *point = (arena_point){.name = a->match.labels[i],
                               .share = a->tally.shares[i].won.mean,
                               .even = arena_even(lineup, i),
                               .milliseconds = arena_milliseconds(&a->times[i])};
        arena_interval(&a->tally.shares[i].won, &point->low, &point->high);
    }
    char *text = arena_chart_write(&chart, cli_say(), &len);
    if (!text) return cli_fail(_("out of memory"));
    const int status = cli_replace_file(a->svg_path, text, len);
    free(text);
    return status;
}

static int finish(arena *a)
{
    int status = CLI_OK;
    if (a->tally.n_deals) {
        if (a->svg_path && (a->times[0].n_decisions || is_finished(a))) status = draw_chart(a);
        arena_report(&a->match, &a->tally, &a->question, a->times);
    }
    if (is_finished(a)) return status;
    return cli_fail(a->csv_path ? _("stopped after %llu of %llu deals; run the same command again to continue")
                                : _("stopped after %llu of %llu deals"),
                    (unsigned long long)a->tally.n_deals, (unsigned long long)a->n_deals);
}

/* The bots of the list, each once. */
static void line_up(arena *a)
{
    arena_lineup *lineup = &a->match.lineup;
    lineup->n_seats = a->choice.n_seats;
    lineup->n_places = a->choice.n_bots;
    lineup->n_bots = 0;
    for (int i = 0; i < lineup->n_places; i++) {
        int bot = 0;
        while (bot < lineup->n_bots && a->match.bots[bot] != a->choice.bots[i]) bot++;
        if (bot == lineup->n_bots) a->match.bots[lineup->n_bots++] = a->choice.bots[i];
        lineup->places[i] = bot;
    }
    for (int i = 0, n_engines = 0; i < lineup->n_bots; i++) {
        tm_text label;
        tm_text_init(&label, a->match.labels[i], sizeof a->match.labels[i]);
        tm_put_str(&label, a->match.bots[i]->sit ? "engine" : a->match.bots[i]->name);
        if (a->match.bots[i]->sit) tm_put_int(&label, ++n_engines);
    }
    a->tally.lineup = *lineup;
    a->n_games = a->n_deals * (uint64_t)lineup->n_places;
}

/* Finds problems before the games, not after hours of playing. */
static int check_all(arena *a)
{
    tm_why why;
    tm_table *table;
    tm_why_init(&why, cli_say());
    if (cli_make_setup(&a->choice, &a->match.setup)) return CLI_FAILED;
    if (cli_read_net(&a->choice, &a->match.net)) return CLI_FAILED;
    if (tm_table_new(&a->match.setup, &table, &why)) return cli_fail("%s", why.text.at);
    tm_table_free(table);
    if (a->svg_path && cli_check_folder(a->svg_path)) return CLI_FAILED;
    if (a->svg_path && !cli_may_replace(a->svg_path, ARENA_CHART_START))
        return cli_fail(_("%s: this file exists and is not a chart, so it was not changed"), a->svg_path);
    return CLI_OK;
}

static int hold(arena *a)
{
    if (check_all(a)) return CLI_FAILED;
    a->match.say = cli_say();
    a->match.seed = a->choice.seeded ? a->choice.seed : cli_random_seed();
    if (a->csv_path && arena_csv_open(&a->csv, a->csv_path, &a->match, a->choice.seeded)) return CLI_FAILED;
    heed_signals();
    int status = a->csv_path ? take_from_file(a) : CLI_OK;
    if (!status) status = play_on(a);
    if (a->csv_path && arena_csv_close(&a->csv)) status = CLI_FAILED;
    return status ? status : finish(a);
}

enum { BOTS, DEALS, SPRT, LUCK, CSV, SVG, THREADS, SEED, OPTION, MOVETIME, BOX, NET };

static int take_bots(arena *a, const char *names)
{
    for (;;) {
        char name[256];
        const size_t len = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", len < sizeof name ? (int)len : (int)sizeof name - 1, names);
        const int status = cli_choose_bot(&a->choice, name);
        if (status || !names[len]) return status;
        names += len + 1;
    }
}

/* `0.55`, in every language. */
static const char *take_share(const char *s, double *out)
{
    double value = 0, unit = 1;
    if (*s++ != '0' || *s++ != '.') return NULL;
    for (; *s >= '0' && *s <= '9'; s++) value += (unit /= 10) * (*s - '0');
    *out = value;
    return s;
}

static int take_test(arena *a, const char *value)
{
    arena_question *q = &a->question;
    const char *rest = take_share(value, &q->low);
    if (rest && *rest == ',') rest = take_share(rest + 1, &q->high);
    q->asked = rest && !*rest && q->low > 0 && q->low < q->high && q->high < 1;
    return q->asked ? CLI_OK : cli_misuse(&cmd_arena, _("--sprt needs two shares, such as 0.5,0.55"));
}

static int take_luck(arena *a, const char *value)
{
    uint64_t n;
    if (!cli_number(&cmd_arena, "--luck", value, 1, TM_LUCK_MOST, &n)) return CLI_USAGE;
    a->match.luck = (uint32_t)n;
    return CLI_OK;
}

static int take_flag(arena *a, int flag, const char *value)
{
    switch (flag) {
    case BOTS: return take_bots(a, value);
    case DEALS: return cli_number(&cmd_arena, "--deals", value, 1, 1000000000, &a->n_deals) ? CLI_OK : CLI_USAGE;
    case SPRT: return take_test(a, value);
    case LUCK: return take_luck(a, value);
    case CSV: a->csv_path = value; return CLI_OK;
    case SVG: a->svg_path = value; return CLI_OK;
    case THREADS:
        return cli_number(&cmd_arena, "--threads", value, 1, ARENA_THREADS_MAX, &a->n_threads) ? CLI_OK : CLI_USAGE;
    case SEED:
        a->choice.seeded = true;
        return cli_number(&cmd_arena, "--seed", value, 0, UINT64_MAX, &a->choice.seed) ? CLI_OK : CLI_USAGE;
    case OPTION: return cli_add_option(&a->choice, value);
    case MOVETIME: return cli_choose_movetime(&a->choice, &cmd_arena, value);
    case NET: a->choice.net_path = value; return CLI_OK;
    default: a->choice.box_path = value; return CLI_OK;
    }
}

static uint64_t count_processors(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n < ARENA_THREADS_MAX ? (uint64_t)n : ARENA_THREADS_MAX;
}

static int take_arguments(arena *a, int argc, char **argv)
{
    cli_args args;
    int flag, status;
    cli_args_init(&args, &cmd_arena, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        status = flag == CLI_WORD ? cli_take_word(&a->choice, &cmd_arena, args.value) : take_flag(a, flag, args.value);
        if (status) return status;
    }
    if (cli_need_game(&a->choice, &cmd_arena)) return CLI_USAGE;
    if (a->choice.n_bots < 2) return cli_misuse(&cmd_arena, _("expected two or more bots: --bots a,b"));
    if (a->choice.n_bots > a->choice.n_seats) return cli_misuse(&cmd_arena, _("more bots than seats"));
    line_up(a);
    if (a->question.asked && a->match.lineup.n_bots != 2)
        return cli_misuse(&cmd_arena, _("--sprt needs two different bots"));
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    arena a = {.n_deals = 100, .n_threads = count_processors()};
    int status = take_arguments(&a, argc, argv);
    if (!status) status = hold(&a);
    cli_choice_free(&a.choice);
    return status;
}

static const cli_flag FLAGS[] = {
    [BOTS] = {"bots", 'b', N_("a,b,…"),
              N_("who plays, seat by seat, then again from the start; a bot may appear twice")},
    [DEALS] = {"deals", 0, N_("D"), N_("at most this many deals (100); each is played once for every bot in the list")},
    [SPRT] = {"sprt", 0, N_("P0,P1"),
              N_("stop as soon as it is clear whether the first bot is at P0 or P1 against the second")},
    [LUCK] = {"luck", 0, N_("N"),
              N_("also tell what the bots win without luck, measured by N other outcomes of chance each time")},
    [CSV] = {"csv", 0, N_("FILE"), N_("write every game to this file; if it exists, continue from where it ends")},
    [SVG] = {"svg", 0, N_("FILE"), N_("draw a chart of wins against thinking time")},
    [THREADS] = {"threads", 0, N_("T"),
                 N_("games played at the same time (one per processor); does not change the results")},
    [SEED] = {"seed", 0, N_("S"), N_("the same seed gives the same games; default: a random one")},
    [OPTION] = {"option", 'o', N_("K=V"), N_("an option of the game (see: tatami games); can be repeated")},
    [MOVETIME] = {"movetime", 0, N_("MS"), N_("milliseconds an engine has for a decision; default: no limit")},
    [BOX] = {"box", 0, N_("FILE"), N_("a box file with corrections")},
    [NET] = {"net", 0, N_("FILE"),
             N_("a network for reflex and master, instead of the built-in one (see: train/README.md)")},
    {0},
};

const cli_command cmd_arena = {
    .name = "arena",
    .words = N_("GAME [N] --bots a,b,… [--deals D] [--sprt P0,P1] [--luck N] [--csv FILE] [--svg FILE] [--threads T] "
                "[--seed S] [--option K=V]… [--movetime MS] [--box FILE] [--net FILE]"),
    .about = N_("let bots play against each other and see which is stronger"),
    .more = N_(
        "Every deal is played several times. Each time the bots move on by one seat, and chance does the same as far "
        "as\n"
        "their decisions allow. All plays of a deal count as one observation; the intervals are over deals.\n"
        "If the list is shorter than the table, it is repeated: hard,medium with four seats makes two pairs of "
        "partners;\n"
        "hard,medium,medium with three is one against two. Neighbours in the list stay neighbours. Seats that win\n"
        "together share the win. Beside each share is the one the bot would have if all were equally strong.\n"
        "\n"
        "--sprt 0.5,0.55 asks after every deal, from the tenth on: is the first bot as good as the second, or does it\n"
        "win 55 times in 100? The answer is wrong about one time in twenty. There may be none after the last deal.\n"
        "\n"
        "--luck 100 also tells what the bots win without luck. Each time that chance decides, 100 other outcomes are "
        "drawn,\n"
        "and from each the game is played on a little by rules of thumb, to see how lucky everybody was. On average "
        "the\n"
        "shares stay the same, but their intervals are narrower, as if more deals had been played: in some games twice "
        "as\n"
        "many. The games, --sprt and the chart stay as they are.\n"
        "\n"
        "With --csv, Ctrl-C or a crash loses only the games being played: run the same command again to continue, "
        "also\n"
        "with more deals. Thinking time is CPU time; it is in the report, not in the file.\n"
        "\n"
        "A bot can be a program of your own: --bots 'engine:COMMAND,easy' (see: tatami help engine). The command must "
        "not\n"
        "contain a comma. An engine’s thinking time is how long its answers took."),
    .flags = FLAGS,
    .run = run,
};
