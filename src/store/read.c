/* Reading: each function sees a consistent state between two commits. */
#include <stdlib.h>
#include <string.h>

#include "store/sqlite.h"

enum {
    BEGIN,
    END,
    TABLE,
    HEAD,
    ENTRY,
    LIST,
    LIST_OF_PERSON,
    LIST_ENDED,
    LIST_TRACES,
    LIST_DUE,
    TOKEN,
    PERSON,
    FACT,
    SUBSCRIPTIONS,
    COUNT,
    N_STATEMENTS
};

#define ROW "id, phase, listed, archived, opened_at, phase_at, visited_at, n_entries"
#define SELECT_PERSON "SELECT id, name, bot, made_at FROM "
#define OF_PERSON                                                                                                      \
    " FROM parts JOIN tables ON parts.place = key JOIN heads ON heads.place = key"                                     \
    " WHERE person = (SELECT people.key FROM people WHERE people.id = ?4)"
#define PAGE " AND ?1 >> phase & 1 ORDER BY visited_at DESC, key DESC LIMIT ?2 OFFSET ?3"

static const char *const SQL[N_STATEMENTS] = {
    [BEGIN] = "BEGIN",
    [END] = "ROLLBACK",
    [TABLE] = "SELECT " ROW ", text FROM tables JOIN heads ON place = key WHERE id = ?1",
    [HEAD] = "SELECT place, n_entries, last FROM tables JOIN heads ON place = key WHERE id = ?1",
    [ENTRY] = "SELECT place, n, before, at, sum, text FROM log WHERE key = ?1",
    [LIST] = "SELECT " ROW " FROM tables INDEXED BY tables_to_list JOIN heads ON place = key"
             " WHERE listed = 1 AND archived = 0" PAGE,
    [LIST_OF_PERSON] = "SELECT " ROW OF_PERSON " AND seated = 1" PAGE,
    /* The three below take the same parameters, and ignore the phases. */
    [LIST_ENDED] = "SELECT " ROW ", result" OF_PERSON " AND seated = 1 AND phase = 2"
                   " ORDER BY phase_at DESC, key DESC LIMIT ?2 OFFSET ?3",
    [LIST_TRACES] = "SELECT " ROW OF_PERSON " ORDER BY key LIMIT ?2 OFFSET ?3",
    [LIST_DUE] = "SELECT " ROW " FROM tables INDEXED BY tables_due JOIN heads ON place = key"
                 " WHERE due_at > 0 AND due_at <= ?4 ORDER BY due_at LIMIT ?2 OFFSET ?3",
    [TOKEN] = SELECT_PERSON "tokens JOIN people ON person = key"
                            " WHERE hash = ?1 AND once = 0 AND (expires = 0 OR expires > ?2)",
    [PERSON] = SELECT_PERSON "people WHERE id = ?1",
    [FACT] = "SELECT text FROM facts WHERE name = ?1",
    [SUBSCRIPTIONS] = ("SELECT hash, text FROM subscriptions WHERE person = (SELECT key FROM people WHERE id = ?1)"
                       " ORDER BY subscriptions.key DESC"),
    [COUNT] = "SELECT phase, count(*) FROM tables GROUP BY phase",
};

int reads_prepare(sqlite_store *s)
{
    return connection_prepare(&s->reader, SQL, N_STATEMENTS);
}

static connection *reader_of(tm_store *store)
{
    return &((sqlite_store *)store)->reader;
}

static void take_text(sqlite3_stmt *stmt, int column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(stmt, column);
    const size_t len = text ? (size_t)sqlite3_column_bytes(stmt, column) : 0;
    const size_t n = len < size ? len : size - 1;
    memset(out, 0, size);
    if (n) memcpy(out, text, n);
}

/* Valid until the statement goes on. */
static tm_span take_span(sqlite3_stmt *stmt, int column)
{
    const char *bytes = sqlite3_column_blob(stmt, column);
    const tm_span span = {bytes ? bytes : "", bytes ? (uint32_t)sqlite3_column_bytes(stmt, column) : 0};
    return span;
}

