#include "conform/fits.h"

#include <string.h>

#include "games/template/template_view.h"

/* Every card and choice for every seat, and what looks the same. */
int fits_template(const void *config, const void *state, int viewer, fits_emit emit, void *context)
{
    const template_config *c = config;
    template_state s = *(const template_state *)state;
    template_view_data truth, candidate;
    const long each = (c->top + 1L) * 3;
    long n_ways = 1;
    template_view(config, state, viewer, &truth);
    if (c->seats > 2 || viewer < 0) return -1;
    for (int seat = 0; seat < c->seats; seat++)
        if (seat != viewer) n_ways *= each;
    for (long way = 0; way < n_ways; way++) {
        long rest = way;
        for (int seat = 0; seat < c->seats && seat < TEMPLATE_SEATS; seat++) {
            if (seat == viewer) continue;
            s.card[seat] = (uint8_t)(rest % (c->top + 1));
            s.choice[seat] = (uint8_t)(rest / (c->top + 1) % 3);
            rest /= each;
        }
        template_view(config, &s, viewer, &candidate);
        if (template_check(config, &s) == 0 && memcmp(&candidate, &truth, sizeof truth) == 0) emit(context, &s);
    }
    return 0;
}
