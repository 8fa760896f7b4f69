/* Invariants: 1. While `writing` is not 0, the pieces that libuv is writing stay where they are. 2. A stream is in
 * the loop's list if and only if `queued`, and never when it is closing. 3. No event except `closed` is raised after
 * net_stream_close. */
#include "net/stream.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 64 << 10, PARTS = 64, RECORD = 16 << 10, WIRE_MAX = 64 << 10 };
/* With fewer connections it is not worth waking other threads. */
enum { TOGETHER_LEAST = 8 };

static void before_sleep(uv_prepare_t *handle)
{
    net_loop_flush(handle->data);
}

int net_loop_start(net_loop *l, uv_loop_t *uv)
{
    memset(l, 0, sizeof *l);
    l->buffer = malloc(2 * BUFFER); /* one half as received, one half decrypted */
    if (!l->buffer) return TM_ESPACE;
    l->uv = uv;
    uv_prepare_init(uv, &l->before_sleep);
    l->before_sleep.data = l;
    uv_prepare_start(&l->before_sleep, before_sleep);
    uv_unref((uv_handle_t *)&l->before_sleep);
    return TM_OK;
}

void net_loop_stop(net_loop *l)
{
    if (l->uv) uv_close((uv_handle_t *)&l->before_sleep, NULL);
}

void net_loop_free(net_loop *l)
{
    free(l->buffer);
    l->buffer = NULL;
}

static void queue(net_stream *s)
{
    if (s->queued || s->closing) return;
    s->queued = true;
    s->before = NULL;
    s->after = s->loop->full;
    if (s->after) s->after->before = s;
    s->loop->full = s;
}

static void unqueue(net_stream *s)
{
    if (!s->queued) return;
    s->queued = false;
    if (s->after) s->after->before = s->before;
    if (s->before)
        s->before->after = s->after;
    else
        s->loop->full = s->after;
}

int net_stream_init(net_stream *s, net_loop *loop, const net_stream_events *events, void *context, net_account *account)
{
    memset(s, 0, sizeof *s);
    s->loop = loop;
    s->events = events;
    s->context = context;
    net_buffer_init(&s->out, account);
    net_buffer_init(&s->wire, account);
    if (uv_tcp_init(loop->uv, &s->tcp)) return TM_ESPACE;
    s->tcp.data = s;
    s->write.data = s;
    return TM_OK;
}

static void end(net_stream *s, int error)
{
    if (!s->closing) s->events->ended(s->context, error);
}

static void when_open(net_stream *s)
{
    if (s->open || (s->tls && !net_tls_is_open(s->tls))) return;
    s->open = true;
    s->events->opened(s->context);
}

/* Moves OpenSSL's output to the buffer for sending. */
static int collect(net_stream *s)
{
    const char *bytes;
    const size_t len = net_tls_pending(s->tls, &bytes);
    if (!len) return TM_OK;
    const int status = net_buffer_add(&s->wire, bytes, len);
    net_tls_sent(s->tls);
    queue(s);
    return status;
}

static void decrypt(net_stream *s, const char *bytes, size_t len)
{
    char *plain = s->loop->buffer + BUFFER;
    if (!net_tls_put(s->tls, bytes, len)) {
        end(s, UV_ENOMEM);
        return;
    }
    for (;;) {
        const int n = net_tls_read(s->tls, plain, BUFFER);
        if (collect(s)) {
            end(s, UV_ENOBUFS);
            return;
        }
        when_open(s);
        if (s->closing) return;
        if (n == 0) return;
        if (n < 0) { /* an alert with the reason may be waiting */
            net_stream_flush(s);
            end(s, n == NET_TLS_END ? 0 : UV_EPROTO);
            return;
        }
        s->events->came(s->context, plain, (size_t)n);
        if (s->closing) return;
    }
}

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *out)
{
    net_stream *s = handle->data;
    (void)size;
    *out = uv_buf_init(s->loop->buffer, BUFFER);
}

static void came(uv_stream_t *handle, ssize_t n, const uv_buf_t *bytes)
{
    net_stream *s = handle->data;
    if (s->closing || n == 0) return;
    if (n < 0) {
        uv_read_stop(handle);
        s->reading = false;
        end(s, n == UV_EOF ? 0 : (int)n);
    } else if (s->tls) {
        decrypt(s, bytes->base, (size_t)n);
    } else {
        s->events->came(s->context, bytes->base, (size_t)n);
    }
}

