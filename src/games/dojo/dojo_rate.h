/* Dojo: how good a dojo is so far, row by row and column by column. Used by the rules of thumb and by learners. */
#ifndef DOJO_RATE_H
#define DOJO_RATE_H

#include "dojo_rules.h"

enum { DOJO_POINT = 16 }; /* all ratings are sixteenths of a point */

/* A dojo as it is rated: its rows from the topmost one on and its columns from the leftmost one. Each is the sum of its cards, one in
 * the four bits of every card's disciple or belt. */
typedef struct dojo_lines {
    uint64_t free; /* dojo_free_places(); 0 if the dojo is full */
    uint32_t row[DOJO_ROWS], col[DOJO_COLUMNS];
    int16_t row_rate[DOJO_ROWS], col_rate[DOJO_COLUMNS];
    uint8_t row_n[DOJO_ROWS], col_n[DOJO_COLUMNS];   /* cards */
    uint8_t equal[DOJO_ROWS];                        /* how many of a row are of one disciple, jokers left out */
    uint8_t at_row[DOJO_ROWS], at_col[DOJO_COLUMNS]; /* the trophies there */
    uint8_t top, left;                               /* before the first card, where that will lie */
    uint8_t stage;                                   /* how much time is left */
} dojo_lines;

/* How much time is left, in three steps: all that ratings know of the turn. */
int dojo_stage(const dojo_public *open);
void dojo_look_at(const dojo_public *open, int seat, dojo_lines *out);
/* The same, from what was seen before the card at `place` lay there; false if it could not be seen from that. */
bool dojo_look_on(const dojo_public *open, int seat, const dojo_lines *before, int place, dojo_lines *out);

/* What a card adds to each row, from the one above the topmost on, and to each column, from the one left of all. To those that are full,
 * as much as to empty ones. */
typedef struct dojo_gains {
    int16_t row[1 + DOJO_ROWS], col[1 + DOJO_COLUMNS];
    int corner; /* the place where these two lines meet; may lie outside the grid */
} dojo_gains;

dojo_gains dojo_gains_of(const dojo_lines *lines, int card);
/* The two halves of it: what a card adds to rows depends on its disciple, to columns on its belt. */
void dojo_row_gains(const dojo_lines *lines, int disciple, int16_t *out);
void dojo_col_gains(const dojo_lines *lines, int belt, int16_t *out);

/* The place above the topmost row and left of all columns, which may lie outside the grid. */
static inline int dojo_corner(const dojo_lines *lines)
{
    return DOJO_STRIDE * (lines->top - 1) + lines->left - 1;
}

static inline int dojo_gain_at(const dojo_gains *gains, int place)
{
    const uint32_t at = (uint32_t)(place - gains->corner);
    return gains->row[at / DOJO_STRIDE] + gains->col[at % DOJO_STRIDE];
}

/* What the card is worth in its best place. */
int dojo_best_gain(const dojo_lines *lines, const dojo_gains *gains);
int dojo_fit(const dojo_lines *lines, int card);
/* What a trophy adds to each row or column, as the trophy demands; 0 where it cannot lie, because the line is empty or has one. */
dojo_gains dojo_trophy_gains(const dojo_lines *lines, int trophy);
/* The points that the seat's dojo is likely to have in the end. */
int dojo_rate(const dojo_config *config, const dojo_public *open, int seat, const dojo_lines *lines);

#endif
