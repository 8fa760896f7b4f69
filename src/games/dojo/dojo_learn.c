/* Dojo for learners. Seats are counted from the viewer on, rows and columns of the viewer's dojo from its topmost and leftmost ones.
 *
 * What a card or a trophy is worth here or there is part of an observation (dojo_rate.c): a learner that must find out for
 * itself what a row of three foxes can become needs far longer. */
#include <tatami/learn.h>

#include "base/planes.h"
#include "dojo_rate.h"
#include "dojo_view.h"

enum {
    HALL = DOJO_GRID_ROWS * DOJO_GRID_COLUMNS,
    FRAMES = DOJO_SEATS * (DOJO_UP + 1) * (DOJO_LEFT + 1), /* seat, topmost row, leftmost column */
    WORTH = 15,                                            /* levels of a worth; 0: nothing to rate */
    RATE = 31,                                             /* levels of a rating */
};

static const tm_plane PLANES[] = {
    {"frame: seat, top, left", 1, FRAMES - 1},
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
    {"cards of each disciple in an own row, from the top", DOJO_ROWS *DOJO_DISCIPLES, DOJO_COLUMNS},
    {"cards of each belt in an own column, from the left", DOJO_COLUMNS *DOJO_BELTS, DOJO_ROWS},
    {"trophy before an own row, from the top", DOJO_ROWS, DOJO_TROPHIES},
    {"trophy above an own column, from the left", DOJO_COLUMNS, DOJO_TROPHIES},
    {"rating of the own dojo", 1, RATE},
    {"rating of a seat's dojo against the own; 16: the same", DOJO_SEATS, RATE},
    {"card in question: its disciple, its belt", 2, DOJO_DISCIPLES},
    {"what it is worth to a seat", DOJO_SEATS, WORTH},
    {"what it adds to an own row, from the one above the top", DOJO_ROWS + 1, WORTH},
    {"what it adds to an own column, from the one left of all", DOJO_COLUMNS + 1, WORTH},
    {"what the trophy that lies face up is worth to a seat", DOJO_SEATS, WORTH},
    {"what the trophy to be placed adds to an own row", DOJO_ROWS, WORTH},
    {"what the trophy to be placed adds to an own column", DOJO_COLUMNS, WORTH},
    {"belt of a card that the viewer knows, by seat", DOJO_SEATS, DOJO_BELTS},
    {"what that card is worth to its holder", DOJO_SEATS, WORTH},
    {"challenge: what the other's card is worth to the viewer, and the viewer's to the other", 2, WORTH},
    {"cards of a belt not seen yet", DOJO_BELTS, RATE},
    {"cards of a disciple not seen yet", DOJO_DISCIPLES, RATE},
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

static int clip(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* A worth in sixteenths of a point as a level. */
static int level(int worth)
{
    const int from = 48, step = 9;
    return 1 + clip((worth + from) / step, WORTH - 1);
}

/* Where the seat's dojo begins; before the first card, where that will lie. */
static int top_of(const dojo_public *o, int seat)
{
    return o->built[seat] ? __builtin_ctzll(o->built[seat]) / DOJO_STRIDE : DOJO_UP;
}

static int left_of(const dojo_public *o, int seat)
{
    uint64_t columns = o->built[seat];
    columns |= columns >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    return columns & 0xff ? __builtin_ctzll(columns) : DOJO_LEFT;
}

static uint8_t *observe_own(const dojo_public *o, int own, int top, int left, uint8_t *out)
{
    uint8_t *rows = out, *cols = rows + DOJO_ROWS * DOJO_DISCIPLES, *at_row = cols + DOJO_COLUMNS * DOJO_BELTS;
    uint8_t *at_col = at_row + DOJO_ROWS;
    __builtin_memset(out, 0, (size_t)(at_col + DOJO_COLUMNS - out));
    for (uint64_t built = o->built[own]; built; built &= built - 1) {
        const int at = __builtin_ctzll(built), card = o->card[own][at];
        rows[(at / DOJO_STRIDE - top) * DOJO_DISCIPLES + dojo_disciple(card)]++;
        cols[(at % DOJO_STRIDE - left) * DOJO_BELTS + dojo_belt(card) - 1]++;
    }
    for (int i = 0; i < DOJO_ROWS && top + i < DOJO_GRID_ROWS; i++) at_row[i] = o->at_row[own][top + i];
    for (int i = 0; i < DOJO_COLUMNS && left + i < DOJO_GRID_COLUMNS; i++) at_col[i] = o->at_col[own][left + i];
    return at_col + DOJO_COLUMNS;
}

/* The card that the viewer has to think about: the one just drawn, or the own. */
static int card_in_question(const dojo_view_data *v, int own)
{
    return v->drawn ? v->drawn : v->open.face_up[own] ? v->open.face_up[own] : v->known[own];
}

static uint8_t *observe_card(const dojo_config *c, const dojo_view_data *v, int own, int top, int left, uint8_t *out)
{
    const dojo_public *o = &v->open;
    const int card = card_in_question(v, own);
    if (!card) {
        const size_t all = 2 + DOJO_SEATS + DOJO_ROWS + 1 + DOJO_COLUMNS + 1;
        __builtin_memset(out, 0, all);
        return out + all;
    }
    const dojo_gains g = dojo_gains_of(o, own, card);
    out = tm_plane_byte(out, dojo_disciple(card) + 1);
    out = tm_plane_byte(out, dojo_belt(card));
    for (int i = 0; i < DOJO_SEATS; i++) {
        const int seat = (own + i) % c->seats;
        const bool full = __builtin_popcountll(o->built[seat]) == DOJO_PLACES;
        out = tm_plane_byte(out, i < c->seats && !full ? level(dojo_fit(o, seat, card)) : 0);
    }
    for (int i = -1; i < DOJO_ROWS; i++)
        out = tm_plane_byte(out, top + i >= 0 && top + i < DOJO_GRID_ROWS ? level(g.row[top + i]) : 0);
    for (int i = -1; i < DOJO_COLUMNS; i++)
        out = tm_plane_byte(out, left + i >= 0 && left + i < DOJO_GRID_COLUMNS ? level(g.col[left + i]) : 0);
    return out;
}

static int best_line(const dojo_gains *g)
{
    int best = 0;
    for (int i = 0; i < DOJO_GRID_ROWS; i++)
        if (g->row[i] > best) best = g->row[i];
    for (int i = 0; i < DOJO_GRID_COLUMNS; i++)
        if (g->col[i] > best) best = g->col[i];
    return best;
}

static uint8_t *observe_trophies(const dojo_config *c, const dojo_public *o, int own, int top, int left, uint8_t *out)
{
    const bool named = o->trophy >= 1 && o->trophy <= DOJO_TROPHIES;
    const bool prize = o->prize >= 1 && o->prize <= DOJO_TROPHIES;
    for (int i = 0; i < DOJO_SEATS; i++) {
        const dojo_gains g = dojo_trophy_gains(o, (own + i) % c->seats, named ? o->trophy : 1);
        out = tm_plane_byte(out, named && i < c->seats ? level(best_line(&g)) : 0);
    }
    const dojo_gains g = dojo_trophy_gains(o, own, prize ? o->prize : 1);
    for (int i = 0; i < DOJO_ROWS; i++)
        out =
            tm_plane_byte(out, prize && dojo_for_row(o->prize) && top + i < DOJO_GRID_ROWS ? level(g.row[top + i]) : 0);
    for (int i = 0; i < DOJO_COLUMNS; i++)
        out = tm_plane_byte(
            out, prize && !dojo_for_row(o->prize) && left + i < DOJO_GRID_COLUMNS ? level(g.col[left + i]) : 0);
    return out;
}

static uint8_t *observe_known(const dojo_config *c, const dojo_view_data *v, int own, uint8_t *out)
{
    const dojo_public *o = &v->open;
    int cards[DOJO_SEATS] = {0};
    for (int i = 0; i < c->seats; i++) {
        const int seat = (own + i) % c->seats;
        cards[i] = o->face_up[seat] ? o->face_up[seat] : v->known[seat];
    }
    for (int i = 0; i < DOJO_SEATS; i++) out = tm_plane_byte(out, cards[i] ? dojo_belt(cards[i]) : 0);
    for (int i = 0; i < DOJO_SEATS; i++) {
        const int seat = (own + i) % c->seats;
        const bool full = __builtin_popcountll(o->built[seat]) == DOJO_PLACES;
        out = tm_plane_byte(out, cards[i] && !full ? level(dojo_fit(o, seat, cards[i])) : 0);
    }
    const int other = own == o->dealer ? o->challenger - 1 : o->dealer;
    const bool fights =
        o->challenger && (own == o->dealer || own == o->challenger - 1) && o->face_up[own] && o->face_up[other];
    out = tm_plane_byte(out, fights ? level(dojo_fit(o, own, o->face_up[other])) : 0);
    return tm_plane_byte(out, fights ? level(dojo_fit(o, other, o->face_up[own])) : 0);
}

static uint8_t *observe_worths(const dojo_config *c, const dojo_view_data *v, int own, uint8_t *out)
{
    const dojo_public *o = &v->open;
    const int top = top_of(o, own), left = left_of(o, own), rate = dojo_rate(c, o, own);
    int belts[DOJO_BELTS] = {0}, disciples[DOJO_DISCIPLES] = {0};
    out = observe_own(o, own, top, left, out);
    out = tm_plane_byte(out, clip(rate / 24, RATE));
    for (int i = 0; i < DOJO_SEATS; i++)
        out =
            tm_plane_byte(out, i < c->seats ? clip((dojo_rate(c, o, (own + i) % c->seats) - rate + 128) / 8, RATE) : 0);
    out = observe_card(c, v, own, top, left, out);
    out = observe_trophies(c, o, own, top, left, out);
    out = observe_known(c, v, own, out);
    for (int card = 1; card <= DOJO_CARDS; card++) {
        belts[dojo_belt(card) - 1] += o->unseen[card - 1];
        disciples[dojo_disciple(card)] += o->unseen[card - 1];
    }
    for (int i = 0; i < DOJO_BELTS; i++) out = tm_plane_byte(out, clip(belts[i], RATE));
    for (int i = 0; i < DOJO_DISCIPLES; i++) out = tm_plane_byte(out, clip(disciples[i], RATE));
    return out;
}

static void observe(const void *config, const void *view, uint8_t *out)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_view_data *v = (const dojo_view_data *)view;
    const dojo_public *o = &v->open;
    const int own = v->seat < 0 ? 0 : v->seat;
    out = tm_plane_byte(out, own + DOJO_SEATS * (top_of(o, own) + (DOJO_UP + 1) * left_of(o, own)));
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
    out = tm_plane_byte(out, o->kept_of);
    observe_worths(c, v, own, out);
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

/* Seats from the own on; places, rows and columns from one above and left of the own dojo. */
static uint16_t turn(const void *config, int frame, uint16_t token)
{
    const int seats = ((const dojo_config *)config)->seats, seat = frame % DOJO_SEATS;
    const int top = frame / DOJO_SEATS % (DOJO_UP + 1), left = frame / DOJO_SEATS / (DOJO_UP + 1);
    if (token < CHALLENGE)
        return token < seats ? (uint16_t)(GIVE + (token + DOJO_SEATS * seats - seat) % seats) : token;
    if (token < PLACE) return token;
    if (token < ROW) {
        const int row = (token - PLACE) / DOJO_STRIDE, column = (token - PLACE) % DOJO_STRIDE;
        return (uint16_t)(PLACE + (row + DOJO_GRID_ROWS + 1 - top) % DOJO_GRID_ROWS * DOJO_STRIDE +
                          (column + DOJO_STRIDE + 1 - left) % DOJO_STRIDE);
    }
    if (token < COL) return (uint16_t)(ROW + (token - ROW + DOJO_GRID_ROWS - top) % DOJO_GRID_ROWS);
    return (uint16_t)(COL + (token - COL + DOJO_GRID_COLUMNS - left) % DOJO_GRID_COLUMNS);
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
    .n_frames = FRAMES,
    .turn = turn,
};
