/* What time does at the tables: whoever runs out of it is stood in for, and idle tables are dropped. */
#ifndef SERVER_HALL_TICK_H
#define SERVER_HALL_TICK_H

#include "server/hall.h"

void hall_tick(hall *h); /* now and then */

#endif
