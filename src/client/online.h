/* A table on a server as a source: the screen shows what the server says, and requests become messages. */
#ifndef CLIENT_ONLINE_H
#define CLIENT_ONLINE_H

#include <tatami/screen.h>

#include "client/address.h"

enum { ONLINE_TOKEN = 80 };

typedef struct online_table {
    client_address address;
    char id[CLIENT_ID_MAX + 1];
    char token[ONLINE_TOKEN]; /* empty: a spectator */
    const char *language;     /* `en`, `fr` */
    tm_setup setup;
    int sit;    /* the seat to take at once: its number, -1 any, -2 none */
    bool start; /* starts the game at once, if this person may */
    tm_save save;
    /* What we remember about the table from one run to the next, as a line of text; empty if there is nothing. NULL:
     * do not store it. */
    void (*recall)(void *context, tm_text *out);
    bool (*keep)(void *context, const char *line);
    void *context; /* of these */
} online_table;

enum { ONLINE_ANY = -1, ONLINE_NONE = -2 };

/* The box of the setup must outlive it. */
int online_source(const online_table *table, const tm_say *say, tm_source **out, tm_why *why);
/* The table that the person wants to go on to, once the source is done; else NULL. */
const char *online_next(const tm_source *source);

#endif
