/* TATATA!: the invariants; their numbers are explained in tatata_rules.c. */
#include "tatata_circuit.h"
#include "tatata_rules.h"

static int check_ranges(const tatata_config *c, const tatata_public *o)
{
    const uint32_t seats = (1u << c->seats) - 1;
    if (o->phase > TATATA_OVER || o->turn >= c->seats || o->who >= c->seats) return 1;
    if (o->round > c->rounds || (o->round == c->rounds && o->phase != TATATA_OVER)) return 1;
    if (o->looping > c->full || (o->burning | o->smoking) & ~seats) return 1;
    if (c->full ? o->plays > TATATA_NUMBER_MAX && o->plays != TATATA_FRESH : o->plays != 0) return 1;
    for (int seat = 0; seat < c->seats; seat++)
        if (o->laps[seat] > TATATA_LAPS || (o->laps[seat] == TATATA_LAPS && o->phase != TATATA_OVER)) return 1;
    return 0;
}

static int check_ring(const tatata_config *c, const tatata_public *o)
{
    int bases = 0, planes = 0;
    if (o->n_ring > TATATA_RING) return 2;
    for (int i = 0; i < o->n_ring; i++) {
        const int face = tatata_face(o->ring[i]), there = tatata_plane(o->ring[i]);
        if (face > TATATA_BLOWN || there >= c->seats || (there >= 0 && o->at[there] != i)) return 2;
        if (face == TATATA_GAP && there < 0) return 2;
        if (face == TATATA_BASE && (bases == c->seats || o->base[bases++] != i)) return 2;
        planes += there >= 0;
    }
    for (int i = o->n_ring; i < TATATA_RING; i++)
        if (o->ring[i]) return 2;
    for (int seat = c->seats; seat < TATATA_SEATS; seat++)
        if (o->at[seat] || o->base[seat] || o->laps[seat]) return 2;
    return bases == c->seats && planes == c->seats && o->base[0] == 0 ? 0 : 2;
}

static int check_sky(const tatata_config *c, const tatata_public *o)
{
    int seen[TATATA_KINDS] = {0}, down = 0, unseen = 0, total = 0;
    for (int i = 0; i < o->n_ring; i++) {
        const int face = tatata_face(o->ring[i]);
        down += face == TATATA_DOWN;
        if (face >= TATATA_UP) seen[face == TATATA_BLOWN ? TATATA_HURRICANE : face - TATATA_UP]++;
    }
    for (int seat = 0; seat < TATATA_SEATS; seat++) {
        int n = 0;
        for (int i = 0; i < TATATA_KINDS - TATATA_SMOKE; i++) {
            seen[TATATA_SMOKE + i] += o->held[seat][i];
            n += o->held[seat][i];
        }
        if (n > (seat < c->seats ? TATATA_HOLD : 0)) return 3;
    }
    if (o->back != TATATA_NO_KIND) seen[o->back]++;
    for (int kind = 0; kind < TATATA_KINDS; kind++) {
        if (seen[kind] + o->unseen[kind] != c->count[kind]) return 3;
        unseen += o->unseen[kind];
        total += seen[kind];
    }
    return down <= unseen && down + total == c->seats * c->leg ? 0 : 3;
}

/* `memory=yes`: where planes stopped in this turn. */
static int check_visited(const tatata_config *c, const tatata_state *s)
{
    const tatata_public *o = &s->open;
    uint32_t cards = 0;
    if (!c->memory) return s->visited ? 6 : 0;
    for (int i = 0; i < o->n_ring; i++) {
        if (!tatata_is_card(o->ring[i])) continue;
        const uint32_t bit = tatata_visit(o, i);
        const int face = tatata_face(o->ring[i]);
        cards |= bit;
        if (face == TATATA_BLOWN ? !(s->visited & bit) : face == TATATA_UP + TATATA_HURRICANE && s->visited & bit)
            return 6;
        if (face == TATATA_DOWN && s->visited & bit) return 6;
    }
    return s->visited & ~cards ? 6 : 0;
}

static int check_deck(const tatata_config *c, const tatata_state *s)
{
    const tatata_public *o = &s->open;
    uint64_t all = o->discards, batches = 0;
    int pile_batch = 0;
    for (int seat = 0; seat < TATATA_SEATS; seat++) {
        if (all & s->hand[seat] || tatata_count(s->hand[seat]) > (seat < c->seats ? TATATA_HAND : 0)) return 4;
        all |= s->hand[seat];
    }
    if ((s->drawn != TATATA_NO_CARD) != (o->phase == TATATA_TASTING)) return 4;
    if (s->drawn != TATATA_NO_CARD) {
        if (s->drawn >= TATATA_DECK || all >> s->drawn & 1) return 4;
        all |= tatata_card(s->drawn);
    }
    if (all & ~TATATA_DECK_MASK) return 4;
    for (int card = 0; card < TATATA_DECK; card++) {
        if ((o->batch[card] == 0) != (o->discards >> card & 1)) return 4;
        batches |= (uint64_t)1 << o->batch[card];
        if (all >> card & 1) continue;
        if (pile_batch && pile_batch != o->batch[card]) return 4;
        pile_batch = o->batch[card];
    }
    return (batches | 1) == ((uint64_t)2 << o->n_batches) - 1 ? 0 : 4;
}

static int check_waiting(const tatata_config *c, const tatata_public *o)
{
    const bool answering = o->phase == TATATA_ANSWERING;
    const bool turn = o->phase == TATATA_ACTING || o->phase == TATATA_DEALING || o->phase == TATATA_DRAWING ||
                      o->phase == TATATA_OVER;
    if ((o->weapon != TATATA_NO_KIND) != answering || (!answering && o->strength)) return 5;
    if ((o->storm != TATATA_NO_KIND) !=
            (o->weapon == TATATA_ODIN || o->weapon == TATATA_RAIN || o->weapon == TATATA_BOLT) ||
        (o->storm == TATATA_NO_KIND && (o->storm_pilot || o->storm_next)))
        return 5;
    const bool strikes = answering && o->storm == TATATA_NO_KIND;
    const bool gun = o->weapon == TATATA_GUN;
    if (o->back != TATATA_NO_KIND ? !(strikes && !gun) && o->phase != TATATA_PUTTING
                                  : (strikes && !gun) || o->phase == TATATA_PUTTING)
        return 5;
    if (o->landing != TATATA_NOBODY && (o->back != TATATA_BOMB || o->landing != o->turn)) return 5;
    if (o->n_winds > TATATA_CIRCUIT || (turn && o->n_winds) || (o->phase == TATATA_WINDING && !o->n_winds)) return 5;
    for (int i = 0; i < TATATA_CIRCUIT; i++) {
        const tatata_wind *w = &o->wind[i];
        if (i < o->n_winds ? w->pilot >= c->seats || w->points > 6 : w->pilot || w->points || w->moved) return 5;
    }
    if ((o->phase == TATATA_OVER || o->phase == TATATA_DEALING) && (o->fly || o->move || o->looping)) return 5;
    return 0;
}

int tatata_check(const void *config, const void *state)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_state *s = (const tatata_state *)state;
    int broken = check_ranges(c, &s->open);
    if (!broken) broken = check_ring(c, &s->open);
    if (!broken) broken = check_sky(c, &s->open);
    if (!broken) broken = check_deck(c, s);
    if (!broken) broken = check_waiting(c, &s->open);
    return broken ? broken : check_visited(c, s);
}
