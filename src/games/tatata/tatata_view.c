/* TATATA!: views, the worlds that fit them, and events as a seat sees them. */
#include "tatata_view.h"

#include "tatata_circuit.h"
#include "tatata_deck.h"
#include "tatata_rules.h"

static int kind_of(int face) /* of a card that is face up */
{
    return face == TATATA_BLOWN ? TATATA_HURRICANE : face - TATATA_UP;
}

/* A13: turns down what players must remember. */
static void turn_down(const tatata_config *c, const tatata_state *s, tatata_view_data *v)
{
    for (int at = 0; at < s->open.n_ring; at++) {
        const uint8_t space = s->open.ring[at];
        if (!tatata_is_turned_down(c, &s->open, at)) continue;
        v->open.ring[at] = (uint8_t)((space & ~TATATA_FACE) | TATATA_SEEN);
        v->open.unseen[kind_of(tatata_face(space))]++;
    }
    v->visited = s->visited;
}

/* The other way: any card that the viewer does not see may lie in any such place. */
static void turn_up(const tatata_view_data *v, tm_rng *rng, tatata_state *s)
{
    tatata_public *o = &s->open;
    uint32_t n = 0;
    s->visited = v->visited;
    for (int kind = 0; kind < TATATA_KINDS; kind++) n += o->unseen[kind];
    for (int at = 0; at < o->n_ring; at++) {
        if (tatata_face(o->ring[at]) != TATATA_SEEN) continue;
        int kind = 0;
        for (uint32_t k = tm_rng_below(rng, n--); k >= o->unseen[kind]; kind++) k -= o->unseen[kind];
        o->unseen[kind]--;
        const bool blown = kind == TATATA_HURRICANE && s->visited & tatata_visit(o, at);
        o->ring[at] = (uint8_t)((o->ring[at] & ~TATATA_FACE) | (blown ? TATATA_BLOWN : TATATA_UP + kind));
    }
}

/* The piles that the cards of a hand came from, ascending. */
static void list_batches(const tatata_public *o, uint64_t hand, uint8_t *out)
{
    int n = 0;
    while (hand) {
        const uint8_t batch = o->batch[tatata_take(&hand)];
        int i = n++;
        for (; i > 0 && out[i - 1] > batch; i--) out[i] = out[i - 1];
        out[i] = batch;
    }
}

void tatata_view(const void *config, const void *state, int seat, void *view)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_state *s = (const tatata_state *)state;
    tatata_view_data *v = (tatata_view_data *)view;
    __builtin_memset(v, 0, sizeof *v);
    v->open = s->open;
    v->seat = (int8_t)seat;
    for (int i = 0; i < c->seats; i++) list_batches(&s->open, s->hand[i], v->held_batch[i]);
    v->drawn = TATATA_NO_CARD;
    if (c->memory) turn_down(c, s, v);
    if (seat >= 0) v->hand = s->hand[seat];
    if (s->drawn == TATATA_NO_CARD) return;
    v->drawn_batch = s->open.batch[s->drawn];
    if (seat == s->open.who) v->drawn = s->drawn;
}

int tatata_view_cards(const tatata_view_data *v, int seat)
{
    int n = 0;
    while (n < TATATA_HAND && v->held_batch[seat][n]) n++;
    return n;
}

int tatata_view_pile(const tatata_view_data *v)
{
    int n = TATATA_DECK - tatata_count(v->open.discards) - (v->drawn_batch ? 1 : 0);
    for (int seat = 0; seat < TATATA_SEATS; seat++) n -= tatata_view_cards(v, seat);
    return n;
}

/* The cards of a batch whose place the viewer does not know. */
static uint64_t hidden_cards(const tatata_view_data *v, int batch)
{
    uint64_t cards = 0;
    for (int card = 0; card < TATATA_DECK; card++)
        if (v->open.batch[card] == batch) cards |= tatata_card(card);
    cards &= ~v->hand;
    return v->drawn == TATATA_NO_CARD ? cards : cards & ~tatata_card(v->drawn);
}

static int count_batch(const tatata_view_data *v, int seat, int batch)
{
    int n = 0;
    for (int i = 0; i < TATATA_HAND; i++) n += v->held_batch[seat][i] == batch;
    return n;
}

