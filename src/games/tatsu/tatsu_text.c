/* TATSU: the notation of records and the JSON of views. */
#include "tatsu_text.h"

#include "base/bits.h"

static const char CLAN[2] = {'r', 'y'};

/* A clan, then the face; a view is full of them. */
static tm_span name_of(int card)
{
    static const char NAME[TATSU_CARDS][4] = {"rv3", "rv4", "rv5", "rv6", "rv7", "r2",  "r3",  "r4",  "r5",  "r6",
                                              "rx1", "rx2", "rx3", "rf",  "yv3", "yv4", "yv5", "yv6", "yv7", "y2",
                                              "y3",  "y4",  "y5",  "y6",  "yx1", "yx2", "yx3", "yf"};
    if (card == TATSU_UNSEEN_RED) return (tm_span){"r?", 2};
    if (card == TATSU_UNSEEN_YELLOW) return (tm_span){"y?", 2};
    const char *name = NAME[card];
    return (tm_span){name, name[2] ? 3 : 2};
}

void tatsu_put_card(tm_text *out, int card)
{
    const tm_span name = name_of(card);
    tm_put_mem(out, name.at, name.len);
}

static int read_clan(tm_span text)
{
    if (text.len < 1 || (text.at[0] != 'r' && text.at[0] != 'y')) return TM_ESYNTAX;
    return text.at[0] == 'y';
}

/* The card, or TM_ESYNTAX. */
static int read_card(tm_span text)
{
    for (int card = 0; card < TATSU_CARDS; card++)
        if (tm_span_compare(text, name_of(card)) == 0) return card;
    return TM_ESYNTAX;
}

void tatsu_write_action(const void *config, tm_action action, tm_text *out)
{
    const uint32_t argument = action & 0xffu;
    (void)config;
    switch (action & ~0xffu) {
    case TATSU_PLAY:
    case TATSU_GIVE:
        tm_put_str(out, (action & ~0xffu) == TATSU_PLAY ? "play " : "give ");
        tatsu_put_card(out, (int)argument);
        break;
    case TATSU_ASK:
        if (action == TATSU_ASK_OPPONENT)
            tm_put_str(out, "ask");
        else if (action == TATSU_ASK_GHOST)
            tm_put_str(out, "ask g");
        else
            tm_put_fmt(out, "ask %u", argument);
        break;
    default: tm_put_fmt(out, "flip %u", argument);
    }
}

int tatsu_read_action(const void *config, tm_span text, tm_action *out)
{
    tm_span words[2] = {{NULL, 0}, {NULL, 0}};
    int32_t number = 0;
    (void)config;
    const int n = tm_span_words(text, words, 2);
    if (n == 1 && tm_span_is(words[0], "ask")) {
        *out = TATSU_ASK_OPPONENT;
        return TM_OK;
    }
    if (n != 2) return TM_ESYNTAX;
    const bool play = tm_span_is(words[0], "play");
    if (play || tm_span_is(words[0], "give")) {
        const int card = read_card(words[1]);
        if (card < 0) return card;
        *out = (play ? TATSU_PLAY : TATSU_GIVE) + (tm_action)card;
        return TM_OK;
    }
    if (tm_span_is(words[0], "ask")) {
        if (tm_span_is(words[1], "g")) {
            *out = TATSU_ASK_GHOST;
            return TM_OK;
        }
        if (tm_span_int(words[1], 0, TATSU_PLACES - 1, &number)) return TM_ESYNTAX;
        *out = TATSU_ASK + (tm_action)number;
        return TM_OK;
    }
    if (!tm_span_is(words[0], "flip") || tm_span_int(words[1], 1, TATSU_COLUMNS, &number)) return TM_ESYNTAX;
    *out = TATSU_FLIP + (tm_action)number;
    return TM_OK;
}

void tatsu_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out)
{
    const tatsu_config *c = (const tatsu_config *)config;
    if (outcome->kind == TATSU_TURN) {
        tm_put_str(out, "turn ");
        tatsu_put_card(out, outcome->b[0]);
        return;
    }
    tm_put_str(out, "deal");
    for (int i = 0; i < 7 * c->places; i++) {
        tm_put_str(out, i && i % 7 == 0 ? " / " : " ");
        tatsu_put_card(out, outcome->b[i]);
        if (c->seats == 2) {
            tm_put_char(out, '+');
            tm_put_char(out, CLAN[outcome->b[14 + i]]);
        }
    }
}

/* `UP+C`, a column of two players: the top card, and the clan beneath. */
static int read_column(tm_span word, uint8_t *out_up, uint8_t *out_down)
{
    if (word.len < 4 || word.at[word.len - 2] != '+') return TM_ESYNTAX;
    const tm_span up = {word.at, word.len - 2}, down = {word.at + word.len - 1, 1};
    const int card = read_card(up), clan = read_clan(down);
    if (card < 0 || clan < 0) return TM_ESYNTAX;
    *out_up = (uint8_t)card;
    *out_down = (uint8_t)clan;
    return TM_OK;
}

