#ifndef CLIENT_WAITING_H
#define CLIENT_WAITING_H

#include "client/online_private.h"

/* Draws a table before the start: who sits where, the options, and the link to share. As tm_source's `paint`. */
void online_paint(const tm_source *source, const tm_canvas *canvas);

#endif
