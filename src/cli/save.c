#include "cli/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

static const char FIRST[] = "[Tatami \"";

/* Whether it is safe to put a record there: nothing, an empty file, or a record. A pipe is not even opened. */
static bool may_replace(const char *path)
{
    struct stat there;
    if (stat(path, &there) != 0) return errno == ENOENT;
    if (!S_ISREG(there.st_mode)) return false;
    char start[sizeof FIRST] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    const size_t n = fread(start, 1, sizeof FIRST - 1, file);
    fclose(file);
    return n == 0 || memcmp(start, FIRST, sizeof FIRST - 1) == 0;
}

static int write_all(int fd, const char *text, size_t len)
{
    while (len) {
        const ssize_t n = write(fd, text, len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return -1;
        text += n;
        len -= (size_t)n;
    }
    return fsync(fd);
}

int cli_save_record(const char *path, const tm_table *table, const tm_tag *tags, int n_tags)
{
    char beside[4200];
    size_t len;
    if (!may_replace(path)) return cli_fail(_("%s: exists and is not a record, so it was left alone"), path);
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside)
        return cli_fail("%s: %s", path, strerror(ENAMETOOLONG));
    char *text = tm_record_write(table, tags, n_tags, TM_EVERYTHING, &len);
    if (!text) return cli_fail(_("%s: out of memory"), path);
    const int fd = mkstemp(beside);
    int failed = fd < 0;
    if (!failed) {
        failed = write_all(fd, text, len) != 0 || fchmod(fd, 0644) != 0;
        if (close(fd) != 0) failed = 1;
        if (!failed && rename(beside, path) != 0) failed = 1;
    }
    const int error = errno;
    free(text);
    if (!failed) return CLI_OK;
    if (fd >= 0) unlink(beside);
    return cli_fail("%s: %s", path, strerror(error));
}
