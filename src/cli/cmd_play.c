/* tatami play: one person against bots, on a full screen or in plain lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/play.h"
#include "cli/save.h"

enum { PACE_USUAL = 250 };

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
        char tag[16], value[PLAY_VALUE];
        p->say.names[seat] = p->names[seat];
        if (seat == p->seat) {
            snprintf(p->names[seat], PLAY_NAME, "%s", _("you"));
            snprintf(value, sizeof value, "%s", _("you"));
        } else {
            if (!p->players.bots[seat]) p->players.bots[seat] = p->choice.bots[bot];
            if (bot < p->choice.n_bots - 1) bot++;
            snprintf(p->names[seat], PLAY_NAME, _("Bot %d"), seat);
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

/* Restores the table from a record; its tags are kept and the bots keep their seats. */
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
        return cli_fail(_("%s: this is a record of %s, not of %s"), p->load_path, record.setup.game->title,
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

/* The bot that a tag names: `bot:hard`, or `Aiko (hard)`; NULL if it is a person. */
static const tm_bot *bot_of_tag(tm_span value)
{
    const tm_span whole = value;
    if (value.len > 4 && memcmp(value.at, "bot:", 4) == 0) return tm_bot_find((tm_span){value.at + 4, value.len - 4});
    if (value.len < 4 || value.at[value.len - 1] != ')') return NULL;
    while (value.len && value.at[value.len - 1] != '(') value.len--;
    if (value.len < 3 || value.at[value.len - 2] != ' ') return NULL;
    return tm_bot_find((tm_span){value.at + value.len, whole.len - value.len - 1});
}

static void seat_bots_of_record(play *p)
{
    for (int i = 0; i < p->n_tags; i++) {
        const tm_span name = p->tags[i].name;
        if (name.len != 5 || memcmp(name.at, "Seat", 4) != 0) continue;
        const int seat = name.at[4] - '0';
        const tm_bot *bot = bot_of_tag(p->tags[i].value);
        if (bot && seat >= 0 && seat < p->choice.n_seats && seat != p->seat) p->players.bots[seat] = bot;
    }
}

static int start(play *p, char **out_text)
{
    tm_setup setup;
    tm_why why;
    tm_why_init(&why, cli_say());
    if (p->load_path) {
        size_t len;
        *out_text = cli_read_file(p->load_path, TM_RECORD_MAX, &len);
        if (!*out_text || load(p, *out_text, len)) return CLI_FAILED;
    } else {
        if (cli_make_setup(&p->choice, &setup)) return CLI_FAILED;
        if (p->seat >= p->choice.n_seats)
            return cli_fail(_("there is no seat %d, expected 0 to %d"), p->seat, p->choice.n_seats - 1);
        if (tm_table_new(&setup, &p->table, &why)) return cli_fail("%s", why.text.at);
    }
    if (tm_players_init(&p->players, p->choice.game, p->choice.seed)) return cli_fail(_("out of memory"));
    p->say = *cli_say();
    tm_why_init(&p->players.why, &p->say);
    if (p->load_path) seat_bots_of_record(p);
    name_seats(p);
    return CLI_OK;
}

static int save_game(void *context, const char *path, tm_why *why)
{
    const play *p = context;
    return cli_write_record(path, p->table, p->tags, p->n_tags, why);
}

/* Engines make us wait and can fail; the screen cannot handle that. */
static bool has_engine(const play *p)
{
    for (int seat = 0; seat < p->choice.n_seats; seat++)
        if (p->players.bots[seat] && p->players.bots[seat]->sit) return true;
    return false;
}

/* A signal that ended the screen ends the program, once the terminal is restored. */
static int play_screen(play *p)
{
    tm_source *source;
    bind_textdomain_codeset("tatami", "UTF-8");
    if (tm_source_table(p->table, &p->players, p->seat, &p->say, (int)p->pace, save_game, p, &source))
        return cli_fail(_("out of memory"));
    const int status = tm_screen_run(source, &p->screen);
    tm_source_free(source);
    return cli_screen_status(status);
}

enum { SEAT, BOT, OPTION, MOVETIME, BOX, SEED, LOAD, PLAIN, READER, ASCII, NO_COLOUR, PACE };

static int take_flag(play *p, int flag, const char *value)
{
    uint64_t number;
    switch (flag) {
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
    case LOAD: p->load_path = value; return CLI_OK;
    case PLAIN: p->plain = true; return CLI_OK;
    case READER: p->plain = p->reader = true; return CLI_OK;
    case ASCII: p->screen.ascii = true; return CLI_OK;
    case NO_COLOUR: p->screen.no_colour = true; return CLI_OK;
    default: return cli_number(&cmd_play, "--pace", value, 0, 60000, &p->pace) ? CLI_OK : CLI_USAGE;
    }
}

static int take_arguments(play *p, int argc, char **argv)
{
    cli_args args;
    int flag, status;
    cli_args_init(&args, &cmd_play, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        status = flag == CLI_WORD ? cli_take_word(&p->choice, &cmd_play, args.value) : take_flag(p, flag, args.value);
        if (status) return status;
    }
    if (!p->load_path && cli_need_game(&p->choice, &cmd_play)) return CLI_USAGE;
    if (p->load_path && (p->choice.n_seats || p->choice.n_options))
        return cli_misuse(&cmd_play, _("the number of players and the options come from the saved game"));
    if (!p->choice.n_bots) cli_choose_bot(&p->choice, "medium");
    if (!p->choice.seeded) p->choice.seed = cli_random_seed();
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    play p = {.pace = PACE_USUAL};
    char *text = NULL;
    cli_screen_defaults(&p.screen);
    int status = take_arguments(&p, argc, argv);
    if (status == CLI_OK) status = start(&p, &text);
    if (status == CLI_OK)
        status = p.plain || has_engine(&p) || !tm_screen_possible() ? play_lines(&p) : play_screen(&p);
    tm_players_free(&p.players);
    tm_table_free(p.table);
    cli_choice_free(&p.choice);
    free(text);
    return status;
}

static const cli_flag FLAGS[] = {
    [SEAT] = {"seat", 's', N_("S"), N_("your seat, from 0 (0)")},
    [BOT] = {"bot", 'b', N_("NAME"),
             N_("who plays the other seats, in order (medium); the last bot takes all remaining seats")},
    [OPTION] = {"option", 'o', N_("K=V"), N_("an option of the game (see: tatami games); can be repeated")},
    [MOVETIME] = {"movetime", 0, N_("MS"), N_("milliseconds an engine has for a decision; default: no limit")},
    [BOX] = {"box", 0, N_("FILE"), N_("a box file with corrections")},
    [SEED] = {"seed", 0, N_("S"), N_("the same seed deals the same cards; default: a random one")},
    [LOAD] = {"load", 0, N_("FILE"), N_("continue a saved game")},
    [PLAIN] = {"plain", 0, NULL, N_("plain lines instead of the full screen, as on a pipe")},
    [READER] = {"screen-reader", 0, NULL, N_("for a screen reader: one line for each thing that happens")},
    [ASCII] = {"ascii", 0, NULL, N_("draw with ASCII characters only")},
    [NO_COLOUR] = {"no-color", 0, NULL, N_("no colours, as with NO_COLOR in the environment")},
    [PACE] = {"pace", 0, N_("MS"), N_("milliseconds between the bots’ decisions on the screen (250)")},
    {0},
};

const cli_command cmd_play = {
    .name = "play",
    .words = N_("[GAME [N]] [--seat S] [--bot NAME]… [--option K=V]… [--movetime MS] [--box FILE] [--seed S] "
                "[--load FILE] [--plain]"),
    .about = N_("play a game against bots"),
    .more = N_("A bot can be a program of your own: --bot 'engine:COMMAND' (see: tatami help engine). The game is then "
               "played in plain\n"
               "lines."),
    .flags = FLAGS,
    .run = run,
};
