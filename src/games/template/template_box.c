#include "template_box.h"

enum { TOP_LEAST = 6, TOP_MAX = 20 };

void template_box_init(void *box)
{
    ((template_box *)box)->top = 9;
}

int template_box_line(void *box, const tm_span *words, int n_words, tm_why *why)
{
    int32_t top;
    if (n_words != 2 || !tm_span_is(words[0], "top") || tm_span_int(words[1], 0, 255, &top))
        return tm_why_not(why, TM_ESYNTAX, "expected: top N");
    ((template_box *)box)->top = (uint8_t)top;
    return TM_OK;
}

int template_box_check(const void *box, tm_why *why)
{
    const int top = ((const template_box *)box)->top;
    if (top < TOP_LEAST || top > TOP_MAX)
        return tm_why_not(why, TM_ERANGE, "the highest card is %d, expected %d to %d", top, TOP_LEAST, TOP_MAX);
    return TM_OK;
}
