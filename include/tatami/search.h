/* Thinking ahead from a view alone, for any game: any number of players, chance, hidden cards, simultaneous
 * decisions. */
#ifndef TATAMI_SEARCH_H
#define TATAMI_SEARCH_H

#include <tatami/bot.h>

TM_HEADER_BEGIN

typedef struct tm_search_limits {
    uint32_t iterations;         /* at most this many */
    uint64_t events;             /* stops after simulating this many; 0: no limit */
    bool thorough;               /* a long search: use what works better then (tm_think) */
    bool (*stop)(void *context); /* called now and then, or NULL; with NULL the result is reproducible */
    void *context;
} tm_search_limits;

/* The result for one legal action. */
typedef struct tm_search_result {
    tm_action action;
    uint32_t visits;
    uint32_t chance; /* of winning, for the deciding seat, out of TM_SURE; 0 without visits */
} tm_search_result;

/* Each iteration draws a world that fits the view, walks down a tree shared by all worlds, plays out the game from
 * its edge, and carries the result back up. Fills in one result per legal action, in order. Returns the number of
 * iterations, or TM_ESPACE. */
int tm_search(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out);

/* The same with several threads: each grows its own tree with its share of the iterations, and the results are added
 * up. The result depends on the number of threads, but not on their speed. Not in WebAssembly. */
int tm_search_threads(const tm_question *question, const tm_search_limits *limits, int n_threads, tm_rng *rng,
                      tm_search_result *out);

/* Exact play at the end, when there is no more chance before the game is over or settled (tm_think), and few worlds
 * remain: the mean chance of winning over all worlds, each played out as if everybody knew everything. Returns 0, or
 * TM_ERANGE if it takes more than `budget` positions or chance comes in between: then search instead. */
int tm_solve(const tm_question *question, uint32_t budget, tm_rng *rng, tm_search_result *out);

/* Every legal action with its chance, best first: counted exactly near the end, otherwise found by a search as long as that of the `expert` bot, with the
 * advice of the question's network if there is one. 0 or TM_ESPACE. */
int tm_hint(const tm_question *question, tm_rng *rng, tm_search_result *out);

/* What the simulated games that began with one action had in common: the reasons for a hint. */
typedef struct tm_outlook {
    tm_action action;
    int32_t n_seats;
    uint32_t n; /* simulated games; without any, the rest is 0 */
    /* Each seat's chance of winning, out of TM_SURE for all sides together. A side is a seat, or seats that win and lose
     * together, which then have the same share. */
    uint32_t shares[TM_MAX_SEATS];
    uint32_t sides[TM_MAX_SEATS]; /* the seats of each seat's side, as a mask */
    int32_t points[TM_MAX_SEATS]; /* where the simulations stopped, on average, in hundredths */
    tm_event reply;               /* what another seat most often decided next, as the deciding seat would see it */
    uint32_t n_reply;             /* how often; 0: no such decision */
} tm_outlook;

/* Searches as tm_hint does, or within `limits` unless they are NULL, and remembers why. Fills in one result per legal action, best first, whose
 * chances are the seat's shares, and outlooks for the first n_outlooks of them (at most n_legal). Of actions that the network likes little
 * nothing is known: they have no visits. 0 or TM_ESPACE. */
int tm_explain(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, tm_search_result *results,
               tm_outlook *outlooks, int n_outlooks);
/* The reasons in words, for outlook `which` of n: who wins how often, what the best other choice (or the best one, if this is not)
 * would change, and the usual answer. Writes nothing for an outlook without games. */
void tm_explain_write(const tm_question *question, const tm_outlook *outlooks, int n, int which, const tm_say *say,
                      tm_rng *rng, tm_text *out);

/* The result with the most visits; if equal, the one with the higher chance, then the first. */
int tm_search_best(const tm_search_result *results, int n);

TM_HEADER_END

#endif
