/* Dojo on a canvas: the current trophy and challenge at the top, then each seat's hall with its trophies, and at the
 * end its points. */
#include "dojo_text.h"

#include "base/bits.h"

enum { LABEL = 3, HALL_LEAST = 16, HALL_ROWS = 7, VALID_COLUMNS = 0x7f };

typedef struct painting {
    const dojo_config *c;
    const dojo_view_data *v;
    const dojo_public *o;
    const tm_say *say;
    const tm_canvas *canvas;
} painting;

dojo_window dojo_window_of(uint64_t places)
{
    uint32_t cols = 0;
    for (int row = 0; row < DOJO_GRID_ROWS; row++) cols |= (uint32_t)(places >> DOJO_STRIDE * row) & VALID_COLUMNS;
    const int top = __builtin_ctzll(places) / DOJO_STRIDE, bottom = (63 - __builtin_clzll(places)) / DOJO_STRIDE;
    const int left = tm_bits_first(cols), right = 31 - __builtin_clz(cols);
    const dojo_window w = {top, left, bottom - top + 1, right - left + 1};
    return w;
}

static bool is_sound_hall(const dojo_public *o, int seat)
{
    uint64_t built = 0;
    for (int place = 0; place < DOJO_GRID; place++) {
        if (o->card[seat][place] > DOJO_CARDS) return false;
        if (o->card[seat][place]) built |= (uint64_t)1 << place;
        if (o->card[seat][place] && place % DOJO_STRIDE >= DOJO_GRID_COLUMNS) return false;
    }
    if (built != o->built[seat]) return false;
    for (int row = 0; row < DOJO_GRID_ROWS; row++)
        if (o->at_row[seat][row] > DOJO_TROPHIES) return false;
    for (int col = 0; col < DOJO_GRID_COLUMNS; col++)
        if (o->at_col[seat][col] > DOJO_TROPHIES) return false;
    if (!built) return true;
    const dojo_window w = dojo_window_of(built);
    return w.rows <= DOJO_ROWS && w.cols <= DOJO_COLUMNS;
}

bool dojo_is_sound(const dojo_config *c, const dojo_view_data *v)
{
    const dojo_public *o = &v->open;
    if (o->phase > DOJO_OVER || o->dealer >= c->seats || o->asked >= c->seats) return false;
    if (o->challenger > c->seats || o->winner > c->seats || o->trophy > DOJO_BLANK || o->prize > DOJO_TROPHIES)
        return false;
    if (v->seat < TM_SPECTATOR || v->seat >= c->seats || v->drawn > DOJO_CARDS || o->n_throws > DOJO_THROWS)
        return false;
    for (int i = 0; i < DOJO_THROWS; i++)
        if (o->throws[i][0] > 3 || o->throws[i][1] > 3) return false;
    for (int seat = 0; seat < c->seats; seat++)
        if (v->known[seat] > DOJO_CARDS || o->face_up[seat] > DOJO_CARDS || !is_sound_hall(o, seat)) return false;
    return true;
}

static int ink_of(int card)
{
    static const uint8_t INK[DOJO_DISCIPLES] = {TM_INK_ORANGE, TM_INK_RED,    TM_INK_YELLOW,
                                                TM_INK_CYAN,   TM_INK_PURPLE, TM_INK_GREEN};
    return INK[dojo_disciple(card)];
}

static const char *sign_name(const tm_say *say, int sign)
{
    static const char *const NAMES[] = {N_("nothing"), N_("rock"), N_("paper"), N_("scissors")};
    return tm_tr(say, NAMES[sign]);
}

static int put_card(const painting *p, int x, int y, int card)
{
    char room[4];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    dojo_put_card(&text, card);
    return tm_canvas_put(p->canvas, x, y, card ? ink_of(card) | TM_BOLD : TM_INK_MUTED, room);
}

/* The first two letters of its word in the notation. */
static void put_trophy(const painting *p, int x, int y, int trophy)
{
    const char mark[3] = {dojo_trophy_words[trophy][0], dojo_trophy_words[trophy][1], 0};
    tm_canvas_put(p->canvas, x, y, TM_INK_ACCENT | TM_BOLD, mark);
}

static bool decides(const painting *p, int seat)
{
    const dojo_public *o = p->o;
    switch (o->phase) {
    case DOJO_GIVING: return seat == o->dealer;
    case DOJO_ASKING: return seat == o->asked;
    case DOJO_THROWING:
        return (seat == o->challenger - 1 && !(o->thrown & 1)) || (seat == o->dealer && !(o->thrown & 2));
    case DOJO_SWAPPING:
    case DOJO_SETTING: return seat == o->winner - 1;
    case DOJO_PLACING: return o->holding >> seat & 1;
    default: return false;
    }
}

