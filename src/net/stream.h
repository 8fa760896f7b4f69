/* A TCP connection on a libuv loop, with TLS or without. What is sent waits in a buffer until the loop would sleep, so that all that
 * happened meanwhile goes out in one call of the kernel. */
#ifndef NET_STREAM_H
#define NET_STREAM_H

#include <uv.h>

#include "net/buffer.h"
#include "net/tls.h"

typedef struct net_stream net_stream;

/* What the streams of one loop share. */
typedef struct net_loop {
    uv_loop_t *uv;
    uv_prepare_t before_sleep;
    net_stream *full; /* those with something to send */
    char *room;       /* for what is read */
} net_loop;

int net_loop_start(net_loop *l, uv_loop_t *uv); /* TM_OK or TM_ESPACE */
void net_loop_flush(net_loop *l);               /* all streams that have something to send */
/* The streams are closed before; the loop must run once more afterwards. */
void net_loop_stop(net_loop *l);
void net_loop_free(net_loop *l); /* after that */

typedef struct net_stream_events {
    void (*opened)(void *context);                              /* connected, and hands are shaken */
    void (*came)(void *context, const char *bytes, size_t len); /* they are gone after the call */
    void (*drained)(void *context);          /* all that was to be sent has left us, the farewell included */
    void (*ended)(void *context, int error); /* 0: the other side sends no more; else a UV_E… */
    void (*closed)(void *context);           /* after net_stream_close: its memory may go */
} net_stream_events;

struct net_stream {
    uv_tcp_t tcp;
    net_loop *loop;
    net_tls *tls; /* or NULL; the stream's */
    const net_stream_events *events;
    void *context;
    net_buffer out;  /* what is to be sent */
    net_buffer wire; /* the same encrypted; unused without TLS */
    uv_write_t write;
    uv_shutdown_t shutdown;
    size_t writing; /* bytes that libuv looks at */
    uint64_t sent;  /* bytes that the kernel has taken before those */
    net_stream *before, *after;
    bool queued; /* among the full ones */
    bool reading, open, finishing, finished, closing;
};

/* The caller's memory until `closed`. The account, which may be NULL, pays for what waits. */
int net_stream_init(net_stream *s, net_loop *loop, const net_stream_events *events, void *context,
                    net_account *account);
/* A socket that was accepted: ours even if it fails. */
int net_stream_accept(net_stream *s, int fd, net_tls *tls);
/* Connects; `opened` or `ended` tells. */
int net_stream_connect(net_stream *s, const struct sockaddr *to, net_tls *tls);
void net_stream_read(net_stream *s, bool yes); /* goes on, or pauses */

/* TM_ESPACE as of net_buffer_…. */
int net_stream_send(net_stream *s, const char *bytes, size_t len);
int net_stream_give(net_stream *s, char *block, size_t len);
int net_stream_refer(net_stream *s, const char *constant, size_t len);
/* Now, not when the loop would sleep. */
void net_stream_flush(net_stream *s);
size_t net_stream_waiting(const net_stream *s); /* bytes that the kernel has not taken */
uint64_t net_stream_sent(const net_stream *s);  /* bytes that it has, ever */
/* Sends what waits, then says that no more comes. */
void net_stream_finish(net_stream *s);
/* At once. May be called from any event, also twice. */
void net_stream_close(net_stream *s);

#endif
