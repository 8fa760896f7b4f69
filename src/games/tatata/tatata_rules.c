/* TATATA!, an armed air race.
 *
 * Planes fly clockwise round a circuit of bases with Sky cards between them; the first to complete three laps wins.
 * Deck cards give fly points, move points and shots. A plane that stops on a Sky card turns it over: weather takes
 * effect and stays, weapons are taken and put back elsewhere after use. A plane that is hit catches fire; if it is
 * hit again, it falls back to a base. With full rules the first card of a turn says how many may follow, and every
 * card has four numbers.
 *
 * Rules A1 … A24 of the specification; our choices where the rulebook, or the specification, leaves one:
 *   A5   chance draws each card as it is seen; which cards lie in the pile follows from the rest (see `batch`).
 *   A6   a flight that passes the own base often enough wins with exactly three laps, wherever it was to go; it may be
 *        aimed at any free goal that the points reach.
 *   A10  discards become the pile when a draw is due, not before.
 *   A13  a weapon that its pilot could not take is turned down again like weather when the plane leaves.
 *   A14  with four in hand the card drawn for beer is dropped: `drop` names the card just drawn, no other.
 *        A hurricane is marked as blown until the turn ends.
 *   A16  a plane on a base may shoot; it cannot be shot at.
 *   A22  a loop turns the laser too: first plane behind, before the base behind.
 * Other files: tatata_circuit.c the ring (A4 … A9, A11, A12, A16, A18), tatata_effects.c what cards set off (A13 …
 * A17), tatata_legal.c what may be done (A11, A20 … A23), tatata_deck.c draws and discards (A10), tatata_box.c the
 * components (A1 … A3), tatata_check.c the invariants.
 *
 * Invariants (tatata_check):
 *   1  phase, round and seats are in range; a flag is 0 or 1.
 *   2  the ring: base 0 first, bases in order, each plane where it says it is, a plane in every gap, nothing after the
 *      end.
 *   3  Sky cards: at most three held; those in the circuit, held, to be put back and unseen make up the box.
 *   4  Deck cards: hands, the drawn card and discards are disjoint, no hand is over four, batches are 1 … n_batches
 *      without a hole, 0 for discards, and what lies in the pile is of one batch.
 *   5  what waits (strike, storm, card to put back, landing, winds) waits in its phases only and is unset elsewhere.
 *   6  `visited` is for Sky cards that were turned, all blown hurricanes among them, and for `memory=yes`. */
#include "tatata_rules.h"

#include "tatata_circuit.h"
#include "tatata_deck.h"
#include "tatata_effects.h"
#include "tatata_legal.h"

static bool chance_due(const tatata_public *o)
{
    return o->phase == TATATA_DEALING || o->phase == TATATA_DRAWING || o->phase == TATATA_TURNING ||
           o->phase == TATATA_SIPPING;
}

/* The cards of some suits, as bits from F on. */
static uint64_t suits(uint32_t wanted)
{
    uint64_t cards = 0;
    for (int card = 0; card < TATATA_DECK; card++)
        if (wanted >> (card / TATATA_SUIT) & 1) cards |= tatata_card(card);
    return cards;
}

static void configure_cards(tatata_config *c, const tatata_box *box)
{
    const uint32_t jokers = 1u << TATATA_J | 1u << TATATA_A | 1u << TATATA_L; /* A1 */
    c->can[TATATA_BLUE] = c->full ? TATATA_DECK_MASK : suits(jokers | 1u << TATATA_F);
    c->can[TATATA_RED] = c->full ? TATATA_DECK_MASK : suits(jokers | 1u << TATATA_T);
    c->can[TATATA_GREEN] = c->full ? TATATA_DECK_MASK : suits(jokers | 1u << TATATA_M);
    c->loops = c->full ? suits(1u << TATATA_L) : 0;
    for (int card = 0; card < TATATA_DECK; card++) {
        for (int colour = 0; colour < TATATA_COLOURS; colour++)
            c->number[card][colour] = c->full ? box->number[card][colour] : (uint8_t)tatata_name_number(card);
        if (!(c->can[TATATA_GREEN] >> card & 1)) continue;
        for (int strength = 0; strength <= c->number[card][TATATA_GREEN]; strength++)
            c->dodges[strength] |= tatata_card(card); /* A16 */
    }
}

