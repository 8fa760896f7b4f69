/* Takamatsu for a person: the table as lines of text, and events in words. */
#include "takamatsu_box.h"
#include "takamatsu_text.h"

enum { KIND_COLUMN = 2, ARROW_COLUMN = 20, SAMURAI_COLUMN = 2, POINTS_COLUMN = 32, GROUP_WORDS = 128 };

const char *takamatsu_colour_name(const tm_say *say, int colour)
{
    switch (colour) {
    case 0: return tm_tr(say, "blue");
    case 1: return tm_tr(say, "black");
    case 2: return tm_tr(say, "purple");
    case 3: return tm_tr(say, "red");
    default: return tm_tr(say, "yellow");
    }
}

static uint32_t longest_name(const takamatsu_config *c)
{
    uint32_t longest = 0;
    for (int room = 0; room < c->n_rooms; room++) {
        const tm_span name = tm_span_of(c->name[room]);
        if (name.len > longest) longest = name.len;
    }
    return longest;
}

static void put_kind(tm_text *out, const takamatsu_config *c, int room, const tm_say *say)
{
    if (c->kind[room] == TAKAMATSU_PLUS_1 || c->kind[room] == TAKAMATSU_PLUS_2)
        tm_put_str(out, c->kind[room] == TAKAMATSU_PLUS_1 ? "+1" : "+2");
    else if (c->home[room] == TAKAMATSU_NONE)
        tm_put_char(out, '-');
    else if (c->kind[room] == TAKAMATSU_OUTER)
        tm_put_fmt(out, tm_tr(say, "%s, outer"), takamatsu_colour_name(say, c->home[room]));
    else
        tm_put_fmt(out, tm_tr(say, "%s, inner"), takamatsu_colour_name(say, c->home[room]));
}

/* One room per line: its name, its colour, where its arrows lead, who is in it. */
static void show_room(tm_text *out, const takamatsu_config *c, const takamatsu_public *o, int room, const tm_say *say)
{
    const uint32_t name = 2 + longest_name(c), arrows = name + ARROW_COLUMN;
    tm_put_fmt(out, "  %s", c->name[room]);
    tm_put_pad(out, name + KIND_COLUMN);
    put_kind(out, c, room, say);
    tm_put_pad(out, arrows);
    tm_put_fmt(out, "> %s", c->name[c->arrow[room][0]]);
    if (c->arrow[room][1] != TAKAMATSU_NONE) tm_put_fmt(out, " %s", c->name[c->arrow[room][1]]);
    if (o->room[room]) {
        tm_put_pad(out, arrows + 2 * (name - 1) + 1 + SAMURAI_COLUMN);
        takamatsu_put_samurai(out, o->room[room]);
    }
    tm_put_char(out, '\n');
}

static void put_value(tm_text *out, const takamatsu_config *c, int card, const tm_say *say)
{
    if (takamatsu_is_hidden(card))
        tm_put_str(out, tm_tr(say, "face down"));
    else
        tm_put_int(out, c->open_value[card]);
}

static void show_cards(tm_text *out, const takamatsu_config *c, const takamatsu_public *o, const tm_say *say)
{
    int pile = o->pile_hidden;
    for (int kind = 0; kind < c->n_kinds; kind++) pile += o->pile[kind];
    tm_put_str(out, tm_tr(say, "Shogun cards, from the top: "));
    for (int i = 0; i < TAKAMATSU_COLUMN && o->column[i] != TAKAMATSU_NONE; i++) {
        tm_put_str(out, i ? ", " : "");
        put_value(out, c, o->column[i], say);
    }
    tm_put_fmt(out, tm_tr(say, " (%d more in the pile)"), pile);
    tm_put_char(out, '\n');
}

static void put_hidden(tm_text *out, const takamatsu_config *c, const takamatsu_view_data *v, int seat)
{
    for (int card = 0; card < c->n_hidden; card++)
        if (v->hand[seat] >> card & 1) tm_put_fmt(out, " %d", c->hidden_value[card]);
}

static void show_seat(tm_text *out, const takamatsu_config *c, const takamatsu_view_data *v, int seat,
                      const tm_say *say)
{
    const takamatsu_public *o = &v->open;
    const bool decides =
        (o->phase == TAKAMATSU_MOVING && o->turn == seat) || (o->phase == TAKAMATSU_ASKING && o->asked == seat);
    const char *join = "";
    int32_t points = 0;
    tm_put_fmt(out, "%s%s (", decides ? "> " : "  ", say->names[seat]);
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
        if (c->owner[colour] != seat) continue;
        tm_put_fmt(out, "%s%s", join, takamatsu_colour_name(say, colour));
        if (c->seats == 2) tm_put_fmt(out, " %d", o->pagoda[colour]);
        points += o->pagoda[colour];
        join = ", ";
    }
    tm_put_char(out, ')');
    tm_put_pad(out, POINTS_COLUMN);
    tm_put_fmt(out, tm_trn(say, "%d point", "%d points", (unsigned long)points), (int)points);
    if (o->held[seat]) {
        tm_put_str(out, ", ");
        tm_put_fmt(out, tm_trn(say, "%d hidden card", "%d hidden cards", o->held[seat]), o->held[seat]);
        if (v->seat == seat || o->phase == TAKAMATSU_OVER) {
            tm_put_char(out, ':');
            put_hidden(out, c, v, seat);
        }
    }
    tm_put_char(out, '\n');
}

