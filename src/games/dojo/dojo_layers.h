/* Dojo: what a search by layers has before it (dojo_layers.c), and what could at most come of it (dojo_bounds.c). */
#ifndef DOJO_LAYERS_H
#define DOJO_LAYERS_H

#include "dojo_search.h"

enum { DOJO_TABLES = 3, DOJO_PAIRS = DOJO_DISCIPLES * DOJO_DISCIPLES };

typedef struct dojo_layers {
    dojo_search *s;
    uint64_t belt[DOJO_PLACES];      /* of the card there: one in the eight bits of its belt */
    uint64_t triples;                /* how many columns the cards of each belt are enough for: eight bits each */
    uint64_t all;                    /* belts of all cards */
    uint64_t brings[DOJO_ROWS];      /* of an assistant that was used: the belts among the columns in row_free */
    uint32_t col_free[DOJO_COLUMNS]; /* of a broom that was used: the rows whose cards may still change places */
    uint32_t row_free[DOJO_ROWS];    /* of an assistant: the columns */
    uint32_t changed[DOJO_COLUMNS];  /* by a broom of the last layer: rows whose assistant is left */
    int most;                        /* no more is to be found */
    uint32_t ascending
        [1 << DOJO_COLUMNS]; /* the orders of a row that leave the cards of these columns in theirs, a bit for each */
    uint8_t rest[1 << DOJO_COLUMNS][24]; /* by brooms and order of a row: the cards for the columns without a broom */
    uint8_t trophy[DOJO_ROWS];           /* which table of points a row has */
    uint8_t points[DOJO_TABLES][DOJO_PAIRS]
                  [DOJO_PAIRS]; /* of a row with two cards from the first two columns and two from the others */
    dojo_shares shares;
} dojo_layers;

/* A row that is about to be rearranged: what the columns could at most give then, as a sum. */
typedef struct dojo_placing {
    uint8_t with[DOJO_COLUMNS]
                [DOJO_COLUMNS]; /* of a column with a broom, by the row's card that it gets; 0 of others */
    uint8_t rest[16];           /* of the other columns, by the cards that are left for them */
} dojo_placing;

/* Fills `trophy` and `points`. */
void dojo_tables_init(dojo_layers *y);
/* What the rows could at most give by the orders that col_free leaves open, if each had all that its columns can bring for itself alone. */
int dojo_rows_at_most(const dojo_layers *y);
/* The most that the rows can give by the orders that col_free leaves open, if it is more than `least`: arranges them so. */
int dojo_lay_rows(dojo_layers *y, int least);

/* What the columns, what the rows could at most give while these are left. */
int dojo_cols_limit(const dojo_layers *y, uint32_t brooms, uint32_t assistants);
int dojo_rows_limit(const dojo_layers *y, uint32_t brooms, uint32_t assistants);

/* `assistants` are those that are left after the row. What moves is taken as it is before. `rests`: which cards may be left
 * for the columns without a broom, a bit for each set. */
void dojo_placing_init(const dojo_layers *y, int row, uint32_t brooms, uint32_t assistants, uint32_t rests,
                       dojo_placing *out);

#endif
