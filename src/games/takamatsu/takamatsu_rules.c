/* Takamatsu, samurai on their way through a palace.
 *
 * On its turn a seat chooses a room and moves some of the samurai in it, its own and others', by as many rooms as
 * there are samurai in the group. Each samurai that ends in a room of its colour earns its owner the top shogun
 * card: an open one moves the colour's pagoda at once, a hidden one is kept secret and used later. When a pagoda
 * reaches the goal the round is played to its end, hidden cards are added, and the most points win.
 *
 * Rules K1 … K18 of the specification; our choices where the rulebook leaves one:
 *   K6   two players: seat 0 has b and p, seat 1 has k and r. Rooms of colours not in play are plain.
 *   K12  a pagoda never goes below 0.
 *   K13  a pile that ran out is shuffled when the next card must be laid, not before: cards used in between are part
 *        of it. There is always a card to lay: a box has five open cards, and four at most lie in the column then.
 *   K14  asked again after `use V` as long as the goal can still be reached by what all know; once the end is
 *        triggered nobody is asked any more, and who uses a card before moving goes on to move without further ones.
 *        Of two hidden cards of equal value in one hand, the one from the older shuffle is used; that tells nothing.
 *   K16  shared wins. K18 option rounds.
 * What can be known of hidden cards: those that belong to a shuffle, less those used since, lie in hands, in the
 * column and in the pile; how many of each shuffle lie where, everybody has seen.
 *
 * Invariants (takamatsu_check):
 *   1  phase, turn, asked and round are in range; what a phase does not need is 0.
 *   2  every colour in play has all its samurai in the palace, other colours and places have none; `where` says the
 *      rooms.
 *   3  the column is full but for the cards still to be laid; no kind of open card has too many in pile and column.
 *   4  hidden cards: held counts the holders; those of a shuffle that nobody has looked at lie in the column or, the
 *      newest, in the pile; older shuffles are numbered without a gap; equal values stand in order of shuffle and
 *      holder.
 *   5  no pagoda is below 0, or, before the end is triggered, at the goal.
 *   6  if a card must be laid, there is one in the pile.
 *   7  who is asked at the end of a turn might reach the goal, and the end is not triggered. */
#include "takamatsu_rules.h"

#include "base/bits.h"

int takamatsu_discarded(const takamatsu_config *c, const takamatsu_public *o, int kind)
{
    int n = c->open_count[kind] - o->pile[kind];
    for (int i = 0; i < TAKAMATSU_COLUMN; i++) n -= o->column[i] == kind;
    return n;
}

void takamatsu_init(const void *config, void *state)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    takamatsu_state *s = (takamatsu_state *)state;
    takamatsu_public *o = &s->open;
    __builtin_memset(s, 0, sizeof *s);
    for (int room = 0; room < c->n_rooms; room++) {
        if (c->home[room] == TAKAMATSU_NONE) continue;
        const int n = c->kind[room] == TAKAMATSU_OUTER ? 3 : c->samurai - 3; /* K6 */
        o->room[room] = (takamatsu_samurai)n << 4 * c->home[room];
        if (n) o->where[c->home[room]] |= 1u << room;
    }
    __builtin_memset(o->column, TAKAMATSU_NONE, sizeof o->column);
    __builtin_memcpy(o->pile, c->open_count, sizeof o->pile);
    o->pile_hidden = c->n_hidden;
    __builtin_memset(o->shuffle, 1, c->n_hidden);
    o->phase = TAKAMATSU_DEALING;
}

uint32_t takamatsu_actors(const void *config, const void *state)
{
    const takamatsu_public *o = &((const takamatsu_state *)state)->open;
    (void)config;
    if (o->phase == TAKAMATSU_MOVING) return 1u << o->turn;
    if (o->phase == TAKAMATSU_ASKING) return 1u << o->asked;
    return o->phase == TAKAMATSU_OVER ? 0 : TM_ACTOR_CHANCE;
}

