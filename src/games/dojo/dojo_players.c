/* Dojo: what good players do with a card that nobody else sees: to whom a dealer gives it, and who challenges with it.
 *
 * There are weights for each number of players. In tens of thousands of positions every action was played on 128 times; with these
 * weights the rules choose best there, on average. An evolution strategy (CMA-ES) found them, in several rounds: in each, games were played on
 * by what the one before had found. docs/TRIALS.md says what that gains. */
#include "dojo_players.h"

enum {
    UNBUILT = 25, /* what a trophy is worth before there is a card beside which it could lie */
    LEAD = 32,    /* a lead of two points */
};

/* Sixteenths of a point, if nothing else is said. */
typedef struct weights {
    int16_t harm;                               /* what another player's gain costs the dealer, in sixteenths of it */
    int16_t harm_ahead;                         /* and so much more if that player leads the others by two points */
    int16_t keep[DOJO_BELTS];                   /* the dealer keeps a card of this belt */
    int16_t wait[DOJO_SEATS];                   /* less for each card still to come, of which one may be better */
    int16_t first[DOJO_BELTS];                  /* another player has a card of this belt before the dealer has one */
    int16_t danger;                             /* or later one that beats the dealer's */
    int16_t danger_trophy;                      /* and so much more for each point that the trophy would bring */
    int16_t harmless;                           /* or later one that does not beat it */
    int16_t win, win_trophy, lose, lose_trophy; /* a challenge, and for each point of the trophy */
    int16_t challenge[DOJO_BELTS];              /* with a card of this belt */
    int16_t others;                             /* all others may challenge if this seat does not */
    int16_t fit;                                /* a card that fits well need not be swapped, in sixteenths */
} weights;

static const weights WEIGHTS[DOJO_SEATS - DOJO_FEWEST + 1] = {
    {.harm = 17,
     .harm_ahead = 4,
     .keep = {-30, -67, -60, 47, 117},
     .wait = {0, 35, 81},
     .first = {-5, 0, 14, 18, 62},
     .danger = 23,
     .danger_trophy = 21,
     .harmless = -3,
     .win = 64,
     .win_trophy = 66,
     .lose = 104,
     .lose_trophy = 24,
     .challenge = {48, 40, 24, 46, 104},
     .others = 57,
     .fit = 26},
    {.harm = 12,
     .harm_ahead = 6,
     .keep = {-61, -64, -21, 44, 145},
     .wait = {0, -1, 35, 55},
     .first = {11, 8, 5, 1, 82},
     .danger = -29,
     .danger_trophy = 9,
     .harmless = 2,
     .win = 51,
     .win_trophy = 61,
     .lose = 97,
     .lose_trophy = 13,
     .challenge = {58, 39, 41, 62, 100},
     .others = 82,
     .fit = 40},
    {.harm = 10,
     .harm_ahead = 3,
     .keep = {-53, -66, -35, 36, 94},
     .wait = {0, -6, 24, 44, 48},
     .first = {-2, 15, 22, 6, 96},
     .danger = -14,
     .danger_trophy = 6,
     .harmless = 3,
     .win = 63,
     .win_trophy = 25,
     .lose = 99,
     .lose_trophy = 2,
     .challenge = {76, 68, 58, 80, 143},
     .others = 38,
     .fit = 36},
};

/* Measured with dealers that follow the rules of thumb, or search. Nobody chooses the last card. */
static const uint8_t KEEPS[DOJO_SEATS + 1][DOJO_BELTS + 1] = {
    {0},
    {0, 100, 100, 100, 100, 100},
    {0, 5, 5, 30, 85, 100},
    {0, 2, 2, 8, 55, 100},
    {0, 2, 2, 5, 45, 100},
    {0, 2, 2, 3, 22, 100},
};

int dojo_keeps(int n_waiting, int belt)
{
    return KEEPS[n_waiting][belt];
}

