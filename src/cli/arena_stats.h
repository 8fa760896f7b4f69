/* The results of games between bots: shares of wins, bots against each other, and how certain they are.
 *
 * One observation is a deal, played in every rotation of the bots over the seats: the luck of the cards and the seat
 * is the same for all, and deals are independent of each other, while the games of one deal are not. */
#ifndef CLI_ARENA_STATS_H
#define CLI_ARENA_STATS_H

#include <tatami/base.h>

/* Who plays: places around the table, repeated from the start if necessary; a bot may have several. */
typedef struct arena_lineup {
    int n_seats, n_places, n_bots;
    int places[TM_MAX_SEATS]; /* the bot of each place */
} arena_lineup;

static inline int arena_bot_at(const arena_lineup *lineup, int rotation, int seat)
{
    return lineup->places[(seat + rotation) % lineup->n_places];
}

/* The share of wins if all were equally strong. */
double arena_even(const arena_lineup *lineup, int bot);

/* How one game ended. */
typedef struct arena_result {
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;           /* one bit per seat */
    int32_t luck[TM_MAX_SEATS]; /* as tm_luck; unused if it is not measured */
} arena_result;

/* A running mean of independent observations. */
typedef struct arena_mean {
    uint64_t n;
    double mean, squares; /* the sum of the squared distances from the mean */
} arena_mean;

void arena_mean_add(arena_mean *mean, double value);

enum { ARENA_LUCK_LEAST = 10 }; /* deals; a line through two or three says nothing */

/* Shares of wins, from 0 to 1, and the luck in the same deals (tm_luck), which is good or bad and 0 on average. */
typedef struct arena_share {
    arena_mean won, luck;
    double together; /* the sum of the products of the distances from both means */
} arena_share;

void arena_share_add(arena_share *share, double won, double luck);
/* The shares without luck: on average the same, with less scatter. As much of the luck is taken away as makes them scatter least; to take away all
 * of it would be best only if it were measured exactly. `out_explained` (or NULL) is the part of the scatter that luck explains. */
arena_mean arena_without_luck(const arena_share *share, double *out_explained);
/* The 95% interval of a mean of at least one observation from 0 to 1. */
void arena_interval(const arena_mean *mean, double *out_low, double *out_high);

typedef enum arena_verdict { ARENA_OPEN, ARENA_LOW, ARENA_HIGH } arena_verdict;

/* The sequential test of mean `low` against mean `high`, called after every observation. If one of the two is true,
 * it decides for the other about one time in twenty. It never decides within the first few observations. */
arena_verdict arena_test(const arena_mean *mean, double low, double high);

/* The games of all deals so far, in order: deal by deal, and by rotation within a deal. */
typedef struct arena_tally {
    arena_lineup lineup;
    uint64_t n_deals; /* complete deals: only these are in the means */
    arena_share shares[TM_MAX_SEATS];
    arena_mean points[TM_MAX_SEATS];
    arena_mean pairs[TM_MAX_SEATS][TM_MAX_SEATS]; /* the first bot against the second; unused if they are the same */
    struct arena_deal {
        int n_games;
        int n_seats[TM_MAX_SEATS]; /* held by each bot */
        double shares[TM_MAX_SEATS], luck[TM_MAX_SEATS], points[TM_MAX_SEATS], pairs[TM_MAX_SEATS][TM_MAX_SEATS];
    } deal; /* the one under way */
} arena_tally;

/* Whether this game was the last of its deal. */
bool arena_tally_add(arena_tally *tally, const arena_result *result);

#endif