/* What a group must contain: a samurai of the colours `first`, one of `second`, and therefore in any case those in
 * `always`. */
typedef struct need {
    uint32_t first, second, always;
} need;

/* `one` and `two` are the bits of the moving seat's colours. */
static inline need needed(uint32_t one, uint32_t two, uint32_t here)
{
    const uint32_t own = one | two, others = TAKAMATSU_DIGITS * 7 & ~own;
    const uint32_t each = TAKAMATSU_DIGITS & ((here & one ? one : 0) | (here & two ? two : 0));
    const bool both = (here & one) != 0 && (here & two) != 0;
    const need mixed = {own, others, both ? 0 : each}, pair = {one, two, each}, alone = {own, own, each};
    return here & others ? mixed : both ? pair : alone; /* K8, K17 */
}

/* K8: three or more do not leave a room empty. */
static bool may_empty(uint32_t here)
{
    return takamatsu_total(here) <= 2;
}

/* Writes the moves of one group. Most groups have one or two destinations, which are written without a check. */
static inline void put_ends(const takamatsu_ends *ends, tm_action move, tm_action *out)
{
    for (int k = 0; k < 2; k++) out[k] = move | ends->first[k];
    if (ends->n > 2)
        for (int k = 2; k < TAKAMATSU_FIRST; k++) out[k] = move | ends->first[k];
    if (ends->n > TAKAMATSU_FIRST)
        for (uint32_t rooms = ends->rooms; rooms; out++) *out = move | (tm_action)tm_bits_take(&rooms);
}

/* The groups that may leave a room, smaller ones first, except that some lack what a group must contain. Groups always
 * contain `always`, plus some more. They are enumerated by counting, with one digit per colour that goes up to the
 * number of samurai: with 15 as the highest, a full digit carries into the next and starts again from `least`. */
typedef struct groups {
    uint32_t count, least, last, always;
} groups;

static inline groups first_group(uint32_t here, need must)
{
    const uint32_t more = here - must.always, least = TAKAMATSU_DIGITS * 15 - more;
    const uint32_t lowest = 1u << (tm_bits_first(more | 1u << 31) & 28);
    const groups g = {least + (must.always & must.second ? 0 : lowest), least,
                      TAKAMATSU_DIGITS * 15 - (may_empty(here) ? 0 : lowest), must.always};
    return g;
}

static inline uint32_t this_group(const groups *g)
{
    return g->always + g->count - g->least;
}

static inline bool next_group(groups *g)
{
    if (g->count == g->last) return false;
    g->count++;
    /* The top bit of a digit is set unless it has just carried. */
    const uint32_t carried = ~g->count & TAKAMATSU_DIGITS * 8;
    g->count |= g->least & (2 * carried - carried / 8);
    return true;
}

static inline bool has_needed(need must, uint32_t group)
{
    return group & must.first && group & must.second;
}

/* Writes the moves out of a room and returns the end of the list. */
static tm_action *put_moves(const takamatsu_ends *ends, tm_action from, uint32_t here, need must, tm_action *out)
{
    groups g = first_group(here, must);
    do {
        const uint32_t group = this_group(&g);
        const takamatsu_ends *end = &ends[takamatsu_total(group)];
        put_ends(end, from | group << 5, out);
        out += has_needed(must, group) ? end->n : 0;
    } while (next_group(&g));
    return out;
}

/* The hidden cards in the seat's hand: ascending values, each once, for each of its pagodas (K15). */
static int put_uses(const takamatsu_config *c, const takamatsu_state *s, int seat, tm_action *out, int n)
{
    uint32_t hand = s->open.ending ? 0 : s->hand[seat]; /* K14 */
    for (int last = -1; hand;) {
        const int value = c->hidden_value[tm_bits_take(&hand)];
        if (value == last) continue;
        last = value;
        const tm_action use = TAKAMATSU_USE | (tm_action)value << 3;
        if (c->seats == 2) {
            out[n++] = use | (tm_action)seat;
            out[n++] = use | (tm_action)(seat + 2);
        } else {
            out[n++] = use | TAKAMATSU_NO_COLOUR;
        }
    }
    return n;
}

