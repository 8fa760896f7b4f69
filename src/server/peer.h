/* The connections of clients: requests one after another, or a WebSocket. Requests go up through the handlers;
 * everything else calls downwards. */
#ifndef SERVER_PEER_H
#define SERVER_PEER_H

#include "server/exchange.h"
#include "server/line.h"

typedef struct peer_handlers {
    void (*request)(exchange *x); /* a complete one, to be answered now or later */
    void (*heard)(line *l, const char *text, size_t len);
    void (*gone)(line *l);
    void (*left)(server *s); /* a connection has ended, so another can be accepted */
} peer_handlers;

int peers_start(server *s, const peer_handlers *handlers, tm_why *why);
/* Takes ownership of an accepted socket, from this address. */
void peers_welcome(server *s, int fd, const char *address);
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
