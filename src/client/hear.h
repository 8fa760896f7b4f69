#ifndef CLIENT_HEAR_H
#define CLIENT_HEAR_H

#include "client/online_private.h"

/* Handles one message from the server. */
void online_hear(online *o, const char *text, size_t len);
/* The connection is lost. */
void online_lose(online *o);

/* Whether the person asked not to read what this one says. */
bool online_is_muted(const online *o, const char *who);

#endif
