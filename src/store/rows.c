/* A whole SQLite store, row by row. It is done seldom, so its statements are prepared each time. */
#include <string.h>

#include "store/sqlite.h"

/* Columns in the order of what takes them. */
static const char *const READ[] = {
    [TM_ROW_PERSON] = "SELECT id, name, bot, made_at FROM people",
    [TM_ROW_TOKEN] = "SELECT id, hash, expires, once FROM tokens JOIN people ON person = key",
    [TM_ROW_TABLE] = ("SELECT id, phase, listed, archived, opened_at, phase_at, visited_at, n_entries, started, text,"
                      " due_at, result FROM tables JOIN heads ON place = key ORDER BY key"),
    [TM_ROW_PART] = ("SELECT people.id, tables.id, seated FROM parts JOIN people ON people.key = person"
                     " JOIN tables ON tables.key = place"),
    [TM_ROW_ENTRY] = ("SELECT id, n, at, log.text, sum, place FROM log JOIN tables ON tables.key = place"
                      " ORDER BY log.key"),
    [TM_ROW_FACT] = "SELECT name, text FROM facts",
    [TM_ROW_SUBSCRIPTION] = ("SELECT id, hash, token, subscriptions.made_at, text FROM subscriptions"
                             " JOIN people ON people.key = person ORDER BY subscriptions.key"),
};

static void take_name(sqlite3_stmt *stmt, int column, char *out, size_t size)
{
    const void *bytes = sqlite3_column_blob(stmt, column);
    const size_t len = bytes ? (size_t)sqlite3_column_bytes(stmt, column) : 0;
    if (len) memcpy(out, bytes, len < size ? len : size - 1);
}

static tm_span take_text(sqlite3_stmt *stmt, int column)
{
    const char *bytes = sqlite3_column_blob(stmt, column);
    return (tm_span){bytes ? bytes : "", bytes ? (uint32_t)sqlite3_column_bytes(stmt, column) : 0};
}

static void take_hash(sqlite3_stmt *stmt, int column, uint8_t out[TM_HASH_BYTES])
{
    if (sqlite3_column_bytes(stmt, column) == TM_HASH_BYTES)
        memcpy(out, sqlite3_column_blob(stmt, column), TM_HASH_BYTES);
}

static tm_row take_row(sqlite3_stmt *stmt, int kind)
{
    tm_row row = {0};
    row.kind = (enum tm_row_kind)kind;
    switch (kind) {
    case TM_ROW_PERSON:
        take_name(stmt, 0, row.who.id, sizeof row.who.id);
        take_name(stmt, 1, row.who.name, sizeof row.who.name);
        row.who.bot = sqlite3_column_int(stmt, 2);
        row.who.made_at = sqlite3_column_int64(stmt, 3);
        break;
    case TM_ROW_TOKEN:
        take_name(stmt, 0, row.person, sizeof row.person);
        take_hash(stmt, 1, row.hash);
        row.expires = sqlite3_column_int64(stmt, 2);
        row.once = sqlite3_column_int(stmt, 3);
        break;
    case TM_ROW_TABLE:
        take_name(stmt, 0, row.table, sizeof row.table);
        memcpy(row.row.id, row.table, sizeof row.row.id);
        row.row.phase = (enum tm_phase)sqlite3_column_int(stmt, 1);
        row.row.listed = sqlite3_column_int(stmt, 2);
        row.row.archived = sqlite3_column_int(stmt, 3);
        row.row.opened_at = sqlite3_column_int64(stmt, 4);
        row.row.phase_at = sqlite3_column_int64(stmt, 5);
        row.row.visited_at = sqlite3_column_int64(stmt, 6);
        row.row.n_entries = (uint32_t)sqlite3_column_int64(stmt, 7);
        row.started = sqlite3_column_int(stmt, 8);
        row.text = take_text(stmt, 9);
        row.due = sqlite3_column_int64(stmt, 10);
        row.row.result = take_text(stmt, 11);
        break;
    case TM_ROW_PART:
        take_name(stmt, 0, row.person, sizeof row.person);
        take_name(stmt, 1, row.table, sizeof row.table);
        row.seated = sqlite3_column_int(stmt, 2);
        break;
    case TM_ROW_FACT:
        take_name(stmt, 0, row.table, sizeof row.table);
        row.text = take_text(stmt, 1);
        break;
    case TM_ROW_SUBSCRIPTION:
        take_name(stmt, 0, row.person, sizeof row.person);
        take_hash(stmt, 1, row.hash);
        take_hash(stmt, 2, row.token);
        row.at = sqlite3_column_int64(stmt, 3);
        row.text = take_text(stmt, 4);
        break;
    default:
        take_name(stmt, 0, row.table, sizeof row.table);
        row.n = (uint32_t)sqlite3_column_int64(stmt, 1);
        row.at = sqlite3_column_int64(stmt, 2);
        row.text = take_text(stmt, 3);
        break;
    }
    return row;
}