int tatata_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why)
{
    tatata_config *c = (tatata_config *)config;
    tatata_box usual;
    tatata_box_init(&usual);
    const tatata_box *b = box ? (const tatata_box *)box : &usual;
    const int needed = n_seats * values[1], total = tatata_box_total(b);
    if (needed > total)
        return tm_why_not(why, TM_ERANGE, "%d legs of %d Sky cards need %d cards, but the box has %d", n_seats,
                          (int)values[1], needed, total);
    __builtin_memset(c, 0, sizeof *c);
    c->seats = (uint8_t)n_seats;
    c->full = (uint8_t)values[0];
    c->leg = (uint8_t)values[1];
    c->rounds = values[2];
    c->memory = (uint8_t)values[3];
    __builtin_memcpy(c->count, b->count, sizeof c->count);
    __builtin_memcpy(c->strength, b->strength, sizeof b->strength);
    c->strength[TATATA_BOLT] = b->bolt;
    configure_cards(c, b);
    return TM_OK;
}

/* How long a game can last. Every flight needs a fly card, and within a turn only beer gives one back. A plane that
 * only goes forward meets each beer once per lap, so the flights in a turn are at most four, plus one for each beer
 * that the wind carries the plane to, plus one per beer for each sweep: the first, one more for each time it is
 * carried back or falls, and one more for each time it passes its own base. In its own turn a plane is blown, and
 * falls, at most once per hurricane; in another's turn it falls at most once, because on a base it is safe. Over the
 * game it passes its base three times, and once more for each fall. The rest follows from the number of landings. */
uint32_t tatata_bound(const void *config)
{
    const tatata_config *c = (const tatata_config *)config;
    const uint32_t seats = c->seats, circuit = seats * c->leg, turns = seats * (uint32_t)c->rounds;
    const uint32_t beers = c->count[TATATA_BEER] < circuit ? c->count[TATATA_BEER] : circuit;
    const uint32_t winds = c->count[TATATA_HURRICANE] < circuit ? c->count[TATATA_HURRICANE] : circuit;
    const uint32_t passes = 3 * seats + turns * (winds + seats - 1);
    const uint32_t flights = turns * (4 + winds + beers * (1 + 2 * winds)) + beers * passes;
    const uint32_t landings = flights + turns * 6 * winds;
    /* A landing: the card, its strikes or a draw and a taste, a card kept and played, a card taken, used and put back,
     * a recovery, with an answer to each shot. A turn: four draws, four cards and three Sky cards with their answers
     * and puts, the end; each hurricane six winds and a calm. */
    return 4 * seats + landings * (8 + seats) + flights + turns * (22 + 7 * winds);
}

static void begin_turn(tatata_state *s, int seat)
{
    tatata_public *o = &s->open;
    for (int i = 0; i < o->n_ring; i++)
        if (tatata_face(o->ring[i]) == TATATA_BLOWN)
            o->ring[i] = (uint8_t)((o->ring[i] & ~TATATA_FACE) | (TATATA_UP + TATATA_HURRICANE));
    o->turn = o->who = (uint8_t)seat;
    o->smoking &= (uint8_t) ~(1u << seat); /* A18 */
    o->fly = o->move = 0;
    o->looping = 0;
    s->visited = 0;
    const bool draws = tatata_count(s->hand[seat]) < TATATA_HAND && tatata_ready_pile(s); /* A10 */
    o->phase = draws ? TATATA_DRAWING : TATATA_ACTING;
}

static void end_turn(const tatata_config *c, tatata_state *s)
{
    tatata_public *o = &s->open;
    const int next = o->turn + 1 < c->seats ? o->turn + 1 : 0;
    o->plays = c->full ? TATATA_FRESH : 0;
    if (next == 0 && ++o->round == c->rounds) { /* A24 */
        o->phase = TATATA_OVER;
        o->fly = o->move = 0;
        o->looping = 0;
        return;
    }
    begin_turn(s, next);
}

void tatata_init(const void *config, void *state)
{
    const tatata_config *c = (const tatata_config *)config;
    tatata_state *s = (tatata_state *)state;
    tatata_public *o = &s->open;
    __builtin_memset(s, 0, sizeof *s);
    tatata_lay_out(c, o);
    __builtin_memcpy(o->unseen, c->count, sizeof o->unseen);
    __builtin_memset(o->batch, 1, sizeof o->batch);
    o->n_batches = 1;
    o->plays = c->full ? TATATA_FRESH : 0;
    o->weapon = o->back = o->storm = TATATA_NO_KIND;
    o->landing = TATATA_NOBODY;
    s->drawn = TATATA_NO_CARD;
    o->phase = TATATA_DEALING;
}

