/* Dojo: the notation of records and the JSON of views. */
#include "dojo_text.h"

#include "base/bits.h"
#include "dojo_explain.h"

const char *const dojo_signs[4] = {"?", "rock", "paper", "scissors"};

/* Actions of one word. */
static const struct {
    const char *word;
    tm_action action;
} PLAIN[] = {
    {"challenge", DOJO_CHALLENGE}, {"pass", DOJO_PASS}, {"rock", DOJO_THROW + 1}, {"paper", DOJO_THROW + 2},
    {"scissors", DOJO_THROW + 3},  {"swap", DOJO_SWAP}, {"keep", DOJO_KEEP},
};

void dojo_write_action(const void *config, tm_action action, tm_text *out)
{
    const int argument = (int)(action & 0xffu);
    (void)config;
    switch (action & ~0xffu) {
    case DOJO_GIVE: tm_put_fmt(out, "give %d", argument); return;
    case DOJO_PLACE:
        tm_put_fmt(out, "place %d %d", argument / DOJO_STRIDE - DOJO_UP, argument % DOJO_STRIDE - DOJO_LEFT);
        return;
    case DOJO_TROPHY_ROW: tm_put_fmt(out, "trophy row %d", argument - DOJO_UP); return;
    case DOJO_TROPHY_COL: tm_put_fmt(out, "trophy col %d", argument - DOJO_LEFT); return;
    default:
        for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
            if (PLAIN[i].action == action) tm_put_str(out, PLAIN[i].word);
    }
}

int dojo_read_action(const void *config, tm_span text, tm_action *out)
{
    const dojo_config *c = (const dojo_config *)config;
    tm_span words[3];
    int32_t row, col;
    const int n = tm_span_words(text, words, 3);
    if (n == 1)
        for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
            if (tm_span_is(words[0], PLAIN[i].word)) {
                *out = PLAIN[i].action;
                return TM_OK;
            }
    if (n == 2 && tm_span_is(words[0], "give") && !tm_span_int(words[1], 0, c->seats - 1, &col)) {
        *out = DOJO_GIVE + (tm_action)col;
        return TM_OK;
    }
    if (n != 3) return TM_ESYNTAX;
    if (tm_span_is(words[0], "place")) {
        if (tm_span_int(words[1], -DOJO_UP, DOJO_UP, &row) || tm_span_int(words[2], -DOJO_LEFT, DOJO_LEFT, &col))
            return TM_ESYNTAX;
        *out = DOJO_PLACE + (tm_action)(DOJO_STRIDE * (row + DOJO_UP) + col + DOJO_LEFT);
        return TM_OK;
    }
    if (!tm_span_is(words[0], "trophy")) return TM_ESYNTAX;
    if (tm_span_is(words[1], "row") && !tm_span_int(words[2], -DOJO_UP, DOJO_UP, &row)) {
        *out = DOJO_TROPHY_ROW + (tm_action)(row + DOJO_UP);
        return TM_OK;
    }
    if (tm_span_is(words[1], "col") && !tm_span_int(words[2], -DOJO_LEFT, DOJO_LEFT, &col)) {
        *out = DOJO_TROPHY_COL + (tm_action)(col + DOJO_LEFT);
        return TM_OK;
    }
    return TM_ESYNTAX;
}

void dojo_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out)
{
    (void)config;
    switch (outcome->kind) {
    case DOJO_TURN_UP: tm_put_fmt(out, "trophy %s", dojo_trophy_words[outcome->b[0]]); return;
    case DOJO_DEAL: tm_put_fmt(out, "deal %d ", outcome->b[0]); break;
    default: tm_put_str(out, "draw ");
    }
    dojo_put_card(out, outcome->b[outcome->kind == DOJO_DEAL]);
}