static tm_table_row take_row(sqlite3_stmt *stmt)
{
    const int phase = sqlite3_column_int(stmt, 1);
    tm_table_row row = {
        .phase = phase == TM_WAITING || phase == TM_RUNNING ? (enum tm_phase)phase : TM_OVER,
        .listed = sqlite3_column_int(stmt, 2),
        .archived = sqlite3_column_int(stmt, 3),
        .opened_at = sqlite3_column_int64(stmt, 4),
        .phase_at = sqlite3_column_int64(stmt, 5),
        .visited_at = sqlite3_column_int64(stmt, 6),
        .n_entries = (uint32_t)sqlite3_column_int64(stmt, 7),
    };
    take_text(stmt, 0, row.id, sizeof row.id);
    return row;
}

/* Ends a statement that should find one row: 0, TM_EUNKNOWN without a reason, or TM_EIO. */
static int finish(connection *c, int statement, int step, tm_why *why)
{
    const int rc = sqlite3_reset(c->statement[statement]);
    if (step == SQLITE_ROW && rc == SQLITE_OK) return TM_OK;
    return step == SQLITE_DONE ? TM_EUNKNOWN : sqlite_why(c->path, c->db, rc, why);
}

static int no_table(tm_why *why)
{
    return tm_why_not(why, TM_EUNKNOWN, "there is no such table");
}

/* A NUL-terminated copy, or NULL if out of memory. */
static char *copy_blob(sqlite3_stmt *stmt, int column)
{
    const void *bytes = sqlite3_column_blob(stmt, column);
    const size_t len = bytes ? (size_t)sqlite3_column_bytes(stmt, column) : 0;
    char *copy = calloc(1, len + 1);
    if (copy && len) memcpy(copy, bytes, len);
    return copy;
}

int read_table(tm_store *store, const char *id, tm_table_row *out, char **out_text, tm_why *why)
{
    connection *c = reader_of(store);
    sqlite3_stmt *stmt = c->statement[TABLE];
    tm_table_row row;
    char *text = NULL;
    sql_name(c, TABLE, 1, id, TM_ID_MAX + 1);
    const int step = sqlite3_step(stmt);
    if (step == SQLITE_ROW) row = take_row(stmt);
    if (step == SQLITE_ROW && out_text) text = copy_blob(stmt, 8);
    int status = finish(c, TABLE, step, why);
    if (status == TM_EUNKNOWN) status = no_table(why);
    if (status == TM_OK && out_text && !text) status = sqlite_why(c->path, NULL, SQLITE_NOMEM, why);
    if (status) {
        free(text);
        return status;
    }
    *out = row;
    if (out_text) *out_text = text;
    return TM_OK;
}

typedef struct log_walk {
    connection *c;
    int64_t place, n_entries, last;
    int64_t *keys; /* keys of the wanted entries, the last one first; may have space for more than n_keys */
    size_t n_keys, size;
    tm_why *why;
} log_walk;

static int broken_log(const log_walk *w)
{
    return damaged_why(w->c->path, tm_tr(w->why->say, N_("the log of a table")), w->why);
}

/* Steps to the entry with this key, which must be the table's nth. The caller resets the statement. */
static int find_entry(log_walk *w, int64_t key, int64_t n)
{
    sqlite3_stmt *stmt = w->c->statement[ENTRY];
    sql_int(w->c, ENTRY, 1, key);
    const int step = sqlite3_step(stmt);
    if (step == SQLITE_DONE) return broken_log(w);
    if (step != SQLITE_ROW) return sqlite_why(w->c->path, w->c->db, step, w->why);
    if (sqlite3_column_int64(stmt, 0) != w->place || sqlite3_column_int64(stmt, 1) != n) return broken_log(w);
    return TM_OK;
}

