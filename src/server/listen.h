/* Where connections come in. */
#ifndef SERVER_LISTEN_H
#define SERVER_LISTEN_H

#include "server/server.h"

/* Listens; *out_port is the port, also where any was asked for. */
int listen_start(server *s, int *out_port, tm_why *why);
/* There may be room again: for a connection, or for its file. */
void listen_go_on(server *s);
/* No more are taken. */
void listen_stop(server *s);
void listen_free(server *s); /* when the loop has run after that */

#endif
