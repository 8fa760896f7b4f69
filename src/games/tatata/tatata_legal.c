#include "tatata_legal.h"

#include "base/bits.h"
#include "tatata_circuit.h"
#include "tatata_rules.h"

enum { WIND_MAX = 3 };

bool tatata_may_play(const tatata_config *c, const tatata_public *o)
{
    return !c->full || (o->plays != TATATA_FRESH && o->plays > 0); /* A20 */
}

uint64_t tatata_playable(const tatata_config *c, const tatata_state *s, uint32_t verb)
{
    const tatata_public *o = &s->open;
    const uint64_t hand = s->hand[o->turn];
    if (verb == TATATA_ACT) return c->full && o->plays == TATATA_FRESH ? hand : 0;
    if (verb == TATATA_TOSS) return c->full ? 0 : hand;
    if (!tatata_may_play(c, o)) return 0;
    if (verb == TATATA_MOVE) return hand & c->can[TATATA_GREEN];
    if (tatata_is_burning(o, o->turn)) return 0; /* A17 */
    if (verb == TATATA_FLY) return hand & c->can[TATATA_BLUE];
    if (verb == TATATA_LOOP) return o->looping ? 0 : hand & c->loops;
    const uint64_t guns = hand & c->can[TATATA_RED];
    return guns && tatata_target(o, o->turn, TATATA_GUN) >= 0 ? guns : 0;
}

bool tatata_can_use(const tatata_config *c, const tatata_public *o, int kind)
{
    if (!o->held[o->turn][kind - TATATA_SMOKE] || tatata_is_burning(o, o->turn) || !tatata_may_play(c, o)) return false;
    return kind == TATATA_SMOKE || tatata_target(o, o->turn, kind) >= 0;
}

bool tatata_can_bomb(const tatata_config *c, const tatata_public *o)
{
    return o->held[o->turn][TATATA_BOMB - TATATA_SMOKE] && tatata_may_play(c, o); /* A23 */
}

bool tatata_can_go(const tatata_public *o)
{
    return o->fly > 0 && !tatata_is_burning(o, o->turn);
}

bool tatata_can_put(const tatata_config *c, const tatata_public *o, int leg, int after)
{
    const int n = tatata_leg_cards(c, o, leg);
    return tatata_some_leg_has_two(c, o) ? after >= 1 && after < n : after <= n;
}

static int put_cards(tm_action *out, int n, tm_action verb, uint64_t cards)
{
    while (cards) out[n++] = verb + (tm_action)tatata_take(&cards);
    return n;
}

/* The flights to Sky cards, or those to bases. */
static int put_flights(const tatata_config *c, const tatata_public *o, tm_action *out, int n, bool bases)
{
    const int seat = o->turn;
    const bool bomb = tatata_can_bomb(c, o);
    tatata_flight flight = tatata_start(o, seat);
    while (tatata_step(o, seat, &flight)) {
        const bool base = tatata_face(o->ring[flight.at]) == TATATA_BASE;
        if (base != bases || !tatata_can_stop(o, seat, &flight)) continue;
        const tm_action go = base ? TATATA_GO_BASE + 16 * flight.bases : TATATA_GO + 16 * flight.cards;
        out[n++] = go;
        if (!bomb || o->laps[seat] + (int32_t)flight.laps >= TATATA_LAPS) continue;
        for (uint32_t targets = flight.passed; targets;) out[n++] = go + 1 + (tm_action)tm_bits_take(&targets);
    }
    return n;
}

static int legal_turn(const tatata_config *c, const tatata_state *s, tm_action *out)
{
    const tatata_public *o = &s->open;
    int n = 0;
    for (uint32_t verb = TATATA_FLY; verb <= TATATA_TOSS; verb += TATATA_SHOOT - TATATA_FLY)
        n = put_cards(out, n, verb, tatata_playable(c, s, verb));
    for (int kind = TATATA_SMOKE; kind < TATATA_BOMB; kind++)
        if (tatata_can_use(c, o, kind)) out[n++] = TATATA_USE + (tm_action)kind;
    if (tatata_is_burning(o, o->turn) && o->move > 0) out[n++] = TATATA_RECOVER;
    out[n++] = TATATA_END;
    if (!tatata_can_go(o)) return n;
    n = put_flights(c, o, out, n, false);
    return o->move ? put_flights(c, o, out, n, true) : n;
}

static int legal_wind(const tatata_config *c, const tatata_public *o, tm_action *out)
{
    const tatata_wind *wind = &o->wind[o->n_winds - 1];
    const int most = wind->points < WIND_MAX ? (int)wind->points : (int)WIND_MAX;
    int n = 0;
    out[n++] = TATATA_CALM;
    for (int seat = 0; seat < c->seats; seat++) {
        if (wind->moved >> seat & 1) continue;
        const tm_action blow = TATATA_WIND + 8 * (tm_action)seat;
        for (int back = 0; back < 2; back++)
            for (int cards = 1; cards <= most; cards++)
                if (tatata_blow(o, seat, back ? -cards : cards) >= 0)
                    out[n++] = blow + (tm_action)(4 * back + cards - 1);
    }
    return n;
}

static int legal_put(const tatata_config *c, const tatata_public *o, tm_action *out)
{
    const bool two = tatata_some_leg_has_two(c, o);
    int n = 0;
    for (int leg = 0; leg < c->seats; leg++) {
        const int cards = tatata_leg_cards(c, o, leg);
        for (int after = two ? 1 : 0; after < (two ? cards : cards + 1); after++)
            out[n++] = TATATA_PUT + 256 * (tm_action)leg + (tm_action)after;
    }
    return n;
}

int tatata_legal(const void *config, const void *state, int seat, tm_action *out)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_state *s = (const tatata_state *)state;
    const tatata_public *o = &s->open;
    int n = 0;
    if (seat != o->who) return 0;
    switch (o->phase) {
    case TATATA_ACTING: return legal_turn(c, s, out);
    case TATATA_ANSWERING:
        n = put_cards(out, n, TATATA_DODGE, s->hand[seat] & c->dodges[o->strength]);
        out[n++] = TATATA_TAKE;
        return n;
    case TATATA_PUTTING: return legal_put(c, o, out);
    case TATATA_TASTING:
        if (tatata_count(s->hand[seat]) < TATATA_HAND) out[n++] = TATATA_KEEP;
        out[n++] = TATATA_DROP + s->drawn;
        return n;
    case TATATA_WINDING: return legal_wind(c, o, out);
    default: return 0;
    }
}
