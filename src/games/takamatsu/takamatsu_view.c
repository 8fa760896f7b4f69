/* Takamatsu: views, the worlds that fit them, and events as a seat sees them.
 *
 * In a world, each unknown card in a hand is any card of its shuffle (K13) that has not been used since and is not
 * in the viewer's hand; every way to deal them is equally likely. If a box has hidden cards of equal value, a state
 * that can come about in more ways is more likely, as at a real table. */
#include "takamatsu_view.h"

#include "base/bits.h"

/* The viewer's cards. Of several with equal value and shuffle we say it has the first ones; which they are in the
 * state depends on who has the others. */
static uint32_t own_cards(const takamatsu_config *c, const takamatsu_state *s, int seat)
{
    uint32_t own = 0;
    for (int card = 0, next = 0; card < c->n_hidden; card++) {
        if (card > 0 &&
            (c->hidden_value[card] != c->hidden_value[card - 1] || s->open.shuffle[card] != s->open.shuffle[card - 1]))
            next = card;
        if (s->hand[seat] >> card & 1) own |= 1u << next++;
    }
    return own;
}

void takamatsu_view(const void *config, const void *state, int seat, void *view)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_state *s = (const takamatsu_state *)state;
    takamatsu_view_data *v = (takamatsu_view_data *)view;
    __builtin_memset(v, 0, sizeof *v);
    v->open = s->open;
    v->seat = (int8_t)seat;
    for (int holder = 0; holder < c->seats; holder++)
        for (uint32_t cards = s->hand[holder]; cards;) v->taken[holder][s->open.shuffle[tm_bits_take(&cards)]]++;
    if (s->open.phase == TAKAMATSU_OVER) /* K16: all are turned up */
        __builtin_memcpy(v->hand, s->hand, sizeof v->hand);
    else if (seat >= 0)
        v->hand[seat] = own_cards(c, s, seat);
}

/* Hands out cards of one shuffle, a mask, to the seats that hold some, the viewer left out. */
static void deal(const takamatsu_view_data *v, int shuffle, uint32_t cards, tm_rng *rng, uint32_t *hand)
{
    int left = tm_bits_count(cards);
    for (int seat = 0; seat < TAKAMATSU_SEATS; seat++) {
        if (seat == v->seat) continue;
        for (int n = v->taken[seat][shuffle]; n > 0; n--, left--) {
            const uint32_t card = 1u << tm_bits_nth(cards, tm_rng_below(rng, (uint32_t)left));
            hand[seat] |= card;
            cards &= ~card;
        }
    }
}

void takamatsu_world(const void *config, const void *view, tm_rng *rng, void *state)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_view_data *v = (const takamatsu_view_data *)view;
    takamatsu_state *s = (takamatsu_state *)state;
    uint32_t unknown[TAKAMATSU_SHUFFLES] = {0};
    int oldest = 0;
    s->open = v->open;
    __builtin_memcpy(s->hand, v->hand, sizeof s->hand);
    if (v->open.phase == TAKAMATSU_OVER) return;
    const uint32_t known = takamatsu_in_hands(s);
    for (int card = 0; card < c->n_hidden; card++) {
        const int shuffle = v->open.shuffle[card];
        if (!(known >> card & 1)) unknown[shuffle] |= 1u << card;
        if (shuffle > oldest) oldest = shuffle;
    }
    for (int shuffle = 1; shuffle <= oldest; shuffle++) deal(v, shuffle, unknown[shuffle], rng, s->hand);
    takamatsu_sort_equals(c, s);
}

void takamatsu_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_public *o = &((const takamatsu_state *)state)->open;
    *seen = *event; /* decisions are public, and so is every card except one taken face down */
    if (event->seat == TM_CHANCE && event->outcome.kind == TAKAMATSU_TAKE && c->owner[o->receiving] != viewer)
        seen->outcome.b[0] = TAKAMATSU_NONE;
}

uint32_t takamatsu_reveals(const void *config, const void *state, int seat, tm_action action)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    takamatsu_state after = *(const takamatsu_state *)state;
    uint32_t seers = 0;
    if (takamatsu_apply(c, &after, seat, action)) return 0;
    if (action >= TAKAMATSU_USE && action < TAKAMATSU_WAIT) seers = ((1u << c->seats) - 1) & ~(1u << seat);
    if (after.open.phase != TAKAMATSU_OVER) return seers;
    for (int viewer = 0; viewer < c->seats; viewer++) /* K16: the hidden cards of all the others */
        for (int holder = 0; holder < c->seats; holder++)
            if (holder != viewer && after.open.held[holder]) seers |= 1u << viewer;
    return seers;
}
