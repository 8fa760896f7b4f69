/* Takamatsu on a canvas: the palace as a plan made from its arrows, the shogun cards, and how far each colour is
 * from the goal.
 *
 * The plan: from the first room, follow the first arrows until they come back; that is a row of rooms. Where a
 * second arrow leaves it, the next row starts below, one step further on. Arrows that cannot be drawn are written
 * out. */
#include "takamatsu_box.h"
#include "takamatsu_text.h"

enum { ROOM_LEAST = 6, ROOM_MAX = 12, TRACK_MAX = 20, EXITS = 3 };

typedef struct painting {
    const takamatsu_config *c;
    const takamatsu_view_data *v;
    const takamatsu_public *o;
    const tm_say *say;
    const tm_canvas *canvas;
} painting;

typedef struct palace {
    uint8_t row[TAKAMATSU_ROOMS], column[TAKAMATSU_ROOMS];
    uint8_t from[TAKAMATSU_ROOMS]; /* the room whose second arrow starts this row, else NONE */
    int n_rows, n_columns;
} palace;

bool takamatsu_is_sound(const takamatsu_config *c, const takamatsu_view_data *v)
{
    const takamatsu_public *o = &v->open;
    if (o->phase > TAKAMATSU_OVER || o->turn >= c->seats || o->asked >= c->seats) return false;
    if (v->seat < TM_SPECTATOR || v->seat >= c->seats) return false;
    for (int i = 0; i < TAKAMATSU_COLUMN; i++)
        if (o->column[i] >= c->n_kinds && !takamatsu_is_hidden(o->column[i]) && o->column[i] != TAKAMATSU_NONE)
            return false;
    for (int seat = 0; seat < c->seats; seat++)
        if (v->hand[seat] >> c->n_hidden) return false;
    return true;
}

static int ink_of(int colour)
{
    static const uint8_t INK[] = {TM_INK_BLUE, TM_INK_BLACK, TM_INK_PURPLE, TM_INK_RED, TM_INK_YELLOW};
    return colour < TAKAMATSU_COLOURS ? INK[colour] : TM_INK_LINE;
}

/* Lays out a row starting at `room`; returns its number of rooms. */
static void lay_row(const takamatsu_config *c, palace *p, int room, int from, int column, uint32_t *laid)
{
    const int row = p->n_rows++;
    p->from[room] = (uint8_t)from;
    while (!(*laid >> room & 1)) {
        *laid |= 1u << room;
        p->row[room] = (uint8_t)row;
        p->column[room] = (uint8_t)column++;
        room = c->arrow[room][0];
    }
    if (column > p->n_columns) p->n_columns = column;
}

static void make_plan(const takamatsu_config *c, palace *p)
{
    uint32_t laid = 0;
    __builtin_memset(p, 0, sizeof *p);
    __builtin_memset(p->from, TAKAMATSU_NONE, sizeof p->from);
    lay_row(c, p, 0, TAKAMATSU_NONE, 0, &laid);
    for (bool more = true; more;) { /* every room can be reached, so this ends with all of them */
        more = false;
        for (int room = 0; room < c->n_rooms; room++) {
            const int to = c->arrow[room][1];
            if (!(laid >> room & 1) || to == TAKAMATSU_NONE || laid >> to & 1) continue;
            lay_row(c, p, to, room, p->column[room] + 1, &laid);
            more = true;
        }
    }
}

/* Samurai by colour: one letter each if they fit, otherwise `b2k1`, two colours per row. */
static void put_samurai(const painting *p, int x, int y, int width, uint32_t samurai)
{
    const int start = x;
    const bool letters = takamatsu_total(samurai) <= width;
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
        const int n = takamatsu_count(samurai, colour);
        const char letter[2] = {takamatsu_letter[colour], 0};
        if (!n) continue;
        if (letters) {
            tm_canvas_fill(p->canvas, x, y, n, 1, ink_of(colour) | TM_BOLD, letter);
            x += n;
            continue;
        }
        if (x + 2 > start + width) {
            x = start;
            y++;
        }
        x = tm_canvas_fmt(p->canvas, x, y, ink_of(colour) | TM_BOLD, "%s%d", letter, n);
        if (start + width - x > 2) x++;
    }
}

