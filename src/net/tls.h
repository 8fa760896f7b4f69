/* TLS by OpenSSL, which sees memory and no socket: whoever has the socket carries the bytes. Versions 1.2, with forward secrecy and
 * authenticated encryption only, and 1.3. */
#ifndef NET_TLS_H
#define NET_TLS_H

#include <tatami/text.h>

typedef struct net_tls_context net_tls_context; /* one for all connections of a kind */
typedef struct net_tls net_tls;                 /* one connection's */

int net_tls_server(const char *cert, const char *key, net_tls_context **out, tm_why *why);
/* Believes the certificates that the system believes. */
int net_tls_client(net_tls_context **out, tm_why *why);
void net_tls_context_free(net_tls_context *context);

/* `host` is whom a client expects; NULL on a server. NULL without memory. */
net_tls *net_tls_new(net_tls_context *context, const char *host);
void net_tls_free(net_tls *tls);

/* What came from the other side; false without memory. */
bool net_tls_put(net_tls *tls, const char *bytes, size_t len);
/* More of the handshake, then plain bytes: how many, 0 if more must come first, NET_TLS_END after a farewell, NET_TLS_BAD. */
int net_tls_read(net_tls *tls, char *out, size_t room);
/* Plain bytes that were taken: 0 while the handshake goes on, or NET_TLS_BAD. */
int net_tls_write(net_tls *tls, const char *bytes, size_t len);
enum { NET_TLS_END = -1, NET_TLS_BAD = -2 };
/* What is to be sent to the other side; it is gone with the next call of net_tls_sent. */
size_t net_tls_pending(const net_tls *tls, const char **out);
void net_tls_sent(net_tls *tls);
bool net_tls_is_open(const net_tls *tls); /* the handshake is done */
void net_tls_finish(net_tls *tls);        /* says farewell */
/* What went wrong, for people; "" if nothing is known. */
void net_tls_reason(const net_tls *tls, char *out, size_t size);

#endif
