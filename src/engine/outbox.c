#include "engine/outbox.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool make_room(outbox *box, size_t size)
{
    if (box->capacity - box->len >= size) return true;
    const size_t capacity = 2 * box->capacity + size;
    char *at = realloc(box->at, capacity);
    if (!at) {
        box->failed = true;
        return false;
    }
    box->at = at;
    box->capacity = capacity;
    return true;
}

tm_text outbox_open(outbox *box, uint32_t size)
{
    tm_text text;
    if (make_room(box, (size_t)size + 2))
        tm_text_init(&text, box->at + box->len, size + 1);
    else
        tm_text_init(&text, &box->none, 1);
    return text;
}

void outbox_close(outbox *box, const tm_text *text)
{
    if (box->failed) return;
    tm_assert(!text->cut);
    box->len += text->len;
    box->at[box->len++] = '\n';
}

void outbox_put(outbox *box, const char *format, ...)
{
    enum { FORMATTED_MAX = 128 };
    va_list list;
    if (!make_room(box, FORMATTED_MAX)) return;
    va_start(list, format);
    const int n = vsnprintf(box->at + box->len, FORMATTED_MAX, format, list);
    va_end(list);
    tm_assert(n >= 0 && n < FORMATTED_MAX);
    box->len += (size_t)n;
}
