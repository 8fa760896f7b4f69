/* TATSU on a canvas: the viewer at the bottom, the others clockwise, the trick in the middle. */
#include "tatsu_text.h"

#include "base/bits.h"

enum { CARD_WIDTH = 5, CARD_HEIGHT = 3, LEAST_WIDTH = 48, LEAST_HEIGHT = 16, SIDE = 21 };

typedef struct painting {
    const tatsu_config *c;
    const tatsu_view_data *v;
    const tatsu_public *o;
    const tm_say *say;
    const tm_canvas *canvas;
} painting;

bool tatsu_is_sound(const tatsu_config *c, const tatsu_view_data *v)
{
    const tatsu_public *o = &v->open;
    uint32_t cards = o->captured[0] | o->captured[1] | o->pot | o->unseen;
    if (o->phase > TATSU_OVER || o->leader >= c->places || o->n_laid > 4 || o->trick > TATSU_TRICKS) return false;
    if (o->asked >= TATSU_PLACES || v->seat < TM_SPECTATOR || v->seat >= c->seats) return false;
    if ((o->phase == TATSU_PLAYING || o->phase == TATSU_GIVING) && o->n_laid > 3) return false;
    for (int i = 0; i < o->n_laid; i++)
        if (o->laid[i] >= TATSU_CARDS) return false;
    for (int i = 0; i < 2 * TATSU_COLUMNS; i++)
        if (o->up[i] >= TATSU_CARDS && o->up[i] != TATSU_NONE) return false;
    for (int place = 0; place < TATSU_PLACES; place++) {
        cards |= v->known[place];
        if (v->count[place][0] > TATSU_CLAN || v->count[place][1] > TATSU_CLAN) return false;
    }
    return !(cards & ~TATSU_DECK);
}

static int ink_of(int clan)
{
    return clan ? TM_INK_YELLOW : TM_INK_RED;
}

static const char *clan_name(const tm_say *say, int clan)
{
    return clan ? tm_tr(say, "yellow") : tm_tr(say, "red");
}

static int put_card_word(const painting *p, int x, int y, int card)
{
    char buffer[4];
    tm_text text;
    tm_text_init(&text, buffer, sizeof buffer);
    tatsu_put_card(&text, card);
    const int end = tm_canvas_put(p->canvas, x, y, ink_of(tatsu_clan_of(card)) | TM_BOLD, buffer);
    tm_canvas_spot(p->canvas, x, y, end - x, 1, "%s", buffer);
    return end;
}

/* Words of cards, as many as fit; the column after them. */
static int put_card_words(const painting *p, int x, int y, int width, uint32_t cards)
{
    const int start = x;
    while (cards) {
        if (x + 4 > start + width) return tm_canvas_put(p->canvas, x, y, TM_INK_MUTED, "…");
        x = put_card_word(p, x, y, tm_bits_take(&cards)) + 1;
    }
    return x;
}

static void paint_card(const painting *p, int x, int y, int card)
{
    char buffer[4];
    tm_text text;
    tm_text_init(&text, buffer, sizeof buffer);
    tatsu_put_card(&text, card);
    tm_canvas_box(p->canvas, x, y, CARD_WIDTH, CARD_HEIGHT, ink_of(tatsu_clan_of(card)));
    tm_canvas_centre(p->canvas, x + 1, y + 1, CARD_WIDTH - 2, ink_of(tatsu_clan_of(card)) | TM_BOLD, buffer);
    tm_canvas_spot(p->canvas, x, y, CARD_WIDTH, CARD_HEIGHT, "%s", buffer);
}

/* The backs show the clan (T2): full ones are red, hollow ones yellow, so that they differ without colours. */
static int put_backs(const painting *p, int x, int y, int place)
{
    for (int clan = 0; clan < 2; clan++)
        for (int i = 0; i < p->v->count[place][clan]; i++)
            x = tm_canvas_put(p->canvas, x, y, ink_of(clan), clan ? "▯" : "▮");
    return tm_canvas_fmt(p->canvas, x, y, TM_INK_MUTED, " %dr %dy", p->v->count[place][0], p->v->count[place][1]);
}

