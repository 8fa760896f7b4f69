/* Whom limits count: a client's address as text. Of IPv6 it is the network of 64 bits, as one client has all of it. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <sys/socket.h>
#include <tatami/text.h>

enum { ADDRESS_MAX = 63 };

void address_of(const struct sockaddr *from, char out[ADDRESS_MAX + 1]);
/* What a proxy says in X-Forwarded-For: the last address of the list, which is the one it added. False, and nothing changed, if that is
 * none. */
bool address_forwarded(tm_span list, char out[ADDRESS_MAX + 1]);

#endif
