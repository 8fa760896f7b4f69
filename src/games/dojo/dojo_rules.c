/* Dojo, a hall of twelve disciples, three rows by four columns.
 *
 * Twelve turns. The dealer looks at a card for each player and decides who gets it. Then one of the others may
 * challenge the dealer: the higher belt wins the face-up trophy and may swap the two cards. Everybody adds their
 * card to their dojo, next to another. At the end rows score equal disciples and columns equal belts; trophies help.
 *
 * Rules D1 … D21 of the specification; box and scoring (D10 … D17) have their own files. Our choices where the
 * rulebook leaves one:
 *   D7   a card becomes face up to all when its owner places it, or in a challenge.
 *   D8   places are taken at once and seen as they are taken; nobody's place depends on another's.
 *   D9   a trophy goes to a row or column that holds a card; where there is none without a trophy, back to the box.
 *   D18  trophies gone back to the box count among those won; what is equal then is shared.
 *   D20  white-belt: a won trophy is counted, never placed.
 *   D21  a throw is unseen until both have thrown; the three pairs stay visible until the turn ends.
 * A game that is not over has no points yet.
 *
 * Invariants (dojo_check):
 *   1  phase and turn are in range, and what belongs to one phase is set in that phase alone.
 *   2  dojos, face-up and unseen cards are the box; the cards that lie face down are among the unseen.
 *   3  a dojo has one card per turn, starts at 0 0, is connected and fits the frame.
 *   4  trophies in the pile, face up and won are the box; those placed were won and lie where they may; with white-belt
 *      none is placed.
 *   5  who holds a card has one, face up or face down, and nobody else has.
 *   6  everybody who decides has a legal action. */
#include "dojo_rules.h"

#include "base/bits.h"

#define COLUMN_ONES 0x0101010101ull /* the leftmost column of the grid */

int dojo_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why)
{
    dojo_config *c = (dojo_config *)config;
    dojo_box printed;
    if (box)
        printed = *(const dojo_box *)box;
    else
        dojo_box_init(&printed);
    const int status = dojo_box_enough(&printed, n_seats, why);
    if (status) return status;
    __builtin_memset(c, 0, sizeof *c);
    c->seats = (uint8_t)n_seats;
    c->white_belt = (uint8_t)values[0];
    c->black_belt = (uint8_t)values[1];
    __builtin_memcpy(c->cards, printed.cards, sizeof c->cards);
    __builtin_memcpy(c->trophies, printed.trophies, sizeof c->trophies);
    for (int i = 0; i < DOJO_CARDS; i++) c->n_cards = (uint16_t)(c->n_cards + c->cards[i]);
    return TM_OK;
}

uint32_t dojo_bound(const void *config)
{
    /* One turn: a trophy; for each seat a card, who gets it and where it goes; answers, throws, the swap, the
     * trophy's place. */
    const uint32_t seats = ((const dojo_config *)config)->seats;
    return DOJO_TURNS * (1 + 3 * seats + (seats - 1) + 2 * DOJO_THROWS + 2);
}

static void start_turn(const dojo_config *c, dojo_public *o)
{
    o->dealer = 0;
    if (o->turn == DOJO_TURNS) {
        o->phase = DOJO_OVER;
        return;
    }
    if (dojo_deals_at_random(c, o->turn)) {
        o->phase = DOJO_DEALING;
        return;
    }
    o->dealer = (uint8_t)dojo_dealer_of(c, o->turn);
    o->phase = o->trophy ? DOJO_DRAWING : DOJO_TURNING_UP;
}

void dojo_init(const void *config, void *state)
{
    const dojo_config *c = (const dojo_config *)config;
    dojo_state *s = (dojo_state *)state;
    __builtin_memset(s, 0, sizeof *s);
    __builtin_memcpy(s->open.unseen, c->cards, sizeof c->cards);
    __builtin_memcpy(s->open.pile, c->trophies, sizeof c->trophies);
    start_turn(c, &s->open);
}

static uint32_t throwers(const dojo_public *o)
{
    return (o->thrown & 1 ? 0 : 1u << (o->challenger - 1)) | (o->thrown & 2 ? 0 : 1u << o->dealer);
}

uint32_t dojo_actors(const void *config, const void *state)
{
    const dojo_public *o = &((const dojo_state *)state)->open;
    (void)config;
    switch (o->phase) {
    case DOJO_GIVING: return 1u << o->dealer;
    case DOJO_ASKING: return 1u << o->asked;
    case DOJO_THROWING: return throwers(o);
    case DOJO_SWAPPING:
    case DOJO_SETTING: return 1u << (o->winner - 1);
    case DOJO_PLACING: return o->holding;
    case DOJO_OVER: return 0;
    default: return TM_ACTOR_CHANCE;
    }
}

