/* A person wants everything about them deleted. Table after table: they leave it, if it still goes on, and their name and
 * words are taken out of its log; at last the person goes, with all tokens and subscriptions. If it fails half way, they
 * are still there, and can ask again. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/api_ask.h"
#include "server/erase.h"
#include "server/guests.h"
#include "server/hall_add.h"
#include "server/hall_tell.h"
#include "server/hall_visit.h"
#include "wire/json.h"

enum { PAGE = 50, TRIES = 5 };

typedef struct deletion {
    exchange *exchange;
    tm_id tables[PAGE];
    int n, i;
    uint32_t skip;
    int tries; /* of this table */
    erasure erasure;
} deletion;

static void next_table(deletion *d);

static void finish(deletion *d, int status)
{
    exchange *x = d->exchange;
    if (status == TM_OK)
        exchange_answer(x, 200, "application/json", "{}", 2);
    else
        exchange_refuse(x, status == TM_ETURN ? status : TM_EIO, NULL);
    exchange_drop(x);
    erasure_free(&d->erasure);
    free(d);
}

static void on_deleted(job *j)
{
    static const uint8_t NO_TOKEN[TM_HASH_BYTES];
    deletion *d = j->context;
    if (j->status == TM_OK) guests_send_away(d->exchange->server->hall, d->exchange->person.id, NO_TOKEN);
    finish(d, j->status);
}

static void delete_person(deletion *d)
{
    job *j = job_new(1, 0, on_deleted, d);
    if (!j) {
        finish(d, TM_ESPACE);
        return;
    }
    j->changes[0].kind = TM_CHANGE_DELETE;
    strcpy(j->changes[0].person, d->exchange->person.id);
    writer_put(&d->exchange->server->writer, j);
}

static void table_done(deletion *d)
{
    erasure_free(&d->erasure);
    d->tries = 0;
    d->i++;
    next_table(d);
}

static void leave(deletion *d);

/* If the log went on in the meantime, everything is read once more. Whoever is at the table gets it anew, without the
 * name. */
static void on_rewritten(job *j)
{
    deletion *d = j->context;
    server *s = d->exchange->server;
    if (j->status) {
        finish(d, j->status);
    } else if (j->changes[0].status == TM_EILLEGAL && ++d->tries < TRIES) {
        erasure_free(&d->erasure);
        leave(d);
    } else if (j->changes[0].status && j->changes[0].status != TM_EUNKNOWN) {
        finish(d, TM_EIO);
    } else {
        hall_reload(s, d->tables[d->i]);
        table_done(d);
    }
}

static void on_read(void *context)
{
    deletion *d = context;
    erasure *e = &d->erasure;
    if (e->status == TM_EUNKNOWN || (e->status == TM_OK && e->n == 0)) {
        table_done(d);
        return;
    }
    job *j = e->status ? NULL : job_new(1, 0, on_rewritten, d);
    if (!j) {
        finish(d, e->status ? e->status : TM_ESPACE);
        return;
    }
    j->changes[0].kind = TM_CHANGE_REWRITE;
    memcpy(j->changes[0].table, e->table, sizeof e->table);
    j->changes[0].first = e->first;
    j->changes[0].n_entries = e->n;
    j->changes[0].entries = e->entries; /* ours until the job is done */
    writer_put(&d->exchange->server->writer, j);
}

static void run_read(void *context)
{
    deletion *d = context;
    erasure_run(&d->erasure);
}

static void read_log(deletion *d)
{
    server *s = d->exchange->server;
    erasure *e = &d->erasure;
    memset(e, 0, sizeof *e);
    e->store = s->store;
    memcpy(e->table, d->tables[d->i], sizeof e->table);
    memcpy(e->person, d->exchange->person.id, sizeof e->person);
    tm_why_init(&e->why, NULL);
    e->status = TM_EIO; /* if the server stops first */
    const int status = work_start(hall_works(s->hall), d->exchange->address, run_read, on_read, d);
    if (status) finish(d, status);
}

static void on_left(void *context, live *l)
{
    deletion *d = context;
    if (l)
        read_log(d);
    else
        finish(d, TM_EIO);
}

static void on_visited(void *context, live *l, int status, const char *why)
{
    deletion *d = context;
    char entry[64];
    tm_text text;
    tm_why reason;
    (void)why;
    if (!l) {
        /* A table that is damaged or gone cannot name anybody to anybody. In a shared store it may only be out of reach at
         * the moment, and must not be passed over. */
        if (status == TM_ETURN || status == TM_ESPACE || (status == TM_EIO && d->exchange->server->shared))
            finish(d, status);
        else
            table_done(d);
        return;
    }
    tm_why_init(&reason, NULL);
    tm_text_init(&text, entry, sizeof entry);
    const int seat = room_seat_of(l->room, d->exchange->person.id);
    if (seat >= 0 && room_leave(l->room, seat, &text, &reason) == TM_OK &&
        hall_add(l, (tm_span){text.at, text.len}, NULL, NULL, &reason)) {
        finish(d, TM_EIO);
        return;
    }
    hall_when_stored(l, on_left, d);
}

static void leave(deletion *d)
{
    hall_visit(d->exchange->server, d->tables[d->i], d->exchange->address, on_visited, d);
}

static int take_table(void *context, const tm_table_row *row)
{
    deletion *d = context;
    if (d->n < PAGE) memcpy(d->tables[d->n++], row->id, sizeof row->id);
    return 0;
}

static int read_page(tm_store *store, void *context, tm_why *why)
{
    deletion *d = context;
    tm_table_query query = {.kind = TM_LIST_TRACES, .skip = d->skip, .most = PAGE};
    memcpy(query.person, d->exchange->person.id, sizeof query.person);
    return store->ops->list_tables(store, &query, take_table, d, why);
}

static void on_page(void *context, int status, const char *why)
{
    deletion *d = context;
    (void)why;
    d->skip += (uint32_t)d->n;
    if (status)
        finish(d, status);
    else if (d->n)
        leave(d);
    else
        delete_person(d);
}

static void next_table(deletion *d)
{
    if (d->i < d->n) {
        leave(d);
        return;
    }
    d->i = d->n = 0;
    reader_ask(&d->exchange->server->reader, read_page, on_page, d);
}

void api_me_delete(exchange *x)
{
    tm_why why;
    bool sure = false;
    if (!api_needs_person(x)) return;
    cJSON *json = api_body(x);
    if (!json) return;
    tm_why_init(&why, &x->say);
    int status = json_bool(json, "sure", false, &sure, &why);
    if (status == TM_OK && !sure) status = tm_why_not(&why, TM_ESYNTAX, "\"sure\" must be true");
    cJSON_Delete(json);
    deletion *d = status ? NULL : calloc(1, sizeof *d);
    if (!d) {
        exchange_refuse(x, status ? status : TM_ESPACE, status ? why.text.at : NULL);
        return;
    }
    d->exchange = x;
    exchange_hold(x);
    next_table(d);
}
