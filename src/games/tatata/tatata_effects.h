/* TATATA!: what a decision sets off. Effects that wait are plain data in tatata_public, resolved in this order:
 *
 *   weapon, strength     the strike that `who` answers now
 *   storm                odin or rain: the seats that it has not yet come to
 *   back                 a Sky card to be put back (A12); a bomb before the card under the bomber is turned (A11)
 *   landing              a plane that has stopped and turns its card
 *   wind[n_winds - 1]    the hurricane that blows; those below it wait until it is calm (A14)
 *   the turn
 *
 * A strike has no further effects, so one slot of each kind and a stack of hurricanes are enough. */
#ifndef TATATA_EFFECTS_H
#define TATATA_EFFECTS_H

#include "tatata_data.h"

/* The seat is asked to dodge or to take it (A16). */
void tatata_strike(tatata_public *open, int target, int weapon, int strength);
/* It was not dodged (A17). */
void tatata_hit(tatata_public *open, int seat);
/* The plane of `who` turned this up (A13). */
void tatata_turned(const tatata_config *config, tatata_state *state, int kind);
/* Goes on until somebody must decide or chance is due. */
void tatata_resume(const tatata_config *config, tatata_state *state);

#endif