int dojo_read_outcome(const void *config, tm_span text, tm_outcome *out)
{
    const dojo_config *c = (const dojo_config *)config;
    tm_outcome o = {0, 0, {0}};
    tm_span words[3];
    int32_t seat;
    const int n = tm_span_words(text, words, 3);
    if (n == 2 && tm_span_is(words[0], "trophy")) {
        o.kind = DOJO_TURN_UP;
        o.b[0] = (uint8_t)dojo_read_trophy(words[1]);
    } else if (n == 2 && tm_span_is(words[0], "draw")) {
        o.kind = DOJO_DRAW;
        o.b[0] = (uint8_t)dojo_read_card(words[1]);
    } else if (n == 3 && tm_span_is(words[0], "deal") && !tm_span_int(words[1], 0, c->seats - 1, &seat)) {
        o.kind = DOJO_DEAL;
        o.b[0] = (uint8_t)seat;
        o.b[1] = (uint8_t)dojo_read_card(words[2]);
    } else {
        return TM_ESYNTAX;
    }
    o.n = o.kind == DOJO_DEAL ? 2 : 1;
    if (o.b[o.n - 1] == DOJO_NONE) return TM_ESYNTAX;
    *out = o;
    return TM_OK;
}

static void json_card(tm_json *json, const char *key, int card)
{
    char room[4];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    if (key) tm_json_key(json, key);
    dojo_put_card(&text, card);
    if (card == DOJO_NONE)
        tm_json_null(json);
    else
        tm_json_str(json, room);
}

static void json_trophy(tm_json *json, const char *key, int trophy)
{
    tm_json_key(json, key);
    if (trophy == DOJO_NONE)
        tm_json_null(json);
    else
        tm_json_str(json, dojo_trophy_words[trophy == DOJO_BLANK ? DOJO_NONE : trophy]);
}

static void json_int(tm_json *json, const char *key, int value)
{
    tm_json_key(json, key);
    tm_json_int(json, value);
}

static void json_seat(tm_json *json, const char *key, bool there, int seat)
{
    tm_json_key(json, key);
    if (there)
        tm_json_int(json, seat);
    else
        tm_json_null(json);
}

/* The number of each, by name; those with none are left out. */
static void json_cards(tm_json *json, const char *key, const uint8_t *count)
{
    tm_json_key(json, key);
    tm_json_open(json, '{');
    for (int i = 1; i <= DOJO_CARDS; i++) {
        char room[4];
        tm_text text;
        if (!count[i - 1]) continue;
        tm_text_init(&text, room, sizeof room);
        dojo_put_card(&text, i);
        json_int(json, room, count[i - 1]);
    }
    tm_json_close(json, '}');
}

static void json_trophies(tm_json *json, const dojo_config *c, const char *key, const uint8_t *count)
{
    tm_json_key(json, key);
    tm_json_open(json, '{');
    for (int i = 1; i <= DOJO_TROPHIES; i++)
        if (count[i - 1]) json_int(json, dojo_trophy_words[c->white_belt ? DOJO_NONE : i], count[i - 1]); /* D20 */
    tm_json_close(json, '}');
}

static void json_line(tm_json *json, const char *key, int line, int trophy)
{
    if (!trophy) return;
    tm_json_open(json, '{');
    json_int(json, key, line);
    json_trophy(json, "trophy", trophy);
    tm_json_close(json, '}');
}

