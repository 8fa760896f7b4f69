/* What a person may want of a table besides deciding. */
#ifndef CLIENT_WISHES_H
#define CLIENT_WISHES_H

#include "client/online_private.h"

/* Carries out a typed line: a wish, or an action that is not offered. As tm_source's `command`. */
int online_command(tm_source *source, const char *line, tm_why *why);

#endif
