/* Any store as a new SQLite file. */
#include <stdio.h>
#include <unistd.h>

#include "store/sqlite.h"

static int write_file(void *from, const char *part, tm_why *why)
{
    tm_store *to;
    tm_store_sums sums;
    char lock[4096];
    int status = tm_store_open_sqlite(part, &to, why);
    if (status == TM_OK) {
        status = tm_store_copy(from, to, &sums, why);
        to->ops->close(to);
    }
    snprintf(lock, sizeof lock, "%s.lock", part);
    unlink(lock);
    return status;
}

int tm_store_save(tm_store *from, const char *to, tm_why *why)
{
    return copy_make(to, write_file, from, why);
}
