/* TATATA! for learners. Seats are counted from the viewer on, and the circuit from the viewer's base. */
#include <tatami/learn.h>

#include "base/planes.h"
#include "tatata_circuit.h"
#include "tatata_view.h"

/* Stops are Sky cards and bases, as flights count them. */
enum { AHEAD = 16, BEHIND = 6, LEADS = 31, PARTS = 31, LACKS = 63, RIVALS = 3, THREATS = 5 };
enum { BOMBED = 8 }; /* a bomber that is so many stops behind or more is no threat yet */

static const tm_plane PLANES[] = {
    {"frame: own seat", 1, TATATA_SEATS - 1},
    {"phase", TATATA_OVER + 1, 1},
    {"players: 2 to 8", TATATA_SEATS - 1, 1},
    {"own seat", TATATA_SEATS, 1},
    {"full rules, memory", 2, 1},
    {"seat whose turn it is", TATATA_SEATS, 1},
    {"seat that decides or draws", TATATA_SEATS, 1},
    {"laps", TATATA_SEATS, 255},
    {"burning", TATATA_SEATS, 1},
    {"smoking", TATATA_SEATS, 1},
    {"fly points, move points", 2, 255},
    {"cards that may still be played, 255: the first one", 1, 255},
    {"looping", 1, 1},
    {"face of a space of the circuit, from 1", TATATA_RING, TATATA_FACE + 1},
    {"plane on a space, from 1", TATATA_RING, TATATA_SEATS},
    {"base on a space, from 1", TATATA_RING, TATATA_SEATS},
    {"memory: a plane stopped on this Sky card in this turn", TATATA_RING, 1},
    {"Sky cards held, by seat and kind", TATATA_SEATS *(TATATA_KINDS - TATATA_SMOKE), 255},
    {"Sky cards that nobody has seen, by kind", TATATA_KINDS, 255},
    {"what strikes", TATATA_BOLT + 1, 1},
    {"its strength", 1, 255},
    {"Sky card to be put back", TATATA_KINDS, 1},
    {"seat that lands next", TATATA_SEATS, 1},
    {"storm: odin or rain", TATATA_KINDS, 1},
    {"its pilot", TATATA_SEATS, 1},
    {"seats it has passed", 1, TATATA_SEATS},
    {"hurricanes that blow", 1, TATATA_CIRCUIT},
    {"pilot of the last one", TATATA_SEATS, 1},
    {"its points", 1, 255},
    {"planes that it has moved", TATATA_SEATS, 1},
    {"pilot of each hurricane, from 1", TATATA_CIRCUIT, TATATA_SEATS},
    {"points of each hurricane", TATATA_CIRCUIT, 255},
    {"planes that each hurricane has moved, as bits", TATATA_CIRCUIT, 255},
    {"own hand", TATATA_DECK, 1},
    {"card drawn for beer", TATATA_DECK, 1},
    {"discards", TATATA_DECK, 1},
    {"Deck cards in hand, by seat", TATATA_SEATS, TATATA_HAND},
    {"pile that each Deck card in hand came from, by seat", TATATA_SEATS *TATATA_HAND, 255},
    {"pile that the card drawn for beer came from", 1, 255},
    {"Deck cards in the pile", 1, TATATA_DECK},
    {"pile that each Deck card came from", TATATA_DECK, 255},
    {"cards known to be held by a seat", TATATA_SEATS *TATATA_DECK, 1},
    {"round", 2, 255},
    {"rounds", 2, 255},
    {"face of a stop ahead of the own plane, from 1", AHEAD, TATATA_FACE + 1},
    {"plane at a stop ahead of the own, from 1", AHEAD, TATATA_SEATS},
    {"face of a stop behind the own plane, from 1", BEHIND, TATATA_FACE + 1},
    {"plane at a stop behind the own, from 1", BEHIND, TATATA_SEATS},
    {"face of the own plane's space, from 1", 1, TATATA_FACE + 1},
    {"a plane's lead over the own, in stops; 16: none", TATATA_SEATS, LEADS},
    {"how much of the race each plane has flown, in parts of 31", TATATA_SEATS, PARTS},
    {"planes that a gun, krauten, laser or missile of the own plane hits, from 1", 4, TATATA_SEATS},
    {"stops that each plane lacks to its third lap, 63 for more", TATATA_SEATS, LACKS},
    {"the same for the three best of the others, the best first", RIVALS, LACKS},
    {"Sky cards and bases up to the own base, with it", 2, TATATA_CIRCUIT + 1},
    {"stops ahead that are free and within the own points", AHEAD, 1},
    {"how many stops the own points reach, and with the cards in hand", 2, AHEAD},
    {"stops that would still be missing to the third lap", 1, LACKS},
    {"planes that could hit the own one with a gun, krauten, laser, missile or bomb", THREATS, TATATA_SEATS - 1},
};

