/* Invariants: 1. One request at a time: bytes after it wait in `in` until most of its answer is sent. 2. Once we
 * cannot tell where the next request begins, we read no more: `state` is PEER_LEAVING. 3. A peer's memory lives until its
 * stream is closed, so every function may go on after net_stream_close. */
#include "server/peer.h"

#include <stdlib.h>
#include <string.h>

#include "server/answer.h"
#include "server/request.h"
#include "server/upgrade.h"

enum {
    MESSAGE_MAX = 8192,        /* bytes of a message from a client */
    UNSENT_MAX = 64 << 10,     /* unsent bytes of answers at which the next request may begin */
    UNREAD_MAX = 256 << 10,    /* unsent bytes at which we stop reading from a WebSocket */
    THROW_AWAY_MAX = 64 << 10, /* bytes of a refused request's body that we read and discard, to keep the connection */
    LEAVING_MS = 2000,         /* for a client to read the last answer, or to answer a farewell */
    IDLE_MS = 60000,           /* between two requests */
};

static void work(peer *p);

static void count_for(peer *p, const char *address)
{
    limits *l = p->server->limits;
    if (*p->counted) limits_leave(l, p->counted);
    p->counted[0] = 0;
    if (!*address) return;
    strcpy(p->counted, address);
    limits_enter(l, address);
}

static bool is_crowded(const peer *p, const char *address)
{
    return limits_present(p->server->limits, address) > p->server->settings.max_per_address;
}

static void drop_exchange(peer *p)
{
    exchange *x = p->exchange;
    if (!x) return;
    p->exchange = NULL;
    x->waits = NULL;
    net_account_give(&p->member.account, x->body_capacity);
    x->body_capacity = 0;
    exchange_drop(x);
}

void peer_hang_up(peer *p)
{
    net_stream_close(&p->stream);
}

/* Sends what is pending, then shuts down our side only: a client that is still sending would lose the answer if we
 * closed at once. */
static void leave(peer *p)
{
    p->state = PEER_LEAVING;
    p->deadline = 0; /* that of the last answer is its own: see is_stalled() and drained() */
    if (!p->working) net_buffer_clear(&p->in);
    net_stream_read(&p->stream, !p->ended);
    net_stream_finish(&p->stream);
}

static bool is_busy(const peer *p)
{
    return p->asked || net_stream_waiting(&p->stream) > UNSENT_MAX;
}

/* We do not read from clients that do not read. */
static void choose_reading(peer *p)
{
    if (p->ended) return;
    if (p->state == PEER_READING)
        net_stream_read(&p->stream, p->in.len == 0 || !is_busy(p));
    else if (p->state == PEER_TALKING)
        net_stream_read(&p->stream, net_stream_waiting(&p->stream) <= UNREAD_MAX);
}

/* The answer is ready and the whole request has arrived. */
static void answer(peer *p)
{
    exchange *x = p->exchange;
    server *s = p->server;
    if (!memory_reserve(s->memory, &p->member, answer_cost(x))) {
        peer_hang_up(p);
        return;
    }
    const bool last = !p->keeps || p->body_left || s->stopping;
    if (answer_send(x, &p->stream, last)) {
        peer_hang_up(p);
        return;
    }
    drop_exchange(p);
    p->asked = false;
    if (s->settings.behind_proxy) count_for(p, "");
    if (last) {
        leave(p);
        return;
    }
    p->idle = true;
    p->deadline = server_ticks() + IDLE_MS;
    if (net_stream_waiting(&p->stream) > UNSENT_MAX) net_stream_flush(&p->stream);
    if (!p->working) work(p);
}

/* Discards an unwanted body if it is short, so that the connection can be used again. */
static void ready(void *waits, exchange *x)
{
    peer *p = waits;
    if (p->stream.closing || p->exchange != x) return;
    if (p->body_left == 0 || p->body_left > THROW_AWAY_MAX) answer(p);
}

static exchange *new_exchange(peer *p)
{
    exchange *x = exchange_new(p->server);
    if (!x) return NULL;
    p->exchange = x;
    x->ready = ready;
    x->waits = p;
    strcpy(x->address, p->address);
    return x;
}

/* The request is complete. */
static void ask(peer *p)
{
    p->asked = true;
    p->deadline = 0;
    if (p->exchange->answered)
        answer(p);
    else
        request_complete(p->exchange, p->server->peers->handlers->request);
}

static bool grow_body(peer *p, exchange *x, size_t len)
{
    size_t size = x->body_capacity ? x->body_capacity : 1024;
    while (size < x->n_body + len + 1) size *= 2;
    const size_t more = size - x->body_capacity;
    if (!more) return true;
    if (!memory_reserve(p->server->memory, &p->member, more)) return false;
    char *body = realloc(x->body, size);
    if (body) x->body = body;
    if (!body || !net_account_take(&p->member.account, more)) return false;
    x->body_capacity = size;
    return true;
}

