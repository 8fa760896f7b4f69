/* A connection to a host by its name: its addresses are tried one after another. */
#ifndef NET_DIAL_H
#define NET_DIAL_H

#include "net/stream.h"

typedef struct net_call_events {
    void (*opened)(void *context);
    void (*came)(void *context, const char *bytes, size_t len);
    void (*failed)(void *context, const char *reason); /* "": the other side has just ended it */
    void (*closed)(void *context);                     /* after net_call_close: its memory may go */
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

/* TM_OK: an event will tell; else it was not begun. */
int net_call_start(net_call *c, net_loop *loop, const char *host, int port, net_tls_context *tls,
                   const net_call_events *events, void *context);
void net_call_close(net_call *c);

#endif
