/* TATATA!: the data: config, what everybody sees, state, and how spaces, actions and sets of cards are numbered. */
#ifndef TATATA_DATA_H
#define TATATA_DATA_H

#include "tatata_box.h"

enum {
    TATATA_SEATS = 8,
    TATATA_HAND = 4,                                            /* A10: Deck cards */
    TATATA_HOLD = 3,                                            /* A13: Sky cards taken */
    TATATA_LAPS = 3,                                            /* A6 */
    TATATA_CIRCUIT = 30,                                        /* A4: Sky cards in the circuit, at most */
    TATATA_RING = TATATA_SEATS + TATATA_CIRCUIT + TATATA_SEATS, /* bases, Sky cards, gaps */
    TATATA_FRESH = 255, /* full rules: the first card of the turn is still to be played (A20) */
    TATATA_NOBODY = 255,
    TATATA_UNSEEN = 255, /* in an event as somebody saw it: a Deck card that stayed hidden */
};

#define TATATA_DECK_MASK (((uint64_t)1 << TATATA_DECK) - 1)

/* The circuit is a ring of spaces from base 0 on, clockwise. A space is its face, and above it the plane there: 0 for
 * none, or seat + 1. */
enum {
    TATATA_BASE,
    TATATA_GAP,                              /* A9: a plane took the card; gone when it leaves */
    TATATA_DOWN,                             /* a Sky card that nobody has turned */
    TATATA_UP,                               /* + kind: one that all have seen */
    TATATA_BLOWN = TATATA_UP + TATATA_KINDS, /* a hurricane that has blown in this turn (A14) */
    TATATA_SEEN, /* in a view, `memory=yes`: turned down again after all have seen it (A13) */
    TATATA_FACE = 15,
    TATATA_PLANE = 16,
};

static inline int tatata_face(int space)
{
    return space & TATATA_FACE;
}

static inline int tatata_plane(int space) /* the seat, or -1 */
{
    return (space >> 4) - 1;
}

static inline bool tatata_is_card(int space)
{
    return tatata_face(space) >= TATATA_DOWN;
}

/* What strikes: a kind of Sky card, or one of these. */
enum {
    TATATA_GUN = TATATA_KINDS, /* a Deck card played as tatata */
    TATATA_BOLT,               /* the second strike of odin, into the clouds */
};

/* An action is one of these plus its argument. */
enum {
    TATATA_FLY = 0x000,   /* + card: `play CARD as fly` */
    TATATA_SHOOT = 0x100, /* + card: `play CARD as tatata` */
    TATATA_MOVE = 0x200,  /* + card: `play CARD as move` */
    TATATA_LOOP = 0x300,  /* + card: `play CARD as loop` */
    TATATA_ACT = 0x400,   /* + card: `action CARD` */
    TATATA_TOSS = 0x500,  /* + card: `discard CARD` */
    TATATA_USE = 0x600,   /* + kind */
    TATATA_RECOVER = 0x700,
    TATATA_END = 0x701,
    TATATA_DODGE = 0x800, /* + card */
    TATATA_TAKE = 0x900,
    TATATA_KEEP = 0xa00,
    TATATA_DROP = 0xb00, /* + card */
    TATATA_CALM = 0xc00,
    TATATA_WIND = 0xd00,      /* + 8 * seat + cards - 1, and 4 more for backward */
    TATATA_PUT = 0x10000,     /* + 256 * leg + cards before it */
    TATATA_GO = 0x20000,      /* + 16 * number of the Sky card ahead + bombed seat + 1 */
    TATATA_GO_BASE = 0x30000, /* + 16 * number of the base ahead + bombed seat + 1 */
};

enum { TATATA_DRAW, TATATA_SKY }; /* kinds of outcome; b[0] is the card, or the kind */

typedef enum tatata_phase {
    TATATA_DEALING,   /* chance: `who` draws one of the first four cards */
    TATATA_DRAWING,   /* chance: `who` draws up to four at the start of the turn */
    TATATA_ACTING,    /* the turn's seat */
    TATATA_ANSWERING, /* `who` is struck: dodge or take */
    TATATA_PUTTING,   /* the turn's seat puts the Sky card `back` into the circuit */
    TATATA_TURNING,   /* chance: the card under the plane of `who` */
    TATATA_SIPPING,   /* chance: `who` draws a card for beer */
    TATATA_TASTING,   /* `who` keeps or drops it */
    TATATA_WINDING,   /* `who` moves planes, or calms the wind */
    TATATA_OVER,
} tatata_phase;

