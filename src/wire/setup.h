/* A setup as JSON, as tables, results and openings name it. */
#ifndef WIRE_SETUP_H
#define WIRE_SETUP_H

#include <tatami/table.h>

/* The members "game", "players" and "options" of an object that is open. */
void json_setup(tm_json *json, const tm_setup *setup);

#endif
