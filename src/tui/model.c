#include "tui/model.h"

#include <stdlib.h>
#include <string.h>

#include "tui/filter.h"

int tui_init(tui *t, tm_source *source)
{
    memset(t, 0, sizeof *t);
    t->source = source;
    t->selected = t->spot = -1;
    t->turn = source->turn - 1;
    t->sheet.spots = calloc(TUI_SPOTS, sizeof *t->sheet.spots);
    t->sheet.most_spots = TUI_SPOTS;
    t->live = calloc(TUI_SPOTS, sizeof *t->live);
    return t->sheet.spots && t->live ? TM_OK : TM_ESPACE;
}

void tui_free(tui *t)
{
    free(t->sheet.spots);
    free(t->sheet.cells);
    free(t->live);
    free(t->shown);
}

int tui_resize(tui *t, int width, int height)
{
    tm_cell *cells = calloc((size_t)width * (size_t)height, sizeof *cells);
    if (!cells) return TM_ESPACE;
    free(t->sheet.cells);
    t->sheet.cells = cells;
    t->sheet.width = width;
    t->sheet.height = height;
    t->spot = -1;
    return TM_OK;
}

void tui_say(tui *t, bool warning, const char *text)
{
    t->warned = warning;
    strncpy(t->message, text, sizeof t->message - 1);
    t->message[sizeof t->message - 1] = 0;
}

static int place_in_hints(const tm_source *s, tm_action action)
{
    for (int i = 0; i < s->n_hints; i++)
        if (s->hints[i].action == action) return i;
    return s->n_hints;
}

/* With hints, the best first. */
static void sort_by_hints(tui *t)
{
    for (int i = 1; i < t->n_shown; i++) {
        const int item = t->shown[i], place = place_in_hints(t->source, t->source->items[item].action);
        int k = i;
        for (; k > 0 && place_in_hints(t->source, t->source->items[t->shown[k - 1]].action) > place; k--)
            t->shown[k] = t->shown[k - 1];
        t->shown[k] = item;
    }
}

static void list_matches(tui *t, bool starts)
{
    const tm_source *s = t->source;
    const tm_span filter = tm_span_of(t->filter);
    t->n_shown = 0;
    for (int i = 0; i < s->n_items; i++)
        if (tui_matches(filter, s->items[i].text, starts)) t->shown[t->n_shown++] = i;
}

/* In a record, the chosen item is the moment shown. */
static void select_moment(tui *t)
{
    t->selected = -1;
    for (int i = 0; i < t->n_shown; i++)
        if (t->shown[i] == t->source->moment) t->selected = i;
}

void tui_refilter(tui *t)
{
    const tm_source *s = t->source;
    int *shown = realloc(t->shown, (size_t)(s->n_items + 1) * sizeof *shown);
    if (t->turn != s->turn) t->spot = -1;
    t->turn = s->turn;
    t->selected = -1;
    t->top = 0;
    t->n_shown = 0;
    if (!shown) return;
    t->shown = shown;
    list_matches(t, false);
    if (!t->n_shown) list_matches(t, true);
    if (s->hints) sort_by_hints(t);
    if (s->step && !t->filter[0]) select_moment(t);
    if (t->filter[0] && t->n_shown) t->selected = 0;
}

static void filter_changed(tui *t)
{
    t->spot = -1;
    t->message[0] = 0;
    tui_refilter(t);
}

/* Types a character, if it fits. */
static void type(tui *t, int code)
{
    const size_t len = strlen(t->filter);
    char bytes[4];
    int n = 0;
    if (code < 0x80)
        bytes[n++] = (char)code;
    else if (code < 0x800) {
        bytes[n++] = (char)(0xc0 | code >> 6);
        bytes[n++] = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        bytes[n++] = (char)(0xe0 | code >> 12);
        bytes[n++] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[n++] = (char)(0x80 | (code & 0x3f));
    }
    if (len + (size_t)n > TUI_FILTER_MAX || (code == ' ' && !len)) return;
    memcpy(t->filter + len, bytes, (size_t)n);
    t->filter[len + (size_t)n] = 0;
    filter_changed(t);
}