void net_stream_read(net_stream *s, bool yes)
{
    if (s->closing || s->reading == yes) return;
    s->reading = yes;
    if (!yes)
        uv_read_stop((uv_stream_t *)&s->tcp);
    else if (uv_read_start((uv_stream_t *)&s->tcp, allocate, came))
        s->reading = false;
}

int net_stream_accept(net_stream *s, int fd, net_tls *tls)
{
    s->tls = tls;
    if (uv_tcp_open(&s->tcp, fd)) {
        close(fd);
        return TM_EIO;
    }
    uv_tcp_nodelay(&s->tcp, 1);
    net_stream_read(s, true);
    return TM_OK;
}

static void connected(uv_connect_t *request, int status)
{
    net_stream *s = request->data;
    free(request);
    if (s->closing) return;
    if (status) {
        end(s, status);
        return;
    }
    uv_tcp_nodelay(&s->tcp, 1);
    net_stream_read(s, true);
    if (s->tls)
        decrypt(s, "", 0); /* a client speaks first */
    else
        when_open(s);
}

int net_stream_connect(net_stream *s, const struct sockaddr *to, net_tls *tls)
{
    uv_connect_t *request = malloc(sizeof *request);
    s->tls = tls;
    if (!request) return TM_ESPACE;
    request->data = s;
    if (uv_tcp_connect(request, &s->tcp, to, connected) == 0) return TM_OK;
    free(request);
    return TM_EIO;
}

static int after_adding(net_stream *s, int status)
{
    if (status == TM_OK) queue(s);
    return status;
}

int net_stream_send(net_stream *s, const char *bytes, size_t len)
{
    return after_adding(s, s->closing ? TM_OK : net_buffer_add(&s->out, bytes, len));
}

int net_stream_give(net_stream *s, char *block, size_t len)
{
    if (s->closing) {
        free(block);
        return TM_OK;
    }
    return after_adding(s, net_buffer_give(&s->out, block, len));
}

int net_stream_refer(net_stream *s, const char *constant, size_t len)
{
    return after_adding(s, s->closing ? TM_OK : net_buffer_refer(&s->out, constant, len));
}

/* The buffers that libuv is writing. */
static size_t taken(const net_stream *s)
{
    return s->writing ? s->writing - uv_stream_get_write_queue_size((const uv_stream_t *)&s->tcp) : 0;
}

size_t net_stream_waiting(const net_stream *s)
{
    return s->out.len + s->wire.len - taken(s);
}

uint64_t net_stream_sent(const net_stream *s)
{
    return s->sent + taken(s);
}

/* Encrypts a little more than fits into one write: the rest stays plain, so that it is not stored twice. */
static int encrypt(net_stream *s)
{
    net_part part;
    while (s->wire.len < WIRE_MAX && net_buffer_view(&s->out, &part, 1)) {
        const int n = net_tls_write(s->tls, part.at, part.len < RECORD ? part.len : RECORD);
        if (collect(s)) return UV_ENOBUFS;
        if (n < 0) return UV_EPROTO;
        if (n == 0) return 0;
        net_buffer_drop(&s->out, (size_t)n);
    }
    return 0;
}

static void wrote(uv_write_t *request, int status)
{
    net_stream *s = request->data;
    net_buffer *from = s->tls ? &s->wire : &s->out;
    const size_t n = s->writing;
    s->writing = 0;
    if (s->closing) return;
    if (status) {
        end(s, status);
        return;
    }
    s->sent += n;
    net_buffer_drop(from, n);
    net_stream_flush(s);
}

static int view(const net_buffer *b, uv_buf_t out[PARTS], size_t *out_len)
{
    net_part parts[PARTS];
    const int n = net_buffer_view(b, parts, PARTS);
    *out_len = 0;
    for (int i = 0; i < n; i++) {
        out[i] = uv_buf_init((char *)parts[i].at, (unsigned int)parts[i].len);
        *out_len += parts[i].len;
    }
    return n;
}

static void after_shutdown(uv_shutdown_t *request, int status)
{
    net_stream *s = request->handle->data;
    if (s->closing) return;
    if (status)
        end(s, status);
    else
        s->events->drained(s->context);
}