void takamatsu_show(const void *config, const void *view, const tm_say *say, tm_text *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_view_data *v = (const takamatsu_view_data *)view;
    const takamatsu_public *o = &v->open;
    if (o->phase != TAKAMATSU_OVER) {
        tm_put_fmt(out, tm_tr(say, "Round %d, goal %d"), o->round + 1, (int)c->goal);
        if (o->ending) tm_put_str(out, tm_tr(say, ": last round"));
        tm_put_char(out, '\n');
        for (int room = 0; room < c->n_rooms; room++) show_room(out, c, o, room, say);
        show_cards(out, c, o, say);
    }
    for (int seat = 0; seat < c->seats; seat++) show_seat(out, c, v, seat, say);
}

static const char *room_name(const takamatsu_config *c, uint32_t room)
{
    return room < TAKAMATSU_ROOMS ? c->name[room] : "?";
}

/* `2 × blue, 1 × black` */
static void put_group(tm_text *out, uint32_t samurai, const tm_say *say)
{
    const char *comma = "";
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
        const int n = takamatsu_count(samurai, colour);
        if (!n) continue;
        tm_put_fmt(out, "%s%d × %s", comma, n, takamatsu_colour_name(say, colour));
        comma = ", ";
    }
}

static void tell_decision(tm_text *out, const takamatsu_config *c, const takamatsu_public *after, const tm_event *seen,
                          const tm_say *say)
{
    const char *name = say->names[seen->seat];
    if (seen->action < TAKAMATSU_USE) {
        char words[GROUP_WORDS];
        tm_text group;
        tm_text_init(&group, words, sizeof words);
        put_group(&group, seen->action >> 5 & 0xfffff, say);
        tm_put_fmt(out, tm_tr(say, "%s: move %s from %s to %s"), name, words, room_name(c, seen->action >> 25),
                   room_name(c, seen->action & 31));
    } else if (seen->action < TAKAMATSU_WAIT) {
        const int colour = c->seats == 2 ? (int)(seen->action & 7) : seen->seat;
        tm_put_fmt(out, tm_tr(say, "%s: use the hidden card %d (%s: %d)"), name, (int)(seen->action >> 3 & 127),
                   takamatsu_colour_name(say, colour), after->pagoda[colour]);
    } else {
        tm_put_fmt(out, tm_tr(say, "%s: wait"), name);
    }
    tm_put_char(out, '\n');
}

static void tell_outcome(tm_text *out, const takamatsu_config *c, const takamatsu_public *before,
                         const tm_outcome *outcome, const tm_say *say)
{
    tm_put_str(out, "  ");
    if (outcome->kind == TAKAMATSU_LAY_HIDDEN) {
        tm_put_str(out, tm_tr(say, "A new shogun card, face down"));
    } else if (outcome->kind == TAKAMATSU_LAY) {
        tm_put_fmt(out, tm_tr(say, "A new shogun card: %d"), (int8_t)outcome->b[0]);
    } else {
        const char *name = say->names[c->owner[before->receiving]];
        if (outcome->b[0] == TAKAMATSU_NONE)
            tm_put_fmt(out, tm_tr(say, "%s: take a hidden card"), name);
        else
            tm_put_fmt(out, tm_tr(say, "%s: take the hidden card %d"), name, outcome->b[0]);
    }
    tm_put_char(out, '\n');
}

/* An open card that was taken and used at once (K12): the one that lay on top before the event. */
static void tell_used(tm_text *out, const takamatsu_config *c, const takamatsu_public *before,
                      const takamatsu_public *after, const tm_say *say)
{
    if (after->phase != TAKAMATSU_LAYING || before->phase == TAKAMATSU_TAKING) return;
    const int colour = after->receiving;
    tm_put_str(out, "  ");
    tm_put_fmt(out, tm_tr(say, "%s: take the open card %d (%s: %d)"), say->names[c->owner[colour]],
               c->open_value[before->column[0]], takamatsu_colour_name(say, colour), after->pagoda[colour]);
    tm_put_char(out, '\n');
}

static void tell_end(tm_text *out, const takamatsu_config *c, const takamatsu_view_data *before,
                     const takamatsu_view_data *after, const tm_say *say)
{
    if (after->open.ending && !before->open.ending) {
        tm_put_str(out, "  ");
        tm_put_str(out, tm_tr(say, "The goal has been reached: the game ends after this round."));
        tm_put_char(out, '\n');
    }
    if (after->open.phase != TAKAMATSU_OVER) return;
    for (int seat = 0; seat < c->seats; seat++) {
        if (!after->open.held[seat]) continue;
        tm_put_str(out, "  ");
        tm_put_fmt(out, tm_tr(say, "Hidden cards of %s:"), say->names[seat]);
        put_hidden(out, c, after, seat);
        tm_put_char(out, '\n');
    }
}