/* The rooms that a seat may move from, as a mask. */
static uint32_t rooms_of(const takamatsu_config *c, const takamatsu_public *o, int seat)
{
    return o->where[seat] | (c->own[seat][1] ? o->where[seat + 2] : 0);
}

int takamatsu_legal(const void *config, const void *state, int seat, tm_action *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_state *s = (const takamatsu_state *)state;
    const takamatsu_public *o = &s->open;
    if (!(takamatsu_actors(c, s) & 1u << seat)) return 0;
    if (o->phase == TAKAMATSU_ASKING) {
        int n = put_uses(c, s, seat, out, 0);
        out[n++] = TAKAMATSU_WAIT;
        return n;
    }
    const uint32_t one = c->own[seat][0], two = c->own[seat][1];
    tm_action *at = out;
    for (uint32_t rooms = rooms_of(c, o, seat); rooms;) {
        const int room = tm_bits_take(&rooms);
        const uint32_t here = o->room[room];
        at = put_moves(c->ends[room], TAKAMATSU_MOVE | (tm_action)room << 25, here, needed(one, two, here), at);
    }
    return put_uses(c, s, seat, out, (int)(at - out));
}

int takamatsu_count_legal(const takamatsu_config *c, const takamatsu_state *s, int seat)
{
    tm_action uses[2 * TAKAMATSU_HIDDEN];
    int n = put_uses(c, s, seat, uses, 0);
    if (s->open.phase == TAKAMATSU_ASKING) return n + 1;
    for (uint32_t rooms = rooms_of(c, &s->open, seat); rooms;) {
        const int room = tm_bits_take(&rooms);
        const need must = needed(c->own[seat][0], c->own[seat][1], s->open.room[room]);
        groups g = first_group(s->open.room[room], must);
        do {
            const uint32_t group = this_group(&g);
            n += has_needed(must, group) ? c->ends[room][takamatsu_total(group)].n : 0;
        } while (next_group(&g));
    }
    return n;
}

int takamatsu_some_legal(const takamatsu_config *c, const takamatsu_state *s, int seat, int first, int step, int most,
                         tm_action *out)
{
    tm_action uses[2 * TAKAMATSU_HIDDEN + 1];
    int n = 0, skip = first; /* from here to the next that is wanted */
    int n_uses = put_uses(c, s, seat, uses, 0);
    const bool asking = s->open.phase == TAKAMATSU_ASKING;
    if (asking) uses[n_uses++] = TAKAMATSU_WAIT;
    for (uint32_t rooms = asking ? 0 : rooms_of(c, &s->open, seat); rooms;) {
        const int room = tm_bits_take(&rooms);
        const need must = needed(c->own[seat][0], c->own[seat][1], s->open.room[room]);
        groups g = first_group(s->open.room[room], must);
        do {
            const uint32_t group = this_group(&g);
            const takamatsu_ends *end = &c->ends[room][takamatsu_total(group)];
            const int n_ends = has_needed(must, group) ? end->n : 0;
            for (; skip < n_ends; skip += step) {
                const int to = skip < TAKAMATSU_FIRST ? end->first[skip] : tm_bits_nth(end->rooms, (uint32_t)skip);
                out[n++] = TAKAMATSU_MOVE | (tm_action)room << 25 | group << 5 | (tm_action)to;
                if (n == most) return n;
            }
            skip -= n_ends;
        } while (next_group(&g));
    }
    for (; skip < n_uses && n < most; skip += step) out[n++] = uses[skip];
    return n;
}

