/* What happens at a table: an entry is applied in memory and handed to the writer, and those who caused it are notified when
 * it is stored. */
#ifndef SERVER_HALL_ADD_H
#define SERVER_HALL_ADD_H

#include "server/hall.h"

/* Applies an entry, stores it, and lets the game go on. `who` is notified when it is stored (may be NULL). */
int hall_add(live *l, tm_span text, line *who, const char *re, tm_why *why);
/* Draws what chance has to draw, and calls the bots whose turn it is. */
void hall_go_on(live *l);
/* Acknowledges once everything is stored. */
void hall_acknowledge(live *l, line *who, const char *re);
/* We may have missed that other nodes took tables: asks the store about all of them. */
void hall_check(hall *h);

#endif
