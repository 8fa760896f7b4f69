/* TATSU, a trick-taking game for two clans.
 *
 * 28 cards in two clans, seven tricks per round, four cards per trick. On its turn a seat plays a card of its clan
 * or asks somebody else to play one for it. The highest power wins the trick; a fusion keeps it for the next. At the
 * end of a round each team multiplies the points it captured by the multipliers of its own clan among them.
 *
 * Rules T1 … T25 of the specification; our choices where the rulebooks leave one:
 *   T2   backs show the clan, so counts by clan are public and so is the clan beneath a face-up card.
 *   T4   the dealer leads. T6 only somebody with a card of the clan can be asked.
 *   T9   a fusion in the last trick loses the pot as well.
 *   T16  option facedown: each (source by source) or neither.
 *   T17  a card taken from beneath leaves the one on top.
 *   T21  on the ghost's turn its player may ask themselves.
 *   T25  option rounds ends a game that never reaches the target.
 * With two players a face-down card is in no state: it is drawn among the unseen cards of its clan when it is
 * turned.
 *
 * Invariants (tatsu_check):
 *   1  phase, leader, trick, n_laid and round are in range.
 *   2  hands, trick, pot, captured and unseen cards are disjoint; no card is missing but before the deal and at the end.
 *   3  two players: hand[s] is exactly the cards of up[s]; nothing lies beneath an empty column; unseen cards match the
 *      backs in number and clan (but for the one being turned, which is still unseen).
 *   4  a trick takes two cards of each clan: what is left of a clan fits the tricks to come.
 *   5  while somebody decides, they have a legal action. */
#include "tatsu_rules.h"

#include "base/bits.h"

static const uint8_t WORTH[TATSU_CLAN] = {3, 4, 5, 6, 7, 1, 1, 1, 1, 1, 0, 0, 0, 0};
static const int8_t POWER[TATSU_CLAN] = {1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 0, 0, 0, -1};

int tatsu_power(int card)
{
    return POWER[card % TATSU_CLAN];
}

int tatsu_worth(int card)
{
    return WORTH[card % TATSU_CLAN];
}

int32_t tatsu_worth_of(uint32_t captured)
{
    const uint32_t one = 1u << TATSU_CLAN | 1; /* the same card of both clans */
    int32_t points = tm_bits_count(captured & 0x1f * (one << 5));
    for (int i = 0; i < 5; i++) points += (3 + i) * tm_bits_count(captured & one << i);
    return points;
}

int32_t tatsu_multiplier_of(uint32_t captured, int clan)
{
    const uint32_t multipliers = captured >> (TATSU_CLAN * clan + TATSU_MULTIPLIER) & 7; /* x1 x2 x3 */
    return (int32_t)((multipliers & 1) + (multipliers & 2) + 3 * (multipliers >> 2));
}

int tatsu_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why)
{
    tatsu_config *c = (tatsu_config *)config;
    (void)box;
    (void)why;
    __builtin_memset(c, 0, sizeof *c);
    c->seats = (uint8_t)n_seats;
    c->places = n_seats == 2 ? 2 : 4;
    c->target = values[0];
    c->facedown_neither = (uint8_t)values[1];
    c->rounds = values[2];
    return TM_OK;
}

uint32_t tatsu_bound(const void *config)
{
    /* A deal, and for each of 28 cards at most an `ask`, the play itself and, with two players, a turned card. */
    return (uint32_t)((const tatsu_config *)config)->rounds * (1 + 3 * TATSU_CARDS);
}

static void start_round(const tatsu_config *c, tatsu_state *s)
{
    tatsu_public *o = &s->open;
    __builtin_memset(s->hand, 0, sizeof s->hand);
    o->captured[0] = o->captured[1] = o->pot = o->unseen = 0;
    o->trick = o->n_laid = o->asked = o->turning = o->flipped = 0;
    __builtin_memset(o->laid, TATSU_NONE, sizeof o->laid);
    __builtin_memset(o->up, TATSU_NONE, sizeof o->up);
    o->down[0] = o->down[1] = 0;
    /* The dealer leads (T4, T18, T22). */
    o->leader = c->seats == 3 ? 0 : (uint8_t)(o->round & (c->places - 1));
    o->phase = TATSU_DEALING;
}

