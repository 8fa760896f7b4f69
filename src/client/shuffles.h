/* The shuffles of a table: the promise is kept, a word is given, and the game is held against both when it is over. */
#ifndef CLIENT_SHUFFLES_H
#define CLIENT_SHUFFLES_H

#include "client/online_private.h"

/* What the server shows of its shuffles with the whole table. */
void online_shown(online *o, const char *commitment, const tm_fair *shown);
/* A word of the person's own. */
int online_word(online *o, const char *word, tm_why *why);
/* The server has answered the word that was on its way. */
void online_mix_answered(online *o, bool taken);
/* An entry's event, if it is an outcome; and all of them belong to another seat now. */
void online_saw(online *o, int64_t n, const char *event);
void online_forget_seen(online *o);
/* Asks for the record; when it has come, says whether it is as promised. */
void online_check(online *o);
void online_checked(online *o, const client_news *record);

#endif
