/* Dojo: how good a dojo is so far, row by row and column by column. Used by the rules of thumb and by learners. */
#ifndef DOJO_RATE_H
#define DOJO_RATE_H

#include "dojo_rules.h"

enum { DOJO_POINT = 16 }; /* all ratings are sixteenths of a point */

/* What a card adds to each row or column; undefined for those that are full. */
typedef struct dojo_gains {
    int16_t row[DOJO_GRID_ROWS], col[DOJO_GRID_COLUMNS];
} dojo_gains;

dojo_gains dojo_gains_of(const dojo_public *open, int seat, int card);

static inline int dojo_gain_at(const dojo_gains *gains, int place)
{
    return gains->row[place / DOJO_STRIDE] + gains->col[place % DOJO_STRIDE];
}

/* What the card is worth to the seat in its best place. */
int dojo_fit(const dojo_public *open, int seat, int card);
/* What a trophy adds to each row or column, as the trophy demands; 0 where it cannot lie, because the line is empty or has one. */
dojo_gains dojo_trophy_gains(const dojo_public *open, int seat, int trophy);
/* The points that the seat's dojo is likely to have in the end. */
int dojo_rate(const dojo_config *config, const dojo_public *open, int seat);

#endif
