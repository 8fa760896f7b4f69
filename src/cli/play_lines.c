/* Playing in plain lines. Works on a pipe as well as on a terminal, and with a screen reader. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <tatami/search.h>

#include "cli/play.h"
#include "cli/save.h"

enum { BUFFER = 1 << 16, TOLD_AT_ONCE = 8 };

/* Indentation shows that a line belongs to the one before; a screen reader has no use for it. */
static void print_told(const play *p)
{
    const char *at = p->buffer;
    while (p->reader && *at) {
        at += strspn(at, " ");
        const int len = (int)strcspn(at, "\n");
        printf("%.*s\n", len, at);
        at += len + (at[len] == '\n');
    }
    fputs(at, stdout);
}

/* What has happened since the last time, in words. */
static void tell_news(play *p)
{
    const tm_game *game = tm_table_setup(p->table)->game;
    tm_event seen;
    tm_text text;
    while (tm_walk_next(p->walk, &seen)) {
        tm_text_init(&text, p->buffer, BUFFER);
        game->tell(tm_table_config(p->table), tm_walk_before(p->walk), &seen, tm_walk_after(p->walk), &p->say, &text);
        print_told(p);
    }
}

static void show_table(play *p)
{
    const tm_game *game = tm_table_setup(p->table)->game;
    tm_text text;
    tm_text_init(&text, p->buffer, BUFFER);
    tm_table_view(p->table, p->seat, p->view);
    game->show(tm_table_config(p->table), p->view, &p->say, &text);
    printf("\n%s\n", p->buffer);
}

/* A choice in words, in the play's own text. */
static const char *describe(const play *p, const tm_choice *choice)
{
    tm_text text;
    tm_text_init(&text, p->buffer, TM_DESCRIPTION);
    p->choice.game->describe(tm_table_config(p->table), p->view, choice->action, &p->say, &text);
    return p->buffer;
}

static void show_choices(play *p)
{
    int widest = 0;
    tm_table_view(p->table, p->seat, p->view);
    for (int i = 0; i < p->choices.n; i++)
        if ((int)p->choices.list[i].text.len > widest) widest = (int)p->choices.list[i].text.len;
    for (int i = 0; i < p->choices.n; i++) {
        const tm_choice *choice = &p->choices.list[i];
        const char *words = describe(p, choice);
        printf("%4d) %-*.*s%s%s\n", i + 1, *words ? widest : 0, (int)choice->text.len, choice->text.at,
               *words ? "  " : "", words);
    }
}

/* For a screen reader: one line, and no more choices than a person can remember. */
static void say_turn(play *p)
{
    if (p->choices.n > TOLD_AT_ONCE) {
        printf(ngettext("Your turn, %d choice. Type an action, or list, or table.\n",
                        "Your turn, %d choices. Type an action, or list, or table.\n", (unsigned long)p->choices.n),
               p->choices.n);
        return;
    }
    fputs(_("Your turn: "), stdout);
    tm_table_view(p->table, p->seat, p->view);
    for (int i = 0; i < p->choices.n; i++) {
        const tm_choice *choice = &p->choices.list[i];
        const char *words = describe(p, choice);
        printf("%s%.*s%s%s", i ? "; " : "", (int)choice->text.len, choice->text.at, *words ? ", " : "", words);
    }
    putchar('\n');
}

static void show_help(void)
{
    puts(_("Type the number of a choice, or the action itself.\n"
           "  table        show the table again\n"
           "  list         show the choices again\n"
           "  hint         what a strong bot would do, and your chances\n"
           "  undo         take your last decision back, if nothing has been drawn or seen since\n"
           "  save FILE    save the game (continue it with tatami play --load FILE)\n"
           "  help         show this help\n"
           "  quit         quit"));
}

static void show_end(play *p)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_table_score(p->table, points, &winners);
    if (!p->reader) show_table(p);
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
        puts(_("Which file? Type: save FILE"));
        return;
    }
    if (cli_save_record(path, p->table, p->tags, p->n_tags)) return;
    if (tm_table_actors(p->table) == 0)
        printf(_("Saved to %s.\n"), path);
    else
        printf(_("Saved to %s. The file contains the whole game, including what is hidden from you.\n"), path);
}

static void undo(play *p)
{
    tm_why why;
    tm_event seen;
    tm_why_init(&why, &p->say);
    if (tm_table_undo(p->table, p->seat, &why)) {
        printf(_("Cannot undo: %s.\n"), why.text.at);
        return;
    }
    tm_players_leave(&p->players);
    tm_walk_restart(p->walk);
    while (tm_walk_next(p->walk, &seen)) continue;
    puts(_("Your last decision was taken back."));
}