static void erase(tui *t, bool all)
{
    size_t len = all ? 0 : strlen(t->filter);
    while (len > 0 && ((unsigned char)t->filter[len - 1] & 0xc0) == 0x80) len--;
    t->filter[len ? len - 1 : 0] = 0;
    filter_changed(t);
}

static void select_by(tui *t, int by)
{
    t->spot = -1;
    if (!t->n_shown) return;
    const int to = t->selected < 0 ? (by > 0 ? by - 1 : t->n_shown + by) : t->selected + by;
    t->selected = to < 0 ? 0 : to >= t->n_shown ? t->n_shown - 1 : to;
}

/* The next or previous piece that can be used. */
static void next_spot(tui *t, int by)
{
    const int n = t->sheet.n_spots;
    for (int i = 1; i <= n; i++) {
        const int at = t->spot < 0 && by < 0 ? n - i : ((t->spot + i * by) % n + n) % n;
        if (!t->live[at]) continue;
        t->spot = at;
        return;
    }
    tui_say(t, true, tm_tr(&t->source->say, "There is nothing to point at now."));
}

/* The nearest usable piece in a direction; sideways distance counts double. */
static void move_spot(tui *t, int dx, int dy)
{
    const tm_spot *spots = t->sheet.spots;
    if (t->spot < 0) {
        next_spot(t, 1);
        return;
    }
    const tm_spot *from = &spots[t->spot];
    int best = -1, best_cost = 0;
    for (int i = 0; i < t->sheet.n_spots; i++) {
        const int x = (2 * spots[i].x + spots[i].width) - (2 * from->x + from->width);
        const int y = 2 * ((2 * spots[i].y + spots[i].height) - (2 * from->y + from->height));
        const int ahead = dx * x + dy * y, aside = dx ? abs(y) : abs(x);
        if (!t->live[i] || ahead <= 0) continue;
        const int cost = ahead + 2 * aside;
        if (best >= 0 && cost >= best_cost) continue;
        best = i;
        best_cost = cost;
    }
    if (best >= 0) t->spot = best;
}

static void move_log(tui *t, int by)
{
    const int most = t->source->log.n - t->log.height;
    t->log_back += by;
    if (t->log_back > most) t->log_back = most;
    if (t->log_back < 0) t->log_back = 0;
}

static void leave(tui *t)
{
    t->mode = t->source->step || t->source->kept || !t->source->actors ? TUI_LEFT : TUI_LEAVING;
}

static void function_key(tui *t, int key)
{
    switch (key - TUI_KEY_F1 + 1) {
    case 1: t->mode = TUI_HELPING; break;
    case 2:
        if (t->source->look)
            tui_look_next(t);
        else
            tui_hint(t);
        break;
    case 3: tui_undo(t); break;
    case 4:
        tui_say(t, false, tm_tr(&t->source->say, "Which file? Type: save FILE"));
        strcpy(t->filter, "save ");
        break;
    case 5: t->wide_log = !t->wide_log; break;
    case 10: leave(t); break;
    default: break;
    }
}

static void step_key(tui *t, int key)
{
    switch (key) {
    case TUI_KEY_LEFT: tui_step(t, -1); break;
    case TUI_KEY_RIGHT: tui_step(t, 1); break;
    case TUI_KEY_PAGE_UP: tui_step(t, -10); break;
    case TUI_KEY_PAGE_DOWN: tui_step(t, 10); break;
    case TUI_KEY_HOME: tui_step(t, -t->source->n_items); break;
    default: tui_step(t, t->source->n_items);
    }
}

