/* tatami sim: lets bots play many games and prints the results. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <tatami/fair.h>

#include "base/hash.h"
#include "cli/cli.h"
#include "cli/decimal.h"
#include "cli/save.h"

typedef struct spread {
    int64_t sum, min, max;
} spread;

typedef struct sim {
    cli_choice choice;
    tm_setup setup;
    uint64_t n_games;
    const char *folder;
    bool each, fair;
    spread points[TM_MAX_SEATS], events, decisions;
    uint64_t wins[TM_MAX_SEATS], shared;
} sim;

static void add(spread *s, int64_t value, bool first)
{
    s->sum += value;
    if (first || value < s->min) s->min = value;
    if (first || value > s->max) s->max = value;
}

static const tm_bot *bot_of(const cli_choice *choice, int seat)
{
    return choice->bots[seat < choice->n_bots ? seat : choice->n_bots - 1];
}

/* Shows the progress of a long run, on a terminal only. */
static void show_progress(const sim *s, uint64_t done)
{
    static time_t last;
    const time_t now = time(NULL);
    if (!isatty(STDERR_FILENO) || (now == last && done < s->n_games)) return;
    last = now;
    fputc('\r', stderr);
    if (done < s->n_games)
        fprintf(stderr, _("%llu of %llu games"), (unsigned long long)done, (unsigned long long)s->n_games);
    else
        fputs("\033[K", stderr);
    fflush(stderr);
}

static int save_record(const sim *s, const tm_table *table, const tm_fair *fair, uint64_t number)
{
    char path[4096], buffer[TM_FAIR_ROOM];
    tm_tag tags[TM_MAX_SEATS + TM_FAIR_TAGS];
    int n_tags = s->setup.n_seats;
    char names[TM_MAX_SEATS][2][2 * ENGINE_COMMAND_MAX + 32];
    for (int seat = 0; seat < s->setup.n_seats; seat++) {
        snprintf(names[seat][0], sizeof names[seat][0], "Seat%d", seat);
        tm_text value;
        tm_text_init(&value, names[seat][1], sizeof names[seat][1]);
        tm_put_str(&value, "bot:");
        tm_record_escape(tm_span_of(bot_of(&s->choice, seat)->name), &value);
        tags[seat].name = tm_span_of(names[seat][0]);
        tags[seat].value = tm_span_of(names[seat][1]);
    }
    if (fair) n_tags += tm_fair_tags(fair, table, buffer, tags + n_tags);
    snprintf(path, sizeof path, "%s/%s-%d-%06llu.record", s->folder, s->setup.game->id, s->setup.n_seats,
             (unsigned long long)number);
    return cli_save_record(path, table, tags, n_tags);
}

static void count(sim *s, const tm_table *table, uint64_t number, int64_t decisions)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_table_score(table, points, &winners);
    for (int seat = 0; seat < s->setup.n_seats; seat++) {
        add(&s->points[seat], points[seat], number == 0);
        s->wins[seat] += winners >> seat & 1;
        if (s->each) printf("%s%d", seat ? " " : "", points[seat]);
    }
    if (s->each) printf(_(" (%u events)\n"), tm_table_n_events(table));
    s->shared += (winners & (winners - 1)) != 0;
    add(&s->events, tm_table_n_events(table), number == 0);
    add(&s->decisions, decisions, number == 0);
}

/* As on a server, except that the secret and the words follow from the seed. */
static void make_fair(tm_fair *fair, int n_seats, uint64_t seed)
{
    tm_rng rng;
    uint8_t secret[TM_FAIR_BYTES];
    tm_rng_init(&rng, seed, 1 + TM_MAX_SEATS); /* after the streams of tm_players */
    for (int i = 0; i < TM_FAIR_BYTES; i++) secret[i] = (uint8_t)(tm_rng_next(&rng) >> 56);
    tm_fair_init(fair, n_seats, secret);
    for (int seat = 0; seat < n_seats; seat++) {
        char word[16];
        tm_text text;
        tm_text_init(&text, word, sizeof word);
        tm_put_hex(&text, tm_rng_next(&rng) >> 32, 8);
        tm_assert(tm_fair_word(fair, seat, tm_span_of(word)) == TM_OK);
    }
}

