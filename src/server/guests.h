/* The clients at a table: who is there, and how many only watch. */
#ifndef SERVER_GUESTS_H
#define SERVER_GUESTS_H

#include "server/hall.h"

void guests_add(live *l, line *who);
void guests_remove(line *who); /* from the table where it is, if any */
/* The last entry is of this kind: if somebody took a seat they no longer watch, if they lost it they do so now. `left`: who
 * sat in each seat before. */
void guests_moved(live *l, uint8_t kind, tm_id *left);
/* Disconnects everybody who used a token of this person, except the token with this hash. */
void guests_send_away(hall *h, const char *person, const uint8_t but[TM_HASH_BYTES]);
/* The server is shutting down: everybody is told and disconnected. */
void guests_dismiss(hall *h);

/* We may have missed that tokens were revoked: whoever has such a one is disconnected. */
void guests_check(hall *h);

#endif