/* The columns in use, from bit 0. */
static uint32_t columns_of(uint64_t built)
{
    return (uint32_t)(built | built >> 8 | built >> 16 | built >> 24 | built >> 32) & 0x7f;
}

/* Next to a card, and so that everything still fits into three rows and four columns. */
uint64_t dojo_free_places(uint64_t built)
{
    if (!built) return (uint64_t)1 << DOJO_FIRST;
    const uint32_t columns = columns_of(built);
    const int first_row = __builtin_ctzll(built) / DOJO_STRIDE, last_row = (63 - __builtin_clzll(built)) / DOJO_STRIDE;
    const int first_col = tm_bits_first(columns), last_col = 31 - __builtin_clz(columns);
    const int top = last_row > 2 ? last_row - 2 : 0, left = last_col > 3 ? last_col - 3 : 0;
    const uint64_t rows = ((uint64_t)1 << DOJO_STRIDE * (first_row + 3)) - ((uint64_t)1 << DOJO_STRIDE * top);
    const uint64_t cols = ((1u << (first_col + 4)) - (1u << left)) & 0x7f;
    const uint64_t next_to = built << 1 | built >> 1 | built << DOJO_STRIDE | built >> DOJO_STRIDE;
    return next_to & ~built & rows & (cols * COLUMN_ONES);
}

/* D9: where a trophy may go, from bit 0 the topmost row or the leftmost column. */
static uint32_t free_lines(const dojo_public *o, int seat, int trophy)
{
    uint32_t lines = 0;
    if (!dojo_for_row(trophy)) {
        lines = columns_of(o->built[seat]);
        for (int col = 0; col < DOJO_GRID_COLUMNS; col++)
            if (o->at_col[seat][col]) lines &= ~(1u << col);
        return lines;
    }
    for (int row = 0; row < DOJO_GRID_ROWS; row++)
        if (o->built[seat] >> DOJO_STRIDE * row & 0x7f && !o->at_row[seat][row]) lines |= 1u << row;
    return lines;
}

dojo_choice dojo_choices(const dojo_config *c, const dojo_state *s, int seat)
{
    const dojo_public *o = &s->open;
    dojo_choice choice = {0, DOJO_PLACE};
    switch (o->phase) {
    case DOJO_GIVING:
        choice.verb = DOJO_GIVE;
        choice.arguments = ((1u << c->seats) - 1) & ~(uint32_t)o->holding;
        break;
    case DOJO_ASKING:
        choice.verb = DOJO_CHALLENGE;
        choice.arguments = 3;
        break;
    case DOJO_THROWING:
        choice.verb = DOJO_THROW + 1;
        choice.arguments = 7;
        break;
    case DOJO_SWAPPING:
        choice.verb = DOJO_SWAP;
        choice.arguments = 3;
        break;
    case DOJO_SETTING:
        choice.verb = dojo_for_row(o->prize) ? DOJO_TROPHY_ROW : DOJO_TROPHY_COL;
        choice.arguments = free_lines(o, seat, o->prize);
        break;
    default: choice.arguments = dojo_free_places(o->built[seat]); break;
    }
    return choice;
}

int dojo_legal(const void *config, const void *state, int seat, tm_action *out)
{
    int n = 0;
    if (!(dojo_actors(config, state) >> seat & 1)) return 0;
    const dojo_choice choice = dojo_choices((const dojo_config *)config, (const dojo_state *)state, seat);
    for (uint64_t left = choice.arguments; left; left &= left - 1)
        out[n++] = choice.verb + (tm_action)__builtin_ctzll(left);
    return n;
}

static void end_turn(const dojo_config *c, dojo_public *o)
{
    __builtin_memset(o->face_up, 0, sizeof o->face_up);
    o->challenger = o->winner = o->prize = o->n_throws = o->kept_of = 0;
    __builtin_memset(o->throws, 0, sizeof o->throws);
    o->turn++;
    start_turn(c, o);
}