/* Lets chance or a bot do one thing, like tm_players_step. */
static int step(tm_players *players, const tm_fair *fair, tm_table *table)
{
    if (!fair || !(tm_table_actors(table) & TM_ACTOR_CHANCE)) return tm_players_step(players, table);
    const int status = tm_fair_draw(fair, table);
    return status ? status : 1;
}

static int play_game(sim *s, uint64_t number)
{
    const uint64_t seed = tm_hash_u64(tm_hash_u64(TM_HASH_START, s->choice.seed), number);
    tm_fair drawn = {0};
    const tm_fair *fair = s->fair ? &drawn : NULL;
    tm_why why;
    tm_table *table;
    tm_players players;
    int status;
    int64_t decisions = 0;
    tm_why_init(&why, cli_say());
    if (tm_table_new(&s->setup, &table, &why)) return cli_fail("%s", why.text.at);
    if (tm_players_init(&players, s->setup.game, seed)) {
        tm_table_free(table);
        return cli_fail(_("out of memory"));
    }
    tm_why_init(&players.why, cli_say());
    for (int seat = 0; seat < s->setup.n_seats; seat++) players.bots[seat] = bot_of(&s->choice, seat);
    if (fair) make_fair(&drawn, s->setup.n_seats, seed);
    do {
        decisions += !(tm_table_actors(table) & TM_ACTOR_CHANCE);
        status = step(&players, fair, table);
    } while (status == 1);
    if (status == 0) count(s, table, number, decisions - 1); /* the last step found the game over */
    if (status == 0 && s->folder) status = save_record(s, table, fair, number + 1);
    if (status < 0)
        status = cli_fail(_("game %llu: %s"), (unsigned long long)number + 1,
                          players.why.text.len ? players.why.text.at : _("a bot could not play"));
    tm_players_free(&players);
    tm_table_free(table);
    return status;
}

/* Wilson's 95% interval of k out of n. */
static void interval(uint64_t k, uint64_t n, double *low, double *high)
{
    const double z = 1.959964, p = (double)k / (double)n, zz = z * z / (double)n;
    const double middle = p + zz / 2, half = z * sqrt(p * (1 - p) / (double)n + zz / (4 * (double)n));
    *low = k ? (middle - half) / (1 + zz) : 0; /* exactly 0, not a rounding below it */
    *high = (middle + half) / (1 + zz);
}

static void print_report(const sim *s)
{
    const double n = (double)s->n_games;
    printf(ngettext("%s, %d players, %llu game, seed %llu\n", "%s, %d players, %llu games, seed %llu\n", s->n_games),
           s->setup.game->title, s->setup.n_seats, (unsigned long long)s->n_games, (unsigned long long)s->choice.seed);
    for (int seat = 0; seat < s->setup.n_seats; seat++) {
        double low, high;
        interval(s->wins[seat], s->n_games, &low, &high);
        printf(_("seat %d  %-10s wins %5s%% (95%%: %s to %s)  points %s (%lld to %lld)\n"), seat,
               bot_of(&s->choice, seat)->name, cli_decimal(1, 100 * (double)s->wins[seat] / n),
               cli_decimal(1, 100 * low), cli_decimal(1, 100 * high), cli_decimal(1, (double)s->points[seat].sum / n),
               (long long)s->points[seat].min, (long long)s->points[seat].max);
    }
    printf(_("shared wins (counted for each winner): %s%%\n"), cli_decimal(1, 100 * (double)s->shared / n));
    printf(_("length: %s events (%lld to %lld), %s decisions (%lld to %lld)\n"),
           cli_decimal(1, (double)s->events.sum / n), (long long)s->events.min, (long long)s->events.max,
           cli_decimal(1, (double)s->decisions.sum / n), (long long)s->decisions.min, (long long)s->decisions.max);
}

