/* Dojo: views, the worlds that fit them, and events as a seat sees them. */
#include "dojo_view.h"

#include "base/bits.h"

/* Whether the viewer has seen the cards dealt this turn. */
static bool deals(const dojo_config *c, const dojo_public *o, int viewer)
{
    return viewer == o->dealer && !dojo_deals_at_random(c, o->turn);
}

/* Whose throw this side (0 the challenger, 1 the dealer) is. */
static int thrower(const dojo_public *o, int side)
{
    return side ? o->dealer : o->challenger - 1;
}

static int count_trophies(const uint8_t *trophies)
{
    int n = 0;
    for (int i = 0; i < DOJO_TROPHIES; i++) n += trophies[i];
    return n;
}

static void veil(uint8_t *trophies)
{
    const int n = count_trophies(trophies);
    __builtin_memset(trophies, 0, DOJO_TROPHIES);
    trophies[0] = (uint8_t)n;
}

/* D20: nobody sees a trophy's name. */
static void veil_trophies(dojo_public *o)
{
    veil(o->pile);
    for (int seat = 0; seat < DOJO_SEATS; seat++) veil(o->won[seat]);
    if (o->trophy) o->trophy = DOJO_BLANK;
}

void dojo_view(const void *config, const void *state, int seat, void *view)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_state *s = (const dojo_state *)state;
    dojo_view_data *v = (dojo_view_data *)view;
    __builtin_memset(v, 0, sizeof *v);
    v->open = s->open;
    v->seat = (int8_t)seat;
    if (c->white_belt) veil_trophies(&v->open);
    if (seat < 0) return;
    const bool dealer = deals(c, &s->open, seat);
    for (int i = 0; i < c->seats; i++)
        if (i == seat || dealer) v->known[i] = s->hand[i];
    if (dealer) v->drawn = s->drawn;
    if (s->open.phase != DOJO_THROWING) return;
    for (int side = 0; side < 2; side++)
        if (thrower(&s->open, side) == seat) v->throwing[side] = s->throwing[side];
}

static uint8_t draw(tm_rng *rng, uint8_t *pile, int *n)
{
    const uint8_t card = dojo_pick(rng, pile, (*n)--);
    pile[card - 1]--;
    return card;
}

/* The other way: any trophy of the box may be any of those. */
static void unveil_trophies(const dojo_config *c, tm_rng *rng, dojo_public *o)
{
    uint8_t pile[DOJO_TROPHIES];
    __builtin_memcpy(pile, c->trophies, sizeof pile);
    int n = count_trophies(pile);
    for (int seat = 0; seat < c->seats; seat++) {
        int won = o->won[seat][0];
        for (o->won[seat][0] = 0; won > 0; won--) o->won[seat][draw(rng, pile, &n) - 1]++;
    }
    if (o->trophy) o->trophy = draw(rng, pile, &n);
    __builtin_memcpy(o->pile, pile, sizeof pile);
}

void dojo_world(const void *config, const void *view, tm_rng *rng, void *state)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_view_data *v = (const dojo_view_data *)view;
    const dojo_public *o = &v->open;
    dojo_state *s = (dojo_state *)state;
    s->open = *o;
    if (c->white_belt) unveil_trophies(c, rng, &s->open);
    __builtin_memcpy(s->hand, v->known, sizeof s->hand);
    s->drawn = v->drawn;
    __builtin_memcpy(s->throwing, v->throwing, sizeof s->throwing);
    for (int side = 0; side < 2; side++)
        if (o->thrown >> side & 1 && !s->throwing[side]) s->throwing[side] = (uint8_t)(1 + tm_rng_below(rng, 3));

    uint8_t pile[DOJO_CARDS];
    int n = 0;
    __builtin_memcpy(pile, o->unseen, sizeof pile);
    for (int seat = 0; seat < c->seats; seat++)
        if (v->known[seat]) pile[v->known[seat] - 1]--;
    if (v->drawn) pile[v->drawn - 1]--;
    for (int i = 0; i < DOJO_CARDS; i++) n += pile[i];
    for (int seat = 0; seat < c->seats; seat++)
        if (o->holding >> seat & 1 && !o->face_up[seat] && !s->hand[seat]) s->hand[seat] = draw(rng, pile, &n);
    if (o->phase == DOJO_GIVING && !s->drawn) s->drawn = draw(rng, pile, &n);
}

void dojo_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_public *o = &((const dojo_state *)state)->open;
    *seen = *event;
    if (event->seat != TM_CHANCE) {
        /* D21: the second throw shows both. */
        if (o->phase == DOJO_THROWING && !o->thrown && event->seat != viewer) seen->action = TM_HIDDEN_ACTION;
        return;
    }
    if (event->outcome.kind == DOJO_TURN_UP && c->white_belt) seen->outcome.b[0] = DOJO_NONE; /* D20 */
    if (event->outcome.kind == DOJO_DRAW && !deals(c, o, viewer)) seen->outcome.b[0] = DOJO_NONE;
    if (event->outcome.kind == DOJO_DEAL && event->outcome.b[0] != viewer) seen->outcome.b[1] = DOJO_NONE;
}

/* The seats that do not know the face-down card of `seat`. */
static uint32_t strangers(const dojo_config *c, const dojo_state *s, int seat)
{
    uint32_t mask = (1u << c->seats) - 1;
    if (!s->hand[seat]) return 0;
    if (!dojo_deals_at_random(c, s->open.turn)) mask &= ~(1u << s->open.dealer);
    return mask & ~(1u << seat);
}

uint32_t dojo_reveals(const void *config, const void *state, int seat, tm_action action)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_state *s = (const dojo_state *)state;
    const dojo_public *o = &s->open;
    switch (o->phase) {
    case DOJO_GIVING: return action < DOJO_GIVE + (tm_action)c->seats ? 1u << action & ~(1u << o->dealer) : 0;
    case DOJO_ASKING: return action == DOJO_CHALLENGE ? strangers(c, s, seat) | strangers(c, s, o->dealer) : 0;
    case DOJO_THROWING: return o->thrown ? (1u << c->seats) - 1 : 0;
    case DOJO_PLACING: return strangers(c, s, seat);
    default: return 0;
    }
}
