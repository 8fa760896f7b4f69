/* TATSU for learners. Places are counted from the viewer's on, players too, and cards from those of the viewer's clan on. */
#include <tatami/learn.h>

#include "base/planes.h"
#include "tatsu_view.h"

enum { FRAMES = 2 * TATSU_PLACES }; /* seat, and TATSU_PLACES more for yellow */

static const tm_plane PLANES[] = {
    {"frame: seat and clan", 1, FRAMES - 1},
    {"phase", 5, 1},
    {"players: 2, 3, 4", 3, 1},
    {"facedown: neither", 1, 1},
    {"own seat", TATSU_PLACES, 1},
    {"own clan is yellow", 1, 1},
    {"place to move", TATSU_PLACES, 1},
    {"place that leads", TATSU_PLACES, 1},
    {"place that was asked", TATSU_PLACES, 1},
    {"ghost's place", TATSU_PLACES, 1},
    {"tricks over", 1, TATSU_TRICKS},
    {"own hand", TATSU_CARDS, 1},
    {"open hand: the opponent's or the ghost's", TATSU_CARDS, 1},
    {"cards at a place, by clan", TATSU_PLACES * 2, TATSU_CLAN},
    {"card laid in the trick, in the order of laying", 4 * TATSU_CARDS, 1},
    {"captured by the own clan", TATSU_CARDS, 1},
    {"captured by the other clan", TATSU_CARDS, 1},
    {"pot", TATSU_CARDS, 1},
    {"cards lying face down", TATSU_CARDS, 1},
    {"face-up card of a column, from 1", 2 * TATSU_COLUMNS, TATSU_CARDS},
    {"card of the own clan beneath a column", 2 * TATSU_COLUMNS, 1},
    {"card of the other clan beneath a column", 2 * TATSU_COLUMNS, 1},
    {"column being turned", 2 * TATSU_COLUMNS, 1},
    {"the turned card is laid", 1, 1},
    {"own clan's card beneath a face-up card", TATSU_CARDS, 1},
    {"other clan's card beneath a face-up card", TATSU_CARDS, 1},
    {"points", TATSU_PLACES * 2, 255},
    {"target", 2, 255},
    {"round", 2, 255},
    {"rounds", 2, 255},
};

/* A set of cards with those of the viewer's clan first. Without a branch, here and below: whose clan it is cannot be guessed. */
static uint32_t own_clan_first(uint32_t cards, int clan)
{
    const int by = TATSU_CLAN * clan;
    return (cards >> by | cards << (TATSU_CARDS - by)) & TATSU_DECK;
}

/* One card, the same way; what is no card stays none. */
static int from_own_clan(int card, int clan)
{
    const int turned = card + TATSU_CLAN * clan;
    return turned - TATSU_CARDS * ((turned >= TATSU_CARDS) & (card < TATSU_CARDS));
}

/* Two players: the viewer's columns first. */
static uint32_t own_columns_first(uint32_t columns, int seat)
{
    const uint32_t one = (1u << TATSU_COLUMNS) - 1;
    return seat == 1 ? (columns >> TATSU_COLUMNS & one) | (columns & one) << TATSU_COLUMNS : columns;
}

static uint8_t *observe_columns(const tatsu_public *o, int seat, uint8_t *out)
{
    uint32_t on[2] = {0, 0};
    for (int i = 0; i < 2 * TATSU_COLUMNS; i++) {
        const int at = (i + TATSU_COLUMNS * (seat == 1)) % (2 * TATSU_COLUMNS), card = o->up[at];
        out = tm_plane_byte(out, card == TATSU_NONE ? 0 : from_own_clan(card, seat) + 1);
        for (int clan = 0; clan < 2 && card != TATSU_NONE; clan++)
            if (o->down[clan] >> at & 1) on[clan ^ seat] |= 1u << from_own_clan(card, seat);
    }
    for (int clan = 0; clan < 2; clan++)
        out = tm_plane_bits(out, own_columns_first(o->down[clan ^ seat], seat), 2 * TATSU_COLUMNS);
    const bool turning = o->phase == TATSU_TURNING;
    out = tm_plane_bits(out, turning ? own_columns_first(1u << o->turning, seat) : 0, 2 * TATSU_COLUMNS);
    out = tm_plane_byte(out, turning && o->flipped);
    for (int i = 0; i < 2; i++) out = tm_plane_bits(out, on[i], TATSU_CARDS);
    return out;
}

/* From the phase to the ghost's place. */
static inline uint8_t *observe_turn(const tatsu_config *c, const tatsu_view_data *v, int own, uint8_t *out)
{
    const tatsu_public *o = &v->open;
    const int wrap = c->places - 1; /* 2 or 4 places */
    const int giving = o->phase == TATSU_GIVING, playing = giving | (o->phase == TATSU_PLAYING);
    tm_planes planes = {0, 0};
    tm_planes_one(&planes, o->phase, 5);
    tm_planes_one(&planes, c->seats - 2, 3);
    tm_planes_add(&planes, c->facedown_neither, 1);
    tm_planes_one(&planes, v->seat, TATSU_PLACES);
    tm_planes_add(&planes, own & 1, 1);
    tm_planes_add(&planes, (uint64_t)playing << ((tatsu_turn_place(c, o) - own) & wrap), TATSU_PLACES);
    tm_planes_add(&planes, (uint64_t)playing << ((o->leader - own) & wrap), TATSU_PLACES);
    tm_planes_add(&planes, (uint64_t)giving << ((o->asked - own) & wrap), TATSU_PLACES);
    tm_planes_add(&planes, (uint64_t)(c->seats == 3) << ((TATSU_GHOST - own) & wrap), TATSU_PLACES);
    return tm_plane_bits(out, planes.bits, planes.n);
}

