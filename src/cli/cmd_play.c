/* tatami play: one person against bots, line by line. Works on a pipe as well as on a terminal. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <tatami/choices.h>
#include <tatami/search.h>

#include "cli/cli.h"
#include "cli/save.h"

enum { SCREEN = 1 << 16, WIDTH = 78, NAME_MOST = 40, VALUE_MOST = ENGINE_COMMAND_MOST + 16 };

typedef struct play {
    cli_choice choice;
    const char *load_path;
    int seat;
    tm_table *table;
    tm_walk *walk;
    tm_players players;
    tm_choices choices;
    tm_say say;
    char names[TM_MAX_SEATS][NAME_MOST];
    tm_tag tags[TM_RECORD_TAGS];
    char tag_names[TM_MAX_SEATS + 1][16];
    char tag_values[TM_MAX_SEATS + 1][2 * VALUE_MOST];
    int n_tags;
    void *view;
    char *screen; /* SCREEN bytes for one text */
} play;

/* What has happened since the last time, in words. */
static void tell_news(play *p)
{
    const tm_game *game = tm_table_setup(p->table)->game;
    tm_event seen;
    tm_text text;
    while (tm_walk_next(p->walk, &seen)) {
        tm_text_init(&text, p->screen, SCREEN);
        game->tell(tm_table_config(p->table), tm_walk_before(p->walk), &seen, tm_walk_after(p->walk), &p->say, &text);
        fputs(p->screen, stdout);
    }
}

static void show_table(play *p)
{
    const tm_game *game = tm_table_setup(p->table)->game;
    tm_text text;
    tm_text_init(&text, p->screen, SCREEN);
    tm_table_view(p->table, p->seat, p->view);
    game->show(tm_table_config(p->table), p->view, &p->say, &text);
    printf("\n%s\n", p->screen);
}

static void show_choices(const play *p)
{
    uint32_t widest = 0;
    for (int i = 0; i < p->choices.n; i++)
        if (p->choices.list[i].text.len > widest) widest = p->choices.list[i].text.len;
    const int columns = p->choices.n <= 8 ? 1 : WIDTH / ((int)widest + 8) > 0 ? WIDTH / ((int)widest + 8) : 1;
    const int rows = (p->choices.n + columns - 1) / columns;
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < p->choices.n; i += rows) {
            const tm_span text = p->choices.list[i].text;
            printf("%4d) %.*s", i + 1, (int)text.len, text.at);
            if (i + rows < p->choices.n) printf("%*s", (int)(widest - text.len) + 2, "");
        }
        putchar('\n');
    }
}

static void show_help(void)
{
    puts(_("Type the number of a choice, or the action as it is written there.\n"
           "  table        show the table again\n"
           "  hint         what a strong bot would do, and the chances it sees\n"
           "  undo         take your last decision back, if nothing was drawn or seen since\n"
           "  save FILE    write the game to a file (tatami play --load FILE goes on from there)\n"
           "  help         this\n"
           "  quit         leave"));
}

static void show_end(play *p)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_table_score(p->table, points, &winners);
    show_table(p);
    fputs(_("The game is over. Won by: "), stdout);
    const char *comma = "";
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) {
        if (!(winners >> seat & 1)) continue;
        printf("%s%s", comma, p->names[seat]);
        comma = ", ";
    }
    putchar('\n');
}

static void save(play *p, const char *path)
{
    if (!*path) {
        puts(_("Where to? Type: save FILE"));
        return;
    }
    if (cli_save_record(path, p->table, p->tags, p->n_tags)) return;
    if (tm_table_actors(p->table) == 0)
        printf(_("Saved in %s.\n"), path);
    else
        printf(_("Saved in %s. It holds the whole game, what is hidden from you too.\n"), path);
}

static void undo(play *p)
{
    tm_why why;
    tm_event seen;
    tm_why_init(&why, &p->say);
    if (tm_table_undo(p->table, p->seat, &why)) {
        printf(_("No undo: %s.\n"), why.text.at);
        return;
    }
    tm_players_leave(&p->players);
    tm_walk_restart(p->walk);
    while (tm_walk_next(p->walk, &seen)) continue;
    puts(_("Your last decision is taken back."));
}

/* The best actions as the hard bot sees them, from what this seat knows. */
static void hint(play *p)
{
    enum { SHOWN = 3 };
    const tm_game *game = tm_table_setup(p->table)->game;
    tm_question q;
    tm_players_ask(&p->players, p->table, p->seat, &q);
    if (q.n_legal == 0) {
        puts(_("There is nothing to decide."));
        return;
    }
    tm_search_result *results = malloc((size_t)q.n_legal * sizeof *results);
    if (results && tm_hint(&q, &p->players.thoughts[p->seat], results) == TM_OK)
        for (int i = 0; i < q.n_legal && i < SHOWN; i++) {
            char room[64];
            tm_text text;
            tm_text_init(&text, room, sizeof room);
            game->write_action(q.config, results[i].action, &text);
            printf(_("  %-20s %3.0f%% to win\n"), room, 100.0 * results[i].chance / TM_SURE);
        }
    free(results);
}

