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
    /* What cards add to the rows, by disciple, and to the columns, by belt; worked out when somebody asks, and then its bit in `known` is set. */
    int16_t row[DOJO_DISCIPLES][1 + DOJO_ROWS], col[DOJO_BELTS][1 + DOJO_COLUMNS];
    uint16_t known;
    bool any;
} dojo_seen;

/* The last one by seat and number of cards; at first all 0. A search plays on from one position again and again, so it nearly always finds the
 * dojos that lay there. 15 KB. */
typedef struct dojo_memory {
    dojo_seen of[DOJO_SEATS][DOJO_PLACES + 1];
} dojo_memory;

/* What dojo_look_at(), dojo_gains_of() and dojo_fit() would say. Without a memory (NULL) they are asked, and nothing else is kept: on a
 * card, where there is none, each byte counts. */
const dojo_lines *dojo_recall(dojo_memory *memory, const dojo_public *open, int seat, dojo_lines *room);
dojo_gains dojo_recall_gains(dojo_memory *memory, const dojo_public *open, int seat, int card);
/* The lines, and what the card would be worth there in its best place (0 for no card). */
const dojo_lines *dojo_recall_with(dojo_memory *memory, const dojo_public *open, int seat, int card, dojo_lines *room,
                                   int *out_fit);
int dojo_recall_fit(dojo_memory *memory, const dojo_public *open, int seat, int card);

#endif
