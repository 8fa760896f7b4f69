/* TATATA!: the Deck cards: piles, draws, discards. */
#ifndef TATATA_DECK_H
#define TATATA_DECK_H

#include "tatata_rules.h"

/* Moves a card from a hand to the discards, where everybody sees it. */
void tatata_discard(tatata_public *open, int card);
/* A10: before a draw, makes the discards the new pile if there is none; false if there is nothing to draw. */
bool tatata_ready_pile(tatata_state *state);

#endif
