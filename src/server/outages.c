#include "server/outages.h"

#include <string.h>

enum { JITTER = 2000 }; /* milliseconds by which two clocks may differ for other reasons */

static void add(outages *o, int64_t from, int64_t to)
{
    if (from >= to) return;
    if (o->n == OUTAGES_MAX) { /* in favour of the players */
        o->list[1].from = o->list[0].from;
        memmove(o->list, o->list + 1, (size_t)--o->n * sizeof *o->list);
    }
    o->list[o->n++] = (outage){from, to};
}

static bool read_time(tm_span *rest, int64_t *out)
{
    tm_span word;
    int64_t number = 0;
    if (!tm_span_word(rest, &word) || word.len == 0 || word.len > 15) return false;
    for (uint32_t i = 0; i < word.len; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') return false;
        number = 10 * number + (word.at[i] - '0');
    }
    *out = number;
    return true;
}

void outages_read(outages *o, const char *text)
{
    memset(o, 0, sizeof *o);
    while (*text) {
        const size_t len = strcspn(text, "\n");
        tm_span rest = {text, (uint32_t)len}, word;
        int64_t from = 0, to = 0;
        if (tm_span_word(&rest, &word) && read_time(&rest, &from)) {
            if (tm_span_is(word, "alive")) o->alive = from;
            if (tm_span_is(word, "away") && read_time(&rest, &to)) add(o, from, to);
        }
        text += len + (text[len] == '\n');
    }
}

void outages_write(const outages *o, tm_text *out)
{
    tm_put_str(out, "alive ");
    tm_put_int(out, o->alive);
    tm_put_char(out, '\n');
    for (int i = 0; i < o->n; i++) {
        tm_put_str(out, "away ");
        tm_put_int(out, o->list[i].from);
        tm_put_char(out, ' ');
        tm_put_int(out, o->list[i].to);
        tm_put_char(out, '\n');
    }
}

void outages_start(outages *o, int64_t now, int64_t ticks)
{
    add(o, o->alive, now); /* alive 0: nothing is known about the time before */
    o->alive = now;
    o->alive_at = ticks;
}

void outages_alive(outages *o, int64_t now, int64_t ticks, int64_t old)
{
    const int64_t missed = (now - o->alive) - (ticks - o->alive_at);
    int gone = 0;
    if (missed > JITTER) add(o, now - missed, now);
    o->alive = now;
    o->alive_at = ticks;
    while (gone < o->n && o->list[gone].to < old) gone++;
    o->n -= gone;
    memmove(o->list, o->list + gone, (size_t)o->n * sizeof *o->list);
}

int64_t outages_served(const outages *o, int64_t from, int64_t to)
{
    int64_t served = to - from;
    for (int i = 0; i < o->n; i++) {
        const int64_t begin = o->list[i].from > from ? o->list[i].from : from;
        const int64_t end = o->list[i].to < to ? o->list[i].to : to;
        if (begin < end) served -= end - begin;
    }
    return served > 0 ? served : 0;
}