/* The name, the card in front, the number of trophies; at the end the points. */
static void paint_label(const painting *p, int x, int y, int width, int seat)
{
    const dojo_public *o = p->o;
    const int style = decides(p, seat) ? TM_INK_ACCENT | TM_BOLD : seat == p->v->seat ? TM_INK_TITLE : TM_INK_TEXT;
    const int start = x, won = dojo_trophies_won(o, seat);
    x = tm_canvas_put(p->canvas, x, y, style, decides(p, seat) ? "▶" : " ");
    x = tm_canvas_fit(p->canvas, x, y, width - 10, style, p->say->names[seat]);
    tm_canvas_spot(p->canvas, start, y, x - start, 1, "give %d", seat);
    if (o->phase == DOJO_OVER) {
        x = tm_canvas_fmt(p->canvas, x + 1, y, TM_INK_TEXT | TM_BOLD, "%d", dojo_points(p->c, o, seat));
    } else if (o->holding >> seat & 1) {
        x = tm_canvas_put(p->canvas, x + 1, y, TM_INK_LINE, "[");
        if (o->face_up[seat] || p->v->known[seat])
            x = put_card(p, x, y, o->face_up[seat] ? o->face_up[seat] : p->v->known[seat]);
        else
            x = tm_canvas_put(p->canvas, x, y, TM_INK_MUTED, "▮");
        x = tm_canvas_put(p->canvas, x, y, TM_INK_LINE, "]");
    }
    if (won) tm_canvas_fmt(p->canvas, x + 1, y, TM_INK_ACCENT, "★%d", won);
}

/* A row or column in words is counted from the first one that holds a card, as in the score; one that holds none yet
 * gets its number only with its first card, which may change the others'. */
static void put_head(const painting *p, int x, int y, int number, int n_lines)
{
    if (number >= 1 && number <= n_lines)
        tm_canvas_fmt(p->canvas, x, y, TM_INK_MUTED, "%d", number);
    else
        tm_canvas_put(p->canvas, x, y, TM_INK_MUTED, "+");
}

/* The numbers of the rows and columns, and their trophies. */
static void paint_heads(const painting *p, const dojo_window *w, int x, int y, int cell, int seat)
{
    static const dojo_window EMPTY = {0, 0, 0, 0};
    const bool own = seat == p->v->seat;
    const dojo_window hall = p->o->built[seat] ? dojo_window_of(p->o->built[seat]) : EMPTY;
    for (int col = 0; col < w->cols; col++) {
        const int trophy = p->o->at_col[seat][w->left + col], at = x + LABEL + cell * col;
        if (trophy)
            put_trophy(p, at, y, trophy);
        else
            put_head(p, at, y, w->left + col - hall.left + 1, hall.cols);
        if (own) tm_canvas_spot(p->canvas, at, y, 2, 1, "trophy col %d", w->left + col - DOJO_LEFT);
    }
    for (int row = 0; row < w->rows; row++) {
        put_head(p, x + 1, y + 1 + row, w->top + row - hall.top + 1, hall.rows);
        if (own) tm_canvas_spot(p->canvas, x, y + 1 + row, 2, 1, "trophy row %d", w->top + row - DOJO_UP);
        const int trophy = p->o->at_row[seat][w->top + row];
        if (trophy) put_trophy(p, x + LABEL + cell * w->cols, y + 1 + row, trophy);
    }
}

static void paint_hall(const painting *p, int x, int y, int width, int seat)
{
    const dojo_public *o = p->o;
    const bool places = o->phase == DOJO_PLACING && seat == p->v->seat && o->holding >> seat & 1;
    const uint64_t built = o->built[seat], free = places ? dojo_free_places(built) : 0;
    if (!(built | free)) return;
    const dojo_window w = dojo_window_of(built | free);
    const int cell = LABEL + 3 * w.cols + 2 > width ? 2 : 3;
    paint_heads(p, &w, x, y, cell, seat);
    for (int row = 0; row < w.rows; row++)
        for (int col = 0; col < w.cols; col++) {
            const int place = DOJO_STRIDE * (w.top + row) + w.left + col, at = x + LABEL + cell * col;
            if (built >> place & 1)
                put_card(p, at, y + 1 + row, o->card[seat][place]);
            else if (free >> place & 1)
                tm_canvas_put(p->canvas, at, y + 1 + row, TM_INK_ACCENT, "□");
            else
                tm_canvas_put(p->canvas, at, y + 1 + row, TM_INK_MUTED, "·");
            if (seat == p->v->seat)
                tm_canvas_spot(p->canvas, at, y + 1 + row, cell > 2 ? 2 : cell, 1, "place %d %d", w.top + row - DOJO_UP,
                               w.left + col - DOJO_LEFT);
        }
}

