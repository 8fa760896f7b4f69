/* TATATA!: the Deck cards: piles, draws, discards. */
#ifndef TATATA_DECK_H
#define TATATA_DECK_H

#include "tatata_data.h"

/* The k-th, from 0, of a set with more than k. */
int tatata_nth(uint64_t cards, uint32_t k);
/* The draw pile, as the truth has it. */
uint64_t tatata_pile(const tatata_state *state);
/* Moves a card from a hand to the discards, where everybody sees it. */
void tatata_discard(tatata_public *open, int card);
/* A10: before a draw, makes the discards the new pile if there is none; false if there is nothing to draw. */
bool tatata_ready_pile(tatata_state *state);

#endif