int tatsu_read_outcome(const void *config, tm_span text, tm_outcome *out)
{
    const tatsu_config *c = (const tatsu_config *)config;
    tm_outcome o = {0, 0, {0}};
    tm_span words[1 + TATSU_CARDS + TATSU_PLACES - 1];
    const int n = tm_span_words(text, words, (int)(sizeof words / sizeof *words));
    if (n < 1) return TM_ESYNTAX;
    if (tm_span_is(words[0], "turn")) {
        const int card = n == 2 ? read_card(words[1]) : TM_ESYNTAX;
        if (card < 0) return TM_ESYNTAX;
        o.kind = TATSU_TURN;
        o.n = 1;
        o.b[0] = (uint8_t)card;
        *out = o;
        return TM_OK;
    }
    if (!tm_span_is(words[0], "deal") || n != 8 * c->places) return TM_ESYNTAX;
    o.kind = TATSU_DEAL;
    o.n = TATSU_CARDS;
    for (int i = 1, at = 0; i < n; i++) {
        if (i % 8 == 0) {
            if (!tm_span_is(words[i], "/")) return TM_ESYNTAX;
            continue;
        }
        if (c->seats == 2) {
            if (read_column(words[i], &o.b[at], &o.b[14 + at])) return TM_ESYNTAX;
        } else {
            const int card = read_card(words[i]);
            if (card < 0) return TM_ESYNTAX;
            o.b[at] = (uint8_t)card;
        }
        at++;
    }
    *out = o;
    return TM_OK;
}

static void json_card(tm_json *json, int card)
{
    tm_json_span(json, name_of(card));
}

static void json_cards(tm_json *json, const char *key, uint32_t cards)
{
    tm_json_key(json, key);
    tm_json_open(json, '[');
    while (cards) json_card(json, tm_bits_take(&cards));
    tm_json_close(json, ']');
}

static void json_columns(tm_json *json, const tatsu_public *o, int seat)
{
    tm_json_key(json, "columns");
    tm_json_open(json, '[');
    for (int at = TATSU_COLUMNS * seat; at < TATSU_COLUMNS * (seat + 1); at++) {
        tm_json_open(json, '{');
        tm_json_key(json, "up");
        if (o->up[at] == TATSU_NONE)
            tm_json_null(json);
        else
            json_card(json, o->up[at]);
        tm_json_key(json, "down");
        const int down = tatsu_down(o, at);
        if (down == TATSU_NONE)
            tm_json_null(json);
        else {
            const tm_span clan = {&CLAN[down], 1};
            tm_json_span(json, clan);
        }
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

/* Places in order: who sits there, the hand by clan, its cards where they are known, and what lies in front. */
static void json_places(tm_json *json, const tatsu_config *c, const tatsu_view_data *v)
{
    const tatsu_public *o = &v->open;
    tm_json_key(json, "places");
    tm_json_open(json, '[');
    for (int place = 0; place < c->places; place++) {
        tm_json_open(json, '{');
        tm_json_key(json, "player");
        tm_json_int(json, tatsu_player_at(c, o->round, place));
        tm_json_key(json, "ghost");
        tm_json_bool(json, tatsu_is_ghost(c, place));
        tm_json_key(json, "clan");
        const tm_span clan = {&CLAN[place & 1], 1};
        tm_json_span(json, clan);
        tm_json_key(json, "red");
        tm_json_int(json, v->count[place][0]);
        tm_json_key(json, "yellow");
        tm_json_int(json, v->count[place][1]);
        if (c->seats == 2)
            json_columns(json, o, place);
        else if (tatsu_sees_hand(c, o->round, place, v->seat))
            json_cards(json, "cards", v->known[place]);
        tm_json_key(json, "laid");
        tm_json_open(json, '[');
        for (int i = 0; i < o->n_laid; i++)
            if (((o->leader + i) & (c->places - 1)) == place) json_card(json, o->laid[i]);
        tm_json_close(json, ']');
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

/* T11: what each clan has so far, points and times. */
static void json_harvest(tm_json *json, const tatsu_public *o)
{
    tm_json_key(json, "harvest");
    tm_json_open(json, '{');
    for (int clan = 0; clan < 2; clan++) {
        const char key[2] = {CLAN[clan], 0};
        tm_json_key(json, key);
        tm_json_open(json, '{');
        tm_json_key(json, "points");
        tm_json_int(json, tatsu_worth_of(o->captured[clan]));
        tm_json_key(json, "times");
        tm_json_int(json, tatsu_multiplier_of(o->captured[clan], clan));
        tm_json_close(json, '}');
    }
    tm_json_close(json, '}');
}

void tatsu_write_view(const void *config, const void *view, tm_text *out)
{
    static const char *const PHASE[] = {"deal", "play", "give", "turn", "over"};
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_view_data *v = (const tatsu_view_data *)view;
    const tatsu_public *o = &v->open;
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "seat");
    if (v->seat < 0)
        tm_json_null(&json);
    else
        tm_json_int(&json, v->seat);
    tm_json_key(&json, "phase");
    tm_json_str(&json, PHASE[o->phase]);
    tm_json_key(&json, "round");
    tm_json_int(&json, o->round + 1);
    tm_json_key(&json, "trick");
    tm_json_int(&json, o->trick + 1);
    tm_json_key(&json, "target");
    tm_json_int(&json, c->target);
    tm_json_key(&json, "leader");
    tm_json_int(&json, o->leader);
    tm_json_key(&json, "turn");
    if (o->phase == TATSU_PLAYING || o->phase == TATSU_GIVING)
        tm_json_int(&json, tatsu_turn_place(c, o));
    else
        tm_json_null(&json);
    tm_json_key(&json, "asked");
    if (o->phase == TATSU_GIVING)
        tm_json_int(&json, o->asked);
    else
        tm_json_null(&json);
    json_places(&json, c, v);
    json_cards(&json, "pot", o->pot);
    tm_json_key(&json, "captured");
    tm_json_open(&json, '{');
    json_cards(&json, "r", o->captured[0]);
    json_cards(&json, "y", o->captured[1]);
    tm_json_close(&json, '}');
    json_harvest(&json, o);
    tm_json_key(&json, "total");
    tm_json_open(&json, '[');
    for (int i = 0; i < c->seats; i++) tm_json_int(&json, o->total[i]);
    tm_json_close(&json, ']');
    tm_json_close(&json, '}');
}
