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

static int refuse_second(const sqlite_store *s, tm_why *why)
{
    return tm_why_not(why, TM_EIO, "%s is in use by another Tatami server", s->path);
}

/* Only one process may serve a file. SQLite would let several write, but each believes to know what is there. This lock
 * is on a file beside it: it is there before the database is, and where `flock` and SQLite's own locks are the same thing
 * (NFS) it is the only one that works. It goes with the process; the file stays, since removing it could take a lock away
 * from somebody else. */
static int take_lock(sqlite_store *s, tm_why *why)
{
    char *real = realpath(s->path, NULL); /* one lock, by whichever symbolic link it is reached */
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
            status = refuse_second(s, why);
    }
    free(name);
    free(real);
    return status;
}

/* What is stored is nobody else's business: the file is made here, as SQLite would let others read it. A hard link is
 * another name with another lock beside it, so the file itself is locked, too. The descriptor stays open until SQLite has
 * closed its own: closing it earlier would drop SQLite's locks. */
static int touch_file(sqlite_store *s, tm_why *why)
{
    s->file = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->file < 0) return cannot_open(s->path, why);
    return flock(s->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK ? refuse_second(s, why) : TM_OK;
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
    connection_close(&s->writer); /* last, so that it tidies the write-ahead log away */
    if (s->file >= 0) close(s->file);
    if (s->lock >= 0) close(s->lock);
    free(s->path);
    free(s);
}

static int backup(tm_store *store, const char *path, tm_why *why)
{
    return tm_store_copy_sqlite(((sqlite_store *)store)->path, path, why);
}

static int another_reader(tm_store *store, tm_store **out, tm_why *why);

static const tm_store_ops OPS = {
    .close = close_store,
    .n_groups = 1,
    .commit = changes_commit,
    .send = changes_send,
    .take = changes_take,
    .read_table = read_table,
    .read_log = read_log,
    .list_tables = list_tables,
    .find_token = find_token,
    .read_person = read_person,
    .read_fact = read_fact,
    .list_subscriptions = list_subscriptions,
    .count_tables = count_tables,
    .backup = backup,
    .open_reader = another_reader,
    .read_rows = read_rows,
    .write_rows = write_rows,
};

/* With nothing open yet; NULL if out of memory. */
static sqlite_store *new_store(const char *path)
{
    sqlite_store *s = calloc(1, sizeof *s);
    if (!s || !(s->path = strdup(path))) {
        free(s);
        return NULL;
    }
    s->store.ops = &OPS;
    s->lock = s->file = -1;
    return s;
}

static int read_only(const char *path, tm_store **out, tm_why *why)
{
    sqlite_store *s = new_store(path);
    if (!s) return sqlite_why(path, NULL, SQLITE_NOMEM, why);
    const int status = open_reader(s, why);
    if (status)
        close_store(&s->store);
    else
        *out = &s->store;
    return status;
}

static int another_reader(tm_store *store, tm_store **out, tm_why *why)
{
    return read_only(((sqlite_store *)store)->path, out, why);
}

int tm_store_look_sqlite(const char *path, tm_store **out, tm_why *why)
{
    connection c = {0};
    int version = 0;
    if (access(path, F_OK) != 0) return tm_why_not(why, TM_EIO, "%s cannot be opened: %s", path, strerror(errno));
    const int rc = connection_open(&c, path, SQLITE_OPEN_READONLY);
    int status = rc == SQLITE_OK ? schema_check(&c, schema_version, &version, why) : sqlite_why(path, c.db, rc, why);
    connection_close(&c);
    if (status == TM_OK && version < schema_version)
        status = tm_why_not(why, TM_EIO, "%s was written by an older Tatami: start the server once", path);
    return status ? status : read_only(path, out, why);
}

int tm_store_open_sqlite(const char *path, tm_store **out, tm_why *why)
{
    sqlite_store *s = new_store(path);
    if (!s) return sqlite_why(path, NULL, SQLITE_NOMEM, why);
    int status = take_lock(s, why);
    if (status == TM_OK) status = touch_file(s, why);
    if (status == TM_OK) status = open_writer(s, why);
    if (status == TM_OK) status = open_reader(s, why);
    if (status) {
        close_store(&s->store);
        return status;
    }
    *out = &s->store;
    return TM_OK;
}
