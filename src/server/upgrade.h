/* Whether a WebSocket opens. */
#ifndef SERVER_UPGRADE_H
#define SERVER_UPGRADE_H

#include "net/http.h"
#include "server/exchange.h"
#include "server/line.h"

/* Whether this head asks for one. Any other protocol is passed over, as HTTP/1.1 allows: the request is answered as if nothing was asked. */
bool upgrade_is_asked(const net_head *head);
/* The line that it opens, or NULL: the exchange has the answer. */
line *upgrade_line(exchange *x, const net_head *head);
/* Says yes. */
int upgrade_accept(const net_head *head, net_stream *stream);

#endif