static int give(const dojo_config *c, dojo_state *s, tm_action action)
{
    dojo_public *o = &s->open;
    if (action >= DOJO_GIVE + (tm_action)c->seats || o->holding >> action & 1) return TM_EILLEGAL;
    if (action == o->dealer) o->kept_of = (uint8_t)(c->seats - tm_bits_count(o->holding));
    s->hand[action] = s->drawn;
    s->drawn = DOJO_NONE;
    o->holding = (uint8_t)(o->holding | 1u << action);
    o->phase = DOJO_DRAWING;
    if (o->holding != (1u << c->seats) - 1) return TM_OK;
    o->phase = DOJO_ASKING;
    o->asked = (uint8_t)((o->dealer + 1) % c->seats);
    return TM_OK;
}

int dojo_throw_lead(const uint8_t *signs)
{
    const int difference = (signs[0] - signs[1] + 3) % 3; /* paper beats rock, and so on round */
    return difference == 1 ? 1 : difference == 2 ? -1 : 0;
}

/* D6, D21: the higher belt wins the trophy; on a tie, the challenger. */
static void decide(const dojo_config *c, dojo_public *o)
{
    const int challenger = o->challenger - 1;
    int lead = dojo_belt(o->face_up[challenger]) - dojo_belt(o->face_up[o->dealer]);
    for (int i = 0; i < o->n_throws; i++) lead += dojo_throw_lead(o->throws[i]);
    const int winner = lead >= 0 ? challenger : o->dealer;
    o->winner = (uint8_t)(winner + 1);
    o->won[winner][o->trophy - 1]++;
    o->prize = c->white_belt ? (uint8_t)DOJO_NONE : o->trophy; /* D20 */
    o->trophy = DOJO_NONE;
    o->phase = DOJO_SWAPPING;
}

static void turn_face_up(dojo_state *s, int seat)
{
    s->open.face_up[seat] = s->hand[seat];
    s->open.unseen[s->hand[seat] - 1]--;
    s->hand[seat] = DOJO_NONE;
}

static int answer(const dojo_config *c, dojo_state *s, tm_action action)
{
    dojo_public *o = &s->open;
    if (action == DOJO_PASS) {
        const int next = o->asked + 1 == c->seats ? 0 : o->asked + 1;
        o->asked = (uint8_t)next;
        if (next != o->dealer) return TM_OK;
        o->asked = 0;
        o->phase = DOJO_PLACING;
        return TM_OK;
    }
    if (action != DOJO_CHALLENGE) return TM_EILLEGAL;
    turn_face_up(s, o->asked);
    turn_face_up(s, o->dealer);
    o->challenger = (uint8_t)(o->asked + 1);
    o->asked = 0;
    if (c->black_belt)
        o->phase = DOJO_THROWING;
    else
        decide(c, o);
    return TM_OK;
}

static int throw_sign(const dojo_config *c, dojo_state *s, int seat, tm_action action)
{
    dojo_public *o = &s->open;
    if (action < DOJO_THROW + 1 || action > DOJO_THROW + 3) return TM_EILLEGAL;
    const int side = seat == o->dealer;
    s->throwing[side] = (uint8_t)(action - DOJO_THROW);
    o->thrown = (uint8_t)(o->thrown | 1u << side);
    if (o->thrown != 3) return TM_OK;
    __builtin_memcpy(o->throws[o->n_throws++], s->throwing, sizeof s->throwing);
    s->throwing[0] = s->throwing[1] = o->thrown = 0;
    if (o->n_throws == DOJO_THROWS) decide(c, o);
    return TM_OK;
}

static int exchange(dojo_public *o, tm_action action)
{
    if (action != DOJO_SWAP && action != DOJO_KEEP) return TM_EILLEGAL;
    if (action == DOJO_SWAP) {
        uint8_t *challenger = &o->face_up[o->challenger - 1], *dealer = &o->face_up[o->dealer];
        const uint8_t card = *challenger;
        *challenger = *dealer;
        *dealer = card;
    }
    o->phase = DOJO_PLACING;
    return TM_OK;
}

static int place(const dojo_config *c, dojo_state *s, int seat, tm_action action)
{
    dojo_public *o = &s->open;
    const uint32_t at = action - DOJO_PLACE;
    if (at >= DOJO_GRID || !(dojo_free_places(o->built[seat]) >> at & 1)) return TM_EILLEGAL;
    if (s->hand[seat]) turn_face_up(s, seat);
    o->card[seat][at] = o->face_up[seat];
    o->face_up[seat] = DOJO_NONE;
    o->built[seat] |= (uint64_t)1 << at;
    o->holding = (uint8_t)(o->holding & ~(1u << seat));
    if (o->holding) return TM_OK;
    if (o->prize && free_lines(o, o->winner - 1, o->prize))
        o->phase = DOJO_SETTING;
    else
        end_turn(c, o);
    return TM_OK;
}

