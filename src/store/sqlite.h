/* SQLite behind the store: what its files share.
 *
 * The log is one list for all tables, in commit order: entries are appended to the end of the file, and each points
 * back to the previous entry of its table. `heads` has the last one. So a group of changes to random tables touches
 * only a few pages; a list ordered by table would touch, and write, one page per entry. A table's log is read
 * backwards from its end.
 *
 * There are two connections: `writer` for committing, `reader` for reading; each has its own statements, prepared
 * once. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>
#include <tatami/store.h>

enum { BUSY_MS = 5000, STATEMENTS_MAX = 48 };

typedef struct connection {
    sqlite3 *db;
    const char *path; /* the store's */
    sqlite3_stmt *statement[STATEMENTS_MAX];
} connection;

typedef struct sqlite_store {
    tm_store store; /* must come first: a tm_store * is a sqlite_store * */
    char *path;
    int lock; /* of PATH.lock, as long as the store is open */
    int file; /* the database itself, locked likewise */
    connection writer, reader;
    tm_change *sent; /* the group that is to be taken */
    int n_sent;
} sqlite_store;

/* connection.c. These functions return SQLite's codes. */
int connection_open(connection *c, const char *path, int flags);
int connection_prepare(connection *c, const char *const *sql, int n);
void connection_close(connection *c);
int sql_run(connection *c, int statement);                              /* runs to the end; SQLITE_OK, or an error */
int sql_row(connection *c, int statement, int64_t *out, int n_columns); /* binds whole numbers; SQLITE_ROW, _DONE, or an
                                                                    * error */
void sql_int(connection *c, int statement, int at, int64_t value);      /* binds; so do these */
void sql_name(connection *c, int statement, int at, const char *name, size_t most);
void sql_bytes(connection *c, int statement, int at, const void *bytes, size_t n); /* must stay valid until it has
                                                                                    * run */
/* What SQLite's code means to an administrator: TM_EIO and a reason. `db` may be NULL. */
int sqlite_why(const char *path, sqlite3 *db, int rc, tm_why *why);
int damaged_why(const char *path, const char *what, tm_why *why);
/* The checksum of an entry, stored with it: SQLite would not notice changed bytes in a page. */
int32_t entry_sum(int64_t table, int64_t n, int64_t at, const void *text, size_t len);

/* schema.c */
enum { TATAMI_APPLICATION = 0x5441544d }; /* "TATM", in the file's header */
extern const char *const schema_steps[];  /* steps[i] leads from version i to i + 1 */
extern const int schema_version;
/* Is it ours, and not too new? *out_version is 0 for an empty file. Changes nothing. */
int schema_check(connection *c, int newest, int *out_version, tm_why *why);
/* Upgrades it, all or nothing. */
int schema_upgrade(connection *c, const char *const *steps, int newest, tm_why *why);

/* change.c and read.c: the statements and what uses them. */
int changes_prepare(sqlite_store *s);
int changes_commit(tm_store *store, tm_change *changes, int n_changes, tm_why *why);
/* Nothing is gained by sending a group to a file ahead of time: it is written when it is taken. */
void changes_send(tm_store *store, tm_change *changes, int n_changes);
int changes_take(tm_store *store, int wake, tm_why *why);
int reads_prepare(sqlite_store *s);
int read_table(tm_store *store, const char *id, tm_table_row *out, char **out_text, tm_why *why);
int read_log(tm_store *store, const char *id, uint32_t from,
             int (*each)(void *context, uint32_t n, const tm_entry *entry), void *context, tm_why *why);
int list_tables(tm_store *store, const tm_table_query *query, int (*each)(void *context, const tm_table_row *row),
                void *context, tm_why *why);
int find_token(tm_store *store, const uint8_t *hash, int64_t now, tm_person *out, tm_why *why);
int read_person(tm_store *store, const char *id, tm_person *out, tm_why *why);
int read_fact(tm_store *store, const char *name, char **out, tm_why *why);
int list_subscriptions(tm_store *store, const char *person,
                       int (*each)(void *context, const uint8_t *hash, tm_span text), void *context, tm_why *why);
int count_tables(tm_store *store, uint32_t out_by_phase[3], tm_why *why);

/* copy.c: a new file, written under a temporary name by `write`, which gets `from`. */
int copy_make(const char *to, int (*write)(void *from, const char *part, tm_why *why), void *from, tm_why *why);

/* rows.c */
int read_rows(tm_store *store, int (*each)(void *context, const tm_row *row), void *context, tm_why *why);
int write_rows(tm_store *store, int (*fill)(void *context, tm_row_sink *sink), void *context, tm_why *why);

#endif
