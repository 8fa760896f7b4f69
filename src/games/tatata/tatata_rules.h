/* TATATA!: the rules, as tm_game asks for them. See tatata_rules.c. */
#ifndef TATATA_RULES_H
#define TATATA_RULES_H

#include "tatata_data.h"

enum {
    /* Four cards of at most nine reach 36 Sky cards ahead. Bases cost move points, and at most 29 hurricanes can carry
     * a plane to a beer and so to one more card: 33 cards of nine. Each goal without a bomb, or with one on seven
     * planes. */
    TATATA_MAX_GOALS = 4 * TATATA_NUMBER_MAX + 33 * TATATA_NUMBER_MAX,
    TATATA_MAX_OTHERS = 5 * TATATA_HAND + 4 + 2,
    TATATA_MAX_LEGAL = TATATA_MAX_GOALS * TATATA_SEATS + TATATA_MAX_OTHERS,
};

extern const tm_think tatata_think;

int tatata_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why);
uint32_t tatata_bound(const void *config);
void tatata_init(const void *config, void *state);
uint32_t tatata_actors(const void *config, const void *state);
int tatata_legal(const void *config, const void *state, int seat, tm_action *out);
int tatata_apply(const void *config, void *state, int seat, tm_action action);
const char *tatata_awaits(const void *config, const void *state);
void tatata_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out);
int tatata_settle(const void *config, void *state, const tm_outcome *outcome);
void tatata_score(const void *config, const void *state, int32_t *points, uint32_t *winners);
int tatata_check(const void *config, const void *state);

#endif
