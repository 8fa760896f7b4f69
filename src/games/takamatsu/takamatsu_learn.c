/* Takamatsu for learners. Seats are counted from the viewer on; colours and rooms are the palace's own. */
#include <tatami/learn.h>

#include "base/planes.h"
#include "takamatsu_view.h"

enum { WORTHS = 15, POINTS = 31, CARD = 9 }; /* highest levels of the planes at the end */
/* Rooms are not alike for different colours, so what is learned in one place helps little in another: of 3 to 5 players, and of 2. */
enum { CROWD = 4, PLACES = TAKAMATSU_SEATS + 2 };

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
    {"what a card of the column brings: 1 for -2 or less to 9 for 6 or more; a face-down one, the mean",
     TAKAMATSU_COLUMN, CARD},
    {"points of a seat, as far as the viewer knows", TAKAMATSU_SEATS, POINTS},
    {"points that a seat lacks to the goal, 31 for 31 or more", TAKAMATSU_SEATS, POINTS},
    {"the most that a move from a room could bring the viewer at once", TAKAMATSU_ROOMS, WORTHS},
    {"the most that a move could bring a seat at once", TAKAMATSU_SEATS, WORTHS},
    {"samurai of the viewer, by room", TAKAMATSU_ROOMS, 15},
    {"samurai of others, by room", TAKAMATSU_ROOMS, 31},
    {"samurai of a colour, the viewer's first, by room: up to 4, and 4 more for each place that the viewer could have "
     "before this one",
     TAKAMATSU_COLOURS *TAKAMATSU_ROOMS, CROWD *PLACES},
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