static int set_trophy(const dojo_config *c, dojo_public *o, int seat, tm_action action)
{
    const bool row = dojo_for_row(o->prize);
    const uint32_t line = action - (row ? DOJO_TROPHY_ROW : DOJO_TROPHY_COL);
    if (line >= 8 || !(free_lines(o, seat, o->prize) >> line & 1)) return TM_EILLEGAL;
    if (row)
        o->at_row[seat][line] = o->prize;
    else
        o->at_col[seat][line] = o->prize;
    end_turn(c, o);
    return TM_OK;
}

int dojo_apply(const void *config, void *state, int seat, tm_action action)
{
    const dojo_config *c = (const dojo_config *)config;
    dojo_state *s = (dojo_state *)state;
    if (s->open.phase == DOJO_OVER) return TM_EOVER;
    if (seat < 0 || seat >= c->seats || !(dojo_actors(c, s) >> seat & 1)) return TM_ETURN;
    switch (s->open.phase) {
    case DOJO_GIVING: return give(c, s, action);
    case DOJO_ASKING: return answer(c, s, action);
    case DOJO_THROWING: return throw_sign(c, s, seat, action);
    case DOJO_SWAPPING: return exchange(&s->open, action);
    case DOJO_PLACING: return place(c, s, seat, action);
    default: return set_trophy(c, &s->open, seat, action);
    }
}

const char *dojo_awaits(const void *config, const void *state)
{
    (void)config;
    switch (((const dojo_state *)state)->open.phase) {
    case DOJO_TURNING_UP: return "trophy";
    case DOJO_DEALING: return "deal";
    default: return "draw";
    }
}

uint8_t dojo_pick(tm_rng *rng, const uint8_t *count, int n)
{
    int i = 0;
    for (int left = (int)tm_rng_below(rng, (uint32_t)n); left >= count[i]; i++) left -= count[i];
    return (uint8_t)(i + 1);
}

void dojo_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_state *s = (const dojo_state *)state;
    const dojo_public *o = &s->open;
    __builtin_memset(out, 0, sizeof *out);
    if (o->phase == DOJO_TURNING_UP) {
        int n = 0;
        for (int i = 0; i < DOJO_TROPHIES; i++) n += o->pile[i];
        out->kind = DOJO_TURN_UP;
        out->n = 1;
        out->b[0] = dojo_pick(rng, o->pile, n);
        return;
    }
    uint8_t pile[DOJO_CARDS];
    __builtin_memcpy(pile, o->unseen, sizeof pile);
    for (int seat = 0; seat < c->seats; seat++)
        if (s->hand[seat]) pile[s->hand[seat] - 1]--;
    const int n_holding = tm_bits_count(o->holding);
    const uint8_t card = dojo_pick(rng, pile, c->n_cards - c->seats * o->turn - n_holding);
    const bool deal = o->phase == DOJO_DEALING;
    out->kind = deal ? DOJO_DEAL : DOJO_DRAW;
    out->n = deal ? 2 : 1;
    if (deal) out->b[0] = (uint8_t)n_holding;
    out->b[deal] = card;
}

/* Whether the pile could still hold this card. */
static bool can_draw(const dojo_config *c, const dojo_state *s, int card)
{
    if (card < 1 || card > DOJO_CARDS) return false;
    int n = s->open.unseen[card - 1];
    for (int seat = 0; seat < c->seats; seat++) n -= s->hand[seat] == card;
    return n > 0;
}

static int settle_deal(const dojo_config *c, dojo_state *s, const tm_outcome *outcome)
{
    dojo_public *o = &s->open;
    const int seat = tm_bits_count(o->holding);
    if (outcome->kind != DOJO_DEAL || outcome->b[0] != seat || !can_draw(c, s, outcome->b[1])) return TM_EILLEGAL;
    s->hand[seat] = outcome->b[1];
    o->holding = (uint8_t)(o->holding | 1u << seat);
    if (seat + 1 == c->seats) o->phase = DOJO_PLACING;
    return TM_OK;
}

