#include "server/request.h"

#include <string.h>

void request_address(const server *s, const net_head *head, const char *connected, char out[ADDRESS_MAX + 1])
{
    const tm_span forwarded = net_head_find_last(head, "x-forwarded-for");
    if (!s->settings.behind_proxy || !forwarded.at || !address_forwarded(forwarded, out)) strcpy(out, connected);
}

void request_header(const net_head *head, const char *name, char *out, size_t size)
{
    const tm_span value = net_head_find(head, name);
    out[0] = 0;
    if (!value.at || value.len >= size) return;
    memcpy(out, value.at, value.len);
    out[value.len] = 0;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool decode(const char *at, size_t len, char out[REQUEST_PATH_MAX + 1])
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char c = at[i];
        if (c == '%') {
            if (i + 2 >= len || digit(at[i + 1]) < 0 || digit(at[i + 2]) < 0) return false;
            c = (char)(digit(at[i + 1]) << 4 | digit(at[i + 2]));
            i += 2;
        }
        if (!c || n == REQUEST_PATH_MAX) return false;
        out[n++] = c;
    }
    out[n] = 0;
    return true;
}

static size_t path_length(const net_head *head)
{
    const char *mark = memchr(head->target.at, '?', head->target.len);
    return mark ? (size_t)(mark - head->target.at) : head->target.len;
}

bool request_path(const net_head *head, char out[REQUEST_PATH_MAX + 1])
{
    return decode(head->target.at, path_length(head), out);
}

/* No `%` decoding: our names and values never need it. A query that is too long is ignored. */
static void read_query(exchange *x, const net_head *head)
{
    const size_t n = path_length(head);
    if (n == head->target.len || !decode(head->target.at + n + 1, head->target.len - n - 1, x->query)) x->query[0] = 0;
}

static int read_person(exchange *x, const net_head *head)
{
    static const char BEARER[] = "Bearer ";
    char header[256];
    tm_why why;
    server *s = x->server;
    uint8_t hash[TM_HASH_BYTES];
    tm_why_init(&why, &x->say);
    const tm_span shown = net_head_find(head, "authorization");
    if (!shown.at) return TM_OK;
    request_header(head, "authorization", header, sizeof header);
    if (strncmp(header, BEARER, sizeof BEARER - 1) != 0 || strlen(header + sizeof BEARER - 1) >= sizeof x->token)
        return TM_EUNKNOWN;
    strcpy(x->token, header + sizeof BEARER - 1);
    server_hash(x->token, hash);
    return s->store->ops->find_token(s->store, hash, server_now(), &x->person, &why);
}

static bool read_method(exchange *x, const net_head *head)
{
    x->post = head->method == HTTP_POST;
    x->head = head->method == HTTP_HEAD;
    return x->post || x->head || head->method == HTTP_GET;
}

static void read_language(exchange *x, const net_head *head)
{
    char header[256];
    request_header(head, "accept-language", header, sizeof header);
    tm_catalogue_say(server_language(header), &x->say);
}

void request_read(exchange *x, const net_head *head)
{
    server *s = x->server;
    char header[256];
    read_language(x, head);
    s->metrics.requests++;
    if (s->stopping) {
        exchange_error(x, 503, "unavailable", tm_tr(&x->say, "the server is stopping"));
        return;
    }
    if (!limits_take(s->limits, LIMIT_REQUESTS, x->address, server_ticks())) {
        s->metrics.refused[LIMIT_REQUESTS]++;
        exchange_error(x, 429, "too_many", tm_tr(&x->say, "Too many requests. Wait a moment."));
        return;
    }
    if (!read_method(x, head)) {
        exchange_error(x, 405, "method", "GET, HEAD, POST");
        return;
    }
    if (!request_path(head, x->path)) {
        exchange_error(x, 404, "unknown", tm_tr(&x->say, "there is nothing here"));
        return;
    }
    read_query(x, head);
    request_header(head, "content-type", x->type, sizeof x->type);
    request_header(head, "if-none-match", x->etag, sizeof x->etag);
    request_header(head, "accept-encoding", header, sizeof header);
    x->takes_gzip = strstr(header, "gzip") != NULL;
    const int status = read_person(x, head);
    if (status == TM_EUNKNOWN)
        exchange_error(x, 401, "token", tm_tr(&x->say, "unknown token"));
    else if (status)
        exchange_refuse(x, TM_EIO, NULL);
    else if (head->length > BODY_MAX)
        exchange_error(x, 413, "too_long", tm_tr(&x->say, "a request can have at most 1 MiB"));
}

void request_refuse(exchange *x, int status)
{
    switch (status) {
    case 411:
        exchange_error(x, status, "syntax", tm_tr(&x->say, "the length of the body must be given in Content-Length"));
        return;
    case 413: exchange_error(x, status, "too_long", tm_tr(&x->say, "a request can have at most 1 MiB")); return;
    case 431: exchange_error(x, status, "too_long", tm_tr(&x->say, "the headers of the request are too long")); return;
    case 501: exchange_error(x, status, "method", "GET, HEAD, POST"); return;
    case 505: exchange_error(x, status, "syntax", tm_tr(&x->say, "only HTTP/1.1 is supported")); return;
    default: exchange_error(x, status, "syntax", tm_tr(&x->say, "this is not a valid HTTP/1.1 request")); return;
    }
}