/* A seat counted from the viewer on; -1 for none. */
static int from_viewer(const tatata_config *c, int seat, int own)
{
    return seat < 0 || seat >= c->seats ? -1 : tm_seat_from(own, seat, c->seats);
}

/* A mask of seats, counted from the viewer on. */
static uint32_t turned(const tatata_config *c, uint32_t seats, int own)
{
    return (seats >> own | seats << (c->seats - own)) & ((1u << c->seats) - 1);
}

/* What is looked up for every space of the ring. */
typedef struct ring_facts {
    uint8_t plane[TATATA_SEATS + 1]; /* by seat + 1: the same, counted from the viewer on */
    uint8_t stops[TATATA_RING];      /* Sky cards and bases from the own base up to a space */
    int n_stops;
} ring_facts;

static int from_base(const tatata_public *o, int at, int own)
{
    const int n = at - o->base[own];
    return n < 0 ? n + o->n_ring : n;
}

static uint8_t *observe_ring(const tatata_config *c, const tatata_view_data *v, int own, uint8_t *__restrict out,
                             ring_facts *__restrict facts)
{
    const tatata_public *o = &v->open;
    uint8_t *faces = out, *planes = faces + TATATA_RING, *bases = planes + TATATA_RING, *visits = bases + TATATA_RING;
    __builtin_memset(out, 0, 4 * TATATA_RING);
    facts->plane[0] = 0;
    for (int seat = 0; seat < c->seats; seat++) facts->plane[seat + 1] = (uint8_t)(from_viewer(c, seat, own) + 1);
    const int n_ring = o->n_ring;
    int n_stops = 0;
    for (int i = 0, at = o->base[own]; i < n_ring; i++, at = at + 1 == n_ring ? 0 : at + 1) {
        const int space = o->ring[at], face = tatata_face(space);
        faces[i] = (uint8_t)(face + 1);
        planes[i] = facts->plane[tatata_plane(space) + 1];
        n_stops += face != TATATA_GAP;
        facts->stops[at] = (uint8_t)n_stops;
    }
    facts->n_stops = n_stops;
    uint32_t visited = v->visited;
    for (int at = 0; visited && at < n_ring; at++) { /* in the order of tatata_visit() */
        if (!tatata_is_card(o->ring[at])) continue;
        visits[from_base(o, at, own)] = visited & 1;
        visited >>= 1;
    }
    for (int seat = 0; seat < c->seats; seat++) bases[from_base(o, o->base[seat], own)] = facts->plane[seat + 1];
    return out + 4 * TATATA_RING;
}

static uint8_t *observe_weather(const tatata_config *c, const tatata_public *o, int own, uint8_t *out)
{
    const bool struck = o->phase == TATATA_ANSWERING;
    const tatata_wind *wind = o->n_winds ? &o->wind[o->n_winds - 1] : &o->wind[0];
    out = tm_plane_one(out, struck ? o->weapon : -1, TATATA_BOLT + 1);
    out = tm_plane_byte(out, struck ? o->strength : 0);
    out = tm_plane_one(out, o->back, TATATA_KINDS);
    out = tm_plane_one(out, from_viewer(c, o->landing, own), TATATA_SEATS);
    out = tm_plane_one(out, o->storm, TATATA_KINDS);
    const bool storm = o->storm != TATATA_NO_KIND;
    out = tm_plane_one(out, storm ? from_viewer(c, o->storm_pilot, own) : -1, TATATA_SEATS);
    out = tm_plane_byte(out, storm ? o->storm_next : 0);
    out = tm_plane_byte(out, o->n_winds);
    out = tm_plane_one(out, o->n_winds ? from_viewer(c, wind->pilot, own) : -1, TATATA_SEATS);
    out = tm_plane_byte(out, o->n_winds ? wind->points : 0);
    out = tm_plane_bits(out, o->n_winds ? turned(c, wind->moved, own) : 0, TATATA_SEATS);
    __builtin_memset(out, 0, 3 * TATATA_CIRCUIT);
    for (int i = 0; i < o->n_winds; i++) {
        out[i] = (uint8_t)(from_viewer(c, o->wind[i].pilot, own) + 1);
        out[TATATA_CIRCUIT + i] = o->wind[i].points;
        out[2 * TATATA_CIRCUIT + i] = (uint8_t)turned(c, o->wind[i].moved, own);
    }
    return out + 3 * TATATA_CIRCUIT;
}

