/* Dojo: where the points of a row or a column come from. */
#ifndef DOJO_EXPLAIN_H
#define DOJO_EXPLAIN_H

#include "dojo_score.h"

/* Cards of a line that count together. */
typedef struct dojo_group {
    uint8_t of;    /* in a row a disciple, DOJO_RACCOON if there are only raccoons; in a column a belt */
    uint8_t cards; /* one bit per card, from the left or from the top */
    uint8_t points;
} dojo_group;

/* The cards in their current places, which may be empty (DOJO_NONE). Writes at most DOJO_COLUMNS groups, the most
 * valuable first, and returns how many. */
int dojo_explain_row(const dojo_hall *hall, int row, dojo_group *out);
int dojo_explain_col(const dojo_hall *hall, int col, dojo_group *out);
int dojo_explain_points(const dojo_group *groups, int n);
/* The raccoons of a row that count as another disciple. */
int dojo_explain_raccoons(const dojo_hall *hall, int row, const dojo_group *groups, int n);

#endif
