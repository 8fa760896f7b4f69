/* The connections of clients. Requests go up through the handlers; everything else calls downwards. */
#ifndef SERVER_PEERS_H
#define SERVER_PEERS_H

#include "server/peer.h"

int peers_start(server *s, const peer_handlers *handlers, tm_why *why);
/* Sends everything now, not when the loop is about to sleep. Not to be called while iterating over connections: it
 * may handle more requests. */
void peers_flush(server *s);
/* Disconnects clients that are too slow or silent. */
void peers_tick(server *s);
/* The server is shutting down: accepts nothing new, and sends what is pending. */
void peers_finish(server *s);
bool peers_are_gone(const server *s);
/* Closes all connections that are left, and runs the loop until they are closed. */
void peers_free(server *s);

#endif
