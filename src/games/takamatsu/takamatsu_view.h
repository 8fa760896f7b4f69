/* Takamatsu: what a seat may know. */
#ifndef TAKAMATSU_VIEW_H
#define TAKAMATSU_VIEW_H

#include "takamatsu_rules.h"

enum { TAKAMATSU_SHUFFLES = TAKAMATSU_HIDDEN + 2 }; /* one a hidden card, that of the pile, and 0 */

/* Everything is public except the faces of hidden cards. Everybody has seen who took how many, and from which
 * shuffle (K13). The viewer knows its own, and all of them when the game is over. */
typedef struct takamatsu_view_data {
    takamatsu_public open;
    uint32_t hand[TAKAMATSU_SEATS];                     /* the hidden cards known to be there, as a mask */
    uint8_t taken[TAKAMATSU_SEATS][TAKAMATSU_SHUFFLES]; /* hidden cards of a seat, by shuffle */
    int8_t seat;                                        /* the viewer, or TM_SPECTATOR */
    uint8_t reserved;
} takamatsu_view_data;

void takamatsu_view(const void *config, const void *state, int seat, void *view);
void takamatsu_world(const void *config, const void *view, tm_rng *rng, void *state);
void takamatsu_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen);
uint32_t takamatsu_reveals(const void *config, const void *state, int seat, tm_action action);

#endif
