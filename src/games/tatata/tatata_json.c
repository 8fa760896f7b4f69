/* TATATA!: a view as JSON. */
#include "tatata_text.h"

#include "base/bits.h"
#include "tatata_circuit.h"

typedef struct card_name {
    char text[4];
} card_name;

static card_name name_of(int card)
{
    card_name name = {{0}};
    tm_text text;
    tm_text_init(&text, name.text, sizeof name.text);
    tatata_put_card(&text, card);
    return name;
}

static void json_card(tm_json *json, int card)
{
    tm_json_str(json, name_of(card).text);
}

static void json_cards(tm_json *json, const char *key, uint64_t cards)
{
    tm_json_key(json, key);
    tm_json_open(json, '[');
    while (cards) json_card(json, tatata_take(&cards));
    tm_json_close(json, ']');
}

static void json_number(tm_json *json, const char *key, int64_t value)
{
    tm_json_key(json, key);
    tm_json_int(json, value);
}

static void json_flag(tm_json *json, const char *key, bool value)
{
    tm_json_key(json, key);
    tm_json_bool(json, value);
}

/* A seat, or null below 0. */
static void json_seat(tm_json *json, const char *key, int seat)
{
    tm_json_key(json, key);
    if (seat < 0)
        tm_json_null(json);
    else
        tm_json_int(json, seat);
}

/* The components, with the corrections of a box: what a Deck card is worth as fly, tatata, move and action under the
 * current rules, null where it cannot be played that way; which cards loop; and the strength of each Sky card. */
static void json_printed(tm_json *json, const tatata_config *c)
{
    json_flag(json, "full", c->full);
    json_number(json, "goal", TATATA_LAPS);
    tm_json_key(json, "numbers");
    tm_json_open(json, '{');
    for (int card = 0; card < TATATA_DECK; card++) {
        tm_json_key(json, name_of(card).text);
        tm_json_open(json, '[');
        for (int colour = 0; colour < TATATA_COLOURS; colour++) {
            if (colour == TATATA_BLACK ? c->full : c->can[colour] >> card & 1)
                tm_json_int(json, c->number[card][colour]);
            else
                tm_json_null(json);
        }
        tm_json_close(json, ']');
    }
    tm_json_close(json, '}');
    json_cards(json, "loops", c->loops);
    tm_json_key(json, "strengths");
    tm_json_open(json, '{');
    for (int kind = 0; kind < TATATA_KINDS; kind++)
        if (c->strength[kind]) json_number(json, tatata_kind_words[kind], c->strength[kind]);
    json_number(json, "bolt", c->strength[TATATA_BOLT]);
    tm_json_close(json, '}');
}

/* A15, A16: whom the weapons of the pilot in turn hit. */
static void json_targets(tm_json *json, const tatata_public *o)
{
    tm_json_key(json, "targets");
    tm_json_open(json, '{');
    json_seat(json, "tatata", tatata_target(o, o->turn, TATATA_GUN));
    for (int kind = TATATA_KRAUTEN; kind <= TATATA_MISSILE; kind++)
        json_seat(json, tatata_kind_words[kind], tatata_target(o, o->turn, kind));
    tm_json_close(json, '}');
}

/* The fly points that a flight of the pilot in turn to a space costs, by the shortest way. */
static int fly_points(const tatata_public *o, int to)
{
    int n = 0;
    for (int at = o->at[o->turn]; at != to;) {
        at = tatata_ahead(o, at);
        n += tatata_is_card(o->ring[at]);
    }
    return n ? n : 1;
}

