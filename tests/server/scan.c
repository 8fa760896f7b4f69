#include "scan.h"

#include <string.h>

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at++;
    return at;
}

/* Past the closing quote of the string that starts at `at`, or the end. */
static const char *skip_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\') at++;
    return at < end ? at + 1 : end;
}

static const char *skip_value(const char *at, const char *end)
{
    int depth = 0;

    while (at < end) {
        switch (*at) {
        case '"':
            at = skip_string(at, end);
            if (!depth) return at;
            continue;
        case '{':
        case '[': depth++; break;
        case '}':
        case ']':
            if (!depth) return at;
            if (!--depth) return at + 1;
            break;
        case ',':
        case ' ':
            if (!depth) return at;
            break;
        default: break;
        }
        at++;
    }
    return end;
}

static tm_span between(const char *at, const char *end)
{
    return (tm_span){.at = at, .len = (uint32_t)(end - at)};
}

/* Where the value of a key begins; NULL if there is none. */
static const char *find(tm_span object, const char *key)
{
    const char *at = object.at, *end = object.at + object.len;
    size_t key_len = strlen(key);

    if (!object.len || *at != '{') return NULL;
    at++;
    for (;;) {
        at = skip_space(at, end);
        if (at >= end || *at != '"') return NULL;
        const char *name = at + 1;
        at = skip_string(at, end);
        bool found = (size_t)(at - name) == key_len + 1 && !memcmp(name, key, key_len);
        at = skip_space(at, end);
        if (at >= end || *at != ':') return NULL;
        at = skip_space(at + 1, end);
        if (found) return at;
        at = skip_value(at, end);
        at = skip_space(at, end);
        if (at >= end || *at != ',') return NULL;
        at++;
    }
}

bool scan_get(tm_span object, const char *key, tm_span *out)
{
    const char *value = find(object, key), *end = object.at + object.len;

    if (value) *out = between(value, skip_value(value, end));
    return value != NULL;
}

bool scan_open(tm_span object, const char *key, tm_span *out)
{
    const char *value = find(object, key), *end = object.at + object.len;

    if (value) *out = between(value, end);
    return value != NULL;
}

bool scan_item(tm_span *rest, tm_span *out)
{
    const char *end = rest->at + rest->len, *at = skip_space(rest->at, end);

    if (at >= end || (*at != '[' && *at != ',')) return false;
    at = skip_space(at + 1, end);
    const char *value = at;
    at = skip_value(at, end);
    if (at == value) return false;
    *out = between(value, at);
    *rest = between(skip_space(at, end), end);
    return true;
}

tm_span scan_string(tm_span value)
{
    if (value.len < 2 || *value.at != '"') return (tm_span){.at = "", .len = 0};
    return (tm_span){.at = value.at + 1, .len = value.len - 2};
}

int64_t scan_int(tm_span value, int64_t otherwise)
{
    int64_t sum = 0;
    uint32_t at = value.len && *value.at == '-';

    if (at == value.len || value.len > 18) return otherwise;
    for (uint32_t i = at; i < value.len; i++) {
        if (value.at[i] < '0' || value.at[i] > '9') return otherwise;
        sum = sum * 10 + (value.at[i] - '0');
    }
    return at ? -sum : sum;
}
