/* What we remember about tables from one run to the next: a file with one line per table, the latest first. A line
 * is the server, `/`, the table, a space, and the text. */
#include <stdio.h>
#include <string.h>

#include "cli/join.h"
#include "cli/save.h"

enum { TABLES = 60, FILE_LIMIT = 1 << 16 };

static void write_key(const join *j, tm_text *out)
{
    join_write_server(j, out);
    tm_put_fmt(out, "/%s ", j->table);
}

/* Reads the whole file if it is one of ours; returns its length. */
static size_t read_file(const char *path, char buffer[FILE_LIMIT])
{
    FILE *file = fopen(path, "r");
    *buffer = 0;
    if (!file) return 0;
    const size_t len = fread(buffer, 1, FILE_LIMIT - 1, file);
    fclose(file);
    buffer[len] = 0;
    return strlen(buffer);
}

static bool starts(const char *line, const char *key)
{
    return strncmp(line, key, strlen(key)) == 0;
}

void join_recall(void *context, tm_text *out)
{
    char path[JOIN_PATH], buffer[FILE_LIMIT], key[512];
    tm_text text;
    char *rest = buffer;
    tm_text_init(&text, key, sizeof key);
    write_key(context, &text);
    if (join_settings("shuffles", path) || !read_file(path, buffer)) return;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (starts(line, key)) tm_put_str(out, line + strlen(key));
}

bool join_keep(void *context, const char *line)
{
    char path[JOIN_PATH], before[FILE_LIMIT], after[FILE_LIMIT], key[512];
    tm_text text, out;
    tm_why why;
    char *rest = before;
    int n = 1;
    if (join_settings("shuffles", path)) return false;
    read_file(path, before);
    tm_text_init(&text, key, sizeof key);
    write_key(context, &text);
    tm_text_init(&out, after, sizeof after);
    tm_put_fmt(&out, "%s%s\n", key, line);
    for (char *other; n < TABLES && (other = strsep(&rest, "\n"));) {
        if (!*other || starts(other, key) || out.len + strlen(other) + 2 > sizeof after) continue;
        tm_put_fmt(&out, "%s\n", other);
        n++;
    }
    tm_why_init(&why, cli_say());
    return cli_put_file(path, out.at, out.len, &why) == TM_OK;
}
