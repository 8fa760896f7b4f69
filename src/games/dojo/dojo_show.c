/* Dojo for a person: the table as lines of text, and events in words. */
#include "dojo_text.h"

#include "base/bits.h"

enum { LABEL_COLUMN = 4, CARD_WIDTH = 5, CARD_ROOM = 4, WORDS_ROOM = 48 };

const char *dojo_trophy_name(const tm_say *say, int trophy)
{
    static const char *const NAMES[] = {
        N_("none"),    N_("multicoloured belt"), N_("competition kimono"), N_("broom"), N_("raccoon"),
        N_("incense"), N_("assistant"),          N_("worth 3 points")};
    return tm_tr(say, NAMES[trophy]);
}

static const char *sign_name(const tm_say *say, int sign)
{
    static const char *const NAMES[] = {"", N_("rock"), N_("paper"), N_("scissors")};
    return tm_tr(say, NAMES[sign]);
}

static const char *card_text(char *room, int card)
{
    tm_text text;
    tm_text_init(&text, room, CARD_ROOM);
    dojo_put_card(&text, card);
    return room;
}

static void end_line(tm_text *out)
{
    while (out->len && out->at[out->len - 1] == ' ') out->at[--out->len] = 0;
    tm_put_char(out, '\n');
}

static void put_turn(tm_text *out, const dojo_config *c, const dojo_public *o, const tm_say *say)
{
    if (o->phase == DOJO_OVER)
        tm_put_str(out, tm_tr(say, "The dojos as counted, after any rearranging:"));
    else if (dojo_deals_at_random(c, o->turn))
        tm_put_fmt(out, tm_tr(say, "Turn %d of %d: everybody gets a card; no dealer and no challenge."), o->turn + 1,
                   DOJO_TURNS);
    else
        tm_put_fmt(out, tm_tr(say, "Turn %d of %d, dealer: %s"), o->turn + 1, DOJO_TURNS, say->names[o->dealer]);
    tm_put_char(out, '\n');
}

static void put_throws(tm_text *out, const dojo_public *o, int round, const tm_say *say)
{
    tm_put_fmt(out, tm_tr(say, "  %s: %s, %s: %s\n"), say->names[o->challenger - 1],
               sign_name(say, o->throws[round][0]), say->names[o->dealer], sign_name(say, o->throws[round][1]));
}

static void show_challenge(tm_text *out, const dojo_public *o, const tm_say *say)
{
    tm_put_fmt(out, tm_tr(say, "Trophy, face up: %s"), dojo_trophy_name(say, o->trophy));
    tm_put_char(out, '\n');
    if (!o->challenger) return;
    tm_put_fmt(out, tm_tr(say, "Challenge: %s against %s"), say->names[o->challenger - 1], say->names[o->dealer]);
    tm_put_char(out, '\n');
    for (int round = 0; round < o->n_throws; round++) put_throws(out, o, round, say);
    if (!o->winner) return;
    tm_put_fmt(out, tm_tr(say, "Won by: %s"), say->names[o->winner - 1]);
    if (o->prize) tm_put_fmt(out, " (%s)", dojo_trophy_name(say, o->prize));
    tm_put_char(out, '\n');
}

/* What the seat has in front of it this turn. */
static void show_card(tm_text *out, const dojo_view_data *v, int seat, const tm_say *say)
{
    const dojo_public *o = &v->open;
    char room[CARD_ROOM];
    if (!(o->holding >> seat & 1)) return;
    tm_put_str(out, "  ");
    if (o->face_up[seat])
        tm_put_fmt(out, tm_tr(say, "card, face up: %s"), card_text(room, o->face_up[seat]));
    else if (v->known[seat])
        tm_put_fmt(out, tm_tr(say, "card, face down: %s"), card_text(room, v->known[seat]));
    else
        tm_put_str(out, tm_tr(say, "a card, face down"));
}

static void show_won(tm_text *out, const dojo_config *c, const dojo_public *o, int seat, const tm_say *say)
{
    const char *between = "";
    if (!dojo_trophies_won(o, seat)) return;
    tm_put_str(out, "  ");
    tm_put_str(out, tm_tr(say, "trophies won: "));
    if (c->white_belt) { /* D20 */
        tm_put_int(out, dojo_trophies_won(o, seat));
        return;
    }
    for (int trophy = 1; trophy <= DOJO_TROPHIES; trophy++)
        for (int n = o->won[seat][trophy - 1]; n > 0; n--, between = ", ")
            tm_put_fmt(out, "%s%s", between, dojo_trophy_name(say, trophy));
}

