/* Accepts connections. */
#ifndef SERVER_LISTEN_H
#define SERVER_LISTEN_H

#include "server/server.h"

/* Starts to listen; *out_port is the port, also if the settings said any. */
int listen_start(server *s, int *out_port, tm_why *why);
/* Tries again: a connection has ended, or a file descriptor may be free. */
void listen_go_on(server *s);
/* Accepts no more. */
void listen_stop(server *s);
void listen_free(server *s); /* once the loop has run after that */

#endif
