#include "server/push_to.h"

#include <sodium.h>
#include <string.h>

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

void base64url_write(const void *bytes, size_t len, tm_text *out)
{
    char digits[sodium_base64_ENCODED_LEN(48, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
    const unsigned char *from = bytes;
    for (size_t i = 0; i < len; i += 48) { /* a multiple of three */
        sodium_bin2base64(digits, sizeof digits, from + i, len - i < 48 ? len - i : 48,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        tm_put_str(out, digits);
    }
}

/* Browsers leave the padding out; some libraries do not. */
static bool read_bytes(const char *text, uint8_t *out, size_t size)
{
    size_t len = strlen(text), n;
    while (len && text[len - 1] == '=') len--;
    return sodium_base642bin(out, size, text, len, NULL, &n, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           n == size;
}

static bool read_port(const char **at, bool anywhere, int *out)
{
    int32_t port = 443;
    if (**at == ':') {
        const tm_span digits = {*at + 1, (uint32_t)strspn(*at + 1, "0123456789")};
        if (tm_span_int(digits, 1, 65535, &port)) return false;
        *at = digits.at + digits.len;
    }
    *out = port;
    return port == 443 || anywhere;
}

static bool read_endpoint(push_to *to, bool anywhere)
{
    static const char SAFE[] = "https://";
    if (strncmp(to->endpoint, SAFE, sizeof SAFE - 1) != 0) return false;
    for (const char *c = to->endpoint; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\' || *c == '#') return false;
    const char *at = to->endpoint + sizeof SAFE - 1;
    size_t len = 0;
    while (at[len] && (strchr(LETTERS, at[len]) || at[len] == '.' || at[len] == '-')) len++;
    if (len == 0 || len > PUSH_HOST_MAX || at[0] == '.' || at[0] == '-') return false;
    memcpy(to->host, at, len);
    to->host[len] = 0;
    at += len;
    if (!read_port(&at, anywhere, &to->port) || *at != '/') return false;
    to->path = at;
    return true;
}

int push_to_read(push_to *out, const char *endpoint, const char *point, const char *auth, bool anywhere, tm_why *why)
{
    memset(out, 0, sizeof *out);
    if (strlen(endpoint) > PUSH_ENDPOINT_MAX) return tm_why_not(why, TM_ESYNTAX, "\"endpoint\" is too long");
    strcpy(out->endpoint, endpoint);
    if (!read_endpoint(out, anywhere))
        return tm_why_not(why, TM_ESYNTAX, "\"endpoint\" must be an address that begins with https://");
    if (!read_bytes(point, out->point, sizeof out->point) || !webpush_is_point(out->point))
        return tm_why_not(why, TM_ESYNTAX, "\"p256dh\" is not a key");
    if (!read_bytes(auth, out->auth, sizeof out->auth)) return tm_why_not(why, TM_ESYNTAX, "\"auth\" is not a key");
    return TM_OK;
}

void push_to_write(const push_to *to, tm_text *out)
{
    tm_put_fmt(out, "%s\n", to->endpoint);
    base64url_write(to->point, sizeof to->point, out);
    tm_put_char(out, '\n');
    base64url_write(to->auth, sizeof to->auth, out);
    tm_put_fmt(out, "\n%s\n", to->language);
}

/* The next line of *rest; false if there is none, or it does not fit. */
static bool take_line(tm_span *rest, char *out, size_t size)
{
    const char *end = rest->len ? memchr(rest->at, '\n', rest->len) : NULL;
    const size_t len = end ? (size_t)(end - rest->at) : size;
    if (len >= size) return false;
    memcpy(out, rest->at, len);
    out[len] = 0;
    rest->at = end + 1;
    rest->len -= (uint32_t)len + 1;
    return true;
}

int push_to_load(push_to *out, tm_span text, bool anywhere)
{
    char endpoint[PUSH_ENDPOINT_MAX + 1], point[BASE64URL_POINT + 1], auth[BASE64URL_AUTH + 1], language[8];
    tm_why why;
    tm_why_init(&why, NULL);
    if (!take_line(&text, endpoint, sizeof endpoint) || !take_line(&text, point, sizeof point) ||
        !take_line(&text, auth, sizeof auth) || !take_line(&text, language, sizeof language))
        return TM_ESYNTAX;
    const int status = push_to_read(out, endpoint, point, auth, anywhere, &why);
    if (status == TM_OK) strcpy(out->language, language);
    return status;
}
