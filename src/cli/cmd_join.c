/* tatami join: a table on a server, with the same screens as a game in this program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/join.h"
#include "cli/save.h"
#include "client/clean.h"

/* Writes the record, as this person may see it, to a file. */
static int save_record(void *context, const char *path, tm_why *why)
{
    const join *j = context;
    char where[96];
    client_answer answer;
    snprintf(where, sizeof where, "/api/tables/%s/record", j->table);
    if (!cli_may_replace(path, "[Tatami \""))
        return tm_why_not(why, TM_EIO, "%s: this file exists and is not a record, so it was not changed", path);
    const int status = join_request(j, "GET", where, NULL, &answer, why);
    if (status) return status;
    const bool good = answer.status == 200 && strncmp(answer.text, "[Tatami \"", 9) == 0;
    const int written =
        good ? cli_put_file(path, answer.text, answer.len, why) : tm_why_not(why, TM_EIO, "there is no record yet");
    free(answer.text);
    return written;
}

static int add_options(tm_setup *setup, const cJSON *options, tm_why *why)
{
    const cJSON *option;
    int status = TM_OK;
    cJSON_ArrayForEach(option, options)
    {
        char buffer[128];
        tm_text text;
        tm_text_init(&text, buffer, sizeof buffer);
        tm_put_fmt(&text, "%s=", option->string);
        if (cJSON_IsString(option))
            tm_put_str(&text, option->valuestring);
        else if (cJSON_IsNumber(option))
            tm_put_int(&text, option->valueint);
        if (!status) status = tm_setup_option(setup, tm_span_of(buffer), why);
    }
    return status;
}

/* The table's box: the file that was given, or the one from the server. */
static int find_box(join *j)
{
    char path[96];
    client_answer answer;
    tm_why why;
    if (j->choice.box) return CLI_OK;
    if (j->choice.box_path) return cli_read_box(&j->choice);
    snprintf(path, sizeof path, "/api/tables/%s/box", j->table);
    tm_why_init(&why, cli_say());
    int status = join_request(j, "GET", path, NULL, &answer, &why);
    if (status) return cli_fail("%s", why.text.at);
    if (answer.status == 200) status = tm_box_read(answer.text, answer.len, &j->choice.box, &why);
    free(answer.text);
    return status ? cli_fail("%s", why.text.at) : CLI_OK;
}

/* The table's game and options. */
static int read_setup(join *j, const cJSON *json, tm_setup *out)
{
    tm_why why;
    const char *id = "", *box = "";
    char quoted[160];
    tm_text text;
    int64_t players = 0;
    tm_why_init(&why, cli_say());
    int status = json_text(json, "game", "", &id, &why);
    if (!status) status = json_text(json, "box", "", &box, &why);
    if (!status) status = json_number(json, "players", 1, TM_MAX_SEATS, 0, &players, &why);
    if (status) return cli_fail("%s", why.text.at);
    if (cli_choose_game(&j->choice, id)) return CLI_FAILED;
    if (*box && find_box(j)) return CLI_FAILED;
    tm_text_init(&text, quoted, sizeof quoted);
    client_clean(box, false, &text);
    if (*box && (!j->choice.box || strcmp(j->choice.box->name, box) != 0))
        return cli_fail(_("this table uses the box \"%s\": give its file with --box"), quoted);
    status = tm_setup_init(out, j->choice.game, (int)players, &why);
    if (!status) status = add_options(out, cJSON_GetObjectItemCaseSensitive(json, "options"), &why);
    if (!status && *box) status = tm_setup_box(out, j->choice.box, &why);
    return status ? cli_fail("%s", why.text.at) : CLI_OK;
}

static int play(join *j, tm_source *source)
{
    if (j->plain || !tm_screen_possible()) return join_lines(source, j->reader);
    bind_textdomain_codeset("tatami", "UTF-8");
    return cli_screen_status(tm_screen_run(source, &j->screen));
}

/* Plays at one table, then at the next if the person goes there. */
static int join_table(join *j)
{
    char path[96];
    cJSON *json;
    tm_source *source;
    tm_why why;
    online_table at = {
        .address = j->address,
        .language = join_language(),
        .sit = j->look_on ? ONLINE_NONE : j->seat,
        .start = j->start,
        .save = save_record,
        .recall = join_recall,
        .keep = join_keep,
        .context = j,
    };
    snprintf(path, sizeof path, "/api/tables/%s", j->table);
    if (join_ask(j, "GET", path, NULL, 0, &json)) return CLI_FAILED;
    int status = read_setup(j, json, &at.setup);
    cJSON_Delete(json);
    if (status) return status;
    strcpy(at.id, j->table);
    strcpy(at.token, j->token);
    tm_why_init(&why, cli_say());
    if (online_source(&at, cli_say(), &source, &why)) return cli_fail("%s", why.text.at);
    status = play(j, source);
    const char *next = online_next(source);
    *j->table = 0;
    if (next) strcpy(j->table, next);
    tm_source_free(source);
    j->start = false;
    j->seat = ONLINE_ANY;
    return status;
}

enum { NAME, SEAT, LOOK_ON, OPEN, OPTION, BOT, BOX, CLOCK, LISTED, PLAIN, READER, ASCII, NO_COLOUR };

