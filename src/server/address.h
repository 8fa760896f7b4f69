/* The client's address, as text, that limits are counted by. For IPv6 it is the /64 network, because one client has
 * all of it. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <sys/socket.h>
#include <tatami/text.h>

enum { ADDRESS_MAX = 63 };

void address_of(const struct sockaddr *from, char out[ADDRESS_MAX + 1]);
/* Reads X-Forwarded-For: the last address of the list, which is the one our proxy added. False, and nothing changed,
 * if it is not an address. */
bool address_forwarded(tm_span list, char out[ADDRESS_MAX + 1]);

#endif
