/* TLS with OpenSSL, in memory only: the owner of the socket moves the bytes. Versions 1.2, with forward secrecy and
 * authenticated encryption only, and 1.3. */
#ifndef NET_TLS_H
#define NET_TLS_H

#include <tatami/text.h>

typedef struct net_tls_context net_tls_context; /* one for all connections of a kind */
typedef struct net_tls net_tls;                 /* one connection's */

int net_tls_server(const char *cert, const char *key, net_tls_context **out, tm_why *why);
/* Trusts the certificates that the system trusts. */
int net_tls_client(net_tls_context **out, tm_why *why);
void net_tls_context_free(net_tls_context *context);

/* `host` is the name a client expects; NULL on a server. Returns NULL if out of memory. */
net_tls *net_tls_new(net_tls_context *context, const char *host);
void net_tls_free(net_tls *tls);

/* Adds bytes from the other side; false if out of memory. */
bool net_tls_put(net_tls *tls, const char *bytes, size_t len);
/* Continues the handshake, then reads plain bytes: how many, 0 if more input is needed, NET_TLS_END after the other
 * side has closed, or NET_TLS_BAD. */
int net_tls_read(net_tls *tls, char *out, size_t size);
/* How many plain bytes were accepted: 0 during the handshake, or NET_TLS_BAD. */
int net_tls_write(net_tls *tls, const char *bytes, size_t len);
enum { NET_TLS_END = -1, NET_TLS_BAD = -2 };
/* The bytes to send to the other side, valid until the next call of net_tls_sent. */
size_t net_tls_pending(const net_tls *tls, const char **out);
void net_tls_sent(net_tls *tls);
bool net_tls_is_open(const net_tls *tls); /* the handshake is done */
void net_tls_finish(net_tls *tls);        /* sends close_notify */
/* What went wrong, for people; "" if unknown. */
void net_tls_reason(const net_tls *tls, char *out, size_t size);

#endif
