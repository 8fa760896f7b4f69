/* Opening and closing the store. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/sqlite.h"

/* Every commit is on disk when it returns (synchronous). The write-ahead log is copied into the file when it has
 * this many pages. It gets longer while somebody is reading, and is truncated afterwards. */
static const char DURABLE[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=2000;"
                              " PRAGMA journal_size_limit=67108864; PRAGMA cache_size=-16384";

static int cannot_open(const char *path, tm_why *why)
{
    return tm_why_not(why, TM_EIO, "%s cannot be opened: %s", path, strerror(errno));
}

/* Only one process may serve a file. SQLite would let several write, but each server relies on knowing what is
 * stored. The lock is on a separate file, because closing another descriptor of the database itself would drop
 * SQLite's locks. It ends with the process; the file stays, because deleting it could take the lock away from
 * another process. */
static int take_lock(sqlite_store *s, tm_why *why)
{
    char *real = realpath(s->path, NULL); /* the same lock, whichever link leads to it */
    const char *path = real ? real : s->path;
    const size_t size = strlen(path) + sizeof ".lock";
    char *name = malloc(size);
    int status = TM_OK;
    if (!name) {
        status = sqlite_why(s->path, NULL, SQLITE_NOMEM, why);
    } else {
        snprintf(name, size, "%s.lock", path);
        s->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (s->lock < 0)
            status = cannot_open(name, why);
        else if (flock(s->lock, LOCK_EX | LOCK_NB) != 0)
            status = tm_why_not(why, TM_EIO, "%s is in use by another Tatami server", s->path);
    }
    free(name);
    free(real);
    return status;
}

/* Only the owner may read the database: we create the file, because SQLite would let others read it. */
static int touch_file(const char *path, tm_why *why)
{
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return cannot_open(path, why);
    close(fd);
    return TM_OK;
}

static int open_writer(sqlite_store *s, tm_why *why)
{
    connection *c = &s->writer;
    int version;
    int rc = connection_open(c, s->path, SQLITE_OPEN_READWRITE);
    if (rc != SQLITE_OK) return sqlite_why(s->path, c->db, rc, why);
    int status = schema_check(c, schema_version, &version, why); /* before changing anything in another program's
                                                                  * file */
    if (status) return status;
    rc = sqlite3_exec(c->db, DURABLE, NULL, NULL, NULL);
    if (rc != SQLITE_OK) return sqlite_why(s->path, c->db, rc, why);
    status = schema_upgrade(c, schema_steps, schema_version, why);
    if (status) return status;
    rc = changes_prepare(s);
    return rc == SQLITE_OK ? TM_OK : sqlite_why(s->path, c->db, rc, why);
}

static int open_reader(sqlite_store *s, tm_why *why)
{
    int rc = connection_open(&s->reader, s->path, SQLITE_OPEN_READONLY);
    if (rc == SQLITE_OK) rc = reads_prepare(s);
    return rc == SQLITE_OK ? TM_OK : sqlite_why(s->path, s->reader.db, rc, why);
}

static void close_store(tm_store *store)
{
    sqlite_store *s = (sqlite_store *)store;
    connection_close(&s->reader);
    connection_close(&s->writer); /* last, so that it removes the write-ahead log */
    if (s->lock >= 0) close(s->lock);
    free(s->path);
    free(s);
}

static int backup(tm_store *store, const char *path, tm_why *why)
{
    return tm_store_copy_sqlite(((sqlite_store *)store)->path, path, why);
}

static const tm_store_ops OPS = {
    .close = close_store,
    .commit = changes_commit,
    .read_table = read_table,
    .read_log = read_log,
    .list_tables = list_tables,
    .find_token = find_token,
    .read_person = read_person,
    .count_tables = count_tables,
    .backup = backup,
};

int tm_store_open_sqlite(const char *path, tm_store **out, tm_why *why)
{
    sqlite_store *s = calloc(1, sizeof *s);
    if (!s || !(s->path = strdup(path))) {
        free(s);
        return sqlite_why(path, NULL, SQLITE_NOMEM, why);
    }
    s->store.ops = &OPS;
    s->lock = -1;
    int status = take_lock(s, why);
    if (status == TM_OK) status = touch_file(path, why);
    if (status == TM_OK) status = open_writer(s, why);
    if (status == TM_OK) status = open_reader(s, why);
    if (status) {
        close_store(&s->store);
        return status;
    }
    *out = &s->store;
    return TM_OK;
}