/* A copy of this is compiled for each number of seats, with what follows from it already decided; and by __restrict the compiler may
 * keep what it has read of a view. Together that is half of its time. */
static inline __attribute__((always_inline)) void observe_at(const tatsu_config *c, const tatsu_view_data *v,
                                                             uint8_t *__restrict out)
{
    const tatsu_public *o = &v->open;
    const int seat = v->seat < 0 ? 0 : v->seat;
    const int own = tatsu_place_of(c, o->round, seat), wrap = c->places - 1, clan = own & 1;
    out = tm_plane_byte(out, seat + TATSU_PLACES * clan);
    out = observe_turn(c, v, own, out);
    out = tm_plane_byte(out, o->trick);
    out = tm_plane_bits(out, own_clan_first(v->known[own], clan), TATSU_CARDS);
    if (c->seats == 4)
        out = tm_plane_none(out, TATSU_CARDS);
    else
        out = tm_plane_bits(out, own_clan_first(v->known[c->seats == 3 ? TATSU_GHOST : !own], clan), TATSU_CARDS);
    __builtin_memset(out, 0, sizeof v->count);
    for (int i = 0; i <= wrap; i++) {
        out[2 * i] = v->count[(own + i) & wrap][clan];
        out[2 * i + 1] = v->count[(own + i) & wrap][!clan];
    }
    out += sizeof v->count;
    for (int i = 0; i < 4; i++) /* TATSU_NONE is outside */
        out = tm_plane_one(out, from_own_clan(o->laid[i], clan), TATSU_CARDS);
    out = tm_plane_bits(out, own_clan_first(o->captured[clan], clan), TATSU_CARDS);
    out = tm_plane_bits(out, own_clan_first(o->captured[!clan], clan), TATSU_CARDS);
    out = tm_plane_bits(out, own_clan_first(o->pot, clan), TATSU_CARDS);
    if (c->seats == 2) {
        out = tm_plane_bits(out, own_clan_first(o->unseen, clan), TATSU_CARDS);
        out = observe_columns(o, seat, out);
    } else {
        out = tm_plane_none(out, TATSU_CARDS + 8 * TATSU_COLUMNS + 1 + 2 * TATSU_CARDS);
    }
    for (int i = 0; i < TATSU_PLACES; i++)
        out = tm_plane_number(out, i < c->seats ? o->total[(seat + i) % c->seats] : 0);
    out = tm_plane_number(out, c->target);
    out = tm_plane_number(out, o->round);
    tm_plane_number(out, c->rounds);
}

static void observe(const void *config, const void *view, uint8_t *out)
{
    const tatsu_view_data *v = (const tatsu_view_data *)view;
    tatsu_config c = *(const tatsu_config *)config;
    c.places = TATSU_PLACES;
    switch (c.seats) {
    case 2:
        c.places = 2;
        c.seats = 2;
        observe_at(&c, v, out);
        break;
    case 3:
        c.seats = 3;
        observe_at(&c, v, out);
        break;
    default: c.seats = 4; observe_at(&c, v, out);
    }
}

/* play and give with each card, ask with each player, the ghost and the one opponent, flip with each column. */
enum { PLAY, GIVE = PLAY + TATSU_CARDS, ASK = GIVE + TATSU_CARDS, FLIP = ASK + 6, TOKENS = FLIP + TATSU_COLUMNS };

static const uint8_t FIRST[] = {PLAY, GIVE, ASK, FLIP - 1}; /* by verb; columns count from 1 */

static int spell(const void *config, tm_action action, uint16_t *out)
{
    (void)config;
    out[0] = (uint16_t)(FIRST[action >> 8 & 3] + (action & 0xff));
    return 1;
}

static void may(const void *config, const void *state, int seat, uint64_t *out)
{
    const tatsu_choice choice = tatsu_choices((const tatsu_config *)config, (const tatsu_state *)state);
    (void)seat;
    out[0] = (uint64_t)choice.cards << (choice.giving ? GIVE : PLAY) | (uint64_t)choice.ask << ASK |
             (uint64_t)choice.flip << FLIP;
    out[1] = choice.flip >> (64 - FLIP);
}

static tm_action unspell(const void *config, uint16_t token)
{
    const int verb = (token >= GIVE) + (token >= ASK) + (token >= FLIP); /* added up, since no guess is any good */
    (void)config;
    return (tm_action)((verb << 8) + token - FIRST[verb]);
}

/* Cards of the own clan first, players from the own seat on. */
static uint16_t turn(const void *config, int frame, uint16_t token)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const int seat = frame % TATSU_PLACES, clan = frame / TATSU_PLACES;
    if (token < GIVE) return (uint16_t)(PLAY + from_own_clan(token - PLAY, clan));
    if (token < ASK) return (uint16_t)(GIVE + from_own_clan(token - GIVE, clan));
    const int player = token - ASK;
    return token < FLIP && player < c->seats ? (uint16_t)(ASK + (player + TATSU_PLACES * c->seats - seat) % c->seats)
                                             : token;
}

_Static_assert(FLIP > 0 && FLIP < 64 && TOKENS <= 64 * TM_TOKEN_WORDS, "may() has one bit per token");

const tm_learn tatsu_learn = {
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