void tatsu_init(const void *config, void *state)
{
    tatsu_state *s = (tatsu_state *)state;
    __builtin_memset(s, 0, sizeof *s);
    start_round((const tatsu_config *)config, s);
}

/* The player who decides, or -1 where nobody does. */
static int decider(const tatsu_config *c, const tatsu_public *o)
{
    if (o->phase != TATSU_PLAYING && o->phase != TATSU_GIVING) return -1;
    return tatsu_player_at(c, o->round, o->phase == TATSU_GIVING ? o->asked : tatsu_turn_place(c, o));
}

uint32_t tatsu_actors(const void *config, const void *state)
{
    const tatsu_public *o = &((const tatsu_state *)state)->open;
    const int player = decider((const tatsu_config *)config, o);
    if (player >= 0) return 1u << player;
    return o->phase == TATSU_OVER ? 0 : TM_ACTOR_CHANCE;
}

/* The place that an `ask` means, or -1. */
static int asked_place(const tatsu_config *c, int round, tm_action action)
{
    const int whom = (int)(action - TATSU_ASK);
    if (c->seats == 4) return whom < 4 ? whom : -1;
    if (c->seats == 3) return action == TATSU_ASK_GHOST ? TATSU_GHOST : whom < 3 ? tatsu_place_of(c, round, whom) : -1;
    return -1;
}

static int put_cards(tm_action *out, int n, tm_action verb, uint32_t cards)
{
    while (cards) out[n++] = verb + (tm_action)tm_bits_take(&cards);
    return n;
}

int tatsu_legal(const void *config, const void *state, int seat, tm_action *out)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_state *s = (const tatsu_state *)state;
    if (decider(c, &s->open) != seat) return 0;
    const tatsu_choice choice = tatsu_choices(c, s);
    int n = put_cards(out, 0, choice.giving ? TATSU_GIVE : TATSU_PLAY, choice.cards);
    n = put_cards(out, n, TATSU_ASK, choice.ask);
    return put_cards(out, n, TATSU_FLIP + 1, choice.flip);
}

/* The index of the card that decides the trick: the first fusion (T8), else the highest; if equal, the first (T7). Rank and order are
 * compared as one number: who wins a trick is nothing that a processor could guess. */
static int deciding_card(const tatsu_public *o, bool *out_fusion)
{
    static const uint8_t RANK[TATSU_CARDS] = {1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 0, 0, 0, 7,
                                              1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 0, 0, 0, 7};
    uint32_t best = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t rank = (uint32_t)RANK[o->laid[i]] << 2 | (3 - i);
        best = rank > best ? rank : best;
    }
    *out_fusion = best >> 2 == 7;
    return 3 - (int)(best & 3);
}

static void end_round(const tatsu_config *c, tatsu_state *s)
{
    tatsu_public *o = &s->open;
    bool reached = false;
    int32_t points[2];
    for (int clan = 0; clan < 2; clan++) /* T11 */
        points[clan] = tatsu_worth_of(o->captured[clan]) * tatsu_multiplier_of(o->captured[clan], clan);
    for (int player = 0; player < c->seats; player++) {
        o->total[player] += points[tatsu_place_of(c, o->round, player) & 1]; /* T23 */
        reached |= o->total[player] >= c->target;
    }
    o->round++;
    start_round(c, s);
    if (reached || o->round == c->rounds) o->phase = TATSU_OVER; /* T12, T24, T25 */
}