static uint8_t *observe_cards(const tatata_config *c, const tatata_view_data *v, int own, uint8_t *out)
{
    out = tm_plane_bits(out, v->hand, TATATA_DECK);
    out = tm_plane_one(out, v->drawn, TATATA_DECK);
    out = tm_plane_bits(out, v->open.discards, TATATA_DECK);
    for (int i = 0; i < TATATA_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? tatata_view_cards(v, tm_seat_after(own, i, c->seats)) : 0);
    __builtin_memset(out, 0, TATATA_SEATS * TATATA_HAND);
    for (int i = 0; i < c->seats; i++)
        __builtin_memcpy(out + i * TATATA_HAND, v->held_batch[tm_seat_after(own, i, c->seats)], TATATA_HAND);
    out = tm_plane_byte(out + TATATA_SEATS * TATATA_HAND, v->drawn_batch);
    out = tm_plane_byte(out, tatata_view_pile(v));
    out = tm_plane_copy(out, v->open.batch, TATATA_DECK);
    for (int i = 0; i < TATATA_SEATS; i++)
        out = tm_plane_bits(out, i < c->seats ? tatata_view_known(v, tm_seat_after(own, i, c->seats)) : 0, TATATA_DECK);
    return out;
}

/* The way ahead of the own plane. */
typedef struct way {
    uint8_t card[AHEAD + 1], base[AHEAD + 1]; /* the number of the first Sky card, of the first base, of the second … */
    uint32_t free;                            /* a bit per stop: whether a flight may end there (A8) */
    int n;                                    /* stops, at most AHEAD */
} way;

/* The stops before the own plane. A plane in a gap stands at the stop that a flight meets after it. */
static uint8_t *observe_ahead(const tatata_public *o, const ring_facts *facts, int own, uint8_t *out, way *w)
{
    __builtin_memset(out, 0, 2 * AHEAD);
    __builtin_memset(w->card, AHEAD, sizeof w->card);
    __builtin_memset(w->base, AHEAD, sizeof w->base);
    w->free = 0;
    uint8_t *faces = out, *planes = out + AHEAD, *card = w->card, *base = w->base;
    int n = 0;
    for (int at = o->at[own], left = o->n_ring; n < AHEAD && left > 0; left--) {
        at = tatata_ahead(o, at);
        const int plane = tatata_plane(o->ring[at]), face = tatata_face(o->ring[at]);
        const bool here = left == 1; /* all the way round */
        if (plane >= 0 && !here) planes[n] = facts->plane[plane + 1];
        if (face == TATATA_GAP) continue;
        if (!here) faces[n] = (uint8_t)(face + 1);
        if (face == TATATA_BASE)
            *base++ = (uint8_t)n;
        else
            *card++ = (uint8_t)n;
        w->free |= (uint32_t)(plane < 0 || here) << n++;
    }
    w->n = n;
    return out + 2 * AHEAD;
}

/* The stops behind it, in the same way. */
static uint8_t *observe_behind(const tatata_public *o, const ring_facts *facts, int own, uint8_t *out)
{
    uint8_t *faces = out, *planes = out + BEHIND;
    __builtin_memset(out, 0, 2 * BEHIND);
    for (int at = o->at[own], n = 0, left = o->n_ring - 1; n < BEHIND && left > 0; left--) {
        at = tatata_behind(o, at);
        const int plane = tatata_plane(o->ring[at]), face = tatata_face(o->ring[at]);
        if (plane >= 0) planes[n] = facts->plane[plane + 1];
        if (face != TATATA_GAP) faces[n++] = (uint8_t)(face + 1);
    }
    return out + 2 * BEHIND;
}

