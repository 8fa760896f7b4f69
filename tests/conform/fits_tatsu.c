#include "conform/fits.h"

#include <string.h>

#include "games/tatsu/tatsu_view.h"

/* Puts every hidden card into every hidden hand in turn, and keeps what looks the same. With two players nothing that lies
 * face down is in the state: the true state is the only one. */
int fits_tatsu(const void *config, const void *state, int viewer, fits_emit emit, void *context)
{
    const tatsu_config *c = config;
    tatsu_state s = *(const tatsu_state *)state;
    tatsu_view_data truth, candidate;
    int cards[TATSU_CARDS], places[TATSU_PLACES], n_cards = 0, n_places = 0;
    tatsu_view(config, state, viewer, &truth);
    for (int place = 0; place < c->places && c->seats > 2; place++) {
        if (tatsu_sees_hand(c, s.open.round, place, viewer)) continue;
        places[n_places++] = place;
        for (int card = 0; card < TATSU_CARDS; card++)
            if (s.hand[place] >> card & 1) cards[n_cards++] = card;
    }
    long n_ways = 1;
    for (int i = 0; i < n_cards; i++)
        if ((n_ways *= n_places) > FITS_MAX) return -1;
    for (long way = 0; way < n_ways; way++) {
        for (int i = 0; i < n_places; i++) s.hand[places[i]] = 0;
        long rest = way;
        for (int i = 0; i < n_cards; i++, rest /= n_places) s.hand[places[rest % n_places]] |= 1u << cards[i];
        tatsu_view(config, &s, viewer, &candidate);
        if (memcmp(&candidate, &truth, sizeof truth) == 0) emit(context, &s);
    }
    return 0;
}