static const char *kind_mark(const takamatsu_config *c, int room)
{
    switch (c->kind[room]) {
    case TAKAMATSU_PLUS_1: return "+1";
    case TAKAMATSU_PLUS_2: return "+2";
    case TAKAMATSU_OUTER: return "◇";
    case TAKAMATSU_INNER: return "◆";
    default: return "";
    }
}

static int put_kind(const painting *p, int x, int y, int room)
{
    const int home = p->c->home[room];
    if (p->c->kind[room] >= TAKAMATSU_OUTER && home == TAKAMATSU_NONE) return x;
    x = tm_canvas_put(p->canvas, x, y, ink_of(home) | TM_BOLD, kind_mark(p->c, room));
    return home == TAKAMATSU_NONE
               ? x
               : tm_canvas_fmt(p->canvas, x, y, ink_of(home) | TM_BOLD, "%c", takamatsu_letter[home]);
}

typedef struct frame {
    int left, top, width, height; /* of the plan, and of one room */
} frame;

static void paint_room(const painting *p, const palace *plan, const frame *f, int room)
{
    const takamatsu_config *c = p->c;
    const int x = f->left + (f->width + 1) * plan->column[room], y = f->top + f->height * plan->row[room];
    const int middle = y + f->height / 2, first = c->arrow[room][0], second = c->arrow[room][1];
    tm_canvas_box(p->canvas, x, y, f->width, f->height, ink_of(c->home[room]));
    tm_canvas_fit(p->canvas, x + 1, y, f->width - 2, TM_INK_TITLE | TM_BOLD, c->name[room]);
    put_kind(p, x + 1, y + f->height - 1, room);
    put_samurai(p, x + 1, y + 1, f->width - 2, p->o->room[room]);
    tm_canvas_spot(p->canvas, x, y, f->width, f->height, "%s", c->name[room]);
    const bool next = plan->row[first] == plan->row[room] && plan->column[first] == plan->column[room] + 1;
    tm_canvas_put(p->canvas, x + f->width, middle, TM_INK_MUTED, "→");
    if (!next) tm_canvas_put(p->canvas, x + f->width + 1, middle, TM_INK_MUTED, c->name[first]);
    if (second == TAKAMATSU_NONE || plan->from[second] == room) return;
    const int columns = tm_columns(c->name[second]) + 1;
    tm_canvas_fmt(p->canvas, x + f->width - 1 - columns, y + f->height - 1, TM_INK_MUTED, "→%s", c->name[second]);
}

/* An arrow from the room above and to the left if that is close by, otherwise the name of the room. */
static void paint_branch(const painting *p, const palace *plan, const frame *f, int room)
{
    const int from = plan->from[room];
    if (from == TAKAMATSU_NONE) return;
    const int x = f->left + (f->width + 1) * plan->column[room],
              y = f->top + f->height * plan->row[room] + f->height / 2;
    const int down = f->left + (f->width + 1) * plan->column[from] + f->width / 2;
    const int bottom = f->top + f->height * (plan->row[from] + 1) - 1;
    if (plan->row[from] + 1 != plan->row[room]) {
        const int columns = tm_columns(p->c->name[from]) + 1;
        tm_canvas_fmt(p->canvas, x - columns, y, TM_INK_MUTED, "%s→", p->c->name[from]);
        return;
    }
    tm_canvas_put(p->canvas, down, bottom, TM_INK_MUTED, "┬");
    tm_canvas_fill(p->canvas, down, bottom + 1, 1, y - bottom - 1, TM_INK_MUTED, "│");
    tm_canvas_put(p->canvas, down, y, TM_INK_MUTED, "╰");
    tm_canvas_fill(p->canvas, down + 1, y, x - down - 2, 1, TM_INK_MUTED, "─");
    tm_canvas_put(p->canvas, x - 1, y, TM_INK_MUTED, "→");
}