uint64_t tatata_view_known(const tatata_view_data *v, int seat)
{
    uint64_t known = 0;
    if (seat == v->seat) return v->hand;
    for (int i = 0; i < TATATA_HAND && v->held_batch[seat][i]; i++) {
        const int batch = v->held_batch[seat][i];
        if (i && batch == v->held_batch[seat][i - 1]) continue;
        const uint64_t hidden = hidden_cards(v, batch);
        if (tatata_count(hidden) == count_batch(v, seat, batch)) known |= hidden;
    }
    return known;
}

static int draw_one(uint64_t *cards, tm_rng *rng)
{
    const int card = tatata_nth(*cards, tm_rng_below(rng, (uint32_t)tatata_count(*cards)));
    *cards &= ~tatata_card(card);
    return card;
}

void tatata_world(const void *config, const void *view, tm_rng *rng, void *state)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_view_data *v = (const tatata_view_data *)view;
    tatata_state *s = (tatata_state *)state;
    __builtin_memset(s, 0, sizeof *s);
    s->open = v->open;
    s->drawn = v->drawn;
    if (c->memory) turn_up(v, rng, s);
    if (v->seat >= 0) s->hand[v->seat] = v->hand;
    for (int batch = 1; batch <= v->open.n_batches; batch++) {
        uint64_t hidden = hidden_cards(v, batch);
        for (int seat = 0; seat < c->seats; seat++) {
            if (seat == v->seat) continue;
            for (int n = count_batch(v, seat, batch); n > 0; n--) s->hand[seat] |= tatata_card(draw_one(&hidden, rng));
        }
        if (v->drawn_batch == batch && v->drawn == TATATA_NO_CARD) s->drawn = (uint8_t)draw_one(&hidden, rng);
    }
}

void tatata_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen)
{
    const tatata_public *o = &((const tatata_state *)state)->open;
    (void)config;
    *seen = *event; /* decisions are public, and so is every turned Sky card */
    if (event->seat == TM_CHANCE && event->outcome.kind == TATATA_DRAW && viewer != o->who)
        seen->outcome.b[0] = TATATA_UNSEEN;
}

/* The plane that stops by this action, or had stopped before it and only now turns its card; -1 for none. */
static int lander(const tatata_public *before, int seat, tm_action action)
{
    const uint32_t far = action & ~0xffffu;
    if (far == TATATA_GO || far == TATATA_GO_BASE) return seat;
    if ((action & ~0xffu) == TATATA_WIND) return (int)(action >> 3 & 31);
    return before->landing == TATATA_NOBODY ? -1 : before->landing;
}

/* Whether that plane has turned a card up without chance: one that all had seen before. */
static bool has_turned(const tatata_public *after, int seat)
{
    if (after->landing != TATATA_NOBODY || after->phase == TATATA_TURNING || after->phase == TATATA_OVER) return false;
    return tatata_face(tatata_space(after, seat)) != TATATA_BASE;
}

int tatata_view_turned(const tatata_view_data *before, const tm_event *seen, const tatata_view_data *after,
                       int *out_seat)
{
    if (seen->seat == TM_CHANCE) return TATATA_NO_KIND;
    const int seat = lander(&before->open, seen->seat, seen->action);
    if (seat < 0 || !has_turned(&after->open, seat)) return TATATA_NO_KIND;
    *out_seat = seat;
    const int face = tatata_face(tatata_space(&after->open, seat));
    if (face >= TATATA_UP) return kind_of(face);
    int kind = TATATA_SMOKE; /* a gap: the card was taken */
    while (after->open.held[seat][kind - TATATA_SMOKE] <= before->open.held[seat][kind - TATATA_SMOKE]) kind++;
    return kind;
}

/* A13, `memory=yes`. */
static bool turns_up(const tatata_config *c, const tatata_state *s, int seat, tm_action action)
{
    tatata_state after = *s;
    const int landing = lander(&s->open, seat, action);
    if (landing < 0 || landing >= c->seats || tatata_apply(c, &after, seat, action)) return false;
    return has_turned(&after.open, landing);
}

uint32_t tatata_reveals(const void *config, const void *state, int seat, tm_action action)
{
    const tatata_config *c = (const tatata_config *)config;
    const uint32_t verb = action & ~0xffu, all = (1u << c->seats) - 1;
    if (c->memory && turns_up(c, (const tatata_state *)state, seat, action)) return all;
    /* A Deck card from a hand that the others do not see. */
    if (verb > TATATA_TOSS && verb != TATATA_DODGE && verb != TATATA_DROP) return 0;
    return all & ~(1u << seat); /* NOLINT: a seat that decides, never chance */
}
