#include "cli/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

/* A pipe is not even opened. */
bool cli_may_replace(const char *path, const char *start)
{
    struct stat there;
    if (stat(path, &there) != 0) return errno == ENOENT;
    if (!S_ISREG(there.st_mode)) return false;
    char found[64] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    const size_t n = fread(found, 1, sizeof found - 1, file);
    fclose(file);
    return n == 0 || strncmp(found, start, strlen(start)) == 0;
}

int cli_check_folder(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    const int len = slash ? (int)(slash - path) + 1 : 1;
    snprintf(folder, sizeof folder, "%.*s", len, slash ? path : ".");
    return access(folder, W_OK) == 0 ? CLI_OK : cli_fail("%s: %s", path, strerror(errno));
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

/* 0, or what the operating system says. */
static int replace(const char *path, const char *text, size_t len)
{
    char beside[4200];
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside) return ENAMETOOLONG;
    const int fd = mkstemp(beside);
    int failed = fd < 0;
    if (!failed) {
        failed = write_all(fd, text, len) != 0 || fchmod(fd, 0644) != 0;
        if (close(fd) != 0) failed = 1;
        if (!failed && rename(beside, path) != 0) failed = 1;
    }
    const int error = errno;
    if (failed && fd >= 0) unlink(beside);
    return failed ? error : 0;
}

int cli_replace_file(const char *path, const char *text, size_t len)
{
    const int error = replace(path, text, len);
    return error ? cli_fail("%s: %s", path, strerror(error)) : CLI_OK;
}

int cli_put_file(const char *path, const char *text, size_t len, tm_why *why)
{
    const int error = replace(path, text, len);
    return error ? tm_why_not(why, TM_EIO, "%s: %s", path, strerror(error)) : TM_OK;
}

int cli_write_record(const char *path, const tm_table *table, const tm_tag *tags, int n_tags, tm_why *why)
{
    size_t len;
    if (!cli_may_replace(path, "[Tatami \""))
        return tm_why_not(why, TM_EIO, "%s: this file exists and is not a record, so it was not changed", path);
    char *text = tm_record_write(table, tags, n_tags, TM_EVERYTHING, &len);
    if (!text) return tm_why_not(why, TM_ESPACE, "%s: out of memory", path);
    const int status = cli_put_file(path, text, len, why);
    free(text);
    return status;
}

int cli_save_record(const char *path, const tm_table *table, const tm_tag *tags, int n_tags)
{
    tm_why why;
    tm_why_init(&why, cli_say());
    return cli_write_record(path, table, tags, n_tags, &why) ? cli_fail("%s", why.text.at) : CLI_OK;
}
