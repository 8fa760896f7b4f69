/* TATSU: what a seat may know. */
#ifndef TATSU_VIEW_H
#define TATSU_VIEW_H

#include "tatsu_rules.h"

/* Hands are known by the number of their cards of each clan (T2); the viewer's own, the ghost's (T19) and, with two
 * players, everything face up is known by card. What was captured or lies in the pot has been seen by all. */
typedef struct tatsu_view_data {
    tatsu_public open;
    uint32_t known[TATSU_PLACES];   /* the cards known to lie there */
    uint8_t count[TATSU_PLACES][2]; /* by place and clan */
    int8_t seat;                    /* the viewer, or TM_SPECTATOR */
    uint8_t reserved[3];
} tatsu_view_data;

/* Whether the faces of the cards at a place are known to the viewer. */
bool tatsu_sees_hand(const tatsu_config *config, int round, int place, int viewer);

void tatsu_view(const void *config, const void *state, int seat, void *view);
void tatsu_world(const void *config, const void *view, tm_rng *rng, void *state);
void tatsu_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen);
uint32_t tatsu_reveals(const void *config, const void *state, int seat, tm_action action);

#endif