/* If the plan does not fit: one room per line, in columns. Returns the number of rows used. */
static int paint_rooms(const painting *p, int top, int rows)
{
    const takamatsu_config *c = p->c;
    const int columns = rows > 0 && c->n_rooms > rows ? 2 : 1, each = (c->n_rooms + columns - 1) / columns;
    for (int room = 0; room < c->n_rooms; room++) {
        const int x0 = room / each * (p->canvas->width / columns), y = top + room % each;
        int x = tm_canvas_put(p->canvas, x0, y, TM_INK_TITLE | TM_BOLD, c->name[room]) + 1;
        x = put_kind(p, x, y, room);
        x = tm_canvas_fmt(p->canvas, x, y, TM_INK_MUTED, "→%s ", c->name[c->arrow[room][0]]);
        if (c->arrow[room][1] != TAKAMATSU_NONE)
            x = tm_canvas_fmt(p->canvas, x, y, TM_INK_MUTED, "→%s ", c->name[c->arrow[room][1]]);
        put_samurai(p, x, y, p->canvas->width, p->o->room[room]);
        tm_canvas_spot(p->canvas, x0, y, p->canvas->width / columns, 1, "%s", c->name[room]);
    }
    return each;
}

/* The minimum height of a room: a frame, and two colours per row. */
static int room_rows(const takamatsu_config *c)
{
    return (c->n_colours + 1) / 2 + 2;
}

/* The space for one room; the last one leaves some columns for where its arrow leads. */
static int room_width(const painting *p, const palace *plan)
{
    return (p->canvas->width - EXITS + 1) / plan->n_columns - 1;
}

/* Returns the number of rows that the plan or the list took. */
static int paint_palace(const painting *p, const palace *plan, int top, int rows)
{
    const int colours = room_rows(p->c);
    frame f = {0, top, room_width(p, plan), colours};
    if (f.width > ROOM_MAX) f.width = ROOM_MAX;
    if (f.width < ROOM_LEAST || f.height * plan->n_rows > rows) return paint_rooms(p, top, rows);
    f.height = rows / plan->n_rows < colours + 2 ? rows / plan->n_rows : colours + 2;
    f.left = (p->canvas->width - EXITS - (f.width + 1) * plan->n_columns + 1) / 2;
    for (int room = 0; room < p->c->n_rooms; room++) paint_room(p, plan, &f, room);
    for (int room = 0; room < p->c->n_rooms; room++) paint_branch(p, plan, &f, room);
    return f.height * plan->n_rows;
}

static void paint_cards(const painting *p, int y)
{
    int pile = p->o->pile_hidden;
    for (int kind = 0; kind < p->c->n_kinds; kind++) pile += p->o->pile[kind];
    int x = tm_canvas_put(p->canvas, 0, y, TM_INK_TITLE, tm_tr(p->say, "Shogun cards: "));
    for (int i = 0; i < TAKAMATSU_COLUMN && p->o->column[i] != TAKAMATSU_NONE; i++) {
        const int card = p->o->column[i];
        const int style = i ? TM_INK_TEXT : TM_INK_ACCENT | TM_BOLD; /* the top one is the next to be received */
        if (takamatsu_is_hidden(card))
            x = tm_canvas_put(p->canvas, x, y, style, "[?]");
        else
            x = tm_canvas_fmt(p->canvas, x, y, style, "[%d]", p->c->open_value[card]);
        x++;
    }
    tm_canvas_fmt(p->canvas, x, y, TM_INK_MUTED, tm_tr(p->say, "pile %d"), pile);
}

/* How far a colour has come on the way to the goal. */
static int paint_track(const painting *p, int x, int y, int width, int colour)
{
    const int points = p->o->pagoda[colour], goal = (int)p->c->goal > 0 ? (int)p->c->goal : 1;
    const int full = points <= 0 ? 0 : points >= goal ? width : points * width / goal;
    for (int i = 0; i < width; i++) tm_canvas_put(p->canvas, x + i, y, ink_of(colour), i < full ? "█" : "·");
    return tm_canvas_fmt(p->canvas, x + width + 1, y, ink_of(colour) | TM_BOLD, "%d", points) + 2;
}

