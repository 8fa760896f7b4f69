/* Reading. A statement sees what was committed before it began. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"

enum {
    TABLE,
    LOG,
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

/* A table that is due is looked at by the node that has it; if it is not, for this long, another node may. */
#define PATIENCE_MS "10000"

#define ROW "t.id, t.phase, t.listed, t.archived, t.opened_at, t.phase_at, t.visited_at, h.n_entries"
#define TABLES " FROM tables t JOIN heads h ON h.id = t.id"
#define OF_PERSON                                                                                                      \
    TABLES " JOIN parts ON parts.place = t.key WHERE parts.person = (SELECT p.key FROM people p WHERE p.id = "         \
           "$4::bytea)"
#define PHASES " AND ($1::bigint >> t.phase) & 1 = 1"
#define PAGE " LIMIT $2::bigint OFFSET $3::bigint"
#define ANY_PHASE " AND $1::bigint IS NOT NULL" /* lists that ignore the phases take the parameter all the same */
#define SELECT_PERSON "SELECT p.id, p.name, p.bot, p.made_at FROM people p "

static const char *const SQL[N_STATEMENTS] = {
    [TABLE] = "SELECT " ROW ", t.text" TABLES " WHERE t.id = $1::bytea",
    [LOG] = ("SELECT h.n_entries, l.n, l.at, l.sum, l.text FROM heads h"
             " LEFT JOIN log l ON l.place = h.place AND l.n >= $2::bigint WHERE h.id = $1::bytea ORDER BY l.n"),
    [LIST] = ("SELECT " ROW TABLES " WHERE t.listed AND NOT t.archived" PHASES
              " ORDER BY t.visited_at DESC, t.key DESC" PAGE),
    [LIST_OF_PERSON] =
        ("SELECT " ROW OF_PERSON " AND parts.seated" PHASES " ORDER BY t.visited_at DESC, t.key DESC" PAGE),
    [LIST_ENDED] = ("SELECT " ROW ", t.result" OF_PERSON " AND parts.seated AND t.phase = 2" ANY_PHASE
                    " ORDER BY t.phase_at DESC, t.key DESC" PAGE),
    [LIST_TRACES] = "SELECT " ROW OF_PERSON ANY_PHASE " ORDER BY t.key" PAGE,
    [LIST_DUE] = ("SELECT " ROW TABLES " WHERE t.due_at > 0 AND t.due_at <= $4::bigint"
                  " AND (h.node IN ('', $5::bytea) OR t.due_at <= $4::bigint - " PATIENCE_MS ")" ANY_PHASE
                  " ORDER BY t.due_at" PAGE),
    [TOKEN] = (SELECT_PERSON "JOIN tokens k ON k.person = p.key"
                             " WHERE k.hash = $1::bytea AND NOT k.once AND (k.expires = 0 OR k.expires > $2::bigint)"),
    [PERSON] = SELECT_PERSON "WHERE p.id = $1::bytea",
    [FACT] = "SELECT text FROM facts WHERE name = $1::bytea",
    [SUBSCRIPTIONS] = ("SELECT s.hash, s.text FROM subscriptions s JOIN people p ON p.key = s.person"
                       " WHERE p.id = $1::bytea ORDER BY s.key DESC"),
    /* Counting millions would keep the server's loop waiting: beyond this many, the planner's estimate has to do. */
    [COUNT] = ("SELECT p, CASE WHEN n < 20000 THEN n ELSE greatest(n, (SELECT reltuples::bigint FROM pg_class"
               " WHERE oid = 'tables'::regclass)) END FROM (SELECT p, (SELECT count(*) FROM (SELECT FROM tables t"
               " WHERE t.phase = p LIMIT 20000) few) AS n FROM generate_series(0, 2) p) counted"),
};

static pg_value name_value(const char *name)
{
    return (pg_value){name, (int)strnlen(name, TM_ID_MAX + 1)};
}

static pg_value number_value(uint8_t bytes[8], int64_t number)
{
    pg_put64(bytes, number);
    return (pg_value){bytes, 8};
}

