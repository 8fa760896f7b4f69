/* TATATA!: a box as the lines of its file. */
#include <tatami/workshop.h>

#include "tatata_box.h"

static void write_parts(const void *box, tm_text *out)
{
    const tatata_box *b = (const tatata_box *)box;
    for (int kind = 0; kind < TATATA_KINDS; kind++) {
        tm_put_fmt(out, "sky %s %d", tatata_kind_words[kind], b->count[kind]);
        if (b->strength[kind]) tm_put_fmt(out, " %d", b->strength[kind]);
        if (kind == TATATA_ODIN) tm_put_fmt(out, " %d", b->bolt);
        tm_put_char(out, '\n');
    }
    for (int card = 0; card < TATATA_DECK; card++) {
        tm_put_str(out, "deck ");
        tatata_put_card(out, card);
        for (int colour = 0; colour < TATATA_COLOURS; colour++) tm_put_fmt(out, " %d", b->number[card][colour]);
        tm_put_char(out, '\n');
    }
}

static int flaw(const void *box, int nth, tm_why *why)
{
    return nth ? TM_OK : tatata_box_check(box, why);
}

extern const tm_parts tatata_parts;
const tm_parts tatata_parts = {.write = write_parts, .flaw = flaw};
