/* What a person decides: actions, pieces, commands; and why something is not possible. */
#include "tui/model.h"

#include <string.h>

#include "tui/filter.h"

static void say_why(tui *t, const tm_why *why)
{
    tui_say(t, true, why->text.at);
}

static void choose(tui *t, int item)
{
    tm_why why;
    tm_why_init(&why, &t->source->say);
    t->filter[0] = 0;
    t->spot = -1;
    t->log_back = 0;
    if (t->source->choose(t->source, item, &why)) say_why(t, &why);
    tui_refilter(t);
}

/* If nothing can be decided: says so and returns true. */
static bool is_idle(tui *t)
{
    const tm_source *s = t->source;
    char names[160];
    tm_text text;
    if (s->n_items) return false;
    if (s->waiting) {
        tui_say(t, true, tm_tr(&s->say, "The game has not begun."));
        return true;
    }
    if (!s->actors) {
        tui_say(t, true, tm_tr(&s->say, "The game is over. Type save FILE, undo or quit."));
        return true;
    }
    tm_text_init(&text, names, sizeof names);
    tm_put_str(&text, tm_tr(&s->say, "Not your turn. Waiting for: "));
    const char *comma = "";
    for (int seat = 0; seat < s->n_seats; seat++) {
        if (!(s->actors >> seat & 1)) continue;
        tm_put_fmt(&text, "%s%s", comma, s->say.names[seat]);
        comma = ", ";
    }
    tui_say(t, true, names);
    return true;
}

/* Writes the game's reason why this action is not possible; false if it is not an action or there is no reason. */
static bool put_reason(const tm_source *s, tm_span text, tm_text *out)
{
    tm_action action;
    while (text.len && text.at[text.len - 1] == ' ') text.len--;
    if (s->step || s->foreign || s->game->read_action(s->config, text, &action)) return false;
    s->game->why(s->config, s->view, action, &s->say, out);
    return out->len > 0;
}

static void refuse(tui *t, const char *typed)
{
    const tm_source *s = t->source;
    char buffer[256], quoted[128], why[TM_DESCRIPTION];
    tm_text text, q, reason;
    tm_action action;
    tm_text_init(&reason, why, sizeof why);
    tm_text_init(&text, buffer, sizeof buffer);
    tm_text_init(&q, quoted, sizeof quoted);
    tm_put_quoted(&q, typed, (uint32_t)strlen(typed), 60);
    if (s->step)
        tm_put_fmt(&text, tm_tr(&s->say, "\"%s\" does not appear in this record."), quoted);
    else if (put_reason(s, tm_span_of(typed), &reason))
        tm_put_fmt(&text, tm_tr(&s->say, "Not now: %s"), why);
    else if (s->game->read_action(s->config, tm_span_of(typed), &action) == TM_OK)
        tm_put_fmt(&text, tm_tr(&s->say, "\"%s\" is not possible now. The list shows what is."), quoted);
    else
        tm_put_fmt(&text, tm_tr(&s->say, "\"%s\" is not an action of this game. F1 explains the keys."), quoted);
    tui_say(t, true, buffer);
}

/* The same for a piece: the game's reason for an action with it, built from the first word of any possible action. */
static bool put_reason_against_piece(const tm_source *s, const char *piece, tm_text *out)
{
    char buffer[128];
    tm_text text;
    bool found = put_reason(s, tm_span_of(piece), out);
    for (int i = 0; i < s->n_items && !found; i++) {
        const tm_span words = s->items[i].text;
        tm_span verb = {words.at, 0};
        while (verb.len < words.len && words.at[verb.len] != ' ') verb.len++;
        tm_text_init(&text, buffer, sizeof buffer);
        tm_put_mem(&text, verb.at, verb.len);
        tm_put_fmt(&text, " %s", piece);
        found = put_reason(s, tm_span_of(buffer), out);
    }
    return found;
}

/* Adds the piece's words to what is typed; or replaces it, if both together match nothing. */
static void enter_spot(tui *t)
{
    char buffer[TUI_FILTER_MAX + 1], message[TM_DESCRIPTION];
    tm_text text;
    if (is_idle(t)) return;
    for (int alone = t->filter[0] ? 0 : 1; alone < 2; alone++) {
        int found = -1, n = 0;
        tm_text_init(&text, buffer, sizeof buffer);
        const size_t len = strlen(t->filter);
        if (!alone) tm_put_fmt(&text, "%s%s", t->filter, t->filter[len - 1] == ' ' ? "" : " ");
        tm_put_fmt(&text, "%s ", t->sheet.spots[t->spot].text);
        for (int i = 0; i < t->source->n_items && !text.cut; i++)
            if (tui_matches(tm_span_of(buffer), t->source->items[i].text, false)) {
                found = i;
                n++;
            }
        if (!n) continue;
        if (n == 1) {
            choose(t, found);
            return;
        }
        strcpy(t->filter, buffer);
        t->spot = -1;
        tui_refilter(t);
        return;
    }
    const char *piece = t->sheet.spots[t->spot].text;
    char why[TM_DESCRIPTION];
    tm_text reason;
    tm_text_init(&reason, why, sizeof why);
    tm_text_init(&text, message, sizeof message);
    if (put_reason_against_piece(t->source, piece, &reason))
        tm_put_fmt(&text, tm_tr(&t->source->say, "Not now: %s"), why);
    else
        tm_put_fmt(&text, tm_tr(&t->source->say, "You cannot do anything with \"%s\" now."), piece);
    tui_say(t, true, message);
}

