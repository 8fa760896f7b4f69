/* TATATA!: what we know about playing well.
 *
 * The rules of thumb use only what the deciding seat sees. Each choice is the first legal one of a short list:
 *
 *   struck       dodge with the card that is worth least elsewhere
 *   burning      play the cheapest card as move, recover
 *   in turn      shoot, fire what reaches somebody; get move points for the bases within reach; play what flies; go as
 *                far as the points allow, rather to a base than into known lightning; hide in smoke; throw away what is
 *                of no use; end. One card that dodges is kept, if others fly.
 *   wind         our own plane forward, others back */
#include "tatata_circuit.h"
#include "tatata_legal.h"
#include "tatata_rules.h"

enum { HORIZON = 2, FIRE = 4, GOOD_DODGE = 3, BAD_FLIGHT = 1 };

typedef struct thumb {
    const tatata_config *c;
    const tatata_public *o;
    uint64_t hand; /* the own */
    int seat;
    const tm_action *legal;
    int n_legal;
} thumb;

static bool is_legal(const thumb *t, tm_action action)
{
    for (int i = 0; i < t->n_legal; i++)
        if (t->legal[i] == action) return true;
    return false;
}

static int number(const thumb *t, int card, int colour)
{
    return t->c->can[colour] >> card & 1 ? t->c->number[card][colour] : 0;
}

/* What losing a card costs: how far it flies, and a little for what it can dodge. */
static int worth(const thumb *t, int card)
{
    return 4 * number(t, card, TATATA_BLUE) + number(t, card, TATATA_GREEN);
}

static int cheapest(const thumb *t, uint64_t cards)
{
    int best = TATATA_NO_CARD;
    while (cards) {
        const int card = tatata_take(&cards);
        if (best == TATATA_NO_CARD || worth(t, card) < worth(t, best)) best = card;
    }
    return best;
}

static int highest(const thumb *t, uint64_t cards, int colour)
{
    int best = TATATA_NO_CARD;
    while (cards) {
        const int card = tatata_take(&cards);
        if (best == TATATA_NO_CARD || number(t, card, colour) > number(t, best, colour)) best = card;
    }
    return best;
}

/* The cards for which the verb is legal now. */
static uint64_t legal_cards(const thumb *t, tm_action verb)
{
    uint64_t cards = 0;
    for (int i = 0; i < t->n_legal; i++)
        if ((t->legal[i] & ~0xffu) == verb) cards |= tatata_card((int)(t->legal[i] & 0xff));
    return cards;
}

/* The card to keep for dodging: a good one that flies badly, if there is another to fly with. (A card that flies
 * well is worth more played than kept.) */
static uint64_t kept(const thumb *t)
{
    uint64_t dodges = 0, flies = 0;
    for (uint64_t hand = t->hand; hand;) {
        const int card = tatata_take(&hand);
        if (number(t, card, TATATA_GREEN) >= GOOD_DODGE) dodges |= tatata_card(card);
        if (number(t, card, TATATA_BLUE) > 0) flies |= tatata_card(card);
    }
    const int card = cheapest(t, dodges);
    if (card == TATATA_NO_CARD || !(flies & ~tatata_card(card)) || number(t, card, TATATA_BLUE) > BAD_FLIGHT) return 0;
    return tatata_card(card);
}

static int plays_left(const thumb *t)
{
    return t->c->full ? t->o->plays : TATATA_DECK;
}

/* Fly points from all cards that can be played for them, except this one. */
static int fly_potential(const thumb *t, uint64_t cards, int spare)
{
    int points = t->o->fly;
    for (int plays = plays_left(t) - spare; plays > 0 && cards; plays--) {
        const int card = highest(t, cards, TATATA_BLUE);
        points += number(t, card, TATATA_BLUE);
        cards &= ~tatata_card(card);
    }
    return points;
}

/* How many bases a flight with this many points reaches. */
static int bases_within(const thumb *t, int points)
{
    int bases = 0;
    for (int at = t->o->at[t->seat], i = 0; points > 0 && i < t->o->n_ring; i++) {
        at = tatata_ahead(t->o, at);
        bases += tatata_face(t->o->ring[at]) == TATATA_BASE;
        if (tatata_is_card(t->o->ring[at]) && points-- == 1) {
            const int next = tatata_ahead(t->o, at);
            bases += tatata_face(t->o->ring[next]) == TATATA_BASE;
        }
    }
    return bases;
}

