#include "server/hall_tell.h"

#include <stdlib.h>
#include <string.h>

#include "server/guests.h"

enum { VISIT_EVERY = 3600000 };

static void call_waiters(live *l, live *result)
{
    waiter *first = l->waiters;
    l->waiters = NULL;
    while (first) {
        waiter *next = first->next;
        first->call(first->context, result);
        free(first);
        first = next;
    }
}

/* What could not be stored did not happen: everybody is disconnected, and the table is read again when they return. */
static void give_up(live *l)
{
    while (l->lines) {
        line *gone = l->lines;
        line_close(gone, 1013);
        guests_remove(gone);
    }
    call_waiters(l, NULL);
    hall_drop(l);
}

/* Counts what a table sends to somebody: anyone who causes too much is disconnected. */
static void send_text(const live *l, line *who, const tm_text *text)
{
    server *s = l->server;
    const char *whose = *who->person.id ? who->person.id : who->address;
    if (limits_spend(s->limits, LIMIT_BYTES, whose, text->len, server_ticks())) {
        line_send(who, text->at, text->len);
        return;
    }
    tm_say say = {0};
    tm_catalogue_say(who->viewer.language, &say);
    s->metrics.refused[LIMIT_BYTES]++;
    line_error(who, "", TM_ETURN, tm_tr(&say, "Too many requests. Wait a moment."));
    line_close(who, 1008);
}

/* Deadlines are sent as wall-clock times, as well as we know them now. */
static desk *desk_of(const live *l)
{
    desk *d = &l->server->desk;
    d->wall = server_now() - server_ticks();
    return d;
}

static void tell_table(live *l, line *who)
{
    tm_text text;
    tm_text_init(&text, l->server->scratch, SCRATCH);
    viewer_write_table(&who->viewer, desk_of(l), who->from, l->n_stored, &text);
    who->wants_table = false;
    if (text.cut)
        line_close(who, 1011);
    else
        send_text(l, who, &text);
}

static void tell_line(live *l, line *who)
{
    tm_text text;
    if (viewer_take_seat(&who->viewer)) {
        who->wants_table = true;
        who->from = who->viewer.n_told;
    }
    if (who->wants_table) { /* the whole table is sent once all of it is stored */
        if (l->n_stored == l->room->n_entries) tell_table(l, who);
        return;
    }
    if (who->viewer.n_told < l->n_stored) {
        tm_text_init(&text, l->server->scratch, SCRATCH);
        viewer_write_log(&who->viewer, desk_of(l), l->n_stored, &text);
        send_text(l, who, &text);
    }
    if (l->seats_changed && l->n_stored == l->room->n_entries) {
        tm_text_init(&text, l->server->scratch, SCRATCH);
        viewer_write_seats(&who->viewer, &text);
        send_text(l, who, &text);
    }
}

/* Those who are here see it themselves. */
static void tell_turns(live *l)
{
    for (int i = 0; i < l->room->opening.setup.n_seats; i++) {
        const room_seat *seat = &l->room->seats[i];
        if (seat->turn == l->told_turn[i]) continue;
        l->told_turn[i] = seat->turn;
        if (l->room->phase == TM_RUNNING && seat->kind == SEAT_PERSON && !seat->bot && seat->waits_since &&
            !seat->n_online)
            l->server->hall->tell(l, i);
    }
}

static void tell_all(live *l)
{
    const bool settled = l->n_stored == l->room->n_entries;
    for (line *who = l->lines, *next; who; who = next) {
        next = who->next;
        tell_line(l, who);
    }
    if (settled) {
        l->seats_changed = false;
        tell_turns(l);
        call_waiters(l, l);
    }
}

void hall_tell_dirty(hall *h)
{
    while (h->dirty) {
        live *l = h->dirty;
        h->dirty = l->next_dirty;
        l->dirty = false;
        if (!l->lost)
            tell_all(l);
        else if (l->n_pending == 0)
            give_up(l);
    }
}

void hall_when_stored(live *l, void (*call)(void *context, live *l), void *context)
{
    if (l->n_stored == l->room->n_entries || l->lost) {
        call(context, l->lost ? NULL : l);
        return;
    }
    waiter *w = calloc(1, sizeof *w), **last = &l->waiters;
    if (!w) {
        call(context, NULL);
        return;
    }
    w->call = call;
    w->context = context;
    while (*last) last = &(*last)->next;
    *last = w;
}

static void store_visit(live *l, int64_t now)
{
    if (now - l->visited_at < VISIT_EVERY) return;
    job *j = job_new(1, 0, NULL, NULL);
    if (!j) return;
    l->visited_at = now;
    j->changes[0].kind = TM_CHANGE_VISIT;
    memcpy(j->changes[0].table, l->room->id, sizeof l->room->id);
    j->changes[0].at = now;
    writer_put(&l->server->writer, j);
}

void hall_show(live *l, line *who, uint32_t from)
{
    who->wants_table = true;
    who->from = from;
    hall_mark(l);
    hall_tell_dirty(l->server->hall);
}

int hall_show_legal(live *l, line *who, const char *re, uint32_t from, tm_why *why)
{
    tm_text text;
    tm_text_init(&text, l->server->scratch, SCRATCH);
    if (viewer_write_legal(&who->viewer, desk_of(l), re, from, &text))
        return tm_why_not(why, TM_EILLEGAL, "it is not your turn");
    send_text(l, who, &text);
    return TM_OK;
}

void hall_join(live *l, line *who)
{
    guests_add(l, who);
    store_visit(l, server_now());
    hall_show(l, who, who->from);
}

void hall_tell(live *l, uint32_t seats, const char *text, size_t len)
{
    for (line *who = l->lines, *next; who; who = next) {
        next = who->next;
        if (seats == (uint32_t)HALL_ALL || (who->viewer.seat >= 0 && (seats >> who->viewer.seat & 1)))
            line_send(who, text, len);
    }
}
