/* Dojo: how likely each player is to win. */
#ifndef DOJO_CHANCES_H
#define DOJO_CHANCES_H

#include "dojo_memory.h"

/* Between two turns, or when the game is over. Out of TM_SURE, one for each seat. */
void dojo_chances(const dojo_config *config, const dojo_public *open, dojo_memory *memory, int32_t *out);

#endif