int dojo_settle(const void *config, void *state, const tm_outcome *outcome)
{
    const dojo_config *c = (const dojo_config *)config;
    dojo_state *s = (dojo_state *)state;
    dojo_public *o = &s->open;
    const int what = outcome->b[0];
    switch (o->phase) {
    case DOJO_OVER: return TM_EOVER;
    case DOJO_DEALING: return settle_deal(c, s, outcome);
    case DOJO_TURNING_UP:
        if (outcome->kind != DOJO_TURN_UP || what < 1 || what > DOJO_TROPHIES || !o->pile[what - 1]) return TM_EILLEGAL;
        o->pile[what - 1]--;
        o->trophy = (uint8_t)what;
        o->phase = DOJO_DRAWING;
        return TM_OK;
    case DOJO_DRAWING:
        if (outcome->kind != DOJO_DRAW || !can_draw(c, s, what)) return TM_EILLEGAL;
        s->drawn = (uint8_t)what;
        o->phase = DOJO_GIVING;
        return TM_OK;
    default: return TM_ETURN;
    }
}

int dojo_trophies_won(const dojo_public *o, int seat)
{
    int n = 0;
    for (int i = 0; i < DOJO_TROPHIES; i++) n += o->won[seat][i];
    return n;
}

int dojo_so_far(const dojo_public *o, int seat, dojo_hall *out)
{
    const uint64_t built = o->built[seat];
    if (!built) return -1;
    const int top = __builtin_ctzll(built) / DOJO_STRIDE, left = tm_bits_first(columns_of(built));
    for (int row = 0; row < DOJO_ROWS; row++) {
        for (int col = 0; col < DOJO_COLUMNS; col++)
            out->card[DOJO_COLUMNS * row + col] = o->card[seat][DOJO_STRIDE * (top + row) + left + col];
        out->row[row] = o->at_row[seat][top + row];
    }
    for (int col = 0; col < DOJO_COLUMNS; col++) out->col[col] = o->at_col[seat][left + col];
    return DOJO_STRIDE * top + left;
}

bool dojo_full(const dojo_public *o, int seat, dojo_hall *out)
{
    return __builtin_popcountll(o->built[seat]) == DOJO_PLACES && dojo_so_far(o, seat, out) >= 0;
}

int dojo_points(const dojo_config *c, const dojo_public *o, int seat)
{
    dojo_hall hall;
    if (!dojo_full(o, seat, &hall)) return 0;
    return dojo_count(&hall, NULL) + (c->white_belt ? DOJO_TROPHY_POINTS * dojo_trophies_won(o, seat) : 0);
}

uint32_t dojo_winners(const dojo_config *c, const dojo_public *o, const int32_t *points)
{
    uint32_t winners = 0;
    int32_t best = -1;
    for (int seat = 0; seat < c->seats; seat++) {
        const int32_t rank = 100 * points[seat] + dojo_trophies_won(o, seat); /* D18; there are at most 12 */
        if (rank > best) winners = 0;
        if (rank >= best) winners |= 1u << seat;
        if (rank > best) best = rank;
    }
    return winners;
}

void dojo_score(const void *config, const void *state, int32_t *points, uint32_t *winners)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_public *o = &((const dojo_state *)state)->open;
    const bool over = o->phase == DOJO_OVER;
    for (int seat = 0; seat < c->seats; seat++) points[seat] = over ? dojo_points(c, o, seat) : 0;
    *winners = over ? dojo_winners(c, o, points) : 0;
}

static int check_phase(const dojo_config *c, const dojo_state *s)
{
    const dojo_public *o = &s->open;
    const int p = o->phase;
    const bool after = p == DOJO_SWAPPING || p == DOJO_PLACING || p == DOJO_SETTING; /* of a challenge, if any */
    if (p > DOJO_OVER || o->turn > DOJO_TURNS || (o->turn == DOJO_TURNS) != (p == DOJO_OVER)) return 1;
    if (o->dealer >= c->seats || o->asked >= c->seats || o->challenger > c->seats || o->winner > c->seats) return 1;
    if (o->trophy > DOJO_TROPHIES || o->prize > DOJO_TROPHIES) return 1;
    if ((s->drawn != DOJO_NONE) != (p == DOJO_GIVING) || (o->asked && p != DOJO_ASKING)) return 1;
    if (o->challenger && !after && p != DOJO_THROWING) return 1;
    if ((o->winner != 0) != (o->challenger != 0 && after) || (o->prize && (!o->winner || c->white_belt))) return 1;
    if (o->n_throws > DOJO_THROWS || (o->n_throws && !o->challenger) || (o->thrown && p != DOJO_THROWING)) return 1;
    for (int side = 0; side < 2; side++)
        if ((s->throwing[side] != 0) != (o->thrown >> side & 1)) return 1;
    const bool giving = p == DOJO_DRAWING || p == DOJO_GIVING, given = p >= DOJO_ASKING && p < DOJO_OVER;
    const bool kept = !dojo_deals_at_random(c, o->turn) && (given || (giving && o->holding >> o->dealer & 1));
    return o->kept_of > c->seats || (o->kept_of != 0) != kept ? 1 : 0;
}

