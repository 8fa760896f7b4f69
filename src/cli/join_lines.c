/* A table on a server in plain lines: one line for each thing that happens, and the choices when there are any. */
#include <langinfo.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/join.h"

enum { WIDTH = 80, HEIGHT = 36, SPOTS = 512, LINE = 1024, TOLD_AT_ONCE = 8 };

typedef struct lines {
    tm_source *source;
    bool reader, terminal;
    int n_told;    /* lines of the log */
    uint32_t turn; /* that was told of */
    bool over;     /* the end was told */
    bool left;
    char in[LINE];
    size_t n_in;
    bool ended; /* the input */
} lines;

static void put_code(uint32_t code, bool utf8)
{
    if (code < 0x80 || !utf8) {
        putchar(code < 0x80 ? (int)code : tm_code_ascii(code));
    } else if (code < 0x800) {
        putchar((int)(0xc0 | code >> 6));
        putchar((int)(0x80 | (code & 63)));
    } else if (code < 0x10000) {
        putchar((int)(0xe0 | code >> 12));
        putchar((int)(0x80 | (code >> 6 & 63)));
        putchar((int)(0x80 | (code & 63)));
    } else {
        putchar((int)(0xf0 | code >> 18));
        putchar((int)(0x80 | (code >> 12 & 63)));
        putchar((int)(0x80 | (code >> 6 & 63)));
        putchar((int)(0x80 | (code & 63)));
    }
}

/* The screen's drawing as lines: a game's `show` is only for views that our engine made. */
static void show_table(const lines *l)
{
    const tm_source *s = l->source;
    const bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    tm_cell *cells = calloc((size_t)WIDTH * HEIGHT, sizeof *cells);
    tm_spot *spots = calloc(SPOTS, sizeof *spots);
    tm_sheet sheet = {.cells = cells, .spots = spots, .width = WIDTH, .height = HEIGHT, .most_spots = SPOTS};
    if (cells && spots) {
        const tm_canvas all = tm_canvas_of(&sheet);
        if (s->waiting)
            s->paint(s, &all);
        else
            tm_paint_find(s->game)(s->config, s->view, &s->say, &all);
        int height = HEIGHT;
        for (int y = 0; y < height; y++) {
            int end = WIDTH;
            const tm_cell *row = cells + (size_t)y * WIDTH;
            while (end > 0 && (row[end - 1].code == ' ' || !row[end - 1].code)) end--;
            for (int x = 0; x < end; x++)
                if (row[x].code) put_code(row[x].code, utf8);
            if (end) putchar('\n');
        }
    }
    free(cells);
    free(spots);
}

/* An item in words. */
static const char *describe(const tm_source *source, int item, char words[TM_DESCRIPTION])
{
    tm_text text;
    tm_text_init(&text, words, TM_DESCRIPTION);
    tm_source_describe(source, item, &text);
    return words;
}

static void show_choices(const lines *l)
{
    const tm_source *s = l->source;
    char buffer[TM_DESCRIPTION];
    int widest = 0;
    for (int i = 0; i < s->n_items; i++)
        if ((int)s->items[i].text.len > widest) widest = (int)s->items[i].text.len;
    for (int i = 0; i < s->n_items; i++) {
        const char *words = describe(s, i, buffer);
        printf("%4d) %-*.*s%s%s\n", i + 1, *words ? widest : 0, (int)s->items[i].text.len, s->items[i].text.at,
               *words ? "  " : "", words);
    }
}

static void say_turn(const lines *l)
{
    const tm_source *s = l->source;
    char buffer[TM_DESCRIPTION];
    if (s->n_items > TOLD_AT_ONCE) {
        printf(ngettext("%d choice. Type it, or list, or table.\n", "%d choices. Type one, or list, or table.\n",
                        (unsigned long)s->n_items),
               s->n_items);
        return;
    }
    fputs(_("Choices: "), stdout);
    for (int i = 0; i < s->n_items; i++) {
        const char *words = describe(s, i, buffer);
        printf("%s%.*s%s%s", i ? "; " : "", (int)s->items[i].text.len, s->items[i].text.at, *words ? ", " : "", words);
    }
    putchar('\n');
}

static void show_end(lines *l)
{
    const tm_source *s = l->source;
    const char *comma = "";
    if (!l->reader) show_table(l);
    fputs(_("The game is over. Won by: "), stdout);
    for (int i = 0; i < s->n_seats; i++) {
        if (!(s->winners >> i & 1)) continue;
        printf("%s%s", comma, s->say.names[i]);
        comma = ", ";
    }
    putchar('\n');
    l->over = true;
}

static void show_hints(const lines *l)
{
    enum { SHOWN = 3 };
    const tm_source *s = l->source;
    for (int i = 0; i < s->n_hints && i < SHOWN; i++) {
        char buffer[256];
        tm_text text;
        tm_text_init(&text, buffer, sizeof buffer);
        s->game->write_action(s->config, s->hints[i].action, &text);
        printf(_("  %-20s %3.0f%% to win\n"), buffer, 100.0 * s->hints[i].chance / TM_SURE);
    }
}

/* Prints everything new since the last time. */
static void tell_news(lines *l)
{
    tm_source *s = l->source;
    for (; l->n_told < s->log.n; l->n_told++) {
        const char *line = s->log.at[l->n_told];
        puts(l->reader ? line + strspn(line, " ") : line);
    }
    if (s->notice[0]) puts(s->notice);
    s->notice[0] = 0;
    if (!s->waiting && !s->actors && !l->over) show_end(l);
    if (l->turn != s->turn && s->n_items) {
        if (s->hints)
            show_hints(l);
        else if (l->reader)
            say_turn(l);
        else {
            if (!l->over) show_table(l);
            show_choices(l);
        }
    }
    l->turn = s->turn;
    fflush(stdout);
}

