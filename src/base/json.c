/* Most of what a server does for a decision is to write JSON, nearly all of it short and plain: keys, words, small numbers.
 * So there are two ways to write: a fast one, if it surely fits and needs no escapes, and the general one. */
#include <tatami/text.h>

#include "base/copy.h"

enum { SHORT = 48, ROOM = SHORT + 8 }; /* the longest that goes the fast way; with comma, quotes, colon and the end */

/* Bytes that stand for themselves in a string, a bit each: neither controls nor quotes nor backslashes. */
static bool is_plain(char c)
{
    static const uint64_t PLAIN[4] = {0xfffffffb00000000u, 0x7fffffffefffffffu, 0xffffffffffffffffu,
                                      0xffffffffffffffffu};
    return PLAIN[(uint8_t)c >> 6] >> ((uint8_t)c & 63) & 1;
}

static void separate(tm_json *json)
{
    if (json->comma) tm_put_char(json->text, ',');
    json->comma = true;
}

/* Where to write at once, after a comma if there must be one; NULL if space is short. */
static char *begin(const tm_json *json)
{
    tm_text *text = json->text;
    if (text->size - text->len < ROOM) return NULL;
    char *at = text->at + text->len;
    if (json->comma) *at++ = ',';
    return at;
}

static void end(tm_json *json, char *at, bool comma)
{
    tm_text *text = json->text;
    text->len = (uint32_t)(at - text->at);
    json->comma = comma;
    *at = 0;
}

/* A short plain text in quotes. NULL if it is neither. */
static char *quote(char *at, const char *s)
{
    uint32_t n = 0;
    *at++ = '"';
    for (; n < SHORT && is_plain(s[n]); n++) at[n] = s[n];
    if (s[n]) return NULL;
    at[n] = '"';
    return at + n + 1;
}

void tm_json_open(tm_json *json, char bracket)
{
    char *at = begin(json);
    if (at) {
        *at++ = bracket;
        end(json, at, false);
        return;
    }
    separate(json);
    tm_put_char(json->text, bracket);
    json->comma = false;
}

void tm_json_close(tm_json *json, char bracket)
{
    tm_put_char(json->text, bracket);
    json->comma = true;
}

void tm_json_name(tm_json *json, const char *key, uint32_t len)
{
    char *at = len <= COPY_SHORT ? begin(json) : NULL;
    if (!at) {
        tm_json_span(json, (tm_span){key, len});
        tm_put_char(json->text, ':');
        json->comma = false;
        return;
    }
    *at++ = '"';
    tm_copy_short(at, key, len);
    at[len] = '"';
    at[len + 1] = ':';
    end(json, at + len + 2, false);
}

void(tm_json_key)(tm_json *json, const char *key)
{
    char *at = begin(json);
    if (at) at = quote(at, key);
    if (at) {
        *at++ = ':';
        end(json, at, false);
        return;
    }
    tm_json_span(json, tm_span_of(key));
    tm_put_char(json->text, ':');
    json->comma = false;
}

void tm_json_int(tm_json *json, int64_t value)
{
    char *at = value >= 0 && value < 100 ? begin(json) : NULL;
    if (at) {
        if (value >= 10) *at++ = (char)('0' + value / 10);
        *at++ = (char)('0' + value % 10);
        end(json, at, true);
        return;
    }
    separate(json);
    tm_put_int(json->text, value);
}

/* A word without quotes. */
static void put_word(tm_json *json, const char *word, uint32_t len)
{
    char *at = begin(json);
    if (at) {
        tm_copy_short(at, word, len);
        end(json, at + len, true);
        return;
    }
    separate(json);
    tm_put_mem(json->text, word, len);
}

void tm_json_bool(tm_json *json, bool value)
{
    if (value)
        put_word(json, "true", 4);
    else
        put_word(json, "false", 5);
}

void tm_json_null(tm_json *json)
{
    put_word(json, "null", 4);
}

void tm_json_str(tm_json *json, const char *s)
{
    char *at = begin(json);
    if (at) at = quote(at, s);
    if (at)
        end(json, at, true);
    else
        tm_json_span(json, tm_span_of(s));
}

/* Whether eight bytes are all plain. A byte is below 0x20, or equal to one of the others, if taking that away and one more
 * borrows from its highest bit; a byte that follows such a one may be taken for one too. */
static bool are_plain(const char *s)
{
    const uint64_t ones = 0x0101010101010101u, tops = ones << 7;
    uint64_t x;
    __builtin_memcpy(&x, s, sizeof x);
    const uint64_t quote = x ^ ones * '"', slash = x ^ ones * '\\', delete = x ^ ones * 0x7f;
    const uint64_t found =
        ((x - ones * 0x20) & ~x) | ((quote - ones) & ~quote) | ((slash - ones) & ~slash) | ((delete - ones) & ~delete);
    return !(found & tops);
}

/* The same text, if all of it is plain. Its halves may overlap, and most have fewer than eight bytes. */
static bool copy_plain(char *at, tm_span span)
{
    if (span.len >= 8) {
        tm_copy_short(at, span.at, span.len);
        return are_plain(span.at) && are_plain(span.at + span.len - 8);
    }
    for (uint32_t i = 0; i < span.len; i++) {
        if (!is_plain(span.at[i])) return false;
        at[i] = span.at[i];
    }
    return true;
}

void tm_json_span(tm_json *json, tm_span span)
{
    char *at = span.len <= COPY_SHORT ? begin(json) : NULL;
    if (at && copy_plain(at + 1, span)) {
        at[0] = at[span.len + 1] = '"';
        end(json, at + span.len + 2, true);
        return;
    }
    separate(json);
    tm_put_char(json->text, '"');
    for (uint32_t i = 0, run; i < span.len; i = run) {
        for (run = i; run + 8 <= span.len && are_plain(span.at + run);) run += 8;
        for (; run < span.len && is_plain(span.at[run]);) run++;
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
