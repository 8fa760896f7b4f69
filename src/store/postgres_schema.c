/* Whose database it is, and how an older schema becomes a new one. To change the schema, add a step at the end of the list;
 * never change a step that was released. Nodes are upgraded one after the other, so the previous version must be able to
 * work with the new schema: columns are added, and a function that changes gets a new name. */
#include <stdio.h>
#include <string.h>

#include "store/postgres.h"

extern const char postgres_1_sql[], postgres_2_sql[];

const char *const pg_schema_steps[] = {postgres_1_sql, postgres_2_sql};
const int pg_schema_version = sizeof pg_schema_steps / sizeof *pg_schema_steps;

/* Only one node at a time may look at the version and upgrade. The number is "TATM". */
static const char BEGIN[] = "BEGIN; SELECT pg_advisory_xact_lock(1413563469)";
static const char OURS[] =
    "SELECT n.oid IS NOT NULL, to_regclass(quote_ident(n.nspname) || '.tatami') IS NOT NULL,"
    " (SELECT count(*) FROM pg_class c WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f'))"
    " FROM (SELECT 1) one LEFT JOIN pg_namespace n ON n.nspname = current_schema()";
static const char VERSION[] = "SELECT version FROM tatami WHERE program = 'tatami'";
static const char RIGHTS[] =
    "SELECT bool_and(has_table_privilege(t, p)) AND has_function_privilege('tatami_group'::regproc::oid, 'EXECUTE')"
    " FROM unnest(ARRAY['tables', 'heads', 'log', 'people', 'parts', 'tokens', 'facts', 'subscriptions', 'budgets']) t,"
    " unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p";

static int another_program(const pg_link *l, tm_why *why)
{
    return tm_why_not(why, TM_EIO, "%s is the database of another program", l->place);
}

/* The version, 0 for an empty database. */
static int find_version(pg_link *l, int newest, int *out, tm_why *why)
{
    int status;
    PGresult *found = pg_ask(l, -1, OURS, NULL, 0, CONNECT_MS, &status, why);
    const bool has_schema = !status && pg_number(found, 0, 0), ours = !status && pg_number(found, 0, 1);
    const int64_t n_tables = status ? 0 : pg_number(found, 0, 2);
    PQclear(found);
    if (status) return status;
    *out = 0;
    if (!has_schema)
        return tm_why_not(why, TM_EIO, "%s: this user of the database has no schema to create tables in", l->place);
    if (!ours) return n_tables ? another_program(l, why) : TM_OK;
    found = pg_ask(l, -1, VERSION, NULL, 0, CONNECT_MS, &status, why);
    const char *state = status && found ? PQresultErrorField(found, PG_DIAG_SQLSTATE) : NULL;
    const bool other = (state && strcmp(state, "42703") == 0) || (!status && PQntuples(found) != 1);
    if (!status && !other) *out = (int)pg_number(found, 0, 0);
    PQclear(found);
    if (other) {
        tm_why_init(why, why->say);
        return another_program(l, why);
    }
    if (status || (*out >= 0 && *out <= newest)) return status;
    return tm_why_not(why, TM_EIO,
                      "%s was written by a newer Tatami: its version is %d, this program supports up to %d", l->place,
                      *out, newest);
}

int pg_schema_upgrade(pg_link *l, const char *const *steps, int newest, tm_why *why)
{
    char stamp[100];
    tm_why ignored;
    int version = 0;
    int status = pg_run(l, BEGIN, COMMIT_MS, why);
    if (status == TM_OK) status = find_version(l, newest, &version, why);
    const bool old = version < newest;
    for (; status == TM_OK && version < newest; version++) status = pg_run(l, steps[version], 600 * 1000, why);
    snprintf(stamp, sizeof stamp, "UPDATE tatami SET version = %d", newest);
    if (status == TM_OK && old) status = pg_run(l, stamp, COMMIT_MS, why);
    if (status == TM_OK) status = pg_run(l, "COMMIT", COMMIT_MS, why);
    tm_why_init(&ignored, NULL);
    if (status && l->conn) pg_run(l, "ROLLBACK", COMMIT_MS, &ignored);
    return status;
}

int pg_schema_rights(pg_link *l, tm_why *why)
{
    int status;
    PGresult *found = pg_ask(l, -1, RIGHTS, NULL, 0, CONNECT_MS, &status, why);
    const bool may = !status && pg_number(found, 0, 0);
    PQclear(found);
    if (status || may) return status;
    return tm_why_not(
        why, TM_EIO,
        "%s: this user of the database may not read and write all its tables: it lacks rights, or was not "
        "the one who created them",
        l->place);
}
