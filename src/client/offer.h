/* What can be chosen now: the actions that the server offers, then wishes. */
#ifndef CLIENT_OFFER_H
#define CLIENT_OFFER_H

#include "client/online_private.h"

/* Lists both anew. */
void online_list(online *o);

#endif
