/* TATATA! on a canvas: the circuit as a ring around the players, the hand below. */
#include "tatata_circuit.h"
#include "tatata_text.h"

enum { SPACE_LEAST = 5, SPACE_MAX = 13, HAND_ROWS = 3, CARD_WIDTH = 9, NAME = 10 };

typedef struct painting {
    const tatata_config *c;
    const tatata_view_data *v;
    const tatata_public *o;
    const tm_say *say;
    const tm_canvas *canvas;
} painting;

/* The ring as a rectangle of spaces: how many above and below, how many at each side. */
typedef struct ring {
    int across, down;  /* spaces; the corners belong to the rows */
    int width, height; /* of one */
    int left, top;
} ring;

static bool is_sound_ring(const tatata_config *c, const tatata_public *o)
{
    int bases = 0;
    if (o->n_ring < 1 || o->n_ring > TATATA_RING) return false;
    for (int i = 0; i < o->n_ring; i++) {
        if (tatata_face(o->ring[i]) > TATATA_SEEN || tatata_plane(o->ring[i]) >= c->seats) return false;
        bases += tatata_face(o->ring[i]) == TATATA_BASE;
    }
    if (bases != c->seats || tatata_face(o->ring[0]) != TATATA_BASE) return false;
    for (int seat = 0; seat < c->seats; seat++)
        if (o->at[seat] >= o->n_ring || o->base[seat] >= o->n_ring) return false;
    return true;
}

bool tatata_is_sound(const tatata_config *c, const tatata_view_data *v)
{
    const tatata_public *o = &v->open;
    if (o->phase > TATATA_OVER || o->turn >= c->seats || o->who >= c->seats) return false;
    if (v->seat < TM_SPECTATOR || v->seat >= c->seats || v->hand & ~TATATA_DECK_MASK) return false;
    if (o->phase == TATATA_ANSWERING && o->weapon > TATATA_BOLT) return false;
    if (o->phase == TATATA_PUTTING && o->back >= TATATA_KINDS) return false;
    if (o->phase == TATATA_WINDING && (o->n_winds < 1 || o->n_winds > TATATA_CIRCUIT)) return false;
    if (v->drawn >= TATATA_DECK && v->drawn != TATATA_NO_CARD) return false;
    return is_sound_ring(c, o);
}

static int ink_of(int seat)
{
    static const uint8_t INK[TATATA_SEATS] = {TM_INK_RED,  TM_INK_BLUE,   TM_INK_GREEN,  TM_INK_YELLOW,
                                              TM_INK_CYAN, TM_INK_PURPLE, TM_INK_ORANGE, TM_INK_BLACK};
    return INK[seat];
}

static const char *face_word(int face)
{
    if (face == TATATA_GAP) return "";
    if (face == TATATA_DOWN) return "?";
    if (face == TATATA_SEEN) return "seen";
    return tatata_kind_words[face == TATATA_BLOWN ? TATATA_HURRICANE : face - TATATA_UP];
}

/* The largest spaces with which ring, header, question and hand fit; false if there are none. */
static bool lay_out(const painting *p, ring *r)
{
    const int n0 = p->c->seats * (p->c->leg + 1), n = p->o->n_ring, rows = p->canvas->height - 2 - HAND_ROWS;
    for (r->height = 3; r->height > 0; r->height--) {
        const int most = rows / r->height - 2, across = p->canvas->width / SPACE_LEAST;
        const int seats = (p->c->seats + r->height - 1) / r->height, least = (n0 + 1) / 2 - across;
        const int wanted = n0 / 4 < most ? n0 / 4 : most;
        r->down = wanted > seats ? wanted : seats;
        if (r->down < least) r->down = least;
        if (r->down > most || r->down < 1 || across < 2) continue;
        r->across = (n - 2 * r->down + 1) / 2;
        if (r->across < 2) r->across = 2;
        r->width = p->canvas->width / r->across;
        if (r->width > SPACE_MAX) r->width = SPACE_MAX;
        r->left = (p->canvas->width - r->width * r->across) / 2;
        r->top = 1;
        return true;
    }
    return false;
}

/* Clockwise from the left upper corner. */
static void place_of(const ring *r, int i, int *x, int *y)
{
    if (i < r->across) {
        *x = i;
        *y = 0;
    } else if (i < r->across + r->down) {
        *x = r->across - 1;
        *y = i - r->across + 1;
    } else if (i < 2 * r->across + r->down) {
        *x = 2 * r->across + r->down - 1 - i;
        *y = r->down + 1;
    } else {
        *x = 0;
        *y = 2 * (r->across + r->down) - i;
    }
    *x = r->left + *x * r->width;
    *y = r->top + *y * r->height;
}

