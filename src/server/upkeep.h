/* What the server does now and then without being asked: it archives tables, deletes expired tokens, keeps note of the
 * time it serves, and wakes tables whose clock has run out. */
#ifndef SERVER_UPKEEP_H
#define SERVER_UPKEEP_H

#include "server/server.h"

void upkeep_tick(server *s);

#endif
