/* The tables in the file, and how an older file becomes a new one. The file's header names the program
 * (application_id) and the version (user_version). To change the schema, add a step at the end of the list; never
 * change a step that was released. */
#include "store/sqlite.h"

/* `phase` is one of tm_phase; times are milliseconds; `table` is an SQL keyword, hence `place`. */
static const char VERSION_1[] = "CREATE TABLE tables ("
                                "  key INTEGER PRIMARY KEY,"
                                "  id TEXT NOT NULL UNIQUE,"
                                "  phase INTEGER NOT NULL,"
                                "  phase_at INTEGER NOT NULL,"
                                "  listed INTEGER NOT NULL,"
                                "  archived INTEGER NOT NULL,"
                                "  started INTEGER NOT NULL," /* has ever been in a phase other than waiting */
                                "  opened_at INTEGER NOT NULL,"
                                "  visited_at INTEGER NOT NULL,"
                                "  text BLOB NOT NULL"
                                ") STRICT;"
                                "CREATE INDEX tables_to_list ON tables (visited_at) WHERE listed = 1 AND archived = 0;"
                                "CREATE INDEX tables_to_archive ON tables (visited_at) WHERE archived = 0;"
                                "CREATE INDEX tables_to_delete ON tables (visited_at) WHERE started = 0;"
                                "CREATE INDEX tables_by_phase ON tables (phase);"
                                /* Separate from the rest because it changes with every entry: many fit on one page. */
                                "CREATE TABLE heads ("
                                "  place INTEGER PRIMARY KEY,"
                                "  n_entries INTEGER NOT NULL,"
                                "  last INTEGER NOT NULL" /* in log; 0: the log is empty */
                                ") STRICT;"
                                "CREATE TABLE log ("
                                "  key INTEGER PRIMARY KEY,"
                                "  place INTEGER NOT NULL,"
                                "  n INTEGER NOT NULL,"      /* from 0 */
                                "  before INTEGER NOT NULL," /* the entry n - 1 of the same table; 0: there is none */
                                "  at INTEGER NOT NULL,"
                                "  sum INTEGER NOT NULL,"
                                "  text BLOB NOT NULL"
                                ") STRICT;"
                                "CREATE TABLE people ("
                                "  key INTEGER PRIMARY KEY,"
                                "  id TEXT NOT NULL UNIQUE,"
                                "  name TEXT NOT NULL,"
                                "  bot INTEGER NOT NULL,"
                                "  made_at INTEGER NOT NULL"
                                ") STRICT;"
                                "CREATE TABLE parts ("
                                "  person INTEGER NOT NULL,"
                                "  place INTEGER NOT NULL,"
                                "  PRIMARY KEY (person, place)"
                                ") STRICT, WITHOUT ROWID;"
                                "CREATE INDEX parts_by_place ON parts (place);"
                                "CREATE TABLE tokens ("
                                "  hash BLOB PRIMARY KEY,"
                                "  person INTEGER NOT NULL,"
                                "  expires INTEGER NOT NULL," /* 0: never */
                                "  once INTEGER NOT NULL"
                                ") STRICT, WITHOUT ROWID;"
                                "CREATE INDEX tokens_by_person ON tokens (person);"
                                "CREATE INDEX tokens_to_forget ON tokens (expires) WHERE expires > 0;";

/* `result` is what the program says about the end of a table; NULL for those that ended before there was one. A part with
 * `seated` 0 is somebody whose words or name are in the log, though the table is none of theirs. A subscription belongs
 * to a token, so that it goes with the device. */
static const char VERSION_2[] = "ALTER TABLE tables ADD COLUMN result BLOB;"
                                "ALTER TABLE tables ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;"
                                "CREATE INDEX tables_due ON tables (due_at) WHERE due_at > 0;"
                                "ALTER TABLE parts ADD COLUMN seated INTEGER NOT NULL DEFAULT 1;"
                                "CREATE TABLE facts ("
                                "  name TEXT PRIMARY KEY,"
                                "  text BLOB NOT NULL"
                                ") STRICT, WITHOUT ROWID;"
                                "CREATE TABLE subscriptions ("
                                "  key INTEGER PRIMARY KEY AUTOINCREMENT," /* in the order they were made */
                                "  hash BLOB NOT NULL UNIQUE,"
                                "  person INTEGER NOT NULL,"
                                "  token BLOB NOT NULL,"
                                "  made_at INTEGER NOT NULL,"
                                "  text BLOB NOT NULL"
                                ") STRICT;"
                                "CREATE INDEX subscriptions_by_person ON subscriptions (person, key);";

const char *const schema_steps[] = {VERSION_1, VERSION_2};
const int schema_version = sizeof schema_steps / sizeof *schema_steps;

static int pragma(sqlite3 *db, const char *sql, int *out)
{
    sqlite3_stmt *stmt = NULL;
    int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
    if (rc == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW) *out = sqlite3_column_int(stmt, 0);
    const int end = sqlite3_finalize(stmt);
    return rc == SQLITE_OK ? end : rc;
}

int schema_check(connection *c, int newest, int *out_version, tm_why *why)
{
    int application = 0, version = 0, n_tables = 0;
    int rc = pragma(c->db, "PRAGMA application_id", &application);
    if (rc == SQLITE_OK) rc = pragma(c->db, "PRAGMA user_version", &version);
    if (rc == SQLITE_OK) rc = pragma(c->db, "SELECT count(*) FROM sqlite_schema", &n_tables);
    if (rc != SQLITE_OK) return sqlite_why(c->path, c->db, rc, why);
    const bool empty = application == 0 && version == 0 && n_tables == 0;
    if (application != TATAMI_APPLICATION && !empty)
        return tm_why_not(why, TM_EIO, "%s is the database of another program", c->path);
    if (version < 0 || version > newest)
        return tm_why_not(why, TM_EIO,
                          "%s was written by a newer Tatami: its version is %d, this program supports up to %d",
                          c->path, version, newest);
    *out_version = version;
    return TM_OK;
}

static int step_by_step(sqlite3 *db, const char *const *steps, int version, int newest)
{
    char stamp[100];
    int rc = SQLITE_OK;
    for (; version < newest && rc == SQLITE_OK; version++) rc = sqlite3_exec(db, steps[version], NULL, NULL, NULL);
    sqlite3_snprintf(sizeof stamp, stamp, "PRAGMA application_id=%d; PRAGMA user_version=%d", TATAMI_APPLICATION,
                     newest);
    return rc == SQLITE_OK ? sqlite3_exec(db, stamp, NULL, NULL, NULL) : rc;
}

int schema_upgrade(connection *c, const char *const *steps, int newest, tm_why *why)
{
    int version = 0;
    int rc = sqlite3_exec(c->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (rc != SQLITE_OK) return sqlite_why(c->path, c->db, rc, why);
    int status = schema_check(c, newest, &version, why);
    if (status == TM_OK && version < newest) {
        rc = step_by_step(c->db, steps, version, newest);
        if (rc == SQLITE_OK) rc = sqlite3_exec(c->db, "COMMIT", NULL, NULL, NULL);
        if (rc != SQLITE_OK) status = sqlite_why(c->path, c->db, rc, why);
    }
    if (!sqlite3_get_autocommit(c->db)) sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