static void end_trick(const tatsu_config *c, tatsu_state *s)
{
    tatsu_public *o = &s->open;
    for (int i = 0; i < 4; i++) o->pot |= 1u << o->laid[i];
    bool fusion;
    const int decides = deciding_card(o, &fusion);
    o->leader = (uint8_t)((o->leader + decides) & (c->places - 1)); /* T8, T10 */
    if (!fusion) {
        o->captured[o->leader & 1] |= o->pot;
        o->pot = 0;
    }
    o->n_laid = 0;
    __builtin_memset(o->laid, TATSU_NONE, sizeof o->laid);
    o->trick++;
    if (o->trick == TATSU_TRICKS) end_round(c, s); /* T9: what is in the pot now is nobody's */
}

static void lay(const tatsu_config *c, tatsu_state *s, int card)
{
    tatsu_public *o = &s->open;
    o->laid[o->n_laid++] = (uint8_t)card;
    o->phase = TATSU_PLAYING;
    o->asked = 0;
    if (o->n_laid == 4) end_trick(c, s);
}

static void await_turn(tatsu_public *o, int at, bool flipped)
{
    o->turning = (uint8_t)at;
    o->flipped = flipped;
    o->phase = TATSU_TURNING;
    o->asked = 0;
}

/* Two players: a face-up card is laid and the one beneath it turned (T17). Kept out of tatsu_apply(), which is quicker for the others then. */
__attribute__((noinline)) static void lay_face_up(const tatsu_config *c, tatsu_state *s, int seat, int card)
{
    tatsu_public *o = &s->open;
    int at = TATSU_COLUMNS * seat;
    while (o->up[at] != card) at++;
    o->up[at] = TATSU_NONE;
    if (tatsu_down(o, at) == TATSU_NONE) {
        lay(c, s, card);
        return;
    }
    o->laid[o->n_laid++] = (uint8_t)card; /* the trick ends, if it does, when the card is turned */
    await_turn(o, at, false);
}

static int apply_ask(const tatsu_config *c, tatsu_state *s, tm_action action, int turn)
{
    int place = asked_place(c, s->open.round, action);
    if (c->seats == 2 && action == TATSU_ASK_OPPONENT) place = !turn;
    if (place < 0 || place == turn || !tatsu_can_supply(c, s, place, turn & 1)) return TM_EILLEGAL;
    s->open.asked = (uint8_t)place;
    s->open.phase = TATSU_GIVING;
    return TM_OK;
}

int tatsu_apply(const void *config, void *state, int seat, tm_action action)
{
    const tatsu_config *c = (const tatsu_config *)config;
    tatsu_state *s = (tatsu_state *)state;
    tatsu_public *o = &s->open;
    if (o->phase == TATSU_OVER) return TM_EOVER;
    const int turn = tatsu_turn_place(c, o);
    const bool giving = o->phase == TATSU_GIVING;
    const int source = giving ? o->asked : turn;
    if ((!giving && o->phase != TATSU_PLAYING) || seat != tatsu_player_at(c, o->round, source)) return TM_ETURN;
    const uint32_t verb = action & ~0xffu, argument = action & 0xffu;

    if (verb == TATSU_ASK && !giving) return apply_ask(c, s, action, turn);
    if (verb == (giving ? TATSU_GIVE : TATSU_PLAY)) {
        if (argument >= TATSU_CARDS) return TM_EILLEGAL;
        const uint32_t card = 1u << argument;
        if (!(s->hand[source] & tatsu_clan_mask(turn & 1) & card)) return TM_EILLEGAL;
        s->hand[source] &= ~card;
        if (c->seats == 2)
            lay_face_up(c, s, source, (int)argument);
        else
            lay(c, s, (int)argument);
        return TM_OK;
    }
    if (verb == TATSU_FLIP && c->seats == 2) {
        if (argument < 1 || argument > TATSU_COLUMNS) return TM_EILLEGAL;
        if (!(tatsu_columns_to_flip(c, s, source, turn & 1) >> (argument - 1) & 1)) return TM_EILLEGAL;
        await_turn(o, TATSU_COLUMNS * source + (int)argument - 1, true);
        return TM_OK;
    }
    return TM_EILLEGAL;
}

