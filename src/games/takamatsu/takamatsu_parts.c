/* Takamatsu: a box as the lines of its file. */
#include <tatami/workshop.h>

#include "takamatsu_box.h"

static void write_room(const takamatsu_box *b, const takamatsu_room *room, tm_text *out)
{
    tm_put_fmt(out, "room %s %s", room->name, takamatsu_kind_words[room->kind]);
    if (room->colour != TAKAMATSU_NONE) {
        tm_put_char(out, ' ');
        tm_put_char(out, takamatsu_letter[room->colour]);
    }
    tm_put_str(out, " >");
    for (int i = 0; i < 2; i++)
        if (room->arrow[i] != TAKAMATSU_NONE) tm_put_fmt(out, " %s", b->room[room->arrow[i]].name);
    tm_put_char(out, '\n');
}

static void write_parts(const void *box, tm_text *out)
{
    const takamatsu_box *b = (const takamatsu_box *)box;
    tm_put_str(out, "open");
    for (int i = 0; i < b->n_open; i++) tm_put_fmt(out, " %d", b->open[i]);
    tm_put_str(out, "\nhidden");
    for (int i = 0; i < b->n_hidden; i++) tm_put_fmt(out, " %d", b->hidden[i]);
    tm_put_char(out, '\n');
    for (int place = 0; place < b->n_rooms; place++)
        for (int i = 0; i < b->n_names; i++)
            if (b->room[i].place == place) write_room(b, &b->room[i], out);
}

extern const tm_parts takamatsu_parts;
const tm_parts takamatsu_parts = {.write = write_parts, .flaw = takamatsu_box_flaw};
