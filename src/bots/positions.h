/* A network that judges positions (net.h): what it thinks of a state as a seat sees it, and of actions, by trying them. */
#ifndef BOTS_POSITIONS_H
#define BOTS_POSITIONS_H

#include "bots/net.h"

enum {
    TM_TRIES = 16,      /* of all actions together, if they are few: then each is tried in several worlds */
    TM_LOOKED_AT = 256, /* actions of a longer list that are tried */
};

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
    uint64_t looks; /* how often it has evaluated the network */
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
/* Tries actions in worlds that fit the view, the same for the same view on every target. Writes those that were tried, at most TM_LOOKED_AT,
 * in the order of the list; returns how many. */
int tm_positions_try(tm_positions *positions, const void *view, int seat, const tm_action *legal, int n_legal,
                     tm_rated *out);

#endif