/* Commands are understood in English and in the language of the run. */
static const char *match_command(const char *line, const char *id)
{
    const char *names[2] = {id, gettext(id)};
    for (int i = 0; i < 2; i++) {
        const size_t len = strlen(names[i]);
        if (strncmp(line, names[i], len) != 0 || (line[len] && line[len] != ' ')) continue;
        const char *rest = line + len;
        while (*rest == ' ') rest++;
        return rest;
    }
    return NULL;
}

enum { STAY, ASK_AGAIN, PLAYED, LEAVE };

static int do_command(play *p, const char *line)
{
    const char *rest;
    if (match_command(line, N_("quit"))) return LEAVE;
    if (match_command(line, N_("help")) || strcmp(line, "?") == 0) {
        show_help();
        return ASK_AGAIN;
    }
    if (match_command(line, N_("table"))) return STAY;
    if (match_command(line, N_("hint"))) {
        hint(p);
        return ASK_AGAIN;
    }
    if ((rest = match_command(line, N_("save")))) {
        save(p, rest);
        return ASK_AGAIN;
    }
    if (match_command(line, N_("undo"))) {
        undo(p);
        return STAY;
    }
    return -1;
}

static int do_choice(play *p, const char *line)
{
    int32_t number;
    int found = -1;
    const tm_span text = tm_span_of(line);
    if (tm_span_int(text, 1, p->choices.n, &number) == TM_OK) found = number - 1;
    for (int i = 0; i < p->choices.n && found < 0; i++)
        if (tm_span_compare(text, p->choices.list[i].text) == 0) found = i;
    if (found >= 0) return tm_table_act(p->table, p->seat, p->choices.list[found].action) ? ASK_AGAIN : PLAYED;
    char quoted[256];
    tm_text q;
    tm_text_init(&q, quoted, sizeof quoted);
    tm_put_quoted(&q, line, text.len, 60);
    if (p->choices.n)
        printf(_("\"%s\" is not possible here: type a number from 1 to %d, an action as listed, or help.\n"), quoted,
               p->choices.n);
    else
        printf(_("\"%s\" is not possible any more: type save FILE, undo or quit.\n"), quoted);
    return ASK_AGAIN;
}

/* A line without its end and the spaces around it; NULL at the end of the input. The caller's memory. */
static char *read_line(char **memory, size_t *room)
{
    fputs("> ", stdout);
    fflush(stdout);
    ssize_t len = getline(memory, room, stdin);
    if (len < 0) {
        putchar('\n');
        return NULL;
    }
    char *line = *memory;
    while (len > 0 && strchr(" \t\r\n", line[len - 1])) line[--len] = 0;
    while (*line == ' ' || *line == '\t') line++;
    return line;
}

/* Until it is the person's turn. If a bot fails, says so; it may try again, and the game is as it was. */
static int let_others_play(play *p)
{
    int status;
    do {
        status = tm_players_step(&p->players, p->table);
        tell_news(p);
    } while (status == 1);
    if (status == 0) return CLI_OK;
    status = cli_fail("%s", p->players.why.text.len ? p->players.why.text.at : _("out of memory"));
    tm_players_leave(&p->players);
    tm_why_init(&p->players.why, &p->say);
    return status;
}

static int converse(play *p)
{
    char *memory = NULL;
    size_t room = 0;
    int state = STAY, failed = CLI_OK;
    while (state != LEAVE) {
        failed = let_others_play(p);
        if (tm_choices_list(&p->choices, p->table, p->seat)) {
            failed = cli_fail(_("out of memory"));
            break;
        }
        const bool over = tm_table_actors(p->table) == 0;
        if (failed) {
            puts(_("Press Enter to let the bot try again, or type save FILE, undo or quit."));
            p->choices.n = 0;
            state = STAY;
        } else if (over && state != ASK_AGAIN) {
            show_end(p);
        } else if (state != ASK_AGAIN) {
            show_table(p);
            show_choices(p);
        }
        const char *line = read_line(&memory, &room);
        if (!line || (over && !*line)) break;
        const int next = *line ? do_command(p, line) : failed ? STAY : ASK_AGAIN;
        state = next < 0 ? do_choice(p, line) : next;
        if (failed && state == ASK_AGAIN) state = STAY; /* once the bot answers, the table is shown */
    }
    free(memory);
    return failed;
}

