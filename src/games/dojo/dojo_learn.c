/* Dojo for learners. Seats are counted from the viewer on. */
#include <tatami/learn.h>

#include "base/planes.h"
#include "dojo_view.h"

enum { HALL = DOJO_GRID_ROWS * DOJO_GRID_COLUMNS };

static const tm_plane PLANES[] = {
    {"phase", DOJO_OVER + 1, 1},
    {"players: 3, 4, 5", 3, 1},
    {"own seat", DOJO_SEATS, 1},
    {"white belt, black belt", 2, 1},
    {"turn", 1, DOJO_TURNS},
    {"dealer", DOJO_SEATS, 1},
    {"card on a place of a dojo, by seat", DOJO_SEATS *HALL, DOJO_CARDS},
    {"trophy before a row, by seat", DOJO_SEATS *DOJO_GRID_ROWS, DOJO_TROPHIES},
    {"trophy above a column, by seat", DOJO_SEATS *DOJO_GRID_COLUMNS, DOJO_TROPHIES},
    {"trophies won, by seat", DOJO_SEATS *DOJO_TROPHIES, 255},
    {"copies of each card not seen yet", DOJO_CARDS, 255},
    {"trophies not turned up yet", DOJO_TROPHIES, 255},
    {"trophy that lies face up; 7: one without a name", 1, DOJO_BLANK},
    {"seats that hold a card", DOJO_SEATS, 1},
    {"card face up before a seat", DOJO_SEATS, DOJO_CARDS},
    {"card known to be held by a seat", DOJO_SEATS, DOJO_CARDS},
    {"card drawn", 1, DOJO_CARDS},
    {"seat that is asked", DOJO_SEATS, 1},
    {"challenger", DOJO_SEATS, 1},
    {"winner", DOJO_SEATS, 1},
    {"trophy to be placed", 1, DOJO_TROPHIES},
    {"times both have thrown", 1, DOJO_THROWS},
    {"who has thrown: challenger, dealer", 2, 1},
    {"throws so far: challenger's, dealer's", 2 * DOJO_THROWS, 3},
    {"own throw as challenger, as dealer", 2, 3},
    {"players without a card when the dealer kept one", 1, DOJO_SEATS},
};

/* A seat of dojo_public that is counted from 1, from the viewer on; -1 for nobody. */
static int from_viewer(const dojo_config *c, int seat_from_1, int own)
{
    return seat_from_1 ? (seat_from_1 - 1 - own + c->seats) % c->seats : -1;
}

static uint8_t *observe_halls(const dojo_config *c, const dojo_public *o, int own, uint8_t *out)
{
    const uint8_t *end = out + DOJO_SEATS * (HALL + DOJO_GRID_ROWS + DOJO_GRID_COLUMNS + DOJO_TROPHIES);
    __builtin_memset(out, 0, (size_t)(end - out));
    uint8_t *rows = out + DOJO_SEATS * HALL, *cols = rows + DOJO_SEATS * DOJO_GRID_ROWS;
    uint8_t *won = cols + DOJO_SEATS * DOJO_GRID_COLUMNS;
    for (int i = 0; i < c->seats; i++) {
        const int seat = (own + i) % c->seats;
        for (int row = 0; row < DOJO_GRID_ROWS; row++)
            __builtin_memcpy(out + i * HALL + row * DOJO_GRID_COLUMNS, o->card[seat] + row * DOJO_STRIDE,
                             DOJO_GRID_COLUMNS);
        __builtin_memcpy(rows + i * DOJO_GRID_ROWS, o->at_row[seat], DOJO_GRID_ROWS);
        __builtin_memcpy(cols + i * DOJO_GRID_COLUMNS, o->at_col[seat], DOJO_GRID_COLUMNS);
        __builtin_memcpy(won + i * DOJO_TROPHIES, o->won[seat], DOJO_TROPHIES);
    }
    return won + DOJO_SEATS * DOJO_TROPHIES;
}

/* One byte per seat, from the viewer on. */
static uint8_t *observe_seats(const dojo_config *c, const uint8_t *by_seat, int own, uint8_t *out)
{
    for (int i = 0; i < DOJO_SEATS; i++) out = tm_plane_byte(out, i < c->seats ? by_seat[(own + i) % c->seats] : 0);
    return out;
}

