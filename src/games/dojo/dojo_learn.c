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
    {"place of the own dojo that holds a card, from the top left", DOJO_ROWS *DOJO_COLUMNS, 1},
    {"rating of an own row, from the top, in half points", DOJO_ROWS, RATE},
    {"rating of an own column, from the left, in half points", DOJO_COLUMNS, RATE},
};

/* A seat of dojo_public that is counted from 1, from the viewer on; -1 for nobody. */
static int from_viewer(const dojo_config *c, int seat_from_1, int own)
{
    return seat_from_1 ? tm_seat_from(own, seat_from_1 - 1, c->seats) : -1;
}

static uint8_t *observe_halls(const dojo_config *c, const dojo_public *o, int own, uint8_t *out)
{
    uint8_t *rows = out + DOJO_SEATS * HALL, *cols = rows + DOJO_SEATS * DOJO_GRID_ROWS;
    uint8_t *won = cols + DOJO_SEATS * DOJO_GRID_COLUMNS;
    /* With its unused eighth column a row is eight bytes: one piece, of which the last byte is written over. */
    for (int i = 0; i < c->seats; i++) {
        const uint8_t *hall = o->card[tm_seat_after(own, i, c->seats)];
        for (int row = 0; row < DOJO_GRID_ROWS; row++, out += DOJO_GRID_COLUMNS)
            __builtin_memcpy(out, hall + row * DOJO_STRIDE, DOJO_STRIDE);
    }
    for (int i = c->seats; i < DOJO_SEATS; i++) out = tm_plane_none(out, HALL);
    for (int i = 0; i < DOJO_SEATS; i++) {
        const int seat = tm_seat_after(own, i, c->seats);
        if (i >= c->seats) {
            __builtin_memset(rows + i * DOJO_GRID_ROWS, 0, DOJO_GRID_ROWS);
            __builtin_memset(cols + i * DOJO_GRID_COLUMNS, 0, DOJO_GRID_COLUMNS);
            __builtin_memset(won + i * DOJO_TROPHIES, 0, DOJO_TROPHIES);
            continue;
        }
        __builtin_memcpy(rows + i * DOJO_GRID_ROWS, o->at_row[seat], DOJO_GRID_ROWS);
        __builtin_memcpy(cols + i * DOJO_GRID_COLUMNS, o->at_col[seat], DOJO_GRID_COLUMNS);
        __builtin_memcpy(won + i * DOJO_TROPHIES, o->won[seat], DOJO_TROPHIES);
    }
    return won + DOJO_SEATS * DOJO_TROPHIES;
}

