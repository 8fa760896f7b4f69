/* Dojo: what a seat may know. */
#ifndef DOJO_VIEW_H
#define DOJO_VIEW_H

#include "dojo_rules.h"

/* D20: with white-belt trophies show their other side. Then `open.trophy` is DOJO_BLANK where one lies on the table, and
 * `open.pile` and `open.won` have only their numbers, all in the first place.
 *
 * A face-down card is known to the player who has it and to the dealer who gave it (D5, D19); the card the dealer is
 * looking at, only to the dealer; a throw, only to the player who made it until the other has thrown too (D21). All
 * cards are face up when the turn ends, so there is nothing hidden to remember. */
typedef struct dojo_view_data {
    dojo_public open;
    uint8_t known[DOJO_SEATS]; /* the face-down cards that the viewer knows */
    uint8_t drawn;
    uint8_t throwing[2];
    int8_t seat; /* the viewer, or TM_SPECTATOR */
    uint8_t reserved[7];
} dojo_view_data;

enum { DOJO_BLANK = DOJO_TROPHIES + 1 };

void dojo_view(const void *config, const void *state, int seat, void *view);
void dojo_world(const void *config, const void *view, tm_rng *rng, void *state);
void dojo_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen);
uint32_t dojo_reveals(const void *config, const void *state, int seat, tm_action action);

#endif
