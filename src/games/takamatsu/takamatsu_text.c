/* Takamatsu: the notation of records and the JSON of views. */
#include "takamatsu_text.h"

#include "takamatsu_box.h"

void takamatsu_put_samurai(tm_text *out, uint32_t samurai)
{
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++)
        for (int n = takamatsu_count(samurai, colour); n > 0; n--) tm_put_char(out, takamatsu_letter[colour]);
}

static void put_room(tm_text *out, const takamatsu_config *c, uint32_t room)
{
    tm_put_str(out, room < c->n_rooms ? c->name[room] : "?");
}

void takamatsu_write_action(const void *config, tm_action action, tm_text *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const uint32_t colour = action & 7;
    if (action < TAKAMATSU_USE) {
        tm_put_str(out, "move ");
        put_room(out, c, action >> 25);
        tm_put_char(out, ' ');
        takamatsu_put_samurai(out, action >> 5 & 0xfffff);
        tm_put_char(out, ' ');
        put_room(out, c, action & 31);
    } else if (action < TAKAMATSU_WAIT) {
        tm_put_fmt(out, "use %u", action >> 3 & 127);
        if (colour < TAKAMATSU_COLOURS) tm_put_fmt(out, " %c", takamatsu_letter[colour]);
    } else {
        tm_put_str(out, "wait");
    }
}

/* The room of that name, or TM_EUNKNOWN. */
static int read_room(const takamatsu_config *c, tm_span name)
{
    for (int room = 0; room < c->n_rooms; room++)
        if (tm_span_is(name, c->name[room])) return room;
    return TM_EUNKNOWN;
}

/* Letters in the order of K1: the group, or TM_ESYNTAX. */
static int read_group(tm_span letters)
{
    int group = 0, last = 0;
    for (uint32_t i = 0; i < letters.len; i++) {
        const int colour = takamatsu_colour_of(letters.at[i]);
        if (colour < last || takamatsu_count((uint32_t)group, colour) == 7) return TM_ESYNTAX;
        group += 1 << 4 * colour;
        last = colour;
    }
    return group;
}

static int read_move(const takamatsu_config *c, const tm_span *words, tm_action *out)
{
    const int room = read_room(c, words[0]), group = read_group(words[1]), dest = read_room(c, words[2]);
    if (group < 0) return group;
    if (room < 0 || dest < 0) return TM_EUNKNOWN;
    *out = TAKAMATSU_MOVE | (tm_action)room << 25 | (tm_action)group << 5 | (tm_action)dest;
    return TM_OK;
}

int takamatsu_read_action(const void *config, tm_span text, tm_action *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    tm_span words[4];
    int32_t value;
    const int n = tm_span_words(text, words, 4);
    if (n == 1 && tm_span_is(words[0], "wait")) {
        *out = TAKAMATSU_WAIT;
        return TM_OK;
    }
    if (n == 4 && tm_span_is(words[0], "move")) return read_move(c, words + 1, out);
    if (n != (c->seats == 2 ? 3 : 2) || !tm_span_is(words[0], "use")) return TM_ESYNTAX;
    if (tm_span_int(words[1], 0, TAKAMATSU_VALUE, &value)) return TM_ESYNTAX;
    int colour = TAKAMATSU_NO_COLOUR;
    if (n == 3) colour = words[2].len == 1 ? takamatsu_colour_of(words[2].at[0]) : TM_ESYNTAX; /* K15 */
    if (colour < 0) return colour;
    *out = TAKAMATSU_USE | (tm_action)value << 3 | (tm_action)colour;
    return TM_OK;
}

void takamatsu_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out)
{
    (void)config;
    if (outcome->kind == TAKAMATSU_LAY_HIDDEN)
        tm_put_str(out, "lay hidden");
    else if (outcome->kind == TAKAMATSU_LAY)
        tm_put_fmt(out, "lay %d", (int8_t)outcome->b[0]);
    else if (outcome->b[0] == TAKAMATSU_NONE)
        tm_put_str(out, "take ?");
    else
        tm_put_fmt(out, "take %d", outcome->b[0]);
}