static int keep_key(log_walk *w, int64_t key)
{
    if (w->n_keys == w->size) {
        const size_t size = w->size ? 2 * w->size : 256;
        int64_t *keys = realloc(w->keys, size * sizeof *keys);
        if (!keys) return sqlite_why(w->c->path, NULL, SQLITE_NOMEM, w->why);
        w->keys = keys;
        w->size = size;
    }
    w->keys[w->n_keys++] = key;
    return TM_OK;
}

static int walk_back(log_walk *w, uint32_t from)
{
    int status = TM_OK;
    int64_t key = w->last;
    for (int64_t n = w->n_entries; n > from && status == TM_OK;) {
        status = find_entry(w, key, --n);
        if (status == TM_OK) status = keep_key(w, key);
        if (status == TM_OK) key = sqlite3_column_int64(w->c->statement[ENTRY], 2);
        sqlite3_reset(w->c->statement[ENTRY]);
    }
    return status;
}

static int tell_entry(log_walk *w, int64_t n, int (*each)(void *context, uint32_t n, const tm_entry *entry),
                      void *context)
{
    sqlite3_stmt *stmt = w->c->statement[ENTRY];
    int status = find_entry(w, w->keys[w->n_entries - 1 - n], n); /* NOLINT: walk_back kept a key for every entry */
    if (status == TM_OK) {
        const char *text = sqlite3_column_blob(stmt, 5);
        const uint32_t len = (uint32_t)sqlite3_column_bytes(stmt, 5);
        const tm_entry entry = {.at = sqlite3_column_int64(stmt, 3), .text = {text ? text : "", text ? len : 0}};
        if (sqlite3_column_int(stmt, 4) == entry_sum(w->place, n, entry.at, entry.text.at, entry.text.len))
            status = each(context, (uint32_t)n, &entry);
        else
            status = broken_log(w);
    }
    sqlite3_reset(stmt);
    return status;
}

int read_log(tm_store *store, const char *id, uint32_t from,
             int (*each)(void *context, uint32_t n, const tm_entry *entry), void *context, tm_why *why)
{
    connection *c = reader_of(store);
    int64_t head[3];
    int status = TM_OK;
    int rc = sql_run(c, BEGIN);
    if (rc != SQLITE_OK) return sqlite_why(c->path, c->db, rc, why);
    sql_name(c, HEAD, 1, id, TM_ID_MAX + 1);
    rc = sql_row(c, HEAD, head, 3);
    if (rc == SQLITE_DONE) status = no_table(why);
    if (rc != SQLITE_DONE && rc != SQLITE_ROW) status = sqlite_why(c->path, c->db, rc, why);
    if (rc == SQLITE_ROW) {
        log_walk w = {.c = c, .place = head[0], .n_entries = head[1], .last = head[2], .why = why};
        status = walk_back(&w, from);
        for (int64_t n = from; n < w.n_entries && status == TM_OK; n++) status = tell_entry(&w, n, each, context);
        free(w.keys);
    }
    sql_run(c, END);
    return status;
}

int list_tables(tm_store *store, const tm_table_query *query, int (*each)(void *context, const tm_table_row *row),
                void *context, tm_why *why)
{
    static const int STATEMENTS[] = {
        [TM_LIST_ENDED] = LIST_ENDED, [TM_LIST_TRACES] = LIST_TRACES, [TM_LIST_DUE] = LIST_DUE};
    connection *c = reader_of(store);
    const int which = query->kind != TM_LIST_VISITED ? STATEMENTS[query->kind]
                      : query->person[0]             ? LIST_OF_PERSON
                                                     : LIST;
    sqlite3_stmt *stmt = c->statement[which];
    int status = TM_OK;
    if (query->kind == TM_LIST_VISITED) sql_int(c, which, 1, query->phases);
    sql_int(c, which, 2, query->most);
    sql_int(c, which, 3, query->skip);
    if (which == LIST_DUE)
        sql_int(c, which, 4, query->due);
    else if (which != LIST)
        sql_name(c, which, 4, query->person, sizeof query->person);
    while (status == TM_OK && sqlite3_step(stmt) == SQLITE_ROW) {
        tm_table_row row = take_row(stmt);
        if (which == LIST_ENDED) row.result = take_span(stmt, 8);
        status = each(context, &row);
    }
    const int rc = sqlite3_reset(stmt);
    if (status) return status;
    return rc == SQLITE_OK ? TM_OK : sqlite_why(c->path, c->db, rc, why);
}