/* Rows and columns in words count from 1 at the upper left corner of the hall as it lies, as in the score; those of
 * the notation count from the first card, wherever that is (D7). */
static int told_row(const dojo_public *o, int seat, int row)
{
    return o->built[seat] ? row - dojo_window_of(o->built[seat]).top + 1 : 1;
}

static int told_col(const dojo_public *o, int seat, int col)
{
    return o->built[seat] ? col - dojo_window_of(o->built[seat]).left + 1 : 1;
}

/* A grid of cards, and the trophies beside it. */
typedef struct grid {
    int rows, cols;
    const uint8_t *card; /* the card in the upper left corner; NONE is an empty place */
    int stride;
    const uint8_t *at_row, *at_col;
    const dojo_hall *counted; /* NULL, or the points of the rows and columns */
} grid;

static void show_grid(tm_text *out, const grid *g, const tm_say *say)
{
    char room[CARD_ROOM];
    for (int col = 0; col < g->cols; col++) {
        tm_put_pad(out, (uint32_t)(LABEL_COLUMN + CARD_WIDTH * (col + 1)));
        tm_put_int(out, col + 1);
    }
    end_line(out);
    for (int row = 0; row < g->rows; row++) {
        tm_put_str(out, "     ");
        tm_put_int(out, row + 1);
        for (int col = 0; col < g->cols; col++) {
            const int card = g->card[g->stride * row + col];
            tm_put_pad(out, (uint32_t)(LABEL_COLUMN + CARD_WIDTH * (col + 1)));
            tm_put_str(out, card ? card_text(room, card) : ".");
        }
        tm_put_pad(out, (uint32_t)(LABEL_COLUMN + CARD_WIDTH * (g->cols + 1)));
        if (g->counted) tm_put_fmt(out, "= %d  ", dojo_row_points(g->counted, row));
        if (g->at_row[row]) tm_put_str(out, dojo_trophy_name(say, g->at_row[row]));
        end_line(out);
    }
    for (int col = 0; g->counted && col < g->cols; col++) {
        tm_put_pad(out, (uint32_t)(LABEL_COLUMN + CARD_WIDTH * (col + 1)));
        tm_put_fmt(out, "=%d", dojo_col_points(g->counted, col));
    }
    if (g->counted) end_line(out);
    for (int col = 0; col < g->cols; col++) {
        if (!g->at_col[col]) continue;
        tm_put_str(out, "     ");
        tm_put_fmt(out, tm_tr(say, "above column %d: %s"), col + 1, dojo_trophy_name(say, g->at_col[col]));
        end_line(out);
    }
}

/* The dojo as it was built; at the end, as rearranged, with its points. */
static void show_dojo(tm_text *out, const dojo_public *o, int seat, const tm_say *say)
{
    const uint64_t built = o->built[seat];
    dojo_hall hall, best;
    if (!built) return;
    const dojo_window w = dojo_window_of(built);
    grid g = {.rows = w.rows,
              .cols = w.cols,
              .card = &o->card[seat][DOJO_STRIDE * w.top + w.left],
              .stride = DOJO_STRIDE,
              .at_row = &o->at_row[seat][w.top],
              .at_col = &o->at_col[seat][w.left]};
    if (o->phase == DOJO_OVER && dojo_full(o, seat, &hall)) {
        dojo_count(&hall, &best);
        g.counted = &best;
        g.card = best.card;
        g.stride = DOJO_COLUMNS;
    }
    show_grid(out, &g, say);
}

void dojo_show(const void *config, const void *view, const tm_say *say, tm_text *out)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_view_data *v = (const dojo_view_data *)view;
    const dojo_public *o = &v->open;
    char room[CARD_ROOM];
    put_turn(out, c, o, say);
    if (o->phase != DOJO_OVER) show_challenge(out, o, say);
    for (int seat = 0; seat < c->seats; seat++) {
        const bool dealer = o->phase != DOJO_OVER && !dojo_deals_at_random(c, o->turn) && seat == o->dealer;
        tm_put_str(out, dealer ? "> " : "  ");
        tm_put_str(out, say->names[seat]);
        if (o->phase == DOJO_OVER) {
            const int points = dojo_points(c, o, seat);
            tm_put_str(out, "  ");
            tm_put_fmt(out, tm_trn(say, "%d point", "%d points", (unsigned long)points), points);
        }
        show_card(out, v, seat, say);
        show_won(out, c, o, seat, say);
        tm_put_char(out, '\n');
        show_dojo(out, o, seat, say);
    }
    if (v->drawn) {
        tm_put_fmt(out, tm_tr(say, "The card to give: %s"), card_text(room, v->drawn));
        tm_put_char(out, '\n');
    }
    if (o->phase == DOJO_OVER) return;
    tm_put_str(out, tm_tr(say, "m monkey, f fox, t tigress, c crane, b bear, r raccoon; belts 1 white to 5 black"));
    tm_put_char(out, '\n');
}