static int clip(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

static int worth_of(const takamatsu_config *c, int card)
{
    if (card == TAKAMATSU_NONE) return 0;
    if (!takamatsu_is_hidden(card)) return c->open_value[card];
    return c->n_hidden ? c->highest[c->n_hidden] / c->n_hidden : 0;
}

/* The most that a move of `own` samurai of one colour, of the `total` in a room, brings its owner at once: a group of n that ends in a room of
 * that colour, one of `homes`, with as many of the colour as may go (K8, K9). It is an estimate: K17 may forbid it with two players, and K8 forbids
 * one samurai to go alone where others stand, which counts here because networks have learned it so. */
static int brings(const takamatsu_ends *ends, uint32_t homes, const int *sums, int total, int own)
{
    const int most = total > 2 ? total - 1 : total, others = total - own;
    int best = 0;
    for (int n = 1; n <= most; n++) {
        if (!(ends[n].rooms & homes)) continue;
        int up_to = others && n > 1 ? n - 1 : n;
        if (up_to > own) up_to = own;
        if (up_to > TAKAMATSU_COLUMN) up_to = TAKAMATSU_COLUMN;
        for (int m = n - others > 1 ? n - others : 1; m <= up_to; m++)
            if (sums[m] > best) best = sums[m];
    }
    return best;
}

/* What moves could bring: the viewer by room, and each seat. */
static uint8_t *observe_moves(const takamatsu_config *c, const takamatsu_public *o, const int *sums, int own,
                              uint8_t *out)
{
    int most[TAKAMATSU_SEATS] = {0};
    uint32_t homes[TAKAMATSU_COLOURS] = {0};
    for (int room = 0; room < c->n_rooms; room++)
        if (c->home[room] != TAKAMATSU_NONE) homes[c->home[room]] |= 1u << room;
    __builtin_memset(out, 0, TAKAMATSU_ROOMS);
    for (int colour = 0; colour < c->n_colours; colour++) {
        const int seat = c->owner[colour];
        for (uint32_t rooms = o->where[colour]; rooms; rooms &= rooms - 1) {
            const int room = __builtin_ctz(rooms);
            const int worth = brings(c->ends[room], homes[colour], sums, takamatsu_total(o->room[room]),
                                     takamatsu_count(o->room[room], colour));
            if (worth > most[seat]) most[seat] = worth;
            if (seat == own && worth > out[room]) out[room] = (uint8_t)clip(worth, WORTHS);
        }
    }
    out += TAKAMATSU_ROOMS;
    for (int i = 0; i < TAKAMATSU_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? clip(most[tm_seat_after(own, i, c->seats)], WORTHS) : 0);
    return out;
}

/* Colours as the viewer counts them: the own one or two, then those of the next seats. */
static uint8_t *observe_crowds(const takamatsu_config *c, const takamatsu_public *o, int own, uint8_t *out)
{
    const int place = CROWD * (c->seats == 2 ? TAKAMATSU_SEATS + own : own), each = c->seats == 2 ? 2 : 1;
    __builtin_memset(out, 0, TAKAMATSU_COLOURS * TAKAMATSU_ROOMS);
    for (int colour = 0; colour < c->n_colours; colour++) {
        const int seat = c->owner[colour], slot = each * tm_seat_from(own, seat, c->seats) + (colour != seat);
        for (uint32_t rooms = o->where[colour]; rooms; rooms &= rooms - 1) {
            const int room = __builtin_ctz(rooms), n = takamatsu_count(o->room[room], colour);
            out[slot * TAKAMATSU_ROOMS + room] = (uint8_t)(place + clip(n, CROWD));
        }
    }
    return out + TAKAMATSU_COLOURS * TAKAMATSU_ROOMS;
}

/* How many cards of the column are going to a colour before the next decision. */
static int on_their_way(const takamatsu_public *o)
{
    return o->phase == TAKAMATSU_TAKING ? o->due : o->phase == TAKAMATSU_LAYING ? o->due - 1 : 0;
}

/* Cards that are on their way count as received. */
static uint8_t *observe_chances(const takamatsu_config *c, const takamatsu_view_data *v, int own, uint8_t *out)
{
    const takamatsu_public *o = &v->open;
    const int gone = on_their_way(o);
    int sums[TAKAMATSU_COLUMN + 1] = {0};
    for (int i = 0; i < TAKAMATSU_COLUMN; i++) {
        const int card = i + gone < TAKAMATSU_COLUMN ? o->column[i + gone] : TAKAMATSU_NONE, worth = worth_of(c, card);
        sums[i + 1] = sums[i] + worth;
        out = tm_plane_byte(out, card == TAKAMATSU_NONE ? 0 : 1 + clip(worth + 2, CARD - 1));
    }
    int points[TAKAMATSU_SEATS] = {0}, ahead[TAKAMATSU_SEATS] = {0};
    for (int i = 0; i < gone && i < TAKAMATSU_COLUMN; i++) points[c->owner[o->receiving]] += worth_of(c, o->column[i]);
    for (int colour = 0; colour < c->n_colours; colour++) {
        const int seat = c->owner[colour];
        points[seat] += o->pagoda[colour];
        if (o->pagoda[colour] > ahead[seat]) ahead[seat] = o->pagoda[colour];
    }
    for (int seat = 0; seat < c->seats; seat++)
        for (uint32_t cards = v->hand[seat]; cards; cards &= cards - 1)
            points[seat] += c->hidden_value[__builtin_ctz(cards)];
    for (int i = 0; i < TAKAMATSU_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? clip(points[tm_seat_after(own, i, c->seats)], POINTS) : 0);
    for (int i = 0; i < TAKAMATSU_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? clip(c->goal - ahead[tm_seat_after(own, i, c->seats)], POINTS) : 0);
    out = observe_moves(c, o, sums, own, out);
    const uint32_t mine = c->own[own][0] | c->own[own][1];
    for (int room = 0; room < TAKAMATSU_ROOMS; room++) {
        out[room] = (uint8_t)takamatsu_total(o->room[room] & mine);
        out[TAKAMATSU_ROOMS + room] = (uint8_t)takamatsu_total(o->room[room] & ~mine);
    }
    return observe_crowds(c, o, own, out + 2 * TAKAMATSU_ROOMS);
}

/* The samurai in every room, a byte per colour: digits of four bits made bytes. Each room's eight bytes are written over the last three of
 * the one before, and the last room's over what comes next. */
static uint8_t *observe_rooms(const takamatsu_public *o, uint8_t *out)
{
    for (int room = 0; room < TAKAMATSU_ROOMS; room++, out += TAKAMATSU_COLOURS) {
        const uint64_t all = o->room[room] & 7 * TAKAMATSU_DIGITS;
        uint64_t four = all & 0xffff;
        four = (four | four << 8) & 0x00ff00ff;
        four = (four | four << 4) & 0x0f0f0f0f;
        const uint64_t bytes = four | all >> 16 << 32;
        __builtin_memcpy(out, &bytes, sizeof bytes);
    }
    return out;
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
        out = tm_plane_byte(out, owner < c->seats ? tm_seat_from(own, owner, c->seats) + 1 : 0);
    }
    out = tm_plane_one(out, tm_seat_from(own, o->turn, c->seats), TAKAMATSU_SEATS);
    out = tm_plane_one(out, o->phase == TAKAMATSU_ASKING ? tm_seat_from(own, o->asked, c->seats) : -1, TAKAMATSU_SEATS);
    out = tm_plane_byte(out, o->ending);
    out = tm_plane_one(out, receiving ? o->receiving : -1, TAKAMATSU_COLOURS);
    out = tm_plane_byte(out, receiving ? o->due : 0);
    out = observe_rooms(o, out);
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) out = tm_plane_number(out, o->pagoda[colour]);
    out = observe_column(c, o, out);
    out = tm_plane_copy(out, o->pile, TAKAMATSU_OPEN);
    out = tm_plane_byte(out, o->pile_hidden);
    for (int i = 0; i < c->seats; i++)
        out = tm_plane_copy(out, v->taken[tm_seat_after(own, i, c->seats)], TAKAMATSU_SHUFFLES);
    for (int i = c->seats; i < TAKAMATSU_SEATS; i++) out = tm_plane_none(out, TAKAMATSU_SHUFFLES);
    out = tm_plane_copy(out, o->shuffle, TAKAMATSU_HIDDEN);
    for (int i = 0; i < TAKAMATSU_SEATS; i++)
        out = tm_plane_bits(out, i < c->seats ? v->hand[tm_seat_after(own, i, c->seats)] : 0, TAKAMATSU_HIDDEN);
    out = tm_plane_number(out, o->round);
    out = tm_plane_number(out, c->goal);
    out = tm_plane_number(out, c->rounds);
    observe_chances(c, v, own, out);
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
