/* A whole store, row by row. */
#include <string.h>

#include "store/postgres.h"

enum { FETCH = 1000, ROWS_MS = 600 * 1000 };

/* Columns in the order of what takes them. */
static const char *const READ[] = {
    [TM_ROW_PERSON] = "SELECT id, name, bot, made_at FROM people",
    [TM_ROW_TOKEN] = "SELECT p.id, k.hash, k.expires, k.once FROM tokens k JOIN people p ON p.key = k.person",
    [TM_ROW_TABLE] =
        ("SELECT t.id, t.phase, t.listed, t.archived, t.opened_at, t.phase_at, t.visited_at, h.n_entries,"
         " t.started, t.text, t.due_at, t.result FROM tables t JOIN heads h ON h.id = t.id ORDER BY t.key"),
    [TM_ROW_PART] = ("SELECT p.id, t.id, seated FROM parts JOIN people p ON p.key = person"
                     " JOIN tables t ON t.key = place"),
    [TM_ROW_ENTRY] = ("SELECT h.id, l.n, l.at, l.text, l.sum FROM log l JOIN heads h ON h.place = l.place"
                      " ORDER BY l.place, l.n"),
    [TM_ROW_FACT] = "SELECT name, text FROM facts",
    [TM_ROW_SUBSCRIPTION] = ("SELECT p.id, s.hash, s.token, s.made_at, s.text FROM subscriptions s"
                             " JOIN people p ON p.key = s.person ORDER BY s.key"),
};

static tm_span span_of(const PGresult *found, int i, int column)
{
    return (tm_span){PQgetvalue(found, i, column), (uint32_t)PQgetlength(found, i, column)};
}

static void take_hash(const PGresult *found, int i, int column, uint8_t out[TM_HASH_BYTES])
{
    if (PQgetlength(found, i, column) == TM_HASH_BYTES) memcpy(out, PQgetvalue(found, i, column), TM_HASH_BYTES);
}

static tm_row take_row(const PGresult *found, int i, int kind)
{
    tm_row row = {0};
    row.kind = (enum tm_row_kind)kind;
    switch (kind) {
    case TM_ROW_PERSON:
        pg_copy(found, i, 0, row.who.id, sizeof row.who.id);
        pg_copy(found, i, 1, row.who.name, sizeof row.who.name);
        row.who.bot = pg_number(found, i, 2) != 0;
        row.who.made_at = pg_number(found, i, 3);
        break;
    case TM_ROW_TOKEN:
        pg_copy(found, i, 0, row.person, sizeof row.person);
        take_hash(found, i, 1, row.hash);
        row.expires = pg_number(found, i, 2);
        row.once = pg_number(found, i, 3) != 0;
        break;
    case TM_ROW_TABLE:
        pg_copy(found, i, 0, row.table, sizeof row.table);
        memcpy(row.row.id, row.table, sizeof row.row.id);
        row.row.phase = (enum tm_phase)pg_number(found, i, 1);
        row.row.listed = pg_number(found, i, 2) != 0;
        row.row.archived = pg_number(found, i, 3) != 0;
        row.row.opened_at = pg_number(found, i, 4);
        row.row.phase_at = pg_number(found, i, 5);
        row.row.visited_at = pg_number(found, i, 6);
        row.row.n_entries = (uint32_t)pg_number(found, i, 7);
        row.started = pg_number(found, i, 8) != 0;
        row.text = span_of(found, i, 9);
        row.due = pg_number(found, i, 10);
        row.row.result = span_of(found, i, 11);
        break;
    case TM_ROW_PART:
        pg_copy(found, i, 0, row.person, sizeof row.person);
        pg_copy(found, i, 1, row.table, sizeof row.table);
        row.seated = pg_number(found, i, 2) != 0;
        break;
    case TM_ROW_FACT:
        pg_copy(found, i, 0, row.table, sizeof row.table);
        row.text = span_of(found, i, 1);
        break;
    case TM_ROW_SUBSCRIPTION:
        pg_copy(found, i, 0, row.person, sizeof row.person);
        take_hash(found, i, 1, row.hash);
        take_hash(found, i, 2, row.token);
        row.at = pg_number(found, i, 3);
        row.text = span_of(found, i, 4);
        break;
    default:
        pg_copy(found, i, 0, row.table, sizeof row.table);
        row.n = (uint32_t)pg_number(found, i, 1);
        row.at = pg_number(found, i, 2);
        row.text = span_of(found, i, 3);
        break;
    }
    return row;
}

