/* Opening a table: its first entries, and the changes that store them. */
#ifndef SERVER_OPEN_H
#define SERVER_OPEN_H

#include "server/server.h"

/* The people and bots who sit there from the start. */
typedef struct opening_entries {
    char text[TM_MAX_SEATS][2 * TM_NAME_MAX + TM_ID_MAX + 32];
    tm_id people[TM_MAX_SEATS];
    int n, n_people;
} opening_entries;

/* Takes ownership of the opening and gives it an id and a secret. Returns a new job with the changes that open the
 * table, which follow `first` unless that is NULL; NULL if out of memory, or with a reason. */
job *open_job(server *s, room_opening *opening, const opening_entries *entries, const tm_change *first, tm_id out_id,
              tm_why *why);

#endif
