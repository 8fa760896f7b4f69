/* TATSU: views, the worlds that fit them, and events as a seat sees them. */
#include "tatsu_view.h"

#include "base/bits.h"

/* The places whose cards the viewer knows, as a mask. */
static uint32_t seen_places(const tatsu_config *c, int round, int viewer)
{
    if (c->seats == 2) return (1u << TATSU_PLACES) - 1;
    const uint32_t own = viewer >= 0 ? 1u << tatsu_place_of(c, round, viewer) : 0;
    return c->seats == 3 ? own | 1u << TATSU_GHOST : own;
}

bool tatsu_sees_hand(const tatsu_config *c, int round, int place, int viewer)
{
    return seen_places(c, round, viewer) >> place & 1;
}

void tatsu_view(const void *config, const void *state, int seat, void *view)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_state *s = (const tatsu_state *)state;
    tatsu_view_data *v = (tatsu_view_data *)view;
    v->open = s->open;
    if (c->seats == 2) {
        __builtin_memcpy(v->known, s->hand, sizeof v->known);
    } else {
        const int own = seat < 0 ? 0 : tatsu_place_of(c, s->open.round, seat);
        __builtin_memset(v->known, 0, sizeof v->known);
        if (seat >= 0) v->known[own] = s->hand[own];
        if (c->seats == 3) v->known[TATSU_GHOST] = s->hand[TATSU_GHOST];
    }
    for (int place = 0; place < TATSU_PLACES; place++) {
        v->count[place][0] = (uint8_t)tm_bits_count(s->hand[place] & tatsu_clan_mask(0));
        v->count[place][1] = (uint8_t)tm_bits_count(s->hand[place] >> TATSU_CLAN);
    }
    v->seat = (int8_t)seat;
    __builtin_memset(v->reserved, 0, sizeof v->reserved);
}

/* The cards whose place the viewer does not know: those in hands it does not see. */
static uint32_t hidden_cards(const tatsu_view_data *v)
{
    uint32_t seen = v->open.captured[0] | v->open.captured[1] | v->open.pot | v->open.unseen;
    for (int place = 0; place < TATSU_PLACES; place++) seen |= v->known[place];
    for (int i = 0; i < v->open.n_laid; i++) seen |= 1u << v->open.laid[i];
    return TATSU_DECK & ~seen;
}

void tatsu_world(const void *config, const void *view, tm_rng *rng, void *state)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_view_data *v = (const tatsu_view_data *)view;
    tatsu_state *s = (tatsu_state *)state;
    s->open = v->open;
    __builtin_memcpy(s->hand, v->known, sizeof s->hand);
    if (c->seats == 2 || v->open.phase == TATSU_DEALING || v->open.phase == TATSU_OVER) return;
    for (int clan = 0; clan < 2; clan++) {
        uint32_t pile = hidden_cards(v) & tatsu_clan_mask(clan);
        int left = tm_bits_count(pile);
        for (int place = 0; place < c->places; place++) {
            if (v->known[place]) continue; /* a hand is known as a whole or not at all */
            int n = v->count[place][clan];
            if (n == left) { /* the last hand takes the rest */
                s->hand[place] |= pile;
                pile = 0;
                left = 0;
                continue;
            }
            for (; n > 0; n--, left--) {
                const uint32_t card = 1u << tm_bits_nth(pile, tm_rng_below(rng, (uint32_t)left));
                s->hand[place] |= card;
                pile &= ~card;
            }
        }
    }
}

void tatsu_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_state *s = (const tatsu_state *)state;
    *seen = *event; /* decisions are public, and so is every turned card */
    if (event->seat != TM_CHANCE || event->outcome.kind != TATSU_DEAL || c->seats == 2) return;
    __builtin_memset(&seen->outcome, 0, sizeof seen->outcome);
    seen->outcome.kind = TATSU_DEAL;
    seen->outcome.n = TATSU_CARDS;
    for (int place = 0; place < TATSU_PLACES; place++) {
        const uint8_t *hand = event->outcome.b + 7 * place;
        uint8_t *out = seen->outcome.b + 7 * place;
        if (tatsu_sees_hand(c, s->open.round, place, viewer)) {
            __builtin_memcpy(out, hand, 7);
            continue;
        }
        /* Reds first: the order in which hidden cards were dealt is a secret. */
        int red = 0;
        for (int i = 0; i < 7; i++) red += hand[i] < TATSU_CARDS && !tatsu_clan_of(hand[i]);
        for (int i = 0; i < 7; i++) out[i] = i < red ? TATSU_UNSEEN_RED : TATSU_UNSEEN_YELLOW;
    }
}

uint32_t tatsu_reveals(const void *config, const void *state, int seat, tm_action action)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_public *o = &((const tatsu_state *)state)->open;
    const uint32_t verb = action & ~0xffu;
    if (c->seats == 2 || verb == TATSU_ASK) return 0;
    const int source = o->phase == TATSU_GIVING ? o->asked : tatsu_turn_place(c, o);
    if (tatsu_is_ghost(c, source)) return 0;
    return ((1u << c->seats) - 1) & ~(1u << seat);
}
