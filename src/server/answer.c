#include "server/answer.h"

#include <http_parser.h>
#include <string.h>

static const char ALWAYS[] =
    "server: tatami\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n"
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
    "'unsafe-inline'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri "
    "'none'; form-action 'none'; frame-ancestors 'none'\r\n";

static bool has_body(const exchange *x)
{
    return !x->head && x->status != 304;
}

size_t answer_cost(const exchange *x)
{
    return x->out_owned && has_body(x) ? x->n_out : 0;
}

static void write_head(const exchange *x, bool safe, bool last, tm_text *out)
{
    tm_put_fmt(out, "HTTP/1.1 %d %s\r\n", x->status, http_status_str((enum http_status)x->status));
    tm_put_str(out, ALWAYS);
    if (safe) tm_put_str(out, "strict-transport-security: max-age=31536000\r\n");
    tm_put_fmt(out, "cache-control: %s\r\n", x->out_cache ? x->out_cache : "no-store");
    if (x->out_etag) tm_put_fmt(out, "etag: %s\r\n", x->out_etag);
    if (x->out_encoding) tm_put_fmt(out, "content-encoding: %s\r\n", x->out_encoding);
    if (x->status == 429) tm_put_str(out, "retry-after: 10\r\n");
    if (x->status == 426) tm_put_str(out, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    if (x->status != 304) {
        tm_put_fmt(out, "content-type: %s\r\ncontent-length: ", x->out_type ? x->out_type : "text/plain");
        tm_put_int(out, (int64_t)x->n_out);
        tm_put_str(out, "\r\n");
    }
    tm_put_fmt(out, "connection: %s\r\n\r\n", last ? "close" : "keep-alive");
}

int answer_send(exchange *x, net_stream *stream, bool last)
{
    char bytes[2048];
    tm_text head;
    tm_text_init(&head, bytes, sizeof bytes);
    write_head(x, x->server->settings.tls_cert != NULL, last, &head);
    if (head.cut || net_stream_send(stream, head.at, head.len)) return TM_ESPACE;
    if (!has_body(x)) return TM_OK;
    if (!x->out_owned) return net_stream_refer(stream, x->out, x->n_out);
    char *block = x->out_owned;
    const size_t len = x->n_out;
    if (net_stream_give(stream, block, len)) return TM_ESPACE;
    x->out_owned = NULL;
    x->out = NULL;
    return TM_OK;
}
