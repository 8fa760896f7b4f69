/* Dojo: data and rules. See dojo_rules.c. */
#ifndef DOJO_RULES_H
#define DOJO_RULES_H

#include "dojo_box.h"
#include "dojo_score.h"

/* Places are counted from the first card: rows -2 … 2, columns -3 … 3 (D7). A place is 8 * (row + 2) + column + 3,
 * so that neighbours in a mask of places are one shift away, and anything shifted over an edge lands in the unused
 * eighth column. */
enum {
    DOJO_SEATS = 5,
    DOJO_FEWEST = 3, /* players */
    DOJO_UP = 2,     /* rows above the first card */
    DOJO_LEFT = 3,   /* columns to its left */
    DOJO_GRID_ROWS = 2 * DOJO_UP + 1,
    DOJO_GRID_COLUMNS = 2 * DOJO_LEFT + 1,
    DOJO_STRIDE = 8,
    DOJO_GRID = DOJO_STRIDE * DOJO_GRID_ROWS,
    DOJO_FIRST = DOJO_STRIDE * DOJO_UP + DOJO_LEFT, /* the place 0 0 */
    DOJO_THROWS = 3,
    DOJO_TROPHY_POINTS = 3, /* D20 */
};

/* An action is one of these plus its argument. */
enum {
    DOJO_GIVE = 0x000, /* + seat */
    DOJO_CHALLENGE = 0x100,
    DOJO_PASS = 0x101,
    DOJO_THROW = 0x200, /* + 1 rock, 2 paper, 3 scissors */
    DOJO_SWAP = 0x300,
    DOJO_KEEP = 0x301,
    DOJO_PLACE = 0x400,      /* + place */
    DOJO_TROPHY_ROW = 0x500, /* + row + 2 */
    DOJO_TROPHY_COL = 0x600, /* + column + 3 */
};

/* Kinds of outcome. TURN_UP: b[0] is the trophy. DRAW: b[0] is the card. DEAL: b[0] is the seat, b[1] its card. */
enum { DOJO_TURN_UP = 1, DOJO_DRAW, DOJO_DEAL };

typedef enum dojo_phase {
    DOJO_TURNING_UP, /* chance: the next trophy */
    DOJO_DRAWING,    /* chance: the dealer's next card */
    DOJO_DEALING,    /* chance, five players: a card to each seat (D19) */
    DOJO_GIVING,     /* the dealer decides who gets the card */
    DOJO_ASKING,     /* open.asked may challenge */
    DOJO_THROWING,   /* D21: challenger and dealer choose in secret */
    DOJO_SWAPPING,   /* the winner may swap the cards */
    DOJO_PLACING,    /* everybody who still holds a card (D8) */
    DOJO_SETTING,    /* the winner places the trophy */
    DOJO_OVER,
} dojo_phase;

typedef struct dojo_config {
    uint8_t seats;
    uint8_t white_belt, black_belt;
    uint8_t reserved;
    uint16_t n_cards;
    uint8_t cards[DOJO_CARDS]; /* copies of each, from card 1 */
    uint8_t trophies[DOJO_TROPHIES];
} dojo_config;

/* What everybody sees. A view contains an exact copy. Seats in challenger and winner are counted from 1, 0 is
 * nobody. From `holding` on everything is 0 between turns. */