/* A card in words. */
static const char *card_words(char *room, int card, const tm_say *say)
{
    static const char *const NAMES[DOJO_DISCIPLES] = {N_("monkey"), N_("fox"),  N_("tigress"),
                                                      N_("crane"),  N_("bear"), N_("raccoon")};
    tm_text text;
    tm_text_init(&text, room, WORDS_ROOM);
    if (card < 1 || card > DOJO_CARDS) return "?";
    tm_put_fmt(&text, "%s %d", tm_tr(say, NAMES[dojo_disciple(card)]), dojo_belt(card));
    return room;
}

static void tell_outcome(tm_text *out, const dojo_config *c, const dojo_public *before, const tm_outcome *outcome,
                         const tm_say *say)
{
    char room[WORDS_ROOM];
    const int what = outcome->kind == DOJO_TURN_UP && c->white_belt ? (int)DOJO_BLANK : outcome->b[0];
    switch (outcome->kind) {
    case DOJO_TURN_UP: tm_put_fmt(out, tm_tr(say, "Trophy, face up: %s"), dojo_trophy_name(say, what)); break;
    case DOJO_DRAW:
        if (what)
            tm_put_fmt(out, tm_tr(say, "%s: look at %s"), say->names[before->dealer], card_words(room, what, say));
        else
            tm_put_fmt(out, tm_tr(say, "%s: look at a card"), say->names[before->dealer]);
        break;
    default:
        if (outcome->b[1])
            tm_put_fmt(out, tm_tr(say, "%s: get %s"), say->names[what], card_words(room, outcome->b[1], say));
        else
            tm_put_fmt(out, tm_tr(say, "%s: get a card"), say->names[what]);
    }
    tm_put_char(out, '\n');
}

static void tell_give(tm_text *out, const dojo_view_data *after, int dealer, int seat, const tm_say *say)
{
    char room[WORDS_ROOM];
    const char *card = after->known[seat] ? card_words(room, after->known[seat], say) : NULL;
    if (seat == dealer)
        tm_put_fmt(out, card ? tm_tr(say, "%1$s: keep %2$s") : tm_tr(say, "%s: keep the card"), say->names[dealer],
                   card);
    else if (card)
        tm_put_fmt(out, tm_tr(say, "%1$s: get %2$s from %3$s"), say->names[seat], card, say->names[dealer]);
    else
        tm_put_fmt(out, tm_tr(say, "%1$s: get a card from %2$s"), say->names[seat], say->names[dealer]);
}

static void tell_place(tm_text *out, const dojo_public *after, const char *name, int seat, int at, const tm_say *say)
{
    char room[WORDS_ROOM];
    tm_put_fmt(out, tm_tr(say, "%1$s: place %2$s in row %3$d, column %4$d"), name,
               card_words(room, after->card[seat][at], say), told_row(after, seat, at / DOJO_STRIDE),
               told_col(after, seat, at % DOJO_STRIDE));
}

static void tell_decision(tm_text *out, const dojo_public *before, const tm_event *seen, const dojo_view_data *after,
                          const tm_say *say)
{
    const char *name = say->names[seen->seat];
    const int argument = (int)(seen->action & 0xffu);
    if (seen->action == TM_HIDDEN_ACTION) {
        tm_put_fmt(out, tm_tr(say, "%s: choose in secret"), name);
        tm_put_char(out, '\n');
        return;
    }
    switch (seen->action & ~0xffu) {
    case DOJO_GIVE: tell_give(out, after, seen->seat, argument, say); break;
    case DOJO_CHALLENGE:
        if (seen->action == DOJO_PASS)
            tm_put_fmt(out, tm_tr(say, "%s: pass"), name);
        else
            tm_put_fmt(out, tm_tr(say, "%1$s: challenge %2$s"), name, say->names[before->dealer]);
        break;
    case DOJO_THROW: tm_put_fmt(out, tm_tr(say, "%s: %s"), name, sign_name(say, argument)); break;
    case DOJO_SWAP:
        if (seen->action == DOJO_SWAP)
            tm_put_fmt(out, tm_tr(say, "%s: swap the two cards"), name);
        else
            tm_put_fmt(out, tm_tr(say, "%s: keep the cards as they are"), name);
        break;
    case DOJO_PLACE: tell_place(out, &after->open, name, seen->seat, argument, say); break;
    case DOJO_TROPHY_ROW:
        tm_put_fmt(out, tm_tr(say, "%1$s: place the trophy (%2$s) beside row %3$d"), name,
                   dojo_trophy_name(say, before->prize), told_row(before, seen->seat, argument));
        break;
    default:
        tm_put_fmt(out, tm_tr(say, "%1$s: place the trophy (%2$s) above column %3$d"), name,
                   dojo_trophy_name(say, before->prize), told_col(before, seen->seat, argument));
    }
    tm_put_char(out, '\n');
}