/* What the trophy that lies face up would add to the seat's dojo. */
static int trophy_gain(const dojo_config *c, const dojo_public *o, int seat, dojo_memory *memory)
{
    if (c->white_belt) return DOJO_TROPHY_POINTS * DOJO_POINT; /* D20 */
    if (!o->built[seat]) return UNBUILT;
    dojo_lines room;
    const dojo_gains g = dojo_trophy_gains(dojo_recall(memory, o, seat, &room), o->trophy);
    int best = 0;
    for (int i = 0; i < DOJO_ROWS; i++) best = g.row[1 + i] > best ? g.row[1 + i] : best;
    for (int i = 0; i < DOJO_COLUMNS; i++) best = g.col[1 + i] > best ? g.col[1 + i] : best;
    return best;
}

/* What it costs the dealer that another player gains by the card. */
static int danger_of(const dojo_config *c, const weights *w, const dojo_state *s, int seat, dojo_memory *memory)
{
    const int dealer = s->open.dealer, belt = dojo_belt(s->drawn);
    if (!(s->open.holding >> dealer & 1)) return w->first[belt - 1];
    if (belt < dojo_belt(s->hand[dealer])) return w->harmless;
    return w->danger + w->danger_trophy * trophy_gain(c, &s->open, seat, memory) / DOJO_POINT;
}

void dojo_rate_giving(const dojo_config *c, const dojo_state *s, const tm_action *legal, int n, dojo_memory *memory,
                      int *out)
{
    const weights *w = &WEIGHTS[c->seats - DOJO_FEWEST];
    const dojo_public *o = &s->open;
    int rates[DOJO_SEATS] = {0}, fits[DOJO_SEATS] = {0}, sum = 0;
    for (int i = 0; i < c->seats; i++) {
        dojo_lines room;
        const bool waits = !(o->holding >> i & 1);
        const dojo_lines *lines = dojo_recall_with(memory, o, i, waits ? s->drawn : DOJO_NONE, &room, &fits[i]);
        rates[i] = dojo_rate(c, o, i, lines);
        if (i != o->dealer) sum += rates[i];
    }
    for (int i = 0; i < n; i++) {
        const int to = (int)(legal[i] - DOJO_GIVE), ahead = (c->seats - 1) * rates[to] - sum;
        const int harm = w->harm + w->harm_ahead * ahead / (LEAD * (c->seats - 1)); /* NOLINT: at least three play */
        out[i] = to == o->dealer ? fits[to] + w->keep[dojo_belt(s->drawn) - 1] - w->wait[n - 1]
                                 : -(fits[to] + danger_of(c, w, s, to, memory)) * (harm > 0 ? harm : 0) / DOJO_POINT;
    }
}

/* The dealer's cards that the seat must expect: those that it would beat, and all. */
static int beaten(const dojo_public *o, int card, int *out_all)
{
    int all = 0, worse = 0;
    for (int belt = 1; belt <= DOJO_BELTS; belt++) {
        int unseen = belt == dojo_belt(card) ? -1 : 0;
        for (int i = belt; i <= DOJO_CARDS; i += DOJO_BELTS) unseen += o->unseen[i - 1];
        unseen *= dojo_keeps(o->kept_of, belt);
        all += unseen;
        if (belt <= dojo_belt(card)) worse += unseen;
    }
    *out_all = all;
    return worse;
}

int dojo_rate_asking(const dojo_config *c, const dojo_state *s, int seat, dojo_memory *memory)
{
    const weights *w = &WEIGHTS[c->seats - DOJO_FEWEST];
    const dojo_public *o = &s->open;
    const int card = s->hand[seat], to_come = (o->dealer - seat - 1 + c->seats) % c->seats;
    int all;
    const int won = beaten(o, card, &all);
    const int win = w->win + w->win_trophy * trophy_gain(c, o, seat, memory) / DOJO_POINT;
    const int lose = w->lose + w->lose_trophy * trophy_gain(c, o, o->dealer, memory) / DOJO_POINT;
    const int stake = all ? (won * win - (all - won) * lose) / all : win;
    return stake + w->challenge[dojo_belt(card) - 1] + w->others * to_come / (c->seats - 2) -
           w->fit * dojo_recall_fit(memory, o, seat, card) / DOJO_POINT;
}
