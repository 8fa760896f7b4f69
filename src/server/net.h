/* HTTP and WebSocket, by libwebsockets on our loop. */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include "server/server.h"

/* Listens; *out_port is the port, also where any was asked for. */
int net_start(server *s, int *out_port, tm_why *why);
/* Asks the silent whether they are there, and hangs up on those who do not answer. */
void net_tick(server *s, int64_t now);
void net_free(server *s);

#endif
