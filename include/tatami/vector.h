/* Many tables of one setup, stepped together for learning programs: thousands of games in one call, into arrays that
 * the caller owns.
 *
 * At every moment each table waits for one seat to choose one token (tatami/learn.h). A step takes one token per
 * table, plays until the next choice, and writes what the seat to choose sees and what it may choose. Chance is
 * drawn inside. If several seats decide at the same time, they are asked one after the other in seat order; each
 * sees only its view, so none learns what another has just decided. A game that ends is followed by a new one in the
 * same step.
 *
 * Results depend on the setup, the seed and the tokens alone, not on the number of threads. */
#ifndef TATAMI_VECTOR_H
#define TATAMI_VECTOR_H

#include <tatami/learn.h>
#include <tatami/table.h>

TM_HEADER_BEGIN

typedef struct tm_vector tm_vector;

enum { TM_VECTOR_MAX_TABLES = 1 << 24, TM_VECTOR_MAX_THREADS = 64 };
#define TM_PLAYOUTS_MAX ((uint64_t)1 << 48) /* games of one call */

/* The caller's memory, one row per table; any of them may be NULL. */
typedef struct tm_vector_arrays {
    uint8_t *observations; /* tm_vector_observation() bytes per table, for the seat to choose */
    uint8_t *masks;        /* tm_learn.n_tokens bytes per table: 1 for a token that may be chosen */
    int32_t *seats;        /* the seat to choose */
    uint8_t *dones;        /* 1 if a game ended in this step; the rest of the row is about the new one */
    float *rewards;        /* one per table and seat: 0, or at the end of a game its share of the win, 1 in all */
    int32_t *points;       /* one per table and seat: 0, or the points at the end of a game */
} tm_vector_arrays;

/* Threads are started once and wait between steps; 0 or 1: only the caller's thread. The setup is copied; a box must
 * outlive the vector. TM_ERANGE for numbers out of range. */
int tm_vector_new(const tm_setup *setup, int n_tables, int n_threads, uint64_t seed, tm_vector **out, tm_why *why);
void tm_vector_free(tm_vector *vector);

const tm_setup *tm_vector_setup(const tm_vector *vector);
int tm_vector_n_tables(const tm_vector *vector);
/* Bytes of one observation: the game's and, if an action takes several tokens, one byte for each token chosen so far
 * (the token + 1; 0 for none yet). */
uint32_t tm_vector_observation(const tm_vector *vector);

/* How each token reads in each frame (tm_learn): n_frames rows of n_tokens. Writes nothing for a game without frames. */
void tm_vector_turns(const tm_vector *vector, uint16_t *out);

/* Starts all games again. */
void tm_vector_reset(tm_vector *vector, uint64_t seed, const tm_vector_arrays *out);
/* One token per table. TM_EILLEGAL if one of them may not be chosen: then nothing has changed, and *out_wrong (or NULL) is the
 * first such table. */
int tm_vector_step(tm_vector *vector, const int32_t *tokens, const tm_vector_arrays *out, int *out_wrong);

/* Whole games, added up. */
typedef struct tm_sums {
    uint64_t games, decisions;
    uint64_t shared; /* games with several winners */
    uint64_t digest; /* of every game's result: equal runs have equal digests, whatever played them */
    int64_t points[TM_MAX_SEATS];
    uint64_t wins[TM_MAX_SEATS]; /* a shared win counts for each winner */
} tm_sums;

typedef enum tm_policy {
    TM_POLICY_RANDOM, /* any legal action, all equally likely */
    TM_POLICY_THUMB,  /* the game's rules of thumb, if it has any */
} tm_policy;

/* Plays n_games games, each from a generator of its own: stream g of the seed for game g. Not through views: the rules of
 * thumb use only what the deciding seat knows. TM_ERANGE and TM_ESPACE as above. */
int tm_playouts(const tm_setup *setup, tm_policy policy, uint64_t n_games, int n_threads, uint64_t seed, tm_sums *out,
                tm_why *why);

TM_HEADER_END

#endif
