#include "server/peers.h"

#include <stdlib.h>

enum {
    STALLED_MS = 20000, /* without reading a byte of what it was sent */
    PING_AFTER = 30000, /* of silence */
    HANG_UP_AFTER = 45000,
    SLEPT_MS = 5000, /* between two ticks: then the server itself was not running */
};

static void tick_line(peer *p, int64_t now)
{
    const int64_t silent = now - p->heard_at;
    if (!p->line->greeted && now - p->since > (int64_t)p->server->settings.header_seconds * 1000) {
        line_close(p->line, 1008);
    } else if (silent > HANG_UP_AFTER) {
        line_close(p->line, 1001);
    } else if (silent > PING_AFTER && p->pinged_at < p->heard_at) {
        p->pinged_at = now;
        net_socket_ping(p->socket);
    }
    peer_after_frames(p);
}

/* A client that does not read ties up memory that others need. */
static bool is_stalled(peer *p, int64_t now)
{
    const uint64_t sent = net_stream_sent(&p->stream);
    const bool waits = net_stream_waiting(&p->stream) > 0;
    if (!waits || !p->waited || sent != p->sent) p->moved_at = now;
    p->waited = waits;
    p->sent = sent;
    return waits && now - p->moved_at > STALLED_MS;
}

void peers_tick(server *s)
{
    const int64_t now = server_ticks(), away = now - s->peers->ticked_at;
    for (peer *p = s->peers->first, *next; p; p = next) {
        next = p->after;
        if (away > SLEPT_MS) { /* we could not hear anybody */
            if (p->deadline) p->deadline += away;
            p->heard_at += away;
            p->since += p->state == PEER_TALKING ? away : 0;
            p->moved_at += away;
        }
        if (p->stream.closing) continue;
        if ((p->deadline && now > p->deadline) || is_stalled(p, now))
            peer_hang_up(p);
        else if (p->state == PEER_TALKING)
            tick_line(p, now);
    }
    s->peers->ticked_at = now;
    memory_tick(s->memory);
}

int peers_start(server *s, const peer_handlers *handlers, tm_why *why)
{
    peers *ps = calloc(1, sizeof *ps);
    if (!ps || net_loop_start(&ps->loop, &s->loop)) {
        free(ps);
        return tm_why_not(why, TM_ESPACE, "out of memory");
    }
    s->peers = ps;
    if (s->settings.senders)
        ps->loop.senders = net_senders_new((int)s->settings.senders); /* without, the loop sends alone */
    ps->handlers = handlers;
    ps->ticked_at = server_ticks();
    return s->settings.tls_cert ? net_tls_server(s->settings.tls_cert, s->settings.tls_key, &ps->tls, why) : TM_OK;
}

void peers_flush(server *s)
{
    if (s->peers) net_loop_flush(&s->peers->loop);
}

void peers_finish(server *s)
{
    for (peer *p = s->peers->first, *next; p; p = next) {
        next = p->after;
        if (p->state == PEER_READING && !p->exchange && net_stream_waiting(&p->stream) == 0) peer_hang_up(p);
        if (p->state == PEER_TALKING && !p->stream.closing) {
            line_close(p->line, 1001);
            peer_after_frames(p);
        }
    }
}

bool peers_are_gone(const server *s)
{
    return !s->peers->first;
}

void peers_free(server *s)
{
    if (!s->peers) return;
    for (peer *p = s->peers->first; p; p = p->after) peer_hang_up(p);
    net_loop_stop(&s->peers->loop);
    do uv_run(&s->loop, UV_RUN_NOWAIT);
    while (s->peers->first);
    net_senders_free(s->peers->loop.senders);
    net_loop_free(&s->peers->loop);
    net_tls_context_free(s->peers->tls);
    free(s->peers);
    s->peers = NULL;
}
