/* TATATA!: what a seat may know. */
#ifndef TATATA_VIEW_H
#define TATATA_VIEW_H

#include "tatata_data.h"

/* With `memory=yes` (A13) a Sky card that was turned down again is TATATA_SEEN in the ring, and `open.unseen` counts all
 * cards that lie face down or out of the game, those among them.
 *
 * Of the Deck cards that others hold, everybody knows how many there are and from which pile each came
 * (tatata_public: batch); only the holder knows the cards themselves. */
typedef struct tatata_view_data {
    tatata_public open;
    uint64_t hand;                                 /* the viewer's own */
    uint8_t held_batch[TATATA_SEATS][TATATA_HAND]; /* by seat, ascending; 0 where there is no card */
    uint8_t drawn_batch;                           /* TASTING: of the card drawn for beer; else 0 */
    uint8_t drawn;                                 /* that card, if the viewer drew it; else NO_CARD */
    int8_t seat;                                   /* the viewer, or TM_SPECTATOR */
    uint8_t reserved;
    uint32_t visited; /* as in the state */
} tatata_view_data;

/* The number of Deck cards in a hand, and in the draw pile. */
int tatata_view_cards(const tatata_view_data *view, int seat);
int tatata_view_pile(const tatata_view_data *view);
/* The cards of a hand that the viewer can be sure of: all of its own; of another hand, those from a pile whose other
 * hidden cards are all accounted for. */
uint64_t tatata_view_known(const tatata_view_data *view, int seat);

/* A Sky card that all had seen before is turned up without chance, and the event `seen` does not say which: its kind, and the
 * plane that stopped on it. NO_KIND where there is none. */
int tatata_view_turned(const tatata_view_data *before, const tm_event *seen, const tatata_view_data *after,
                       int *out_seat);

void tatata_view(const void *config, const void *state, int seat, void *view);
void tatata_world(const void *config, const void *view, tm_rng *rng, void *state);
void tatata_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen);
uint32_t tatata_reveals(const void *config, const void *state, int seat, tm_action action);

#endif