static bool is_turn(const painting *p, int place)
{
    if (p->o->phase == TATSU_GIVING) return place == p->o->asked;
    return p->o->phase == TATSU_PLAYING && place == tatsu_turn_place(p->c, p->o);
}

/* Name, clan and points. */
static void write_label(const painting *p, int place, char *buffer, uint32_t size)
{
    const int player = tatsu_player_at(p->c, p->o->round, place);
    const bool ghost = tatsu_is_ghost(p->c, place);
    tm_text text;
    tm_text_init(&text, buffer, size);
    if (is_turn(p, place)) tm_put_str(&text, "▶ ");
    if (ghost)
        tm_put_fmt(&text, "%s, %s", tm_tr(p->say, "the ghost"), clan_name(p->say, place & 1));
    else
        tm_put_fmt(&text, tm_tr(p->say, "%s, %s: %d"), p->say->names[player], clan_name(p->say, place & 1),
                   (int)p->o->total[player]);
}

static void spot_place(const painting *p, int x, int y, int width, int height, int place)
{
    if (p->c->seats == 2) {
        if (place != p->v->seat) tm_canvas_spot(p->canvas, x, y, width, height, "ask");
    } else if (tatsu_is_ghost(p->c, place)) {
        tm_canvas_spot(p->canvas, x, y, width, height, "ask g");
    } else {
        tm_canvas_spot(p->canvas, x, y, width, height, "ask %d", tatsu_player_at(p->c, p->o->round, place));
    }
}

static void paint_label(const painting *p, int x, int y, int width, int place)
{
    char buffer[128];
    write_label(p, place, buffer, sizeof buffer);
    const int style = is_turn(p, place) ? TM_INK_ACCENT | TM_BOLD : ink_of(place & 1);
    tm_canvas_centre(p->canvas, x, y, width, style, buffer);
    const int columns = tm_columns(buffer) < width ? tm_columns(buffer) : width;
    spot_place(p, x + (width - columns) / 2, y, columns, 1, place);
}

/* A hand in one line: its cards if they are known, else the backs. */
static void paint_hand_line(const painting *p, int x, int y, int width, int place)
{
    const bool seen = tatsu_sees_hand(p->c, p->o->round, place, p->v->seat);
    const int n = seen ? 4 * tm_bits_count(p->v->known[place]) : p->v->count[place][0] + p->v->count[place][1] + 6;
    const int start = n < width ? x + (width - n) / 2 : x;
    if (seen)
        put_card_words(p, start, y, width, p->v->known[place]);
    else
        put_backs(p, start, y, place);
}

static void paint_hand(const painting *p, int y, uint32_t cards)
{
    int x = (p->canvas->width - CARD_WIDTH * tm_bits_count(cards)) / 2;
    for (; cards; x += CARD_WIDTH) paint_card(p, x, y, tm_bits_take(&cards));
}

/* T13: what is on top, and in the frame beneath it the clan of the hidden card. */
static void paint_columns(const painting *p, int y, int seat)
{
    const int x0 = (p->canvas->width - (CARD_WIDTH + 1) * TATSU_COLUMNS) / 2;
    for (int i = 0; i < TATSU_COLUMNS; i++) {
        const int at = TATSU_COLUMNS * seat + i, x = x0 + (CARD_WIDTH + 1) * i, down = tatsu_down(p->o, at);
        if (p->o->up[at] != TATSU_NONE)
            paint_card(p, x, y, p->o->up[at]);
        else if (down != TATSU_NONE)
            tm_canvas_box(p->canvas, x, y, CARD_WIDTH, CARD_HEIGHT, TM_INK_LINE);
        tm_canvas_fmt(p->canvas, x + 2, y, TM_INK_MUTED, "%d", i + 1);
        if (down == TATSU_NONE) continue;
        tm_canvas_put(p->canvas, x + 1, y + 2, ink_of(down), down ? "▯ y" : "▮ r");
        tm_canvas_spot(p->canvas, x, y + 2, CARD_WIDTH, 1, "flip %d", i + 1);
    }
}

