/* The JSON of an opening: used to read a client's request, and to describe a table. */
#ifndef SERVER_OPENING_H
#define SERVER_OPENING_H

#include "server/room.h"
#include "wire/json.h"

/* What a client asks for; host and secret are left to the server. `since`: work_clock() at the start, if there is a time limit
 * (TM_ETURN), or NULL. */
int room_opening_from(room_opening *opening, const cJSON *json, const uint64_t *since, tm_why *why);

#endif
