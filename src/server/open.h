/* Opening a table: its first entries, and the changes that store them. */
#ifndef SERVER_OPEN_H
#define SERVER_OPEN_H

#include "server/server.h"

/* Who sits there from the start. */
typedef struct opening_entries {
    char text[TM_MAX_SEATS][2 * TM_NAME_MAX + TM_ID_MAX + 32];
    tm_id people[TM_MAX_SEATS];
    int n, n_people;
} opening_entries;

/* Takes the opening, gives it an id and a secret. The changes that open the table, in a new job with room for `n_more` at its end; NULL
 * without memory, or a reason. */
job *open_job(server *s, room_opening *opening, const opening_entries *entries, int n_more, tm_id out_id, tm_why *why);

#endif
