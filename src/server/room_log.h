/* The entries of a log: for room.c, which makes them so one by one, and room_load.c, which reads a whole log back. */
#ifndef SERVER_ROOM_LOG_H
#define SERVER_ROOM_LOG_H

#include "server/room.h"

/* An entry taken apart: its word and the fields after it, the last one with whatever tabs it has. */
enum { FIELDS_MAX = 4 };
typedef struct room_fields {
    entry_kind kind;
    int n;
    tm_span at[FIELDS_MAX];
} room_fields;

int room_take_apart(tm_span text, room_fields *out); /* TM_ESYNTAX */
/* Into the log, without making it so. */
int room_put_entry(room *r, const room_entry *entry, tm_why *why);
int room_refuse_entry(const room *r, int status, tm_why *why);

#endif
