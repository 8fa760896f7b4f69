/* Dojo: what good players do with a card that nobody else sees. */
#ifndef DOJO_PLAYERS_H
#define DOJO_PLAYERS_H

#include "dojo_memory.h"

/* How often, out of 100, a dealer keeps a card of this belt if so many seats have none yet. */
int dojo_keeps(int n_waiting, int belt);
/* How good it is for the dealer to give the drawn card to each of these; sixteenths of a point. */
void dojo_rate_giving(const dojo_config *config, const dojo_state *state, const tm_action *legal, int n,
                      dojo_memory *memory, int *out);
/* How much better it is for the seat to challenge than to pass. */
int dojo_rate_asking(const dojo_config *config, const dojo_state *state, int seat, dojo_memory *memory);

#endif
