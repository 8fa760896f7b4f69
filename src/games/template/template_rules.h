/* The template game: data and rules. See template_rules.c. */
#ifndef TEMPLATE_RULES_H
#define TEMPLATE_RULES_H

#include "template_box.h"

enum { TEMPLATE_SEATS = 4 };

enum { TEMPLATE_FOLD, TEMPLATE_STAY, TEMPLATE_UNDECIDED }; /* the first two are the actions */

enum { TEMPLATE_UNSEEN = 255 }; /* in an event as a viewer saw it: a card they did not see */

typedef enum template_phase { TEMPLATE_DEALING, TEMPLATE_CHOOSING, TEMPLATE_OVER } template_phase;

typedef struct template_config {
    uint8_t seats, rounds, top; /* cards 1 … top */
} template_config;

/* What everybody sees. */
typedef struct template_public {
    int16_t points[TEMPLATE_SEATS];
    uint8_t round; /* from 0 */
    uint8_t phase;
    uint8_t n_dealt;               /* seats that have a card */
    uint8_t chosen;                /* one bit per seat that has chosen: everybody knows that, but not what it chose */
    uint8_t shown[TEMPLATE_SEATS]; /* the cards of those who stayed in the last round, 0 for the others */
} template_public;

typedef struct template_state {
    template_public open;
    uint8_t card[TEMPLATE_SEATS]; /* 0: none yet */
    uint8_t choice[TEMPLATE_SEATS];
} template_state;

int template_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why);
uint32_t template_bound(const void *config);
void template_init(const void *config, void *state);
uint32_t template_actors(const void *config, const void *state);
int template_legal(const void *config, const void *state, int seat, tm_action *out);
int template_apply(const void *config, void *state, int seat, tm_action action);
const char *template_awaits(const void *config, const void *state);
void template_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out);
int template_settle(const void *config, void *state, const tm_outcome *outcome);
void template_score(const void *config, const void *state, int32_t *points, uint32_t *winners);
int template_check(const void *config, const void *state);

#endif