/* A13: what a seat sees of a space. What it must remember may lie anywhere in a world that was drawn for it. */
static int face_seen(const thumb *t, int at)
{
    return tatata_is_turned_down(t->c, t->o, at) ? (int)TATATA_DOWN : tatata_face(t->o->ring[at]);
}

static int goal_worth(const thumb *t, const tatata_flight *flight)
{
    int points = 4 * (int)(flight->cards + flight->bases);
    if (t->o->laps[t->seat] + (int32_t)flight->laps >= TATATA_LAPS) return points + 10000;
    switch (face_seen(t, flight->at)) {
    case TATATA_BASE: return points + 5;
    case TATATA_UP + TATATA_ODIN:
    case TATATA_UP + TATATA_RAIN: return points - 14;
    case TATATA_UP + TATATA_BEER: return points + 8;
    case TATATA_UP + TATATA_HURRICANE: return points + 10;
    case TATATA_UP + TATATA_CLOUDS: return points + 3;
    case TATATA_DOWN: return points;
    default: return points + 2;
    }
}

/* The last seat that may be bombed at the end of a flight, -1 for none. The list ascends, so one pass is enough. */
static int last_bombed(const thumb *t, tm_action go)
{
    int last = -1;
    for (int i = 0; i < t->n_legal; i++)
        if (t->legal[i] - go - 1 < t->c->seats) last = (int)(t->legal[i] - go - 1);
    return last;
}

static tm_action best_flight(const thumb *t)
{
    tm_action best = TATATA_END;
    int most = 0;
    tatata_flight flight = tatata_start(t->o, t->seat);
    if (!tatata_can_go(t->o)) return best;
    while (tatata_step(t->o, t->seat, &flight)) {
        const bool base = tatata_face(t->o->ring[flight.at]) == TATATA_BASE;
        if (!tatata_can_stop(t->o, t->seat, &flight)) continue;
        tm_action go = base ? TATATA_GO_BASE + 16 * flight.bases : TATATA_GO + 16 * flight.cards;
        int points = goal_worth(t, &flight);
        const int other = flight.passed ? last_bombed(t, go) : -1;
        if (other >= 0) {
            go += 1 + (tm_action)other;
            points += tatata_is_burning(t->o, other) ? 12 : 6;
        }
        if (points <= most) continue;
        most = points;
        best = go;
    }
    return best;
}

/* Full rules: the first card should let the others follow, and fly badly itself. */
static tm_action best_start(const thumb *t)
{
    int best = TATATA_NO_CARD, most = 0;
    const int others = tatata_count(t->hand) - 1;
    for (uint64_t hand = t->hand; hand;) {
        const int card = tatata_take(&hand), black = t->c->number[card][TATATA_BLACK];
        const int points = 100 + 5 * (black < others ? black : others) - worth(t, card);
        if (best != TATATA_NO_CARD && points <= most) continue;
        best = card;
        most = points;
    }
    return best == TATATA_NO_CARD ? TATATA_END : TATATA_ACT + (tm_action)best;
}

static tm_action put_out_fire(const thumb *t)
{
    const int card = cheapest(t, legal_cards(t, TATATA_MOVE));
    if (is_legal(t, TATATA_RECOVER)) return TATATA_RECOVER;
    if (card != TATATA_NO_CARD) return TATATA_MOVE + (tm_action)card;
    /* No card to recover with: make room for one. */
    const uint64_t hand = legal_cards(t, TATATA_TOSS);
    return hand ? TATATA_TOSS + (tm_action)cheapest(t, hand) : TATATA_END;
}

