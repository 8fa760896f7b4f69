/* What is kept about the end of a game, so that a history need not play it again: who sat where, on the first line, by id;
 * then the members of a JSON object for clients, which holds no ids. */
#ifndef SERVER_RESULT_H
#define SERVER_RESULT_H

#include "server/server.h"

/* The game must be over, and all of it stored or about to be. */
void result_write(const room *r, tm_text *out);
/* Stores it with the table, which has been over since `at`: if the end is stored, by the owner with this epoch, or RESULT_READ
 * if it was read from the store. */
enum { RESULT_READ = -1 };
void result_put(server *s, const room *r, int64_t at, int64_t epoch);
/* Takes a stored one apart: the seat of a person, or -1, and the members. */
int result_seat(tm_span result, const char *person, tm_span *out_members);

#endif