/* Stops between a plane and its base, as tatata_advance() counts them. */
static int advance(const tatata_public *o, const ring_facts *facts, int seat)
{
    const int n = facts->stops[o->at[seat]] - facts->stops[o->base[seat]];
    return n < 0 ? n + facts->n_stops : n;
}

static int clip(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* Stops from here to the third lap; 0 for the winner. */
static int lack(const tatata_public *o, const ring_facts *facts, int seat)
{
    return (TATATA_LAPS - o->laps[seat]) * facts->n_stops - advance(o, facts, seat);
}

static uint8_t *observe_lacks(const tatata_config *c, const tatata_public *o, const ring_facts *facts, int own,
                              uint8_t *out)
{
    uint8_t *best = out + TATATA_SEATS;
    __builtin_memset(out, 0, TATATA_SEATS);
    __builtin_memset(best, LACKS, RIVALS);
    for (int i = 0; i < c->seats; i++) {
        uint8_t lacks = (uint8_t)clip(lack(o, facts, tm_seat_after(own, i, c->seats)), LACKS);
        out[i] = lacks;
        for (int k = 0; i && k < RIVALS; k++) {
            const uint8_t other = best[k];
            if (lacks >= other) continue;
            best[k] = lacks;
            lacks = other;
        }
    }
    return best + RIVALS;
}

/* How many stops these points reach: up to the first Sky card or base that is one too many. A flight takes a fly point at least (A11). */
static int reach(const way *w, int fly, int move)
{
    if (fly <= 0) return 0;
    const int card = w->card[fly < AHEAD ? fly : AHEAD], base = w->base[move < AHEAD ? move : AHEAD];
    const int n = card < base ? card : base;
    return n < w->n ? n : w->n;
}

/* The same with all cards in hand, each played for what takes the plane farthest. */
static int reach_with_hand(const tatata_config *c, const way *w, uint64_t hand, int fly, int move)
{
    const uint64_t flies = hand & c->can[TATATA_BLUE], moves = hand & c->can[TATATA_GREEN], both = flies & moves;
    for (uint64_t left = flies & ~both; left;) fly += c->number[tatata_take(&left)][TATATA_BLUE];
    for (uint64_t left = moves & ~both; left;) move += c->number[tatata_take(&left)][TATATA_GREEN];
    int most = 0;
    for (uint64_t flown = both;; flown = (flown - 1) & both) { /* every part of these cards */
        int more = 0, bases = 0;
        for (uint64_t left = flown; left;) more += c->number[tatata_take(&left)][TATATA_BLUE];
        for (uint64_t left = both & ~flown; left;) bases += c->number[tatata_take(&left)][TATATA_GREEN];
        const int n = reach(w, fly + more, move + bases);
        if (n > most) most = n;
        if (!flown) return most;
    }
}

/* Sky cards and bases between the own plane and its base. */
static uint8_t *observe_way_home(const tatata_config *c, const tatata_public *o, const ring_facts *facts, int own,
                                 uint8_t *out)
{
    const int from = o->at[own], to = o->base[own] > from ? o->base[own] : o->base[own] + o->n_ring;
    int bases = 0;
    for (int seat = 0; seat < c->seats; seat++) {
        const int base = o->base[seat] > from ? o->base[seat] : o->base[seat] + o->n_ring;
        bases += base <= to;
    }
    out = tm_plane_byte(out, facts->n_stops - advance(o, facts, own) - bases);
    return tm_plane_byte(out, bases);
}

static uint8_t *observe_reach(const tatata_config *c, const tatata_view_data *v, const ring_facts *facts, const way *w,
                              int own, uint8_t *out)
{
    const tatata_public *o = &v->open;
    const bool turn = o->turn == own;
    const int fly = turn ? o->fly : 0, move = turn ? o->move : 0;
    const int now = reach(w, fly, move), later = reach_with_hand(c, w, v->hand, fly, move);
    out = tm_plane_bits(out, w->free & ((1u << now) - 1), AHEAD);
    out = tm_plane_byte(out, now);
    out = tm_plane_byte(out, later);
    return tm_plane_byte(out, clip(lack(o, facts, own) - later, LACKS));
}

/* How many planes could hit the own one where it is: the one right behind with its gun, whatever cards it has, and those that hold a Sky card for it. */
static uint8_t *observe_threats(const tatata_config *c, const tatata_public *o, const ring_facts *facts, int own,
                                uint8_t *out)
{
    static const uint8_t AIMED[] = {TATATA_KRAUTEN, TATATA_LASER, TATATA_MISSILE};
    const int at = o->at[own], shooter = tatata_plane(o->ring[o->looping ? tatata_ahead(o, at) : tatata_behind(o, at)]);
    uint8_t *aimed = out + 1, *bombers = out + 4;
    const bool bombed = tatata_reaches(o, TATATA_BOMB, own);
    __builtin_memset(out, 0, THREATS);
    out[0] = shooter >= 0 && tatata_target(o, shooter, TATATA_GUN) == own;
    for (int seat = 0; seat < c->seats; seat++) {
        const uint8_t *held = o->held[seat];
        if (seat == own) continue;
        for (int i = 0; i < 3; i++)
            if (held[AIMED[i] - TATATA_SMOKE] && tatata_target(o, seat, AIMED[i]) == own) aimed[i]++;
        if (!bombed || !held[TATATA_BOMB - TATATA_SMOKE]) continue;
        const int behind = facts->stops[at] - facts->stops[o->at[seat]];
        if ((behind < 0 ? behind + facts->n_stops : behind) < BOMBED) ++*bombers;
    }
    return out + THREATS;
}

static uint8_t *observe_race(const tatata_config *c, const tatata_public *o, const ring_facts *facts, int own,
                             uint8_t *out, way *w)
{
    static const uint8_t WEAPONS[4] = {TATATA_GUN, TATATA_KRAUTEN, TATATA_LASER, TATATA_MISSILE};
    int flown[TATATA_SEATS] = {0};
    out = observe_ahead(o, facts, own, out, w);
    out = observe_behind(o, facts, own, out);
    out = tm_plane_byte(out, tatata_face(tatata_space(o, own)) + 1);
    for (int seat = 0; seat < c->seats; seat++) flown[seat] = o->laps[seat] * (int)o->n_ring + advance(o, facts, seat);
    for (int i = 0; i < TATATA_SEATS; i++)
        out = tm_plane_byte(out,
                            i < c->seats ? clip(flown[tm_seat_after(own, i, c->seats)] - flown[own] + 16, LEADS) : 0);
    for (int i = 0; i < TATATA_SEATS; i++)
        out = tm_plane_byte(
            out, i < c->seats
                     ? clip(flown[tm_seat_after(own, i, c->seats)] * PARTS / (TATATA_LAPS * (int)o->n_ring), PARTS)
                     : 0);
    for (int i = 0; i < 4; i++) out = tm_plane_byte(out, from_viewer(c, tatata_target(o, own, WEAPONS[i]), own) + 1);
    return out;
}

static void observe(const void *config, const void *view, uint8_t *out)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_view_data *v = (const tatata_view_data *)view;
    const tatata_public *o = &v->open;
    const int own = v->seat < 0 ? 0 : v->seat;
    out = tm_plane_byte(out, own);
    out = tm_plane_one(out, o->phase, TATATA_OVER + 1);
    out = tm_plane_one(out, c->seats - 2, TATATA_SEATS - 1);
    out = tm_plane_one(out, v->seat, TATATA_SEATS);
    out = tm_plane_byte(out, c->full);
    out = tm_plane_byte(out, c->memory);
    out = tm_plane_one(out, from_viewer(c, o->turn, own), TATATA_SEATS);
    out = tm_plane_one(out, from_viewer(c, o->who, own), TATATA_SEATS);
    for (int i = 0; i < TATATA_SEATS; i++)
        out = tm_plane_byte(out, i < c->seats ? o->laps[tm_seat_after(own, i, c->seats)] : 0);
    out = tm_plane_bits(out, turned(c, o->burning, own), TATATA_SEATS);
    out = tm_plane_bits(out, turned(c, o->smoking, own), TATATA_SEATS);
    out = tm_plane_byte(out, o->fly);
    out = tm_plane_byte(out, o->move);
    out = tm_plane_byte(out, o->plays);
    out = tm_plane_byte(out, o->looping != 0);
    ring_facts facts;
    way ahead;
    out = observe_ring(c, v, own, out, &facts);
    for (int i = 0; i < c->seats; i++)
        out = tm_plane_copy(out, o->held[tm_seat_after(own, i, c->seats)], TATATA_KINDS - TATATA_SMOKE);
    for (int i = c->seats; i < TATATA_SEATS; i++) out = tm_plane_none(out, TATATA_KINDS - TATATA_SMOKE);
    out = tm_plane_copy(out, o->unseen, TATATA_KINDS);
    out = observe_weather(c, o, own, out);
    out = observe_cards(c, v, own, out);
    out = tm_plane_number(out, o->round);
    out = tm_plane_number(out, c->rounds);
    out = observe_race(c, o, &facts, own, out, &ahead);
    out = observe_lacks(c, o, &facts, own, out);
    out = observe_way_home(c, o, &facts, own, out);
    out = observe_reach(c, v, &facts, &ahead, own, out);
    observe_threats(c, o, &facts, own, out);
}