typedef struct tatata_config {
    uint64_t can[3];                        /* the cards that may be played as fly, tatata, move: by colour */
    uint64_t dodges[TATATA_NUMBER_MAX + 1]; /* the cards that dodge an attack, by its strength */
    uint64_t loops;
    int32_t rounds;
    uint8_t seats;
    uint8_t leg; /* Sky cards between two bases at the start */
    uint8_t full;
    uint8_t memory;                              /* A13: players must remember the cards that were turned down again */
    uint8_t count[TATATA_KINDS];                 /* Sky cards in the box */
    uint8_t strength[TATATA_KINDS + 2];          /* of what strikes; a GUN has its card's */
    uint8_t number[TATATA_DECK][TATATA_COLOURS]; /* as the rules in force read the card */
    uint8_t reserved[2];
} tatata_config;

/* One hurricane that blows: the stack of those interrupted by another is tatata_public.wind. */
typedef struct tatata_wind {
    uint8_t pilot;
    uint8_t points;
    uint8_t moved; /* a bit a seat */
} tatata_wind;

/* What everybody sees. A view repeats it as it stands.
 *
 * `batch` is what can be told of hidden Deck cards: 0 for a discard, else the card lies in the draw pile or in a hand
 * and came from the pile of that number, the oldest being 1. When discards become a new pile, the cards still in hands
 * are known to all as a set; numbers of which no card is left are closed up. */
typedef struct tatata_public {
    int32_t laps[TATATA_SEATS];
    uint64_t discards;
    uint16_t round;     /* from 0 */
    uint16_t fly, move; /* points of this turn */
    uint8_t phase;
    uint8_t turn;             /* the seat whose turn it is */
    uint8_t who;              /* the seat that decides, draws or turns a card */
    uint8_t plays;            /* full rules: cards that may still be played in this turn, or FRESH */
    uint8_t looping;          /* A22 */
    uint8_t burning, smoking; /* a bit a seat */
    uint8_t n_ring;
    uint8_t ring[TATATA_RING];
    uint8_t at[TATATA_SEATS];                                /* where each plane is in the ring */
    uint8_t base[TATATA_SEATS];                              /* where each base is */
    uint8_t held[TATATA_SEATS][TATATA_KINDS - TATATA_SMOKE]; /* Sky cards taken, by seat and kind */
    uint8_t unseen[TATATA_KINDS];                            /* Sky cards that nobody has seen */
    uint8_t weapon, strength;                                /* ANSWERING */
    uint8_t back;                    /* the Sky card to be put back once it is answered, or NO_KIND */
    uint8_t landing;                 /* the seat whose plane turns its Sky card next, or NOBODY */
    uint8_t storm;                   /* odin or rain while it strikes, or NO_KIND */
    uint8_t storm_pilot, storm_next; /* and how many seats from the pilot's on have been looked at */
    uint8_t n_batches;
    uint8_t batch[TATATA_DECK];
    uint8_t n_winds;
    tatata_wind wind[TATATA_CIRCUIT]; /* A14: every hurricane card blows once a turn */
    uint8_t reserved[3];
} tatata_public;

typedef struct tatata_state {
    tatata_public open;
    uint64_t hand[TATATA_SEATS];
    uint8_t drawn; /* SIPPING is over, TASTING: the card, in no hand yet; else NO_CARD */
    uint8_t reserved[3];
    /* `memory=yes`, else 0: the Sky cards on which a plane stopped in this turn, a bit each in the order of the ring. All saw
     * that, whatever the card; of these the hurricanes have blown. */
    uint32_t visited;
} tatata_state;

static inline int tatata_count(uint64_t cards)
{
    return __builtin_popcountll(cards);
}

static inline int tatata_take(uint64_t *cards) /* the lowest, out of a set that is not empty */
{
    const int first = __builtin_ctzll(*cards);
    *cards &= *cards - 1;
    return first;
}

static inline uint64_t tatata_card(int card)
{
    return (uint64_t)1 << card;
}

static inline bool tatata_is_burning(const tatata_public *o, int seat)
{
    return o->burning >> seat & 1;
}

#endif