static int tell_rows(pg_link *l, int kind, const PGresult *found, int (*each)(void *context, const tm_row *row),
                     void *context, tm_why *why)
{
    for (int i = 0; i < PQntuples(found); i++) {
        const tm_row row = take_row(found, i, kind);
        if (kind == TM_ROW_ENTRY && pg_number(found, i, 4) != pg_entry_sum(row.table, row.n, row.text.at, row.text.len))
            return tm_why_not(why, TM_EIO, "%s is damaged (%s): stop the programs that use it and restore a backup",
                              l->place, tm_tr(why->say, "the log of a table"));
        const int status = each(context, &row);
        if (status) return status;
    }
    return TM_OK;
}

/* A cursor, because a log of years does not fit into memory. */
static int read_kind(pg_link *l, int kind, int (*each)(void *context, const tm_row *row), void *context, tm_why *why)
{
    char sql[600];
    tm_text text;
    tm_text_init(&text, sql, sizeof sql);
    tm_put_fmt(&text, "DECLARE rows BINARY NO SCROLL CURSOR FOR %s", READ[kind]);
    int status = pg_run(l, sql, ROWS_MS, why);
    for (bool more = true; status == TM_OK && more;) {
        PGresult *found = pg_ask(l, -1, "FETCH 1000 FROM rows", NULL, 0, ROWS_MS, &status, why);
        if (status == TM_OK) status = tell_rows(l, kind, found, each, context, why);
        more = status == TM_OK && PQntuples(found) == FETCH;
        PQclear(found);
    }
    if (status == TM_OK) status = pg_run(l, "CLOSE rows", ROWS_MS, why);
    return status;
}