static void take_body(peer *p, const char *bytes, size_t len)
{
    exchange *x = p->exchange;
    if (!x->answered) {
        if (!grow_body(p, x, len)) {
            peer_hang_up(p);
            return;
        }
        memcpy(x->body + x->n_body, bytes, len);
        x->n_body += len;
        x->body[x->n_body] = 0;
    }
    p->body_left -= len;
    if (p->body_left == 0) ask(p);
}

/* Not a valid request, so nothing after it can be one either. */
static void refuse(peer *p, int status)
{
    exchange *x = new_exchange(p);
    if (!x) {
        peer_hang_up(p);
        return;
    }
    p->server->metrics.requests++;
    p->keeps = false;
    p->body_left = 0;
    request_refuse(x, status);
}

static int send_frame(void *context, const char *bytes, size_t len)
{
    peer *p = context;
    return net_stream_send(&p->stream, bytes, len);
}

static void hear(void *context, const char *text, size_t len)
{
    peer *p = context;
    if (!p->line->closed && !p->server->stopping) p->server->peers->handlers->heard(p->line, text, len);
}

static void hear_pong(void *context)
{
    (void)context; /* it only matters that something came */
}

static const net_socket_events SOCKET_EVENTS = {.message = hear, .pong = hear_pong, .send = send_frame};

/* Turns the connection into a WebSocket to a table. */
static void open_line(peer *p, const net_head *head)
{
    server *s = p->server;
    exchange *x = p->exchange;
    if (s->settings.behind_proxy && !limits_take(s->limits, LIMIT_CONNECTIONS, x->address, server_ticks())) {
        s->metrics.refused[LIMIT_CONNECTIONS]++;
        exchange_error(x, 429, "too_many", tm_tr(&x->say, "Too many requests. Wait a moment."));
        return;
    }
    line *l = upgrade_line(x, head);
    if (!l) return;
    const net_socket_settings settings = {
        .events = &SOCKET_EVENTS, .context = p, .account = &p->member.account, .most = MESSAGE_MAX};
    p->socket = net_socket_new(&settings);
    if (!p->socket || upgrade_accept(head, &p->stream)) {
        line_drop(l);
        peer_hang_up(p);
        return;
    }
    drop_exchange(p);
    p->line = l;
    l->socket = p->socket;
    l->stream = &p->stream;
    l->member = &p->member;
    p->state = PEER_TALKING;
    p->deadline = 0;
    p->since = p->heard_at = server_ticks();
    s->metrics.lines++;
}

