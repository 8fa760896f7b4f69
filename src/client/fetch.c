#include "client/fetch.h"

#include <stdlib.h>
#include <string.h>

#include "net/http.h"

enum { ANSWER_MAX = 4 << 20, REQUEST_HEAD = 1024, PATIENCE = 15000 }; /* bytes; milliseconds */

struct client_fetch {
    net_call call;
    uv_timer_t patience;
    net_reply reply;
    client_answer answer;
    size_t capacity; /* for its text */
    client_fetch_done *done;
    void *context;
    char *request;
    size_t n_request;
    int n_open; /* handles the loop has not closed yet */
};

static void write_request(const client_request *r, tm_text *out)
{
    const client_address *a = r->address;
    const bool bracket = strchr(a->host, ':') != NULL;
    tm_put_fmt(out, "%s %s HTTP/1.1\r\nhost: %s%s%s", r->method, r->path, bracket ? "[" : "", a->host,
               bracket ? "]" : "");
    if (a->port != (a->tls ? 443 : 80)) tm_put_fmt(out, ":%d", a->port);
    tm_put_fmt(out, "\r\nconnection: close\r\naccept-language: %s\r\n", r->language);
    if (r->token) tm_put_fmt(out, "authorization: Bearer %s\r\n", r->token);
    if (r->body) tm_put_str(out, "content-type: application/json\r\n");
    if (r->body || strcmp(r->method, "POST") == 0)
        tm_put_fmt(out, "content-length: %u\r\n", r->body ? (unsigned)strlen(r->body) : 0);
    tm_put_fmt(out, "\r\n%s", r->body ? r->body : "");
}

static void release(client_fetch *f)
{
    if (--f->n_open) return;
    free(f->answer.text);
    free(f->request);
    free(f);
}

static void end(client_fetch *f, const char *reason)
{
    client_fetch_done *done = f->done;
    f->done = NULL;
    if (!done) return;
    client_answer answer = {0};
    if (f->reply.done) {
        answer = f->answer;
        answer.status = f->reply.status;
        f->answer.text = NULL;
    }
    done(f->context, &answer, reason);
    client_fetch_forget(f);
}

static bool keep(void *context, const char *bytes, size_t len)
{
    client_fetch *f = context;
    client_answer *a = &f->answer;
    if (a->len + len > ANSWER_MAX) return false;
    if (a->len + len + 1 > f->capacity) {
        const size_t capacity = 2 * (a->len + len + 1);
        char *text = realloc(a->text, capacity);
        if (!text) return false;
        a->text = text;
        f->capacity = capacity;
    }
    memcpy(a->text + a->len, bytes, len);
    a->len += len;
    a->text[a->len] = 0;
    return true;
}

static void opened(void *context)
{
    client_fetch *f = context;
    net_stream_send(&f->call.stream, f->request, f->n_request);
}

static void came(void *context, const char *bytes, size_t len)
{
    client_fetch *f = context;
    const int64_t used = net_reply_feed(&f->reply, bytes, len);
    if (f->reply.done)
        end(f, "");
    else if (used < 0)
        end(f, f->reply.full ? NULL : "HTTP");
}

static void failed(void *context, const char *reason)
{
    client_fetch *f = context;
    net_reply_end(&f->reply);
    end(f, reason);
}

static void closed(void *context)
{
    release(context);
}

static void lose_patience(uv_timer_t *timer)
{
    end(timer->data, "");
}

static void timer_closed(uv_handle_t *handle)
{
    release(handle->data);
}

void client_fetch_forget(client_fetch *f)
{
    if (uv_is_closing((uv_handle_t *)&f->patience)) return;
    f->done = NULL;
    uv_close((uv_handle_t *)&f->patience, timer_closed);
    net_call_close(&f->call);
}

client_fetch *client_fetch_start(net_loop *loop, net_tls_context *tls, const client_request *request,
                                 client_fetch_done *done, void *context)
{
    static const net_call_events EVENTS = {.opened = opened, .came = came, .failed = failed, .closed = closed};
    tm_text text;
    client_fetch *f = calloc(1, sizeof *f);
    const size_t capacity = REQUEST_HEAD + strlen(request->path) + (request->body ? strlen(request->body) : 0);
    if (f) f->request = malloc(capacity);
    if (!f || !f->request || !keep(f, "", 0)) {
        if (f) free(f->request);
        free(f);
        return NULL;
    }
    tm_text_init(&text, f->request, (uint32_t)capacity);
    write_request(request, &text);
    f->n_request = text.len;
    f->done = done;
    f->context = context;
    net_reply_init(&f->reply, keep, f);
    if (text.cut || net_call_start(&f->call, loop, request->address->host, request->address->port, tls, &EVENTS, f)) {
        free(f->answer.text);
        free(f->request);
        free(f);
        return NULL;
    }
    f->n_open = 2;
    uv_timer_init(loop->uv, &f->patience);
    f->patience.data = f;
    uv_timer_start(&f->patience, lose_patience, PATIENCE, 0);
    return f;
}
