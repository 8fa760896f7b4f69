#include "conform/fits.h"

#include <string.h>

#include "games/tatata/tatata_deck.h"
#include "games/tatata/tatata_rules.h"
#include "games/tatata/tatata_view.h"

enum { DRAWN = TATATA_SEATS, PILE, PLACES, TATATA_SKY_CARDS = 30 };

/* Hidden Deck cards and how many lie in each place: a hand, the card drawn for beer, the draw pile. */
typedef struct deal {
    const void *config;
    tatata_state state;
    tatata_view_data truth;
    int viewer;
    int n_cards, cards[TATATA_DECK], left[PLACES];
    fits_emit emit;
    void *context;
} deal;

static void lay(deal *d, int place, int card, bool there)
{
    if (place == DRAWN)
        d->state.drawn = there ? (uint8_t)card : TATATA_NO_CARD;
    else if (place < DRAWN)
        d->state.hand[place] ^= tatata_card(card);
}

/* A13, `memory=yes`: every way to lay the Sky cards that are not seen, from this space on; each copy of a card is another. */
static void turn_on(deal *d, int at)
{
    tatata_view_data candidate;
    tatata_public *o = &d->state.open;
    while (at < o->n_ring && tatata_face(d->truth.open.ring[at]) != TATATA_SEEN) at++;
    if (at == o->n_ring) {
        if (tatata_check(d->config, &d->state)) return; /* a hurricane that was visited has blown */
        tatata_view(d->config, &d->state, d->viewer, &candidate);
        if (memcmp(&candidate, &d->truth, sizeof candidate) == 0) d->emit(d->context, &d->state);
        return;
    }
    const uint8_t space = o->ring[at];
    for (int face = TATATA_UP; face <= TATATA_BLOWN; face++) {
        const int kind = face == TATATA_BLOWN ? (int)TATATA_HURRICANE : face - TATATA_UP, copies = o->unseen[kind];
        o->ring[at] = (uint8_t)((space & ~TATATA_FACE) | face);
        o->unseen[kind]--;
        for (int copy = 0; copy < copies; copy++) turn_on(d, at + 1);
        o->unseen[kind]++;
    }
    o->ring[at] = space;
}

/* Every way to lay the cards from number i on. */
static void deal_on(deal *d, int i)
{
    if (i == d->n_cards) {
        turn_on(d, 0);
        return;
    }
    for (int place = 0; place < PLACES; place++) {
        if (!d->left[place]) continue;
        d->left[place]--;
        lay(d, place, d->cards[i], true);
        deal_on(d, i + 1);
        lay(d, place, d->cards[i], false);
        d->left[place]++;
    }
}

/* The number of ways, or FITS_MAX + 1 for more. */
static double count_ways(const deal *d)
{
    double ways = 1;
    int rest = d->n_cards;
    for (int place = 0; place < PLACES; place++)
        for (int k = 1; k <= d->left[place]; k++) {
            ways = ways * rest-- / k;
            if (ways > 1e12) return FITS_MAX + 1;
        }
    for (int at = 0, left = TATATA_SKY_CARDS; at < d->truth.open.n_ring && ways <= FITS_MAX; at++)
        if (tatata_face(d->truth.open.ring[at]) == TATATA_SEEN) ways *= left--;
    return ways;
}

/* Takes up all that the viewer does not see and lays it out again in every way that leaves the same numbers. Which pile
 * a card came from is known, so many of these look different. */
int fits_tatata(const void *config, const void *state, int viewer, fits_emit emit, void *context)
{
    const tatata_config *c = config;
    deal d = {
        .config = config, .state = *(const tatata_state *)state, .viewer = viewer, .emit = emit, .context = context};
    uint64_t hidden = tatata_pile(&d.state);
    d.left[PILE] = tatata_count(hidden);
    for (int seat = 0; seat < c->seats; seat++) {
        if (seat == viewer) continue;
        d.left[seat] = tatata_count(d.state.hand[seat]);
        hidden |= d.state.hand[seat];
    }
    if (d.state.drawn != TATATA_NO_CARD && d.state.open.who != viewer) {
        d.left[DRAWN] = 1;
        hidden |= tatata_card(d.state.drawn);
    }
    while (hidden) d.cards[d.n_cards++] = tatata_take(&hidden);
    tatata_view(config, state, viewer, &d.truth);
    if (count_ways(&d) > FITS_MAX) return -1;
    /* What is turned down again is taken up as well. */
    if (c->memory) memcpy(d.state.open.unseen, d.truth.open.unseen, sizeof d.state.open.unseen);
    for (int seat = 0; seat < c->seats; seat++)
        if (seat != viewer) d.state.hand[seat] = 0;
    if (d.left[DRAWN]) d.state.drawn = TATATA_NO_CARD;
    deal_on(&d, 0);
    return 0;
}
