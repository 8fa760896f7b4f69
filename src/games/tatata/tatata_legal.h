/* TATATA!: what the seat whose turn it is may do, asked by `legal` and by `apply`. */
#ifndef TATATA_LEGAL_H
#define TATATA_LEGAL_H

#include "tatata_data.h"

/* Full rules: whether a card, Deck or Sky, may be played now; always so with basic rules. */
bool tatata_may_play(const tatata_config *config, const tatata_public *open);
/* The cards in hand for which `verb`, FLY … TOSS, is legal. */
uint64_t tatata_playable(const tatata_config *config, const tatata_state *state, uint32_t verb);
/* `use KIND`, smoke to missile. */
bool tatata_can_use(const tatata_config *config, const tatata_public *open, int kind);
bool tatata_can_bomb(const tatata_config *config, const tatata_public *open);
/* Whether there is a flight at all. */
bool tatata_can_go(const tatata_public *open);
/* `put L I` (A12). */
bool tatata_can_put(const tatata_config *config, const tatata_public *open, int leg, int after);

#endif