void takamatsu_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                    tm_text *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_view_data *b = (const takamatsu_view_data *)before, *a = (const takamatsu_view_data *)after;
    if (seen->seat == TM_CHANCE)
        tell_outcome(out, c, &b->open, &seen->outcome, say);
    else
        tell_decision(out, c, &a->open, seen, say);
    tell_used(out, c, &b->open, &a->open, say);
    tell_end(out, c, b, a, say);
}

/* K16: at the end all hidden cards are turned up. */
void takamatsu_notice(const void *config, const void *before, const tm_event *seen, const void *after,
                      const tm_say *say, tm_text *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_view_data *v = (const takamatsu_view_data *)after;
    (void)before;
    (void)seen;
    if (v->open.phase != TAKAMATSU_OVER) return;
    for (int seat = 0; seat < c->seats; seat++) {
        char room[4 * TAKAMATSU_HIDDEN];
        tm_text cards;
        if (!v->open.held[seat]) continue;
        tm_text_init(&cards, room, sizeof room);
        put_hidden(&cards, c, v, seat);
        tm_put_str(out, out->len ? " " : "");
        tm_put_fmt(out, tm_tr(say, "Seat %1$d shows%2$s."), seat, room);
    }
}

/* K8: what is wrong with a group that leaves a room; NULL if it may leave, but not to everywhere. */
static const char *why_group(const takamatsu_config *c, const takamatsu_view_data *v, uint32_t here, uint32_t group)
{
    const uint32_t own = c->own[v->seat][0] | c->own[v->seat][1];
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++)
        if (takamatsu_count(group, colour) > takamatsu_count(here, colour))
            return N_("those samurai are not in that room");
    if (!(group & own)) return N_("at least one of your own samurai must be in the group");
    if (here & ~own && !(group & ~own))
        return N_("there are other samurai in the room: at least one of them must come along");
    if (!(here & ~own)) /* K17 */
        for (int k = 0; k < 2; k++)
            if (here & c->own[v->seat][k] && !(group & c->own[v->seat][k]))
                return N_("both your colours are in the room: at least one of each must go");
    if (takamatsu_total(here) > 2 && group == here)
        return N_("if there are three or more samurai in a room, one must stay");
    return NULL;
}

/* A message id, or NULL. */
static const char *reason(const takamatsu_config *c, const takamatsu_view_data *v, tm_action action)
{
    const uint32_t room = action >> 25;
    if (action == TAKAMATSU_WAIT) return N_("it is your turn: move samurai");
    if (action >= TAKAMATSU_USE)
        return v->open.ending ? N_("hidden cards can no longer be used: they count at the end")
                              : N_("you have no hidden card with that value");
    if (v->open.phase == TAKAMATSU_ASKING) return N_("you have already moved this turn: use a card or wait");
    return room < c->n_rooms ? why_group(c, v, v->open.room[room], action >> 5 & 0xfffff) : NULL;
}

void takamatsu_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_view_data *v = (const takamatsu_view_data *)view;
    if (!takamatsu_is_sound(c, v) || v->seat < 0) return;
    const char *id = reason(c, v, action);
    if (id) {
        tm_put_str(out, tm_tr(say, id));
    } else if (action >> 25 < c->n_rooms && action < TAKAMATSU_USE) { /* K9 */
        const int n = takamatsu_total(action >> 5 & 0xfffff);
        tm_put_fmt(
            out,
            tm_trn(say, "%d samurai moves one room along the arrows",
                   "%d samurai move together that many rooms along the arrows, and cannot end where they started",
                   (unsigned long)n),
            n);
    }
}

void takamatsu_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_view_data *v = (const takamatsu_view_data *)view;
    if (!takamatsu_is_sound(c, v) || v->seat < 0) return;
    if (action < TAKAMATSU_USE) {
        char words[GROUP_WORDS];
        tm_text group;
        tm_text_init(&group, words, sizeof words);
        put_group(&group, action >> 5 & 0xfffff, say);
        tm_put_fmt(out, tm_tr(say, "%1$s from %2$s to %3$s"), words, room_name(c, action >> 25),
                   room_name(c, action & 31));
    } else if (action < TAKAMATSU_WAIT) {
        const int colour = c->seats == 2 ? (int)(action & 7) : v->seat;
        tm_put_fmt(out, tm_tr(say, "%1$s pagoda: +%2$d"), takamatsu_colour_name(say, colour), (int)(action >> 3 & 127));
    } else {
        tm_put_str(out, tm_tr(say, "use no card"));
    }
}

/* K13, K14: a hidden card is used once, and at the end those that are left count. */
const char *takamatsu_caution(const void *config, const void *view, tm_action action)
{
    const takamatsu_view_data *v = (const takamatsu_view_data *)view;
    if (!takamatsu_is_sound((const takamatsu_config *)config, v) || v->seat < 0) return NULL;
    if (action < TAKAMATSU_USE || action >= TAKAMATSU_WAIT) return NULL;
    return N_("A hidden card can be used only once, and everybody sees it. Use it now?");
}
