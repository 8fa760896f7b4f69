/* Sending what is stored to those who are at a table. */
#ifndef SERVER_HALL_TELL_H
#define SERVER_HALL_TELL_H

#include "server/hall.h"

/* Brings a client to a table, and shows it. */
void hall_join(live *l, line *who);
/* Sends the whole table, with the entries from `from` on, as soon as everything is stored. */
void hall_show(live *l, line *who, uint32_t from);
/* A part of the legal actions, if there are too many for the usual messages. */
int hall_show_legal(live *l, line *who, const char *re, uint32_t from, tm_why *why);
/* To everybody at a table, or only to the seats in a mask. */
void hall_tell(live *l, uint32_t seats, const char *text, size_t len);
enum { HALL_ALL = -1 };
/* Calls when everything that has happened is stored, which may be at once; with NULL if it could not be. */
void hall_when_stored(live *l, void (*call)(void *context, live *l), void *context);
/* At all marked tables: sends what was stored but not sent yet, and gives up those that are lost. */
void hall_tell_dirty(hall *h);

#endif
