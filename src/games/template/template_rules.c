/* The template: a game to copy. It is small, but has one of everything a game can have: secret cards, chance,
 * simultaneous decisions, an option, and a printed component that a box file can correct.
 *
 *   P1  Cards 1 … 9, one of each (assumed; box line `top N`, 6 to 20).
 *   P2  2 to 4 players; 3 rounds (option `rounds`, 1 to 9).
 *   P3  A round: every seat is dealt a card, in seat order, which it alone sees.
 *   P4  All decide at the same time and unseen: `stay` or `fold`.
 *   P5  Who stayed shows the card. The highest takes a point for every seat that stayed. The cards go back.
 *   P6  Most points win; equal: shared.
 *
 * Notation: `* deal SEAT CARD`, known to that seat; `stay`, `fold`. Result: points by seat.
 *
 * Invariants (template_check):
 *   1  round and phase are in range.
 *   2  exactly the first n_dealt seats have a card; no two have the same.
 *   3  a seat has a choice if and only if its bit is in `chosen`. */
#include "template_rules.h"

#include "base/bits.h"

int template_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why)
{
    template_config *c = (template_config *)config;
    template_box standard;
    (void)why;
    template_box_init(&standard);
    c->seats = (uint8_t)n_seats;
    c->rounds = (uint8_t)values[0];
    c->top = box ? ((const template_box *)box)->top : standard.top;
    return TM_OK;
}

uint32_t template_bound(const void *config)
{
    const template_config *c = (const template_config *)config;
    return (uint32_t)c->rounds * c->seats * 2;
}

static void start_round(template_state *s)
{
    s->open.phase = TEMPLATE_DEALING;
    s->open.n_dealt = 0;
    s->open.chosen = 0;
    __builtin_memset(s->card, 0, sizeof s->card);
    __builtin_memset(s->choice, TEMPLATE_UNDECIDED, sizeof s->choice);
}

void template_init(const void *config, void *state)
{
    template_state *s = (template_state *)state;
    (void)config;
    __builtin_memset(s, 0, sizeof *s);
    start_round(s);
}

uint32_t template_actors(const void *config, const void *state)
{
    const template_config *c = (const template_config *)config;
    const template_public *o = &((const template_state *)state)->open;
    if (o->phase == TEMPLATE_OVER) return 0;
    if (o->phase == TEMPLATE_DEALING) return TM_ACTOR_CHANCE;
    return ((1u << c->seats) - 1) & ~(uint32_t)o->chosen; /* P4 */
}

int template_legal(const void *config, const void *state, int seat, tm_action *out)
{
    if (!(template_actors(config, state) >> seat & 1)) return 0;
    out[0] = TEMPLATE_FOLD;
    out[1] = TEMPLATE_STAY;
    return 2;
}

static void end_round(const template_config *c, template_state *s)
{
    int best = -1, stayed = 0;
    for (int seat = 0; seat < c->seats; seat++) {
        const bool stays = s->choice[seat] == TEMPLATE_STAY;
        s->open.shown[seat] = stays ? s->card[seat] : 0;
        stayed += stays;
        if (stays && (best < 0 || s->card[seat] > s->card[best])) best = seat;
    }
    if (best >= 0) s->open.points[best] = (int16_t)(s->open.points[best] + stayed); /* P5 */
    s->open.round++;
    start_round(s);
    if (s->open.round == c->rounds) s->open.phase = TEMPLATE_OVER;
}

int template_apply(const void *config, void *state, int seat, tm_action action)
{
    const template_config *c = (const template_config *)config;
    template_state *s = (template_state *)state;
    if (s->open.phase == TEMPLATE_OVER) return TM_EOVER;
    const uint32_t actors = template_actors(c, s);
    if (seat < 0 || seat >= c->seats || !(actors >> seat & 1)) return TM_ETURN;
    if (action != TEMPLATE_FOLD && action != TEMPLATE_STAY) return TM_EILLEGAL;
    s->choice[seat] = (uint8_t)action;
    s->open.chosen = (uint8_t)(s->open.chosen | 1u << seat);
    if (!template_actors(c, s)) end_round(c, s);
    return TM_OK;
}

const char *template_awaits(const void *config, const void *state)
{
    (void)config;
    (void)state;
    return "deal";
}

/* The cards that nobody holds, as a mask. */
static uint32_t pile(const template_config *c, const template_state *s)
{
    uint32_t mask = (2u << c->top) - 2;
    for (int seat = 0; seat < s->open.n_dealt; seat++) mask &= ~(1u << s->card[seat]);
    return mask;
}

void template_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out)
{
    const template_state *s = (const template_state *)state;
    const uint32_t cards = pile((const template_config *)config, s);
    __builtin_memset(out, 0, sizeof *out);
    out->n = 2;
    out->b[0] = s->open.n_dealt;
    out->b[1] = (uint8_t)tm_bits_nth(cards, tm_rng_below(rng, (uint32_t)tm_bits_count(cards)));
}

int template_settle(const void *config, void *state, const tm_outcome *outcome)
{
    const template_config *c = (const template_config *)config;
    template_state *s = (template_state *)state;
    if (s->open.phase == TEMPLATE_OVER) return TM_EOVER;
    if (s->open.phase != TEMPLATE_DEALING) return TM_ETURN;
    if (outcome->b[0] != s->open.n_dealt || outcome->b[1] > c->top) return TM_EILLEGAL;
    if (!(pile(c, s) >> outcome->b[1] & 1)) return TM_EILLEGAL;
    s->card[s->open.n_dealt++] = outcome->b[1];
    if (s->open.n_dealt == c->seats) s->open.phase = TEMPLATE_CHOOSING;
    return TM_OK;
}

void template_score(const void *config, const void *state, int32_t *points, uint32_t *winners)
{
    const template_config *c = (const template_config *)config;
    const template_public *o = &((const template_state *)state)->open;
    int32_t best = 0;
    *winners = 0;
    for (int seat = 0; seat < c->seats; seat++) {
        points[seat] = o->points[seat];
        if (points[seat] > best) best = points[seat];
    }
    for (int seat = 0; seat < c->seats && o->phase == TEMPLATE_OVER; seat++)
        if (points[seat] == best) *winners |= 1u << seat; /* P6 */
}

int template_check(const void *config, const void *state)
{
    const template_config *c = (const template_config *)config;
    const template_state *s = (const template_state *)state;
    uint32_t seen = 0;
    if (s->open.phase > TEMPLATE_OVER || s->open.round > c->rounds) return 1;
    for (int seat = 0; seat < TEMPLATE_SEATS; seat++) {
        if ((s->card[seat] != 0) != (seat < s->open.n_dealt)) return 2;
        if (s->card[seat] && seen >> s->card[seat] & 1) return 2;
        seen |= 1u << s->card[seat];
        if ((s->choice[seat] != TEMPLATE_UNDECIDED) != (s->open.chosen >> seat & 1)) return 3;
    }
    return 0;
}