/* What everybody saw at once: the cards of a challenge, a pair of throws, who won, a trophy without a place. */
static void tell_news(tm_text *out, const dojo_public *b, const dojo_public *a, const tm_say *say)
{
    char room[WORDS_ROOM], room2[WORDS_ROOM];
    if (a->challenger && !b->challenger) {
        const int challenger = a->challenger - 1;
        tm_put_str(out, "  ");
        tm_put_fmt(out, tm_tr(say, "%1$s: %2$s, %3$s: %4$s"), say->names[challenger],
                   card_words(room, a->face_up[challenger], say), say->names[a->dealer],
                   card_words(room2, a->face_up[a->dealer], say));
        tm_put_char(out, '\n');
    }
    if (a->n_throws > b->n_throws) put_throws(out, a, b->n_throws, say);
    if (a->winner && !b->winner) {
        tm_put_str(out, "  ");
        tm_put_fmt(out, tm_tr(say, "Winner of the challenge and the trophy (%1$s): %2$s."),
                   dojo_trophy_name(say, b->trophy), say->names[a->winner - 1]);
        tm_put_char(out, '\n');
    }
    if (b->phase == DOJO_PLACING && b->prize && a->turn != b->turn) {
        tm_put_str(out, "  ");
        tm_put_fmt(out, tm_tr(say, "There is no place for the trophy (%s): it goes back in the box."),
                   dojo_trophy_name(say, b->prize));
        tm_put_char(out, '\n');
    }
}

void dojo_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
               tm_text *out)
{
    const dojo_config *c = (const dojo_config *)config;
    const dojo_public *b = &((const dojo_view_data *)before)->open, *a = &((const dojo_view_data *)after)->open;
    const bool start = b->turn == 0 && b->holding == 0 && (b->phase == DOJO_TURNING_UP || b->phase == DOJO_DEALING);
    if (start) put_turn(out, c, b, say);
    if (seen->seat == TM_CHANCE)
        tell_outcome(out, c, b, &seen->outcome, say);
    else
        tell_decision(out, b, seen, (const dojo_view_data *)after, say);
    tell_news(out, b, a, say);
    if (a->turn != b->turn && a->phase != DOJO_OVER) put_turn(out, c, a, say);
}

static void notice_challenge(tm_text *out, const dojo_public *a, const tm_say *say)
{
    char room[CARD_ROOM], room2[CARD_ROOM];
    const int challenger = a->challenger - 1;
    tm_put_fmt(out, tm_tr(say, "Seat %1$d turned up %2$s, and seat %3$d %4$s."), challenger,
               card_text(room, a->face_up[challenger]), a->dealer, card_text(room2, a->face_up[a->dealer]));
}

void dojo_notice(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                 tm_text *out)
{
    const dojo_view_data *v = (const dojo_view_data *)after;
    const dojo_public *b = &((const dojo_view_data *)before)->open, *a = &v->open;
    char room[CARD_ROOM];
    (void)config;
    if (seen->seat == TM_CHANCE || seen->action == TM_HIDDEN_ACTION) return;
    const int verb = (int)(seen->action & ~0xffu), argument = (int)(seen->action & 0xffu);
    if (verb == DOJO_GIVE && argument == v->seat && argument != seen->seat)
        tm_put_fmt(out, tm_tr(say, "Seat %1$d was given %2$s."), argument, card_text(room, v->known[argument]));
    else if (a->challenger && !b->challenger)
        notice_challenge(out, a, say);
    else if (a->n_throws > b->n_throws)
        tm_put_fmt(out, tm_tr(say, "Seat %1$d threw %2$s, and seat %3$d %4$s."), a->challenger - 1,
                   dojo_signs[a->throws[b->n_throws][0]], a->dealer, dojo_signs[a->throws[b->n_throws][1]]);
    else if (verb == DOJO_PLACE)
        tm_put_fmt(out, tm_tr(say, "Seat %1$d placed %2$s."), seen->seat,
                   card_text(room, a->card[seen->seat][argument]));
}

