/* People's new names, at the tables where they sit. */
#ifndef SERVER_HALL_NAMES_H
#define SERVER_HALL_NAMES_H

#include "server/hall.h"

/* At all tables in memory. The others learn it when they are read. */
void hall_rename(hall *h, const tm_person *who);
/* People may have changed their names while this table was not in memory. */
void hall_learn_names(live *l);

#endif