static int put_plane(const painting *p, int x, int y, int seat)
{
    const tatata_public *o = p->o;
    const int style = ink_of(seat) | TM_BOLD | (seat == o->who && o->phase != TATATA_OVER ? TM_REVERSE : 0);
    return tm_canvas_fmt(p->canvas, x, y, style, "(%d%s%s)", seat, tatata_is_burning(o, seat) ? "*" : "",
                         o->smoking >> seat & 1 ? "~" : "");
}

static int leg_of(const tatata_public *o, int at)
{
    int leg = -1;
    for (int i = 0; i <= at; i++) leg += tatata_face(o->ring[i]) == TATATA_BASE;
    return leg;
}

/* What to type for the space: the flight that ends there, or where a card is put back. */
static void spot_space(const painting *p, int x, int y, int width, int height, int at)
{
    const tatata_public *o = p->o;
    const int there = tatata_plane(o->ring[at]), seat = p->v->seat;
    if (o->phase == TATATA_PUTTING) {
        int n = 0;
        for (int i = at; tatata_face(o->ring[i]) != TATATA_BASE; i--) n += tatata_is_card(o->ring[i]);
        tm_canvas_spot(p->canvas, x, y, width, height, "put %d %d", leg_of(o, at), n);
    } else if (o->phase == TATATA_WINDING) {
        if (there >= 0) tm_canvas_spot(p->canvas, x, y, width, height, "wind %d", there);
    } else if (seat >= 0) {
        int cards = 0, bases = 0;
        for (int i = o->at[seat]; i != at;) {
            i = tatata_ahead(o, i);
            cards += tatata_is_card(o->ring[i]);
            bases += tatata_face(o->ring[i]) == TATATA_BASE;
        }
        if (tatata_face(o->ring[at]) == TATATA_BASE && bases)
            tm_canvas_spot(p->canvas, x, y, width, height, "go base %d", bases);
        else if (cards)
            tm_canvas_spot(p->canvas, x, y, width, height, "go %d", cards);
    }
}

static int put_face(const painting *p, int x, int y, int width, int at)
{
    const int face = tatata_face(p->o->ring[at]);
    if (width < 1) return x;
    if (face == TATATA_BASE) {
        const int owner = leg_of(p->o, at);
        return tm_canvas_fmt(p->canvas, x, y, ink_of(owner) | TM_BOLD, width < 6 ? "bas%d" : "base %d", owner);
    }
    char room[SPACE_MAX + 1];
    tm_text text;
    tm_text_init(&text, room, (uint32_t)(width < SPACE_MAX ? width + 1 : SPACE_MAX + 1));
    tm_put_str(&text, face_word(face));
    return tm_canvas_put(p->canvas, x, y, face == TATATA_DOWN || face == TATATA_SEEN ? TM_INK_MUTED : TM_INK_TEXT,
                         room);
}

static void paint_space(const painting *p, const ring *r, int at)
{
    const int there = tatata_plane(p->o->ring[at]);
    int x, y;
    place_of(r, at, &x, &y);
    if (r->height == 3) {
        const int style = there >= 0 ? ink_of(there) : TM_INK_LINE;
        tm_canvas_box(p->canvas, x, y, r->width - 1, 3, style);
        put_face(p, x + 1, y, r->width - 3, at);
        if (there >= 0) put_plane(p, x + (r->width - 4) / 2, y + 1, there);
    } else if (r->height == 2) {
        put_face(p, x, y, r->width - 1, at);
        if (there >= 0)
            put_plane(p, x, y + 1, there);
        else
            tm_canvas_put(p->canvas, x, y + 1, TM_INK_LINE, "·");
    } else if (there >= 0) {
        const int end = put_plane(p, x, y, there);
        if (tatata_face(p->o->ring[at]) != TATATA_BASE) put_face(p, end, y, r->width - (end - x) - 1, at);
    } else {
        put_face(p, x, y, r->width - 1, at);
    }
    spot_space(p, x, y, r->width - 1, r->height, at);
}

/* Low or narrow: one leg per line. Returns the number of lines. */
static int paint_legs(const painting *p)
{
    int x = 0, y = 0;
    for (int at = 0; at < p->o->n_ring; at++) {
        if (tatata_face(p->o->ring[at]) == TATATA_BASE) {
            x = 0;
            y++;
        }
        const int start = x, there = tatata_plane(p->o->ring[at]);
        x = put_face(p, x, y, 7, at);
        if (there >= 0) x = put_plane(p, x, y, there);
        spot_space(p, start, y, x - start, 1, at);
        x++;
    }
    return y;
}