const char *tatsu_awaits(const void *config, const void *state)
{
    (void)config;
    return ((const tatsu_state *)state)->open.phase == TATSU_DEALING ? "deal" : "turn";
}

static void shuffle(tm_rng *rng, uint8_t *cards, int n)
{
    for (int i = n - 1; i > 0; i--) {
        const uint32_t j = tm_rng_below(rng, (uint32_t)i + 1);
        const uint8_t swap = cards[i];
        cards[i] = cards[j];
        cards[j] = swap;
    }
}

void tatsu_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_public *o = &((const tatsu_state *)state)->open;
    __builtin_memset(out, 0, sizeof *out);
    if (o->phase == TATSU_TURNING) {
        const int clan = tatsu_down(o, o->turning);
        const uint32_t unseen = o->unseen & tatsu_clan_mask(clan);
        out->kind = TATSU_TURN;
        out->n = 1;
        out->b[0] = (uint8_t)tm_bits_nth(unseen, tm_rng_below(rng, (uint32_t)tm_bits_count(unseen)));
        return;
    }
    out->kind = TATSU_DEAL;
    out->n = TATSU_CARDS;
    for (int i = 0; i < TATSU_CARDS; i++) out->b[i] = (uint8_t)i;
    shuffle(rng, out->b, TATSU_CARDS);
    if (c->seats == 2)
        for (int i = 14; i < TATSU_CARDS; i++) out->b[i] = (uint8_t)tatsu_clan_of(out->b[i]);
}

static int settle_deal(const tatsu_config *c, tatsu_state *s, const tm_outcome *outcome)
{
    uint32_t hand[TATSU_PLACES] = {0, 0, 0, 0}, dealt = 0;
    int red = 0;
    const int n_faces = c->seats == 2 ? 14 : TATSU_CARDS;
    for (int i = 0; i < TATSU_CARDS; i++) {
        if (i >= n_faces) {
            if (outcome->b[i] > 1) return TM_EILLEGAL;
            red += outcome->b[i] == 0;
            continue;
        }
        if (outcome->b[i] >= TATSU_CARDS || dealt >> outcome->b[i] & 1) return TM_EILLEGAL;
        dealt |= 1u << outcome->b[i];
        hand[i / 7] |= 1u << outcome->b[i];
    }
    if (c->seats == 2) {
        if (red + tm_bits_count(dealt & tatsu_clan_mask(0)) != TATSU_CLAN) return TM_EILLEGAL;
        __builtin_memcpy(s->open.up, outcome->b, 14);
        for (int at = 0; at < 14; at++)
            s->open.down[outcome->b[14 + at]] = (uint16_t)(s->open.down[outcome->b[14 + at]] | 1u << at);
        s->open.unseen = TATSU_DECK & ~dealt;
    }
    __builtin_memcpy(s->hand, hand, sizeof hand);
    s->open.phase = TATSU_PLAYING;
    return TM_OK;
}

static int settle_turn(const tatsu_config *c, tatsu_state *s, int card)
{
    tatsu_public *o = &s->open;
    const int clan = tatsu_down(o, o->turning);
    if (card >= TATSU_CARDS || tatsu_clan_of(card) != clan || !(o->unseen >> card & 1)) return TM_EILLEGAL;
    o->unseen &= ~(1u << card);
    o->down[clan] = (uint16_t)(o->down[clan] & ~(1u << o->turning));
    const int at = o->turning;
    const bool flipped = o->flipped;
    o->turning = o->flipped = 0;
    if (flipped) {
        lay(c, s, card);
        return TM_OK;
    }
    o->up[at] = (uint8_t)card;
    s->hand[at / TATSU_COLUMNS] |= 1u << card;
    o->phase = TATSU_PLAYING;
    if (o->n_laid == 4) end_trick(c, s);
    return TM_OK;
}

