#include "server/guests.h"

#include <stdlib.h>
#include <string.h>

/* Connections of a person, or of somebody nameless: then only the one itself counts. */
static uint32_t lines_of(const live *l, const char *person)
{
    uint32_t n = 0;
    for (const line *who = l->lines; who; who = who->next) n += strcmp(who->person.id, person) == 0;
    return n;
}

static void tell_watching(live *l, int by)
{
    const uint32_t was = l->room->n_watching;
    l->room->n_watching = was + (uint32_t)by;
    if (was >= WATCHING_MAX && l->room->n_watching >= WATCHING_MAX) return;
    l->seats_changed = true;
    hall_mark(l);
}

/* Somebody came, or went (`by` is -1), and is counted already or no longer. */
static void note_watcher(live *l, const char *person, int by)
{
    if (*person && (room_seat_of(l->room, person) >= 0 || lines_of(l, person) != (by > 0 ? 1 : 0))) return;
    tell_watching(l, by);
}

/* Whether a person has a connection to this table. */
static void note_presence(live *l, const char *person)
{
    const int seat = room_seat_of(l->room, person);
    if (seat < 0) return;
    const uint32_t n = lines_of(l, person);
    const bool was = l->room->seats[seat].n_online > 0;
    l->room->seats[seat].n_online = n;
    if (was == (n > 0)) return;
    l->seats_changed = true;
    hall_mark(l);
}

void guests_moved(live *l, uint8_t kind, tm_id *left)
{
    const room *r = l->room;
    const int seat = r->entries[r->n_entries - 1].seat;
    if (kind != ENTRY_SIT && kind != ENTRY_LEAVE && kind != ENTRY_REMOVE) return;
    const char *person = kind == ENTRY_SIT ? r->seats[seat].person : left[seat];
    if (lines_of(l, person)) tell_watching(l, kind == ENTRY_SIT ? -1 : 1);
    if (kind == ENTRY_SIT) note_presence(l, person);
}

void guests_add(live *l, line *who)
{
    who->live = l;
    who->next = l->lines;
    l->lines = who;
    line_hold(who);
    note_presence(l, who->person.id);
    note_watcher(l, who->person.id, 1);
}

void guests_remove(line *who)
{
    live *l = who->live;
    if (!l) return;
    for (line **at = &l->lines; *at; at = &(*at)->next) {
        if (*at != who) continue;
        *at = who->next;
        break;
    }
    who->live = NULL;
    viewer_free(&who->viewer);
    l->used_at = server_ticks();
    if (!l->lost) note_presence(l, who->person.id);
    if (!l->lost) note_watcher(l, who->person.id, -1);
    line_drop(who);
}

void guests_dismiss(hall *h)
{
    static const char BYE[] = "{\"type\":\"bye\"}";
    for (const live *l = hall_next(h, NULL); l; l = hall_next(h, l)) {
        for (line *who = l->lines; who; who = who->next) {
            line_send(who, BYE, sizeof BYE - 1);
            line_close(who, 1001);
        }
    }
}

void guests_send_away(hall *h, const char *person, const uint8_t but[TM_HASH_BYTES])
{
    h->server->n_people++;
    for (const live *l = hall_next(h, NULL); l; l = hall_next(h, l)) {
        for (line *who = l->lines, *next; who; who = next) {
            next = who->next;
            if (strcmp(who->person.id, person) == 0 && memcmp(who->token, but, TM_HASH_BYTES) != 0)
                line_close(who, 1008);
        }
    }
}

/* Everybody who showed a token, and whether it is still valid. */
typedef struct checking {
    int64_t now;
    size_t n;
    struct {
        line *line;
        bool gone;
    } guests[];
} checking;

static int find_tokens(tm_store *store, void *context, tm_why *why)
{
    checking *c = context;
    tm_person who;
    for (size_t i = 0; i < c->n; i++) {
        const int status = store->ops->find_token(store, c->guests[i].line->token, c->now, &who, why);
        c->guests[i].gone = status == TM_EUNKNOWN;
        if (status && status != TM_EUNKNOWN) return status; /* the next gap will be looked at again */
    }
    return TM_OK;
}

static void on_tokens(void *context, int status, const char *why)
{
    checking *c = context;
    (void)status, (void)why;
    for (size_t i = 0; i < c->n; i++) {
        if (c->guests[i].gone) line_close(c->guests[i].line, 1008);
        line_drop(c->guests[i].line);
    }
    free(c);
}

void guests_check(hall *h)
{
    size_t n = 0;
    for (const live *l = hall_next(h, NULL); l; l = hall_next(h, l))
        for (const line *who = l->lines; who; who = who->next) n += *who->person.id != 0;
    checking *c = calloc(1, sizeof *c + n * sizeof *c->guests);
    if (!c) return;
    h->server->n_people++;
    c->now = server_now();
    for (const live *l = hall_next(h, NULL); l; l = hall_next(h, l))
        for (line *who = l->lines; who; who = who->next) {
            if (!*who->person.id) continue;
            c->guests[c->n++].line = who;
            line_hold(who);
        }
    reader_ask(&h->server->reader, find_tokens, on_tokens, c);
}
