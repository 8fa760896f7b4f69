/* Finding a table, and reading it if it is not in memory: at once if it is small, otherwise on a helper thread, so that
 * others do not wait. In a shared store a table is taken from the node that has it before it is played here. */
#ifndef SERVER_HALL_VISIT_H
#define SERVER_HALL_VISIT_H

#include "server/hall.h"

/* If the table is NULL, `status` says why, and `why` may say more. */
typedef void (*hall_visitor)(void *context, live *l, int status, const char *why);
/* To play there. `address` is the client that asked. */
void hall_visit(server *s, const char *id, const char *address, hall_visitor call, void *context);
/* To look at it; the table may be a copy and is valid only during the call. `n_known`: how many entries its log has, if that
 * was just read, otherwise 0. */
void hall_look(server *s, const char *id, uint32_t n_known, const char *address, hall_visitor call, void *context);
/* Another node has taken this table, with this epoch. */
void hall_taken(hall *h, const char *id, int64_t epoch);
/* The stored log was rewritten: the table is dropped, and whoever is there reads it again. */
void hall_reload(server *s, const char *id);

#endif
