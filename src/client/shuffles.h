/* The shuffles of a table: stores the server's promise, gives a word, and checks the game against both when it is
 * over. */
#ifndef CLIENT_SHUFFLES_H
#define CLIENT_SHUFFLES_H

#include "client/online_private.h"

/* Handles what the server shows of its shuffles together with the whole table. */
void online_shown(online *o, const char *commitment, const tm_fair *shown);
/* Gives a word that the person chose. */
int online_word(online *o, const char *word, tm_why *why);
/* The server has answered the word we sent. */
void online_mix_answered(online *o, bool taken);
/* Remembers the event of an entry if it is an outcome; the second one forgets them all, because our seat has
 * changed. */
void online_saw(online *o, int64_t n, const char *event);
void online_forget_seen(online *o);
/* Asks for the record; when it arrives, says whether it is as promised. */
void online_check(online *o);
void online_checked(online *o, const client_news *record);

#endif
