#include <tatami/screen.h>

#include <stdlib.h>
#include <string.h>

static void add_line(tm_lines *lines, const char *text, size_t len)
{
    if (lines->n == lines->room) {
        const int room = lines->room ? 2 * lines->room : 64;
        char **at = realloc(lines->at, (size_t)room * sizeof *at);
        if (!at) return;
        lines->at = at;
        lines->room = room;
    }
    char *line = strndup(text, len);
    if (line) lines->at[lines->n++] = line;
}

void tm_lines_add(tm_lines *lines, const char *text)
{
    while (*text) {
        const size_t len = strcspn(text, "\n");
        add_line(lines, text, len);
        text += len + (text[len] == '\n');
    }
}

void tm_lines_free(tm_lines *lines)
{
    for (int i = 0; i < lines->n; i++) free(lines->at[i]);
    free(lines->at);
    memset(lines, 0, sizeof *lines);
}

void tm_source_free(tm_source *source)
{
    if (source) source->free(source);
}
