/* TATATA!: the circuit as a ring of spaces, how planes move along it, and what can be hit from where. */
#ifndef TATATA_CIRCUIT_H
#define TATATA_CIRCUIT_H

#include "tatata_data.h"

static inline int tatata_ahead(const tatata_public *o, int at)
{
    return at + 1 == o->n_ring ? 0 : at + 1;
}

static inline int tatata_behind(const tatata_public *o, int at)
{
    return at ? at - 1 : o->n_ring - 1;
}

static inline int tatata_space(const tatata_public *o, int seat)
{
    return o->ring[o->at[seat]];
}

/* A13: whether players must remember what is on this space: a Sky card that all have seen, with no plane on it that has
 * turned it up. Always false with `memory=no`. */
bool tatata_is_turned_down(const tatata_config *config, const tatata_public *open, int at);
/* The bit of a Sky card in `visited`. */
uint32_t tatata_visit(const tatata_public *open, int at);
/* A24: Sky cards and bases from a seat's own base to its plane. */
int tatata_advance(const tatata_public *open, int seat);
/* A4, A5: bases, cards face down, planes at home. */
void tatata_lay_out(const tatata_config *config, tatata_public *open);

/* Moves the plane to a free space or its own; if it leaves a gap, the gap closes (A9). */
void tatata_carry(tatata_public *open, int seat, int to);
/* Puts a Sky card of this kind, seen by all, in front of what is at `at`; n_ring is the end. */
void tatata_insert(tatata_public *open, int at, int kind);
/* A17, A7: back to the first base with no plane on it. */
void tatata_fall(tatata_public *open, int seat);

/* A flight of `seat`, one stop at a time. */
typedef struct tatata_flight {
    int at;
    uint32_t cards, bases; /* passed and reached: what it costs */
    uint32_t laps;
    uint32_t passed; /* the planes that a bomb could have hit on the way here (A11), one bit per seat */
} tatata_flight;

tatata_flight tatata_start(const tatata_public *open, int seat);
/* Goes on to the next Sky card or base; false if there are not enough points. */
bool tatata_step(const tatata_public *open, int seat, tatata_flight *flight);
bool tatata_can_stop(const tatata_public *open, int seat, const tatata_flight *flight);

/* A14: where a wind of this many Sky cards, negative for backward, carries a plane; -1 if it cannot. */
int tatata_blow(const tatata_public *open, int seat, int cards);

/* Whether the weapon gets through to a plane where it is (A14, A16, A18). */
bool tatata_reaches(const tatata_public *open, int weapon, int seat);
/* The plane that a gun, krauten, laser or missile of `seat` hits, or -1. */
int tatata_target(const tatata_public *open, int seat, int weapon);

/* A12. The Sky cards of a leg; the numbers I of `put L I`, and the place in the ring of a legal one. */
int tatata_leg_cards(const tatata_config *config, const tatata_public *open, int leg);
bool tatata_some_leg_has_two(const tatata_config *config, const tatata_public *open);
int tatata_put_place(const tatata_public *open, int leg, int after);

#endif
