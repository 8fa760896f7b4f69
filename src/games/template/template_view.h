/* The template game: what a seat may know. */
#ifndef TEMPLATE_VIEW_H
#define TEMPLATE_VIEW_H

#include "template_rules.h"

typedef struct template_view_data {
    template_public open;
    int8_t seat;          /* the viewer, or TM_SPECTATOR */
    uint8_t card, choice; /* the viewer's own */
    uint8_t reserved;
} template_view_data;

void template_view(const void *config, const void *state, int seat, void *view);
void template_world(const void *config, const void *view, tm_rng *rng, void *state);
void template_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen);
uint32_t template_reveals(const void *config, const void *state, int seat, tm_action action);

#endif