static void show_help(void)
{
    puts(_("Type the number of a choice, or its words.\n"
           "  table, list   show the table or the choices again\n"
           "  chat TEXT     say something to the others\n"
           "  word TEXT     before the start: your own word for the shuffles\n"
           "  who           who sits where, and who is connected\n"
           "  hint          what a strong bot would do, if no other person plays\n"
           "  undo          take your last decision back; the others are asked, with agree or refuse\n"
           "  stand-in N    let a bot play for someone who keeps everybody waiting\n"
           "  remove N      the host, before the start: the person at seat N must go\n"
           "  mute N        no longer read what the person at seat N says; again: read it\n"
           "  report N TEXT tell whoever runs the server about the person at seat N\n"
           "  spectators-on, spectators-off   the host: whether spectators may chat\n"
           "  leave         give up your seat; quit only ends this program, you keep your seat\n"
           "  save FILE     save the record as you may see it\n"
           "  quit          quit"));
}

/* The text after the command, typed in English or in the user's language, or NULL. */
static const char *after(const char *line, const char *id)
{
    const char *names[2] = {id, gettext(id)};
    for (int i = 0; i < 2; i++) {
        const size_t len = strlen(names[i]);
        if (strncmp(line, names[i], len) == 0 && (!line[len] || line[len] == ' '))
            return line + len + strspn(line + len, " ");
    }
    return NULL;
}

static int choose(lines *l, const char *line, tm_why *why)
{
    tm_source *s = l->source;
    int32_t number;
    int found = -1;
    if (tm_span_int(tm_span_of(line), 1, s->n_items, &number) == TM_OK) found = number - 1;
    for (int i = 0; i < s->n_items && found < 0; i++)
        if (tm_span_compare(tm_span_of(line), s->items[i].text) == 0) found = i;
    if (found >= 0) return s->choose(s, found, why);
    const int status = s->command(s, line, why);
    if (status != TM_EUNKNOWN || why->text.len) return status;
    char quoted[128];
    tm_text text;
    tm_text_init(&text, quoted, sizeof quoted);
    tm_put_quoted(&text, line, (uint32_t)strlen(line), 60);
    return tm_why_not(why, TM_EUNKNOWN, "\"%s\" is not possible now; type help for help", quoted);
}

static void do_line(lines *l, char *line)
{
    tm_source *s = l->source;
    const char *rest;
    tm_why why;
    int status = TM_OK;
    tm_why_init(&why, &s->say);
    if (!*line) return;
    if (after(line, N_("quit")))
        l->left = true;
    else if (after(line, N_("help")) || strcmp(line, "?") == 0)
        show_help();
    else if (after(line, N_("table")))
        show_table(l);
    else if (after(line, N_("list")))
        show_choices(l);
    else if (after(line, N_("hint")))
        status = s->hint(s, &why);
    else if (after(line, N_("undo")))
        status = s->undo(s, &why);
    else if ((rest = after(line, N_("save"))) && *rest) {
        status = s->save(s, rest, &why);
        if (!status) printf(_("Saved to %s.\n"), rest);
    } else
        status = choose(l, line, &why);
    if (status) puts(why.text.at);
}

/* From a terminal, lines are read as they come; otherwise only when there is something to decide. */
static bool wants_input(const lines *l)
{
    const tm_source *s = l->source;
    return !l->ended && (l->terminal || (s->n_items && !s->busy && !s->hinting));
}

static bool take_line(lines *l)
{
    char line[LINE];
    const char *end = memchr(l->in, '\n', l->n_in);
    const size_t len = end ? (size_t)(end - l->in) : l->n_in;
    if (!end && l->n_in < sizeof l->in && !(l->ended && l->n_in)) return false;
    const size_t kept = len < sizeof line ? len : sizeof line - 1;
    memcpy(line, l->in, kept);
    line[kept] = 0;
    const size_t used = end ? len + 1 : len;
    memmove(l->in, l->in + used, l->n_in - used);
    l->n_in -= used;
    for (size_t n = kept; n && strchr(" \t\r", line[n - 1]);) line[--n] = 0;
    do_line(l, line + strspn(line, " \t"));
    return true;
}

static void wait_and_read(lines *l)
{
    const tm_source *s = l->source;
    const bool wanted = wants_input(l);
    struct pollfd fds[2] = {{.fd = s->fd, .events = POLLIN}, {.fd = wanted ? STDIN_FILENO : -1, .events = POLLIN}};
    if (wanted && take_line(l)) return;
    if (poll(fds, 2, s->wait(s)) <= 0 || !(fds[1].revents & (POLLIN | POLLHUP | POLLERR))) return;
    const ssize_t n = read(STDIN_FILENO, l->in + l->n_in, sizeof l->in - l->n_in);
    if (n > 0)
        l->n_in += (size_t)n;
    else if (n == 0)
        l->ended = true;
}

int join_lines(tm_source *source, bool reader)
{
    lines l = {.source = source, .reader = reader, .terminal = isatty(STDIN_FILENO), .turn = source->turn};
    puts(_("Type help for help."));
    while (!l.left && !source->done) {
        source->update(source);
        tell_news(&l);
        if (source->done || (l.over && !l.terminal && !source->busy)) break;
        if (l.ended && !l.n_in && (l.terminal || (source->n_items && !source->busy))) break;
        wait_and_read(&l);
    }
    tell_news(&l);
    return CLI_OK;
}