uint32_t takamatsu_in_hands(const takamatsu_state *s)
{
    uint32_t cards = 0;
    for (int seat = 0; seat < TAKAMATSU_SEATS; seat++) cards |= s->hand[seat];
    return cards;
}

/* The order of hidden cards of equal value: by shuffle, then by holder, with nobody last. */
static int place_of(const takamatsu_state *s, int card)
{
    int seat = 0;
    while (seat < TAKAMATSU_SEATS && !(s->hand[seat] >> card & 1)) seat++;
    return s->open.shuffle[card] * (TAKAMATSU_SEATS + 1) + seat;
}

static void swap_cards(takamatsu_state *s, int card)
{
    uint8_t *shuffle = &s->open.shuffle[card];
    const uint8_t first = shuffle[0];
    shuffle[0] = shuffle[1];
    shuffle[1] = first;
    for (int seat = 0; seat < TAKAMATSU_SEATS; seat++) {
        const uint32_t pair = s->hand[seat] >> card & 3;
        if (pair == 1 || pair == 2) s->hand[seat] ^= 3u << card;
    }
}

void takamatsu_sort_equals(const takamatsu_config *c, takamatsu_state *s)
{
    for (int i = 1; c->equals && i < c->n_hidden; i++)
        for (int k = i; k > 0 && c->hidden_value[k - 1] == c->hidden_value[k]; k--) {
            if (place_of(s, k - 1) <= place_of(s, k)) break;
            swap_cards(s, k - 1);
        }
}

/* Adds `by`, 1 or -1, to the number of every shuffle from `from` on. */
static void renumber(takamatsu_public *o, int from, int by)
{
    for (int i = 0; i < TAKAMATSU_HIDDEN; i++)
        if (o->shuffle[i] >= from) o->shuffle[i] = (uint8_t)(o->shuffle[i] + by);
    for (int i = 0; i < TAKAMATSU_COLUMN; i++)
        if (takamatsu_is_hidden(o->column[i]) && o->column[i] >= TAKAMATSU_FACE_DOWN + from)
            o->column[i] = (uint8_t)(o->column[i] + by);
}

static bool has_hidden(const takamatsu_public *o, int shuffle)
{
    for (int i = 0; i < TAKAMATSU_HIDDEN; i++)
        if (o->shuffle[i] == shuffle) return true;
    return false;
}

/* K13: the discards become the pile, which is empty. */
static void reshuffle(const takamatsu_config *c, takamatsu_state *s)
{
    takamatsu_public *o = &s->open;
    if (has_hidden(o, 1)) renumber(o, 1, 1);
    for (int kind = 0; kind < c->n_kinds; kind++) o->pile[kind] = (uint8_t)takamatsu_discarded(c, o, kind);
    for (int card = 0; card < c->n_hidden; card++) {
        if (o->shuffle[card]) continue;
        o->shuffle[card] = 1;
        o->pile_hidden++;
    }
    takamatsu_sort_equals(c, s);
}

static int pile_size(const takamatsu_config *c, const takamatsu_public *o)
{
    int n = o->pile_hidden;
    for (int kind = 0; kind < c->n_kinds; kind++) n += o->pile[kind];
    return n;
}

static void advance(const takamatsu_config *c, takamatsu_public *o, int colour, int steps)
{
    const int at = o->pagoda[colour] + steps;
    o->pagoda[colour] = (int16_t)(at < 0 ? 0 : at); /* K12 */
    if (at >= c->goal) o->ending = 1;               /* K16 */
}

/* K14: the seats that could reach the goal, judging by what everybody knows. A seat without cards cannot. */
static uint32_t might_reach(const takamatsu_config *c, const takamatsu_public *o)
{
    uint32_t seats = 0;
    for (int colour = 0; colour < c->n_colours; colour++) {
        const int seat = c->owner[colour];
        seats |= (uint32_t)(o->pagoda[colour] + c->highest[o->held[seat]] >= c->goal) << seat;
    }
    return o->ending ? 0 : seats;
}

