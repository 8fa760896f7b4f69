/* TATSU: data and rules. See tatsu_rules.c. */
#ifndef TATSU_RULES_H
#define TATSU_RULES_H

#include <tatami/game.h>

/* T1. Cards 0 … 13 are red, 14 … 27 yellow; within a clan v3 … v7, 2 … 6, x1 x2 x3, f. */
enum {
    TATSU_CARDS = 28,
    TATSU_CLAN = 14,        /* cards a clan */
    TATSU_MULTIPLIER = 10,  /* x1 within a clan */
    TATSU_FUSION = 13,      /* f within a clan */
    TATSU_NONE = 255,       /* no card, nothing beneath */
    TATSU_UNSEEN_RED = 254, /* in an event as a viewer saw it: a card of which only the clan is known */
    TATSU_UNSEEN_YELLOW = 253,
    TATSU_PLACES = 4,
    TATSU_GHOST = 2, /* T19: its place with three players */
    TATSU_COLUMNS = 7,
    TATSU_TRICKS = 7,
};

#define TATSU_DECK 0x0fffffffu

/* An action is one of these plus its argument. */
enum {
    TATSU_PLAY = 0x000, /* + card */
    TATSU_GIVE = 0x100, /* + card */
    TATSU_ASK = 0x200,  /* + player, or one of the two below */
    TATSU_FLIP = 0x300, /* + column 1 … 7 */
    TATSU_ASK_GHOST = TATSU_ASK + 4,
    TATSU_ASK_OPPONENT = TATSU_ASK + 5, /* two players: `ask` */
};

enum { TATSU_DEAL, TATSU_TURN }; /* kinds of outcome */

/* DEAL, three and four players: b[7 * place + i] is a card. Two players: b[7 * seat + column] is the card on top and
 * b[14 + 7 * seat + column] the clan beneath. TURN: b[0] is the card. */

typedef enum tatsu_phase {
    TATSU_DEALING,
    TATSU_PLAYING, /* the place whose turn it is plays or asks */
    TATSU_GIVING,  /* the place that was asked chooses */
    TATSU_TURNING, /* two players: a face-down card is about to be seen */
    TATSU_OVER,
} tatsu_phase;

typedef struct tatsu_config {
    uint8_t seats;
    uint8_t places; /* 2 with two players, else 4 */
    uint8_t facedown_neither;
    uint8_t reserved;
    int32_t target;
    int32_t rounds;
} tatsu_config;

/* What everybody sees. A view contains an exact copy. */
typedef struct tatsu_public {
    int32_t total[TATSU_PLACES]; /* by player */
    uint32_t captured[2];        /* this round, by clan */
    uint32_t pot;                /* T8: cards waiting for the next trick without a fusion */
    uint32_t unseen;             /* two players: cards lying face down */
    uint16_t round;              /* from 0 */
    uint8_t phase;
    uint8_t trick;  /* tricks that are over in this round */
    uint8_t leader; /* the place that laid, or lays, the first card of the trick */
    uint8_t n_laid;
    uint8_t laid[4]; /* in the order of laying */
    uint8_t asked;   /* GIVING: the place that gives */
    uint8_t turning; /* TURNING: TATSU_COLUMNS * seat + column */
    uint8_t flipped; /* TURNING: 1 if the card is laid in the trick (`flip`), 0 if it becomes face up (T17) */
    uint8_t reserved;
    uint8_t up[2 * TATSU_COLUMNS]; /* two players, seat after seat: the face-up card, or NONE */
    uint16_t down[2];              /* by clan: one bit per column, seat after seat, that has a card of the clan
                                    * underneath */
} tatsu_public;

typedef struct tatsu_state {
    tatsu_public open;
    uint32_t hand[TATSU_PLACES]; /* two players: the face-up cards of each seat */
} tatsu_state;

/* T11: the points of all captured cards, multiplied by the captured multipliers of the team's own clan. */
int32_t tatsu_worth_of(uint32_t captured);
int32_t tatsu_multiplier_of(uint32_t captured, int clan);
int tatsu_power(int card); /* 0 for a multiplier, -1 for a fusion */
int tatsu_worth(int card); /* points printed on it */

static inline uint32_t tatsu_clan_mask(int clan)
{
    return clan ? (uint32_t)0x3fff << TATSU_CLAN : (uint32_t)0x3fff;
}

static inline int tatsu_clan_of(int card)
{
    return card >= TATSU_CLAN;
}

/* Two players: the clan of the card beneath a column, or NONE. */
static inline int tatsu_down(const tatsu_public *open, int at)
{
    return open->down[0] >> at & 1 ? 0 : open->down[1] >> at & 1 ? 1 : TATSU_NONE;
}

