#include "server/hall.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server/journal.h"
#include "server/load.h"
#include "server/result.h"

enum { BUCKETS = 1 << 14, VISIT_EVERY = 3600000, READ_AT_ONCE = 400, OPENING_AT_ONCE = 16384 };
/* A clock keeps its table in memory only for the last minutes; before that, the store says when to look at it again. */
enum { STAY = 120000 };

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
    int64_t epoch, newer; /* ours; what another node has taken meanwhile */
    char address[ADDRESS_MAX + 1];
} visit;

struct hall {
    server *server;
    works *works;
    void (*think)(live *l, int seat), (*tell)(live *l, int seat);
    live *buckets[BUCKETS];
    live *dirty;
    visit *visits;
};

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

static void learn_names(live *l);

void hall_on_turn(hall *h, void (*tell)(live *l, int seat))
{
    h->tell = tell;
}

static live **bucket(hall *h, const char *id)
{
    return &h->buckets[tm_hash(TM_HASH_START, id, strlen(id)) & (BUCKETS - 1)];
}

live *hall_here(server *s, const char *id)
{
    for (live *l = *bucket(s->hall, id); l; l = l->next)
        if (strcmp(l->room->id, id) == 0) return l;
    return NULL;
}

int64_t hall_due(const room *r)
{
    const int64_t deadline = r->phase == TM_RUNNING ? room_deadline(r) : 0;
    return deadline ? deadline + server_now() - server_ticks() : 0;
}

/* Puts a table that was read into memory. NULL if out of memory. */
static live *move_in(server *s, room *r, int64_t visited_at, bool copy, int64_t epoch)
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
    if (!copy) learn_names(l);
    if (!copy) hall_go_on(l);
    return l;
}

static void forget(live *l)
{
    live **at = bucket(l->server->hall, l->room->id);
    while (*at != l) at = &(*at)->next;
    *at = l->next;
    l->server->metrics.loaded--;
    room_free(l->room);
    free(l);
}

static live *finish_loading(server *s, loading *from, bool copy, int64_t epoch)
{
    if (from->status == TM_EIO) journal(JOURNAL_ERROR, "a table cannot be read", from->why.text.at);
    if (from->status) return NULL;
    live *l = hall_here(s, from->id); /* somebody else may have been quicker */
    if (l && !l->copy) return l;
    if (l) forget(l);
    l = move_in(s, from->room, from->row.visited_at, copy, epoch);
    from->room = NULL;
    if (!l) from->status = TM_ESPACE;
    return l;
}

static void run_visit(void *context)
{
    visit *v = context;
    loading_run_apart(&v->loading);
}

