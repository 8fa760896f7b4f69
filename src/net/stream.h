/* A TCP connection on a libuv loop, with TLS or without. Data to send is buffered until the loop is about to sleep,
 * so that everything goes out in one system call. */
#ifndef NET_STREAM_H
#define NET_STREAM_H

#include <uv.h>

#include "net/buffer.h"
#include "net/senders.h"
#include "net/tls.h"

typedef struct net_stream net_stream;

/* What the streams of one loop share. */
typedef struct net_loop {
    uv_loop_t *uv;
    uv_prepare_t before_sleep;
    net_stream *full;     /* those with something to send */
    char *buffer;         /* for what is read */
    net_senders *senders; /* threads that help when many have something to send, or NULL; the caller's */
} net_loop;

int net_loop_start(net_loop *l, uv_loop_t *uv); /* TM_OK or TM_ESPACE */
void net_loop_flush(net_loop *l);               /* all streams that have something to send */
/* All streams must be closed before; the loop must run once more afterwards. */
void net_loop_stop(net_loop *l);
void net_loop_free(net_loop *l); /* after that */

typedef struct net_stream_events {
    void (*opened)(void *context);                              /* connected, and the TLS handshake is done */
    void (*came)(void *context, const char *bytes, size_t len); /* valid only during the call */
    void (*drained)(void *context);          /* everything has been sent, including the end of our side */
    void (*ended)(void *context, int error); /* 0: the other side sends no more; else a UV_E… */
    void (*closed)(void *context);           /* after net_stream_close: its memory may be freed */
} net_stream_events;

struct net_stream {
    uv_tcp_t tcp;
    net_loop *loop;
    net_tls *tls; /* or NULL; owned by the stream */
    const net_stream_events *events;
    void *context;
    net_buffer out;  /* to be sent */
    net_buffer wire; /* the same encrypted; unused without TLS */
    uv_write_t write;
    uv_shutdown_t shutdown;
    size_t writing; /* bytes that libuv is writing */
    uint64_t sent;  /* bytes that the kernel accepted before those */
    net_stream *before, *after;
    bool queued; /* in the list of those with something to send */
    bool reading, open, finishing, finished, closing;
};

/* The memory is the caller's and must stay until `closed`. The account, which may be NULL, is charged for unsent
 * bytes. */
int net_stream_init(net_stream *s, net_loop *loop, const net_stream_events *events, void *context,
                    net_account *account);
/* Takes ownership of an accepted socket, even on failure. */
int net_stream_accept(net_stream *s, int fd, net_tls *tls);
/* Connects; `opened` or `ended` reports the result. */
int net_stream_connect(net_stream *s, const struct sockaddr *to, net_tls *tls);
void net_stream_read(net_stream *s, bool yes); /* resumes or pauses reading */

/* TM_ESPACE as for net_buffer_…. */
int net_stream_send(net_stream *s, const char *bytes, size_t len);
int net_stream_give(net_stream *s, char *block, size_t len);
int net_stream_refer(net_stream *s, const char *constant, size_t len);
/* Sends now, not when the loop is about to sleep. */
void net_stream_flush(net_stream *s);
size_t net_stream_waiting(const net_stream *s); /* bytes the kernel has not accepted yet */
uint64_t net_stream_sent(const net_stream *s);  /* bytes it has accepted in all */
/* Sends everything that is left, then shuts down our side. */
void net_stream_finish(net_stream *s);
/* Closes at once. May be called from any event, even twice. */
void net_stream_close(net_stream *s);

#endif