static int check_cards(const dojo_config *c, const dojo_state *s)
{
    const dojo_public *o = &s->open;
    for (int card = 1; card <= DOJO_CARDS; card++) {
        int open = o->unseen[card - 1], hidden = s->drawn == card;
        for (int seat = 0; seat < DOJO_SEATS; seat++) {
            for (int at = 0; at < DOJO_GRID; at++) open += o->card[seat][at] == card;
            open += o->face_up[seat] == card;
            hidden += s->hand[seat] == card;
        }
        if (open != c->cards[card - 1] || hidden > o->unseen[card - 1]) return 2;
    }
    return 0;
}

static int check_dojo(const dojo_public *o, int seat, bool placed)
{
    const uint64_t built = o->built[seat];
    uint64_t reached = built & (uint64_t)1 << DOJO_FIRST, grown = 0;
    for (int at = 0; at < DOJO_GRID; at++)
        if ((o->card[seat][at] != DOJO_NONE) != (built >> at & 1)) return 3;
    if (__builtin_popcountll(built) != o->turn + placed) return 3;
    while (grown != reached) {
        grown = reached;
        reached |= built & (grown << 1 | grown >> 1 | grown << DOJO_STRIDE | grown >> DOJO_STRIDE);
    }
    if (reached != built) return 3;
    const uint32_t cols = columns_of(built);
    if (built && __builtin_clz(cols) + __builtin_ctz(cols) < 32 - DOJO_COLUMNS) return 3;
    if (built &&
        63 - __builtin_clzll(built) - __builtin_ctzll(built) / DOJO_STRIDE * DOJO_STRIDE >= DOJO_ROWS * DOJO_STRIDE)
        return 3;
    return 0;
}

static int check_trophies(const dojo_config *c, const dojo_public *o)
{
    for (int trophy = 1; trophy <= DOJO_TROPHIES; trophy++) {
        int all = o->pile[trophy - 1] + (o->trophy == trophy);
        for (int seat = 0; seat < DOJO_SEATS; seat++) {
            int placed = 0;
            for (int row = 0; row < DOJO_GRID_ROWS; row++) placed += o->at_row[seat][row] == trophy;
            for (int col = 0; col < DOJO_GRID_COLUMNS; col++) placed += o->at_col[seat][col] == trophy;
            if (placed > (c->white_belt ? 0 : o->won[seat][trophy - 1])) return 4;
            all += o->won[seat][trophy - 1];
        }
        if (all != c->trophies[trophy - 1]) return 4;
    }
    for (int seat = 0; seat < DOJO_SEATS; seat++) {
        for (int row = 0; row < DOJO_GRID_ROWS; row++)
            if (o->at_row[seat][row] && (!dojo_for_row(o->at_row[seat][row]) || !(o->built[seat] >> 8 * row & 0x7f)))
                return 4;
        for (int col = 0; col < DOJO_GRID_COLUMNS; col++)
            if (o->at_col[seat][col] &&
                (dojo_for_row(o->at_col[seat][col]) || !(columns_of(o->built[seat]) >> col & 1)))
                return 4;
    }
    return 0;
}

int dojo_check(const void *config, const void *state)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_state *s = (const dojo_state *)state;
    const dojo_public *o = &s->open;
    if (check_phase(c, s)) return 1;
    if (check_cards(c, s)) return 2;
    for (int seat = 0; seat < DOJO_SEATS; seat++) {
        const bool holds = o->holding >> seat & 1;
        const bool placed = (o->phase == DOJO_PLACING && !holds) || o->phase == DOJO_SETTING;
        if (seat < c->seats ? check_dojo(o, seat, placed) : o->built[seat] != 0) return 3;
        if ((s->hand[seat] != DOJO_NONE) + (o->face_up[seat] != DOJO_NONE) != holds) return 5;
    }
    if (check_trophies(c, o)) return 4;
    if (o->holding >> c->seats) return 5;
    tm_action legal[DOJO_GRID];
    for (int seat = 0; seat < c->seats; seat++)
        if (dojo_actors(c, s) >> seat & 1 && !dojo_legal(c, s, seat, legal)) return 6;
    return 0;
}