uint32_t tatata_actors(const void *config, const void *state)
{
    const tatata_public *o = &((const tatata_state *)state)->open;
    (void)config;
    if (o->phase == TATATA_OVER) return 0;
    return chance_due(o) ? TM_ACTOR_CHANCE : 1u << o->who;
}

static void spend_play(const tatata_config *c, tatata_public *o)
{
    if (c->full) o->plays--;
}

static void play_card(const tatata_config *c, tatata_state *s, uint32_t verb, int card)
{
    tatata_public *o = &s->open;
    const uint8_t *number = c->number[card];
    s->hand[o->turn] &= ~tatata_card(card);
    tatata_discard(o, card);
    if (verb == TATATA_ACT) o->plays = number[TATATA_BLACK];
    if (verb == TATATA_ACT || verb == TATATA_TOSS) return;
    spend_play(c, o);
    if (verb == TATATA_FLY) o->fly = (uint16_t)(o->fly + number[TATATA_BLUE]);
    if (verb == TATATA_MOVE) o->move = (uint16_t)(o->move + number[TATATA_GREEN]);
    if (verb == TATATA_LOOP) o->looping = 1;
    if (verb != TATATA_SHOOT) return;
    const int target = tatata_target(o, o->turn, TATATA_GUN);
    o->looping = 0; /* A22 */
    tatata_strike(o, target, TATATA_GUN, number[TATATA_RED]);
}

static void use_card(const tatata_config *c, tatata_state *s, int kind)
{
    tatata_public *o = &s->open;
    const int target = kind == TATATA_SMOKE ? -1 : tatata_target(o, o->turn, kind);
    spend_play(c, o);
    o->held[o->turn][kind - TATATA_SMOKE]--;
    o->back = (uint8_t)kind;
    if (kind == TATATA_SMOKE) {
        o->smoking |= (uint8_t)(1u << o->turn);
        tatata_resume(c, s);
        return;
    }
    if (kind != TATATA_KRAUTEN) o->looping = 0; /* A22 */
    tatata_strike(o, target, kind, c->strength[kind]);
}

static void arrive(const tatata_config *c, tatata_state *s, const tatata_flight *flight, int bombed)
{
    tatata_public *o = &s->open;
    const int seat = o->turn;
    o->move = (uint16_t)(o->move - flight->bases);
    o->fly = 0;
    o->looping = 0;
    o->laps[seat] += (int32_t)flight->laps;
    tatata_carry(o, seat, flight->at);
    if (o->laps[seat] >= TATATA_LAPS) { /* A6 */
        o->laps[seat] = TATATA_LAPS;
        o->move = 0;
        o->plays = c->full ? TATATA_FRESH : 0;
        o->phase = TATATA_OVER;
        return;
    }
    o->landing = (uint8_t)seat;
    if (bombed < 0) {
        tatata_resume(c, s);
        return;
    }
    spend_play(c, o);
    o->held[seat][TATATA_BOMB - TATATA_SMOKE]--;
    o->back = TATATA_BOMB;
    tatata_strike(o, bombed, TATATA_BOMB, c->strength[TATATA_BOMB]);
}

static int apply_go(const tatata_config *c, tatata_state *s, tm_action action)
{
    tatata_public *o = &s->open;
    const int seat = o->turn, bombed = (int)(action & 15) - 1;
    const uint32_t number = action >> 4 & 0xfff;
    const bool base = (action & ~0xffffu) == TATATA_GO_BASE;
    if (!tatata_can_go(o) || number == 0) return TM_EILLEGAL;
    tatata_flight flight = tatata_start(o, seat);
    do
        if (!tatata_step(o, seat, &flight)) return TM_EILLEGAL;
    while ((base ? flight.bases : flight.cards) < number);
    if (!tatata_can_stop(o, seat, &flight)) return TM_EILLEGAL;
    if (bombed >= 0) {
        if (!tatata_can_bomb(c, o) || !(flight.passed >> bombed & 1)) return TM_EILLEGAL;
        if (o->laps[seat] + (int32_t)flight.laps >= TATATA_LAPS) return TM_EILLEGAL;
    }
    arrive(c, s, &flight, bombed);
    return TM_OK;
}

