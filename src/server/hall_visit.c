#include "server/hall_visit.h"

#include <stdlib.h>
#include <string.h>

#include "server/hall_add.h"
#include "server/hall_names.h"
#include "server/hall_tell.h"
#include "server/journal.h"
#include "server/load.h"

/* Entries, and bytes of an opening, that are read at once. */
enum { READ_AT_ONCE = 400, OPENING_AT_ONCE = 16384 };

/* A table that is being taken or read, and those who wait for it. */
typedef struct visitor {
    struct visitor *next;
    hall_visitor call;
    void *context;
} visitor;

typedef struct visit {
    struct visit *next;
    server *server;
    tm_id id;
    visitor *visitors;
    loading loading;
    bool plays;           /* or only looks */
    bool alone;           /* nobody may join: they may have heard of more than this one will see */
    bool has_copy;        /* there is a copy in memory */
    uint32_t n_copy;      /* with so many entries */
    int64_t epoch, newer; /* ours; what another node has taken meanwhile */
    char address[ADDRESS_MAX + 1];
} visit;

/* Who is at a table that another node plays: as that one told. */
static void show_presence(live *l)
{
    if (!l->copy || !l->server->presence) return;
    const present who = presence_get(l->server->presence, l->room->id);
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) l->room->seats[seat].n_online = who.seats >> seat & 1;
    l->room->n_watching = who.watching;
}

static live *finish_loading(server *s, loading *from, bool copy, int64_t epoch)
{
    if (from->status == TM_EIO) journal(JOURNAL_ERROR, "a table cannot be read", from->why.text.at);
    if (from->status) return NULL;
    live *l = hall_here(s, from->id); /* somebody else may have been quicker */
    if (l && !l->copy) return l;
    if (l) hall_drop(l);
    l = hall_move_in(s, from->room, from->row.visited_at, copy, epoch);
    from->room = NULL;
    if (!l) from->status = TM_ESPACE;
    if (l) show_presence(l);
    if (l && !copy) {
        hall_learn_names(l);
        hall_go_on(l);
    }
    return l;
}

static void run_visit(void *context)
{
    visit *v = context;
    loading_run_apart(&v->loading);
}

/* Takes it off the hall's list. */
static void unlist(visit *v)
{
    visit **at = &v->server->hall->visits;
    while (*at != v) at = &(*at)->next;
    *at = v->next;
}

static void end_visit(void *context)
{
    visit *v = context;
    unlist(v);
    if (v->newer > v->epoch) v->loading.status = TM_EIO; /* taken from us before we had read it */
    live *l = finish_loading(v->server, &v->loading, v->server->shared && !v->plays, v->epoch);
    while (v->visitors) {
        visitor *first = v->visitors;
        v->visitors = first->next;
        first->call(first->context, l, v->loading.status, v->loading.why.text.at);
        free(first);
    }
    loading_free(&v->loading);
    free(v);
}

/* Whether reading it would keep others waiting. */
static bool is_long(const loading *l)
{
    return l->status == TM_OK && (l->row.n_entries > READ_AT_ONCE || l->n_text > OPENING_AT_ONCE);
}

/* Another one who waits for a visit; false if out of memory. */
static bool add_visitor(visit *v, hall_visitor call, void *context)
{
    visitor *guest = calloc(1, sizeof *guest);
    if (!guest) return false;
    guest->call = call;
    guest->context = context;
    guest->next = v->visitors;
    v->visitors = guest;
    return true;
}

static visit *find_visit(hall *h, const char *id, bool plays)
{
    visit *v = h->visits;
    while (v && (strcmp(v->id, id) != 0 || v->plays != plays || v->alone)) v = v->next;
    return v;
}

/* A new one with its first visitor, in the hall's list; NULL if out of memory. */
static visit *visit_new(server *s, const char *id, const char *address, bool plays, hall_visitor call, void *context)
{
    visit *v = calloc(1, sizeof *v);
    if (!v || !add_visitor(v, call, context)) {
        free(v);
        return NULL;
    }
    v->server = s;
    v->plays = plays;
    memcpy(v->id, id, strnlen(id, TM_ID_MAX));
    memcpy(v->address, address, strnlen(address, ADDRESS_MAX));
    loading_init(&v->loading, s->store, id);
    v->next = s->hall->visits;
    s->hall->visits = v;
    return v;
}

/* Reads it on a helper thread. If there is none to be had, everybody is told at once. */
static void read_apart(visit *v)
{
    const int status = work_start(v->server->hall->works, v->address, run_visit, end_visit, v);
    if (status == TM_OK) return;
    loading_free(&v->loading);
    v->loading.status = status;
    end_visit(v);
}

/* Joins those who wait for the same table, or starts to read it. */
static void visit_apart(server *s, const char *id, const char *address, bool plays, hall_visitor call, void *context)
{
    visit *v = find_visit(s->hall, id, plays);
    if (v ? add_visitor(v, call, context) : (v = visit_new(s, id, address, plays, call, context)) != NULL) {
        if (!v->visitors->next) read_apart(v);
    } else {
        call(context, NULL, TM_ESPACE, NULL);
    }
}

