/* Connects to a host by name, trying its addresses one after another. */
#ifndef NET_DIAL_H
#define NET_DIAL_H

#include "net/stream.h"

typedef struct net_call_events {
    void (*opened)(void *context);
    void (*came)(void *context, const char *bytes, size_t len);
    void (*failed)(void *context, const char *reason);        /* "": the other side simply closed it */
    void (*closed)(void *context);                            /* after net_call_close: its memory may be freed */
    bool (*allows)(void *context, const struct sockaddr *to); /* NULL: every address; asked just before connecting, so a
                                                               * name cannot mean another address by then */
} net_call_events;

/* The caller's memory until `closed`. */
typedef struct net_call {
    net_stream stream;
    net_loop *loop;
    const net_call_events *events;
    void *context;
    net_tls_context *tls; /* or NULL */
    char host[256];
    uv_getaddrinfo_t lookup;
    struct addrinfo *found, *next;
    bool looking, streaming, opened, closing;
    char reason[160];
} net_call;

/* TM_OK: an event will report the result; otherwise nothing was started. */
int net_call_start(net_call *c, net_loop *loop, const char *host, int port, net_tls_context *tls,
                   const net_call_events *events, void *context);
void net_call_close(net_call *c);

#endif
