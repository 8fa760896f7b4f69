#include <tatami/text.h>

static void separate(tm_json *json)
{
    if (json->comma) tm_put_char(json->text, ',');
    json->comma = true;
}

void tm_json_open(tm_json *json, char bracket)
{
    separate(json);
    tm_put_char(json->text, bracket);
    json->comma = false;
}

void tm_json_close(tm_json *json, char bracket)
{
    tm_put_char(json->text, bracket);
    json->comma = true;
}

void tm_json_key(tm_json *json, const char *key)
{
    tm_json_str(json, key);
    tm_put_char(json->text, ':');
    json->comma = false;
}

void tm_json_int(tm_json *json, int64_t value)
{
    separate(json);
    tm_put_int(json->text, value);
}

void tm_json_bool(tm_json *json, bool value)
{
    separate(json);
    tm_put_str(json->text, value ? "true" : "false");
}

void tm_json_null(tm_json *json)
{
    separate(json);
    tm_put_str(json->text, "null");
}

void tm_json_str(tm_json *json, const char *s)
{
    tm_json_span(json, tm_span_of(s));
}

/* Nearly everything is: runs of it are copied at once, as most of what a server does for a decision is to write JSON. */
static bool is_plain(char c)
{
    return (uint8_t)c >= 0x20 && c != '"' && c != '\\' && c != 0x7f;
}

void tm_json_span(tm_json *json, tm_span span)
{
    separate(json);
    tm_put_char(json->text, '"');
    for (uint32_t i = 0, run; i < span.len; i = run) {
        for (run = i; run < span.len && is_plain(span.at[run]);) run++;
        tm_put_mem(json->text, span.at + i, run - i);
        if (run == span.len) break;
        const char c = span.at[run++];
        if (c == '"' || c == '\\') {
            tm_put_char(json->text, '\\');
            tm_put_char(json->text, c);
        } else {
            tm_put_str(json->text, "\\u00");
            tm_put_hex(json->text, (uint8_t)c, 2);
        }
    }
    tm_put_char(json->text, '"');
}
