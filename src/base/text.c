#include <tatami/text.h>

#include "base/copy.h"

void tm_text_init(tm_text *text, char *at, uint32_t size)
{
    tm_assert(size > 0);
    text->at = at;
    text->size = size;
    text->len = 0;
    text->cut = false;
    at[0] = 0;
}

void tm_put_mem(tm_text *text, const char *s, uint32_t len)
{
    char *const to = text->at + text->len;
    const uint32_t before = text->len, room = text->size - 1 - before;
    if (len > room) {
        text->cut = true;
        for (len = room; len > 0 && ((uint8_t)s[len] & 0xc0) == 0x80;) len--; /* no half characters */
    }
    if (len <= COPY_SHORT)
        tm_copy_short(to, s, len);
    else
        __builtin_memcpy(to, s, len);
    to[len] = 0;
    text->len = before + len;
}

void tm_put_char(tm_text *text, char c)
{
    const uint32_t len = text->len;
    if (len + 1 < text->size) {
        char *const to = text->at + len;
        text->len = len + 1;
        to[0] = c;
        to[1] = 0;
    } else {
        text->cut = true;
    }
}

void tm_put_str(tm_text *text, const char *s)
{
    const tm_span span = tm_span_of(s);
    tm_put_mem(text, span.at, span.len);
}

void tm_put_int(tm_text *text, int64_t value)
{
    char digits[20];
    uint32_t from = sizeof digits;
    uint64_t v = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    for (; v >= 100; v /= 100) { /* two at a time: half as many divisions */
        const uint32_t two = (uint32_t)(v % 100);
        digits[--from] = (char)('0' + two % 10);
        digits[--from] = (char)('0' + two / 10);
    }
    if (v >= 10) digits[--from] = (char)('0' + v % 10);
    digits[--from] = (char)('0' + (v >= 10 ? v / 10 : v));
    if (value < 0) digits[--from] = '-';
    tm_put_mem(text, digits + from, (uint32_t)sizeof digits - from);
}

void tm_put_hex(tm_text *text, uint64_t value, int digits)
{
    while (digits--) tm_put_char(text, "0123456789abcdef"[value >> (4 * digits) & 15]);
}

uint32_t tm_utf8_length(const char *at, uint32_t len)
{
    const uint8_t *s = (const uint8_t *)at;
    uint32_t n, code;
    if (len == 0) return 0;
    if (s[0] < 0x80) return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    if (s[0] < 0xe0) {
        n = 2;
        code = s[0] & 0x1fu;
    } else if (s[0] < 0xf0) {
        n = 3;
        code = s[0] & 0x0fu;
    } else {
        n = 4;
        code = s[0] & 0x07u;
    }
    if (len < n) return 0;
    for (uint32_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (s[i] & 0x3fu);
    }
    if ((n == 3 && code < 0x800) || (code >= 0xd800 && code < 0xe000)) return 0;
    if (n == 4 && (code < 0x10000 || code > 0x10ffff)) return 0;
    return n;
}

uint32_t tm_utf8_take(tm_span *rest)
{
    static const uint8_t LEAD[] = {0, 0x7f, 0x1f, 0x0f, 0x07}; /* the bits of the first byte, by length */
    const uint32_t len = tm_utf8_length(rest->at, rest->len);
    uint32_t code = len ? (uint8_t)rest->at[0] & LEAD[len] : '?';
    for (uint32_t i = 1; i < len; i++) code = code << 6 | ((uint8_t)rest->at[i] & 0x3fu);
    rest->at += len ? len : 1;
    rest->len -= len ? len : 1;
    return code;
}

/* A character of three bytes that cannot be seen or turns writing around: U+200B … 200F, 2028 … 202E, 2060 … 206F, FEFF. */
static bool is_hidden(const char *s)
{
    const uint8_t a = (uint8_t)s[0], b = (uint8_t)s[1], c = (uint8_t)s[2];
    if (a == 0xef) return b == 0xbb && c == 0xbf;
    if (a != 0xe2) return false;
    return b == 0x80 ? (c >= 0x8b && c <= 0x8f) || (c >= 0xa8 && c <= 0xae) : b == 0x81 && c >= 0xa0 && c <= 0xaf;
}

void tm_put_quoted(tm_text *text, const char *s, uint32_t len, uint32_t most)
{
    const uint32_t shown = len < most ? len : most;
    for (uint32_t i = 0; i < shown;) {
        const uint8_t c = (uint8_t)s[i];
        const uint32_t wide = tm_utf8_length(s + i, len - i);
        const bool command = c == 0xc2 && wide == 2 && (uint8_t)s[i + 1] < 0xa0; /* C1 controls, to a terminal */
        if (wide > 1 && !command && !(wide == 3 && is_hidden(s + i))) {
            tm_put_mem(text, s + i, wide);
            i += wide;
            continue;
        }
        if (c >= 0x20 && c < 0x7f)
            tm_put_char(text, (char)c);
        else {
            tm_put_str(text, "\\x");
            tm_put_hex(text, c, 2);
        }
        i++;
    }
    if (len > most) tm_put_str(text, "…");
}

void tm_put_pad(tm_text *text, uint32_t column)
{
    uint32_t at = 0;
    for (uint32_t i = text->len; i > 0 && text->at[i - 1] != '\n'; i--)
        if (((uint8_t)text->at[i - 1] & 0xc0) != 0x80) at++;
    while (at++ < column) tm_put_char(text, ' ');
}

tm_span tm_span_of(const char *s)
{
    tm_span span = {s, 0};
    while (s[span.len]) span.len++;
    return span;
}

int tm_span_compare(tm_span a, tm_span b)
{
    const uint32_t n = a.len < b.len ? a.len : b.len;
    const int c = n ? __builtin_memcmp(a.at, b.at, n) : 0;
    return c ? c : (a.len > b.len) - (a.len < b.len);
}

bool tm_span_is(tm_span span, const char *s)
{
    return tm_span_compare(span, tm_span_of(s)) == 0;
}

int tm_span_int(tm_span span, int32_t min, int32_t max, int32_t *out)
{
    const bool below = span.len && span.at[0] == '-';
    const uint32_t start = below ? 1 : 0;
    if (span.len == start) return TM_ESYNTAX;
    if (span.at[start] == '0' && (below || span.len > 1)) return TM_ESYNTAX;
    int64_t value = 0;
    for (uint32_t i = start; i < span.len; i++) {
        if (span.at[i] < '0' || span.at[i] > '9') return TM_ESYNTAX;
        if (value < (int64_t)1 << 40) value = value * 10 + (span.at[i] - '0');
    }
    if (below) value = -value;
    if (value < min || value > max) return TM_ERANGE;
    *out = (int32_t)value;
    return TM_OK;
}

bool tm_span_word(tm_span *rest, tm_span *out_word)
{
    if (!rest->at) return false;
    uint32_t n = 0;
    while (n < rest->len && rest->at[n] != ' ') n++;
    out_word->at = rest->at;
    out_word->len = n;
    if (n == rest->len) {
        rest->at = NULL;
        rest->len = 0;
    } else {
        rest->at += n + 1;
        rest->len -= n + 1;
    }
    return true;
}

int tm_span_words(tm_span span, tm_span *out_words, int most)
{
    int n = 0;
    tm_span word;
    while (tm_span_word(&span, &word)) {
        if (n == most || word.len == 0) return TM_ESYNTAX;
        out_words[n++] = word;
    }
    return n;
}
