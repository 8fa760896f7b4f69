#include "server/upkeep.h"

#include <stdlib.h>
#include <string.h>

#include "server/hall_visit.h"

enum { ARCHIVE_EVERY = 3600000, EXPIRE_EVERY = 60000, LOOK_EVERY = 5000, LOOK_MOST = 20, LOOK_AGAIN = 3600000 };

static void put_due(server *s, const char *id, int64_t at)
{
    job *j = job_new(1, 0, NULL, NULL);
    if (!j) return;
    j->changes[0].kind = TM_CHANGE_DUE;
    strcpy(j->changes[0].table, id);
    j->changes[0].at = at;
    writer_put(&s->writer, j);
}

static void put_change(server *s, tm_change_kind kind, int64_t at)
{
    job *j = job_new(1, 0, NULL, NULL);
    if (!j) return;
    j->changes[0].kind = kind;
    j->changes[0].at = at;
    writer_put(&s->writer, j);
}

/* When the server was away is kept for as long as the slowest clock runs. */
static void put_alive(server *s, int64_t ticks)
{
    const int64_t now = server_now();
    outages *away = &s->outages;
    tm_text text;
    outages_alive(away, now, ticks, now - 2 * (int64_t)CLOCK_MAX * 1000);
    tm_text_init(&text, s->scratch, SCRATCH);
    outages_write(away, &text);
    job *j = job_new(1, text.len, NULL, NULL);
    if (!j) return;
    j->changes[0].kind = TM_CHANGE_FACT;
    strcpy(j->changes[0].fact, OUTAGES_FACT);
    j->changes[0].text.at = memcpy(j->pool, text.at, text.len);
    j->changes[0].text.len = text.len;
    writer_put(&s->writer, j);
}

typedef struct looking {
    server *server;
    int64_t now;
    int n;
    tm_id ids[LOOK_MOST];
} looking;

static int take_due(void *context, const tm_table_row *row)
{
    looking *l = context;
    if (l->n < LOOK_MOST) memcpy(l->ids[l->n++], row->id, sizeof row->id);
    return 0;
}

/* A table whose time has come: loading it is enough, as the tick does the rest. If its deadline has moved, because the
 * server was away, that is stored; a table that cannot be read is tried again later. */
typedef struct look {
    server *server;
    tm_id id;
} look;

static void looked(void *context, live *l, int status, const char *why)
{
    look *at = context;
    (void)why;
    if (l)
        put_due(at->server, at->id, hall_due(l->room));
    else if (status != TM_ETURN && status != TM_ESPACE)
        put_due(at->server, at->id, server_now() + LOOK_AGAIN);
    free(at);
}

static int read_due(tm_store *store, void *context, tm_why *why)
{
    looking *l = context;
    const tm_table_query query = {.kind = TM_LIST_DUE, .due = l->now, .most = LOOK_MOST};
    return store->ops->list_tables(store, &query, take_due, l, why);
}

static void on_due(void *context, int status, const char *why)
{
    looking *l = context;
    server *s = l->server;
    (void)why;
    for (int i = 0; status == TM_OK && i < l->n; i++) {
        const live *here = hall_here(s, l->ids[i]);
        look *at = here && !here->copy ? NULL : calloc(1, sizeof *at);
        if (!at) continue;
        at->server = s;
        memcpy(at->id, l->ids[i], sizeof at->id);
        hall_visit(s, at->id, "", looked, at);
    }
    free(l);
}

static void look_at_due(server *s, int64_t ticks)
{
    if (s->upkeep.looked_at && ticks - s->upkeep.looked_at < LOOK_EVERY) return;
    s->upkeep.looked_at = ticks;
    looking *l = calloc(1, sizeof *l);
    if (!l) return;
    l->server = s;
    l->now = server_now();
    reader_ask(&s->reader, read_due, on_due, l);
}

/* The last visit to a table and the expiry of a code are stored as wall-clock times; how often we check them is
 * measured with our own clock. */
static void archive(server *s, int64_t ticks)
{
    if (!s->upkeep.expired_at || ticks - s->upkeep.expired_at >= EXPIRE_EVERY) {
        s->upkeep.expired_at = ticks;
        put_change(s, TM_CHANGE_EXPIRE, server_now());
        put_alive(s, ticks);
    }
    /* While the store fails, this is how we find out that it works again. */
    if (s->upkeep.archived_at && ticks - s->upkeep.archived_at < ARCHIVE_EVERY &&
        !writer_is_failing(&s->writer, NULL, 0))
        return;
    s->upkeep.archived_at = ticks;
    put_change(s, TM_CHANGE_ARCHIVE, server_now() - s->settings.archive_after);
}

void upkeep_tick(server *s)
{
    const int64_t ticks = server_ticks();
    archive(s, ticks);
    look_at_due(s, ticks);
}
