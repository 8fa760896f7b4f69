#include "server/hall_add.h"

#include <stdlib.h>
#include <string.h>

#include "server/guests.h"
#include "server/hall_tell.h"
#include "server/journal.h"
#include "server/result.h"

/* What one entry changes: the log, the phase, who is here, and when the clock runs out. */
enum { CHANGES_MAX = 4 };

typedef struct pledge {
    live *live;
    line *line; /* or NULL */
    char re[RE_MAX + 1];
} pledge;

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
    hall_mark(l);
    if (p->line) line_drop(p->line);
    free(p);
}

/* The changes to the store that an entry implies, besides the log. */
static void add_changes(const live *l, job *j, int64_t now, enum tm_phase before, tm_id *left, const tm_id speaker)
{
    const room *r = l->room;
    const room_entry *entry = &r->entries[r->n_entries - 1];
    if (r->phase != before) {
        tm_change *change = job_add(j);
        change->follows = true;
        change->kind = TM_CHANGE_PHASE;
        memcpy(change->table, r->id, sizeof change->table);
        change->phase = r->phase;
        change->listed = r->opening.listed;
        change->at = now;
    }
    if (entry->kind == ENTRY_SIT || entry->kind == ENTRY_REMOVE ||
        (entry->kind == ENTRY_LEAVE && r->phase == TM_WAITING)) {
        tm_change *change = job_add(j);
        change->follows = true;
        change->kind = TM_CHANGE_PRESENT;
        change->gone = entry->kind != ENTRY_SIT;
        memcpy(change->table, r->id, sizeof change->table);
        memcpy(change->person, change->gone ? left[entry->seat] : r->seats[entry->seat].person, sizeof change->person);
        change->at = now;
    }
    if (entry->kind == ENTRY_CHAT && entry->seat < 0 && *speaker) {
        tm_change *change = job_add(j);
        change->follows = true;
        change->kind = TM_CHANGE_PRESENT;
        change->passing = true;
        memcpy(change->table, r->id, sizeof change->table);
        memcpy(change->person, speaker, sizeof change->person);
    }
    if (r->opening.clock) {
        tm_change *change = job_add(j);
        change->follows = true;
        change->kind = TM_CHANGE_DUE;
        memcpy(change->table, r->id, sizeof change->table);
        change->at = hall_due(r);
    }
}

static int store_entry(live *l, tm_span text, line *who, const char *re, tm_why *why)
{
    room *r = l->room;
    const int64_t now = server_now();
    r->ticks = server_ticks();
    const enum tm_phase before = r->phase;
    tm_id left[TM_MAX_SEATS];
    for (int seat = 0; seat < r->opening.setup.n_seats; seat++)
        memcpy(left[seat], r->seats[seat].person, sizeof left[seat]);
    pledge *p = calloc(1, sizeof *p);
    job *j = job_open(CHANGES_MAX, sizeof(tm_entry) + text.len, on_stored, p);
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
    tm_change *log = job_add(j);
    log->kind = TM_CHANGE_LOG;
    memcpy(log->table, r->id, sizeof r->id);
    log->first = r->n_entries - 1;
    log->n_entries = 1;
    log->entries = entry;
    log->epoch = l->epoch;
    add_changes(l, j, now, before, left, who ? who->person.id : "");
    p->live = l;
    p->line = who;
    if (who) line_hold(who);
    strncpy(p->re, re ? re : "", RE_MAX);
    const uint8_t kind = r->entries[r->n_entries - 1].kind;
    if (kind != ENTRY_EVENT && kind != ENTRY_CHAT && kind != ENTRY_MIX) l->seats_changed = true;
    if (r->phase != before) l->seats_changed = true;
    guests_moved(l, kind, left);
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
    for (live *l = hall_next(h, NULL); l; l = hall_next(h, l))
        if (!l->copy && !l->lost) check_epoch(l);
}
