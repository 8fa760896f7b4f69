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

void tm_json_span(tm_json *json, tm_span span)
{
    separate(json);
    tm_put_char(json->text, '"');
    for (uint32_t i = 0; i < span.len; i++) {
        const char c = span.at[i];
        if (c == '"' || c == '\\') tm_put_char(json->text, '\\');
        if ((uint8_t)c < 0x20 || c == 0x7f) {
            tm_put_str(json->text, "\\u00");
            tm_put_hex(json->text, (uint8_t)c, 2);
        } else {
            tm_put_char(json->text, c);
        }
    }
    tm_put_char(json->text, '"');
}