/* The best actions as the strongest bot sees them, from what this seat knows, and why the first is the best. */
static void hint(play *p)
{
    enum { SHOWN = 3, WHY = 2048 };
    const tm_game *game = tm_table_setup(p->table)->game;
    tm_question q;
    tm_players_ask(&p->players, p->table, p->seat, &q);
    if (q.n_legal == 0) {
        puts(_("There is nothing to decide."));
        return;
    }
    tm_search_result *results = malloc((size_t)q.n_legal * sizeof *results);
    tm_outlook outlooks[SHOWN];
    tm_rng *rng = &p->players.thoughts[p->seat];
    const int n = q.n_legal < SHOWN ? q.n_legal : SHOWN;
    if (results && tm_explain(&q, NULL, rng, results, outlooks, n) == TM_OK) {
        char buffer[WHY];
        tm_text text;
        for (int i = 0; i < n; i++) {
            tm_text_init(&text, buffer, sizeof buffer);
            game->write_action(q.config, results[i].action, &text);
            printf(_("  %-20s %3.0f%% to win\n"), buffer, 100.0 * results[i].chance / TM_SURE);
        }
        tm_text_init(&text, buffer, sizeof buffer);
        tm_explain_write(&q, outlooks, n, 0, &p->say, rng, &text);
        if (text.len) puts(buffer);
    }
    free(results);
}

/* Commands are understood in English and in the user's language. */
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
    if (match_command(line, N_("table"))) {
        if (!p->reader) return STAY;
        show_table(p);
        return ASK_AGAIN;
    }
    if (match_command(line, N_("list"))) {
        show_choices(p);
        return ASK_AGAIN;
    }
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

/* The game's reason if the line is an action; otherwise what can be typed. */
static void refuse(play *p, const char *line)
{
    const tm_game *game = p->choice.game;
    const void *config = tm_table_config(p->table);
    const tm_span text = tm_span_of(line);
    tm_action action;
    char quoted[256], why[TM_DESCRIPTION];
    tm_text q, reason;
    tm_text_init(&reason, why, sizeof why);
    tm_table_view(p->table, p->seat, p->view);
    if (p->choices.n && game->read_action(config, text, &action) == TM_OK)
        game->why(config, p->view, action, &p->say, &reason);
    tm_text_init(&q, quoted, sizeof quoted);
    tm_put_quoted(&q, line, text.len, 60);
    if (reason.len) {
        printf(_("Not now: %s"), why);
        putchar('\n');
    } else if (p->choices.n)
        printf(_("\"%s\" is not possible here. Type a number from 1 to %d, an action from the list, or help.\n"),
               quoted, p->choices.n);
    else
        printf(_("\"%s\" is no longer possible. Type save FILE, undo or quit.\n"), quoted);
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
    refuse(p, line);
    return ASK_AGAIN;
}

/* A line without its line feed and surrounding spaces, in the caller's memory; NULL at the end of the input. */
static char *read_line(char **memory, size_t *capacity)
{
    fputs("> ", stdout);
    fflush(stdout);
    ssize_t len = getline(memory, capacity, stdin);
    if (len < 0) {
        putchar('\n');
        return NULL;
    }
    char *line = *memory;
    while (len > 0 && strchr(" \t\r\n", line[len - 1])) line[--len] = 0;
    while (*line == ' ' || *line == '\t') line++;
    return line;
}

/* Plays until it is the person's turn. If a bot fails, says so; the game is unchanged and the bot may try again. */
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

static void show_turn(play *p)
{
    if (p->reader) {
        say_turn(p);
        return;
    }
    show_table(p);
    show_choices(p);
}

static int converse(play *p)
{
    char *memory = NULL;
    size_t capacity = 0;
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
        } else if (over && state != ASK_AGAIN) {
            show_end(p);
        } else if (state != ASK_AGAIN) {
            show_turn(p);
        }
        const char *line = read_line(&memory, &capacity);
        if (!line || (over && !*line)) break;
        const int next = *line ? do_command(p, line) : failed ? STAY : ASK_AGAIN;
        state = next < 0 ? do_choice(p, line) : next;
        if (failed && state == ASK_AGAIN) state = STAY; /* once the bot answers, the table is shown */
    }
    free(memory);
    return failed;
}

/* What bots at the table say about themselves, each once. */
static void remark(const play *p)
{
    const tm_setup *setup = tm_table_setup(p->table);
    for (int i = 0; i < tm_n_bots; i++) {
        const char *text = tm_bot_remark(tm_bots[i], setup, p->players.net);
        bool here = false;
        for (int seat = 0; seat < setup->n_seats; seat++) here |= p->players.bots[seat] == tm_bots[i];
        if (text && here) printf("%s\n", _(text));
    }
}

static int greet_and_play(play *p)
{
    const tm_game *game = p->choice.game;
    printf("%s. %s\n", game->title, _(game->about));
    if (game->assumed && !tm_table_setup(p->table)->box)
        printf(_("%s You can correct this with a box file (--box).\n"), _(game->assumed));
    remark(p);
    printf(_("You have seat %d. Type help for help.\n\n"), p->seat);
    return converse(p);
}

int play_lines(play *p)
{
    p->buffer = malloc(BUFFER);
    p->view = calloc(1, p->choice.game->view_size);
    int status = CLI_OK;
    if (!p->buffer || !p->view || tm_walk_new(p->table, p->seat, &p->walk))
        status = cli_fail(_("out of memory"));
    else
        status = greet_and_play(p);
    tm_choices_free(&p->choices);
    tm_walk_free(p->walk);
    free(p->view);
    free(p->buffer);
    return status;
}