static void observe(const void *config, const void *view, uint8_t *out)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_view_data *v = (const dojo_view_data *)view;
    const dojo_public *o = &v->open;
    const int own = v->seat < 0 ? 0 : v->seat;
    out = tm_plane_one(out, o->phase, DOJO_OVER + 1);
    out = tm_plane_one(out, c->seats - 3, 3);
    out = tm_plane_one(out, v->seat, DOJO_SEATS);
    out = tm_plane_byte(out, c->white_belt);
    out = tm_plane_byte(out, c->black_belt);
    out = tm_plane_byte(out, o->turn);
    out = tm_plane_one(out, dojo_deals_at_random(c, o->turn) ? -1 : from_viewer(c, o->dealer + 1, own), DOJO_SEATS);
    out = observe_halls(c, o, own, out);
    for (int i = 0; i < DOJO_CARDS; i++) out = tm_plane_byte(out, o->unseen[i]);
    for (int i = 0; i < DOJO_TROPHIES; i++) out = tm_plane_byte(out, o->pile[i]);
    out = tm_plane_byte(out, o->trophy);
    for (int i = 0; i < DOJO_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? o->holding >> (own + i) % c->seats & 1 : 0);
    out = observe_seats(c, o->face_up, own, out);
    out = observe_seats(c, v->known, own, out);
    out = tm_plane_byte(out, v->drawn);
    out = tm_plane_one(out, o->phase == DOJO_ASKING ? from_viewer(c, o->asked + 1, own) : -1, DOJO_SEATS);
    out = tm_plane_one(out, from_viewer(c, o->challenger, own), DOJO_SEATS);
    out = tm_plane_one(out, from_viewer(c, o->winner, own), DOJO_SEATS);
    out = tm_plane_byte(out, o->prize);
    out = tm_plane_byte(out, o->n_throws);
    out = tm_plane_bits(out, o->thrown, 2);
    for (int i = 0; i < 2 * DOJO_THROWS; i++) out = tm_plane_byte(out, o->throws[i / 2][i % 2]);
    out = tm_plane_byte(out, v->throwing[0]);
    out = tm_plane_byte(out, v->throwing[1]);
    tm_plane_byte(out, o->kept_of);
}

enum {
    GIVE,
    CHALLENGE = GIVE + DOJO_SEATS,
    PASS,
    THROW,
    SWAP = THROW + 3,
    KEEP,
    PLACE,
    ROW = PLACE + DOJO_GRID,
    COL = ROW + DOJO_GRID_ROWS,
    TOKENS = COL + DOJO_GRID_COLUMNS,
};

static int spell(const void *config, tm_action action, uint16_t *out)
{
    const uint32_t argument = action & 0xff;
    (void)config;
    switch (action & ~0xffu) {
    case DOJO_GIVE: out[0] = (uint16_t)(GIVE + argument); break;
    case DOJO_CHALLENGE: out[0] = (uint16_t)(CHALLENGE + argument); break; /* and pass */
    case DOJO_THROW: out[0] = (uint16_t)(THROW + argument - 1); break;
    case DOJO_SWAP: out[0] = (uint16_t)(SWAP + argument); break; /* and keep */
    case DOJO_PLACE: out[0] = (uint16_t)(PLACE + argument); break;
    case DOJO_TROPHY_ROW: out[0] = (uint16_t)(ROW + argument); break;
    default: out[0] = (uint16_t)(COL + argument);
    }
    return 1;
}

/* The tokens of a phase stand in a row, in the order of their arguments. */
static void may(const void *config, const void *state, int seat, uint64_t *out)
{
    const dojo_choice choice = dojo_choices((const dojo_config *)config, (const dojo_state *)state, seat);
    uint16_t first;
    spell(config, choice.verb, &first);
    out[0] = choice.arguments << first;
    out[1] = 0;
}

static tm_action unspell(const void *config, uint16_t token)
{
    (void)config;
    return token < CHALLENGE ? (tm_action)(DOJO_GIVE + token - GIVE)
           : token < THROW   ? (tm_action)(DOJO_CHALLENGE + token - CHALLENGE)
           : token < SWAP    ? (tm_action)(DOJO_THROW + 1 + token - THROW)
           : token < PLACE   ? (tm_action)(DOJO_SWAP + token - SWAP)
           : token < ROW     ? (tm_action)(DOJO_PLACE + token - PLACE)
           : token < COL     ? (tm_action)(DOJO_TROPHY_ROW + token - ROW)
                             : (tm_action)(DOJO_TROPHY_COL + token - COL);
}

_Static_assert(TOKENS <= 64, "may() has one bit per token");

const tm_learn dojo_learn = {
    .planes = PLANES,
    .n_planes = sizeof PLANES / sizeof *PLANES,
    .n_tokens = TOKENS,
    .n_steps = 1,
    .observe = observe,
    .spell = spell,
    .may = may,
    .unspell = unspell,
};
