/* The entries of a log: shared by room.c, which applies them one by one, and room_load.c, which reads a whole log
 * back. */
#ifndef SERVER_ROOM_LOG_H
#define SERVER_ROOM_LOG_H

#include "server/room.h"

/* An entry split into its word and fields; tabs in the last field are kept. */
enum { FIELDS_MAX = 4 };
typedef struct room_fields {
    entry_kind kind;
    int n;
    tm_span at[FIELDS_MAX];
} room_fields;

int room_take_apart(tm_span text, room_fields *out); /* TM_ESYNTAX */
/* Appends to the log without applying it. */
int room_put_entry(room *r, const room_entry *entry, tm_why *why);
int room_refuse_entry(const room *r, int status, tm_why *why);

#endif
