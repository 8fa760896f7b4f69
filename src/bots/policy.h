/* A network that decides for a seat, from the seat's view and nothing else. */
#ifndef BOTS_POLICY_H
#define BOTS_POLICY_H

#include <tatami/bot.h>

#include "bots/positions.h"

typedef struct tm_policy {
    const tm_game *game;
    const void *config;
    tm_net net;
    uint8_t *observation, *mask; /* of tm_net_observation and n_tokens bytes */
    tm_net_thought *thought;
    tm_positions *positions; /* of a network that judges these, otherwise NULL */
    bool plainly;            /* they are judged as they are, without what the seat may do next (follow.h) */
} tm_policy;

/* The question's network; false if it has none. */
bool tm_net_of(const tm_question *question, tm_net *out);

/* TM_ESPACE, or TM_ESYNTAX if the file is not a sound network; then there is nothing to close. The file must stay, and
 * the policy where it is. */
int tm_policy_open(tm_policy *policy, const tm_game *game, const void *config, tm_span file);
void tm_policy_close(tm_policy *policy);

/* The best action in the network's opinion; *out_value (or NULL) is what it expects. With a single action it does not look, and the
 * value is 0. */
tm_action tm_policy_choose(tm_policy *policy, const void *view, int seat, const tm_action *legal, int n_legal,
                           int32_t *out_value);
/* The best `most` actions, best first; returns how many there are. The seat is the one that decides, whose view it is. */
int tm_policy_rank(tm_policy *policy, const void *view, int seat, const tm_action *legal, int n_legal, tm_rated *out,
                   int most);

#endif