static void next_turn(const takamatsu_config *c, takamatsu_public *o)
{
    o->asked = 0;
    o->phase = TAKAMATSU_MOVING;
    if (++o->turn < c->seats) return;
    o->turn = 0;
    o->round++;
    if (o->ending || o->round == c->rounds) o->phase = TAKAMATSU_OVER; /* K16, K18 */
}

/* K14: asks the next seat that might reach the goal, starting n seats after the one that moved; if there is none,
 * the turn is over. */
static void ask_from(const takamatsu_config *c, takamatsu_public *o, int n)
{
    const uint32_t seats = might_reach(c, o);
    for (; seats && n < c->seats; n++) {
        const int seat = (o->turn + n) % c->seats;
        if (!(seats >> seat & 1)) continue;
        o->asked = (uint8_t)seat;
        o->phase = TAKAMATSU_ASKING;
        return;
    }
    next_turn(c, o);
}

/* K11: the top card is gone, the others move up. */
static void await_card(const takamatsu_config *c, takamatsu_state *s)
{
    takamatsu_public *o = &s->open;
    for (int i = 1; i < TAKAMATSU_COLUMN; i++) o->column[i - 1] = o->column[i];
    o->column[TAKAMATSU_COLUMN - 1] = TAKAMATSU_NONE;
    if (pile_size(c, o) == 0) reshuffle(c, s);
    o->phase = TAKAMATSU_LAYING;
}

/* K11: the next card for the colour that receives, or the end of the turn. */
static void receive(const takamatsu_config *c, takamatsu_state *s)
{
    takamatsu_public *o = &s->open;
    if (o->due == 0) {
        o->receiving = 0;
        ask_from(c, o, 0);
    } else if (takamatsu_is_hidden(o->column[0])) {
        o->phase = TAKAMATSU_TAKING;
    } else {
        advance(c, o, o->receiving, c->open_value[o->column[0]]);
        await_card(c, s);
    }
}

static int apply_move(const takamatsu_config *c, takamatsu_state *s, int seat, tm_action action)
{
    takamatsu_public *o = &s->open;
    const uint32_t room = action >> 25, group = action >> 5 & 0xfffff, dest = action & 31;
    const uint32_t lent = TAKAMATSU_DIGITS * 8;
    if (room >= c->n_rooms || dest >= c->n_rooms) return TM_EILLEGAL;
    const uint32_t here = o->room[room];
    /* Whether the room has the group's samurai: no digit may borrow its guard bit. */
    if (group & lent || (~((here | lent) - group) & lent)) return TM_EILLEGAL;
    const need must = needed(c->own[seat][0], c->own[seat][1], here);
    if (!(group & must.first) || !(group & must.second)) return TM_EILLEGAL;
    if (group == here && !may_empty(here)) return TM_EILLEGAL;
    if (!(c->ends[room][takamatsu_total(group)].rooms >> dest & 1)) return TM_EILLEGAL;
    o->room[room] = here - group;
    o->room[dest] += group;
    for (int colour = 0; colour < c->n_colours; colour++) {
        const uint32_t left = takamatsu_count(here - group, colour) == 0, moved = takamatsu_count(group, colour) != 0;
        o->where[colour] = (o->where[colour] & ~(left << room)) | moved << dest;
    }
    if (c->home[dest] != TAKAMATSU_NONE) {
        o->receiving = c->home[dest];
        o->due = (uint8_t)takamatsu_count(group, o->receiving);
    }
    receive(c, s);
    return TM_OK;
}

