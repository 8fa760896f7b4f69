/* Reading a table back from the store. */
#ifndef SERVER_LOAD_H
#define SERVER_LOAD_H

#include "server/room.h"

typedef struct loading {
    tm_store *store;
    tm_id id;
    tm_why why;
    int status;
    tm_table_row row;
    char *text; /* of its opening */
    size_t n_text;
    room *room; /* the result, until it is taken */
} loading;

void loading_init(loading *l, tm_store *store, const char *id);
void loading_free(loading *l);
/* Reads the row and the opening, as text, to find out how much there is to read. */
void loading_open(loading *l);
/* The rest. */
void loading_run(loading *l);
/* Both, on a helper thread, with its own reader of the store. */
void loading_run_apart(loading *l);

#endif
