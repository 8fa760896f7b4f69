/* Writes an answer as HTTP/1.1. */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include "net/stream.h"
#include "server/exchange.h"

/* Sends the answer; its memory now belongs to the stream. `last`: the connection closes after it. TM_ESPACE: it
 * could not be sent in full. */
int answer_send(exchange *x, net_stream *stream, bool last);
/* How much memory it takes until it is sent. */
size_t answer_cost(const exchange *x);

#endif
