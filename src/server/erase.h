/* Taking a person out of the log of a table: their name and what they said. What they decided stays, because the game is
 * everybody's, and so does their id, which means nothing once the person is deleted. */
#ifndef SERVER_ERASE_H
#define SERVER_ERASE_H

#include "server/room.h"

typedef struct erasure {
    tm_store *store; /* read through a reader of our own, on any thread */
    tm_id table, person;
    int status;
    uint32_t first;       /* the first entry that changes */
    uint32_t n, capacity; /* the entries from there on; 0: nothing to do */
    tm_entry *entries;    /* their texts are owned */
    tm_why why;
} erasure;

/* The entry without the person; false if it does not name them. */
bool erase_entry(tm_span text, const char *person, tm_text *out);
/* Reads the log and fills in the rest. */
void erasure_run(erasure *e);
void erasure_free(erasure *e);

#endif