/* The nth card, from 0, that was laid in front of a place, or -1. */
static int laid_at(const painting *p, int place, int nth)
{
    for (int i = 0; i < p->o->n_laid; i++)
        if (((p->o->leader + i) & (p->c->places - 1)) == place && nth-- == 0) return p->o->laid[i];
    return -1;
}

/* Where a card will lie. */
static void paint_laid(const painting *p, int x, int y, int place, int nth)
{
    const int card = laid_at(p, place, nth);
    if (card >= 0)
        paint_card(p, x, y, card);
    else
        tm_canvas_put(p->canvas, x + 2, y + 1, TM_INK_MUTED, "·");
}

static void paint_pot(const painting *p, int y, int width)
{
    if (!p->o->pot) return;
    tm_canvas_fit(p->canvas, 0, y, width, TM_INK_ACCENT, tm_tr(p->say, "In the pot: "));
    put_card_words(p, 0, y + 1, width, p->o->pot);
}

static void paint_captured(const painting *p, int y)
{
    for (int clan = 0; clan < 2; clan++) {
        const uint32_t cards = p->o->captured[clan];
        const int times = tatsu_multiplier_of(cards, clan), worth = tatsu_worth_of(cards);
        int x = tm_canvas_fmt(p->canvas, 0, y + clan, ink_of(clan), tm_tr(p->say, "Captured by %s: "),
                              clan_name(p->say, clan));
        x = tm_canvas_fmt(p->canvas, x, y + clan, TM_INK_TEXT | TM_BOLD, "%d × %d = %d  ", (int)worth, (int)times,
                          (int)(worth * times));
        put_card_words(p, x, y + clan, p->canvas->width - x - 1, cards);
    }
}

static void paint_header(const painting *p)
{
    char buffer[64];
    tm_text text;
    int x = 0;
    if (p->o->phase != TATSU_OVER && p->o->phase != TATSU_DEALING)
        x = tm_canvas_fmt(p->canvas, 0, 0, TM_INK_TITLE, tm_tr(p->say, "Round %d, trick %d of %d"), p->o->round + 1,
                          p->o->trick + 1, TATSU_TRICKS);
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_fmt(&text, tm_tr(p->say, "ends at %d points"), (int)p->c->target);
    tm_canvas_right(p->canvas, x + 2, 0, TM_INK_MUTED, buffer);
}

/* In words beside the cards: who wants what from whom. */
static void paint_question(const painting *p, int x, int y, int width)
{
    char buffer[128];
    tm_text text;
    if (p->o->phase != TATSU_GIVING) return;
    const int turn = tatsu_turn_place(p->c, p->o);
    const char *asker = tatsu_is_ghost(p->c, turn) ? tm_tr(p->say, "the ghost")
                                                   : p->say->names[tatsu_player_at(p->c, p->o->round, turn)];
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_fmt(&text, tm_tr(p->say, "%s wants"), asker);
    tm_canvas_fit(p->canvas, x, y, width, TM_INK_ACCENT | TM_BOLD, buffer);
    tm_canvas_fit(p->canvas, x, y + 1, width, TM_INK_ACCENT | TM_BOLD,
                  turn & 1 ? tm_tr(p->say, "a yellow card") : tm_tr(p->say, "a red card"));
}

