#include "net/dial.h"

#include <netdb.h>
#include <stdio.h>
#include <string.h>

static void try_next(net_call *c);

static void fail(net_call *c)
{
    if (!c->closing) c->events->failed(c->context, c->reason);
}

static void opened(void *context)
{
    net_call *c = context;
    c->opened = true;
    c->events->opened(c->context);
}

static void came(void *context, const char *bytes, size_t len)
{
    net_call *c = context;
    c->events->came(c->context, bytes, len);
}

static void drained(void *context)
{
    (void)context;
}

static void ended(void *context, int error)
{
    net_call *c = context;
    c->reason[0] = 0;
    if (c->stream.tls && error == UV_EPROTO) net_tls_reason(c->stream.tls, c->reason, sizeof c->reason);
    if (!*c->reason && error) snprintf(c->reason, sizeof c->reason, "%s", uv_strerror(error));
    if (c->opened)
        fail(c);
    else
        net_stream_close(&c->stream); /* another address may work */
}

static void finish(net_call *c)
{
    if (c->looking || c->streaming) return;
    if (c->found) uv_freeaddrinfo(c->found);
    c->found = c->next = NULL;
    c->events->closed(c->context);
}

static void stream_closed(void *context)
{
    net_call *c = context;
    c->streaming = false;
    if (c->closing)
        finish(c);
    else
        try_next(c);
}

static const net_stream_events EVENTS = {
    .opened = opened, .came = came, .drained = drained, .ended = ended, .closed = stream_closed};

static void try_next(net_call *c)
{
    const struct addrinfo *at = c->next;
    if (!at) {
        fail(c);
        return;
    }
    c->next = at->ai_next;
    if (c->events->allows && !c->events->allows(c->context, at->ai_addr)) {
        snprintf(c->reason, sizeof c->reason, "the address is not allowed");
        try_next(c);
        return;
    }
    if (net_stream_init(&c->stream, c->loop, &EVENTS, c, NULL)) {
        fail(c);
        return;
    }
    c->streaming = true;
    net_tls *tls = c->tls ? net_tls_new(c->tls, c->host) : NULL;
    if ((c->tls && !tls) || net_stream_connect(&c->stream, at->ai_addr, tls)) net_stream_close(&c->stream);
}

static void looked_up(uv_getaddrinfo_t *request, int status, struct addrinfo *found)
{
    net_call *c = request->data;
    c->looking = false;
    c->found = c->next = found;
    if (c->closing) {
        finish(c);
    } else if (status) {
        snprintf(c->reason, sizeof c->reason, "%s", uv_strerror(status));
        fail(c);
    } else {
        try_next(c);
    }
}

int net_call_start(net_call *c, net_loop *loop, const char *host, int port, net_tls_context *tls,
                   const net_call_events *events, void *context)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    char service[16];
    memset(c, 0, sizeof *c);
    c->loop = loop;
    c->events = events;
    c->context = context;
    c->tls = tls;
    if (strlen(host) >= sizeof c->host) return TM_ERANGE;
    strcpy(c->host, host);
    snprintf(service, sizeof service, "%d", port);
    c->lookup.data = c;
    if (uv_getaddrinfo(loop->uv, &c->lookup, looked_up, host, service, &hints)) return TM_EIO;
    c->looking = true;
    return TM_OK;
}

/* `closed` is called only after this has returned. */
void net_call_close(net_call *c)
{
    if (c->closing) return;
    c->closing = true;
    if (c->looking) uv_cancel((uv_req_t *)&c->lookup);
    if (c->streaming) {
        net_stream_close(&c->stream);
    } else if (!c->looking) { /* never connected, so the loop has nothing to report */
        if (net_stream_init(&c->stream, c->loop, &EVENTS, c, NULL) == TM_OK) {
            c->streaming = true;
            net_stream_close(&c->stream);
        } else {
            finish(c);
        }
    }
}
