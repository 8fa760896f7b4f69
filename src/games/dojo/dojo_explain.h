/* Dojo: why a row or a column gives its points. */
#ifndef DOJO_EXPLAIN_H
#define DOJO_EXPLAIN_H

#include "dojo_score.h"

/* Cards of a line that count together. */
typedef struct dojo_group {
    uint8_t of;    /* in a row a disciple, DOJO_RACCOON where there are raccoons only; in a column a belt */
    uint8_t cards; /* a bit each, from the left or from the top */
    uint8_t points;
} dojo_group;

/* The cards as they lie; places may be empty (DOJO_NONE). Writes at most DOJO_COLUMNS groups, the most worth first, and
 * returns how many. */
int dojo_explain_row(const dojo_hall *hall, int row, dojo_group *out);
int dojo_explain_col(const dojo_hall *hall, int col, dojo_group *out);

#endif