static void put_cards(const painting *p, int x, int y, uint64_t cards)
{
    while (cards) {
        char room[4];
        tm_text text;
        tm_text_init(&text, room, sizeof room);
        tatata_put_card(&text, tatata_take(&cards));
        x = tm_canvas_put(p->canvas, x, y, TM_INK_TEXT, room) + 1;
    }
}

/* Laps, cards in hand, Sky cards held, and what is wrong with the plane. */
static void paint_player(const painting *p, int x, int y, int width, int seat)
{
    const tatata_public *o = p->o;
    const bool acts = o->phase != TATATA_OVER && o->phase != TATATA_DEALING && seat == o->who;
    const int end = x + width, style = acts ? TM_INK_ACCENT | TM_BOLD : ink_of(seat);
    tm_canvas_put(p->canvas, x, y, TM_INK_ACCENT | TM_BOLD, acts ? "▶" : " ");
    tm_canvas_fmt(p->canvas, x + 1, y, style, "%d", seat);
    tm_canvas_fit(p->canvas, x + 3, y, NAME, style, p->say->names[seat]);
    x = tm_canvas_fmt(p->canvas, x + 4 + NAME, y, TM_INK_TEXT | TM_BOLD, "%d", (int)o->laps[seat]);
    x = tm_canvas_fmt(p->canvas, x, y, TM_INK_MUTED, "/%d ", TATATA_LAPS);
    for (int i = tatata_view_cards(p->v, seat); i > 0; i--) x = tm_canvas_put(p->canvas, x, y, TM_INK_MUTED, "▮");
    x++;
    if (tatata_is_burning(o, seat)) x = tm_canvas_put(p->canvas, x, y, TM_INK_WARN | TM_BOLD, "*") + 1;
    if (o->smoking >> seat & 1) x = tm_canvas_put(p->canvas, x, y, TM_INK_MUTED, "~") + 1;
    for (int i = 0; i < TATATA_KINDS - TATATA_SMOKE; i++)
        for (int n = o->held[seat][i] < TATATA_HOLD ? o->held[seat][i] : (int)TATATA_HOLD; n > 0; n--) {
            const char *word = tatata_kind_words[TATATA_SMOKE + i];
            const int start = x;
            x = tm_canvas_fit(p->canvas, x, y, end - x < 7 ? end - x : 7, TM_INK_TEXT, word) + 1;
            if (seat != p->v->seat) continue;
            if (TATATA_SMOKE + i == TATATA_BOMB)
                tm_canvas_spot(p->canvas, start, y, x - start - 1, 1, "bomb");
            else
                tm_canvas_spot(p->canvas, start, y, x - start - 1, 1, "use %s", word);
        }
    if (seat != p->v->seat && end - x > 8) put_cards(p, x, y, tatata_view_known(p->v, seat));
}

static const char *weapon_word(int weapon)
{
    if (weapon == TATATA_GUN) return "tatata";
    return tatata_kind_words[weapon == TATATA_BOLT ? TATATA_ODIN : weapon];
}

/* The colours of the numbers on the cards, as the notation calls what they are for. */
static void paint_legend(const painting *p, int y)
{
    int x = p->canvas->width - (p->c->full ? 23 : 16);
    x = tm_canvas_put(p->canvas, x, y, TM_INK_BLUE, "fly") + 1;
    x = tm_canvas_put(p->canvas, x, y, TM_INK_RED, "tatata") + 1;
    x = tm_canvas_put(p->canvas, x, y, TM_INK_GREEN, "move") + 1;
    if (p->c->full) tm_canvas_put(p->canvas, x, y, TM_INK_BLACK, "action");
}