enum {
    PER_FLIGHT = TATATA_SEATS + 1,
    SPACES = TATATA_CIRCUIT + 2
}; /* nobody or a seat is bombed; Sky cards ahead, from 0 */

enum {
    CARD_VERBS, /* fly, shoot, move, loop, act, toss: six verbs with a card */
    USE = CARD_VERBS + 6 * TATATA_DECK,
    RECOVER = USE + TATATA_KINDS,
    END,
    DODGE,
    TAKE = DODGE + TATATA_DECK,
    KEEP,
    DROP,
    CALM = DROP + TATATA_DECK,
    WIND,
    PUT = WIND + 8 * TATATA_SEATS,
    GO = PUT + SPACES * TATATA_SEATS,
    GO_BASE = GO + SPACES * PER_FLIGHT,
    TOKENS = GO_BASE + (TATATA_SEATS + 1) * PER_FLIGHT,
};

static uint32_t token(tm_action action)
{
    const uint32_t argument = action & 0xff, far = action & 0xffff;
    switch (action & ~0xffffu) {
    case TATATA_PUT: return PUT + far / 256 * SPACES + argument;
    case TATATA_GO: return GO + far / 16 * PER_FLIGHT + far % 16;
    case TATATA_GO_BASE: return GO_BASE + far / 16 * PER_FLIGHT + far % 16;
    }
    switch (action & ~0xffu) {
    case TATATA_USE: return USE + argument;
    case TATATA_RECOVER: return RECOVER + argument; /* and end */
    case TATATA_DODGE: return DODGE + argument;
    case TATATA_TAKE: return TAKE;
    case TATATA_KEEP: return KEEP;
    case TATATA_DROP: return DROP + argument;
    case TATATA_CALM: return CALM;
    case TATATA_WIND: return WIND + argument;
    default: return CARD_VERBS + action / 256 * TATATA_DECK + argument;
    }
}

