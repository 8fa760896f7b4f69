/* The connections of clients: requests one after another, or a WebSocket. What is asked goes up through the handlers; everything else calls
 * downwards. */
#ifndef SERVER_PEER_H
#define SERVER_PEER_H

#include "server/exchange.h"
#include "server/line.h"

typedef struct peer_handlers {
    void (*request)(exchange *x); /* a whole one, which is to be answered now or later */
    void (*heard)(line *l, const char *text, size_t len);
    void (*gone)(line *l);
    void (*left)(server *s); /* a connection has ended: there is room for another */
} peer_handlers;

int peers_start(server *s, const peer_handlers *handlers, tm_why *why);
/* A socket that was accepted, from this address; it is ours from now on. */
void peers_welcome(server *s, int fd, const char *address);
/* Sends what waits now, not when the loop would sleep. Not while somebody goes through lines: more requests may be heard. */
void peers_flush(server *s);
/* Hangs up on those who are too slow or silent. */
void peers_tick(server *s);
/* The server stops: nothing new is taken, what is on its way is sent. */
void peers_finish(server *s);
bool peers_are_gone(const server *s);
/* Closes all that are left, and runs the loop until they are closed. */
void peers_free(server *s);

#endif