/* What is asked of whom. */
static void paint_question(const painting *p, int y)
{
    const tatata_public *o = p->o;
    const char *who = p->say->names[o->who];
    char room[160];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    switch (o->phase) {
    case TATATA_ACTING:
        if (p->c->full && o->plays == TATATA_FRESH)
            tm_put_str(&text, tm_tr(p->say, "The first card says how many may follow."));
        else
            tm_put_fmt(&text, tm_tr(p->say, "Fly points: %d. Move points: %d."), o->fly, o->move);
        if (p->c->full && o->plays != TATATA_FRESH) tm_put_fmt(&text, tm_tr(p->say, " Cards to follow: %d."), o->plays);
        if (o->looping) tm_put_str(&text, tm_tr(p->say, " Looping: the next shot goes backward."));
        break;
    case TATATA_ANSWERING:
        tm_put_fmt(&text, tm_tr(p->say, "%1$s: dodge %2$s or take the hit, strength %3$d"), who, weapon_word(o->weapon),
                   o->strength);
        break;
    case TATATA_PUTTING:
        tm_put_fmt(&text, tm_tr(p->say, "%1$s: put %2$s back into the circuit"), who, tatata_kind_words[o->back]);
        break;
    case TATATA_TASTING: {
        char card[4];
        tm_text drawn;
        tm_text_init(&drawn, card, sizeof card);
        tatata_put_card(&drawn, p->v->drawn);
        tm_put_fmt(&text, tm_tr(p->say, "%1$s: keep or drop %2$s"), who, card);
        break;
    }
    case TATATA_WINDING:
        tm_put_fmt(&text, tm_tr(p->say, "%1$s: points left for the wind: %2$d"), who, o->wind[o->n_winds - 1].points);
        break;
    default: return;
    }
    const int end = tm_canvas_fit(p->canvas, 0, y, p->canvas->width, TM_INK_ACCENT, room);
    if (p->canvas->width - end > 25) paint_legend(p, y);
}

/* A card with its numbers: blue to fly, red to shoot, green to move, black for the action. */
static void paint_card(const painting *p, int x, int y, int card)
{
    static const uint8_t INK[TATATA_COLOURS] = {TM_INK_BLUE, TM_INK_RED, TM_INK_GREEN, TM_INK_BLACK};
    char room[4];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tatata_put_card(&text, card);
    tm_canvas_box(p->canvas, x, y, CARD_WIDTH, HAND_ROWS, TM_INK_LINE);
    tm_canvas_put(p->canvas, x + 1, y + 1, TM_INK_TEXT | TM_BOLD, room);
    for (int colour = 0; colour < TATATA_COLOURS; colour++) {
        const bool can = colour == TATATA_BLACK ? p->c->full : p->c->can[colour] >> card & 1;
        if (can)
            tm_canvas_fmt(p->canvas, x + 4 + colour, y + 1, INK[colour] | TM_BOLD, "%d",
                          p->c->number[card][colour] % 10);
        else
            tm_canvas_put(p->canvas, x + 4 + colour, y + 1, TM_INK_MUTED, "·");
    }
    tm_canvas_spot(p->canvas, x, y, CARD_WIDTH, HAND_ROWS, "%s", room);
}

static void paint_hand(const painting *p, int y)
{
    uint64_t cards = p->v->hand;
    if (p->v->drawn != TATATA_NO_CARD) cards |= tatata_card(p->v->drawn);
    const int n = tatata_count(cards);
    if (p->canvas->height - y < HAND_ROWS || n * CARD_WIDTH > p->canvas->width) {
        put_cards(p, 0, y, cards);
        return;
    }
    int x = (p->canvas->width - n * CARD_WIDTH) / 2;
    for (; cards; x += CARD_WIDTH) paint_card(p, x, y, tatata_take(&cards));
}

static void paint_header(const painting *p)
{
    int x = 0;
    if (p->o->phase != TATATA_OVER)
        x = tm_canvas_fmt(p->canvas, 0, 0, TM_INK_TITLE, tm_tr(p->say, "Round %d, turn: %s"), p->o->round + 1,
                          p->say->names[p->o->turn]);
    tm_canvas_right(p->canvas, x + 2, 0, TM_INK_MUTED, tm_tr(p->say, "* on fire  ~ in smoke"));
}

void tatata_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas)
{
    const tatata_view_data *v = (const tatata_view_data *)view;
    const painting p = {(const tatata_config *)config, v, &v->open, say, canvas};
    ring r;
    if (!tatata_is_sound(p.c, v)) return;
    paint_header(&p);
    if (lay_out(&p, &r)) {
        const int inside = r.left + r.width, rows = r.down * r.height, y = r.top + r.height + (rows - p.c->seats) / 2;
        for (int at = 0; at < p.o->n_ring; at++) paint_space(&p, &r, at);
        for (int seat = 0; seat < p.c->seats; seat++)
            paint_player(&p, inside, y + seat, r.width * (r.across - 2) - 1, seat);
        const int below = r.top + (r.down + 2) * r.height;
        paint_question(&p, below);
        paint_hand(&p, canvas->height - below - 1 > HAND_ROWS + 1 ? below + 2 : below + 1);
        return;
    }
    const int legs = paint_legs(&p);
    for (int seat = 0; seat < p.c->seats; seat++) paint_player(&p, 0, legs + 1 + seat, canvas->width, seat);
    paint_question(&p, legs + 1 + p.c->seats);
    paint_hand(&p, legs + 2 + p.c->seats);
}
