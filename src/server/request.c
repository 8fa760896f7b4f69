#include "server/request.h"

#include <stdlib.h>
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

/* Whose it is, is asked later. */
static bool read_token(exchange *x, const net_head *head)
{
    static const char BEARER[] = "Bearer ";
    char header[256];
    const tm_span shown = net_head_find(head, "authorization");
    if (!shown.at) return true;
    request_header(head, "authorization", header, sizeof header);
    if (strncmp(header, BEARER, sizeof BEARER - 1) != 0 || strlen(header + sizeof BEARER - 1) >= sizeof x->token)
        return false;
    strcpy(x->token, header + sizeof BEARER - 1);
    x->known = false;
    return true;
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

/* The person of a request is looked up. */
typedef struct asking {
    exchange *exchange;
    uint8_t hash[TM_HASH_BYTES];
    int64_t now;
    tm_person who;
} asking;

static int find_person(tm_store *store, void *context, tm_why *why)
{
    asking *a = context;
    return store->ops->find_token(store, a->hash, a->now, &a->who, why);
}

static void on_person(void *context, int status, const char *why)
{
    asking *a = context;
    exchange *x = a->exchange;
    (void)why;
    x->person = a->who;
    x->known = true;
    if (status == TM_EUNKNOWN)
        exchange_error(x, 401, "token", tm_tr(&x->say, "unknown token"));
    else if (status)
        exchange_refuse(x, TM_EIO, NULL);
    else if (x->go_on)
        x->go_on(x);
    exchange_drop(x);
    free(a);
}

/* Not waiting for the body, so that whoever has no valid token need not send it. */
static void identify(exchange *x)
{
    asking *a = calloc(1, sizeof *a);
    if (!a) {
        exchange_refuse(x, TM_ESPACE, NULL);
        return;
    }
    a->exchange = x;
    a->now = server_now();
    server_hash(x->token, a->hash);
    exchange_hold(x);
    reader_ask(&x->server->reader, find_person, on_person, a);
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
    x->known = true;
    if (!read_token(x, head))
        exchange_error(x, 401, "token", tm_tr(&x->say, "unknown token"));
    else if (head->length > BODY_MAX)
        exchange_error(x, 413, "too_long", tm_tr(&x->say, "a request can have at most 1 MiB"));
    else if (!x->known)
        identify(x);
}

void request_complete(exchange *x, void (*go_on)(exchange *x))
{
    if (x->known)
        go_on(x);
    else
        x->go_on = go_on;
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