static int simulate(sim *s)
{
    if (cli_make_setup(&s->choice, &s->setup)) return CLI_FAILED;
    if (s->folder && mkdir(s->folder, 0777) != 0 && errno != EEXIST)
        return cli_fail("%s: %s", s->folder, strerror(errno));
    for (uint64_t i = 0; i < s->n_games; i++) {
        const int status = play_game(s, i);
        if (status) return status;
        show_progress(s, i + 1);
    }
    print_report(s);
    return CLI_OK;
}

enum { GAMES, SEED, OPTION, BOT, MOVETIME, BOX, RECORDS, FAIR, EACH };

static int take_flag(sim *s, int flag, const char *value)
{
    switch (flag) {
    case GAMES: return cli_number(&cmd_sim, "--games", value, 1, 1000000000, &s->n_games) ? CLI_OK : CLI_USAGE;
    case SEED:
        s->choice.seeded = true;
        return cli_number(&cmd_sim, "--seed", value, 0, UINT64_MAX, &s->choice.seed) ? CLI_OK : CLI_USAGE;
    case OPTION: return cli_add_option(&s->choice, value);
    case BOT: return cli_choose_bot(&s->choice, value);
    case MOVETIME: return cli_choose_movetime(&s->choice, &cmd_sim, value);
    case BOX: s->choice.box_path = value; return CLI_OK;
    case RECORDS: s->folder = value; return CLI_OK;
    case FAIR: s->fair = true; return CLI_OK;
    default: s->each = true; return CLI_OK;
    }
}

static int take_arguments(sim *s, int argc, char **argv)
{
    cli_args args;
    int flag, status;
    cli_args_init(&args, &cmd_sim, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        status = flag == CLI_WORD ? cli_take_word(&s->choice, &cmd_sim, args.value) : take_flag(s, flag, args.value);
        if (status) return status;
    }
    if (cli_need_game(&s->choice, &cmd_sim)) return CLI_USAGE;
    if (s->choice.n_bots > s->choice.n_seats) return cli_misuse(&cmd_sim, _("more bots than seats"));
    if (!s->choice.n_bots) cli_choose_bot(&s->choice, tm_bots[0]->name);
    if (!s->choice.seeded) s->choice.seed = cli_random_seed();
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    sim s = {.n_games = 100};
    int status = take_arguments(&s, argc, argv);
    if (!status) status = simulate(&s);
    cli_choice_free(&s.choice);
    return status;
}

static const cli_flag FLAGS[] = {
    [GAMES] = {"games", 0, N_("G"), N_("how many games (100)")},
    [SEED] = {"seed", 0, N_("S"), N_("the same seed gives the same games; default: a random one")},
    [OPTION] = {"option", 'o', N_("K=V"), N_("an option of the game (see: tatami games); can be repeated")},
    [BOT] = {"bot", 'b', N_("NAME"), N_("who plays, seat by seat; the last bot takes all remaining seats")},
    [MOVETIME] = {"movetime", 0, N_("MS"), N_("milliseconds an engine has for a decision; default: no limit")},
    [BOX] = {"box", 0, N_("FILE"), N_("a box file with corrections")},
    [RECORDS] = {"records", 0, N_("DIR"), N_("save the record of every game in this folder")},
    [FAIR] = {"fair", 0, NULL, N_("draw from a secret fixed in advance, so that tatami verify can check the records")},
    [EACH] = {"each", 0, NULL, N_("print the points of every game")},
    {0},
};

const cli_command cmd_sim = {
    .name = "sim",
    .words = N_("GAME [N] [--games G] [--seed S] [--option K=V]… [--bot NAME]… [--movetime MS] [--box FILE] "
                "[--records DIR] [--fair] [--each]"),
    .about = N_("let bots play many games and print the results"),
    .more = N_("A bot can be a program of your own: --bot 'engine:COMMAND' (see: tatami help engine)."),
    .flags = FLAGS,
    .run = run,
};
