#include "client/waiting.h"

/* The word for the shuffles after a name, as much as fits. */
static void paint_word(const online *o, const tm_canvas *canvas, int x, int y, int seat)
{
    const tm_say *say = &o->source.say;
    char buffer[TM_FAIR_WORD + 40];
    tm_text text;
    if (o->known.seats[seat].kind == ONLINE_OPEN || !*o->shuffles.fair.commitment) return;
    tm_text_init(&text, buffer, sizeof buffer);
    if (client_fair_has_word(&o->shuffles.fair, seat))
        tm_put_fmt(&text, tm_tr(say, "word: %s"), o->shuffles.fair.mix.words[seat]);
    else if (o->known.seats[seat].kind == ONLINE_PERSON)
        tm_put_str(&text, tm_tr(say, "no word yet"));
    tm_canvas_fit(canvas, x + 2, y, canvas->width - x - 2, TM_INK_MUTED, buffer);
}

void online_paint(const tm_source *source, const tm_canvas *canvas)
{
    const online *o = (const online *)source;
    const tm_say *say = &source->say;
    char buffer[400];
    tm_text text;
    int y = 1;
    tm_canvas_put(canvas, 1, y, TM_INK_TITLE | TM_BOLD, source->game->title);
    y += 2;
    for (int i = 0; i < source->n_seats && o->known.has_seats; i++) {
        const online_seat *s = &o->known.seats[i];
        const int style = s->kind == ONLINE_OPEN ? TM_INK_MUTED : i == o->known.you ? TM_INK_ACCENT : TM_INK_TEXT;
        const int x = tm_canvas_fmt(canvas, 1, y, TM_INK_MUTED, "%d", i) + 2;
        const int end = tm_canvas_fmt(canvas, x, y, style, "%s%s%s%s%s", s->name, *s->bot ? ", " : "", s->bot,
                                      i == o->known.you ? tm_tr(say, ", you") : "",
                                      s->kind == ONLINE_PERSON && !s->online ? tm_tr(say, ", offline") : "");
        paint_word(o, canvas, end, y++, i);
    }
    y++;
    for (int i = 0; i < source->game->n_options; i++) {
        tm_text_init(&text, buffer, sizeof buffer);
        tm_setup_write_option(&o->at.setup, i, &text);
        tm_canvas_put(canvas, 1, y++, TM_INK_MUTED, buffer);
    }
    tm_text_init(&text, buffer, sizeof buffer);
    client_address_write(&o->at.address, &text);
    tm_put_fmt(&text, "/t/%s", o->at.id);
    tm_canvas_put(canvas, 1, y + 1, TM_INK_TEXT, buffer);
    tm_canvas_put(canvas, 1, y + 2, TM_INK_MUTED,
                  tm_tr(say, "Anyone with this link can join. Type chat TEXT to talk to the others."));
    if (!*o->shuffles.fair.commitment) return;
    tm_text_init(&text, buffer, sizeof buffer);
    client_fair_write_short(&o->shuffles.fair, &text);
    tm_canvas_fmt(canvas, 1, y + 3, TM_INK_TEXT, tm_tr(say, "Fair shuffles: commitment %s"), buffer);
    tm_canvas_put(canvas, 1, y + 4, o->shuffles.warned ? TM_INK_WARN : TM_INK_MUTED,
                  o->shuffles.warned ? tm_tr(say, "Warning: see the log.")
                                     : tm_tr(say, "Type word TEXT to give your own word."));
}
