#include "conform/fits.h"

#include <string.h>

#include "games/takamatsu/takamatsu_view.h"

/* Puts every hidden card that the viewer does not hold into every hand, the viewer's left out, and into none, and
 * keeps what looks the same: hands of the right size, out of the right shuffles. */
int fits_takamatsu(const void *config, const void *state, int viewer, fits_emit emit, void *context)
{
    const takamatsu_config *c = config;
    const takamatsu_state *truth = state;
    takamatsu_view_data seen, candidate;
    int cards[TAKAMATSU_HIDDEN], seats[TAKAMATSU_SEATS], n_cards = 0, n_seats = 0;
    takamatsu_view(config, state, viewer, &seen);
    for (int seat = 0; seat < c->seats; seat++)
        if (seat != viewer) seats[n_seats++] = seat;
    for (int card = 0; card < c->n_hidden; card++)
        if (truth->open.shuffle[card] && !(viewer >= 0 && seen.hand[viewer] >> card & 1)) cards[n_cards++] = card;
    long n_ways = 1;
    for (int i = 0; i < n_cards; i++)
        if ((n_ways *= n_seats + 1) > FITS_MAX) return -1;
    for (long way = 0; way < n_ways; way++) {
        takamatsu_state s = *truth;
        long rest = way;
        memset(s.hand, 0, sizeof s.hand);
        if (viewer >= 0) s.hand[viewer] = seen.hand[viewer];
        for (int i = 0; i < n_cards; i++, rest /= n_seats + 1)
            if (rest % (n_seats + 1) < n_seats) s.hand[seats[rest % (n_seats + 1)]] |= 1u << cards[i];
        takamatsu_sort_equals(c, &s);
        takamatsu_view(config, &s, viewer, &candidate);
        if (memcmp(&candidate, &seen, sizeof seen) == 0) emit(context, &s);
    }
    return 0;
}