static int take_flag(join *j, int flag, const char *value)
{
    uint64_t number;
    const tm_bot *bot;
    switch (flag) {
    case NAME: j->name = value; return CLI_OK;
    case SEAT:
        if (!cli_number(&cmd_join, "--seat", value, 0, TM_MAX_SEATS - 1, &number)) return CLI_USAGE;
        j->seat = (int)number;
        return CLI_OK;
    case LOOK_ON: j->look_on = true; return CLI_OK;
    case OPEN: return cli_choose_game(&j->choice, value);
    case OPTION: return cli_add_option(&j->choice, value);
    case BOT:
        if (!(bot = cli_find_bot(value))) return CLI_FAILED;
        if (j->n_bots == TM_MAX_SEATS) return cli_fail(_("more than %d bots"), TM_MAX_SEATS);
        j->bots[j->n_bots++] = bot->name;
        return CLI_OK;
    case BOX: j->choice.box_path = value; return CLI_OK;
    case CLOCK: return cli_number(&cmd_join, "--clock", value, 5, 1209600, &j->clock) ? CLI_OK : CLI_USAGE;
    case LISTED: j->listed = true; return CLI_OK;
    case PLAIN: j->plain = true; return CLI_OK;
    case READER: j->plain = j->reader = true; return CLI_OK;
    case ASCII: j->screen.ascii = true; return CLI_OK;
    default: j->screen.no_colour = true; return CLI_OK;
    }
}

/* The address, or after --open GAME the number of players: no server is called by a bare number. */
static int take_word(join *j, const char **url, const char *word)
{
    if (j->choice.game && word[strspn(word, "0123456789")] == 0) return cli_take_word(&j->choice, &cmd_join, word);
    if (*url) return cli_misuse(&cmd_join, _("one address at a time"));
    *url = word;
    return CLI_OK;
}

static int take_arguments(join *j, int argc, char **argv)
{
    cli_args args;
    const char *url = NULL;
    int flag, status;
    tm_why why;
    cli_args_init(&args, &cmd_join, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        status = flag == CLI_WORD ? take_word(j, &url, args.value) : take_flag(j, flag, args.value);
        if (status) return status;
    }
    tm_why_init(&why, cli_say());
    if (client_address_read(url ? url : "http://localhost:8080", &j->address, j->table, &why))
        return cli_misuse(&cmd_join, "%s", why.text.at);
    if (*j->table && j->choice.game) return cli_misuse(&cmd_join, _("either join a table or open one, not both"));
    if (!j->choice.game && (j->n_bots || j->choice.n_seats || j->choice.n_options || j->clock || j->listed))
        return cli_misuse(&cmd_join, _("which game? Give it with --open"));
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    join j = {.seat = ONLINE_ANY};
    cli_screen_defaults(&j.screen);
    int status = take_arguments(&j, argc, argv);
    if (status == CLI_OK) status = join_identify(&j);
    if (status == CLI_OK && !*j.table) status = j.choice.game ? join_open(&j) : join_lobby(&j);
    while (status == CLI_OK && *j.table) status = join_table(&j);
    cli_choice_free(&j.choice);
    return status;
}

static const cli_flag FLAGS[] = {
    [NAME] = {"name", 0, N_("TEXT"), N_("your name on the server; remembered for next time")},
    [SEAT] = {"seat", 's', N_("S"), N_("the seat you want, from 0; default: the first free one")},
    [LOOK_ON] = {"look-on", 0, NULL, N_("just watch, do not take a seat")},
    [OPEN] = {"open", 0, N_("GAME"), N_("open a new table for this game; a number after it says how many play")},
    [OPTION] = {"option", 'o', N_("K=V"), N_("an option of the game (see: tatami games); can be repeated")},
    [BOT] = {"bot", 'b', N_("NAME"), N_("a bot for the next seat; seats without a bot stay free")},
    [BOX] = {"box", 0, N_("FILE"), N_("a box file with corrections")},
    [CLOCK] = {"clock", 0, N_("S"), N_("seconds for each decision; default: no limit")},
    [LISTED] = {"listed", 0, NULL, N_("show the table to everybody in the server’s list")},
    [PLAIN] = {"plain", 0, NULL, N_("plain lines instead of the full screen, as on a pipe")},
    [READER] = {"screen-reader", 0, NULL, N_("for a screen reader: one line for each thing that happens")},
    [ASCII] = {"ascii", 0, NULL, N_("draw with ASCII characters only")},
    [NO_COLOUR] = {"no-color", 0, NULL, N_("no colours, as with NO_COLOR in the environment")},
    {0},
};

const cli_command cmd_join = {
    .name = "join",
    .words = N_("[URL] [--name TEXT] [--seat S] [--open GAME [N] [--bot NAME]… [--option K=V]… [--listed]]"),
    .about = N_("play at a table on a server"),
    .more = N_(
        "URL is the address of a server, which lists its tables, or the link of a table: http://HOST:PORT/t/TABLE. "
        "The\n"
        "default is http://localhost:8080. If you open a table without free seats, the game starts at once.\n"
        "At the table, type: sit N, bot N LEVEL, open N, start, leave, chat TEXT, who, agree, refuse, stand-in N,\n"
        "back, rematch, next. If the connection is lost, it is restored, and nothing is played twice.\n"
        "The server shows a commitment to its shuffles, then each player adds a word: a random one, or your own with\n"
        "word TEXT before the start. When the game is over, the shuffles are checked (see: tatami help verify).\n"
        "Your identity is stored in $XDG_CONFIG_HOME/tatami/servers, else in ~/.config/tatami/servers: anyone who has\n"
        "these files can play as you."),
    .flags = FLAGS,
    .run = run,
};
