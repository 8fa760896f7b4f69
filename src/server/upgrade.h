/* Opens WebSockets. */
#ifndef SERVER_UPGRADE_H
#define SERVER_UPGRADE_H

#include "net/http.h"
#include "server/exchange.h"
#include "server/line.h"

/* Whether this head asks for a WebSocket. A request for any other protocol is answered as plain HTTP/1.1, as the
 * standard allows. */
bool upgrade_is_asked(const net_head *head);
/* The new line, or NULL, and then the exchange has the answer. */
line *upgrade_line(exchange *x, const net_head *head);
/* Accepts. */
int upgrade_accept(const net_head *head, net_stream *stream);

#endif
