/* Dojo: a box as the lines of its file. */
#include <tatami/workshop.h>

#include "dojo_box.h"

static void write_parts(const void *box, tm_text *out)
{
    const dojo_box *b = (const dojo_box *)box;
    for (int card = 1; card <= DOJO_CARDS; card++) {
        tm_put_str(out, "card ");
        dojo_put_card(out, card);
        tm_put_fmt(out, " %d\n", b->cards[card - 1]);
    }
    for (int trophy = 1; trophy <= DOJO_TROPHIES; trophy++)
        tm_put_fmt(out, "trophy %s %d\n", dojo_trophy_words[trophy], b->trophies[trophy - 1]);
}

extern const tm_parts dojo_parts;
const tm_parts dojo_parts = {.write = write_parts, .flaw = dojo_box_flaw};