static int find_person(connection *c, int which, tm_person *out, tm_why *why)
{
    sqlite3_stmt *stmt = c->statement[which];
    tm_person person = {0};
    const int step = sqlite3_step(stmt);
    if (step == SQLITE_ROW) {
        take_text(stmt, 0, person.id, sizeof person.id);
        take_text(stmt, 1, person.name, sizeof person.name);
        person.bot = sqlite3_column_int(stmt, 2);
        person.made_at = sqlite3_column_int64(stmt, 3);
    }
    const int status = finish(c, which, step, why);
    if (status == TM_EUNKNOWN) return tm_why_not(why, TM_EUNKNOWN, "there is no such person");
    if (status == TM_OK) *out = person;
    return status;
}

int find_token(tm_store *store, const uint8_t *hash, int64_t now, tm_person *out, tm_why *why)
{
    connection *c = reader_of(store);
    sql_bytes(c, TOKEN, 1, hash, TM_HASH_BYTES);
    sql_int(c, TOKEN, 2, now);
    return find_person(c, TOKEN, out, why);
}

int read_person(tm_store *store, const char *id, tm_person *out, tm_why *why)
{
    connection *c = reader_of(store);
    sql_name(c, PERSON, 1, id, TM_ID_MAX + 1);
    return find_person(c, PERSON, out, why);
}

int read_fact(tm_store *store, const char *name, char **out, tm_why *why)
{
    connection *c = reader_of(store);
    char *text = NULL;
    sql_name(c, FACT, 1, name, TM_ID_MAX + 1);
    const int step = sqlite3_step(c->statement[FACT]);
    if (step == SQLITE_ROW) text = copy_blob(c->statement[FACT], 0);
    int status = finish(c, FACT, step, why);
    if (status == TM_OK && !text) status = sqlite_why(c->path, NULL, SQLITE_NOMEM, why);
    if (status)
        free(text);
    else
        *out = text;
    return status;
}

int list_subscriptions(tm_store *store, const char *person,
                       int (*each)(void *context, const uint8_t *hash, tm_span text), void *context, tm_why *why)
{
    connection *c = reader_of(store);
    sqlite3_stmt *stmt = c->statement[SUBSCRIPTIONS];
    int status = TM_OK;
    sql_name(c, SUBSCRIPTIONS, 1, person, TM_ID_MAX + 1);
    while (status == TM_OK && sqlite3_step(stmt) == SQLITE_ROW) {
        const tm_span hash = take_span(stmt, 0);
        if (hash.len == TM_HASH_BYTES) status = each(context, (const uint8_t *)hash.at, take_span(stmt, 1));
    }
    const int rc = sqlite3_reset(stmt);
    if (status) return status;
    return rc == SQLITE_OK ? TM_OK : sqlite_why(c->path, c->db, rc, why);
}

int count_tables(tm_store *store, uint32_t out_by_phase[3], tm_why *why)
{
    connection *c = reader_of(store);
    sqlite3_stmt *stmt = c->statement[COUNT];
    uint32_t count[3] = {0};
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        const int phase = sqlite3_column_int(stmt, 0);
        if (phase >= 0 && phase <= TM_OVER) count[phase] = (uint32_t)sqlite3_column_int64(stmt, 1);
    }
    const int rc = sqlite3_reset(stmt);
    if (rc != SQLITE_OK) return sqlite_why(c->path, c->db, rc, why);
    memcpy(out_by_phase, count, sizeof count);
    return TM_OK;
}