static int spell(const void *config, tm_action action, uint16_t *out)
{
    (void)config;
    out[0] = (uint16_t)token(action);
    return 1;
}

/* Seats, and the legs that begin at their bases, from the own on. */
static uint16_t turn(const void *config, int frame, uint16_t token)
{
    const int seats = ((const tatata_config *)config)->seats, from = TATATA_SEATS * seats - frame;
    if (token < WIND) return token;
    if (token < PUT) {
        const int seat = (token - WIND) / 8;
        return seat < seats ? (uint16_t)(WIND + (seat + from) % seats * 8 + (token - WIND) % 8) : token;
    }
    if (token < GO) {
        const int leg = (token - PUT) / SPACES;
        return leg < seats ? (uint16_t)(PUT + (leg + from) % seats * SPACES + (token - PUT) % SPACES) : token;
    }
    const int first = token < GO_BASE ? GO : GO_BASE, bombed = (token - first) % PER_FLIGHT;
    return bombed && bombed <= seats ? (uint16_t)(token - bombed + 1 + (bombed - 1 + from) % seats) : token;
}

const tm_learn tatata_learn = {
    .planes = PLANES,
    .n_planes = sizeof PLANES / sizeof *PLANES,
    .n_tokens = TOKENS,
    .n_steps = 1,
    .observe = observe,
    .spell = spell,
    .n_frames = TATATA_SEATS,
    .turn = turn,
};
