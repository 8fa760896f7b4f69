/* What can be chosen now: the actions that the server offers, then other requests. */
#ifndef CLIENT_OFFER_H
#define CLIENT_OFFER_H

#include "client/online_private.h"

/* Rebuilds the list. */
void online_list(online *o);

#endif