int takamatsu_read_outcome(const void *config, tm_span text, tm_outcome *out)
{
    tm_outcome o = {TAKAMATSU_LAY_HIDDEN, 0, {0}};
    tm_span words[2];
    int32_t value = 0;
    (void)config;
    if (tm_span_words(text, words, 2) != 2) return TM_ESYNTAX;
    const bool take = tm_span_is(words[0], "take");
    if (!take && !tm_span_is(words[0], "lay")) return TM_ESYNTAX;
    if (take || !tm_span_is(words[1], "hidden")) {
        if (tm_span_int(words[1], take ? 0 : -TAKAMATSU_VALUE, TAKAMATSU_VALUE, &value)) return TM_ESYNTAX;
        o.kind = take ? TAKAMATSU_TAKE : TAKAMATSU_LAY;
        o.n = 1;
        o.b[0] = (uint8_t)value;
    }
    *out = o;
    return TM_OK;
}

static void json_colour(tm_json *json, const char *key, int colour)
{
    tm_json_key(json, key);
    if (colour == TAKAMATSU_NONE) {
        tm_json_null(json);
        return;
    }
    const tm_span letter = {&takamatsu_letter[colour], 1};
    tm_json_span(json, letter);
}

static void json_int(tm_json *json, const char *key, int value)
{
    tm_json_key(json, key);
    tm_json_int(json, value);
}

