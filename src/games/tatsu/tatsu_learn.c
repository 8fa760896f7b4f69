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
    {"steps of 20 points to the target, 31 for more: own, partner's with three players, best and other opponent's", 4,
     31},
    {"steps of 20 points ahead of the own, 16 for none: partner with three players, best and other opponent", 3, 31},
    {"rounds left with this one, 31 for more", 1, 31},
};

/* One card, counted from the first of the viewer's clan on; what is no card stays none. Without a branch, here and below: whose clan it is
 * cannot be guessed. */
static int from_own_clan(int card, int clan)
{
    const int turned = card + TATSU_CLAN * clan;
    return turned - TATSU_CARDS * ((turned >= TATSU_CARDS) & (card < TATSU_CARDS));
}

/* A set of cards with those of the viewer's clan first. Each clan's 14 go where they belong, in two pieces of eight that overlap. */
static inline uint8_t *cards_plane(uint8_t *out, uint32_t cards, int clan)
{
    enum { SECOND = TATSU_CLAN - 8 };
    const int other = TATSU_CLAN * clan; /* not !clan: gcc would make a branch of it */
    uint8_t *red = out + other, *yellow = out + TATSU_CLAN - other;
    tm_plane_bits(red, cards, 8);
    tm_plane_bits(red + SECOND, cards >> SECOND, 8);
    tm_plane_bits(yellow, cards >> TATSU_CLAN, 8);
    tm_plane_bits(yellow + SECOND, cards >> (TATSU_CLAN + SECOND), 8);
    return out + TATSU_CARDS;
}

/* By clan: the places of the cards, counted from the viewer's clan on. Numbers that are no card, TATSU_NONE too, lie behind the others. */
enum { NO = TATSU_CARDS };
static const uint8_t PLACE[2][32] = {
    {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, NO, NO, NO, NO},
    {14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 0,  1,
     2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, NO, NO, NO, NO},
};

/* A card of the trick, or none: then the 1 goes to the first byte behind the plane, which is written next. */
static inline uint8_t *laid_plane(uint8_t *out, const uint8_t *place, int card)
{
    __builtin_memset(out, 0, TATSU_CARDS);
    out[place[card & 31]] = 1;
    return out + TATSU_CARDS;
}

/* The numbers of cards, places from the viewer's on, its clan first: turned as one number of eight bytes. */
static inline uint8_t *counts_plane(uint8_t *out, const uint8_t *counts, int places, int own)
{
    const int turn = 16 * own, other = 8 * (own & 1), all = 16 * places;
    uint64_t bytes;
    __builtin_memcpy(&bytes, counts, sizeof bytes);
    bytes = bytes >> turn | bytes << ((all - turn) & 63);
    const uint64_t even = 0x00ff00ff00ff00ffu >> (64 - all), red = bytes & even, yellow = bytes >> 8 & even;
    bytes = red << other | yellow << (8 - other);
    __builtin_memcpy(out, &bytes, sizeof bytes);
    return out + sizeof bytes;
}

/* Two players: the viewer's columns first. */
static uint32_t own_columns_first(uint32_t columns, int seat)
{
    const uint32_t one = (1u << TATSU_COLUMNS) - 1;
    return seat == 1 ? (columns >> TATSU_COLUMNS & one) | (columns & one) << TATSU_COLUMNS : columns;
}

static uint8_t *observe_columns(const tatsu_public *o, int seat, uint8_t *__restrict out)
{
    const uint32_t down[2] = {own_columns_first(o->down[seat], seat), own_columns_first(o->down[!seat], seat)};
    const uint8_t *halves[2] = {o->up + TATSU_COLUMNS * seat, o->up + TATSU_COLUMNS * !seat};
    uint32_t on[2] = {0, 0};
    for (int i = 0; i < 2 * TATSU_COLUMNS; i++) {
        const uint32_t place = PLACE[seat][halves[i / TATSU_COLUMNS][i % TATSU_COLUMNS] & 31];
        out[i] = (uint8_t)((place + 1) & (0u - (place != NO)));
        on[0] |= (down[0] >> i & 1) << place; /* without a card, where no plane has a bit */
        on[1] |= (down[1] >> i & 1) << place;
    }
    out += 2 * TATSU_COLUMNS;
    for (int i = 0; i < 2; i++) out = tm_plane_bits(out, down[i], 2 * TATSU_COLUMNS);
    const bool turning = o->phase == TATSU_TURNING;
    out = tm_plane_bits(out, turning ? own_columns_first(1u << o->turning, seat) : 0, 2 * TATSU_COLUMNS);
    out = tm_plane_byte(out, turning && o->flipped);
    for (int i = 0; i < 2; i++) out = tm_plane_bits(out, on[i], TATSU_CARDS);
    return out;
}

