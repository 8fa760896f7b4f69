#include "server/journal.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <tatami/text.h>

static void begin(tm_json *json, journal_level level, const char *what)
{
    static const char *const LEVELS[] = {"info", "warning", "error"};
    char at[32];
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", &utc);
    tm_json_open(json, '{');
    tm_json_key(json, "at");
    tm_json_str(json, at);
    tm_json_key(json, "level");
    tm_json_str(json, LEVELS[level]);
    tm_json_key(json, "what");
    tm_json_str(json, what);
}

/* One write per line, so that lines stay whole. If the log cannot be written, the server goes on. */
static void end(tm_json *json)
{
    tm_json_close(json, '}');
    tm_put_char(json->text, '\n');
    if (write(STDERR_FILENO, json->text->at, json->text->len) < 0) return;
}

void journal(journal_level level, const char *what, const char *detail)
{
    char buffer[1024];
    tm_text text;
    tm_json json = {&text, false};
    tm_text_init(&text, buffer, sizeof buffer);
    begin(&json, level, what);
    if (detail) {
        tm_json_key(&json, "detail");
        tm_json_str(&json, detail);
    }
    end(&json);
}

void journal_number(journal_level level, const char *what, const char *name, int64_t number)
{
    char buffer[512];
    tm_text text;
    tm_json json = {&text, false};
    tm_text_init(&text, buffer, sizeof buffer);
    begin(&json, level, what);
    tm_json_key(&json, name);
    tm_json_int(&json, number);
    end(&json);
}
