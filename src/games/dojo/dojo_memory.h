/* Dojo: dojos that the rules of thumb have looked at, for when they are asked about them again. */
#ifndef DOJO_MEMORY_H
#define DOJO_MEMORY_H

#include "dojo_rate.h"

/* Everything that a look at a dojo depends on besides the turn: a word for each row of the grid, and the trophies. */
typedef struct dojo_sight {
    uint64_t card[DOJO_GRID_ROWS], at_row, at_col;
} dojo_sight;

typedef struct dojo_seen {
    dojo_sight sight;
    dojo_lines lines;
    dojo_gains gains; /* of this card: */
    uint8_t card;     /* 0: none yet */
    bool any;
} dojo_seen;

/* The last one by seat and turn; at first all 0. A search plays on from one position again and again: under the turn where it began
 * it nearly always finds what it needs. 14 KB. */
typedef struct dojo_memory {
    dojo_seen of[DOJO_SEATS][DOJO_TURNS + 1];
} dojo_memory;

/* Its `lines` are what dojo_look_at() would say. It lies in the memory until the next call for this seat, or in *room if there is no
 * memory (NULL). */
dojo_seen *dojo_recall(dojo_memory *memory, const dojo_public *open, int seat, dojo_seen *room);
/* What dojo_gains_of() would say. Who is given a card places it, so the last one is remembered. */
const dojo_gains *dojo_recall_gains(dojo_seen *seen, int card);

#endif
