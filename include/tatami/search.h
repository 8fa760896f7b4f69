/* Thinking ahead from a view alone, for any game, number of players, chance, hidden cards and decisions taken at the same
 * time. */
#ifndef TATAMI_SEARCH_H
#define TATAMI_SEARCH_H

#include <tatami/bot.h>

TM_HEADER_BEGIN

typedef struct tm_search_limits {
    uint32_t iterations;         /* at most this many */
    uint64_t events;             /* stops when so many have been imagined; 0: no limit */
    bool thorough;               /* the thought is long: do what pays then (tm_think) */
    bool (*stop)(void *context); /* asked now and then, or NULL: with NULL the result depends on nothing else */
    void *context;
} tm_search_limits;

/* What is thought of one legal action. */
typedef struct tm_search_result {
    tm_action action;
    uint32_t visits;
    uint32_t chance; /* of winning, for the deciding seat, out of TM_SURE; 0 without visits */
} tm_search_result;

/* Each iteration draws a world that fits the view, goes down a tree that all worlds share, plays on from its edge, and brings
 * the result back. One result a legal action, in their order. The number of iterations done, or TM_ESPACE. */
int tm_search(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out);

/* The same with several threads: each grows a tree of its own with its share of the iterations, and the results are added.
 * It depends on the number of threads, not on how fast they are. Not in WebAssembly. */
int tm_search_threads(const tm_question *question, const tm_search_limits *limits, int n_threads, tm_rng *rng,
                      tm_search_result *out);

/* Exact play at the end. Where no chance is left before the game is over or settled (tm_think) and few worlds and lines
 * remain: the mean chance over the worlds, each played out by everybody knowing all. 0; or TM_ERANGE where it is too much for
 * `budget` positions, or chance comes in between: then search. */
int tm_solve(const tm_question *question, uint32_t budget, tm_rng *rng, tm_search_result *out);

/* What the `hard` bot thinks of each legal action, the best first. 0 or TM_ESPACE. */
int tm_hint(const tm_question *question, tm_rng *rng, tm_search_result *out);

/* The result with most visits; among equals the higher chance, then the first. */
int tm_search_best(const tm_search_result *results, int n);

TM_HEADER_END

#endif