static int apply_use(const takamatsu_config *c, takamatsu_state *s, int seat, tm_action action)
{
    takamatsu_public *o = &s->open;
    const int value = (int)(action >> 3 & 127);
    int colour = (int)(action & 7), card = c->n_hidden;
    if (o->ending || (action & ~(tm_action)1023) != TAKAMATSU_USE) return TM_EILLEGAL;
    if (c->seats > 2 && colour == TAKAMATSU_NO_COLOUR)
        colour = seat;
    else if (c->seats > 2 || colour >= TAKAMATSU_COLOURS || c->owner[colour] != seat)
        return TM_EILLEGAL;
    while (--card >= 0 && !(s->hand[seat] >> card & 1 && c->hidden_value[card] == value)) continue;
    if (card < 0) return TM_EILLEGAL;
    const int from = o->shuffle[card];
    s->hand[seat] &= ~(1u << card);
    o->shuffle[card] = 0;
    o->held[seat]--;
    if (from > 1 && !has_hidden(o, from)) renumber(o, from + 1, -1);
    takamatsu_sort_equals(c, s);
    advance(c, o, colour, value);
    if (o->phase == TAKAMATSU_ASKING)
        ask_from(c, o, (seat + c->seats - o->turn) % c->seats); /* perhaps the same again */
    return TM_OK;
}

int takamatsu_apply(const void *config, void *state, int seat, tm_action action)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    takamatsu_state *s = (takamatsu_state *)state;
    takamatsu_public *o = &s->open;
    if (o->phase == TAKAMATSU_OVER) return TM_EOVER;
    if (seat < 0 || seat >= c->seats || !(takamatsu_actors(c, s) & 1u << seat)) return TM_ETURN;
    if (action < TAKAMATSU_USE) return o->phase == TAKAMATSU_MOVING ? apply_move(c, s, seat, action) : TM_EILLEGAL;
    if (action < TAKAMATSU_WAIT) return apply_use(c, s, seat, action);
    if (action != TAKAMATSU_WAIT || o->phase != TAKAMATSU_ASKING) return TM_EILLEGAL;
    ask_from(c, o, (seat + c->seats - o->turn) % c->seats + 1);
    return TM_OK;
}

const char *takamatsu_awaits(const void *config, const void *state)
{
    (void)config;
    return ((const takamatsu_state *)state)->open.phase == TAKAMATSU_TAKING ? "take" : "lay";
}

/* K13: the cards of that shuffle that nobody has looked at, as a mask. */
static uint32_t unseen(const takamatsu_config *c, const takamatsu_state *s, int shuffle)
{
    uint32_t cards = 0;
    for (int card = 0; card < c->n_hidden; card++)
        if (s->open.shuffle[card] == shuffle) cards |= 1u << card;
    return cards & ~takamatsu_in_hands(s);
}

void takamatsu_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_state *s = (const takamatsu_state *)state;
    const takamatsu_public *o = &s->open;
    __builtin_memset(out, 0, sizeof *out);
    out->n = 1;
    if (o->phase == TAKAMATSU_TAKING) {
        const uint32_t cards = unseen(c, s, o->column[0] - TAKAMATSU_FACE_DOWN);
        out->kind = TAKAMATSU_TAKE;
        out->b[0] = c->hidden_value[tm_bits_nth(cards, tm_rng_below(rng, (uint32_t)tm_bits_count(cards)))];
        return;
    }
    int nth = (int)tm_rng_below(rng, (uint32_t)pile_size(c, o)) - o->pile_hidden;
    if (nth < 0) {
        out->kind = TAKAMATSU_LAY_HIDDEN;
        out->n = 0;
        return;
    }
    int kind = 0;
    while ((nth -= o->pile[kind]) >= 0) kind++;
    out->kind = TAKAMATSU_LAY;
    out->b[0] = (uint8_t)c->open_value[kind];
}

