#include "server/hall.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

hall *hall_new(server *s)
{
    hall *h = calloc(1, sizeof *h);
    if (!h) return NULL;
    h->server = s;
    h->works = works_new(&s->loop);
    if (h->works) return h;
    free(h);
    return NULL;
}

works *hall_works(hall *h)
{
    return h->works;
}

void hall_on_bot_turn(hall *h, void (*think)(live *l, int seat))
{
    h->think = think;
}

void hall_on_turn(hall *h, void (*tell)(live *l, int seat))
{
    h->tell = tell;
}

static live **bucket(hall *h, const char *id)
{
    return &h->buckets[tm_hash(TM_HASH_START, id, strlen(id)) & (HALL_BUCKETS - 1)];
}

live *hall_here(server *s, const char *id)
{
    for (live *l = *bucket(s->hall, id); l; l = l->next)
        if (strcmp(l->room->id, id) == 0) return l;
    return NULL;
}

live *hall_next(hall *h, const live *l)
{
    if (l && l->next) return l->next;
    live **const end = h->buckets + HALL_BUCKETS, **at = l ? bucket(h, l->room->id) + 1 : h->buckets;
    while (at < end && !*at) at++;
    return at < end ? *at : NULL;
}

int64_t hall_due(const room *r)
{
    const int64_t deadline = r->phase == TM_RUNNING ? room_deadline(r) : 0;
    return deadline ? deadline + server_now() - server_ticks() : 0;
}

live *hall_move_in(server *s, room *r, int64_t visited_at, bool copy, int64_t epoch)
{
    live *l = calloc(1, sizeof *l);
    if (!l) {
        room_free(r);
        return NULL;
    }
    l->server = s;
    l->room = r;
    l->copy = copy;
    l->epoch = epoch;
    l->n_stored = r->n_entries;
    l->used_at = server_ticks();
    l->visited_at = visited_at;
    l->next = *bucket(s->hall, r->id);
    *bucket(s->hall, r->id) = l;
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) l->told_turn[seat] = r->seats[seat].turn;
    s->metrics.loaded++;
    room_wake(r, l->used_at, server_now(), &s->outages);
    return l;
}

void hall_drop(live *l)
{
    live **at = bucket(l->server->hall, l->room->id);
    while (*at != l) at = &(*at)->next;
    *at = l->next;
    l->server->metrics.loaded--;
    if (l->told.seats || l->told.watching) l->server->vanished = true;
    room_free(l->room);
    free(l);
}

void hall_free(hall *h)
{
    if (!h) return;
    works_free(h->works);
    for (live *l = hall_next(h, NULL), *next; l; l = next) {
        next = hall_next(h, l);
        hall_drop(l);
    }
    free(h);
}

void hall_mark(live *l)
{
    hall *h = l->server->hall;
    if (l->dirty) return;
    l->dirty = true;
    l->next_dirty = h->dirty;
    h->dirty = l;
}
