/* The template game: a box as the lines of its file. */
#include <tatami/workshop.h>

#include "template_box.h"

static void write_parts(const void *box, tm_text *out)
{
    tm_put_fmt(out, "top %d\n", ((const template_box *)box)->top);
}

static int flaw(const void *box, int nth, tm_why *why)
{
    return nth ? TM_OK : template_box_check(box, why);
}

extern const tm_parts template_parts;
const tm_parts template_parts = {.write = write_parts, .flaw = flaw};
