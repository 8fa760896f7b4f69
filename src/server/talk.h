/* Handles messages from WebSockets. */
#ifndef SERVER_TALK_H
#define SERVER_TALK_H

#include "server/line.h"

void talk_heard(line *l, const char *text, size_t len);
void talk_gone(line *l);

#endif