void tui_enter(tui *t)
{
    if (t->spot >= 0) {
        enter_spot(t);
    } else if (t->selected >= 0 && t->selected < t->n_shown) {
        choose(t, t->shown[t->selected]);
    } else if (t->filter[0]) {
        for (size_t len = strlen(t->filter); len && t->filter[len - 1] == ' ';) t->filter[--len] = 0;
        if (tui_command(t, t->filter)) {
            t->filter[0] = 0;
            tui_refilter(t);
        } else if (!is_idle(t)) {
            refuse(t, t->filter);
        }
    } else if (!is_idle(t)) {
        tui_say(t, true, tm_tr(&t->source->say, "Choose with the arrow keys or Tab, or type part of a choice."));
    }
}

void tui_hint(tui *t)
{
    tm_why why;
    tm_why_init(&why, &t->source->say);
    if (!t->source->hint)
        tui_say(t, true, tm_tr(&t->source->say, "There are no hints here."));
    else if (t->source->hint(t->source, &why))
        say_why(t, &why);
}

void tui_undo(tui *t)
{
    tm_why why;
    tm_why_init(&why, &t->source->say);
    if (!t->source->undo)
        tui_say(t, true, tm_tr(&t->source->say, "There is nothing to take back here."));
    else if (t->source->undo(t->source, &why))
        say_why(t, &why);
    else
        tui_refilter(t);
}

void tui_step(tui *t, int by)
{
    tm_why why;
    tm_why_init(&why, &t->source->say);
    t->filter[0] = 0;
    t->log_back = 0;
    if (t->source->step(t->source, by, &why)) say_why(t, &why);
    tui_refilter(t);
}

static void look(tui *t, int viewer)
{
    tm_why why;
    char buffer[160];
    tm_text text;
    tm_why_init(&why, &t->source->say);
    if (t->source->look(t->source, viewer, &why)) {
        say_why(t, &why);
        return;
    }
    tm_text_init(&text, buffer, sizeof buffer);
    if (viewer == TM_EVERYTHING)
        tm_put_str(&text, tm_tr(&t->source->say, "Showing everything: the table as the deciding player sees it."));
    else
        tm_put_fmt(&text, tm_tr(&t->source->say, "As seat %d saw it: %s"), viewer, t->source->say.names[viewer]);
    tui_say(t, false, buffer);
}

void tui_look_next(tui *t)
{
    const int next = t->source->viewer == TM_EVERYTHING ? 0 : t->source->viewer + 1;
    look(t, next < t->source->n_seats ? next : TM_EVERYTHING);
}

static void save(tui *t, const char *path)
{
    tm_why why;
    char buffer[256];
    tm_text text;
    tm_why_init(&why, &t->source->say);
    if (!t->source->save) {
        tui_say(t, true, tm_tr(&t->source->say, "There is nothing to save here."));
    } else if (!*path) {
        tui_say(t, true, tm_tr(&t->source->say, "Which file? Type: save FILE"));
    } else if (t->source->save(t->source, path, &why)) {
        say_why(t, &why);
    } else {
        tm_text_init(&text, buffer, sizeof buffer);
        tm_put_fmt(&text, tm_tr(&t->source->say, "Saved to %s"), path);
        tui_say(t, false, buffer);
    }
}

/* The text after the command in `line`, or NULL if it is another command. */
static const char *after(const tui *t, const char *line, const char *id)
{
    const char *names[2] = {id, tm_tr(&t->source->say, id)};
    for (int i = 0; i < 2; i++) {
        const size_t len = strlen(names[i]);
        if (strncmp(line, names[i], len) != 0 || (line[len] && line[len] != ' ')) continue;
        const char *rest = line + len;
        return rest + strspn(rest, " ");
    }
    return NULL;
}

static bool look_command(tui *t, const char *line)
{
    const char *rest;
    int32_t seat;
    if (!t->source->look) return false;
    if (after(t, line, N_("all"))) {
        look(t, TM_EVERYTHING);
        return true;
    }
    if (!(rest = after(t, line, N_("seat"))) || tm_span_int(tm_span_of(rest), 0, TM_MAX_SEATS - 1, &seat)) return false;
    look(t, seat);
    return true;
}

/* Commands that only this source understands. */
static bool own_command(tui *t, const char *line)
{
    tm_why why;
    tm_why_init(&why, &t->source->say);
    if (!t->source->command) return false;
    const int status = t->source->command(t->source, line, &why);
    if (status == TM_EUNKNOWN && !why.text.len) return false;
    if (status) say_why(t, &why);
    return true;
}

bool tui_command(tui *t, const char *line)
{
    const char *rest;
    if (after(t, line, N_("quit")))
        t->mode = TUI_LEFT;
    else if (after(t, line, N_("help")))
        t->mode = TUI_HELPING;
    else if (after(t, line, N_("hint")))
        tui_hint(t);
    else if (after(t, line, N_("undo")))
        tui_undo(t);
    else if (after(t, line, N_("log")))
        t->wide_log = !t->wide_log;
    else if ((rest = after(t, line, N_("save"))))
        save(t, rest);
    else
        return look_command(t, line) || own_command(t, line);
    return true;
}