/* What is asked of the viewer in this phase: a message id, or NULL. */
static const char *demand(const dojo_public *o)
{
    switch (o->phase) {
    case DOJO_GIVING: return N_("the dealer gives the card to someone who has none yet");
    case DOJO_ASKING: return N_("you can only challenge or pass now");
    case DOJO_THROWING: return N_("now choose rock, paper or scissors");
    case DOJO_SWAPPING: return N_("the winner swaps the two cards, or keeps them as they are");
    case DOJO_PLACING: return N_("place the card next to another one, within three rows and four columns");
    case DOJO_SETTING:
        return dojo_for_row(o->prize) ? N_("this trophy goes beside a row that has a card and no trophy yet")
                                      : N_("this trophy goes above a column that has a card and no trophy yet");
    default: return NULL;
    }
}

void dojo_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    const dojo_view_data *v = (const dojo_view_data *)view;
    (void)action;
    const char *id = dojo_is_sound((const dojo_config *)config, v) ? demand(&v->open) : NULL;
    if (id) tm_put_str(out, tm_tr(say, id));
}

/* A place in the viewer's dojo, by a card beside it. */
static void describe_place(tm_text *out, const dojo_view_data *v, int place, const tm_say *say)
{
    static const struct {
        int to;
        const char *words;
    } SIDES[] = {
        {-1, N_("right of %s")}, {1, N_("left of %s")}, {-DOJO_STRIDE, N_("below %s")}, {DOJO_STRIDE, N_("above %s")}};
    char room[WORDS_ROOM];
    if (v->seat < 0) return;
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES; i++) {
        const int beside = place + SIDES[i].to;
        if (beside < 0 || beside >= DOJO_GRID || !v->open.card[v->seat][beside]) continue;
        tm_put_fmt(out, tm_tr(say, SIDES[i].words), card_words(room, v->open.card[v->seat][beside], say));
        return;
    }
    tm_put_str(out, tm_tr(say, "the first card of your dojo"));
}

void dojo_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    static const char *const BEATS[] = {"", N_("beats scissors"), N_("beats rock"), N_("beats paper")};
    const dojo_config *c = (const dojo_config *)config;
    const dojo_view_data *v = (const dojo_view_data *)view;
    const dojo_public *o = &v->open;
    const int argument = (int)(action & 0xffu);
    if (!dojo_is_sound(c, v)) return;
    switch (action & ~0xffu) {
    case DOJO_GIVE:
        if (argument < c->seats) tm_put_fmt(out, tm_tr(say, "the card goes to %s"), say->names[argument]);
        break;
    case DOJO_CHALLENGE:
        if (action == DOJO_PASS)
            tm_put_str(out, tm_tr(say, "no challenge"));
        else
            tm_put_fmt(out, tm_tr(say, "rock, paper, scissors against %s"), say->names[o->dealer]);
        break;
    case DOJO_THROW:
        if (argument >= 1 && argument <= 3) tm_put_str(out, tm_tr(say, BEATS[argument]));
        break;
    case DOJO_SWAP:
        tm_put_str(out, action == DOJO_SWAP ? tm_tr(say, "exchange the two cards")
                                            : tm_tr(say, "leave the cards as they are"));
        break;
    case DOJO_PLACE: describe_place(out, v, argument, say); break;
    case DOJO_TROPHY_ROW:
        if (v->seat < 0) return;
        tm_put_fmt(out, tm_tr(say, "%1$s beside row %2$d"), dojo_trophy_name(say, o->prize),
                   told_row(o, v->seat, argument));
        break;
    default:
        if (v->seat < 0) return;
        tm_put_fmt(out, tm_tr(say, "%1$s above column %2$d"), dojo_trophy_name(say, o->prize),
                   told_col(o, v->seat, argument));
    }
}

/* A challenge decides who gets the trophy (D6), and a trophy stays where it was put (D9). */
const char *dojo_caution(const void *config, const void *view, tm_action action)
{
    const dojo_view_data *v = (const dojo_view_data *)view;
    if (!dojo_is_sound((const dojo_config *)config, v)) return NULL;
    if (action == DOJO_CHALLENGE)
        return N_("Both cards are turned up, and the winner takes the trophy. Challenge the dealer?");
    const uint32_t verb = action & ~0xffu;
    return verb == DOJO_TROPHY_ROW || verb == DOJO_TROPHY_COL ? N_("The trophy stays where you put it. Put it here?")
                                                              : NULL;
}