static void move_key(tui *t, int key)
{
    const int page = t->panel.height > 2 ? t->panel.height - 2 : 1;
    if (t->source->step && key != TUI_KEY_UP && key != TUI_KEY_DOWN) {
        step_key(t, key);
        return;
    }
    switch (key) {
    case TUI_KEY_LEFT: move_spot(t, -1, 0); break;
    case TUI_KEY_RIGHT: move_spot(t, 1, 0); break;
    case TUI_KEY_UP:
    case TUI_KEY_DOWN:
        if (t->spot >= 0)
            move_spot(t, 0, key == TUI_KEY_UP ? -1 : 1);
        else
            select_by(t, key == TUI_KEY_UP ? -1 : 1);
        break;
    case TUI_KEY_PAGE_UP: select_by(t, -page); break;
    case TUI_KEY_PAGE_DOWN: select_by(t, page); break;
    case TUI_KEY_HOME: select_by(t, -t->n_shown); break;
    default: select_by(t, t->n_shown);
    }
}

static void playing_key(tui *t, int key)
{
    t->message[0] = 0;
    if (key >= TUI_KEY_F1 && key <= TUI_KEY_F10) {
        function_key(t, key);
        return;
    }
    if (key >= TUI_KEY_UP && key <= TUI_KEY_PAGE_DOWN) {
        move_key(t, key);
        return;
    }
    switch (key) {
    case TUI_KEY_TAB: next_spot(t, 1); break;
    case TUI_KEY_BACK_TAB: next_spot(t, -1); break;
    case TUI_KEY_ENTER: tui_enter(t); break;
    case TUI_KEY_ESCAPE:
    case TUI_KEY_ERASE_ALL: erase(t, true); break;
    case TUI_KEY_ERASE: erase(t, false); break;
    case TUI_KEY_LOG_UP: move_log(t, 1); break;
    case TUI_KEY_LOG_DOWN: move_log(t, -1); break;
    case TUI_KEY_LEAVE: leave(t); break;
    default:
        if (key == '?' && !t->filter[0])
            t->mode = TUI_HELPING;
        else if (key == ' ' && !t->filter[0] && t->source->step)
            tui_step(t, 1);
        else if (key >= ' ' && key < TUI_KEY_NONE && key != 0x7f)
            type(t, key);
    }
}

void tui_key(tui *t, int key)
{
    if (key == TUI_KEY_NONE || key == TUI_KEY_REDRAW) return;
    switch (t->mode) {
    case TUI_HELPING: t->mode = TUI_PLAYING; break;
    case TUI_LEAVING: {
        /* Translators: the letter that says yes. */
        const char *yes = tm_tr(&t->source->say, "y");
        const bool sure = key == 'y' || key == yes[0] || key == TUI_KEY_ENTER || key == TUI_KEY_LEAVE;
        t->mode = sure ? TUI_LEFT : TUI_PLAYING;
        break;
    }
    case TUI_PLAYING: playing_key(t, key); break;
    default: break;
    }
}

static bool is_inside(const tui_rect *r, int x, int y)
{
    return x >= r->x && x < r->x + r->width && y >= r->y && y < r->y + r->height;
}

/* The smallest piece under the pointer: pieces lie on others. */
static int spot_at(const tui *t, int x, int y)
{
    int best = -1, best_size = 0;
    for (int i = 0; i < t->sheet.n_spots; i++) {
        const tm_spot *s = &t->sheet.spots[i];
        const tui_rect r = {s->x, s->y, s->width, s->height};
        const int size = s->width * s->height;
        if (!is_inside(&r, x, y) || (best >= 0 && size >= best_size)) continue;
        best = i;
        best_size = size;
    }
    return best;
}

void tui_click(tui *t, int x, int y)
{
    if (t->mode != TUI_PLAYING) {
        t->mode = TUI_PLAYING;
        return;
    }
    t->message[0] = 0;
    if (is_inside(&t->panel, x, y)) {
        const int at = t->top + y - t->panel.y;
        if (at < 0 || at >= t->n_shown) return;
        t->spot = -1;
        t->selected = at;
        tui_enter(t);
        return;
    }
    const int spot = spot_at(t, x, y);
    if (spot < 0) return;
    t->spot = spot;
    tui_enter(t);
}

void tui_wheel(tui *t, int x, int y, int by)
{
    if (is_inside(&t->panel, x, y))
        select_by(t, by);
    else
        move_log(t, -by);
}