static int apply_turn(const tatata_config *c, tatata_state *s, tm_action action)
{
    tatata_public *o = &s->open;
    const uint32_t verb = action & ~0xffu, argument = action & 0xffu;
    if (verb <= TATATA_TOSS) {
        if (argument >= TATATA_DECK || !(tatata_playable(c, s, verb) >> argument & 1)) return TM_EILLEGAL;
        play_card(c, s, verb, (int)argument);
        return TM_OK;
    }
    if (action == TATATA_END) {
        end_turn(c, s);
        return TM_OK;
    }
    if (verb == TATATA_USE) {
        if (argument < TATATA_SMOKE || argument >= TATATA_BOMB || !tatata_can_use(c, o, (int)argument))
            return TM_EILLEGAL;
        use_card(c, s, (int)argument);
        return TM_OK;
    }
    if (action == TATATA_RECOVER) {
        if (!tatata_is_burning(o, o->turn) || o->move == 0) return TM_EILLEGAL;
        o->burning &= (uint8_t) ~(1u << o->turn);
        o->move--;
        return TM_OK;
    }
    const uint32_t far = action & ~0xffffu;
    return far == TATATA_GO || far == TATATA_GO_BASE ? apply_go(c, s, action) : TM_EILLEGAL;
}

static int apply_answer(const tatata_config *c, tatata_state *s, tm_action action)
{
    tatata_public *o = &s->open;
    const int seat = o->who;
    const uint32_t card = action & 0xffu;
    if (action == TATATA_TAKE) {
        tatata_hit(o, seat);
    } else {
        if ((action & ~0xffu) != TATATA_DODGE || card >= TATATA_DECK) return TM_EILLEGAL;
        if (!((s->hand[seat] & c->dodges[o->strength]) >> card & 1)) return TM_EILLEGAL;
        s->hand[seat] &= ~tatata_card((int)card);
        tatata_discard(o, (int)card);
    }
    tatata_resume(c, s);
    return TM_OK;
}

static int apply_put(const tatata_config *c, tatata_state *s, tm_action action)
{
    tatata_public *o = &s->open;
    const int leg = (int)(action >> 8 & 0xff), after = (int)(action & 0xff);
    if ((action & ~0xffffu) != TATATA_PUT || leg >= c->seats || !tatata_can_put(c, o, leg, after)) return TM_EILLEGAL;
    const int at = tatata_put_place(o, leg, after);
    const uint32_t before = tatata_visit(o, at) - 1;
    tatata_insert(o, at, o->back);
    s->visited = (s->visited & before) | (s->visited & ~before) << 1;
    o->back = TATATA_NO_KIND;
    tatata_resume(c, s);
    return TM_OK;
}

static int apply_taste(const tatata_config *c, tatata_state *s, tm_action action)
{
    uint64_t *hand = &s->hand[s->open.who];
    if (action == TATATA_KEEP) {
        if (tatata_count(*hand) >= TATATA_HAND) return TM_EILLEGAL;
        *hand |= tatata_card(s->drawn);
    } else {
        if (action != (tm_action)(TATATA_DROP + s->drawn)) return TM_EILLEGAL;
        tatata_discard(&s->open, s->drawn);
    }
    s->drawn = TATATA_NO_CARD;
    tatata_resume(c, s);
    return TM_OK;
}

static int apply_wind(const tatata_config *c, tatata_state *s, tm_action action)
{
    tatata_public *o = &s->open;
    tatata_wind *wind = &o->wind[o->n_winds - 1];
    if (action == TATATA_CALM) {
        __builtin_memset(wind, 0, sizeof *wind);
        o->n_winds--;
        tatata_resume(c, s);
        return TM_OK;
    }
    const int seat = (int)(action >> 3 & 31), cards = (int)(action & 3) + 1;
    if ((action & ~0xffu) != TATATA_WIND || seat >= c->seats || cards > 3 || cards > wind->points) return TM_EILLEGAL;
    const int to = wind->moved >> seat & 1 ? -1 : tatata_blow(o, seat, action & 4 ? -cards : cards);
    if (to < 0) return TM_EILLEGAL;
    wind->points = (uint8_t)(wind->points - cards);
    wind->moved |= (uint8_t)(1u << seat);
    tatata_carry(o, seat, to);
    o->landing = (uint8_t)seat;
    tatata_resume(c, s);
    return TM_OK;
}

