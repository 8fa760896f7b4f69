#include "cli/arena_report.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/decimal.h"

enum { CELL = 32, NARROW = 12, WIDE = 20, CELLS_MAX = TM_MAX_SEATS + 1 };

/* Cells side by side, each as wide as asked. */
static void print_row(char (*cells)[CELL], const int *widths, int n_cells)
{
    char line[CELLS_MAX * 4 * CELL];
    tm_text text;
    uint32_t column = 0;
    tm_text_init(&text, line, sizeof line);
    for (int i = 0; i < n_cells; i++) {
        tm_put_str(&text, cells[i]);
        column += (uint32_t)widths[i];
        if (i < n_cells - 1) tm_put_pad(&text, column);
    }
    puts(line);
}

static void put(char *cell, const char *text)
{
    snprintf(cell, CELL, "%s", text);
}

/* A share in percent, as wide as that of 100. */
static void put_share(char *cell, double share)
{
    snprintf(cell, CELL, _("%5s%%"), cli_decimal(1, 100 * share));
}

/* A mean of shares and its interval, in two cells. */
static void put_mean(char (*cells)[CELL], const arena_mean *mean)
{
    double low, high;
    arena_interval(mean, &low, &high);
    put_share(cells[0], mean->mean);
    snprintf(cells[1], CELL, _("%s to %s%%"), cli_decimal(1, 100 * low), cli_decimal(1, 100 * high));
}

static void print_head(const arena_match *match, const arena_tally *tally)
{
    const tm_setup *setup = &match->setup;
    char options[512];
    tm_text text;
    tm_text_init(&text, options, sizeof options);
    for (int i = 0; i < setup->game->n_options; i++) {
        if (setup->values[i] == tm_option_range(&setup->game->options[i], setup->n_seats)->def) continue;
        tm_put_str(&text, ", ");
        tm_setup_write_option(setup, i, &text);
    }
    if (setup->box) tm_put_fmt(&text, ", %s", setup->box->name);
    printf(_("%s, %d players, seed %llu%s\n"), setup->game->title, setup->n_seats, (unsigned long long)match->seed,
           options);
    printf(ngettext("%llu deal, played %d times, the bots moving on by one seat\n",
                    "%llu deals, each played %d times, the bots moving on by one seat\n",
                    (unsigned long)tally->n_deals),
           (unsigned long long)tally->n_deals, match->lineup.n_places);
    for (int i = 0; i < match->lineup.n_bots; i++)
        if (match->bots[i]->sit) printf("%-11s %s\n", match->labels[i], match->bots[i]->name);
    for (int i = 0; i < match->lineup.n_bots; i++) {
        const char *remark = tm_bot_remark(match->bots[i], setup, match->net);
        if (remark) printf("%s\n", _(remark));
    }
    putchar('\n');
}

static void print_shares(const arena_match *match, const arena_tally *tally)
{
    static const int WIDTHS[] = {NARROW, WIDE, WIDE, NARROW, NARROW};
    char cells[5][CELL];
    put(cells[0], _("bot"));
    put(cells[1], _("share of wins"));
    put(cells[2], _("interval (95%)"));
    put(cells[3], _("if equal"));
    put(cells[4], _("points"));
    print_row(cells, WIDTHS, 5);
    for (int i = 0; i < match->lineup.n_bots; i++) {
        put(cells[0], match->labels[i]);
        put_mean(cells + 1, &tally->shares[i].won);
        put_share(cells[3], arena_even(&match->lineup, i));
        put(cells[4], cli_decimal(1, tally->points[i].mean));
        print_row(cells, WIDTHS, 5);
    }
}