/* Reading can be repeated, so a connection that turns out to be broken is replaced while there are others. */
static PGresult *ask(tm_store *store, int which, const pg_value *values, int n, int *out_status, tm_why *why)
{
    postgres_store *s = (postgres_store *)store;
    for (int i = 0;; i++) {
        *out_status = pg_pool_connect(s->pool, &s->reader, why);
        if (*out_status) return NULL;
        const int64_t start = pg_ticks();
        PGresult *result = pg_ask(&s->reader, which, SQL[which], values, n, READ_MS, out_status, why);
        if (*out_status == TM_OK) return result;
        PQclear(result);
        const bool broken = !s->reader.conn || PQstatus(s->reader.conn) != CONNECTION_OK;
        if (!broken || i > SPARES || pg_ticks() - start >= READ_MS) return NULL;
        tm_why_init(why, why->say);
    }
}

static tm_table_row take_row(const PGresult *result, int i)
{
    const int64_t phase = pg_number(result, i, 1);
    tm_table_row row = {
        .phase = phase == TM_WAITING || phase == TM_RUNNING ? (enum tm_phase)phase : TM_OVER,
        .listed = pg_number(result, i, 2) != 0,
        .archived = pg_number(result, i, 3) != 0,
        .opened_at = pg_number(result, i, 4),
        .phase_at = pg_number(result, i, 5),
        .visited_at = pg_number(result, i, 6),
        .n_entries = (uint32_t)pg_number(result, i, 7),
    };
    pg_copy(result, i, 0, row.id, sizeof row.id);
    return row;
}

static int no_table(tm_why *why)
{
    return tm_why_not(why, TM_EUNKNOWN, "there is no such table");
}

/* A NUL-terminated copy, or NULL if out of memory. */
static char *copy_text(const PGresult *result, int row, int column)
{
    const size_t len = (size_t)PQgetlength(result, row, column);
    char *text = calloc(1, len + 1);
    if (text) memcpy(text, PQgetvalue(result, row, column), len);
    return text;
}

int pg_read_table(tm_store *store, const char *id, tm_table_row *out, char **out_text, tm_why *why)
{
    const pg_value value = name_value(id);
    int status;
    char *text = NULL;
    PGresult *found = ask(store, TABLE, &value, 1, &status, why);
    if (status == TM_OK && PQntuples(found) == 0) status = no_table(why);
    if (status == TM_OK && out_text) {
        text = copy_text(found, 0, 8);
        if (!text) status = tm_why_not(why, TM_EIO, "out of memory");
    }
    if (status == TM_OK) *out = take_row(found, 0);
    if (status == TM_OK && out_text) *out_text = text;
    PQclear(found);
    return status;
}

static int broken_log(const postgres_store *s, tm_why *why)
{
    return tm_why_not(why, TM_EIO, "%s is damaged (%s): stop the programs that use it and restore a backup",
                      s->pool->place, tm_tr(why->say, "the log of a table"));
}

static int tell_entries(const postgres_store *s, const char *id, uint32_t from, const PGresult *found,
                        int (*each)(void *context, uint32_t n, const tm_entry *entry), void *context, tm_why *why)
{
    const int64_t n_entries = pg_number(found, 0, 0);
    const int n_rows = PQgetisnull(found, 0, 1) ? 0 : PQntuples(found);
    if (n_rows != (n_entries > from ? n_entries - from : 0)) return broken_log(s, why);
    for (int i = 0; i < n_rows; i++) {
        const int64_t n = pg_number(found, i, 1);
        const tm_entry entry = {.at = pg_number(found, i, 2),
                                .text = {PQgetvalue(found, i, 4), (uint32_t)PQgetlength(found, i, 4)}};
        if (n != (int64_t)from + i || pg_number(found, i, 3) != pg_entry_sum(id, n, entry.text.at, entry.text.len))
            return broken_log(s, why);
        const int status = each(context, (uint32_t)n, &entry);
        if (status) return status;
    }
    return TM_OK;
}

int pg_read_log(tm_store *store, const char *id, uint32_t from,
                int (*each)(void *context, uint32_t n, const tm_entry *entry), void *context, tm_why *why)
{
    uint8_t first[8];
    const pg_value values[] = {name_value(id), number_value(first, from)};
    int status;
    PGresult *found = ask(store, LOG, values, 2, &status, why);
    if (status == TM_OK && PQntuples(found) == 0) status = no_table(why);
    if (status == TM_OK) status = tell_entries((postgres_store *)store, id, from, found, each, context, why);
    PQclear(found);
    return status;
}

