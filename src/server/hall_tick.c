#include "server/hall_tick.h"

#include "server/hall_add.h"
#include "server/hall_tell.h"

/* A clock keeps its table in memory only for the last minutes; before that, the store says when to look at it again. */
enum { STAY = 120000 };

static void call_time(live *l, int64_t ticks)
{
    room *r = l->room;
    for (int seat = 0; seat < r->opening.setup.n_seats; seat++) {
        const room_seat *late = &r->seats[seat];
        if (late->kind != SEAT_PERSON || late->bot || !late->waits_since) continue;
        if (ticks < late->waits_since + r->opening.clock) continue;
        char entry[64];
        tm_text text;
        tm_why why;
        tm_why_init(&why, NULL);
        tm_text_init(&text, entry, sizeof entry);
        if (room_stand_in(r, seat, tm_bot_find(tm_span_of("medium")), &text, &why)) continue;
        const tm_span span = {text.at, text.len};
        hall_add(l, span, NULL, NULL, &why);
    }
}

static bool is_idle(const live *l, int64_t ticks)
{
    if (l->lines || l->waiters || l->n_pending || l->dirty || ticks - l->used_at < l->server->settings.idle)
        return false;
    if (l->copy) return true;
    for (int seat = 0; seat < TM_MAX_SEATS; seat++)
        if (l->thinking[seat]) return false;
    /* With a clock, time runs even while nobody is watching. */
    const int64_t deadline = l->room->phase == TM_RUNNING ? room_deadline(l->room) : 0;
    return !deadline || deadline - ticks > STAY;
}

void hall_tick(hall *h)
{
    const int64_t ticks = server_ticks();
    for (live *l = hall_next(h, NULL), *next; l; l = next) {
        next = hall_next(h, l);
        l->room->ticks = ticks;
        if (l->room->opening.clock && !l->lost && !l->copy && l->room->phase == TM_RUNNING) call_time(l, ticks);
        if (is_idle(l, ticks)) hall_drop(l);
    }
    hall_tell_dirty(h);
}