static void end_visit(void *context)
{
    visit *v = context;
    for (visit **at = &v->server->hall->visits; *at; at = &(*at)->next) {
        if (*at != v) continue;
        *at = v->next;
        break;
    }
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
    while (v && (strcmp(v->id, id) != 0 || v->plays != plays)) v = v->next;
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

/* The table is ours, or could not be had. */
static void on_taken(job *j)
{
    visit *v = j->context;
    v->loading.status = j->status ? TM_EIO : j->changes[0].status;
    v->epoch = j->changes[0].epoch;
    if (v->loading.status == TM_OK) {
        v->server->metrics.taken++;
        loading_open(&v->loading);
    }
    if (is_long(&v->loading)) {
        loading_free(&v->loading);
        read_apart(v);
        return;
    }
    loading_run(&v->loading);
    end_visit(v);
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

/* From the store, now or on a helper thread. */
static void read_table(server *s, loading *now, const char *address, hall_visitor call, void *context)
{
    if (is_long(now)) {
        visit_apart(s, now->id, address, false, call, context);
    } else {
        loading_run(now);
        live *l = finish_loading(s, now, s->shared, 0);
        call(context, l, now->status, now->why.text.at);
    }
    loading_free(now);
}

void hall_look(server *s, const char *id, uint32_t n_known, const char *address, hall_visitor call, void *context)
{
    loading now;
    live *l = hall_here(s, id);
    const bool known = l && (!l->copy || l->room->n_entries == n_known);
    if (!known) {
        loading_init(&now, s->store, id);
        loading_open(&now);
    }
    if (l && (known || (now.status == TM_OK && now.row.n_entries == l->room->n_entries))) {
        if (!known) loading_free(&now);
        l->used_at = server_ticks();
        call(context, l->lost ? NULL : l, l->lost ? TM_EIO : TM_OK, NULL);
        return;
    }
    read_table(s, &now, address, call, context);
}

void hall_visit(server *s, const char *id, const char *address, hall_visitor call, void *context)
{
    const live *l = hall_here(s, id);
    if (s->shared && (!l || l->copy))
        take(s, id, address, call, context);
    else
        hall_look(s, id, 0, address, call, context);
}

void hall_free(hall *h)
{
    if (!h) return;
    works_free(h->works);
    for (int i = 0; i < BUCKETS; i++)
        while (h->buckets[i]) forget(h->buckets[i]);
    free(h);
}

typedef struct pledge {
    live *live;
    line *line; /* or NULL */
    char re[RE_MAX + 1];
} pledge;

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
        hall_quit(gone);
    }
    call_waiters(l, NULL);
    forget(l);
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

static void make_dirty(live *l)
{
    hall *h = l->server->hall;
    if (l->dirty) return;
    l->dirty = true;
    l->next_dirty = h->dirty;
    h->dirty = l;
}

void hall_reload(server *s, const char *id)
{
    live *l = hall_here(s, id);
    if (!l) return;
    l->lost = true; /* what is in memory is not the truth */
    make_dirty(l);
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

static void count(metrics *m, const room_entry *entry)
{
    m->chats += entry->kind == ENTRY_CHAT;
    if (entry->kind != ENTRY_EVENT) return;
    m->outcomes += entry->seat == TM_CHANCE;
    m->decisions += entry->seat != TM_CHANCE;
}

/* The reason, for administrators: the store's, or that the entry does not fit the stored log. */
static void note_failure(server *s, const job *j)
{
    char reason[256];
    if (s->shared && j->status == TM_OK) {
        s->metrics.taken_away++;
        journal(JOURNAL_INFO, "another node has taken a table", NULL); /* its id would let a reader of the log in */
        return;
    }
    if (j->status && writer_is_failing(&s->writer, reason, sizeof reason) && *reason)
        journal(JOURNAL_ERROR, "an entry could not be stored", reason);
    else
        journal(JOURNAL_ERROR, "an entry could not be stored", "it does not follow what is stored");
}

static void on_stored(job *j)
{
    pledge *p = j->context;
    live *l = p->live;
    const tm_change *log = &j->changes[0];
    const bool stored = j->status == TM_OK && log->status == TM_OK;
    l->n_pending--;
    if (stored && !l->lost) {
        for (uint32_t i = l->n_stored; i < log->first + log->n_entries; i++)
            count(&l->server->metrics, &l->room->entries[i]);
        l->n_stored = log->first + log->n_entries;
        if (p->line) line_ok(p->line, p->re, l->n_stored);
    } else {
        if (!l->lost) note_failure(l->server, j);
        l->lost = true;
        if (p->line) line_error(p->line, p->re, TM_EIO, NULL);
    }
    make_dirty(l);
    if (p->line) line_drop(p->line);
    free(p);
}

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
    make_dirty(l);
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
    make_dirty(l);
}

/* The changes to the store that an entry implies, besides the log. */
static void add_changes(const live *l, job *j, int64_t now, enum tm_phase before, tm_id *left, const tm_id speaker)
{
    const room *r = l->room;
    const room_entry *entry = &r->entries[r->n_entries - 1];
    int n = 1;
    if (r->phase != before) {
        tm_change *change = &j->changes[n++];
        change->follows = true;
        change->kind = TM_CHANGE_PHASE;
        memcpy(change->table, r->id, sizeof change->table);
        change->phase = r->phase;
        change->listed = r->opening.listed;
        change->at = now;
    }
    if (entry->kind == ENTRY_SIT || entry->kind == ENTRY_REMOVE ||
        (entry->kind == ENTRY_LEAVE && r->phase == TM_WAITING)) {
        tm_change *change = &j->changes[n++];
        change->follows = true;
        change->kind = TM_CHANGE_PRESENT;
        change->gone = entry->kind != ENTRY_SIT;
        memcpy(change->table, r->id, sizeof change->table);
        memcpy(change->person, change->gone ? left[entry->seat] : r->seats[entry->seat].person, sizeof change->person);
        change->at = now;
    }
    if (entry->kind == ENTRY_CHAT && entry->seat < 0 && *speaker) {
        tm_change *change = &j->changes[n++];
        change->follows = true;
        change->kind = TM_CHANGE_PRESENT;
        change->passing = true;
        memcpy(change->table, r->id, sizeof change->table);
        memcpy(change->person, speaker, sizeof change->person);
    }
    if (r->opening.clock) {
        tm_change *change = &j->changes[n++];
        change->follows = true;
        change->kind = TM_CHANGE_DUE;
        memcpy(change->table, r->id, sizeof change->table);
        change->at = hall_due(r);
    }
    j->n_changes = n;
}

/* Somebody took a seat, or lost one: they no longer watch, or do so now. */
static void note_moved(live *l, uint8_t kind, tm_id *left)
{
    const room *r = l->room;
    const int seat = r->entries[r->n_entries - 1].seat;
    if (kind != ENTRY_SIT && kind != ENTRY_LEAVE && kind != ENTRY_REMOVE) return;
    const char *person = kind == ENTRY_SIT ? r->seats[seat].person : left[seat];
    if (lines_of(l, person)) tell_watching(l, kind == ENTRY_SIT ? -1 : 1);
    if (kind == ENTRY_SIT) note_presence(l, person);
}

static int store_entry(live *l, tm_span text, line *who, const char *re, tm_why *why)
{
    room *r = l->room;
    const int64_t now = server_now();
    r->ticks = server_ticks();
    const enum tm_phase before = r->phase;
    tm_id left[TM_MAX_SEATS];
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) memcpy(left[seat], r->seats[seat].person, sizeof left[seat]);
    pledge *p = calloc(1, sizeof *p);
    job *j = job_new(4, sizeof(tm_entry) + text.len, on_stored, p);
    if (!p || !j) {
        free(p);
        if (j) job_free(j);
        return tm_why_not(why, TM_ESPACE, "out of memory");
    }
    const int status = room_add(r, now, text, why);
    if (status) {
        free(p);
        job_free(j);
        return status;
    }
    tm_entry *entry = (tm_entry *)j->pool;
    entry->at = now;
    entry->text.at = memcpy(j->pool + sizeof *entry, text.at, text.len);
    entry->text.len = text.len;
    j->changes[0].kind = TM_CHANGE_LOG;
    memcpy(j->changes[0].table, r->id, sizeof r->id);
    j->changes[0].first = r->n_entries - 1;
    j->changes[0].n_entries = 1;
    j->changes[0].entries = entry;
    j->changes[0].epoch = l->epoch;
    add_changes(l, j, now, before, left, who ? who->person.id : "");
    p->live = l;
    p->line = who;
    if (who) line_hold(who);
    strncpy(p->re, re ? re : "", RE_MAX);
    const uint8_t kind = r->entries[r->n_entries - 1].kind;
    if (kind != ENTRY_EVENT && kind != ENTRY_CHAT && kind != ENTRY_MIX) l->seats_changed = true;
    if (r->phase != before) l->seats_changed = true;
    note_moved(l, kind, left);
    if (r->phase == TM_OVER && before != TM_OVER) l->server->metrics.games++;
    l->n_pending++;
    l->used_at = r->ticks;
    writer_put(&l->server->writer, j);
    if (r->phase == TM_OVER && before != TM_OVER) result_put(l->server, r, now, l->epoch);
    return TM_OK;
}