int pg_list_tables(tm_store *store, const tm_table_query *query, int (*each)(void *context, const tm_table_row *row),
                   void *context, tm_why *why)
{
    static const int STATEMENTS[] = {
        [TM_LIST_ENDED] = LIST_ENDED, [TM_LIST_TRACES] = LIST_TRACES, [TM_LIST_DUE] = LIST_DUE};
    uint8_t phases[8], most[8], skip[8], due[8];
    const int which = query->kind != TM_LIST_VISITED ? STATEMENTS[query->kind]
                      : query->person[0]             ? LIST_OF_PERSON
                                                     : LIST;
    const pg_value values[] = {number_value(phases, query->phases), number_value(most, query->most),
                               number_value(skip, query->skip),
                               which == LIST_DUE ? number_value(due, query->due) : name_value(query->person),
                               name_value(((postgres_store *)store)->node)};
    int status;
    PGresult *found = ask(store, which, values, which == LIST ? 3 : which == LIST_DUE ? 5 : 4, &status, why);
    for (int i = 0; status == TM_OK && i < PQntuples(found); i++) {
        tm_table_row row = take_row(found, i);
        if (which == LIST_ENDED) row.result = (tm_span){PQgetvalue(found, i, 8), (uint32_t)PQgetlength(found, i, 8)};
        status = each(context, &row);
    }
    PQclear(found);
    return status;
}

int pg_read_fact(tm_store *store, const char *name, char **out, tm_why *why)
{
    const pg_value value = name_value(name);
    int status;
    PGresult *found = ask(store, FACT, &value, 1, &status, why);
    if (status == TM_OK && PQntuples(found) == 0) status = TM_EUNKNOWN;
    char *text = status == TM_OK ? copy_text(found, 0, 0) : NULL;
    if (status == TM_OK && !text) status = tm_why_not(why, TM_EIO, "out of memory");
    if (status == TM_OK) *out = text;
    PQclear(found);
    return status;
}

int pg_list_subscriptions(tm_store *store, const char *person,
                          int (*each)(void *context, const uint8_t *hash, tm_span text), void *context, tm_why *why)
{
    const pg_value value = name_value(person);
    int status;
    PGresult *found = ask(store, SUBSCRIPTIONS, &value, 1, &status, why);
    for (int i = 0; status == TM_OK && i < PQntuples(found); i++)
        if (PQgetlength(found, i, 0) == TM_HASH_BYTES)
            status = each(context, (const uint8_t *)PQgetvalue(found, i, 0),
                          (tm_span){PQgetvalue(found, i, 1), (uint32_t)PQgetlength(found, i, 1)});
    PQclear(found);
    return status;
}

static int find_person(tm_store *store, int which, const pg_value *values, int n, tm_person *out, tm_why *why)
{
    int status;
    PGresult *found = ask(store, which, values, n, &status, why);
    if (status == TM_OK && PQntuples(found) == 0) status = tm_why_not(why, TM_EUNKNOWN, "there is no such person");
    if (status == TM_OK) {
        memset(out, 0, sizeof *out);
        pg_copy(found, 0, 0, out->id, sizeof out->id);
        pg_copy(found, 0, 1, out->name, sizeof out->name);
        out->bot = pg_number(found, 0, 2) != 0;
        out->made_at = pg_number(found, 0, 3);
    }
    PQclear(found);
    return status;
}

int pg_find_token(tm_store *store, const uint8_t *hash, int64_t now, tm_person *out, tm_why *why)
{
    uint8_t at[8];
    const pg_value values[] = {{hash, TM_HASH_BYTES}, number_value(at, now)};
    return find_person(store, TOKEN, values, 2, out, why);
}

int pg_read_person(tm_store *store, const char *id, tm_person *out, tm_why *why)
{
    const pg_value value = name_value(id);
    return find_person(store, PERSON, &value, 1, out, why);
}

int pg_count_tables(tm_store *store, uint32_t out_by_phase[3], tm_why *why)
{
    int status;
    PGresult *found = ask(store, COUNT, NULL, 0, &status, why);
    if (status == TM_OK) memset(out_by_phase, 0, 3 * sizeof *out_by_phase);
    for (int i = 0; status == TM_OK && i < PQntuples(found); i++) {
        const int64_t phase = pg_number(found, i, 0);
        if (phase >= 0 && phase <= TM_OVER) out_by_phase[phase] = (uint32_t)pg_number(found, i, 1);
    }
    PQclear(found);
    return status;
}