/* From the phase to the ghost's place: nearly all of it is 0. */
static inline uint8_t *observe_turn(const tatsu_config *c, const tatsu_view_data *v, int seat, int own,
                                    uint8_t *__restrict out)
{
    enum {
        PHASE,
        PLAYERS = PHASE + TATSU_OVER + 1,
        NEITHER = PLAYERS + 3,
        SEAT,
        CLAN = SEAT + TATSU_PLACES,
        MOVES,
        LEADS = MOVES + TATSU_PLACES,
        ASKED = LEADS + TATSU_PLACES,
        GHOST = ASKED + TATSU_PLACES,
        END = GHOST + TATSU_PLACES,
    };
    const tatsu_public *o = &v->open;
    const int wrap = c->places - 1; /* 2 or 4 places */
    const int giving = o->phase == TATSU_GIVING, playing = giving | (o->phase == TATSU_PLAYING);
    __builtin_memset(out, 0, END);
    out[PHASE + o->phase] = 1;
    out[PLAYERS + c->seats - 2] = 1;
    out[NEITHER] = c->facedown_neither;
    out[SEAT + seat] = v->seat >= 0;
    out[CLAN] = own & 1;
    out[MOVES + ((tatsu_turn_place(c, o) - own) & wrap)] = (uint8_t)playing;
    out[LEADS + ((o->leader - own) & wrap)] = (uint8_t)playing;
    out[ASKED + ((o->asked - own) & wrap)] = (uint8_t)giving;
    if (c->seats == 3) out[GHOST + ((TATSU_GHOST - own) & wrap)] = 1;
    return out + END;
}

/* A fifth of what a round brings, about: fine enough to see whether it will be enough. */
enum { STEP = 20, LEVELS = 31, LEVEL = (LEVELS + 1) / 2 };

static inline uint8_t steps_to_target(const tatsu_config *c, int32_t total)
{
    const int32_t lacks = c->target - total, inside = lacks < 0 ? 0 : lacks > LEVELS * STEP ? LEVELS * STEP : lacks;
    return (uint8_t)((uint32_t)(inside + STEP - 1) / STEP);
}

static inline uint8_t steps_ahead(int32_t total, int32_t own)
{
    const int32_t ahead = total - own + LEVEL * STEP;
    const int32_t most = LEVELS * STEP, inside = ahead < STEP ? STEP : ahead > most ? most : ahead;
    return (uint8_t)((uint32_t)inside / STEP);
}

/* The points by whose they are, and not by seat: with three players the partner changes with the round (T23), and whether it is the partner or an
 * opponent who is about to win decides what is good. Partners of a whole game, with four, have the same points. */
static inline void observe_race(const tatsu_config *c, const tatsu_public *o, int seat, int own,
                                uint8_t *__restrict out)
{
    enum { OWN, PARTNER, BEST, OTHER, PARTNER_AHEAD, BEST_AHEAD, OTHER_AHEAD, ROUNDS };
    const int32_t mine = o->total[seat], left = c->rounds - o->round;
    int32_t best = o->total[(seat + 1) % c->seats];
    __builtin_memset(out, 0, ROUNDS + 1);
    if (c->seats == 3) {
        const int32_t next = best, last = o->total[(seat + 2) % 3];
        const bool alone = own == 0,
                   first = own == 1; /* T19, T23: the partner of place 1 is the next player, that of place 3 the last */
        const int32_t third = alone ? (next < last ? next : last) : first ? next : last;
        best = next + last - third;
        out[alone ? OTHER : PARTNER] = steps_to_target(c, third);
        out[alone ? OTHER_AHEAD : PARTNER_AHEAD] = steps_ahead(third, mine);
    }
    out[OWN] = steps_to_target(c, mine);
    out[BEST] = steps_to_target(c, best);
    out[BEST_AHEAD] = steps_ahead(best, mine);
    out[ROUNDS] = (uint8_t)(left > LEVELS ? LEVELS : left);
}

/* A copy of this is compiled for each number of seats, with what follows from it already decided; and by __restrict the compiler may
 * keep what it has read of a view. Together that is half of its time. */
static inline __attribute__((always_inline)) void observe_at(const tatsu_config *c, const tatsu_view_data *v,
                                                             uint8_t *__restrict out)
{
    const tatsu_public *o = &v->open;
    const int seat = v->seat < 0 ? 0 : v->seat;
    const int own = tatsu_place_of(c, o->round, seat), clan = own & 1;
    out = tm_plane_byte(out, seat + TATSU_PLACES * clan);
    out = observe_turn(c, v, seat, own, out);
    out = tm_plane_byte(out, o->trick);
    out = cards_plane(out, v->known[own], clan);
    if (c->seats == 4)
        out = tm_plane_none(out, TATSU_CARDS);
    else
        out = cards_plane(out, v->known[c->seats == 3 ? TATSU_GHOST : !own], clan);
    out = counts_plane(out, v->count[0], c->places, own);
    out = laid_plane(out, PLACE[clan], o->laid[0]);
    out = laid_plane(out, PLACE[clan], o->laid[1]);
    out = laid_plane(out, PLACE[clan], o->laid[2]);
    out = laid_plane(out, PLACE[clan], o->laid[3]);
    out = cards_plane(out, o->captured[clan], clan);
    out = cards_plane(out, o->captured[!clan], clan);
    out = cards_plane(out, o->pot, clan);
    if (c->seats == 2) {
        out = cards_plane(out, o->unseen, clan);
        out = observe_columns(o, seat, out);
    } else {
        out = tm_plane_none(out, TATSU_CARDS + 8 * TATSU_COLUMNS + 1 + 2 * TATSU_CARDS);
    }
    for (int i = 0; i < TATSU_PLACES; i++) /* below 10000: the target, and one round */
        out = tm_plane_short(out, i < c->seats ? o->total[(seat + i) % c->seats] : 0);
    out = tm_plane_short(out, c->target);
    out = tm_plane_short(out, o->round);
    out = tm_plane_short(out, c->rounds);
    observe_race(c, o, seat, own, out);
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