static tm_action shoot(const thumb *t)
{
    uint64_t guns = legal_cards(t, TATATA_SHOOT) & ~kept(t);
    const int target = guns ? tatata_target(t->o, t->seat, TATATA_GUN) : -1;
    for (int kind = TATATA_KRAUTEN; kind < TATATA_BOMB; kind++)
        if (is_legal(t, TATATA_USE + (tm_action)kind)) return TATATA_USE + (tm_action)kind;
    if (target < 0) return TATATA_END;
    /* Cards that fly are for flying, unless the plane falls. */
    for (uint64_t all = guns; all;) {
        const int card = tatata_take(&all);
        const int fly = number(t, card, TATATA_BLUE), red = number(t, card, TATATA_RED);
        if (!tatata_is_burning(t->o, target) && (fly >= red || fly > 2)) guns &= ~tatata_card(card);
    }
    return guns ? TATATA_SHOOT + (tm_action)highest(t, guns, TATATA_RED) : TATATA_END;
}

/* A card to be played for move or fly points before the next flight, if any. */
static tm_action prepare(const thumb *t)
{
    const uint64_t keep = kept(t), moves = legal_cards(t, TATATA_MOVE);
    uint64_t flies = legal_cards(t, TATATA_FLY) & ~keep;
    const int needed = bases_within(t, fly_potential(t, flies, 0));
    int card = cheapest(t, moves & ~keep);
    if (card == TATATA_NO_CARD || (number(t, card, TATATA_BLUE) > 2 && moves & keep)) card = cheapest(t, moves);
    if (t->o->move < needed && card != TATATA_NO_CARD && number(t, card, TATATA_GREEN) > 0) {
        /* Only if there is something left to get there with. */
        const int left = fly_potential(t, flies & ~tatata_card(card), 1);
        if (bases_within(t, left) > t->o->move) return TATATA_MOVE + (tm_action)card;
    }
    for (uint64_t all = flies; all;) {
        const int c = tatata_take(&all);
        if (number(t, c, TATATA_BLUE) == 0) flies &= ~tatata_card(c);
    }
    return flies ? TATATA_FLY + (tm_action)highest(t, flies, TATATA_BLUE) : TATATA_END;
}

static bool stuck_before_base(const thumb *t)
{
    const int next = tatata_ahead(t->o, t->o->at[t->seat]);
    return tatata_face(t->o->ring[next]) == TATATA_BASE && t->o->move == 0;
}

/* Basic rules: guns that hit nobody, flights that a base blocks, and more than two cards that only move. */
static tm_action throw_away(const thumb *t)
{
    uint64_t cards = 0, movers = 0;
    for (uint64_t hand = legal_cards(t, TATATA_TOSS); hand;) {
        const int card = tatata_take(&hand);
        const bool flies = number(t, card, TATATA_BLUE) > 0, moves = number(t, card, TATATA_GREEN) > 0;
        if (moves && !flies) movers |= tatata_card(card);
        if (!moves && (!flies || (stuck_before_base(t) && number(t, card, TATATA_BLUE) < 5)))
            cards |= tatata_card(card);
    }
    if (!cards && tatata_count(movers) > 2) cards = movers;
    return cards ? TATATA_TOSS + (tm_action)cheapest(t, cards) : (tm_action)TATATA_END;
}

static tm_action in_turn(const thumb *t)
{
    const tatata_public *o = t->o;
    tm_action action;
    if (t->c->full && o->plays == TATATA_FRESH) return best_start(t);
    if (tatata_is_burning(o, t->seat)) return put_out_fire(t);
    if ((action = shoot(t)) != TATATA_END) return action;
    action = prepare(t);
    if (action != TATATA_END && !(stuck_before_base(t) && (action & ~0xffu) == TATATA_FLY)) return action;
    if ((action = best_flight(t)) != TATATA_END) return action;
    const bool safe = tatata_face(tatata_space(o, t->seat)) == TATATA_BASE || o->smoking >> t->seat & 1;
    if (!safe && is_legal(t, TATATA_USE + TATATA_SMOKE)) return TATATA_USE + TATATA_SMOKE;
    return throw_away(t);
}