/* The ring from base 0 on, clockwise. */
static void json_circuit(tm_json *json, const tatata_public *o)
{
    int base = 0;
    tm_json_key(json, "circuit");
    tm_json_open(json, '[');
    for (int i = 0; i < o->n_ring; i++) {
        const int face = tatata_face(o->ring[i]);
        tm_json_open(json, '{');
        if (face == TATATA_BASE) {
            json_number(json, "base", base++);
        } else {
            tm_json_key(json, "sky");
            tm_json_str(json, face == TATATA_GAP                           ? "gap"
                              : face == TATATA_DOWN || face == TATATA_SEEN ? "?"
                              : face == TATATA_BLOWN                       ? tatata_kind_words[TATATA_HURRICANE]
                                                                           : tatata_kind_words[face - TATATA_UP]);
            if (face == TATATA_SEEN) json_flag(json, "seen", true);
            if (face == TATATA_BLOWN) json_flag(json, "blown", true);
        }
        json_seat(json, "plane", tatata_plane(o->ring[i]));
        if (o->phase == TATATA_ACTING) json_number(json, "fly", fly_points(o, i));
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

static void json_players(tm_json *json, const tatata_config *c, const tatata_view_data *v)
{
    const tatata_public *o = &v->open;
    tm_json_key(json, "players");
    tm_json_open(json, '[');
    for (int seat = 0; seat < c->seats; seat++) {
        tm_json_open(json, '{');
        json_number(json, "laps", o->laps[seat]);
        json_flag(json, "burning", tatata_is_burning(o, seat));
        json_flag(json, "smoke", o->smoking >> seat & 1);
        json_number(json, "cards", tatata_view_cards(v, seat));
        json_cards(json, seat == v->seat ? "hand" : "known", tatata_view_known(v, seat));
        tm_json_key(json, "sky");
        tm_json_open(json, '[');
        for (int i = 0; i < TATATA_KINDS - TATATA_SMOKE; i++)
            for (int n = o->held[seat][i]; n > 0; n--) tm_json_str(json, tatata_kind_words[TATATA_SMOKE + i]);
        tm_json_close(json, ']');
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

/* What is waiting to be resolved: the strike to answer, a card to put back or to draw, and the winds, the last of
 * which continues first. */
static void json_waiting(tm_json *json, const tatata_view_data *v)
{
    const tatata_public *o = &v->open;
    tm_json_key(json, "strike");
    if (o->phase == TATATA_ANSWERING) {
        tm_json_open(json, '{');
        tm_json_key(json, "weapon");
        tm_json_str(json, o->weapon == TATATA_GUN    ? "tatata"
                          : o->weapon == TATATA_BOLT ? tatata_kind_words[TATATA_ODIN]
                                                     : tatata_kind_words[o->weapon]);
        json_number(json, "strength", o->strength);
        json_seat(json, "from", o->storm == TATATA_NO_KIND ? o->turn : o->storm_pilot);
        tm_json_close(json, '}');
    } else {
        tm_json_null(json);
    }
    tm_json_key(json, "back");
    if (o->back == TATATA_NO_KIND)
        tm_json_null(json);
    else
        tm_json_str(json, tatata_kind_words[o->back]);
    tm_json_key(json, "drawn");
    if (v->drawn_batch)
        json_card(json, v->drawn);
    else
        tm_json_null(json);
    tm_json_key(json, "winds");
    tm_json_open(json, '[');
    for (int i = 0; i < o->n_winds; i++) {
        tm_json_open(json, '{');
        json_number(json, "pilot", o->wind[i].pilot);
        json_number(json, "points", o->wind[i].points);
        tm_json_key(json, "moved");
        tm_json_open(json, '[');
        for (uint32_t moved = o->wind[i].moved; moved;) tm_json_int(json, tm_bits_take(&moved));
        tm_json_close(json, ']');
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

/* For each pile, how many of its cards are in which hand; for older piles, also which cards they are. The cards of
 * the latest pile are all the rest, except the discards: in hands or in the draw pile. */
static void json_batches(tm_json *json, const tatata_config *c, const tatata_view_data *v)
{
    tm_json_key(json, "batches");
    tm_json_open(json, '[');
    for (int batch = 1; batch <= v->open.n_batches; batch++) {
        uint64_t cards = 0;
        for (int card = 0; card < TATATA_DECK; card++)
            if (v->open.batch[card] == batch) cards |= tatata_card(card);
        tm_json_open(json, '{');
        if (batch < v->open.n_batches) json_cards(json, "cards", cards);
        tm_json_key(json, "held");
        tm_json_open(json, '[');
        for (int seat = 0; seat < c->seats; seat++) {
            int n = 0;
            for (int i = 0; i < TATATA_HAND; i++) n += v->held_batch[seat][i] == batch;
            tm_json_int(json, n);
        }
        tm_json_close(json, ']');
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

void tatata_write_view(const void *config, const void *view, tm_text *out)
{
    static const char *const PHASE[] = {"deal", "draw", "act", "answer", "put", "turn", "sip", "taste", "wind", "over"};
    const tatata_config *c = (const tatata_config *)config;
    const tatata_view_data *v = (const tatata_view_data *)view;
    const tatata_public *o = &v->open;
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    json_seat(&json, "seat", v->seat);
    tm_json_key(&json, "phase");
    tm_json_str(&json, PHASE[o->phase]);
    json_number(&json, "round", o->round + 1);
    json_number(&json, "turn", o->turn);
    json_number(&json, "who", o->who);
    json_number(&json, "fly", o->fly);
    json_number(&json, "move", o->move);
    tm_json_key(&json, "plays"); /* null: no limit, or the first card is still to come */
    if (c->full && o->plays != TATATA_FRESH)
        tm_json_int(&json, o->plays);
    else
        tm_json_null(&json);
    json_flag(&json, "loop", o->looping);
    json_printed(&json, c);
    if (o->phase == TATATA_ACTING) json_targets(&json, o);
    json_circuit(&json, o);
    json_players(&json, c, v);
    json_waiting(&json, v);
    tm_json_key(&json, "unseen");
    tm_json_open(&json, '{');
    for (int kind = 0; kind < TATATA_KINDS; kind++) json_number(&json, tatata_kind_words[kind], o->unseen[kind]);
    tm_json_close(&json, '}');
    json_cards(&json, "discards", o->discards);
    json_number(&json, "pile", tatata_view_pile(v));
    json_batches(&json, c, v);
    tm_json_close(&json, '}');
}
