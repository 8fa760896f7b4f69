/* A connection with its statements, and what SQLite's errors mean. */
#include <string.h>

#include "base/hash.h"
#include "store/sqlite.h"

int connection_open(connection *c, const char *path, int flags)
{
    memset(c, 0, sizeof *c);
    c->path = path;
    /* Each connection is used by one thread only, so SQLite need not lock it. */
    int rc = sqlite3_open_v2(path, &c->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc == SQLITE_OK) rc = sqlite3_extended_result_codes(c->db, 1);
    if (rc == SQLITE_OK) rc = sqlite3_busy_timeout(c->db, BUSY_MS);
    /* The file may come from anywhere: nothing in it is trusted to be well formed or harmless. */
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(c->db, "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON", NULL, NULL, NULL);
    return rc;
}

int connection_prepare(connection *c, const char *const *sql, int n)
{
    int rc = SQLITE_OK;
    tm_assert(n <= STATEMENTS_MAX);
    for (int i = 0; i < n && rc == SQLITE_OK; i++)
        rc = sqlite3_prepare_v3(c->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &c->statement[i], NULL);
    return rc;
}

void connection_close(connection *c)
{
    for (int i = 0; i < STATEMENTS_MAX; i++) sqlite3_finalize(c->statement[i]);
    sqlite3_close(c->db);
    memset(c, 0, sizeof *c);
}

int sql_run(connection *c, int statement)
{
    sqlite3_step(c->statement[statement]);
    return sqlite3_reset(c->statement[statement]);
}

int sql_row(connection *c, int statement, int64_t *out, int n_columns)
{
    sqlite3_stmt *stmt = c->statement[statement];
    const int step = sqlite3_step(stmt);
    for (int i = 0; step == SQLITE_ROW && i < n_columns; i++) out[i] = sqlite3_column_int64(stmt, i);
    const int rc = sqlite3_reset(stmt);
    return rc == SQLITE_OK ? step : rc;
}

/* Binding fails only for a parameter that the statement does not have. */
void sql_int(connection *c, int statement, int at, int64_t value)
{
    const int rc = sqlite3_bind_int64(c->statement[statement], at, value);
    tm_assert(rc == SQLITE_OK);
}

void sql_name(connection *c, int statement, int at, const char *name, size_t most)
{
    const int rc = sqlite3_bind_text(c->statement[statement], at, name, (int)strnlen(name, most), SQLITE_STATIC);
    tm_assert(rc == SQLITE_OK);
}

void sql_bytes(connection *c, int statement, int at, const void *bytes, size_t n)
{
    const int rc = sqlite3_bind_blob(c->statement[statement], at, n ? bytes : "", (int)n, SQLITE_STATIC);
    tm_assert(rc == SQLITE_OK);
}

int damaged_why(const char *path, const char *what, tm_why *why)
{
    return tm_why_not(why, TM_EIO, "%s is damaged (%s): stop the programs that use it and restore a backup", path,
                      what);
}

int sqlite_why(const char *path, sqlite3 *db, int rc, tm_why *why)
{
    switch (rc & 0xff) {
    case SQLITE_FULL: return tm_why_not(why, TM_EIO, "%s cannot be written: the disk is full", path);
    case SQLITE_READONLY:
    case SQLITE_PERM: return tm_why_not(why, TM_EIO, "%s cannot be written: no permission, or a read-only disk", path);
    case SQLITE_CANTOPEN: return tm_why_not(why, TM_EIO, "%s, or a file beside it, cannot be opened or created", path);
    case SQLITE_CORRUPT: return damaged_why(path, sqlite3_errstr(rc), why);
    case SQLITE_NOTADB:
        return tm_why_not(why, TM_EIO, "%s is not a Tatami database; if it was one, it is damaged: restore a backup",
                          path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return tm_why_not(why, TM_EIO, "%s is in use by another program", path);
    case SQLITE_NOMEM: return tm_why_not(why, TM_EIO, "%s: out of memory", path);
    default:
        return tm_why_not(why, TM_EIO, "%s cannot be read or written: %s", path,
                          db ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
    }
}

int32_t entry_sum(int64_t table, int64_t n, int64_t at, const void *text, size_t len)
{
    uint64_t sum = tm_hash_u64(TM_HASH_START, (uint64_t)table);
    sum = tm_hash_u64(sum, (uint64_t)n);
    sum = tm_hash_u64(sum, (uint64_t)at);
    return (int32_t)(uint32_t)(tm_hash(sum, text, len) >> 32);
}