static void json_dojo(tm_json *json, const dojo_public *o, int seat)
{
    tm_json_key(json, "dojo");
    tm_json_open(json, '[');
    for (int at = 0; at < DOJO_GRID; at++) {
        if (!(o->built[seat] >> at & 1)) continue;
        tm_json_open(json, '{');
        json_int(json, "row", at / DOJO_STRIDE - DOJO_UP);
        json_int(json, "col", at % DOJO_STRIDE - DOJO_LEFT);
        json_card(json, "card", o->card[seat][at]);
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
    tm_json_key(json, "placed");
    tm_json_open(json, '[');
    for (int i = 0; i < DOJO_GRID_ROWS; i++) json_line(json, "row", i - DOJO_UP, o->at_row[seat][i]);
    for (int i = 0; i < DOJO_GRID_COLUMNS; i++) json_line(json, "col", i - DOJO_LEFT, o->at_col[seat][i]);
    tm_json_close(json, ']');
}

/* D7: the rows and columns that hold a card, or could get the next one. */
static void json_space(tm_json *json, const dojo_public *o, int seat)
{
    const uint64_t places = o->built[seat] | dojo_free_places(o->built[seat]);
    int top = DOJO_GRID_ROWS, left = DOJO_GRID_COLUMNS, bottom = 0, right = 0;
    for (int at = 0; at < DOJO_GRID; at++) {
        const int row = at / DOJO_STRIDE, col = at % DOJO_STRIDE;
        if (!(places >> at & 1)) continue;
        if (row < top) top = row;
        if (row > bottom) bottom = row;
        if (col < left) left = col;
        if (col > right) right = col;
    }
    tm_json_key(json, "space");
    tm_json_open(json, '{');
    json_int(json, "top", top - DOJO_UP);
    json_int(json, "left", left - DOJO_LEFT);
    json_int(json, "rows", bottom - top + 1);
    json_int(json, "cols", right - left + 1);
    tm_json_close(json, '}');
}

/* The cards that score together in a row or column: disciples by letter, belts by number; `first` is the place of
 * its first card. */
static void json_groups(tm_json *json, const dojo_group *groups, int n, bool row, int first)
{
    tm_json_key(json, "groups");
    tm_json_open(json, '[');
    for (int i = 0; i < n; i++) {
        uint32_t cards = groups[i].cards;
        const char of[2] = {row ? dojo_letters[groups[i].of] : (char)('0' + groups[i].of), 0};
        tm_json_open(json, '{');
        tm_json_key(json, "of");
        tm_json_str(json, of);
        tm_json_key(json, "at");
        tm_json_open(json, '[');
        while (cards) tm_json_int(json, first + tm_bits_take(&cards));
        tm_json_close(json, ']');
        json_int(json, "points", groups[i].points);
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
    json_int(json, "points", dojo_explain_points(groups, n));
}

/* Whether the trophy of the line adds points, which it gives without the trophy. */
static void json_helped(tm_json *json, const dojo_group *groups, int n, int without)
{
    tm_json_key(json, "helped");
    tm_json_bool(json, dojo_explain_points(groups, n) > without);
}

/* The points of the rows and columns of a dojo that starts at this row and column; empty ones are left out. */
static void json_lines(tm_json *json, const dojo_hall *hall, int top, int left)
{
    dojo_group groups[DOJO_COLUMNS], plain[DOJO_COLUMNS];
    dojo_hall bare = *hall;
    for (int row = 0; row < DOJO_ROWS; row++) bare.row[row] = DOJO_NONE;
    for (int col = 0; col < DOJO_COLUMNS; col++) bare.col[col] = DOJO_NONE;
    tm_json_key(json, "lines");
    tm_json_open(json, '[');
    for (int row = 0; row < DOJO_ROWS; row++) {
        const int n = dojo_explain_row(hall, row, groups);
        if (!n) continue;
        tm_json_open(json, '{');
        json_int(json, "row", top + row);
        json_groups(json, groups, n, true, left);
        json_int(json, "raccoons", dojo_explain_raccoons(hall, row, groups, n));
        json_helped(json, groups, n, dojo_explain_points(plain, dojo_explain_row(&bare, row, plain)));
        tm_json_close(json, '}');
    }
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        if (!hall->card[col] && !hall->card[col + DOJO_COLUMNS] && !hall->card[col + 2 * DOJO_COLUMNS]) continue;
        tm_json_open(json, '{');
        json_int(json, "col", left + col);
        const int n = dojo_explain_col(hall, col, groups);
        json_groups(json, groups, n, false, top);
        json_helped(json, groups, n, dojo_explain_points(plain, dojo_explain_col(&bare, col, plain)));
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

/* The points of an unfinished dojo, row by row and column by column; for a finished one, the cards row by row after
 * rearranging, the points, and the points without rearranging. */
static void json_count(tm_json *json, const dojo_config *c, const dojo_public *o, int seat)
{
    dojo_hall hall, best;
    const int corner = dojo_so_far(o, seat, &hall);
    if (corner < 0) return;
    if (o->phase == DOJO_OVER) {
        const int trophies = c->white_belt ? DOJO_TROPHY_POINTS * dojo_trophies_won(o, seat) : 0;
        int as_built = trophies;
        for (int row = 0; row < DOJO_ROWS; row++) as_built += dojo_row_points(&hall, row);
        for (int col = 0; col < DOJO_COLUMNS; col++) as_built += dojo_col_points(&hall, col);
        json_int(json, "points", dojo_count(&hall, &best) + trophies);
        json_int(json, "points_as_built", as_built);
        json_int(json, "points_of_trophies", trophies);
        tm_json_key(json, "arranged");
        tm_json_open(json, '[');
        for (int i = 0; i < DOJO_PLACES; i++) json_card(json, NULL, best.card[i]);
        tm_json_close(json, ']');
        hall = best;
    }
    json_lines(json, &hall, corner / DOJO_STRIDE - DOJO_UP, corner % DOJO_STRIDE - DOJO_LEFT);
}

static void json_players(tm_json *json, const dojo_config *c, const dojo_view_data *v)
{
    const dojo_public *o = &v->open;
    tm_json_key(json, "players");
    tm_json_open(json, '[');
    for (int seat = 0; seat < c->seats; seat++) {
        tm_json_open(json, '{');
        tm_json_key(json, "holding");
        tm_json_bool(json, o->holding >> seat & 1);
        tm_json_key(json, "face_up");
        tm_json_bool(json, o->face_up[seat] != DOJO_NONE);
        json_card(json, "card", o->face_up[seat] ? o->face_up[seat] : v->known[seat]);
        json_trophies(json, c, "won", o->won[seat]);
        json_dojo(json, o, seat);
        json_space(json, o, seat);
        json_count(json, c, o, seat);
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
}

/* D21: pairs of throws, the challenger's first, and who won each; then who has thrown and is waiting, and the viewer's own throw. */
static void json_throws(tm_json *json, const dojo_view_data *v)
{
    const dojo_public *o = &v->open;
    tm_json_key(json, "throws");
    tm_json_open(json, '[');
    for (int i = 0; i < o->n_throws; i++) {
        const int lead = dojo_throw_lead(o->throws[i]);
        tm_json_open(json, '{');
        tm_json_key(json, "signs");
        tm_json_open(json, '[');
        for (int side = 0; side < 2; side++) tm_json_str(json, dojo_signs[o->throws[i][side]]);
        tm_json_close(json, ']');
        json_seat(json, "won", lead != 0, lead > 0 ? o->challenger - 1 : o->dealer);
        tm_json_close(json, '}');
    }
    tm_json_close(json, ']');
    json_seat(json, "thrown", o->thrown != 0, o->thrown == 1 ? o->challenger - 1 : o->dealer);
    tm_json_key(json, "throwing");
    const int own = v->throwing[0] ? v->throwing[0] : v->throwing[1];
    if (own)
        tm_json_str(json, dojo_signs[own]);
    else
        tm_json_null(json);
}

void dojo_write_view(const void *config, const void *view, tm_text *out)
{
    static const char *const PHASE[] = {"trophy", "draw", "deal",  "give", "challenge",
                                        "throw",  "swap", "place", "set",  "over"};
    const dojo_config *c = (const dojo_config *)config;
    const dojo_view_data *v = (const dojo_view_data *)view;
    const dojo_public *o = &v->open;
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    json_seat(&json, "seat", v->seat >= 0, v->seat);
    tm_json_key(&json, "phase");
    tm_json_str(&json, PHASE[o->phase]);
    json_int(&json, "turn", o->turn + (o->phase != DOJO_OVER));
    json_int(&json, "turns", DOJO_TURNS);
    json_int(&json, "rows", DOJO_ROWS);
    json_int(&json, "cols", DOJO_COLUMNS);
    json_seat(&json, "dealer", o->phase != DOJO_OVER && !dojo_deals_at_random(c, o->turn), o->dealer);
    json_trophy(&json, "trophy", o->trophy);
    tm_json_key(&json, "white_belt");
    tm_json_bool(&json, c->white_belt);
    json_card(&json, "drawn", v->drawn);
    json_seat(&json, "asked", o->phase == DOJO_ASKING, o->asked);
    json_seat(&json, "challenger", o->challenger != 0, o->challenger - 1);
    json_seat(&json, "winner", o->winner != 0, o->winner - 1);
    json_trophy(&json, "prize", o->prize);
    json_throws(&json, v);
    json_players(&json, c, v);
    json_cards(&json, "unseen", o->unseen);
    json_trophies(&json, c, "pile", o->pile);
    tm_json_close(&json, '}');
}