int tatata_apply(const void *config, void *state, int seat, tm_action action)
{
    const tatata_config *c = (const tatata_config *)config;
    tatata_state *s = (tatata_state *)state;
    const tatata_public *o = &s->open;
    if (o->phase == TATATA_OVER) return TM_EOVER;
    if (seat != o->who || chance_due(o)) return TM_ETURN;
    switch (o->phase) {
    case TATATA_ACTING: return apply_turn(c, s, action);
    case TATATA_ANSWERING: return apply_answer(c, s, action);
    case TATATA_PUTTING: return apply_put(c, s, action);
    case TATATA_TASTING: return apply_taste(c, s, action);
    default: return apply_wind(c, s, action);
    }
}

const char *tatata_awaits(const void *config, const void *state)
{
    (void)config;
    return ((const tatata_state *)state)->open.phase == TATATA_TURNING ? "sky" : "draw";
}

void tatata_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out)
{
    const tatata_state *s = (const tatata_state *)state;
    const tatata_public *o = &s->open;
    (void)config;
    __builtin_memset(out, 0, sizeof *out);
    out->n = 1;
    if (o->phase != TATATA_TURNING) {
        const uint64_t pile = tatata_pile(s);
        out->kind = TATATA_DRAW;
        out->b[0] = (uint8_t)tatata_nth(pile, tm_rng_below(rng, (uint32_t)tatata_count(pile)));
        return;
    }
    uint32_t total = 0;
    int kind = 0;
    for (int i = 0; i < TATATA_KINDS; i++) total += o->unseen[i];
    for (uint32_t k = tm_rng_below(rng, total); k >= o->unseen[kind]; kind++) k -= o->unseen[kind];
    out->kind = TATATA_SKY;
    out->b[0] = (uint8_t)kind;
}

static void settle_draw(const tatata_config *c, tatata_state *s, int card)
{
    tatata_public *o = &s->open;
    uint64_t *hand = &s->hand[o->who];
    if (o->phase == TATATA_SIPPING) {
        s->drawn = (uint8_t)card;
        o->phase = TATATA_TASTING;
        return;
    }
    *hand |= tatata_card(card);
    if (o->phase == TATATA_DRAWING) {
        if (tatata_count(*hand) == TATATA_HAND || !tatata_ready_pile(s)) o->phase = TATATA_ACTING;
        return;
    }
    o->who = (uint8_t)(o->who + 1 < c->seats ? o->who + 1 : 0);
    if (tatata_count(s->hand[o->who]) == TATATA_HAND) begin_turn(s, 0);
}

int tatata_settle(const void *config, void *state, const tm_outcome *outcome)
{
    const tatata_config *c = (const tatata_config *)config;
    tatata_state *s = (tatata_state *)state;
    const tatata_public *o = &s->open;
    const int what = outcome->b[0];
    if (o->phase == TATATA_OVER) return TM_EOVER;
    if (!chance_due(o)) return TM_ETURN;
    if (o->phase == TATATA_TURNING) {
        if (outcome->kind != TATATA_SKY || what >= TATATA_KINDS || !o->unseen[what]) return TM_EILLEGAL;
        tatata_turned(c, s, what);
        return TM_OK;
    }
    if (outcome->kind != TATATA_DRAW || what >= TATATA_DECK || !(tatata_pile(s) >> what & 1)) return TM_EILLEGAL;
    settle_draw(c, s, what);
    return TM_OK;
}

void tatata_score(const void *config, const void *state, int32_t *points, uint32_t *winners)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_public *o = &((const tatata_state *)state)->open;
    int best = 0;
    for (int seat = 0; seat < c->seats; seat++) points[seat] = o->laps[seat];
    *winners = 0;
    if (o->phase != TATATA_OVER) return;
    for (int seat = 0; seat < c->seats; seat++) {
        const int32_t laps = o->laps[seat] - o->laps[best];
        const int ahead = laps || o->laps[seat] == TATATA_LAPS ? 0 : tatata_advance(o, seat) - tatata_advance(o, best);
        if (laps > 0 || (laps == 0 && ahead > 0)) {
            best = seat;
            *winners = 0;
        }
        if (laps > 0 || (laps == 0 && ahead >= 0)) *winners |= 1u << seat;
    }
}