/* Everything is sent. If that was the end, `drained` comes after the shutdown. */
static void when_drained(net_stream *s)
{
    if (s->finishing && !s->finished) {
        s->finished = true;
        if (s->tls) {
            net_tls_finish(s->tls);
            if (collect(s) == TM_OK && s->wire.len) {
                net_stream_flush(s);
                return;
            }
        }
    }
    if (!s->finished)
        s->events->drained(s->context);
    else if (!s->shutdown.handle && uv_shutdown(&s->shutdown, (uv_stream_t *)&s->tcp, after_shutdown))
        end(s, UV_ENOTCONN);
}

void net_stream_flush(net_stream *s)
{
    uv_buf_t parts[PARTS];
    size_t len;
    int n, status = 0;
    net_buffer *from = s->tls ? &s->wire : &s->out;
    unqueue(s);
    if (s->closing || s->writing || !uv_is_writable((const uv_stream_t *)&s->tcp)) return;
    while (status == 0) {
        if (s->tls && (status = encrypt(s))) break;
        unqueue(s);
        if ((n = view(from, parts, &len)) == 0) {
            if (s->out.len == 0 || !s->tls) when_drained(s); /* otherwise the handshake is not done yet */
            return;
        }
        const int written = uv_try_write((uv_stream_t *)&s->tcp, parts, (unsigned int)n);
        if (written < 0 && written != UV_EAGAIN) status = written;
        if (written > 0) {
            s->sent += (uint64_t)written;
            net_buffer_drop(from, (size_t)written);
        }
        if (status || (written > 0 && (size_t)written == len)) continue;
        n = view(from, parts, &len);
        status = uv_write(&s->write, (uv_stream_t *)&s->tcp, parts, (unsigned int)n, wrote);
        if (status == 0) {
            s->writing = len;
            return;
        }
    }
    end(s, status);
}

/* Whether everything that waits can go out in one call; *out is that call. */
static bool is_one_call(net_stream *s, net_sending *out)
{
    net_part parts[NET_SENDING_PARTS + 1];
    uv_os_fd_t fd;
    if (s->closing || s->writing || !uv_is_writable((const uv_stream_t *)&s->tcp)) return false;
    if ((s->tls && encrypt(s)) || uv_fileno((const uv_handle_t *)&s->tcp, &fd)) return false;
    const int n = net_buffer_view(s->tls ? &s->wire : &s->out, parts, NET_SENDING_PARTS + 1);
    if (n == 0 || n > NET_SENDING_PARTS) return false;
    for (int i = 0; i < n; i++) out->parts[i] = (struct iovec){(void *)parts[i].at, parts[i].len};
    out->n_parts = n;
    out->fd = fd;
    return true;
}

/* Sends to many at the same time. False if there are few; none of them is in the list of the loop any more. */
static bool flush_many(net_loop *l)
{
    net_sending list[NET_SENDERS_MOST];
    net_stream *streams[NET_SENDERS_MOST], *next;
    size_t n = 0;
    for (net_stream *s = l->full; s && n < NET_SENDERS_MOST; s = next) {
        next = s->after;
        if (!is_one_call(s, &list[n])) continue;
        unqueue(s);
        list[n].sent = UV_EAGAIN;
        streams[n++] = s;
    }
    const bool many = n >= TOGETHER_LEAST;
    if (many) net_senders_send(l->senders, list, n);
    /* An event may send on any stream: before the first, all must know what is sent. */
    for (size_t i = 0; i < n; i++)
        if (list[i].sent > 0) {
            streams[i]->sent += (uint64_t)list[i].sent;
            net_buffer_drop(streams[i]->tls ? &streams[i]->wire : &streams[i]->out, (size_t)list[i].sent);
        }
    for (size_t i = 0; i < n; i++)
        if (list[i].sent < 0 && list[i].sent != UV_EAGAIN)
            end(streams[i], (int)list[i].sent);
        else
            net_stream_flush(streams[i]); /* the rest, or `drained` */
    return many;
}

void net_loop_flush(net_loop *l)
{
    while (l->senders && l->full && l->full->after && flush_many(l)) continue;
    while (l->full) net_stream_flush(l->full);
}

void net_stream_finish(net_stream *s)
{
    if (s->closing || s->finishing) return;
    s->finishing = true;
    queue(s);
}

static void closed(uv_handle_t *handle)
{
    net_stream *s = handle->data;
    net_buffer_clear(&s->out);
    net_buffer_clear(&s->wire);
    net_tls_free(s->tls);
    s->tls = NULL;
    s->events->closed(s->context);
}

void net_stream_close(net_stream *s)
{
    if (s->closing) return;
    unqueue(s);
    s->closing = true;
    uv_close((uv_handle_t *)&s->tcp, closed);
}
