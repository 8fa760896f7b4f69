/* Takamatsu: data and rules. See takamatsu_rules.c. */
#ifndef TAKAMATSU_RULES_H
#define TAKAMATSU_RULES_H

#include <tatami/game.h>

enum {
    TAKAMATSU_COLOURS = 5, /* K1: b k p r y */
    TAKAMATSU_SEATS = 5,
    TAKAMATSU_ROOMS = 24,
    TAKAMATSU_MOVED = 24,  /* samurai in one move: 5 colours of 5, one stays */
    TAKAMATSU_NAME = 14,   /* bytes of a room's name */
    TAKAMATSU_COLUMN = 5,  /* K7 */
    TAKAMATSU_OPEN = 40,   /* open cards, and so kinds of them */
    TAKAMATSU_HIDDEN = 20, /* hidden cards */
    TAKAMATSU_VALUE = 99,  /* the highest value of a card, and minus the lowest */
    TAKAMATSU_FIRST = 6,   /* ends of a move that are listed, for speed */
    TAKAMATSU_NONE = 255,
    TAKAMATSU_FACE_DOWN = 64, /* a hidden card in the column: + the shuffle it was laid from */
    /* Over all rooms a seat has at most 5 * 6^4 groups to choose from: with every samurai in one room, 1 to 5 of
     * their own and 0 to 5 of each other colour (five players; fewer players have fewer), and samurai spread over
     * several rooms make no more groups. Each leads to at most 23 other rooms. A seat holds at most 20 hidden cards.
     * The rest is space for writing ahead. */
    TAKAMATSU_MAX_LEGAL = 5 * 6 * 6 * 6 * 6 * (TAKAMATSU_ROOMS - 1) + TAKAMATSU_HIDDEN + 6,
};

/* Samurai by colour, a digit of four bits each, blue lowest: what stands in a room, or a group that moves. No digit is
 * above 7. */
typedef uint32_t takamatsu_samurai;

#define TAKAMATSU_DIGITS 0x11111u /* one of each */

/* An action is one of these plus its arguments. */
enum {
    TAKAMATSU_MOVE = 0,      /* + room << 25 | group << 5 | destination */
    TAKAMATSU_USE = 1 << 30, /* + value << 3 | colour; with three or more players the colour is NO_COLOUR */
    TAKAMATSU_NO_COLOUR = 7,
};
#define TAKAMATSU_WAIT ((tm_action)1 << 31)

/* Kinds of outcome. LAY: b[0] is the value, a signed byte. TAKE: b[0] is the value, or NONE in an event as seen by a
 * viewer who did not see the card. */
enum { TAKAMATSU_LAY, TAKAMATSU_LAY_HIDDEN, TAKAMATSU_TAKE };

typedef enum takamatsu_phase {
    TAKAMATSU_DEALING, /* a card of the first column is laid */
    TAKAMATSU_MOVING,  /* the seat whose turn it is uses cards and moves */
    TAKAMATSU_TAKING,  /* the seat that receives the hidden card on top of the column looks at it */
    TAKAMATSU_LAYING,  /* a card is laid at the bottom of the column */
    TAKAMATSU_ASKING,  /* K14: the end of a turn, `asked` may use a card */
    TAKAMATSU_OVER,
} takamatsu_phase;

/* K4: kinds of room. */
typedef enum takamatsu_kind {
    TAKAMATSU_PLAIN,
    TAKAMATSU_PLUS_1,
    TAKAMATSU_PLUS_2,
    TAKAMATSU_OUTER,
    TAKAMATSU_INNER,
} takamatsu_kind;

/* K9: where a group may end, bonus steps included. */
typedef struct takamatsu_ends {
    uint32_t rooms;                 /* a mask */
    uint8_t n;                      /* how many */
    uint8_t first[TAKAMATSU_FIRST]; /* the lowest, 0 where there is none */
    uint8_t reserved;
} takamatsu_ends;

typedef struct takamatsu_config {
    takamatsu_ends ends[TAKAMATSU_ROOMS][TAKAMATSU_MOVED + 1]; /* by the room that a group leaves and its size */
    int32_t goal;
    int32_t rounds;
    takamatsu_samurai own[TAKAMATSU_SEATS][2]; /* the bits of a seat's colours; the second only with two players */
    uint16_t highest[TAKAMATSU_HIDDEN + 1];    /* K14: the sum of the N highest hidden values */
    uint8_t seats;
    uint8_t n_colours; /* in play: the first of K1's list */
    uint8_t samurai;   /* a colour */
    uint8_t n_rooms;
    uint8_t n_kinds;                        /* different values of open cards */
    uint8_t n_hidden;                       /* hidden cards */
    uint8_t equals;                         /* 1 if there are hidden cards of equal value */
    uint8_t owner[TAKAMATSU_COLOURS];       /* the seat, or NONE for a colour not in play */
    int8_t open_value[TAKAMATSU_OPEN];      /* by kind, ascending */
    uint8_t open_count[TAKAMATSU_OPEN];     /* cards of each kind */
    uint8_t hidden_value[TAKAMATSU_HIDDEN]; /* by card, ascending */
    uint8_t kind[TAKAMATSU_ROOMS];
    uint8_t colour[TAKAMATSU_ROOMS];   /* as painted, or NONE */
    uint8_t home[TAKAMATSU_ROOMS];     /* the same, NONE too if the colour is not in play (K6) */
    uint8_t arrow[TAKAMATSU_ROOMS][2]; /* the second may be NONE */
    char name[TAKAMATSU_ROOMS][TAKAMATSU_NAME + 1];
    uint8_t reserved[2];
} takamatsu_config;

