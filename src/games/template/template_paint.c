#include "template_text.h"

/* A view may come from outside: check everything before using it as an index. */
static bool is_sound(const template_config *c, const template_view_data *v)
{
    return v->open.phase <= TEMPLATE_OVER && v->seat >= TM_SPECTATOR && v->seat < c->seats;
}

void template_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas)
{
    const template_config *c = (const template_config *)config;
    const template_view_data *v = (const template_view_data *)view;
    if (!is_sound(c, v)) return;
    if (v->card)
        tm_canvas_fmt(canvas, 0, 0, TM_INK_TITLE, tm_tr(say, "Round %d of %d. Your card: %d\n"), v->open.round + 1,
                      c->rounds, v->card);
    for (int seat = 0; seat < c->seats; seat++) {
        const int style = seat == v->seat ? TM_INK_ACCENT | TM_BOLD : TM_INK_TEXT;
        const int end = tm_canvas_fmt(canvas, 2, 2 + seat, style, "%s: %d", say->names[seat], v->open.points[seat]);
        if (v->open.chosen >> seat & 1) tm_canvas_put(canvas, end + 1, 2 + seat, TM_INK_MUTED, "●");
    }
    /* A spot is labelled with the words of its actions. */
    tm_canvas_spot(canvas, 2, 7, tm_canvas_put(canvas, 2, 7, TM_INK_TEXT, "stay") - 2, 1, "stay");
    tm_canvas_spot(canvas, 8, 7, tm_canvas_put(canvas, 8, 7, TM_INK_TEXT, "fold") - 8, 1, "fold");
}
