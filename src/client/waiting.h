#ifndef CLIENT_WAITING_H
#define CLIENT_WAITING_H

#include "client/online_private.h"

/* Draws a table before the start: who sits where, what is agreed, and the link for others. As tm_source's `paint`. */
void online_paint(const tm_source *source, const tm_canvas *canvas);

#endif
