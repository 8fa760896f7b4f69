/* Text in the caller's memory, without a library: buffers, a small printf, words, JSON, and texts for people.
 *
 * A tm_text never overflows: what does not fit is dropped and sets `cut`. It always ends with a NUL. */
#ifndef TATAMI_TEXT_H
#define TATAMI_TEXT_H

#include <tatami/base.h>

TM_HEADER_BEGIN

typedef struct tm_text {
    char *at;
    uint32_t size; /* bytes at `at`, including the NUL; at least 1 */
    uint32_t len;
    bool cut;
} tm_text;

void tm_text_init(tm_text *text, char *at, uint32_t size);
void tm_put_char(tm_text *text, char c);
void tm_put_str(tm_text *text, const char *s);
void tm_put_mem(tm_text *text, const char *s, uint32_t len);
void tm_put_int(tm_text *text, int64_t value);
void tm_put_hex(tm_text *text, uint64_t value, int digits);
/* %s %d %u %c %%, and %1$s … %9$d so that a translation may reorder. */
void tm_put_fmt(tm_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Untrusted bytes for a message: printable ASCII and valid UTF-8 unchanged, the rest as \xHH, at most `most` bytes. */
void tm_put_quoted(tm_text *text, const char *s, uint32_t len, uint32_t most);
/* Spaces up to `column`, counted in characters since the last line feed. */
void tm_put_pad(tm_text *text, uint32_t column);

/* The length of the well-formed UTF-8 character at `at`, 0 if there is none. */
uint32_t tm_utf8_length(const char *at, uint32_t len);

/* A piece of somebody else's text; not NUL-terminated. */
typedef struct tm_span {
    const char *at;
    uint32_t len;
} tm_span;

tm_span tm_span_of(const char *s);
bool tm_span_is(tm_span span, const char *s);
/* Takes the first character off a non-empty span; an invalid byte counts as `?`. */
uint32_t tm_utf8_take(tm_span *rest);
int tm_span_compare(tm_span a, tm_span b); /* bytewise, as memcmp; a prefix comes first */
/* Decimal without leading zeros, `-` only as the sign of a number below 0. TM_ESYNTAX, TM_ERANGE. */
int tm_span_int(tm_span span, int32_t min, int32_t max, int32_t *out);
/* The next word of *rest, up to a single space; false at the end. A double, leading or trailing space gives an empty
 * word, which no notation accepts. */
bool tm_span_word(tm_span *rest, tm_span *out_word);
/* Splits into at most `most` words. Returns how many, or TM_ESYNTAX if there are too many or one is empty. */
int tm_span_words(tm_span span, tm_span *out_words, int most);

/* JSON, written straight into a tm_text; commas and colons are added automatically. */
typedef struct tm_json {
    tm_text *text;
    bool comma;
} tm_json;

void tm_json_open(tm_json *json, char bracket);  /* '{' or '[' */
void tm_json_close(tm_json *json, char bracket); /* '}' or ']' */
void tm_json_key(tm_json *json, const char *key);
/* A key of known length that needs no escapes. */
void tm_json_name(tm_json *json, const char *key, uint32_t len);
/* Nearly all keys are literals, whose length the compiler knows. Where speed counts more than size, they are written in place:
 * keys are a quarter of what a server's processor does for a decision. */
enum { TM_JSON_SHORT = 16 };
static inline void tm_json_literal(tm_json *json, const char *key, uint32_t len)
{
#ifndef __OPTIMIZE_SIZE__
    tm_text *text = json->text;
    const uint32_t from = text->len;
    if (len <= TM_JSON_SHORT && text->size - from > TM_JSON_SHORT + 4) {
        char *at = text->at + from;
        *at = ',';
        at += json->comma;
        *at++ = '"';
        __builtin_memcpy(at, key, len);
        at += len;
        __builtin_memcpy(at, "\":", 3);
        text->len = (uint32_t)(at + 2 - text->at);
        json->comma = false;
        return;
    }
#endif
    tm_json_name(json, key, len);
}
#define tm_json_key(json, key)                                                                                         \
    (__builtin_constant_p(__builtin_strlen(key)) ? tm_json_literal(json, key, (uint32_t)__builtin_strlen(key))         \
                                                 : (tm_json_key)(json, key))
void tm_json_int(tm_json *json, int64_t value);
void tm_json_bool(tm_json *json, bool value);
void tm_json_null(tm_json *json);
void tm_json_str(tm_json *json, const char *s);
void tm_json_span(tm_json *json, tm_span span);

#define N_(id) id /* marks a text that is translated where it is shown */

/* How to address a person: their language and the names of the seats. Games and the table contain English texts as
 * message ids; whoever shows them provides the translation. */
typedef struct tm_say {
    /* NULL: English. Called with `context`. */
    const char *(*tr)(const void *context, const char *id);
    const char *(*trn)(const void *context, const char *one, const char *many, unsigned long count);
    const void *context;
    const char *names[TM_MAX_SEATS];
} tm_say;

const char *tm_tr(const tm_say *say, const char *id);
const char *tm_trn(const tm_say *say, const char *one, const char *many, unsigned long count);

/* Why something was refused, in the reader's language: one line without a line feed. */
typedef struct tm_why {
    const tm_say *say; /* NULL: English */
    tm_text text;
    char room[768];
} tm_why;

void tm_why_init(tm_why *why, const tm_say *say);
/* Writes the reason and returns `code`, so that a check can end in `return tm_why_not(…)`. Only the first reason is
 * kept, and none if `why` is NULL. */
int tm_why_not(tm_why *why, int code, const char *id, ...) __attribute__((format(printf, 3, 4)));
/* The same for a reason from a table of message ids, which takes no arguments. */
int tm_why_id(tm_why *why, int code, const char *id);

TM_HEADER_END

#endif