static tm_action in_wind(const thumb *t)
{
    tm_action best = TATATA_CALM;
    int most = 0;
    for (int i = 0; i < t->n_legal; i++) {
        const tm_action action = t->legal[i];
        if ((action & ~0xffu) != TATATA_WIND) continue;
        const int other = (int)(action >> 3 & 31), cards = (int)(action & 3) + 1, by = action & 4 ? -cards : cards;
        const int face = face_seen(t, tatata_blow(t->o, other, by));
        const bool storm = face == TATATA_UP + TATATA_RAIN || face == TATATA_UP + TATATA_ODIN;
        int points = other == t->seat ? 4 * by : -3 * by;
        if (storm) points += other == t->seat ? -14 : face == TATATA_UP + TATATA_ODIN ? 6 : -6;
        if (points <= most) continue;
        most = points;
        best = action;
    }
    return best;
}

/* Where our own plane will come across it last. */
static tm_action put_behind(const thumb *t)
{
    tm_action best = t->legal[0];
    int most = -1;
    for (int i = 0; i < t->n_legal; i++) {
        const int at = tatata_put_place(t->o, (int)(t->legal[i] >> 8 & 0xff), (int)(t->legal[i] & 0xff));
        const int ahead = (at - t->o->at[t->seat] + t->o->n_ring - 1) % t->o->n_ring;
        if (ahead <= most) continue;
        most = ahead;
        best = t->legal[i];
    }
    return best;
}

static int choose(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, tm_rng *rng,
                  void *memory)
{
    (void)memory;
    const tatata_state *s = (const tatata_state *)state;
    const thumb t = {(const tatata_config *)config, &s->open, s->hand[seat], seat, legal, n_legal};
    tm_action action = legal[0];
    if (s->open.phase == TATATA_ANSWERING) {
        const int card = cheapest(&t, legal_cards(&t, TATATA_DODGE));
        action = card == TATATA_NO_CARD ? (tm_action)TATATA_TAKE : TATATA_DODGE + (tm_action)card;
    } else if (s->open.phase == TATATA_ACTING) {
        action = in_turn(&t);
    } else if (s->open.phase == TATATA_WINDING) {
        action = in_wind(&t);
    } else if (s->open.phase == TATATA_PUTTING) {
        action = put_behind(&t);
    } /* beer: legal[0] is `keep`, if it may be kept */
    for (int i = 0; i < n_legal; i++)
        if (legal[i] == action) return i;
    return (int)tm_rng_below(rng, (uint32_t)n_legal);
}

/* The rule of thumb first; ending the turn and throwing cards away last. */
static void order(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, uint16_t *out)
{
    tm_rng rng;
    tm_rng_init(&rng, 0, 0);
    const int first = choose(config, state, seat, legal, n_legal, &rng, NULL);
    for (int i = 0; i < n_legal; i++) {
        const tm_action verb = legal[i] & ~0xffu;
        out[i] = i == first ? 1000 : verb == TATATA_TOSS ? 20 : legal[i] == TATATA_END ? 50 : 100;
    }
}

/* Two rounds ahead the race is judged by who leads. */
static bool settled(const void *config, const void *root, const void *state)
{
    (void)config;
    return ((const tatata_state *)state)->open.round >= ((const tatata_state *)root)->open.round + HORIZON;
}

/* How far a plane has flown, in spaces of the circuit; fire costs a turn or so. */
static int32_t flown(const tatata_public *o, int seat)
{
    return o->laps[seat] * (int32_t)o->n_ring + tatata_advance(o, seat) - (tatata_is_burning(o, seat) ? FIRE : 0);
}

static void judge(const void *config, const void *state, int32_t *chances, void *memory)
{
    (void)memory;
    const tatata_config *c = (const tatata_config *)config;
    const tatata_public *o = &((const tatata_state *)state)->open;
    const int32_t far = o->n_ring;
    for (int i = 0; i < c->seats; i++) {
        int32_t other = INT32_MIN;
        for (int k = 0; k < c->seats; k++)
            if (k != i && flown(o, k) > other) other = flown(o, k);
        int32_t lead = flown(o, i) - other;
        if (lead > far) lead = far;
        if (lead < -far) lead = -far;
        chances[i] = TM_SURE / 2 + lead * (TM_SURE / 2 / far) * 9 / 10;
    }
}

const tm_think tatata_think = {.choose = choose, .order = order, .settled = settled, .judge = judge, .foretells = true};
