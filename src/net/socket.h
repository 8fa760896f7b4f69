/* WebSocket (RFC 6455), client or server: messages in, messages out. wslay handles the frames; the owner of the
 * connection moves the bytes. */
#ifndef NET_SOCKET_H
#define NET_SOCKET_H

#include <tatami/text.h>

#include "net/buffer.h"

typedef struct net_socket net_socket;

enum { NET_KEY = 24, NET_ACCEPT = 28 }; /* characters of Sec-WebSocket-Key and -Accept */

typedef struct net_socket_events {
    void (*message)(void *context, const char *text, size_t len); /* a complete message, valid only during the call */
    void (*pong)(void *context);
    int (*send)(void *context, const char *bytes, size_t len); /* 0, or the connection has ended */
} net_socket_events;

typedef struct net_socket_settings {
    const net_socket_events *events;
    void *context;
    net_account *account; /* charged for a message that comes in fragments */
    size_t most;          /* longest message accepted, in bytes */
    bool client;
} net_socket_settings;

net_socket *net_socket_new(const net_socket_settings *settings); /* NULL if out of memory */
void net_socket_free(net_socket *s);

/* Handles received bytes. An event may call anything below except net_socket_free. */
void net_socket_feed(net_socket *s, const char *bytes, size_t len);
/* Each returns 0, or TM_EIO if the connection is no longer usable. */
int net_socket_send(net_socket *s, const char *text, size_t len);
int net_socket_ping(net_socket *s);
/* The first code counts. Messages that arrive afterwards are ignored. */
int net_socket_close(net_socket *s, int code);
/* Our close frame is sent, so nothing more can be sent. */
bool net_socket_has_closed(const net_socket *s);
/* Both sides have sent a close frame, or the other side broke the protocol and was told so: the connection may be
 * closed. */
bool net_socket_is_over(const net_socket *s);
int net_socket_close_code(const net_socket *s); /* ours, 0 before */

void net_socket_key(char out[NET_KEY + 1]); /* a random one */
bool net_socket_is_key(tm_span key);
void net_socket_accept(tm_span key, char out[NET_ACCEPT + 1]);

#endif