static int settle_lay(const takamatsu_config *c, takamatsu_state *s, const tm_outcome *outcome)
{
    takamatsu_public *o = &s->open;
    int card = TAKAMATSU_FACE_DOWN + 1, at = 0;
    if (outcome->kind == TAKAMATSU_LAY_HIDDEN) {
        if (o->pile_hidden == 0) return TM_EILLEGAL;
        o->pile_hidden--;
    } else if (outcome->kind == TAKAMATSU_LAY) {
        for (card = 0; card < c->n_kinds && (uint8_t)c->open_value[card] != outcome->b[0]; card++) continue;
        if (card == c->n_kinds || o->pile[card] == 0) return TM_EILLEGAL;
        o->pile[card]--;
    } else {
        return TM_EILLEGAL;
    }
    while (o->column[at] != TAKAMATSU_NONE) at++;
    o->column[at] = (uint8_t)card;
    if (o->phase == TAKAMATSU_LAYING) {
        o->due--;
        receive(c, s);
    } else if (at == TAKAMATSU_COLUMN - 1) {
        o->phase = TAKAMATSU_MOVING;
    }
    return TM_OK;
}

static int settle_take(const takamatsu_config *c, takamatsu_state *s, const tm_outcome *outcome)
{
    takamatsu_public *o = &s->open;
    const int seat = c->owner[o->receiving];
    uint32_t cards = unseen(c, s, o->column[0] - TAKAMATSU_FACE_DOWN);
    if (outcome->kind != TAKAMATSU_TAKE) return TM_EILLEGAL;
    while (cards) {
        const int card = tm_bits_take(&cards);
        if (c->hidden_value[card] != outcome->b[0]) continue;
        s->hand[seat] |= 1u << card;
        o->held[seat]++;
        takamatsu_sort_equals(c, s);
        await_card(c, s);
        return TM_OK;
    }
    return TM_EILLEGAL;
}

int takamatsu_settle(const void *config, void *state, const tm_outcome *outcome)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    takamatsu_state *s = (takamatsu_state *)state;
    if (s->open.phase == TAKAMATSU_OVER) return TM_EOVER;
    if (s->open.phase == TAKAMATSU_TAKING) return settle_take(c, s, outcome);
    if (s->open.phase == TAKAMATSU_LAYING || s->open.phase == TAKAMATSU_DEALING) return settle_lay(c, s, outcome);
    return TM_ETURN;
}

void takamatsu_score(const void *config, const void *state, int32_t *points, uint32_t *winners)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_state *s = (const takamatsu_state *)state;
    const bool over = s->open.phase == TAKAMATSU_OVER;
    int32_t best = 0;
    for (int seat = 0; seat < c->seats; seat++) {
        points[seat] = 0;
        for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++)
            if (c->owner[colour] == seat) points[seat] += s->open.pagoda[colour];
        for (int card = 0; over && card < c->n_hidden; card++) /* K15, K16: turned up at the end, and counted once */
            if (s->hand[seat] >> card & 1) points[seat] += c->hidden_value[card];
        if (points[seat] > best) best = points[seat];
    }
    *winners = 0;
    for (int seat = 0; over && seat < c->seats; seat++)
        if (points[seat] == best) *winners |= 1u << seat;
}

static int check_fields(const takamatsu_config *c, const takamatsu_public *o)
{
    const bool receives = o->phase == TAKAMATSU_TAKING || o->phase == TAKAMATSU_LAYING;
    if (o->phase > TAKAMATSU_OVER || o->turn >= c->seats || o->asked >= c->seats || o->ending > 1) return 1;
    if (o->round > c->rounds || (o->round == c->rounds && o->phase != TAKAMATSU_OVER)) return 1;
    if (o->asked && o->phase != TAKAMATSU_ASKING) return 1;
    if (receives != (o->due > 0) || (o->receiving && !receives) || o->due > c->samurai) return 1;
    if (receives && (o->receiving >= TAKAMATSU_COLOURS || c->owner[o->receiving] == TAKAMATSU_NONE)) return 1;
    return 0;
}

