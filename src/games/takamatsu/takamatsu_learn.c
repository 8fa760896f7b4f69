/* Takamatsu for learners. Seats are counted from the viewer on; colours and rooms are the palace's own. */
#include <tatami/learn.h>

#include "base/planes.h"
#include "takamatsu_view.h"

static const tm_plane PLANES[] = {
    {"phase", TAKAMATSU_OVER + 1, 1},
    {"players: 2, 3, 4, 5", 4, 1},
    {"own seat", TAKAMATSU_SEATS, 1},
    {"seat that a colour belongs to, from 1 for the own", TAKAMATSU_COLOURS, TAKAMATSU_SEATS},
    {"seat to move", TAKAMATSU_SEATS, 1},
    {"seat that is asked", TAKAMATSU_SEATS, 1},
    {"a pagoda has reached the goal", 1, 1},
    {"colour that receives cards", TAKAMATSU_COLOURS, 1},
    {"cards it is still to receive", 1, 255},
    {"samurai of each colour, by room", TAKAMATSU_ROOMS *TAKAMATSU_COLOURS, 7},
    {"pagodas, by colour", TAKAMATSU_COLOURS * 2, 255},
    {"value of a card of the column, from 1 for the lowest possible; 0 for none or face down", TAKAMATSU_COLUMN, 255},
    {"shuffle of a face-down card of the column", TAKAMATSU_COLUMN, TAKAMATSU_SHUFFLES},
    {"open cards in the pile, by kind", TAKAMATSU_OPEN, TAKAMATSU_OPEN},
    {"hidden cards in the pile", 1, TAKAMATSU_HIDDEN},
    {"hidden cards of a seat, by shuffle", TAKAMATSU_SEATS *TAKAMATSU_SHUFFLES, TAKAMATSU_HIDDEN},
    {"shuffle of each hidden card", TAKAMATSU_HIDDEN, TAKAMATSU_SHUFFLES},
    {"hidden cards known to be held by a seat", TAKAMATSU_SEATS *TAKAMATSU_HIDDEN, 1},
    {"round", 2, 255},
    {"goal", 2, 255},
    {"rounds", 2, 255},
};

static uint8_t *observe_column(const takamatsu_config *c, const takamatsu_public *o, uint8_t *out)
{
    for (int i = 0; i < TAKAMATSU_COLUMN; i++) {
        const int card = o->column[i];
        const bool open = card != TAKAMATSU_NONE && !takamatsu_is_hidden(card);
        out[i] = (uint8_t)(open ? c->open_value[card] + TAKAMATSU_VALUE + 1 : 0);
        out[TAKAMATSU_COLUMN + i] = (uint8_t)(takamatsu_is_hidden(card) ? card - TAKAMATSU_FACE_DOWN : 0);
    }
    return out + 2 * TAKAMATSU_COLUMN;
}

static void observe(const void *config, const void *view, uint8_t *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_view_data *v = (const takamatsu_view_data *)view;
    const takamatsu_public *o = &v->open;
    const int own = v->seat < 0 ? 0 : v->seat;
    const bool receiving = o->phase == TAKAMATSU_TAKING || o->phase == TAKAMATSU_LAYING;
    out = tm_plane_one(out, o->phase, TAKAMATSU_OVER + 1);
    out = tm_plane_one(out, c->seats - 2, 4);
    out = tm_plane_one(out, v->seat, TAKAMATSU_SEATS);
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
        const int owner = c->owner[colour];
        out = tm_plane_byte(out, owner < c->seats ? (owner - own + c->seats) % c->seats + 1 : 0);
    }
    out = tm_plane_one(out, (o->turn - own + c->seats) % c->seats, TAKAMATSU_SEATS);
    out =
        tm_plane_one(out, o->phase == TAKAMATSU_ASKING ? (o->asked - own + c->seats) % c->seats : -1, TAKAMATSU_SEATS);
    out = tm_plane_byte(out, o->ending);
    out = tm_plane_one(out, receiving ? o->receiving : -1, TAKAMATSU_COLOURS);
    out = tm_plane_byte(out, receiving ? o->due : 0);
    for (int room = 0; room < TAKAMATSU_ROOMS; room++)
        for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++)
            out = tm_plane_byte(out, takamatsu_count(o->room[room], colour));
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) out = tm_plane_number(out, o->pagoda[colour]);
    out = observe_column(c, o, out);
    for (int kind = 0; kind < TAKAMATSU_OPEN; kind++) out = tm_plane_byte(out, o->pile[kind]);
    out = tm_plane_byte(out, o->pile_hidden);
    for (int i = 0; i < TAKAMATSU_SEATS; i++) {
        const int seat = (own + i) % c->seats;
        for (int shuffle = 0; shuffle < TAKAMATSU_SHUFFLES; shuffle++)
            out = tm_plane_byte(out, i < c->seats ? v->taken[seat][shuffle] : 0);
    }
    for (int card = 0; card < TAKAMATSU_HIDDEN; card++) out = tm_plane_byte(out, o->shuffle[card]);
    for (int i = 0; i < TAKAMATSU_SEATS; i++)
        out = tm_plane_bits(out, i < c->seats ? v->hand[(own + i) % c->seats] : 0, TAKAMATSU_HIDDEN);
    out = tm_plane_number(out, o->round);
    out = tm_plane_number(out, c->goal);
    tm_plane_number(out, c->rounds);
}

/* A move is the room it leaves, how many samurai of each colour go (the last colour first, as actions are sorted), and where to. A
 * hidden card is used by its value and, with two players, for a colour. */
enum {
    LEAVE,
    TAKE = LEAVE + TAKAMATSU_ROOMS,
    GO = TAKE + 8,
    USE = GO + TAKAMATSU_ROOMS,
    COLOUR = USE + TAKAMATSU_VALUE + 1,
    WAIT = COLOUR + TAKAMATSU_NO_COLOUR + 1,
    TOKENS,
};

static int spell(const void *config, tm_action action, uint16_t *out)
{
    int n = 0;
    (void)config;
    if (action == TAKAMATSU_WAIT) {
        out[n++] = WAIT;
    } else if (action >= TAKAMATSU_USE) {
        out[n++] = (uint16_t)(USE + (action - TAKAMATSU_USE) / 8);
        out[n++] = (uint16_t)(COLOUR + action % 8);
    } else {
        out[n++] = (uint16_t)(LEAVE + (action >> 25));
        for (int colour = TAKAMATSU_COLOURS - 1; colour >= 0; colour--)
            out[n++] = (uint16_t)(TAKE + (action >> (5 + 4 * colour) & 7));
        out[n++] = (uint16_t)(GO + action % 32);
    }
    return n;
}

const tm_learn takamatsu_learn = {
    .planes = PLANES,
    .n_planes = sizeof PLANES / sizeof *PLANES,
    .n_tokens = TOKENS,
    .n_steps = 2 + TAKAMATSU_COLOURS,
    .observe = observe,
    .spell = spell,
};
