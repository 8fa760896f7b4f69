/* The screen as a sheet: a bar with the names, the game's own drawing, the list beside it, the log, the input line. */
#include "tui/model.h"

#include <string.h>

#include "tui/filter.h"

enum { BAR = 8, LEAST_WORDS = 4 };

static int between(int low, int value, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* One row each for the bar, the log's title, the input line, and the keys. */
static void lay_out(tui *t)
{
    const int width = t->sheet.width, height = t->sheet.height, rows = height - 4 > 0 ? height - 4 : 0;
    const int panel = width < 60 ? width * 2 / 5 : width < 110 ? 26 : 36;
    const int log = t->wide_log ? rows : between(rows / 5, rows - 16, rows / 4);
    t->board = (tui_rect){0, 1, width - panel - 1, rows - log};
    t->panel = (tui_rect){width - panel, 2, panel, rows - log - 1};
    t->log = (tui_rect){1, 2 + rows - log, width - 2, log};
}

/* The status at the right end of the bar. */
static void write_state(const tm_source *s, tm_text *out)
{
    if (s->state[0])
        tm_put_str(out, s->state);
    else if (s->step && s->viewer == TM_EVERYTHING)
        tm_put_str(out, tm_tr(&s->say, "showing everything"));
    else if (s->step)
        tm_put_fmt(out, tm_tr(&s->say, "as seat %d saw it"), s->viewer);
    else if (!s->actors)
        tm_put_str(out, tm_tr(&s->say, "the game is over"));
    else if (s->n_items)
        tm_put_str(out, tm_tr(&s->say, "your turn"));
    else if (s->thinking)
        tm_put_str(out, tm_tr(&s->say, "thinking"));
}

/* The title and the names, and which of them decide, think or have won. */
static void draw_bar(tui *t, const tm_canvas *all)
{
    static const char *const WHEEL[] = {"|", "/", "-", "\\"};
    const tm_source *s = t->source;
    const int bar = TM_INK_TEXT | TM_REVERSE;
    char room[96];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    write_state(s, &text);
    const int end = all->width - tm_columns(room) - 1;
    tm_canvas_fill(all, 0, 0, all->width, 1, bar, " ");
    int x = tm_canvas_put(all, 1, 0, bar | TM_BOLD, s->game->title) + 1;
    int names = 0, start = x;
    for (int seat = 0; seat < s->n_seats; seat++) names += 4 + tm_columns(s->say.names[seat]);
    for (int seat = 0; seat < s->n_seats; seat++) {
        const bool decides = s->actors >> seat & 1 && !(s->actors & TM_ACTOR_CHANCE), won = s->winners >> seat & 1;
        const int style = decides || won ? TM_INK_ACCENT | TM_BOLD | TM_REVERSE : bar;
        if (!decides && !won && names > end - start) continue; /* no room for all */
        x = tm_canvas_put(all, x + 1, 0, style, decides ? "▶" : won ? "★" : " ");
        x = tm_canvas_fit(all, x, 0, end - x - 1, style, s->say.names[seat]);
        if (s->thinking >> seat & 1) tm_canvas_put(all, x + 1, 0, style, WHEEL[t->beat & 3]);
        x += 2;
    }
    tm_canvas_put(all, end, 0, bar, room);
}

static void draw_board(tui *t, const tm_canvas *all)
{
    const tm_source *s = t->source;
    const tm_canvas board =
        tm_canvas_part(all, t->board.x + 1, t->board.y, t->board.width - 2, t->wide_log ? 0 : t->board.height);
    if (board.width <= 0) return;
    if (s->waiting)
        s->paint(s, &board);
    else
        tm_paint_find(s->game)(s->config, s->view, &s->say, &board);
}

/* Marks the pieces that can be used, and the one pointed at. */
static void draw_spots(tui *t)
{
    char room[TM_SPOT_TEXT + 2];
    tm_text text;
    for (int i = 0; i < t->sheet.n_spots; i++) {
        const tm_spot *spot = &t->sheet.spots[i];
        tm_text_init(&text, room, sizeof room);
        tm_put_fmt(&text, "%s ", spot->text);
        t->live[i] = false;
        for (int k = 0; k < t->source->n_items && !t->live[i] && !t->source->step; k++)
            t->live[i] = tui_matches(tm_span_of(room), t->source->items[k].text, false);
        if (i != t->spot) continue;
        for (int y = spot->y; y < spot->y + spot->height; y++)
            for (int x = spot->x; x < spot->x + spot->width; x++)
                t->sheet.cells[y * t->sheet.width + x].style ^= TM_REVERSE;
    }
}

/* The chance as a bar of BAR columns, in eighths. */
static int draw_chance(const tm_canvas *all, int x, int y, int style, uint32_t chance, const tm_say *say)
{
    static const char *const PART[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int eighths = (int)((uint64_t)chance * BAR * 8 / TM_SURE);
    char room[8];
    tm_text text;
    for (int i = 0; i < BAR; i++)
        tm_canvas_put(all, x + i, y, style | TM_INK_ACCENT,
                      i < eighths / 8    ? "█"
                      : i == eighths / 8 ? PART[eighths & 7]
                                         : " ");
    tm_text_init(&text, room, sizeof room);
    tm_put_fmt(&text, tm_tr(say, "%d%%"), (int)(((uint64_t)chance * 100 + TM_SURE / 2) / TM_SURE));
    return tm_canvas_put(all, x + BAR + 5 - tm_columns(room), y, style, room);
}

/* An item: its notation, and from column `words` on what it means, as far as there is space. */
static void draw_item(tui *t, const tm_canvas *all, int row, int shown, int words)
{
    const tm_source *s = t->source;
    const tm_choice *item = &s->items[t->shown[shown]];
    const int x = t->panel.x, y = t->panel.y + row, width = t->panel.width - 1;
    const int style = shown == t->selected && t->spot < 0 ? TM_REVERSE : 0;
    char room[256];
    tm_text text;
    int left = width;
    tm_text_init(&text, room, sizeof room);
    tm_put_mem(&text, item->text.at, item->text.len);
    tm_canvas_fill(all, x, y, width, 1, style, " ");
    for (int i = 0; i < s->n_hints; i++) {
        if (s->hints[i].action != item->action || s->step) continue;
        left = width - BAR - 6;
        draw_chance(all, x + left + 1, y, style, s->hints[i].chance, &s->say);
    }
    const int end = tm_canvas_fit(all, x + 1, y, left - 1, style | TM_INK_TEXT, room);
    const int from = x + 1 + words > end + 1 ? x + 1 + words : end + 2;
    tm_text_init(&text, room, sizeof room);
    tm_source_describe(s, t->shown[shown], &text);
    if (x + left - from >= LEAST_WORDS) tm_canvas_fit(all, from, y, x + left - from, style | TM_INK_MUTED, room);
}

/* Where the words of the rows on the screen begin: past the longest notation, but for a few long ones. */
static int words_column(const tui *t)
{
    int column = 0;
    for (int row = 0; row < t->panel.height && t->top + row < t->n_shown; row++) {
        const int len = (int)t->source->items[t->shown[t->top + row]].text.len;
        if (len > column && len <= t->panel.width / 2) column = len;
    }
    return column + 2;
}

static void draw_panel(tui *t, const tm_canvas *all)
{
    const tm_source *s = t->source;
    const tui_rect *p = &t->panel;
    char room[96];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_canvas_fill(all, p->x - 1, p->y - 1, 1, p->height + 1, TM_INK_LINE, "│");
    if (s->step)
        tm_put_fmt(&text, tm_tr(&s->say, "Moment %d of %d"), s->moment + 1, s->n_items);
    else if (s->hinting)
        tm_put_str(&text, tm_tr(&s->say, "Thinking about a hint…"));
    else if (s->n_items && t->n_shown < s->n_items)
        tm_put_fmt(&text, tm_tr(&s->say, "Choices: %d of %d"), t->n_shown, s->n_items);
    else if (s->n_items)
        tm_put_fmt(&text, tm_tr(&s->say, "Choices: %d"), s->n_items);
    else
        tm_put_str(&text, s->actors ? tm_tr(&s->say, "Not your turn") : tm_tr(&s->say, "The game is over"));
    tm_canvas_fit(all, p->x + 1, p->y - 1, p->width - 2, TM_INK_TITLE | TM_BOLD, room);
    const int at = t->selected;
    if (at >= 0 && at < t->top) t->top = at;
    if (at >= t->top + p->height) t->top = at - p->height + 1;
    if (t->top > t->n_shown - p->height) t->top = t->n_shown > p->height ? t->n_shown - p->height : 0;
    const int words = words_column(t);
    for (int row = 0; row < p->height && t->top + row < t->n_shown; row++) draw_item(t, all, row, t->top + row, words);
}

/* Newest last, each on as many rows as it needs; older lines can be scrolled to. */
static void draw_log(tui *t, const tm_canvas *all)
{
    const tui_rect *r = &t->log;
    const tm_log *log = &t->source->log;
    const char *title = tm_tr(&t->source->say, "What happened");
    tm_canvas_fill(all, 0, r->y - 1, all->width, 1, TM_INK_LINE, "─");
    if (!t->wide_log) tm_canvas_put(all, t->panel.x - 1, r->y - 1, TM_INK_LINE, "┴");
    tm_canvas_fmt(all, 2, r->y - 1, TM_INK_TITLE, " %s ", title);
    if (t->log_back) tm_canvas_fmt(all, tm_columns(title) + 5, r->y - 1, TM_INK_MUTED, " -%d ", t->log_back);
    const int first = log->n - t->log_back - r->height;
    for (int row = 0; row < r->height; row++) {
        const int at = first < 0 ? row : first + row;
        if (at >= log->n - t->log_back) break;
        const int style = at == log->n - 1 ? TM_INK_TEXT | TM_BOLD : TM_INK_TEXT;
        tm_canvas_fit(all, r->x, r->y + row, r->width, style, log->at[at]);
    }
}

/* What the marked item means, in full: beside the list there may be no space for it. Else what one can do here. */
static void draw_selected(const tui *t, const tm_canvas *all, int x, int y, int width)
{
    const tm_source *s = t->source;
    char room[TM_DESCRIPTION];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    if (t->selected >= 0 && t->spot < 0) tm_source_describe(s, t->shown[t->selected], &text);
    if (!room[0] && !t->filter[0] && s->n_items && !s->step)
        tm_put_str(&text, tm_tr(&s->say, "type to narrow the list, Enter to play"));
    tm_canvas_fit(all, x, y, width, TM_INK_MUTED, room);
}

static void draw_prompt(tui *t, const tm_canvas *all)
{
    const int y = all->height - 2;
    int x = tm_canvas_put(all, 1, y, TM_INK_ACCENT | TM_BOLD, "> ");
    if (t->mode == TUI_LEAVING) {
        tm_canvas_put(all, x, y, TM_INK_WARN | TM_BOLD,
                      tm_tr(&t->source->say, "Quit? The game is lost unless you save it. y/n"));
        return;
    }
    x = tm_canvas_put(all, x, y, TM_INK_TEXT, t->filter);
    tm_canvas_put(all, x, y, TM_INK_TEXT | TM_REVERSE, " ");
    const int left = all->width - x - 3, ink = t->warned ? TM_INK_WARN : TM_INK_ACCENT;
    if (t->message[0] && tm_columns(t->message) > left) { /* over the end of the log */
        tm_canvas_fill(all, 0, y - 1, all->width, 1, TM_INK_TEXT, " ");
        tm_canvas_fit(all, 1, y - 1, all->width - 2, ink, t->message);
    } else if (t->message[0])
        tm_canvas_fit(all, x + 2, y, left, ink, t->message);
    else
        draw_selected(t, all, x + 2, y, left);
}

/* The number of events, and whether it is this person's turn. A terminal paints this corner last, so whoever sees it
 * sees the whole screen. Returns its first column. */
static int draw_count(const tm_source *s, const tm_canvas *all)
{
    const bool own = s->n_items && !s->step;
    char room[32];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_put_fmt(&text, "%s#%u", !s->actors && !s->waiting ? "★" : own ? "▶" : " ", s->n_events);
    const int x = all->width - tm_columns(room);
    tm_canvas_put(all, x, all->height - 1, own ? TM_INK_ACCENT : TM_INK_MUTED, room);
    return x;
}

/* As many as fit. */
static void draw_keys(tui *t, const tm_canvas *all)
{
    const tm_say *say = &t->source->say;
    const bool watching = t->source->step != NULL;
    const struct {
        const char *key, *what;
    } KEYS[] = {
        {"F1", tm_tr(say, "help")},
        {"F2", watching ? tm_tr(say, "other seat") : tm_tr(say, "hint")},
        {watching ? "←→" : "F3", watching ? tm_tr(say, "step") : tm_tr(say, "undo")},
        {watching ? "Home" : "F4", watching ? tm_tr(say, "start") : tm_tr(say, "save")},
        {"F5", tm_tr(say, "log")},
        {"F10", tm_tr(say, "quit")},
        {watching ? "End" : "Tab", watching ? tm_tr(say, "end") : tm_tr(say, "pieces")},
    };
    const int end = draw_count(t->source, all), y = all->height - 1;
    int x = 1;
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        if (x + tm_columns(KEYS[i].key) + 1 + tm_columns(KEYS[i].what) >= end) break;
        x = tm_canvas_put(all, x, y, TM_INK_TEXT | TM_BOLD, KEYS[i].key) + 1;
        x = tm_canvas_put(all, x, y, TM_INK_MUTED, KEYS[i].what) + 2;
    }
}

static void draw_help(tui *t, const tm_canvas *all)
{
    const tm_say *say = &t->source->say;
    const char *text = t->source->step
                           ? tm_tr(say, "←  →  space      one step back or forward\n"
                                        "PgUp  PgDn       ten steps\n"
                                        "Home  End        to the start or the end\n"
                                        "↑  ↓  Enter      choose a moment in the list and go there\n"
                                        "typing           narrows the list: words, or how they begin\n"
                                        "F2               as the next seat saw it; or type: seat N, all\n"
                                        "F5  Ctrl-P/N     the log on the whole screen; scroll it\n"
                                        "F10  quit        quit")
                           : tm_tr(say, "typing           narrows the list: words, or how they begin\n"
                                        "↑  ↓  Enter      choose from the list, and play\n"
                                        "Tab  ←  →        point at a piece; Enter plays it, or narrows the list\n"
                                        "Esc              clear what you typed\n"
                                        "F2  hint         what a strong bot would do, and your chances\n"
                                        "F3  undo         take your last decision back\n"
                                        "F4  save FILE    save the game to a file\n"
                                        "F5  Ctrl-P/N     the log on the whole screen; scroll it\n"
                                        "F10  quit        quit; Ctrl-Z suspends\n"
                                        "The mouse works too: click a piece or a choice.");
    int width = 0, height = 0;
    for (const char *at = text; *at; height++) {
        char line[160];
        const size_t len = strcspn(at, "\n"), kept = len < sizeof line ? len : sizeof line - 1;
        memcpy(line, at, kept);
        line[kept] = 0;
        if (tm_columns(line) > width) width = tm_columns(line);
        at += len + (at[len] == '\n');
    }
    const int x = between(0, (all->width - width - 6) / 2, all->width),
              y = between(0, (all->height - height - 4) / 2, all->height);
    const tm_canvas window = tm_canvas_part(all, x, y, width + 6, height + 4);
    tm_canvas_fill(&window, 0, 0, window.width, window.height, TM_INK_TEXT, " ");
    tm_canvas_box(&window, 0, 0, window.width, window.height, TM_INK_ACCENT);
    tm_canvas_fmt(&window, 2, 0, TM_INK_TITLE | TM_BOLD, " %s ", tm_tr(say, "Keys"));
    for (int row = 0; *text; row++) {
        char line[160];
        const size_t len = strcspn(text, "\n"), kept = len < sizeof line ? len : sizeof line - 1;
        memcpy(line, text, kept);
        line[kept] = 0;
        tm_canvas_put(&window, 3, 2 + row, TM_INK_TEXT, line);
        text += len + (text[len] == '\n');
    }
}

void tui_draw(tui *t)
{
    lay_out(t);
    const tm_canvas all = tm_canvas_of(&t->sheet);
    draw_board(t, &all);
    if (t->spot >= t->sheet.n_spots) t->spot = -1;
    draw_spots(t);
    draw_bar(t, &all);
    if (!t->wide_log) draw_panel(t, &all);
    draw_log(t, &all);
    draw_prompt(t, &all);
    draw_keys(t, &all);
    if (t->mode == TUI_HELPING) draw_help(t, &all);
}
