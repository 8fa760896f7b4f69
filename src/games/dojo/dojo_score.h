/* Dojo: the points of a full dojo. */
#ifndef DOJO_SCORE_H
#define DOJO_SCORE_H

#include "dojo_box.h"

enum { DOJO_ROWS = 3, DOJO_COLUMNS = 4, DOJO_PLACES = DOJO_ROWS * DOJO_COLUMNS };

/* A full dojo: cards row by row, and the trophies beside the rows and above the columns. */
typedef struct dojo_hall {
    uint8_t card[DOJO_PLACES];
    uint8_t row[DOJO_ROWS];
    uint8_t col[DOJO_COLUMNS];
} dojo_hall;

/* The points of a row or a column without rearranging, with the best use of jokers and a raccoon trophy. */
int dojo_row_points(const dojo_hall *hall, int row);
int dojo_col_points(const dojo_hall *hall, int col);

/* The highest total over all uses and orders of brooms and assistants (D17). If `best` is not NULL, it receives the
 * arrangement with that total. */
int dojo_count(const dojo_hall *hall, dojo_hall *best);

#endif
