/* An answer as bytes of HTTP/1.1. */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include "net/stream.h"
#include "server/exchange.h"

/* Sends it; what the exchange owned of it is the stream's. `last`: the connection ends with it. TM_ESPACE: it was not sent whole. */
int answer_send(exchange *x, net_stream *stream, bool last);
/* What it takes of memory until it is sent. */
size_t answer_cost(const exchange *x);

#endif
