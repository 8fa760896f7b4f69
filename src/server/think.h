/* Bots and hints: thinking on worker threads, from a copy of what a seat may know. */
#ifndef SERVER_THINK_H
#define SERVER_THINK_H

#include "server/hall.h"

void think_start(live *l, int seat);
/* What a strong bot would do; the line is answered when it is known. */
int think_hint(live *l, line *who, const char *re, tm_why *why);

#endif
