/* Bots and hints: thinking on worker threads, from a copy of what a seat may know. */
#ifndef SERVER_THINK_H
#define SERVER_THINK_H

#include "server/hall.h"

/* Lets bots think when it is their turn. */
void think_join(hall *h);
/* What a strong bot would do; the answer is sent to the connection when it is known. */
int think_hint(live *l, line *who, const char *re, tm_why *why);

#endif
