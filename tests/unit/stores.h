/* A store in a folder of its own, and short ways to change and read it. */
#ifndef TESTS_STORES_H
#define TESTS_STORES_H

#include <criterion/criterion.h>
#include <dirent.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tatami/store.h>

typedef int (*open_store)(const char *path, tm_store **out, tm_why *why);

typedef struct fixture {
    open_store open;
    char folder[64], path[300];
    tm_store *store;
    tm_why why;
} fixture;

static inline void begin(fixture *f, open_store open)
{
    memset(f, 0, sizeof *f);
    f->open = open;
    strcpy(f->folder, "/tmp/tatami-store-XXXXXX");
    cr_assert_not_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/a.db", f->folder);
}

/* The database that tests/site/postgres.py started, or NULL. */
static inline const char *test_database(void)
{
    return getenv("TATAMI_TEST_STORE");
}

/* SQLite, and PostgreSQL if there is one. */
static inline int n_kinds_of_store(void)
{
    return test_database() ? 2 : 1;
}

/* Runs a statement there. */
static inline void run_sql(const char *text)
{
    PGconn *conn = PQconnectdb(test_database());
    PGresult *result = PQexec(conn, text);
    const ExecStatusType status = PQresultStatus(result);
    cr_assert(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s", PQerrorMessage(conn));
    PQclear(result);
    PQfinish(conn);
}

/* A schema of its own is as good as a database, and quicker made. It has the name of the folder. */
static inline void begin_postgres(fixture *f)
{
    char sql[200];
    begin(f, tm_store_open_postgres);
    snprintf(sql, sizeof sql, "CREATE SCHEMA \"%s\"", f->folder + 5);
    run_sql(sql);
    snprintf(f->path, sizeof f->path, "%s?options=-csearch_path%%3D%%22%s%%22", test_database(), f->folder + 5);
}

static inline int try_open(fixture *f)
{
    tm_why_init(&f->why, NULL);
    f->store = NULL;
    return f->open(f->path, &f->store, &f->why);
}

static inline void reopen(fixture *f)
{
    if (f->store) f->store->ops->close(f->store);
    cr_assert_eq(try_open(f), TM_OK, "%s", f->why.text.at);
}

static inline void close_store(fixture *f)
{
    f->store->ops->close(f->store);
    f->store = NULL;
}

static inline void end(fixture *f)
{
    char file[400];
    if (f->store) close_store(f);
    if (f->open == tm_store_open_postgres) {
        snprintf(file, sizeof file, "SET client_min_messages = error; DROP SCHEMA \"%s\" CASCADE", f->folder + 5);
        run_sql(file);
    }
    DIR *folder = opendir(f->folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        snprintf(file, sizeof file, "%s/%s", f->folder, entry->d_name);
        unlink(file);
    }
    closedir(folder);
    cr_assert_eq(rmdir(f->folder), 0);
}

static inline int try_commit(fixture *f, tm_change *changes, int n)
{
    tm_why_init(&f->why, NULL);
    return f->store->ops->commit(f->store, changes, n, &f->why);
}

/* One change; its status. */
static inline int change(fixture *f, tm_change change)
{
    const int status = try_commit(f, &change, 1);
    cr_assert_eq(status, TM_OK, "%s", f->why.text.at);
    return change.status;
}

static inline int open_table(fixture *f, const char *id, int64_t at)
{
    tm_change c = {.kind = TM_CHANGE_OPEN, .at = at, .listed = true, .text = tm_span_of("opened so")};
    strcpy(c.table, id);
    return change(f, c);
}

static inline tm_change log_of(const char *id, uint32_t first, const tm_entry *entries, uint32_t n)
{
    tm_change c = {.kind = TM_CHANGE_LOG, .first = first, .entries = entries, .n_entries = n};
    strcpy(c.table, id);
    return c;
}

/* Takes a table; its epoch from now on. */
static inline int64_t own_table(fixture *f, const char *id)
{
    tm_change c = {.kind = TM_CHANGE_OWN, .node = "test"};
    strcpy(c.table, id);
    cr_assert_eq(try_commit(f, &c, 1), TM_OK, "%s", f->why.text.at);
    cr_assert_eq(c.status, TM_OK);
    return c.epoch;
}

static inline int add_entry(fixture *f, const char *id, uint32_t first, const char *text)
{
    const tm_entry entry = {.at = 1000 + first, .text = tm_span_of(text)};
    return change(f, log_of(id, first, &entry, 1));
}

static inline int set_phase(fixture *f, const char *id, enum tm_phase phase, bool listed, int64_t at)
{
    tm_change c = {.kind = TM_CHANGE_PHASE, .phase = phase, .listed = listed, .at = at};
    strcpy(c.table, id);
    return change(f, c);
}

static inline int set_part(fixture *f, const char *person, const char *id, bool gone)
{
    tm_change c = {.kind = TM_CHANGE_PRESENT, .gone = gone};
    strcpy(c.table, id);
    strcpy(c.person, person);
    return change(f, c);
}

static inline int visit(fixture *f, const char *id, int64_t at)
{
    tm_change c = {.kind = TM_CHANGE_VISIT, .at = at};
    strcpy(c.table, id);
    return change(f, c);
}

static inline int set_person(fixture *f, const char *id, const char *name)
{
    tm_change c = {.kind = TM_CHANGE_PERSON, .who = {.made_at = 7}};
    strcpy(c.who.id, id);
    strcpy(c.who.name, name);
    return change(f, c);
}

/* A log as text: its entries, each with a semicolon. */
typedef struct reading {
    char text[4000];
    uint32_t next, n, n_bytes;
    int64_t at;
} reading;

static inline int read_entry(void *context, uint32_t n, const tm_entry *entry)
{
    reading *r = context;
    cr_assert_eq(n, r->next);
    const size_t len = strlen(r->text);
    snprintf(r->text + len, sizeof r->text - len, "%.*s;", (int)entry->text.len, entry->text.at);
    r->next++;
    r->n++;
    r->n_bytes += entry->text.len;
    r->at = entry->at;
    return 0;
}

static inline int try_read(fixture *f, const char *id, uint32_t from, reading *out)
{
    *out = (reading){.next = from};
    tm_why_init(&f->why, NULL);
    return f->store->ops->read_log(f->store, id, from, read_entry, out, &f->why);
}

static inline reading read_all(fixture *f, const char *id)
{
    reading r;
    cr_assert_eq(try_read(f, id, 0, &r), TM_OK, "%s", f->why.text.at);
    return r;
}

static inline tm_table_row row_of(fixture *f, const char *id)
{
    tm_table_row row;
    tm_why_init(&f->why, NULL);
    cr_assert_eq(f->store->ops->read_table(f->store, id, &row, NULL, &f->why), TM_OK, "%s", f->why.text.at);
    return row;
}

static inline int read_id(void *context, const tm_table_row *row)
{
    strcat(context, row->id);
    strcat(context, " ");
    return 0;
}

enum { ALL = 1 << TM_WAITING | 1 << TM_RUNNING | 1 << TM_OVER };

/* The ids of a page of tables, in order, each with a space; those of `person`, or of everybody's list. */
static inline const char *ids(fixture *f, const char *person, uint32_t phases, uint32_t skip, uint32_t most)
{
    static char text[4000];
    tm_table_query query = {.phases = phases, .skip = skip, .most = most};
    strcpy(query.person, person);
    text[0] = 0;
    tm_why_init(&f->why, NULL);
    cr_assert_eq(f->store->ops->list_tables(f->store, &query, read_id, text, &f->why), TM_OK, "%s", f->why.text.at);
    return text;
}

static inline int put_row(void *context, const tm_table_row *row)
{
    char *text = context;
    sprintf(text + strlen(text), "%s %lld %.*s;", row->id, (long long)row->phase_at, (int)row->result.len,
            row->result.at);
    return 0;
}

/* Tables as text: id, time of the phase, result. */
static inline const char *listed(fixture *f, enum tm_list kind, const char *person, int64_t due, uint32_t skip,
                                 uint32_t most)
{
    static char text[1000];
    tm_table_query query = {.kind = kind, .due = due, .skip = skip, .most = most};
    strcpy(query.person, person);
    tm_why_init(&f->why, NULL);
    *text = 0;
    cr_assert_eq(f->store->ops->list_tables(f->store, &query, put_row, text, &f->why), TM_OK);
    return text;
}

static inline int end_table(fixture *f, const char *id, int64_t at, const char *result)
{
    tm_change c = {.kind = TM_CHANGE_PHASE, .phase = TM_OVER, .at = at, .text = tm_span_of(result)};
    strcpy(c.table, id);
    return change(f, c);
}

/* Runs a test on each kind of store. */
static inline void on_every_store(void (*test)(fixture *))
{
    for (int postgres = 0; postgres < n_kinds_of_store(); postgres++) {
        fixture f;
        if (postgres)
            begin_postgres(&f);
        else
            begin(&f, tm_store_open_sqlite);
        reopen(&f);
        test(&f);
        end(&f);
    }
}

/* A macro, as Test is one. */
#define STORE_TEST(name)                                                                                               \
    static void name(fixture *f);                                                                                      \
    Test(store, name)                                                                                                  \
    {                                                                                                                  \
        on_every_store(name);                                                                                          \
    }                                                                                                                  \
    static void name(fixture *f)

#endif
