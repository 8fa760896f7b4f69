#include "tatata_effects.h"

#include "tatata_circuit.h"
#include "tatata_deck.h"

enum { WIND_POINTS = 6 };

static void ask(tatata_public *o, tatata_phase phase, int who)
{
    o->phase = (uint8_t)phase;
    o->who = (uint8_t)who;
}

void tatata_strike(tatata_public *o, int target, int weapon, int strength)
{
    o->weapon = (uint8_t)weapon;
    o->strength = (uint8_t)strength;
    ask(o, TATATA_ANSWERING, target);
}

void tatata_hit(tatata_public *o, int seat)
{
    if (tatata_is_burning(o, seat))
        tatata_fall(o, seat);
    else
        o->burning |= (uint8_t)(1u << seat);
}

/* Asks the next seat that the storm reaches; false when it is over. */
static bool storm_strikes(const tatata_config *c, tatata_public *o)
{
    while (o->storm_next < c->seats) {
        const int seat = (o->storm_pilot + o->storm_next) % c->seats;
        int weapon = o->storm;
        if (weapon == TATATA_ODIN && o->storm_next > 0) weapon = TATATA_BOLT;
        o->storm_next++;
        if (weapon == TATATA_BOLT && tatata_face(tatata_space(o, seat)) != TATATA_UP + TATATA_CLOUDS) continue;
        if (!tatata_reaches(o, weapon, seat)) continue;
        tatata_strike(o, seat, weapon, c->strength[weapon]);
        return true;
    }
    o->storm = TATATA_NO_KIND;
    o->storm_pilot = o->storm_next = 0;
    return false;
}

static void take_card(tatata_state *s, int seat, int kind)
{
    tatata_public *o = &s->open;
    int n = 0;
    for (int i = 0; i < TATATA_KINDS - TATATA_SMOKE; i++) n += o->held[seat][i];
    if (n == TATATA_HOLD) return; /* A13: it stays where it is */
    const uint32_t before = tatata_visit(o, o->at[seat]) - 1;
    s->visited = (s->visited & before) | (s->visited >> 1 & ~before);
    o->held[seat][kind - TATATA_SMOKE]++;
    o->ring[o->at[seat]] = (uint8_t)(TATATA_GAP + TATATA_PLANE * (seat + 1)); /* A9 */
}

/* A13, A14: applies a card that has just been turned over to the pilot. True if a draw is due at once. */
static bool apply_face(const tatata_config *c, tatata_state *s, int seat, int face)
{
    tatata_public *o = &s->open;
    uint8_t *space = &o->ring[o->at[seat]];
    if (c->memory) s->visited |= tatata_visit(o, o->at[seat]);
    switch (face) {
    case TATATA_UP + TATATA_ODIN:
    case TATATA_UP + TATATA_RAIN:
        o->storm = (uint8_t)(face - TATATA_UP);
        o->storm_pilot = (uint8_t)seat;
        return false;
    case TATATA_UP + TATATA_HURRICANE: {
        tatata_wind *wind = &o->wind[o->n_winds++];
        wind->pilot = (uint8_t)seat;
        wind->points = WIND_POINTS;
        *space = (uint8_t)((*space & ~TATATA_FACE) | TATATA_BLOWN);
        return false;
    }
    case TATATA_UP + TATATA_BEER:
        if (!tatata_ready_pile(s)) return false;
        ask(o, TATATA_SIPPING, seat);
        return true;
    case TATATA_UP + TATATA_CLOUDS:
    case TATATA_BLOWN: return false;
    default: take_card(s, seat, face - TATATA_UP); return false;
    }
}

/* The plane that has just stopped turns over its card. True if chance is due. */
static bool land(const tatata_config *c, tatata_state *s)
{
    tatata_public *o = &s->open;
    const int seat = o->landing, face = tatata_face(tatata_space(o, seat));
    o->landing = TATATA_NOBODY;
    if (face == TATATA_BASE) return false;
    if (face != TATATA_DOWN) return apply_face(c, s, seat, face);
    ask(o, TATATA_TURNING, seat);
    return true;
}

void tatata_resume(const tatata_config *c, tatata_state *s)
{
    tatata_public *o = &s->open;
    o->weapon = TATATA_NO_KIND;
    o->strength = 0;
    for (;;) {
        if (o->storm != TATATA_NO_KIND) {
            if (storm_strikes(c, o)) return;
        } else if (o->back != TATATA_NO_KIND) {
            ask(o, TATATA_PUTTING, o->turn);
            return;
        } else if (o->landing != TATATA_NOBODY) {
            if (land(c, s)) return;
        } else if (o->n_winds) {
            ask(o, TATATA_WINDING, o->wind[o->n_winds - 1].pilot);
            return;
        } else {
            ask(o, TATATA_ACTING, o->turn);
            return;
        }
    }
}

void tatata_turned(const tatata_config *c, tatata_state *s, int kind)
{
    tatata_public *o = &s->open;
    const int seat = o->who;
    o->unseen[kind]--;
    o->ring[o->at[seat]] = (uint8_t)(TATATA_UP + kind + TATATA_PLANE * (seat + 1));
    if (!apply_face(c, s, seat, TATATA_UP + kind)) tatata_resume(c, s);
}