static void print_without_luck(const arena_match *match, const arena_tally *tally)
{
    static const int WIDTHS[] = {NARROW, WIDE, WIDE, NARROW, NARROW};
    char cells[5][CELL];
    if (tally->n_deals < ARENA_LUCK_LEAST) {
        printf("\n%s\n", _("Too few deals to tell what was luck."));
        return;
    }
    printf("\n%s\n", _("The same without luck, as far as it was measured:"));
    put(cells[0], _("bot"));
    put(cells[1], _("share of wins"));
    put(cells[2], _("interval (95%)"));
    put(cells[3], _("luck"));
    put(cells[4], _("luck explains"));
    print_row(cells, WIDTHS, 5);
    for (int i = 0; i < match->lineup.n_bots; i++) {
        double explained;
        const arena_mean left = arena_without_luck(&tally->shares[i], &explained);
        put(cells[0], match->labels[i]);
        put_mean(cells + 1, &left);
        put_share(cells[3], tally->shares[i].won.mean - left.mean);
        put_share(cells[4], explained);
        print_row(cells, WIDTHS, 5);
    }
}

static void print_pairs(const arena_match *match, const arena_tally *tally)
{
    const int n = match->lineup.n_bots;
    int widths[CELLS_MAX] = {NARROW};
    char cells[CELLS_MAX][CELL] = {""};
    printf("\n%s\n",
           _("How often the bot on the left beats the bot above, in %; if both or neither win, it counts as half:"));
    for (int i = 0; i < n; i++) {
        put(cells[i + 1], match->labels[i]);
        widths[i + 1] = WIDE;
    }
    print_row(cells, widths, n + 1);
    for (int a = 0; a < n; a++) {
        put(cells[0], match->labels[a]);
        for (int b = 0; b < n; b++) {
            double low, high;
            if (a == b) {
                put(cells[b + 1], "-");
                continue;
            }
            arena_interval(&tally->pairs[a][b], &low, &high);
            snprintf(cells[b + 1], CELL, "%s (%s–%s)", cli_decimal(1, 100 * tally->pairs[a][b].mean),
                     cli_decimal(1, 100 * low), cli_decimal(1, 100 * high));
        }
        print_row(cells, widths, n + 1);
    }
}

static void print_test(const arena_match *match, const arena_tally *tally, const arena_question *question)
{
    const char *first = match->labels[0], *second = match->labels[1];
    const bool is_high = question->verdict == ARENA_HIGH;
    putchar('\n');
    if (question->verdict == ARENA_OPEN)
        printf(_("Sequential test: undecided whether %s is at %g or at %g against %s\n"), first, question->low,
               question->high, second);
    else
        printf(_("Sequential test: decided after %llu deals: %s is at %g rather than %g against %s\n"),
               (unsigned long long)tally->n_deals, first, is_high ? question->high : question->low,
               is_high ? question->low : question->high, second);
}

double arena_milliseconds(const arena_time *time)
{
    return time->n_decisions ? (double)time->sum / 1e6 / (double)time->n_decisions : 0;
}

static void print_times(const arena_match *match, const arena_time *times)
{
    static const int WIDTHS[] = {NARROW, WIDE, WIDE, NARROW};
    char cells[4][CELL];
    if (!times[0].n_decisions) return;
    printf("\n%s\n", _("Thinking time in milliseconds, measured in this run:"));
    put(cells[0], _("bot"));
    put(cells[1], _("per decision"));
    put(cells[2], _("longest"));
    put(cells[3], _("decisions"));
    print_row(cells, WIDTHS, 4);
    for (int i = 0; i < match->lineup.n_bots; i++) {
        const double mean = arena_milliseconds(&times[i]), longest = (double)times[i].longest / 1e6;
        put(cells[0], match->labels[i]);
        put(cells[1], cli_decimal(mean < 1 ? 4 : 1, mean));
        put(cells[2], cli_decimal(longest < 1 ? 4 : 1, longest));
        snprintf(cells[3], CELL, "%llu", (unsigned long long)times[i].n_decisions);
        print_row(cells, WIDTHS, 4);
    }
}

void arena_report(const arena_match *match, const arena_tally *tally, const arena_question *question,
                  const arena_time *times)
{
    print_head(match, tally);
    print_shares(match, tally);
    if (match->luck) print_without_luck(match, tally);
    if (match->lineup.n_bots > 1) print_pairs(match, tally);
    if (question->asked) print_test(match, tally, question);
    print_times(match, times);
}