/* What everybody sees. A view contains an exact copy.
 *
 * A card of the column is a kind of open card, or FACE_DOWN + a shuffle. Shuffles (K13) are numbered from 1, the one
 * of the pile, to older ones; the older ones without a hidden card left are not counted. */
typedef struct takamatsu_public {
    takamatsu_samurai room[TAKAMATSU_ROOMS];
    uint32_t where[TAKAMATSU_COLOURS]; /* the rooms with samurai of a colour, as a mask: for speed */
    int16_t pagoda[TAKAMATSU_COLOURS];
    uint16_t round; /* from 0 */
    uint8_t phase;
    uint8_t turn;                      /* the seat that moves, or moved */
    uint8_t asked;                     /* ASKING: the seat */
    uint8_t ending;                    /* K16: 1 when a pagoda has reached the goal */
    uint8_t receiving;                 /* TAKING, LAYING: the colour that receives cards */
    uint8_t due;                       /* TAKING, LAYING: cards it has still to receive, including the current one */
    uint8_t column[TAKAMATSU_COLUMN];  /* from the top; NONE where no card lies */
    uint8_t pile[TAKAMATSU_OPEN];      /* open cards in the draw pile, by kind */
    uint8_t pile_hidden;               /* hidden cards in the draw pile */
    uint8_t held[TAKAMATSU_SEATS];     /* hidden cards in front of each seat */
    uint8_t shuffle[TAKAMATSU_HIDDEN]; /* of each hidden card that was not used since; 0 if it lies in the discards */
    uint8_t reserved[3];
} takamatsu_public;

typedef struct takamatsu_state {
    takamatsu_public open;
    uint32_t hand[TAKAMATSU_SEATS]; /* the hidden cards of each seat, as a mask */
} takamatsu_state;

static inline int takamatsu_count(uint32_t samurai, int colour)
{
    return (int)(samurai >> 4 * colour & 7);
}

/* How many samurai of all colours. */
static inline int takamatsu_total(uint32_t samurai)
{
    const uint32_t pairs = (samurai & 0x70707) + (samurai >> 4 & 0x707);
    return (int)(pairs * 0x10101 >> 16 & 0xff);
}

static inline bool takamatsu_is_hidden(int card)
{
    return card >= TAKAMATSU_FACE_DOWN && card != TAKAMATSU_NONE;
}

/* Open cards of a kind in the discards. */
int takamatsu_discarded(const takamatsu_config *config, const takamatsu_public *open, int kind);
/* The hidden cards in anybody's hand. */
uint32_t takamatsu_in_hands(const takamatsu_state *state);
/* Makes equal positions have equal bytes: hidden cards of equal value are sorted by shuffle and holder. */
void takamatsu_sort_equals(const takamatsu_config *config, takamatsu_state *state);

/* The list of legal actions of a deciding seat without its memory: how many there are, and every step-th of them from
 * the number `first` on, at most `most`. Returns how many were written. */
int takamatsu_count_legal(const takamatsu_config *config, const takamatsu_state *state, int seat);
int takamatsu_some_legal(const takamatsu_config *config, const takamatsu_state *state, int seat, int first, int step,
                         int most, tm_action *out);

extern const tm_think takamatsu_think;

int takamatsu_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why);
uint32_t takamatsu_most_legal(const void *config);
uint32_t takamatsu_bound(const void *config);
void takamatsu_init(const void *config, void *state);
uint32_t takamatsu_actors(const void *config, const void *state);
int takamatsu_legal(const void *config, const void *state, int seat, tm_action *out);
int takamatsu_apply(const void *config, void *state, int seat, tm_action action);
const char *takamatsu_awaits(const void *config, const void *state);
void takamatsu_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out);
int takamatsu_settle(const void *config, void *state, const tm_outcome *outcome);
void takamatsu_score(const void *config, const void *state, int32_t *points, uint32_t *winners);
int takamatsu_check(const void *config, const void *state);

#endif
