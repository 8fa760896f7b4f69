/* tatami watch: steps through a record on a full screen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { NAME_LIMIT = 40 };

typedef struct watch {
    const char *path;
    int viewer; /* a seat, or TM_EVERYTHING */
    tm_table *table;
    tm_say say;
    char names[TM_MAX_SEATS][NAME_LIMIT];
    tm_screen_options screen;
} watch;

/* The names of the seats in the record; otherwise the bot's name or a number. */
static void name_seats(watch *w, const tm_record *record)
{
    w->say = *cli_say();
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) {
        snprintf(w->names[seat], NAME_LIMIT, _("Seat %d"), seat);
        w->say.names[seat] = w->names[seat];
    }
    for (int i = 0; i < record->n_tags; i++) {
        const tm_span name = record->tags[i].name, value = record->tags[i].value;
        if (name.len != 5 || memcmp(name.at, "Seat", 4) != 0 || !value.len) continue;
        const int seat = name.at[4] - '0';
        if (seat < 0 || seat >= record->setup.n_seats) continue;
        tm_text text;
        tm_text_init(&text, w->names[seat], NAME_LIMIT);
        tm_put_fmt(&text, "%d ", seat);
        const uint32_t bot = value.len > 4 && memcmp(value.at, "bot:", 4) == 0 ? 4 : 0;
        tm_put_quoted(&text, value.at + bot, value.len - bot, NAME_LIMIT - 8);
    }
}

static int read_record(watch *w, cli_choice *choice, const char *text, size_t len)
{
    tm_why why;
    tm_record record;
    tm_span line;
    int status;
    tm_why_init(&why, cli_say());
    if (tm_record_open(&record, text, len, &why) || tm_record_use_box(&record, choice->box, &why))
        return cli_fail("%s: %s", w->path, why.text.at);
    if (w->viewer >= record.setup.n_seats)
        return cli_fail(_("%s: there is no seat %d, expected 0 to %d"), w->path, w->viewer, record.setup.n_seats - 1);
    record.viewer = w->viewer;
    if (tm_table_new(&record.setup, &w->table, &why)) return cli_fail("%s: %s", w->path, why.text.at);
    while ((status = tm_record_next(&record, w->table, &line, &why)) == 1) continue;
    if (!status) status = tm_record_check_result(&record, w->table, &why);
    if (status) return cli_fail("%s: %s", w->path, why.text.at);
    name_seats(w, &record);
    return CLI_OK;
}

static int show(watch *w)
{
    tm_source *source;
    bind_textdomain_codeset("tatami", "UTF-8");
    if (tm_source_replay(w->table, w->viewer, &w->say, &source)) return cli_fail(_("out of memory"));
    const int status = tm_screen_run(source, &w->screen);
    tm_source_free(source);
    return cli_screen_status(status);
}

enum { SEAT, ALL, BOX, ASCII, NO_COLOUR };

static int take_flag(watch *w, cli_choice *choice, int flag, const char *value)
{
    uint64_t number;
    switch (flag) {
    case SEAT:
        if (!cli_number(&cmd_watch, "--seat", value, 0, TM_MAX_SEATS - 1, &number)) return CLI_USAGE;
        w->viewer = (int)number;
        return CLI_OK;
    case ALL: w->viewer = TM_EVERYTHING; return CLI_OK;
    case BOX: choice->box_path = value; return CLI_OK;
    case ASCII: w->screen.ascii = true; return CLI_OK;
    case NO_COLOUR: w->screen.no_colour = true; return CLI_OK;
    default:
        if (w->path) return cli_misuse(&cmd_watch, _("one record at a time"));
        w->path = value;
        return CLI_OK;
    }
}

static int run(int argc, char **argv)
{
    watch w = {.viewer = TM_EVERYTHING};
    cli_choice choice = {0};
    cli_args args;
    int flag;
    cli_screen_defaults(&w.screen);
    cli_args_init(&args, &cmd_watch, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        const int status = take_flag(&w, &choice, flag, args.value);
        if (status) return status;
    }
    if (!w.path) return cli_misuse(&cmd_watch, _("which record? Expected a file"));
    if (!tm_screen_possible()) return cli_fail(_("watch needs a terminal; tatami replay prints a record"));
    if (cli_read_box(&choice)) return CLI_FAILED;
    size_t len;
    char *text = cli_read_file(w.path, TM_RECORD_MAX, &len);
    int status = text ? read_record(&w, &choice, text, len) : CLI_FAILED;
    if (status == CLI_OK) status = show(&w);
    tm_table_free(w.table);
    cli_choice_free(&choice);
    free(text);
    return status;
}

static const cli_flag FLAGS[] = {
    [SEAT] = {"seat", 0, N_("N"), N_("show only what seat N knew at each moment")},
    [ALL] = {"all", 0, NULL, N_("show the table as the deciding player sees it (default)")},
    [BOX] = {"box", 0, N_("FILE"), N_("the box file that the game was played with")},
    [ASCII] = {"ascii", 0, NULL, N_("draw with ASCII characters only")},
    [NO_COLOUR] = {"no-color", 0, NULL, N_("no colours, as with NO_COLOR in the environment")},
    {0},
};

const cli_command cmd_watch = {
    .name = "watch",
    .words = N_("[--seat N | --all] [--box FILE] FILE"),
    .about = N_("step through a record on a full screen"),
    .flags = FLAGS,
    .run = run,
};
