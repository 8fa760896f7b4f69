/* What a person can do at a table besides playing. */
#ifndef CLIENT_WISHES_H
#define CLIENT_WISHES_H

#include "client/online_private.h"

/* Carries out a typed command: a request, or an action that is not offered. As tm_source's `command`. */
int online_command(tm_source *source, const char *line, tm_why *why);

#endif