static int check_samurai(const takamatsu_config *c, const takamatsu_public *o)
{
    for (int room = 0; room < TAKAMATSU_ROOMS; room++)
        if (o->room[room] & ~(TAKAMATSU_DIGITS * 7) || (room >= c->n_rooms && o->room[room])) return 2;
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
        int n = 0;
        uint32_t where = 0;
        for (int room = 0; room < c->n_rooms; room++) {
            n += takamatsu_count(o->room[room], colour);
            if (takamatsu_count(o->room[room], colour)) where |= 1u << room;
        }
        if (n != (c->owner[colour] == TAKAMATSU_NONE ? 0 : c->samurai) || where != o->where[colour]) return 2;
    }
    return 0;
}

static int check_column(const takamatsu_config *c, const takamatsu_public *o)
{
    int n = TAKAMATSU_COLUMN;
    while (n > 0 && o->column[n - 1] == TAKAMATSU_NONE) n--;
    for (int i = 0; i < n; i++)
        if (o->column[i] == TAKAMATSU_NONE || (!takamatsu_is_hidden(o->column[i]) && o->column[i] >= c->n_kinds))
            return 3;
    const bool laying = o->phase == TAKAMATSU_LAYING, dealing = o->phase == TAKAMATSU_DEALING;
    if (dealing ? n == TAKAMATSU_COLUMN : n != TAKAMATSU_COLUMN - laying) return 3;
    for (int kind = 0; kind < TAKAMATSU_OPEN; kind++)
        if (takamatsu_discarded(c, o, kind) < 0) return 3;
    return 0;
}

static int check_hidden(const takamatsu_config *c, const takamatsu_state *s)
{
    const takamatsu_public *o = &s->open;
    int newest = 0, oldest = 1;
    uint32_t hands = 0;
    for (int seat = 0; seat < TAKAMATSU_SEATS; seat++) {
        if (hands & s->hand[seat] || tm_bits_count(s->hand[seat]) != o->held[seat]) return 4;
        if (seat >= c->seats && s->hand[seat]) return 4;
        hands |= s->hand[seat];
    }
    for (int card = 0; card < TAKAMATSU_HIDDEN; card++) {
        const int shuffle = o->shuffle[card];
        if (card >= c->n_hidden ? shuffle || hands >> card : shuffle == 0 && hands >> card & 1) return 4;
        if (shuffle > oldest) oldest = shuffle;
        if (card == 0 || card >= c->n_hidden || c->hidden_value[card - 1] != c->hidden_value[card]) continue;
        if (place_of(s, card - 1) > place_of(s, card)) return 4;
    }
    for (int shuffle = oldest; shuffle >= 1; shuffle--) {
        int n = tm_bits_count(unseen(c, s, shuffle));
        for (int i = 0; i < TAKAMATSU_COLUMN; i++) n -= o->column[i] == TAKAMATSU_FACE_DOWN + shuffle;
        if (shuffle > 1 && (n || !has_hidden(o, shuffle))) return 4;
        newest = n;
    }
    for (int i = 0; i < TAKAMATSU_COLUMN; i++)
        if (takamatsu_is_hidden(o->column[i]) && o->column[i] > TAKAMATSU_FACE_DOWN + oldest) return 4;
    return newest == o->pile_hidden ? 0 : 4;
}

int takamatsu_check(const void *config, const void *state)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_state *s = (const takamatsu_state *)state;
    const takamatsu_public *o = &s->open;
    int broken = check_fields(c, o);
    if (!broken) broken = check_samurai(c, o);
    if (!broken) broken = check_column(c, o);
    if (!broken) broken = check_hidden(c, s);
    if (broken) return broken;
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++)
        if (o->pagoda[colour] < 0 || (!o->ending && o->pagoda[colour] >= c->goal)) return 5;
    if ((o->phase == TAKAMATSU_LAYING || o->phase == TAKAMATSU_DEALING) && pile_size(c, o) == 0) return 6;
    if (o->phase == TAKAMATSU_ASKING && !(might_reach(c, o) >> o->asked & 1)) return 7;
    return 0;
}