/* The dojo as counted, after any rearranging, with the points of every row and column. */
static void paint_counted(const painting *p, int x, int y, int seat, const dojo_hall *best)
{
    int rows = 0, cols = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const int points = dojo_col_points(best, col), at = x + LABEL + 3 * col;
        if (best->col[col]) put_trophy(p, at, y, best->col[col]);
        tm_canvas_fmt(p->canvas, at, y + 1 + DOJO_ROWS, points ? TM_INK_TEXT | TM_BOLD : TM_INK_MUTED, "%d", points);
        cols += points;
    }
    for (int row = 0; row < DOJO_ROWS; row++) {
        const int points = dojo_row_points(best, row), at = x + LABEL + 3 * DOJO_COLUMNS;
        if (best->row[row]) put_trophy(p, x, y + 1 + row, best->row[row]);
        for (int col = 0; col < DOJO_COLUMNS; col++)
            put_card(p, x + LABEL + 3 * col, y + 1 + row, best->card[DOJO_COLUMNS * row + col]);
        tm_canvas_fmt(p->canvas, at, y + 1 + row, points ? TM_INK_TEXT | TM_BOLD : TM_INK_MUTED, "%d", points);
        rows += points;
    }
    tm_canvas_fmt(p->canvas, x, y + 2 + DOJO_ROWS, TM_INK_TEXT, "%d + %d", rows, cols);
    if (p->c->white_belt)
        tm_canvas_fmt(p->canvas, x + 8, y + 2 + DOJO_ROWS, TM_INK_ACCENT, "+ %d★",
                      DOJO_TROPHY_POINTS * dojo_trophies_won(p->o, seat));
}

static void paint_seat(const painting *p, int x, int y, int width, int seat)
{
    dojo_hall hall, best;
    paint_label(p, x, y, width, seat);
    if (p->o->phase == DOJO_OVER && dojo_full(p->o, seat, &hall)) {
        dojo_count(&hall, &best);
        paint_counted(p, x + 1, y + 1, seat, &best);
    } else {
        paint_hall(p, x + 1, y + 1, width - 1, seat);
    }
}

static void paint_header(const painting *p)
{
    const dojo_public *o = p->o;
    if (o->phase == DOJO_OVER) {
        tm_canvas_fit(p->canvas, 0, 0, p->canvas->width, TM_INK_TITLE,
                      tm_tr(p->say, "Points: rows, columns, trophies won"));
        return;
    }
    const int x = dojo_deals_at_random(p->c, o->turn)
                      ? tm_canvas_fmt(p->canvas, 0, 0, TM_INK_TITLE, tm_tr(p->say, "Turn %d of %d, no dealer"),
                                      o->turn + 1, DOJO_TURNS)
                      : tm_canvas_fmt(p->canvas, 0, 0, TM_INK_TITLE, tm_tr(p->say, "Turn %d of %d, dealer: %s"),
                                      o->turn + 1, DOJO_TURNS, p->say->names[o->dealer]);
    char room[96];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_put_fmt(&text, "★ %s", dojo_trophy_name(p->say, o->trophy));
    if (o->trophy) tm_canvas_right(p->canvas, x + 2, 0, TM_INK_ACCENT | TM_BOLD, room);
}

/* The challenge and its result, or the card that the dealer is looking at. */
static void paint_question(const painting *p)
{
    const dojo_public *o = p->o;
    int x = 0;
    if (p->v->drawn) {
        x = tm_canvas_put(p->canvas, 0, 1, TM_INK_ACCENT, tm_tr(p->say, "The card to give: "));
        put_card(p, x, 1, p->v->drawn);
        return;
    }
    if (!o->challenger) return;
    x = tm_canvas_fmt(p->canvas, 0, 1, TM_INK_ACCENT, tm_tr(p->say, "%s against %s"), p->say->names[o->challenger - 1],
                      p->say->names[o->dealer]);
    for (int round = 0; round < o->n_throws; round++)
        x = tm_canvas_fmt(p->canvas, x + 2, 1, TM_INK_TEXT, "%s/%s", sign_name(p->say, o->throws[round][0]),
                          sign_name(p->say, o->throws[round][1]));
    if (o->winner)
        tm_canvas_fmt(p->canvas, x + 2, 1, TM_INK_ACCENT | TM_BOLD, tm_tr(p->say, "won by %s"),
                      p->say->names[o->winner - 1]);
}

void dojo_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas)
{
    const dojo_view_data *v = (const dojo_view_data *)view;
    const painting p = {(const dojo_config *)config, v, &v->open, say, canvas};
    if (!dojo_is_sound(p.c, v)) return;
    const int most = canvas->width / HALL_LEAST > 0 ? canvas->width / HALL_LEAST : 1;
    const int two = (p.c->seats + 1) / 2, across = two <= most ? two : most;
    const int rows = (p.c->seats + across - 1) / across, width = canvas->width / across;
    const int height = (canvas->height - 2) / rows > HALL_ROWS + 2 ? HALL_ROWS + 2 : HALL_ROWS;
    paint_header(&p);
    paint_question(&p);
    for (int seat = 0; seat < p.c->seats; seat++)
        paint_seat(&p, seat % across * width, 2 + seat / across * height, width, seat);
    if (2 + rows * height < canvas->height)
        tm_canvas_fit(canvas, 0, canvas->height - 1, canvas->width, TM_INK_MUTED,
                      tm_tr(say, "m monkey, f fox, t tigress, c crane, b bear, r raccoon; belts 1 white to 5 black"));
}