/* All of it if that is short. */
static int read_short(tm_store *store, void *context, tm_why *why)
{
    visit *v = context;
    (void)store, (void)why;
    loading_open(&v->loading);
    if (!is_long(&v->loading) && !(v->has_copy && v->n_copy == v->loading.row.n_entries)) loading_run(&v->loading);
    return v->loading.status;
}

static void on_read(void *context, int status, const char *why)
{
    visit *v = context;
    (void)why;
    v->loading.status = status;
    if (is_long(&v->loading)) {
        loading_free(&v->loading);
        read_apart(v);
    } else {
        end_visit(v);
    }
}

/* The table is ours, or could not be had. */
static void on_taken(job *j)
{
    visit *v = j->context;
    const int status = j->status ? TM_EIO : j->changes[0].status;
    v->epoch = j->changes[0].epoch;
    if (status) {
        on_read(v, status, NULL);
        return;
    }
    v->server->metrics.taken++;
    reader_ask(&v->server->reader, read_short, on_read, v);
}

/* Takes it first, then reads it: from then on nobody else can add to its log. */
static void take(server *s, const char *id, const char *address, hall_visitor call, void *context)
{
    visit *v = find_visit(s->hall, id, true);
    if (v) {
        if (!add_visitor(v, call, context)) call(context, NULL, TM_ESPACE, NULL);
        return;
    }
    job *j = job_new(1, 0, on_taken, NULL);
    v = j ? visit_new(s, id, address, true, call, context) : NULL;
    if (!v) {
        if (j) job_free(j);
        call(context, NULL, TM_ESPACE, NULL);
        return;
    }
    j->context = v;
    j->changes[0].kind = TM_CHANGE_OWN;
    memcpy(j->changes[0].table, id, strnlen(id, TM_ID_MAX));
    memcpy(j->changes[0].node, s->settings.node, strnlen(s->settings.node, TM_ID_MAX));
    writer_put(&s->writer, j);
}

static void look_at(visit *v);

static void call_back(live *l, hall_visitor call, void *context)
{
    l->used_at = server_ticks();
    show_presence(l);
    call(context, l->lost ? NULL : l, l->lost ? TM_EIO : TM_OK, NULL);
}

static void on_looked(void *context, int status, const char *why)
{
    visit *v = context;
    live *l = hall_here(v->server, v->id);
    (void)why;
    v->loading.status = status;
    const bool here =
                   l && status == TM_OK && (!l->copy || (!v->newer && l->room->n_entries == v->loading.row.n_entries)),
               apart = !here && is_long(&v->loading);
    if (!here && !apart && status == TM_OK && (v->newer || !v->loading.room)) {
        loading_free(&v->loading); /* its log was rewritten meanwhile, or the copy was dropped */
        look_at(v);
        return;
    }
    if (!here && !apart) {
        end_visit(v);
        return;
    }
    unlist(v);
    const visitor *first = v->visitors;
    if (here)
        call_back(l, first->call, first->context);
    else
        visit_apart(v->server, v->id, v->address, false, first->call, first->context);
    loading_free(&v->loading);
    free(v->visitors);
    free(v);
}

static void look_at(visit *v)
{
    const live *l = hall_here(v->server, v->id);
    v->newer = 0;
    v->alone = true;
    v->has_copy = l != NULL;
    v->n_copy = l ? l->room->n_entries : 0;
    reader_ask(&v->server->reader, read_short, on_looked, v);
}

void hall_look(server *s, const char *id, uint32_t n_known, const char *address, hall_visitor call, void *context)
{
    live *l = hall_here(s, id);
    if (l && (!l->copy || l->room->n_entries == n_known)) {
        call_back(l, call, context);
        return;
    }
    visit *v = visit_new(s, id, address, false, call, context);
    if (v)
        look_at(v);
    else
        call(context, NULL, TM_ESPACE, NULL);
}

void hall_visit(server *s, const char *id, const char *address, hall_visitor call, void *context)
{
    const live *l = hall_here(s, id);
    if (s->shared && (!l || l->copy))
        take(s, id, address, call, context);
    else
        hall_look(s, id, 0, address, call, context);
}

void hall_reload(server *s, const char *id)
{
    live *l = hall_here(s, id);
    if (!l) return;
    l->lost = true; /* what is in memory is not the truth */
    hall_mark(l);
}

void hall_taken(hall *h, const char *id, int64_t epoch)
{
    live *l = hall_here(h->server, id);
    if (h->server->presence) presence_forget(h->server->presence, id); /* the new one will tell */
    for (visit *v = h->visits; v; v = v->next)
        if ((v->plays || epoch == INT64_MAX) && strcmp(v->id, id) == 0 && v->newer < epoch) v->newer = epoch;
    if (l && l->copy && epoch == INT64_MAX) { /* its log was rewritten */
        hall_drop(l);
        return;
    }
    if (!l || l->copy || l->lost || l->epoch >= epoch) return;
    h->server->metrics.taken_away++;
    l->lost = true;
    hall_mark(l);
    hall_tell_dirty(h);
}