typedef struct dojo_public {
    uint64_t built[DOJO_SEATS];                    /* the places that hold a card */
    uint8_t card[DOJO_SEATS][DOJO_GRID];           /* the dojos, by place */
    uint8_t at_row[DOJO_SEATS][DOJO_GRID_ROWS];    /* trophies before rows */
    uint8_t at_col[DOJO_SEATS][DOJO_GRID_COLUMNS]; /* and above columns */
    uint8_t won[DOJO_SEATS][DOJO_TROPHIES];        /* how many of each, including those back in the box (D18) */
    uint8_t unseen[DOJO_CARDS];                    /* copies of each card that have not been face up */
    uint8_t pile[DOJO_TROPHIES];                   /* trophies that have not been turned up */
    uint8_t phase;
    uint8_t turn;                /* from 0 */
    uint8_t dealer;              /* 0 where there is none (D19) */
    uint8_t trophy;              /* the one that lies face up */
    uint8_t holding;             /* one bit per seat that has a card and has not placed it */
    uint8_t face_up[DOJO_SEATS]; /* those cards, after a challenge */
    uint8_t asked;               /* ASKING: whose answer is due */
    uint8_t challenger;
    uint8_t winner;
    uint8_t prize;                  /* the trophy that the winner is to place */
    uint8_t n_throws;               /* D21: how many times both have thrown */
    uint8_t thrown;                 /* who has thrown this time: 1 the challenger, 2 the dealer */
    uint8_t throws[DOJO_THROWS][2]; /* the challenger's and the dealer's */
    uint8_t kept_of; /* how many seats, including the dealer, had no card when the dealer kept one; 0: not yet */
    uint8_t reserved[3];
} dojo_public;

typedef struct dojo_state {
    dojo_public open;
    uint8_t hand[DOJO_SEATS]; /* the cards that lie face down */
    uint8_t drawn;            /* GIVING: the card that the dealer is looking at */
    uint8_t throwing[2];      /* what was thrown this time and not yet shown */
} dojo_state;

/* D19: no dealer and no challenge in this turn. */
static inline bool dojo_deals_at_random(const dojo_config *config, int turn)
{
    return config->seats == DOJO_SEATS && (turn == 0 || turn == DOJO_TURNS - 1);
}

/* Of a turn that is not dealt at random (D4, D19). */
static inline int dojo_dealer_of(const dojo_config *config, int turn)
{
    return (turn - (config->seats == DOJO_SEATS)) % config->seats; /* NOLINT: at least three play */
}

/* Draws one of n things, of which there are count[0], count[1] …; returns its number from 1, every copy equally
 * likely. */
uint8_t dojo_pick(tm_rng *rng, const uint8_t *count, int n);
/* D7: where the next card may go, one bit per place. */
uint64_t dojo_free_places(uint64_t built);
/* D21: 1 if the challenger's sign, the first one, wins; -1 if the dealer's does; 0 for equal ones. */
int dojo_throw_lead(const uint8_t *signs);
int dojo_trophies_won(const dojo_public *open, int seat);
/* Copies the seat's dojo, starting at its topmost row and leftmost column; returns the place where they meet, or -1
 * if there are no cards. Empty places are DOJO_NONE. */
int dojo_so_far(const dojo_public *open, int seat, dojo_hall *out);
/* Whether the seat's dojo is full; if so, *out is the dojo as it was built. */
bool dojo_full(const dojo_public *open, int seat, dojo_hall *out);
/* Final points of a full dojo and its owner's trophies (D20). */
int dojo_points(const dojo_config *config, const dojo_public *open, int seat);
/* Who wins with these final points (D18), one bit per seat. */
uint32_t dojo_winners(const dojo_config *config, const dojo_public *open, const int32_t *points);

/* What a deciding seat may do: `verb` plus any of these, one bit each. */
typedef struct dojo_choice {
    uint64_t arguments;
    tm_action verb;
} dojo_choice;
dojo_choice dojo_choices(const dojo_config *config, const dojo_state *state, int seat);

int dojo_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why);
uint32_t dojo_bound(const void *config);
void dojo_init(const void *config, void *state);
uint32_t dojo_actors(const void *config, const void *state);
int dojo_legal(const void *config, const void *state, int seat, tm_action *out);
int dojo_apply(const void *config, void *state, int seat, tm_action action);
const char *dojo_awaits(const void *config, const void *state);
void dojo_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out);
int dojo_settle(const void *config, void *state, const tm_outcome *outcome);
void dojo_score(const void *config, const void *state, int32_t *points, uint32_t *winners);
int dojo_check(const void *config, const void *state);

extern const tm_think dojo_think;

#endif