/* The place whose turn it is: its clan is place & 1 (T3, T13, T19). */
static inline int tatsu_turn_place(const tatsu_config *config, const tatsu_public *open)
{
    return (open->leader + open->n_laid) & (config->places - 1);
}

/* Who decides for a place in this round, the ghost's included (T19, T20, T23); and where a player sits. */
static inline int tatsu_player_at(const tatsu_config *config, int round, int place)
{
    if (config->seats != 3) return place;
    const int turning = place == 1 ? 1 : place == 3 ? 2 : 0; /* T20: place 0 decides for the ghost */
    return (turning + 3 - round % 3) % 3;
}

static inline int tatsu_place_of(const tatsu_config *config, int round, int player)
{
    if (config->seats != 3) return player;
    const int turning = (player + round) % 3; /* T23 */
    return turning == 2 ? 3 : turning;        /* T19: places 0, 1 and 3 turn */
}

static inline bool tatsu_is_ghost(const tatsu_config *config, int place)
{
    return config->seats == 3 && place == TATSU_GHOST;
}

/* T16: the face-down cards that `seat` may lay for the clan, as a mask of columns from bit 0. */
static inline uint32_t tatsu_columns_to_flip(const tatsu_config *c, const tatsu_state *s, int seat, int clan)
{
    uint32_t face_up = s->hand[seat];
    if (c->facedown_neither) face_up |= s->hand[!seat];
    if (face_up & tatsu_clan_mask(clan)) return 0;
    return (uint32_t)s->open.down[clan] >> (TATSU_COLUMNS * seat) & 0x7f;
}

/* Whether a place could lay a card for the clan if asked (T6, T16). */
static inline bool tatsu_can_supply(const tatsu_config *c, const tatsu_state *s, int place, int clan)
{
    if (s->hand[place] & tatsu_clan_mask(clan)) return true;
    return c->seats == 2 && tatsu_columns_to_flip(c, s, place, clan) != 0;
}

/* The players this place may ask (T6), as a mask with the ghost as bit 4. */
static inline uint32_t tatsu_askable(const tatsu_config *c, const tatsu_state *s, int turn)
{
    const uint32_t clan = tatsu_clan_mask(turn & 1);
    uint32_t can = 0; /* by place */
    for (int place = 0; place < TATSU_PLACES; place++) can |= (uint32_t)((s->hand[place] & clan) != 0) << place;
    can &= ~(1u << turn);
    if (c->seats == 4) return can;
    uint32_t whom = (can >> TATSU_GHOST & 1) << 4;
    for (int player = 0; player < 3; player++) whom |= (can >> tatsu_place_of(c, s->open.round, player) & 1) << player;
    return whom;
}

/* What a deciding player may do, as sets: play or give these cards, ask these players (the ghost is bit 4, the one opponent bit 5),
 * turn these columns over (from bit 0). */
typedef struct tatsu_choice {
    uint32_t cards, ask, flip;
    bool giving;
} tatsu_choice;
static inline tatsu_choice tatsu_choices(const tatsu_config *c, const tatsu_state *s)
{
    const int turn = tatsu_turn_place(c, &s->open), clan = turn & 1;
    const bool giving = s->open.phase == TATSU_GIVING;
    const int source = giving ? s->open.asked : turn;
    tatsu_choice choice = {.cards = s->hand[source] & tatsu_clan_mask(clan), .giving = giving};
    if (c->seats == 2) {
        choice.ask = (uint32_t)(!giving && tatsu_can_supply(c, s, !turn, clan)) << (TATSU_ASK_OPPONENT - TATSU_ASK);
        choice.flip = tatsu_columns_to_flip(c, s, source, clan);
    } else if (!giving) {
        choice.ask = tatsu_askable(c, s, turn);
    }
    return choice;
}

extern const tm_think tatsu_think;

int tatsu_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why);
uint32_t tatsu_bound(const void *config);
void tatsu_init(const void *config, void *state);
uint32_t tatsu_actors(const void *config, const void *state);
int tatsu_legal(const void *config, const void *state, int seat, tm_action *out);
int tatsu_apply(const void *config, void *state, int seat, tm_action action);
const char *tatsu_awaits(const void *config, const void *state);
void tatsu_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out);
int tatsu_settle(const void *config, void *state, const tm_outcome *outcome);
void tatsu_score(const void *config, const void *state, int32_t *points, uint32_t *winners);
int tatsu_check(const void *config, const void *state);

#endif