/* Narrow or low: one place per line. */
static void paint_lines(const painting *p)
{
    int y = 0;
    paint_header(p);
    for (int place = 0; place < p->c->places; place++) {
        char buffer[128];
        write_label(p, place, buffer, sizeof buffer);
        y++;
        int x =
            tm_canvas_fit(p->canvas, 0, y, 26, is_turn(p, place) ? TM_INK_ACCENT | TM_BOLD : ink_of(place & 1), buffer);
        spot_place(p, 0, y, x, 1, place);
        for (int i = 0; laid_at(p, place, i) >= 0; i++) {
            x = tm_canvas_put(p->canvas, x + 1, y, TM_INK_LINE, "[");
            x = tm_canvas_put(p->canvas, put_card_word(p, x, y, laid_at(p, place, i)), y, TM_INK_LINE, "]");
        }
        y++;
        if (p->c->seats == 2 || tatsu_sees_hand(p->c, p->o->round, place, p->v->seat))
            put_card_words(p, 2, y, p->canvas->width - 2, p->v->known[place]);
        else
            put_backs(p, 2, y, place);
    }
    paint_captured(p, y + 1);
}

static void paint_four(const painting *p, int own)
{
    const int width = p->canvas->width, height = p->canvas->height, spare = height - LEAST_HEIGHT;
    const int top = 3 + spare / 3, middle = (width - CARD_WIDTH) / 2, hand = height - 2 - CARD_HEIGHT - spare / 6;
    const int left = (own + 1) & 3, across = (own + 2) & 3, right = (own + 3) & 3;
    paint_label(p, 0, 1 + spare / 6, width, across);
    paint_hand_line(p, 0, 2 + spare / 6, width, across);
    paint_label(p, 0, top + 1, SIDE, left);
    paint_hand_line(p, 0, top + 2, SIDE, left);
    paint_label(p, width - SIDE, top + 1, SIDE, right);
    paint_hand_line(p, width - SIDE, top + 2, SIDE, right);
    paint_laid(p, middle, top, across, 0);
    paint_laid(p, middle - CARD_WIDTH - 1, top + 2, left, 0);
    paint_laid(p, middle + CARD_WIDTH + 1, top + 2, right, 0);
    paint_laid(p, middle, top + 4, own, 0);
    paint_pot(p, top + 5, middle - 2);
    paint_question(p, middle + CARD_WIDTH + 2, top + 5, width - middle - CARD_WIDTH - 2);
    paint_label(p, 0, hand - 1, width, own);
    if (tatsu_sees_hand(p->c, p->o->round, own, p->v->seat))
        paint_hand(p, hand, p->v->known[own]);
    else
        paint_hand_line(p, 0, hand + 1, width, own);
}

/* T14: two cards in front of each seat. */
static void paint_two(const painting *p, int own)
{
    const int width = p->canvas->width, height = p->canvas->height, spare = height - LEAST_HEIGHT;
    const int top = 5 + spare / 3, middle = width / 2, hand = height - 2 - CARD_HEIGHT - spare / 6;
    paint_label(p, 0, 1 + spare / 6, width, !own);
    paint_columns(p, 2 + spare / 6, !own);
    for (int i = 0; i < 2; i++) {
        const int x = middle - CARD_WIDTH - 1 + (CARD_WIDTH + 2) * i;
        paint_laid(p, x, top, !own, i);
        paint_laid(p, x, top + 2, own, i);
    }
    paint_pot(p, top + 2, middle - CARD_WIDTH - 3);
    paint_question(p, middle + CARD_WIDTH + 3, top + 2, width - middle - CARD_WIDTH - 3);
    paint_label(p, 0, hand - 1, width, own);
    paint_columns(p, hand, own);
}

void tatsu_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas)
{
    const tatsu_view_data *v = (const tatsu_view_data *)view;
    const painting p = {(const tatsu_config *)config, v, &v->open, say, canvas};
    if (!tatsu_is_sound(p.c, v)) return;
    if (canvas->width < LEAST_WIDTH || canvas->height < LEAST_HEIGHT) {
        paint_lines(&p);
        return;
    }
    const int own = v->seat < 0 ? 0 : tatsu_place_of(p.c, p.o->round, v->seat);
    paint_header(&p);
    if (p.c->seats == 2)
        paint_two(&p, own);
    else
        paint_four(&p, own);
    paint_captured(&p, canvas->height - 2);
}
