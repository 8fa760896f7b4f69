/* tatami replay: checks a record and prints it. */
#include <stdio.h>
#include <stdlib.h>

#include <tatami/choices.h>

#include "cli/cli.h"

typedef struct replay {
    const char *path;
    bool legal;
    int viewer; /* a seat, or TM_EVERYTHING */
    tm_table *table;
    tm_walk *walk;
    tm_choices choices;
} replay;

static void print_turn(replay *r, int seat)
{
    printf("turn %d", seat);
    if (r->legal && r->viewer != TM_EVERYTHING && r->viewer != seat) {
        fputs(": ?", stdout); /* what others may do reveals what they hold */
    } else if (r->legal && tm_choices_list(&r->choices, r->table, seat) == TM_OK) {
        for (int i = 0; i < r->choices.n; i++)
            printf("%s%.*s", i ? " | " : ": ", (int)r->choices.list[i].text.len, r->choices.list[i].text.at);
    }
    putchar('\n');
}

static void print_point(replay *r)
{
    const uint32_t actors = tm_table_actors(r->table);
    if (actors & TM_ACTOR_CHANCE) printf("chance: %s\n", tm_table_awaits(r->table));
    for (int seat = 0; seat < TM_MAX_SEATS; seat++)
        if (actors >> seat & 1) print_turn(r, seat);
}

static void print_over(const tm_table *table)
{
    char buffer[160];
    tm_text text;
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_text_init(&text, buffer, sizeof buffer);
    tm_record_write_points(table, &text);
    tm_put_str(&text, " winners");
    tm_table_score(table, points, &winners);
    for (int seat = 0; seat < TM_MAX_SEATS; seat++)
        if (winners >> seat & 1) tm_put_fmt(&text, " %d", seat);
    printf("over: %s\n", buffer);
}

/* What the seat saw and the event does not name, as a comment. */
static void print_notice(const replay *r, const tm_event *seen)
{
    char buffer[TM_LINE_MAX];
    tm_text text;
    const tm_game *game = tm_table_setup(r->table)->game;
    if (!game->notice) return;
    tm_text_init(&text, buffer, sizeof buffer);
    game->notice(tm_table_config(r->table), tm_walk_before(r->walk), seen, tm_walk_after(r->walk), cli_say(), &text);
    if (text.len) printf("; %s\n", buffer);
}

/* Prints the event just read: as it is, or as the seat saw it. */
static void print_event(replay *r, tm_span line)
{
    char buffer[TM_LINE_MAX];
    tm_text text;
    tm_event seen;
    if (r->viewer == TM_EVERYTHING) {
        printf("%.*s\n", (int)line.len, line.at);
        return;
    }
    while (tm_walk_next(r->walk, &seen)) {
        tm_text_init(&text, buffer, sizeof buffer);
        tm_event_write(r->table, &seen, &text);
        puts(buffer);
        print_notice(r, &seen);
    }
}

static int go_through(replay *r, tm_record *record)
{
    tm_why why;
    tm_span line;
    int status;
    tm_why_init(&why, cli_say());
    do {
        if (r->legal && tm_table_actors(r->table)) print_point(r);
        status = tm_record_next(record, r->table, &line, &why);
        if (status == 1) print_event(r, line);
    } while (status == 1);
    if (status == TM_OK && tm_table_actors(r->table) == 0)
        print_over(r->table);
    else if (status == TM_OK && !r->legal)
        print_point(r);
    if (status == TM_OK) status = tm_record_check_result(record, r->table, &why);
    return status ? cli_fail("%s: %s", r->path, why.text.at) : CLI_OK;
}

static int replay_text(replay *r, cli_choice *choice, const char *text, size_t len)
{
    tm_why why;
    tm_record record;
    tm_why_init(&why, cli_say());
    if (tm_record_open(&record, text, len, &why) || tm_record_use_box(&record, choice->box, &why))
        return cli_fail("%s: %s", r->path, why.text.at);
    if (r->viewer >= record.setup.n_seats)
        return cli_fail(_("%s: there is no seat %d, expected 0 to %d"), r->path, r->viewer, record.setup.n_seats - 1);
    record.viewer = r->viewer;
    if (tm_table_new(&record.setup, &r->table, &why)) return cli_fail("%s: %s", r->path, why.text.at);
    if (tm_walk_new(r->table, r->viewer, &r->walk)) return cli_fail(_("%s: out of memory"), r->path);
    return go_through(r, &record);
}

enum { LEGAL, SEAT, BOX };

static int run(int argc, char **argv)
{
    replay r = {.viewer = TM_EVERYTHING};
    cli_choice choice = {0};
    cli_args args;
    uint64_t number;
    int flag;
    cli_args_init(&args, &cmd_replay, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (flag == LEGAL) r.legal = true;
        if (flag == BOX) choice.box_path = args.value;
        if (flag == SEAT) {
            if (!cli_number(&cmd_replay, "--seat", args.value, 0, TM_MAX_SEATS - 1, &number)) return CLI_USAGE;
            r.viewer = (int)number;
        }
        if (flag != CLI_WORD) continue;
        if (r.path) return cli_misuse(&cmd_replay, _("one record at a time"));
        r.path = args.value;
    }
    if (!r.path) return cli_misuse(&cmd_replay, _("which record? Expected a file, or - for standard input"));
    if (cli_read_box(&choice)) return CLI_FAILED;
    size_t len;
    char *text = cli_read_file(r.path, TM_RECORD_MAX, &len);
    const int status = text ? replay_text(&r, &choice, text, len) : CLI_FAILED;
    tm_choices_free(&r.choices);
    tm_walk_free(r.walk);
    tm_table_free(r.table);
    cli_choice_free(&choice);
    free(text);
    return status;
}

static const cli_flag FLAGS[] = {
    [LEGAL] = {"legal", 0, NULL, N_("before each event, show who decides and what is legal")},
    [SEAT] = {"seat", 0, N_("N"), N_("show only what seat N knew at that moment, with ? for what is hidden")},
    [BOX] = {"box", 0, N_("FILE"), N_("the box file that the game was played with")},
    {0},
};

const cli_command cmd_replay = {
    .name = "replay",
    .words = N_("[--legal] [--seat N] [--box FILE] FILE|-"),
    .about = N_("check a record and print it"),
    .more = N_(
        "A bad record is printed up to the error, which is then reported with its line number; the exit status is 1."),
    .flags = FLAGS,
    .run = run,
};
