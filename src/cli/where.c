/* Where the database of tables and people is, unless a flag says otherwise. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

/* base/rest in new memory; NULL if out of memory. */
static char *join(const char *base, const char *rest)
{
    const size_t size = strlen(base) + strlen(rest) + 1;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s%s", base, rest);
    return path;
}

int cli_make_folders(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (!made) return cli_fail(_("cannot create the folder %s: %s"), path, strerror(errno));
        *slash = '/';
    }
    return CLI_OK;
}

int cli_find_database(const char *given, bool make, char **out_path)
{
    if (!given) given = getenv("TATAMI_DB");
    const bool named = given && *given;
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char *path;
    if (named)
        path = join(given, "");
    else if (data && data[0] == '/') /* the XDG specification ignores relative paths */
        path = join(data, "/tatami/tatami.db");
    else if (home && home[0] == '/')
        path = join(home, "/.local/share/tatami/tatami.db");
    else
        return cli_fail(_("where is the database? Set HOME or TATAMI_DB, or use --db"));
    if (!path) return cli_fail(_("out of memory"));
    if (make && !named && cli_make_folders(path)) {
        free(path);
        return CLI_FAILED;
    }
    *out_path = path;
    return CLI_OK;
}
