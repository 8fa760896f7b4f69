/* Remembers, while a search simulates games, how those went on that began with the same action. */
#ifndef BOTS_OUTLOOK_H
#define BOTS_OUTLOOK_H

#include <tatami/search.h>

#include "bots/advice.h"

enum { OUTLOOK_REPLIES = 12 }; /* different replies that are counted per action; others are not */

typedef struct outlook_reply {
    tm_event seen;
    uint32_t n;
} outlook_reply;

typedef struct outlook_sum {
    tm_action action;
    uint32_t n;
    uint64_t chances[TM_MAX_SEATS];
    int64_t points[TM_MAX_SEATS];
    outlook_reply replies[OUTLOOK_REPLIES];
    int n_replies;
} outlook_sum;

typedef struct outlooks {
    const tm_game *game;
    const void *config;
    int seat, n_seats;
    uint32_t deciders;               /* the seats that decide together with ours: what they choose is no reply */
    uint32_t together[TM_MAX_SEATS]; /* seats whose chances have always been the same */
    outlook_sum *sums;
    int n, capacity;
    tm_event reply; /* in the present simulation */
    bool replied, failed;
} outlooks;

void outlooks_init(outlooks *o, const tm_question *question);
void outlooks_free(outlooks *o);
/* An event that is about to be simulated in this world. */
void outlooks_see(outlooks *o, const void *world, const tm_event *event);
/* The simulation ended in this world, with these chances; it began with `action`. */
void outlooks_count(outlooks *o, tm_action action, const void *world, const int32_t *chances);
void outlooks_give(const outlooks *o, tm_action action, tm_outlook *out);

/* tm_search, or tm_search_advised unless `advice` is NULL, which also fills `o` unless that is NULL. */
int outlooks_search(const tm_question *question, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out,
                    outlooks *o, const tm_advice *advice);

#endif