void hall_go_on(live *l)
{
    char room_for_text[TM_LINE_MAX];
    tm_text text;
    tm_why why;
    tm_why_init(&why, NULL);
    while (room_actors(l->room) & TM_ACTOR_CHANCE) {
        tm_text_init(&text, room_for_text, sizeof room_for_text);
        if (tm_fair_write(&l->room->opening.fair, l->room->table, &text)) return;
        const tm_span span = {text.at, text.len};
        if (store_entry(l, span, NULL, NULL, &why)) return;
    }
    for (int seat = 0; l->room->phase == TM_RUNNING && seat < l->room->opening.setup.n_seats; seat++)
        if (l->room->seats[seat].waits_since && l->room->seats[seat].bot && !l->thinking[seat])
            l->server->hall->think(l, seat);
}

int hall_add(live *l, tm_span text, line *who, const char *re, tm_why *why)
{
    if (l->lost || l->copy || l->server->stopping)
        return tm_why_not(why, TM_EIO, "the table cannot be saved at the moment");
    if (room_is_full(l->room) && !room_plays_on(text))
        return tm_why_not(why, TM_EILLEGAL, "the log of this table is full: only the game itself goes on");
    const int status = store_entry(l, text, who, re, why);
    if (status == TM_OK) hall_go_on(l);
    return status;
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

static void acknowledge(void *context, live *l)
{
    pledge *p = context;
    if (l)
        line_ok(p->line, p->re, l->n_stored);
    else
        line_error(p->line, p->re, TM_EIO, NULL);
    line_drop(p->line);
    free(p);
}

void hall_acknowledge(live *l, line *who, const char *re)
{
    pledge *p = calloc(1, sizeof *p);
    if (!p) return;
    p->line = who;
    line_hold(who);
    strncpy(p->re, re, RE_MAX);
    hall_when_stored(l, acknowledge, p);
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
    make_dirty(l);
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
    who->live = l;
    who->next = l->lines;
    l->lines = who;
    line_hold(who);
    note_presence(l, who->person.id);
    note_watcher(l, who->person.id, 1);
    store_visit(l, server_now());
    hall_show(l, who, who->from);
}

void hall_quit(line *who)
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

void hall_tell(live *l, uint32_t seats, const char *text, size_t len)
{
    for (line *who = l->lines, *next; who; who = next) {
        next = who->next;
        if (seats == (uint32_t)HALL_ALL || (who->viewer.seat >= 0 && (seats >> who->viewer.seat & 1)))
            line_send(who, text, len);
    }
}

void hall_close(hall *h)
{
    static const char BYE[] = "{\"type\":\"bye\"}";
    for (int i = 0; i < BUCKETS; i++) {
        for (live *l = h->buckets[i]; l; l = l->next) {
            for (line *who = l->lines; who; who = who->next) {
                line_send(who, BYE, sizeof BYE - 1);
                line_close(who, 1001);
            }
        }
    }
}

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

void hall_send_away(hall *h, const char *person, const uint8_t but[TM_HASH_BYTES])
{
    for (int i = 0; i < BUCKETS; i++)
        for (live *l = h->buckets[i]; l; l = l->next)
            for (line *who = l->lines, *next; who; who = next) {
                next = who->next;
                if (strcmp(who->person.id, person) == 0 && memcmp(who->token, but, TM_HASH_BYTES) != 0)
                    line_close(who, 1008);
            }
}

/* Takes a person's new name into a table where they sit. */
static void rename_at(live *l, const tm_person *who)
{
    char entry[TM_NAME_MAX + 64];
    tm_text text;
    tm_why why;
    tm_why_init(&why, NULL);
    tm_text_init(&text, entry, sizeof entry);
    if (l->lost || l->copy || room_rename(l->room, who, &text, &why) != TM_OK) return;
    const tm_span span = {text.at, text.len};
    hall_add(l, span, NULL, NULL, &why);
}

void hall_rename(hall *h, const tm_person *who)
{
    for (int i = 0; i < BUCKETS; i++)
        for (live *l = h->buckets[i]; l; l = l->next) {
            for (line *any = l->lines; any; any = any->next)
                if (strcmp(any->person.id, who->id) == 0) memcpy(any->person.name, who->name, sizeof who->name);
            rename_at(l, who);
        }
}

/* People may have changed their names while the table was not in memory. */
static void learn_names(live *l)
{
    tm_store *store = l->server->store;
    tm_why why;
    tm_person who;
    tm_why_init(&why, NULL);
    for (int seat = 0; l->room->phase != TM_OVER && seat < l->room->opening.setup.n_seats; seat++)
        if (l->room->seats[seat].kind == SEAT_PERSON &&
            store->ops->read_person(store, l->room->seats[seat].person, &who, &why) == TM_OK)
            rename_at(l, &who);
}

void hall_taken(hall *h, const char *id, int64_t epoch)
{
    live *l = hall_here(h->server, id);
    for (visit *v = h->visits; v; v = v->next)
        if (v->plays && strcmp(v->id, id) == 0 && v->newer < epoch) v->newer = epoch;
    if (l && l->copy && epoch == INT64_MAX) { /* its log was rewritten */
        forget(l);
        return;
    }
    if (!l || l->copy || l->lost || l->epoch >= epoch) return;
    h->server->metrics.taken_away++;
    l->lost = true;
    make_dirty(l);
    hall_tell_dirty(h);
}

/* An append of nothing, which is refused if the table is no longer ours. */
static void check_epoch(live *l)
{
    pledge *p = calloc(1, sizeof *p);
    job *j = job_new(1, 0, on_stored, p);
    if (!p || !j) {
        free(p);
        if (j) job_free(j);
        return;
    }
    p->live = l;
    j->changes[0].kind = TM_CHANGE_LOG;
    memcpy(j->changes[0].table, l->room->id, sizeof l->room->id);
    j->changes[0].first = l->room->n_entries;
    j->changes[0].epoch = l->epoch;
    l->n_pending++;
    writer_put(&l->server->writer, j);
}

void hall_check(hall *h)
{
    for (int i = 0; i < BUCKETS; i++)
        for (live *l = h->buckets[i]; l; l = l->next)
            if (!l->copy && !l->lost) check_epoch(l);
}

void hall_tick(hall *h)
{
    const int64_t ticks = server_ticks();
    for (int i = 0; i < BUCKETS; i++) {
        for (live *l = h->buckets[i], *next; l; l = next) {
            next = l->next;
            l->room->ticks = ticks;
            if (l->room->opening.clock && !l->lost && !l->copy && l->room->phase == TM_RUNNING) call_time(l, ticks);
            if (is_idle(l, ticks)) forget(l);
        }
    }
    hall_tell_dirty(h);
}
