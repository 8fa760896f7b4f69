/* A network that judges positions (net.h): what it thinks of a state as a seat sees it, and of actions, by trying them. */
#ifndef BOTS_POSITIONS_H
#define BOTS_POSITIONS_H

#include "bots/net.h"

enum { TM_TRIES = 16, TM_LOOKED_AT = 256 };

/* What a seat saw last, and the first layer's sums for it: the next observation differs little. */
typedef struct tm_seen {
    bool any;
    uint8_t *observation;
    int32_t *sums;
} tm_seen;

typedef struct tm_positions {
    const tm_game *game;
    const void *config;
    const tm_net *net;
    void *world, *at, *view;
    uint8_t *observation;
    tm_net_thought *thought;
    tm_seen seen[TM_MAX_SEATS];
    int tries;        /* TM_TRIES, of all actions together, if they are few: then each is tried in several worlds */
    int looked_at;    /* TM_LOOKED_AT, actions of a longer list that are tried */
    uint64_t looks;   /* how often it has evaluated the network */
    uint64_t ordered; /* actions of long lists that it has put in order */
} tm_positions;

/* An action and what the network expects of it. */
typedef struct tm_rated {
    tm_action action;
    int32_t value;
} tm_rated;

/* NULL if out of memory. The config and the network must stay. */
tm_positions *tm_positions_new(const tm_game *game, const void *config, const tm_net *net);
void tm_positions_free(tm_positions *positions);

/* What the seat can expect from here, by what it sees. The state must be one that was drawn from a view. */
int32_t tm_positions_value(tm_positions *positions, const void *state, int seat);
/* Tries actions in worlds that fit the view, the same for the same view on every target. Writes those that were tried, at most `looked_at`,
 * in the order of the list; returns how many. */
int tm_positions_try(tm_positions *positions, const void *view, int seat, const tm_action *legal, int n_legal,
                     tm_rated *out);

#endif