int tatsu_settle(const void *config, void *state, const tm_outcome *outcome)
{
    const tatsu_config *c = (const tatsu_config *)config;
    tatsu_state *s = (tatsu_state *)state;
    if (s->open.phase == TATSU_OVER) return TM_EOVER;
    if (s->open.phase == TATSU_DEALING) return outcome->kind == TATSU_DEAL ? settle_deal(c, s, outcome) : TM_EILLEGAL;
    if (s->open.phase != TATSU_TURNING) return TM_ETURN;
    return outcome->kind == TATSU_TURN ? settle_turn(c, s, outcome->b[0]) : TM_EILLEGAL;
}

void tatsu_score(const void *config, const void *state, int32_t *points, uint32_t *winners)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_public *o = &((const tatsu_state *)state)->open;
    int32_t best = 0;
    for (int i = 0; i < c->seats; i++) {
        points[i] = o->total[i];
        if (o->total[i] > best) best = o->total[i];
    }
    *winners = 0;
    if (o->phase != TATSU_OVER) return;
    for (int i = 0; i < c->seats; i++)
        if (o->total[i] == best) *winners |= 1u << i; /* T12: equal totals share the win */
}

static int check_columns(const tatsu_state *s)
{
    const tatsu_public *o = &s->open;
    int beneath[2] = {0, 0};
    for (int seat = 0; seat < 2; seat++) {
        uint32_t face_up = 0;
        for (int at = TATSU_COLUMNS * seat; at < TATSU_COLUMNS * (seat + 1); at++) {
            if (o->up[at] != TATSU_NONE) face_up |= 1u << o->up[at];
            const int down = tatsu_down(o, at);
            if (down == TATSU_NONE) continue;
            if (o->up[at] == TATSU_NONE && !(o->phase == TATSU_TURNING && o->turning == at)) return 3;
            beneath[down]++;
        }
        if (face_up != s->hand[seat]) return 3;
    }
    for (int clan = 0; clan < 2; clan++)
        if (beneath[clan] != tm_bits_count(o->unseen & tatsu_clan_mask(clan))) return 3;
    return 0;
}

int tatsu_check(const void *config, const void *state)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_state *s = (const tatsu_state *)state;
    const tatsu_public *o = &s->open;
    if (o->phase > TATSU_OVER || o->leader >= c->places || o->trick >= TATSU_TRICKS || o->n_laid > 4) return 1;
    if (o->round > c->rounds || (o->n_laid == 4 && o->phase != TATSU_TURNING)) return 1;

    const uint32_t sets[] = {s->hand[0], s->hand[1],     s->hand[2],     s->hand[3],
                             o->pot,     o->captured[0], o->captured[1], o->unseen};
    uint32_t all = 0;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (all & sets[i]) return 2;
        all |= sets[i];
    }
    for (int i = 0; i < o->n_laid; i++) {
        if (o->laid[i] >= TATSU_CARDS || all >> o->laid[i] & 1) return 2;
        all |= 1u << o->laid[i];
    }
    const bool dealt = o->phase != TATSU_DEALING && o->phase != TATSU_OVER;
    if (all != (dealt ? TATSU_DECK : 0)) return 2;
    if (!dealt) return 0;

    if (c->seats == 2 && check_columns(s)) return 3;
    const uint32_t held = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3] | o->unseen;
    for (int clan = 0; clan < 2; clan++) {
        int laid = 0;
        for (int i = 0; i < o->n_laid; i++) laid += tatsu_clan_of(o->laid[i]) == clan;
        if (laid + tm_bits_count(held & tatsu_clan_mask(clan)) != TATSU_CLAN - 2 * o->trick) return 4;
    }
    tm_action legal[2 * TATSU_CARDS];
    const uint32_t actors = tatsu_actors(c, s);
    if (actors != TM_ACTOR_CHANCE && !tatsu_legal(c, s, tm_bits_first(actors), legal)) return 5;
    return 0;
}