static void paint_hidden(const painting *p, int x, int y, bool narrow, int seat)
{
    const int n = p->o->held[seat];
    if (!n) return;
    x = tm_canvas_fmt(p->canvas, x, y, TM_INK_MUTED,
                      narrow ? "+%d" : tm_trn(p->say, "%d hidden", "%d hidden", (unsigned long)n), n);
    for (int card = 0; card < p->c->n_hidden; card++) {
        if (!(p->v->hand[seat] >> card & 1)) continue;
        const int end = tm_canvas_fmt(p->canvas, x + 1, y, TM_INK_TEXT | TM_BOLD, "%d", p->c->hidden_value[card]);
        tm_canvas_spot(p->canvas, x + 1, y, end - x - 1, 1, "use %d", p->c->hidden_value[card]);
        x = end;
    }
}

static void paint_seat(const painting *p, int seat)
{
    const int width = p->canvas->width;
    const takamatsu_public *o = p->o;
    const bool decides =
        (o->phase == TAKAMATSU_MOVING && o->turn == seat) || (o->phase == TAKAMATSU_ASKING && o->asked == seat);
    const int colours = p->c->seats == 2 ? 2 : 1, name = width < 36 ? 7 : 14;
    tm_canvas_put(p->canvas, 0, 0, TM_INK_ACCENT | TM_BOLD, decides ? "▶" : " ");
    tm_canvas_fit(p->canvas, 1, 0, name, decides ? TM_INK_ACCENT | TM_BOLD : TM_INK_TEXT, p->say->names[seat]);
    int x = name + 2;
    const int room = (width - name - 2) / colours - 12 - (colours == 1 ? 12 : 8);
    const int track = room < 4 ? 0 : room < TRACK_MAX ? room : (int)TRACK_MAX;
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
        if (p->c->owner[colour] != seat) continue;
        const int end = tm_canvas_fit(p->canvas, x, 0, 7, ink_of(colour), takamatsu_colour_name(p->say, colour));
        x = paint_track(p, colours == 1 ? x + 8 : end + 1, 0, track, colour);
    }
    paint_hidden(p, x, 0, width < 36, seat);
}

static void paint_header(const painting *p)
{
    int x = tm_canvas_fmt(p->canvas, 0, 0, TM_INK_TITLE, tm_tr(p->say, "Round %d, goal %d"), p->o->round + 1,
                          (int)p->c->goal);
    if (p->o->ending) x = tm_canvas_put(p->canvas, x, 0, TM_INK_WARN | TM_BOLD, tm_tr(p->say, ": last round"));
    tm_canvas_right(p->canvas, x + 2, 0, TM_INK_MUTED, tm_tr(p->say, "◇ outer  ◆ inner"));
}

void takamatsu_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas)
{
    const takamatsu_view_data *v = (const takamatsu_view_data *)view;
    const painting p = {(const takamatsu_config *)config, v, &v->open, say, canvas};
    if (!takamatsu_is_sound(p.c, v)) return;
    palace plan;
    make_plan(p.c, &plan);
    /* Seats are side by side if the palace needs the rows. */
    const int needed = room_width(&p, &plan) < ROOM_LEAST ? (p.c->n_rooms + 1) / 2 : room_rows(p.c) * plan.n_rows;
    const int columns = canvas->height - 2 - p.c->seats < needed && canvas->width > 40 ? 2 : 1;
    const int seats = (p.c->seats + columns - 1) / columns, rows = canvas->height - 2 - seats;
    paint_header(&p);
    const int taken = paint_palace(&p, &plan, 1, rows);
    const int y = 1 + taken + (rows - taken > 1 ? 1 : 0), width = canvas->width / columns;
    paint_cards(&p, y);
    for (int seat = 0; seat < p.c->seats; seat++) {
        const tm_canvas line = tm_canvas_part(canvas, seat / seats * width, y + 1 + seat % seats, width, 1);
        const painting own = {p.c, v, p.o, say, &line};
        paint_seat(&own, seat);
    }
}
