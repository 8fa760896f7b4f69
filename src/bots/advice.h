/* What a network thinks of the actions in question, for searches that do not ask it on the way. */
#ifndef BOTS_ADVICE_H
#define BOTS_ADVICE_H

#include <tatami/search.h>

enum {
    TM_ADVISED = 32,  /* actions, at most: for long searches, and for people, who may ask about any of them */
    TM_COMPARED = 16, /* for short searches */
};

typedef struct tm_opinion {
    tm_action action;
    int32_t chance; /* of winning, out of TM_SURE */
} tm_opinion;

typedef struct tm_advice {
    tm_opinion list[TM_ADVISED]; /* best first */
    int n;
} tm_advice;

/* Whether the question's network plays too weakly with so many seats to decide anything by itself (net.h). */
bool tm_only_advises(const tm_question *question);
/* The actions that the question's network likes best, at most so many. None without a network, or without memory. */
void tm_take_advice(const tm_question *question, int most, tm_advice *out);

/* tm_search among the advised actions, of which there must be one (search.c). What the network says of them counts half as much as the simulated games
 * if it only advises, and twice as much if it plays well by itself; and also as some more games (compare.h). Actions that were not advised get no
 * visits. */
int tm_search_advised(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out,
                      const tm_advice *advice);

#endif