/* The palace, and who is where. */
static void json_rooms(tm_json *json, const takamatsu_config *c, const takamatsu_public *o)
{
    static const char *const KIND[] = {"plain", "+1", "+2", "outer", "inner"};
    tm_json_key(json, "rooms");
    tm_json_open(json, '[');
    for (int room = 0; room < c->n_rooms; room++) {
        char letters[TAKAMATSU_COLOURS * 7 + 1];
        tm_text samurai;
        tm_text_init(&samurai, letters, sizeof letters);
        takamatsu_put_samurai(&samurai, o->room[room]);
        tm_json_open(json, '{');
        tm_json_key(json, "name");
        tm_json_str(json, c->name[room]);
        tm_json_key(json, "kind");
        tm_json_str(json, KIND[c->kind[room]]);
        json_colour(json, "colour", c->colour[room]);
        json_colour(json, "home", c->home[room]);
        tm_json_key(json, "to");
        tm_json_open(json, '[');
        for (int k = 0; k < 2; k++)
            if (c->arrow[room][k] != TAKAMATSU_NONE) tm_json_str(json, c->name[c->arrow[room][k]]);
        tm_json_close(json, ']');
        tm_json_key(json, "samurai");
        tm_json_str(json, letters);
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

/* From the top: values, `null` for a card that lies face down. */
static void json_column(tm_json *json, const takamatsu_config *c, const takamatsu_public *o)
{
    tm_json_key(json, "column");
    tm_json_open(json, '[');
    for (int i = 0; i < TAKAMATSU_COLUMN && o->column[i] != TAKAMATSU_NONE; i++) {
        if (takamatsu_is_hidden(o->column[i]))
            tm_json_null(json);
        else
            tm_json_int(json, c->open_value[o->column[i]]);
    }
    tm_json_close(json, ']');
}

/* K12: how far the pagoda of a colour would go by the first card of the column, by the first two, and so on; what lies face down
 * is not counted. */
static void json_gains(tm_json *json, const takamatsu_config *c, const takamatsu_public *o)
{
    tm_json_key(json, "gains");
    tm_json_open(json, '{');
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
        const char key[2] = {takamatsu_letter[colour], 0};
        int at = o->pagoda[colour];
        if (c->owner[colour] == TAKAMATSU_NONE) continue;
        tm_json_key(json, key);
        tm_json_open(json, '[');
        for (int i = 0; i < TAKAMATSU_COLUMN && o->column[i] != TAKAMATSU_NONE; i++) {
            if (!takamatsu_is_hidden(o->column[i])) at += c->open_value[o->column[i]];
            if (at < 0) at = 0;
            tm_json_int(json, at - o->pagoda[colour]);
        }
        tm_json_close(json, ']');
    }
    tm_json_close(json, '}');
}

/* The number of cards in the draw pile, and the discards, which everybody has seen. */
static void json_piles(tm_json *json, const takamatsu_config *c, const takamatsu_public *o)
{
    int pile = o->pile_hidden;
    for (int kind = 0; kind < c->n_kinds; kind++) pile += o->pile[kind];
    json_int(json, "pile", pile);
    tm_json_key(json, "discards");
    tm_json_open(json, '[');
    for (int kind = 0; kind < c->n_kinds; kind++)
        for (int n = takamatsu_discarded(c, o, kind); n > 0; n--) tm_json_int(json, c->open_value[kind]);
    tm_json_close(json, ']');
    tm_json_key(json, "discards_hidden");
    tm_json_open(json, '[');
    for (int card = 0; card < c->n_hidden; card++)
        if (o->shuffle[card] == 0) tm_json_int(json, c->hidden_value[card]);
    tm_json_close(json, ']');
}

static void json_seats(tm_json *json, const takamatsu_config *c, const takamatsu_view_data *v)
{
    tm_json_key(json, "seats");
    tm_json_open(json, '[');
    for (int seat = 0; seat < c->seats; seat++) {
        int points = 0;
        tm_json_open(json, '{');
        tm_json_key(json, "pagodas");
        tm_json_open(json, '[');
        for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
            if (c->owner[colour] != seat) continue;
            tm_json_open(json, '{');
            json_colour(json, "colour", colour);
            json_int(json, "at", v->open.pagoda[colour]);
            points += v->open.pagoda[colour];
            tm_json_close(json, '}');
        }
        tm_json_close(json, ']');
        json_int(json, "hidden", v->open.held[seat]);
        if (v->seat == seat || v->open.phase == TAKAMATSU_OVER) {
            tm_json_key(json, "cards");
            tm_json_open(json, '[');
            for (int card = 0; card < c->n_hidden; card++)
                if (v->hand[seat] >> card & 1) tm_json_int(json, c->hidden_value[card]);
            tm_json_close(json, ']');
        }
        for (int card = 0; card < c->n_hidden && v->open.phase == TAKAMATSU_OVER; card++)
            if (v->hand[seat] >> card & 1) points += c->hidden_value[card];
        json_int(json, "points", points); /* hidden cards count when it is over */
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

void takamatsu_write_view(const void *config, const void *view, tm_text *out)
{
    static const char *const PHASE[] = {"deal", "move", "take", "lay", "ask", "over"};
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_view_data *v = (const takamatsu_view_data *)view;
    const takamatsu_public *o = &v->open;
    const bool receives = o->phase == TAKAMATSU_TAKING || o->phase == TAKAMATSU_LAYING;
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "seat");
    if (v->seat < 0)
        tm_json_null(&json);
    else
        tm_json_int(&json, v->seat);
    tm_json_key(&json, "phase");
    tm_json_str(&json, PHASE[o->phase]);
    json_int(&json, "round", o->round + 1);
    json_int(&json, "rounds", c->rounds);
    json_int(&json, "goal", c->goal);
    tm_json_key(&json, "ending");
    tm_json_bool(&json, o->ending);
    json_int(&json, "turn", o->turn);
    tm_json_key(&json, "asked");
    if (o->phase == TAKAMATSU_ASKING)
        tm_json_int(&json, o->asked);
    else
        tm_json_null(&json);
    json_colour(&json, "receiving", receives ? o->receiving : TAKAMATSU_NONE);
    json_int(&json, "due", o->due);
    json_rooms(&json, c, o);
    json_column(&json, c, o);
    json_gains(&json, c, o);
    json_piles(&json, c, o);
    json_seats(&json, c, v);
    tm_json_close(&json, '}');
}
