#include <tatami/screen.h>

#include <stdlib.h>
#include <string.h>

static void add_line(tm_log *log, const char *text, size_t len)
{
    if (log->n == log->room) {
        const int room = log->room ? 2 * log->room : 64;
        char **at = realloc(log->at, (size_t)room * sizeof *at);
        if (!at) return;
        log->at = at;
        log->room = room;
    }
    char *line = strndup(text, len);
    if (line) log->at[log->n++] = line;
}

void tm_log_add(tm_log *log, const char *text)
{
    while (*text) {
        const size_t len = strcspn(text, "\n");
        add_line(log, text, len);
        text += len + (text[len] == '\n');
    }
}

void tm_log_free(tm_log *log)
{
    for (int i = 0; i < log->n; i++) free(log->at[i]);
    free(log->at);
    memset(log, 0, sizeof *log);
}
