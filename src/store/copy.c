/* A consistent copy of a database that may be in use. It is written under a temporary name, checked, and only then
 * renamed; nothing is ever overwritten. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/sqlite.h"

/* All pages in one step: a single read transaction, which blocks nobody. In several steps, every commit would
 * restart it. */
static int copy_pages(connection *from, connection *to, tm_why *why)
{
    sqlite3_backup *backup = sqlite3_backup_init(to->db, "main", from->db, "main");
    if (!backup) return sqlite_why(to->path, to->db, sqlite3_errcode(to->db), why);
    const int step = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    if (step == SQLITE_DONE) return TM_OK;
    /* A damaged source and a full target both end here. */
    const bool source = (step & 0xff) == SQLITE_CORRUPT || (step & 0xff) == SQLITE_NOTADB;
    return sqlite_why(source ? from->path : to->path, NULL, step, why);
}

/* The copy is as damaged as the original. */
static int check_copy(connection *to, const char *from, tm_why *why)
{
    sqlite3_stmt *stmt = NULL;
    int status = TM_OK;
    int rc = sqlite3_prepare_v2(to->db, "PRAGMA quick_check(1)", -1, &stmt, NULL);
    if (rc == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW) {
        const char *said = (const char *)sqlite3_column_text(stmt, 0);
        if (!said || strcmp(said, "ok") != 0) status = damaged_why(from, sqlite3_errstr(SQLITE_CORRUPT), why);
    }
    const int end = sqlite3_finalize(stmt);
    if (rc == SQLITE_OK) rc = end;
    return status || rc == SQLITE_OK ? status : sqlite_why(from, to->db, rc, why);
}

static int fill(const char *path, const char *part, tm_why *why)
{
    connection from = {0}, to = {0};
    int version;
    int rc = connection_open(&from, path, SQLITE_OPEN_READWRITE);
    int status = rc == SQLITE_OK ? schema_check(&from, INT32_MAX, &version, why) : sqlite_why(path, from.db, rc, why);
    if (status == TM_OK) {
        rc = connection_open(&to, part, SQLITE_OPEN_READWRITE);
        status = rc == SQLITE_OK ? copy_pages(&from, &to, why) : sqlite_why(part, to.db, rc, why);
    }
    if (status == TM_OK) status = check_copy(&to, path, why);
    /* A single file that can be read from a read-only disk; the server sets the mode again when it opens it. */
    if (status == TM_OK && sqlite3_exec(to.db, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL) != SQLITE_OK)
        status = sqlite_why(part, to.db, sqlite3_errcode(to.db), why);
    connection_close(&to);
    connection_close(&from);
    return status;
}

static int exists(const char *to, tm_why *why)
{
    return tm_why_not(why, TM_EIO, "%s already exists and will not be overwritten", to);
}

/* Gives the finished copy its name. Unlike rename, link never replaces a file; but some file systems have no links. */
static int publish(const char *part, const char *to, tm_why *why)
{
    if (link(part, to) == 0) {
        unlink(part);
        return TM_OK;
    }
    if (errno == EEXIST || access(to, F_OK) == 0) return exists(to, why);
    if (rename(part, to) == 0) return TM_OK;
    return tm_why_not(why, TM_EIO, "%s cannot be created: %s", to, strerror(errno));
}

int copy_make(const char *to, int (*write)(void *from, const char *part, tm_why *why), void *from, tm_why *why)
{
    if (access(to, F_OK) == 0) return exists(to, why);
    const size_t size = strlen(to) + sizeof ".XXXXXX";
    char *part = malloc(size);
    if (!part) return sqlite_why(to, NULL, SQLITE_NOMEM, why);
    snprintf(part, size, "%s.XXXXXX", to);
    int status;
    const int fd = mkstemp(part);
    if (fd < 0) {
        status = tm_why_not(why, TM_EIO, "%s cannot be created: %s", to, strerror(errno));
    } else {
        close(fd);
        status = write(from, part, why);
        if (status == TM_OK) status = publish(part, to, why);
        if (status) unlink(part);
    }
    free(part);
    return status;
}

static int write_file(void *from, const char *part, tm_why *why)
{
    return fill(from, part, why);
}

int tm_store_copy_sqlite(const char *path, const char *to, tm_why *why)
{
    if (access(path, F_OK) != 0) return tm_why_not(why, TM_EIO, "%s cannot be opened: %s", path, strerror(errno));
    return copy_make(to, write_file, (void *)path, why);
}
