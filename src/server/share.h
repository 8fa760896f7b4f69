/* Other nodes that share the store: what they did reaches the hall through here. */
#ifndef SERVER_SHARE_H
#define SERVER_SHARE_H

#include "server/server.h"

/* Begins to listen, if the store is shared. */
int share_start(server *s, tm_why *why);
/* Before the store is closed and the loop ends. */
void share_stop(server *s);
/* After both. */
void share_free(server *s);
/* Tells the other nodes now and then what they must know. */
void share_tick(server *s);
/* Whether the store cannot be reached at the moment. */
bool share_is_away(const server *s);

#endif