static int read_kind(connection *c, int kind, int (*each)(void *context, const tm_row *row), void *context, tm_why *why)
{
    sqlite3_stmt *stmt = NULL;
    int status = TM_OK;
    int rc = sqlite3_prepare_v2(c->db, READ[kind], -1, &stmt, NULL);
    while (rc == SQLITE_OK && status == TM_OK && sqlite3_step(stmt) == SQLITE_ROW) {
        const tm_row row = take_row(stmt, kind);
        if (kind == TM_ROW_ENTRY && sqlite3_column_int(stmt, 4) != entry_sum(sqlite3_column_int64(stmt, 5), row.n,
                                                                             row.at, row.text.at, row.text.len))
            status = damaged_why(c->path, tm_tr(why->say, "the log of a table"), why);
        else
            status = each(context, &row);
    }
    const int end = sqlite3_finalize(stmt);
    if (rc == SQLITE_OK) rc = end;
    return status || rc == SQLITE_OK ? status : sqlite_why(c->path, c->db, rc, why);
}

int read_rows(tm_store *store, int (*each)(void *context, const tm_row *row), void *context, tm_why *why)
{
    connection *c = &((sqlite_store *)store)->reader;
    int rc = sqlite3_exec(c->db, "BEGIN", NULL, NULL, NULL);
    if (rc != SQLITE_OK) return sqlite_why(c->path, c->db, rc, why);
    int status = TM_OK;
    for (int kind = TM_ROW_PERSON; kind < TM_N_ROWS && status == TM_OK; kind++)
        status = read_kind(c, kind, each, context, why);
    sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* A table comes without entries; its head moves with each of them, as when it was played. */
static const char *const PUT[] = {
    [TM_ROW_PERSON] = "INSERT INTO people (id, name, bot, made_at) VALUES (?1, ?2, ?3, ?4)",
    [TM_ROW_TOKEN] = "INSERT INTO tokens SELECT ?2, key, ?3, ?4 FROM people WHERE id = ?1",
    [TM_ROW_TABLE] = ("INSERT INTO tables (id, phase, listed, archived, opened_at, phase_at, visited_at, started, text,"
                      " due_at, result) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"),
    [TM_ROW_PART] = ("INSERT INTO parts (person, place, seated) SELECT people.key, tables.key, ?3 FROM people, tables"
                     " WHERE people.id = ?1 AND tables.id = ?2"),
    [TM_ROW_ENTRY] = "INSERT INTO log (place, n, before, at, sum, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [TM_ROW_FACT] = "INSERT INTO facts (name, text) VALUES (?1, ?2)",
    [TM_ROW_SUBSCRIPTION] = ("INSERT INTO subscriptions (person, hash, token, made_at, text)"
                             " SELECT key, ?2, ?3, ?4, ?5 FROM people WHERE id = ?1"),
};
enum { HEAD = TM_N_ROWS, FIND_HEAD, MOVE_HEAD, N_PUT };
static const char *const HEADS[] = {
    "INSERT INTO heads (place, n_entries, last) VALUES (?1, 0, 0)",
    "SELECT place, n_entries, last FROM tables JOIN heads ON place = key WHERE id = ?1",
    "UPDATE heads SET n_entries = ?2, last = ?3 WHERE place = ?1",
};

typedef struct sink {
    tm_row_sink sink; /* must come first */
    connection c;     /* the writer's, with other statements */
    tm_why *why;
} sink;

static int put_entry(connection *c, const tm_row *row)
{
    int64_t head[3];
    sql_name(c, FIND_HEAD, 1, row->table, sizeof row->table);
    const int found = sql_row(c, FIND_HEAD, head, 3);
    if (found != SQLITE_ROW) return found == SQLITE_DONE ? SQLITE_CORRUPT : found;
    if (head[1] != row->n) return SQLITE_CORRUPT;
    sql_int(c, TM_ROW_ENTRY, 1, head[0]);
    sql_int(c, TM_ROW_ENTRY, 2, row->n);
    sql_int(c, TM_ROW_ENTRY, 3, head[2]);
    sql_int(c, TM_ROW_ENTRY, 4, row->at);
    sql_int(c, TM_ROW_ENTRY, 5, entry_sum(head[0], row->n, row->at, row->text.at, row->text.len));
    sql_bytes(c, TM_ROW_ENTRY, 6, row->text.at, row->text.len);
    const int rc = sql_run(c, TM_ROW_ENTRY);
    if (rc != SQLITE_OK) return rc;
    sql_int(c, MOVE_HEAD, 1, head[0]);
    sql_int(c, MOVE_HEAD, 2, row->n + 1);
    sql_int(c, MOVE_HEAD, 3, sqlite3_last_insert_rowid(c->db));
    return sql_run(c, MOVE_HEAD);
}

static int put_table(connection *c, const tm_row *row)
{
    const int which = TM_ROW_TABLE;
    sql_name(c, which, 1, row->table, sizeof row->table);
    sql_int(c, which, 2, row->row.phase);
    sql_int(c, which, 3, row->row.listed);
    sql_int(c, which, 4, row->row.archived);
    sql_int(c, which, 5, row->row.opened_at);
    sql_int(c, which, 6, row->row.phase_at);
    sql_int(c, which, 7, row->row.visited_at);
    sql_int(c, which, 8, row->started);
    sql_bytes(c, which, 9, row->text.at, row->text.len);
    sql_int(c, which, 10, row->due);
    if (row->row.result.len)
        sql_bytes(c, which, 11, row->row.result.at, row->row.result.len);
    else
        sqlite3_bind_null(c->statement[which], 11);
    const int rc = sql_run(c, which);
    if (rc != SQLITE_OK) return rc;
    sql_int(c, HEAD, 1, sqlite3_last_insert_rowid(c->db));
    return sql_run(c, HEAD);
}

static int put_row(connection *c, const tm_row *row)
{
    const int which = (int)row->kind;
    switch (row->kind) {
    case TM_ROW_PERSON:
        sql_name(c, which, 1, row->who.id, sizeof row->who.id);
        sql_name(c, which, 2, row->who.name, sizeof row->who.name);
        sql_int(c, which, 3, row->who.bot);
        sql_int(c, which, 4, row->who.made_at);
        return sql_run(c, which);
    case TM_ROW_TOKEN:
        sql_name(c, which, 1, row->person, sizeof row->person);
        sql_bytes(c, which, 2, row->hash, sizeof row->hash);
        sql_int(c, which, 3, row->expires);
        sql_int(c, which, 4, row->once);
        return sql_run(c, which);
    case TM_ROW_TABLE: return put_table(c, row);
    case TM_ROW_PART:
        sql_name(c, which, 1, row->person, sizeof row->person);
        sql_name(c, which, 2, row->table, sizeof row->table);
        sql_int(c, which, 3, row->seated);
        return sql_run(c, which);
    case TM_ROW_FACT:
        sql_name(c, which, 1, row->table, sizeof row->table);
        sql_bytes(c, which, 2, row->text.at, row->text.len);
        return sql_run(c, which);
    case TM_ROW_SUBSCRIPTION:
        sql_name(c, which, 1, row->person, sizeof row->person);
        sql_bytes(c, which, 2, row->hash, sizeof row->hash);
        sql_bytes(c, which, 3, row->token, sizeof row->token);
        sql_int(c, which, 4, row->at);
        sql_bytes(c, which, 5, row->text.at, row->text.len);
        return sql_run(c, which);
    default: return put_entry(c, row);
    }
}

static int put(tm_row_sink *to, const tm_row *row)
{
    sink *s = (sink *)to;
    const int rc = put_row(&s->c, row);
    return rc == SQLITE_OK ? TM_OK : sqlite_why(s->c.path, s->c.db, rc, s->why);
}

static int check_empty(connection *c, tm_why *why)
{
    sqlite3_stmt *stmt = NULL;
    int rc = sqlite3_prepare_v2(c->db, "SELECT EXISTS (SELECT 1 FROM people) OR EXISTS (SELECT 1 FROM tables)", -1,
                                &stmt, NULL);
    const bool empty = rc == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW && !sqlite3_column_int(stmt, 0);
    const int end = sqlite3_finalize(stmt);
    if (rc == SQLITE_OK) rc = end;
    if (rc != SQLITE_OK) return sqlite_why(c->path, c->db, rc, why);
    return empty ? TM_OK : tm_why_not(why, TM_EIO, "%s is not empty", c->path);
}

int write_rows(tm_store *store, int (*fill)(void *context, tm_row_sink *sink), void *context, tm_why *why)
{
    sqlite_store *s = (sqlite_store *)store;
    sink to = {.sink = {.put = put}, .c = {.db = s->writer.db, .path = s->path}, .why = why};
    const char *sql[N_PUT];
    memcpy(sql, PUT, sizeof PUT);
    memcpy(sql + HEAD, HEADS, sizeof HEADS);
    int rc = sqlite3_exec(to.c.db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (rc == SQLITE_OK) rc = connection_prepare(&to.c, sql, N_PUT);
    int status = rc == SQLITE_OK ? check_empty(&to.c, why) : sqlite_why(s->path, to.c.db, rc, why);
    if (status == TM_OK) status = fill(context, &to.sink);
    for (int i = 0; i < N_PUT; i++) sqlite3_finalize(to.c.statement[i]);
    if (status == TM_OK && (rc = sqlite3_exec(to.c.db, "COMMIT", NULL, NULL, NULL)) != SQLITE_OK)
        status = sqlite_why(s->path, to.c.db, rc, why);
    if (!sqlite3_get_autocommit(to.c.db)) sqlite3_exec(to.c.db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
