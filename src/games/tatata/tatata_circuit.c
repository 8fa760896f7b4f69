#include "tatata_circuit.h"

#define BIT(weapon) (1u << (weapon))
#define THROUGH_CLOUDS (BIT(TATATA_RAIN) | BIT(TATATA_MISSILE) | BIT(TATATA_HURRICANE) | BIT(TATATA_BOLT))
#define THROUGH_SMOKE (BIT(TATATA_RAIN) | BIT(TATATA_MISSILE) | BIT(TATATA_HURRICANE) | BIT(TATATA_KRAUTEN))

void tatata_lay_out(const tatata_config *c, tatata_public *o)
{
    int n = 0;
    for (int seat = 0; seat < c->seats; seat++) {
        o->base[seat] = o->at[seat] = (uint8_t)n;
        o->ring[n++] = (uint8_t)(TATATA_BASE + TATATA_PLANE * (seat + 1));
        for (int i = 0; i < c->leg; i++) o->ring[n++] = TATATA_DOWN;
    }
    o->n_ring = (uint8_t)n;
}

/* Base 0 is at 0 and stays there, so unused seats, which are all at 0, stay too. */
static void shift(tatata_public *o, int from, int by)
{
    for (int seat = 0; seat < TATATA_SEATS; seat++) {
        o->at[seat] = (uint8_t)(o->at[seat] + (o->at[seat] >= from ? by : 0));
        o->base[seat] = (uint8_t)(o->base[seat] + (o->base[seat] >= from ? by : 0));
    }
    o->n_ring = (uint8_t)(o->n_ring + by);
}

void tatata_insert(tatata_public *o, int at, int kind)
{
    __builtin_memmove(o->ring + at + 1, o->ring + at, (size_t)(o->n_ring - at));
    shift(o, at, 1);
    o->ring[at] = (uint8_t)(TATATA_UP + kind);
}

static void close_gap(tatata_public *o, int at)
{
    __builtin_memmove(o->ring + at, o->ring + at + 1, (size_t)(o->n_ring - at - 1));
    shift(o, at + 1, -1);
    o->ring[o->n_ring] = 0;
}

void tatata_carry(tatata_public *o, int seat, int to)
{
    const int from = o->at[seat];
    if (tatata_face(o->ring[from]) == TATATA_GAP) {
        close_gap(o, from);
        if (to > from) to--;
    } else {
        o->ring[from] &= TATATA_FACE;
    }
    o->at[seat] = (uint8_t)to;
    o->ring[to] = (uint8_t)(o->ring[to] + TATATA_PLANE * (seat + 1));
}

void tatata_fall(tatata_public *o, int seat)
{
    int at = o->at[seat];
    for (;;) {
        at = tatata_behind(o, at);
        if (o->ring[at] == TATATA_BASE) break;
        if (at == o->base[seat]) o->laps[seat]--; /* A7: somebody is on it, and the fall goes on */
    }
    tatata_carry(o, seat, at);
}

tatata_flight tatata_start(const tatata_public *o, int seat)
{
    const tatata_flight flight = {o->at[seat], 0, 0, 0, 0};
    return flight;
}

bool tatata_step(const tatata_public *o, int seat, tatata_flight *flight)
{
    for (;;) {
        const int over = tatata_plane(o->ring[flight->at]);
        if (over >= 0 && over != seat && tatata_reaches(o, TATATA_BOMB, over)) flight->passed |= 1u << over;
        flight->at = tatata_ahead(o, flight->at);
        const int face = tatata_face(o->ring[flight->at]);
        if (face >= TATATA_DOWN) return ++flight->cards <= o->fly;
        if (face == TATATA_BASE) break;
    }
    flight->laps += flight->at == o->base[seat]; /* A6 */
    return ++flight->bases <= o->move;
}

bool tatata_can_stop(const tatata_public *o, int seat, const tatata_flight *flight)
{
    const int there = tatata_plane(o->ring[flight->at]);
    return there < 0 || there == seat; /* A8; the space it leaves is free */
}

int tatata_blow(const tatata_public *o, int seat, int cards)
{
    int at = o->at[seat], left = cards < 0 ? -cards : cards;
    if (tatata_face(o->ring[at]) == TATATA_BASE) return -1;
    while (left > 0) {
        at = cards < 0 ? tatata_behind(o, at) : tatata_ahead(o, at);
        if (tatata_face(o->ring[at]) == TATATA_BASE) return -1;
        left -= tatata_is_card(o->ring[at]);
    }
    return tatata_plane(o->ring[at]) < 0 ? at : -1;
}

bool tatata_reaches(const tatata_public *o, int weapon, int seat)
{
    const int face = tatata_face(tatata_space(o, seat));
    if (face == TATATA_BASE) return false;
    if (face == TATATA_UP + TATATA_CLOUDS && !(THROUGH_CLOUDS >> weapon & 1)) return false;
    return !(o->smoking >> seat & 1) || (THROUGH_SMOKE >> weapon & 1);
}

int tatata_target(const tatata_public *o, int seat, int weapon)
{
    const bool back = weapon == TATATA_KRAUTEN || o->looping;
    const int start = o->at[seat];
    for (int at = start;;) {
        at = back ? tatata_behind(o, at) : tatata_ahead(o, at);
        if (at == start) return -1;
        const bool base = tatata_face(o->ring[at]) == TATATA_BASE;
        const int there = tatata_plane(o->ring[at]);
        if (there >= 0 && !base) return tatata_reaches(o, weapon, there) ? there : -1;
        if (weapon != TATATA_MISSILE && (base || weapon != TATATA_LASER)) return -1;
    }
}

int tatata_leg_cards(const tatata_config *c, const tatata_public *o, int leg)
{
    const int end = leg + 1 < c->seats ? o->base[leg + 1] : o->n_ring;
    int n = 0;
    for (int at = o->base[leg] + 1; at < end; at++) n += tatata_is_card(o->ring[at]);
    return n;
}

bool tatata_some_leg_has_two(const tatata_config *c, const tatata_public *o)
{
    for (int leg = 0; leg < c->seats; leg++)
        if (tatata_leg_cards(c, o, leg) >= 2) return true;
    return false;
}

int tatata_put_place(const tatata_public *o, int leg, int after)
{
    int at = o->base[leg];
    while (after > 0) after -= tatata_is_card(o->ring[++at]);
    return at + 1;
}

bool tatata_is_turned_down(const tatata_config *c, const tatata_public *o, int at)
{
    const int face = tatata_face(o->ring[at]), there = tatata_plane(o->ring[at]);
    if (!c->memory || face < TATATA_UP) return false;
    /* A plane that drops a bomb turns its card later, and one that wins does not turn it any more (A6, A11). */
    return there < 0 || there == o->landing || o->laps[there] == TATATA_LAPS;
}

uint32_t tatata_visit(const tatata_public *o, int at)
{
    int n = 0;
    for (int i = 0; i < at; i++) n += tatata_is_card(o->ring[i]);
    return 1u << n;
}

int tatata_advance(const tatata_public *o, int seat)
{
    int n = 0;
    for (int at = o->base[seat]; at != o->at[seat];) {
        at = tatata_ahead(o, at);
        n += tatata_face(o->ring[at]) != TATATA_GAP;
    }
    return n;
}