static void welcome_body(peer *p, const net_head *head)
{
    static const char GO_ON[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const tm_span expect = net_head_find(head, "expect");
    if (!expect.at || head->old) return;
    if (p->exchange->answered)
        answer(p); /* the client may skip the unwanted body, and we cannot know whether it will */
    else if (net_list_has(expect, "100-continue"))
        net_stream_send(&p->stream, GO_ON, sizeof GO_ON - 1);
    else
        exchange_error(p->exchange, 417, "syntax", "Expect");
}

static void begin(peer *p, const net_head *head)
{
    server *s = p->server;
    exchange *x = new_exchange(p);
    if (!x) {
        peer_hang_up(p);
        return;
    }
    p->keeps = head->keeps;
    p->body_left = head->length;
    request_address(s, head, p->address, x->address);
    if (s->settings.behind_proxy) { /* a proxy's connection carries many clients: each request counts for its own */
        memory_belong(s->memory, &p->member, x->address);
        count_for(p, x->address);
    }
    p->deadline = server_ticks() + (int64_t)s->settings.header_seconds * 1000;
    if (is_crowded(p, x->address)) {
        s->metrics.refused[LIMIT_CONNECTIONS]++;
        exchange_error(x, 429, "too_many", tm_tr(&x->say, "Too many requests. Wait a moment."));
    } else if (upgrade_is_asked(head)) {
        open_line(p, head);
    } else {
        request_read(x, head);
    }
    if (!p->exchange || p->stream.closing) return; /* answered, or a WebSocket now */
    if (p->body_left)
        welcome_body(p, head);
    else
        ask(p);
}

/* Handles what can be handled now; returns how many bytes that was. */
static size_t understand(peer *p, const char *bytes, size_t len)
{
    net_head head;
    size_t used = 0, n;
    while (used < len && p->state == PEER_READING && !p->asked && !p->stream.closing) {
        if (p->exchange) {
            n = len - used < p->body_left ? len - used : (size_t)p->body_left;
            take_body(p, bytes + used, n);
            used += n;
            continue;
        }
        if (is_busy(p)) break; /* 1 */
        const int status = net_head_read(bytes + used, len - used, &head, &n);
        if (status == NET_MORE) break;
        if (status) {
            refuse(p, status);
        } else {
            used += n;
            begin(p, &head);
        }
    }
    return p->state == PEER_LEAVING || p->stream.closing ? len : used; /* 2 */
}

void peer_after_frames(peer *p)
{
    if (p->stream.closing) return;
    if (net_socket_is_over(p->socket))
        leave(p);
    else if (net_socket_has_closed(p->socket) && !p->deadline)
        p->deadline = server_ticks() + LEAVING_MS;
}

static void take_frames(peer *p, const char *bytes, size_t len)
{
    p->heard_at = server_ticks();
    net_socket_feed(p->socket, bytes, len);
    peer_after_frames(p);
}

/* Looks at the waiting bytes again. */
static void work(peer *p)
{
    if (p->working || p->stream.closing) return;
    p->working = true;
    while (p->in.len) {
        const size_t len = p->in.len;
        const char *bytes = net_buffer_flat(&p->in);
        if (!bytes) {
            peer_hang_up(p);
            break;
        }
        size_t used = len;
        if (p->idle && !is_busy(p)) {
            p->idle = false;
            p->deadline = server_ticks() + (int64_t)p->server->settings.header_seconds * 1000;
        }
        if (p->state == PEER_READING) {
            used = understand(p, bytes, len);
        } else if (p->state == PEER_TALKING) {
            take_frames(p, bytes, len);
        }
        net_buffer_drop(&p->in, used);
        if (used == 0) break;
    }
    p->working = false;
    if (p->stream.closing) return;
    if (p->state == PEER_READING && p->ended && !is_busy(p)) leave(p); /* the rest will never come */
    choose_reading(p);
}

static void came(void *context, const char *bytes, size_t len)
{
    peer *p = context;
    if (p->state == PEER_LEAVING) return;
    if (p->idle) { /* the time for the first request starts with the connection */
        p->idle = false;
        p->deadline = server_ticks() + (int64_t)p->server->settings.header_seconds * 1000;
    }
    if (p->state == PEER_TALKING) {
        take_frames(p, bytes, len);
        choose_reading(p);
        return;
    }
    if (p->in.len == 0 && !p->asked) { /* the usual case: no copy is needed */
        p->working = true;
        const size_t used = understand(p, bytes, len);
        p->working = false;
        bytes += used;
        len -= used;
    }
    if (p->stream.closing || p->state == PEER_LEAVING) return;
    if (len && (!memory_reserve(p->server->memory, &p->member, len) || net_buffer_add(&p->in, bytes, len)))
        peer_hang_up(p);
    else
        work(p);
}

/* Everything is sent; after leave(), so is the end of our side. */
static void drained(void *context)
{
    peer *p = context;
    if (p->state != PEER_LEAVING)
        work(p);
    else if (p->ended)
        peer_hang_up(p);
    else
        p->deadline = server_ticks() + LEAVING_MS;
}

/* The client may still want to read what it asked for. */
static void ended(void *context, int error)
{
    peer *p = context;
    p->ended = true;
    if (error || p->state == PEER_TALKING || (p->state == PEER_LEAVING && net_stream_waiting(&p->stream) == 0))
        peer_hang_up(p);
    else
        work(p);
}

static void closed(void *context)
{
    peer *p = context;
    server *s = p->server;
    if (p->line) {
        line *l = p->line;
        p->line = NULL;
        l->closed = true;
        l->socket = NULL;
        l->stream = NULL;
        l->member = NULL;
        s->metrics.lines--;
        s->peers->handlers->gone(l);
        line_drop(l);
    }
    drop_exchange(p);
    net_socket_free(p->socket);
    net_buffer_clear(&p->in);
    count_for(p, "");
    memory_quit(s->memory, &p->member);
    if (p->after) p->after->before = p->before;
    if (p->before)
        p->before->after = p->after;
    else
        s->peers->first = p->after;
    s->metrics.connections--;
    free(p);
    s->peers->handlers->left(s);
}

static void opened(void *context)
{
    (void)context; /* TLS is ready; requests follow */
}

static void cut(void *context)
{
    peer *p = context;
    p->server->metrics.closed++;
    if (p->line) p->line->closed = true;
    peer_hang_up(p);
}

void peer_new(server *s, int fd, const char *address)
{
    static const net_stream_events EVENTS = {
        .opened = opened, .came = came, .drained = drained, .ended = ended, .closed = closed};
    peer *p = calloc(1, sizeof *p);
    net_tls *tls = p && s->peers->tls ? net_tls_new(s->peers->tls, NULL) : NULL;
    if (!p || (s->peers->tls && !tls) || net_stream_init(&p->stream, &s->peers->loop, &EVENTS, p, &p->member.account)) {
        net_tls_free(tls);
        free(p);
        uv_fs_t closing;
        uv_fs_close(NULL, &closing, fd, NULL);
        return;
    }
    p->server = s;
    strcpy(p->address, address);
    memory_join(s->memory, &p->member, cut, p);
    net_buffer_init(&p->in, &p->member.account);
    p->after = s->peers->first;
    if (p->after) p->after->before = p;
    s->peers->first = p;
    s->metrics.connections++;
    if (!s->settings.behind_proxy) {
        memory_belong(s->memory, &p->member, address);
        count_for(p, address);
    }
    p->deadline = server_ticks() + (int64_t)s->settings.header_seconds * 1000;
    if (net_stream_accept(&p->stream, fd, tls)) peer_hang_up(p);
}