static void add_tag(play *p, int slot, const char *name, const char *value)
{
    tm_text text;
    snprintf(p->tag_names[slot], sizeof p->tag_names[slot], "%s", name);
    tm_text_init(&text, p->tag_values[slot], sizeof p->tag_values[slot]);
    tm_record_escape(tm_span_of(value), &text);
    p->tags[p->n_tags].name = tm_span_of(p->tag_names[slot]);
    p->tags[p->n_tags++].value = tm_span_of(p->tag_values[slot]);
}

/* Who sits where, for the screen and for the record. */
static void name_seats(play *p)
{
    int bot = 0;
    for (int seat = 0; seat < p->choice.n_seats; seat++) {
        char tag[16], value[VALUE_MOST];
        p->say.names[seat] = p->names[seat];
        if (seat == p->seat) {
            snprintf(p->names[seat], NAME_MOST, "%s", _("you"));
            snprintf(value, sizeof value, "%s", _("you"));
        } else {
            if (!p->players.bots[seat]) p->players.bots[seat] = p->choice.bots[bot];
            if (bot < p->choice.n_bots - 1) bot++;
            snprintf(p->names[seat], NAME_MOST, _("Bot %d"), seat);
            snprintf(value, sizeof value, "bot:%s", p->players.bots[seat]->name);
        }
        if (p->load_path) continue;
        snprintf(tag, sizeof tag, "Seat%d", seat);
        add_tag(p, seat, tag, value);
    }
    if (p->load_path) return;
    char date[32];
    const time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    add_tag(p, TM_MAX_SEATS, "Date", date);
}

/* The table as a record left it; its tags are kept and its bots sit where they sat. */
static int load(play *p, const char *text, size_t len)
{
    tm_why why;
    tm_record record;
    tm_span line;
    int status;
    tm_why_init(&why, cli_say());
    if (cli_read_box(&p->choice)) return CLI_FAILED;
    if (tm_record_open(&record, text, len, &why) || tm_record_use_box(&record, p->choice.box, &why))
        return cli_fail("%s: %s", p->load_path, why.text.at);
    if (p->choice.game && p->choice.game != record.setup.game)
        return cli_fail(_("%s: a record of %s, not of %s"), p->load_path, record.setup.game->title,
                        p->choice.game->title);
    p->choice.game = record.setup.game;
    p->choice.n_seats = record.setup.n_seats;
    if (p->seat >= p->choice.n_seats)
        return cli_fail(_("there is no seat %d, expected 0 to %d"), p->seat, p->choice.n_seats - 1);
    record.viewer = p->seat;
    if (tm_table_new(&record.setup, &p->table, &why)) return cli_fail("%s", why.text.at);
    while ((status = tm_record_next(&record, p->table, &line, &why)) == 1) continue;
    if (!status) status = tm_record_check_result(&record, p->table, &why);
    if (status) return cli_fail("%s: %s", p->load_path, why.text.at);
    memcpy(p->tags, record.tags, sizeof p->tags);
    p->n_tags = record.n_tags;
    return CLI_OK;
}

static void seat_bots_of_record(play *p)
{
    for (int i = 0; i < p->n_tags; i++) {
        const tm_span name = p->tags[i].name, value = p->tags[i].value;
        if (name.len != 5 || memcmp(name.at, "Seat", 4) != 0 || value.len < 4 || memcmp(value.at, "bot:", 4) != 0)
            continue;
        const int seat = name.at[4] - '0';
        const tm_span bot = {value.at + 4, value.len - 4};
        if (seat >= 0 && seat < p->choice.n_seats && seat != p->seat) p->players.bots[seat] = tm_bot_find(bot);
    }
}

static int start(play *p, char **out_text)
{
    tm_setup setup;
    tm_why why;
    tm_why_init(&why, cli_say());
    if (p->load_path) {
        size_t len;
        *out_text = cli_read_file(p->load_path, TM_RECORD_MOST, &len);
        if (!*out_text || load(p, *out_text, len)) return CLI_FAILED;
    } else {
        if (!p->choice.n_seats) p->choice.n_seats = p->choice.game->usual_seats;
        if (cli_make_setup(&p->choice, &setup)) return CLI_FAILED;
        if (p->seat >= p->choice.n_seats)
            return cli_fail(_("there is no seat %d, expected 0 to %d"), p->seat, p->choice.n_seats - 1);
        if (tm_table_new(&setup, &p->table, &why)) return cli_fail("%s", why.text.at);
    }
    p->screen = malloc(SCREEN);
    p->view = calloc(1, p->choice.game->view_size);
    if (!p->screen || !p->view || tm_walk_new(p->table, p->seat, &p->walk) ||
        tm_players_init(&p->players, p->choice.game, p->choice.seed))
        return cli_fail(_("out of memory"));
    p->say = *cli_say();
    tm_why_init(&p->players.why, &p->say);
    if (p->load_path) seat_bots_of_record(p);
    name_seats(p);
    return CLI_OK;
}