int pg_read_rows(tm_store *store, int (*each)(void *context, const tm_row *row), void *context, tm_why *why)
{
    postgres_store *s = (postgres_store *)store;
    pg_link l;
    int status = pg_connect(&l, s->pool->address, s->pool->place, CONNECT_MS, why);
    if (status) return status;
    status = pg_run(&l, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", READ_MS, why);
    for (int kind = TM_ROW_PERSON; kind < TM_N_ROWS && status == TM_OK; kind++)
        status = read_kind(&l, kind, each, context, why);
    pg_disconnect(&l);
    return status;
}

static const char *const PUT[] = {
    [TM_ROW_PERSON] = ("INSERT INTO people (id, name, bot, made_at)"
                       " VALUES ($1::bytea, $2::bytea, $3::bigint <> 0, $4::bigint)"),
    [TM_ROW_TOKEN] = ("INSERT INTO tokens SELECT $2::bytea, key, $3::bigint, $4::bigint <> 0 FROM people"
                      " WHERE id = $1::bytea"),
    [TM_ROW_TABLE] = ("WITH t AS (INSERT INTO tables (id, phase, listed, archived, opened_at, phase_at, visited_at,"
                      " started, text, due_at, result) VALUES ($1::bytea, $2::bigint, $3::bigint <> 0,"
                      " $4::bigint <> 0, $5::bigint, $6::bigint, $7::bigint, $9::bigint <> 0, $10::bytea,"
                      " $11::bigint, nullif($12::bytea, '')) RETURNING key, id)"
                      " INSERT INTO heads SELECT id, key, $8::bigint, 0, '' FROM t"),
    [TM_ROW_PART] = ("INSERT INTO parts SELECT p.key, t.key, $3::bigint <> 0 FROM people p, tables t"
                     " WHERE p.id = $1::bytea AND t.id = $2::bytea"),
    [TM_ROW_ENTRY] = ("INSERT INTO log SELECT place, $2::bigint, $3::bigint, $4::bigint, $5::bytea FROM heads"
                      " WHERE id = $1::bytea"),
    [TM_ROW_FACT] = "INSERT INTO facts VALUES ($1::bytea, $2::bytea)",
    [TM_ROW_SUBSCRIPTION] = ("INSERT INTO subscriptions (hash, person, token, made_at, text)"
                             " SELECT $2::bytea, key, $3::bytea, $4::bigint, $5::bytea FROM people"
                             " WHERE id = $1::bytea"),
};

typedef struct sink {
    tm_row_sink sink; /* must come first */
    pg_link *link;
    tm_why *why;
} sink;

typedef struct values {
    pg_value value[12];
    uint8_t number[12][8];
    int n;
} values;

static void add_number(values *v, int64_t number)
{
    pg_put64(v->number[v->n], number);
    v->value[v->n] = (pg_value){v->number[v->n], 8};
    v->n++;
}

static void add_bytes(values *v, const void *bytes, size_t len)
{
    v->value[v->n++] = (pg_value){bytes, (int)len};
}

static void add_id(values *v, const char *id)
{
    add_bytes(v, id, strnlen(id, TM_ID_MAX));
}

static int put(tm_row_sink *to, const tm_row *row)
{
    sink *s = (sink *)to;
    values v = {.n = 0};
    int status;
    switch (row->kind) {
    case TM_ROW_PERSON:
        add_id(&v, row->who.id);
        add_bytes(&v, row->who.name, strnlen(row->who.name, TM_NAME_MAX));
        add_number(&v, row->who.bot);
        add_number(&v, row->who.made_at);
        break;
    case TM_ROW_TOKEN:
        add_id(&v, row->person);
        add_bytes(&v, row->hash, sizeof row->hash);
        add_number(&v, row->expires);
        add_number(&v, row->once);
        break;
    case TM_ROW_TABLE:
        add_id(&v, row->table);
        add_number(&v, row->row.phase);
        add_number(&v, row->row.listed);
        add_number(&v, row->row.archived);
        add_number(&v, row->row.opened_at);
        add_number(&v, row->row.phase_at);
        add_number(&v, row->row.visited_at);
        add_number(&v, row->row.n_entries);
        add_number(&v, row->started);
        add_bytes(&v, row->text.at, row->text.len);
        add_number(&v, row->due);
        add_bytes(&v, row->row.result.at, row->row.result.len);
        break;
    case TM_ROW_PART:
        add_id(&v, row->person);
        add_id(&v, row->table);
        add_number(&v, row->seated);
        break;
    case TM_ROW_FACT:
        add_id(&v, row->table);
        add_bytes(&v, row->text.at, row->text.len);
        break;
    case TM_ROW_SUBSCRIPTION:
        add_id(&v, row->person);
        add_bytes(&v, row->hash, sizeof row->hash);
        add_bytes(&v, row->token, sizeof row->token);
        add_number(&v, row->at);
        add_bytes(&v, row->text.at, row->text.len);
        break;
    default:
        add_id(&v, row->table);
        add_number(&v, row->n);
        add_number(&v, row->at);
        add_number(&v, pg_entry_sum(row->table, row->n, row->text.at, row->text.len));
        add_bytes(&v, row->text.at, row->text.len);
        break;
    }
    PQclear(pg_ask(s->link, (int)row->kind, PUT[row->kind], v.value, v.n, ROWS_MS, &status, s->why));
    return status;
}

static int check_empty(pg_link *l, tm_why *why)
{
    int status;
    PGresult *found = pg_ask(l, -1, "SELECT EXISTS (SELECT FROM people) OR EXISTS (SELECT FROM tables)", NULL, 0,
                             READ_MS, &status, why);
    const bool empty = status == TM_OK && !pg_number(found, 0, 0);
    PQclear(found);
    return status || empty ? status : tm_why_not(why, TM_EIO, "%s is not empty", l->place);
}

int pg_write_rows(tm_store *store, int (*fill)(void *context, tm_row_sink *sink), void *context, tm_why *why)
{
    postgres_store *s = (postgres_store *)store;
    sink to = {.sink = {.put = put}, .why = why};
    pg_link l;
    int status = pg_connect(&l, s->pool->address, s->pool->place, CONNECT_MS, why);
    if (status) return status;
    to.link = &l;
    /* Nobody else may begin to use it meanwhile. */
    status = pg_run(&l, "BEGIN; LOCK TABLE people, tables IN EXCLUSIVE MODE", COMMIT_MS, why);
    if (status == TM_OK) status = check_empty(&l, why);
    if (status == TM_OK) status = fill(context, &to.sink);
    if (status == TM_OK) status = pg_run(&l, "COMMIT", ROWS_MS, why);
    pg_disconnect(&l);
    return status;
}