/* One byte per seat, from the viewer on. */
static uint8_t *observe_seats(const dojo_config *c, const uint8_t *by_seat, int own, uint8_t *out)
{
    for (int i = 0; i < DOJO_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? by_seat[tm_seat_after(own, i, c->seats)] : 0);
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

/* The viewer's dojo: the cards of each line, counted, and its trophies. */
static uint8_t *observe_own(const dojo_lines *l, uint8_t *out)
{
    for (int i = 0; i < DOJO_ROWS; i++)
        for (int disciple = 0; disciple < DOJO_DISCIPLES; disciple++) *out++ = l->row[i] >> 4 * disciple & 15;
    for (int i = 0; i < DOJO_COLUMNS; i++)
        for (int belt = 1; belt <= DOJO_BELTS; belt++) *out++ = l->col[i] >> 4 * belt & 15;
    out = tm_plane_copy(out, l->at_row, DOJO_ROWS);
    return tm_plane_copy(out, l->at_col, DOJO_COLUMNS);
}

/* The card that the viewer has to think about: the one just drawn, or the own. */
static int card_in_question(const dojo_view_data *v, int own)
{
    return v->drawn ? v->drawn : v->open.face_up[own] ? v->open.face_up[own] : v->known[own];
}

/* Here and below, `l` has the dojos of all seats, from the viewer on. out_fits: what the card is worth to each. */
static uint8_t *observe_card(const dojo_config *c, const dojo_lines *l, int card, uint8_t *out, uint8_t *out_fits)
{
    __builtin_memset(out_fits, 0, DOJO_SEATS);
    if (!card) return tm_plane_none(out, 2 + DOJO_SEATS + DOJO_ROWS + 1 + DOJO_COLUMNS + 1);
    const dojo_gains g = dojo_gains_of(&l[0], card);
    if (l[0].free) out_fits[0] = (uint8_t)level(dojo_best_gain(&l[0], &g));
    for (int i = 1; i < c->seats; i++)
        if (l[i].free) out_fits[i] = (uint8_t)level(dojo_fit(&l[i], card));
    out = tm_plane_byte(out, dojo_disciple(card) + 1);
    out = tm_plane_byte(out, dojo_belt(card));
    out = tm_plane_copy(out, out_fits, DOJO_SEATS);
    *out++ = l[0].top ? (uint8_t)level(g.row[0]) : 0;
    for (int i = 1; i <= DOJO_ROWS; i++) *out++ = (uint8_t)level(g.row[i]);
    *out++ = l[0].left ? (uint8_t)level(g.col[0]) : 0;
    for (int i = 1; i <= DOJO_COLUMNS; i++) *out++ = (uint8_t)level(g.col[i]);
    return out;
}

static int best_line(const dojo_gains *g)
{
    int best = 0;
    for (int i = 1; i <= DOJO_ROWS; i++) best = g->row[i] > best ? g->row[i] : best;
    for (int i = 1; i <= DOJO_COLUMNS; i++) best = g->col[i] > best ? g->col[i] : best;
    return best;
}

static uint8_t *observe_trophies(const dojo_config *c, const dojo_public *o, const dojo_lines *l, uint8_t *out)
{
    __builtin_memset(out, 0, DOJO_SEATS + DOJO_ROWS + DOJO_COLUMNS);
    if (o->trophy >= 1 && o->trophy <= DOJO_TROPHIES)
        for (int i = 0; i < c->seats; i++) {
            const dojo_gains g = dojo_trophy_gains(&l[i], o->trophy);
            out[i] = (uint8_t)level(best_line(&g));
        }
    uint8_t *rows = out + DOJO_SEATS, *cols = rows + DOJO_ROWS;
    if (o->prize >= 1 && o->prize <= DOJO_TROPHIES) {
        const dojo_gains g = dojo_trophy_gains(&l[0], o->prize);
        for (int i = 0; dojo_for_row(o->prize) && i < DOJO_ROWS; i++) rows[i] = (uint8_t)level(g.row[1 + i]);
        for (int i = 0; !dojo_for_row(o->prize) && i < DOJO_COLUMNS; i++) cols[i] = (uint8_t)level(g.col[1 + i]);
    }
    return cols + DOJO_COLUMNS;
}

/* `card` and `fits` as from observe_card(): often it is one of these. */
static uint8_t *observe_known(const dojo_config *c, const dojo_view_data *v, const dojo_lines *l, int own, int card,
                              const uint8_t *fits, uint8_t *out)
{
    const dojo_public *o = &v->open;
    __builtin_memset(out, 0, 2 * DOJO_SEATS + 2);
    for (int i = 0; i < c->seats; i++) {
        const int seat = tm_seat_after(own, i, c->seats), known = o->face_up[seat] ? o->face_up[seat] : v->known[seat];
        if (!known) continue;
        out[i] = (uint8_t)dojo_belt(known);
        if (l[i].free) out[DOJO_SEATS + i] = known == card ? fits[i] : (uint8_t)level(dojo_fit(&l[i], known));
    }
    out += 2 * DOJO_SEATS;
    const int other = own == o->dealer ? o->challenger - 1 : o->dealer;
    if (o->challenger && (own == o->dealer || own == o->challenger - 1) && o->face_up[own] && o->face_up[other]) {
        out[0] = (uint8_t)level(dojo_fit(&l[0], o->face_up[other]));
        out[1] = (uint8_t)level(dojo_fit(&l[tm_seat_from(own, other, c->seats)], o->face_up[own]));
    }
    return out + 2;
}

/* How many cards of each belt and of each disciple were not seen yet. */
static uint8_t *observe_unseen(const uint8_t *unseen, uint8_t *out)
{
    int belts[DOJO_BELTS] = {0};
    for (int disciple = 0; disciple < DOJO_DISCIPLES; disciple++, unseen += DOJO_BELTS) {
        int n = 0;
        for (int i = 0; i < DOJO_BELTS; i++) {
            n += unseen[i];
            belts[i] += unseen[i];
        }
        out[DOJO_BELTS + disciple] = (uint8_t)clip(n, RATE);
    }
    for (int i = 0; i < DOJO_BELTS; i++) out[i] = (uint8_t)clip(belts[i], RATE);
    return out + DOJO_BELTS + DOJO_DISCIPLES;
}

/* The viewer's dojo once more: where its cards lie, and what its lines are likely to bring. */
static uint8_t *observe_places(const dojo_lines *l, const uint8_t *hall, uint8_t *out)
{
    for (int row = 0; row < DOJO_ROWS; row++)
        for (int col = 0; col < DOJO_COLUMNS; col++)
            out = tm_plane_byte(out, hall[(l->top + row) * DOJO_STRIDE + l->left + col] != DOJO_NONE);
    for (int i = 0; i < DOJO_ROWS; i++) out = tm_plane_byte(out, clip(l->row_rate[i] / (DOJO_POINT / 2), RATE));
    for (int i = 0; i < DOJO_COLUMNS; i++) out = tm_plane_byte(out, clip(l->col_rate[i] / (DOJO_POINT / 2), RATE));
    return out;
}

static uint8_t *observe_worths(const dojo_config *c, const dojo_view_data *v, const dojo_lines *l, int own,
                               uint8_t *out)
{
    const dojo_public *o = &v->open;
    const int rate = dojo_rate(c, o, own, &l[0]), card = card_in_question(v, own);
    uint8_t fits[DOJO_SEATS];
    out = observe_own(&l[0], out);
    out = tm_plane_byte(out, clip(rate / 24, RATE));
    for (int i = 0; i < DOJO_SEATS; i++)
        out = tm_plane_byte(
            out,
            i < c->seats ? clip((dojo_rate(c, o, tm_seat_after(own, i, c->seats), &l[i]) - rate + 128) / 8, RATE) : 0);
    out = observe_card(c, l, card, out, fits);
    out = observe_trophies(c, o, l, out);
    out = observe_known(c, v, l, own, card, fits, out);
    out = observe_unseen(o->unseen, out);
    return observe_places(&l[0], o->card[own], out);
}

static void observe(const void *config, const void *view, uint8_t *out)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_view_data *v = (const dojo_view_data *)view;
    const dojo_public *o = &v->open;
    const int own = v->seat < 0 ? 0 : v->seat;
    dojo_lines lines[DOJO_SEATS];
    dojo_look_at(o, own, &lines[0]);
    for (int i = 1; i < c->seats; i++) dojo_look_at(o, tm_seat_after(own, i, c->seats), &lines[i]);
    out = tm_plane_byte(out, own + DOJO_SEATS * (lines[0].top + (DOJO_UP + 1) * lines[0].left));
    out = tm_plane_one(out, o->phase, DOJO_OVER + 1);
    out = tm_plane_one(out, c->seats - 3, 3);
    out = tm_plane_one(out, v->seat, DOJO_SEATS);
    out = tm_plane_byte(out, c->white_belt);
    out = tm_plane_byte(out, c->black_belt);
    out = tm_plane_byte(out, o->turn);
    out = tm_plane_one(out, dojo_deals_at_random(c, o->turn) ? -1 : from_viewer(c, o->dealer + 1, own), DOJO_SEATS);
    out = observe_halls(c, o, own, out);
    out = tm_plane_copy(out, o->unseen, DOJO_CARDS);
    out = tm_plane_copy(out, o->pile, DOJO_TROPHIES);
    out = tm_plane_byte(out, o->trophy);
    for (int i = 0; i < DOJO_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? o->holding >> tm_seat_after(own, i, c->seats) & 1 : 0);
    out = observe_seats(c, o->face_up, own, out);
    out = observe_seats(c, v->known, own, out);
    out = tm_plane_byte(out, v->drawn);
    out = tm_plane_one(out, o->phase == DOJO_ASKING ? from_viewer(c, o->asked + 1, own) : -1, DOJO_SEATS);
    out = tm_plane_one(out, from_viewer(c, o->challenger, own), DOJO_SEATS);
    out = tm_plane_one(out, from_viewer(c, o->winner, own), DOJO_SEATS);
    out = tm_plane_byte(out, o->prize);
    out = tm_plane_byte(out, o->n_throws);
    out = tm_plane_bits(out, o->thrown, 2);
    out = tm_plane_copy(out, o->throws[0], 2 * DOJO_THROWS);
    out = tm_plane_byte(out, v->throwing[0]);
    out = tm_plane_byte(out, v->throwing[1]);
    out = tm_plane_byte(out, o->kept_of);
    observe_worths(c, v, lines, own, out);
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