static int greet_and_play(play *p)
{
    const tm_game *game = p->choice.game;
    printf("%s. %s\n", game->title, _(game->about));
    if (game->assumed && !tm_table_setup(p->table)->box)
        printf(_("%s A box file corrects it (--box).\n"), _(game->assumed));
    printf(_("You have seat %d. Type help for help.\n\n"), p->seat);
    return converse(p);
}

enum { PLAYERS, SEAT, BOT, OPTION, MOVETIME, BOX, SEED, LOAD };

static int take_flag(play *p, int flag, const char *value)
{
    uint64_t number;
    switch (flag) {
    case PLAYERS:
        if (!cli_number(&cmd_play, "--players", value, 1, 99, &number)) return CLI_USAGE;
        p->choice.n_seats = (int)number;
        return CLI_OK;
    case SEAT:
        if (!cli_number(&cmd_play, "--seat", value, 0, TM_MAX_SEATS - 1, &number)) return CLI_USAGE;
        p->seat = (int)number;
        return CLI_OK;
    case BOT: return cli_choose_bot(&p->choice, value);
    case OPTION: return cli_add_option(&p->choice, value);
    case MOVETIME: return cli_choose_movetime(&p->choice, &cmd_play, value);
    case BOX: p->choice.box_path = value; return CLI_OK;
    case SEED:
        p->choice.seeded = true;
        return cli_number(&cmd_play, "--seed", value, 0, UINT64_MAX, &p->choice.seed) ? CLI_OK : CLI_USAGE;
    default: p->load_path = value; return CLI_OK;
    }
}

static int take_arguments(play *p, int argc, char **argv)
{
    cli_args args;
    int flag, status;
    cli_args_init(&args, &cmd_play, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (flag == CLI_WORD && p->choice.game) return cli_misuse(&cmd_play, _("one game at a time"));
        status = flag == CLI_WORD ? cli_choose_game(&p->choice, args.value) : take_flag(p, flag, args.value);
        if (status) return status;
    }
    if (!p->choice.game && !p->load_path) return cli_misuse(&cmd_play, _("which game? tatami games lists them"));
    if (p->load_path && (p->choice.n_seats || p->choice.n_options))
        return cli_misuse(&cmd_play, _("players and options come from the record that is loaded"));
    if (!p->choice.n_bots) cli_choose_bot(&p->choice, "medium");
    if (!p->choice.seeded) p->choice.seed = cli_random_seed();
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    play p = {0};
    char *text = NULL;
    int status = take_arguments(&p, argc, argv);
    if (status == CLI_OK) status = start(&p, &text);
    if (status == CLI_OK) status = greet_and_play(&p);
    tm_choices_free(&p.choices);
    tm_players_free(&p.players);
    tm_walk_free(p.walk);
    tm_table_free(p.table);
    cli_choice_free(&p.choice);
    free(p.view);
    free(p.screen);
    free(text);
    return status;
}

static const cli_flag FLAGS[] = {
    [PLAYERS] = {"players", 'n', N_("N"), N_("how many players, you included")},
    [SEAT] = {"seat", 's', N_("S"), N_("your seat, from 0 (0)")},
    [BOT] = {"bot", 'b', N_("NAME"),
             N_("who plays the other seats, in order (medium); the last one takes the remaining seats")},
    [OPTION] = {"option", 'o', N_("K=V"), N_("an option of the game (see: tatami games); may be repeated")},
    [MOVETIME] = {"movetime", 0, N_("MS"), N_("milliseconds that engines have for a decision; default: as they like")},
    [BOX] = {"box", 0, N_("FILE"), N_("a corrected box")},
    [SEED] = {"seed", 0, N_("S"), N_("the same seed deals the same cards; default: a new one")},
    [LOAD] = {"load", 0, N_("FILE"), N_("go on with a saved game")},
    {0},
};

const cli_command cmd_play = {
    .name = "play",
    .words = N_("[GAME] [-n N] [--seat S] [--bot NAME]… [--option K=V]… [--movetime MS] [--box FILE] [--seed S] "
                "[--load FILE]"),
    .about = N_("play a game against bots"),
    .more = N_("A bot may be a program of your own: --bot 'engine:COMMAND' (see: tatami help engine)."),
    .flags = FLAGS,
    .run = run,
};
