/* One request to a server, on a loop. */
#ifndef CLIENT_FETCH_H
#define CLIENT_FETCH_H

#include "client/http.h"
#include "net/dial.h"

typedef struct client_fetch client_fetch;

/* If the status is not 0, there is an answer, and its text belongs to the callee; otherwise the reason says why not.
 * Called once, on the loop. */
typedef void client_fetch_done(void *context, client_answer *answer, const char *reason);

/* Starts; what the request points to may be freed after the call, except the TLS context. NULL if out of memory. */
client_fetch *client_fetch_start(net_loop *loop, net_tls_context *tls, const client_request *request,
                                 client_fetch_done *done, void *context);
/* Cancels: `done` will not be called any more. */
void client_fetch_forget(client_fetch *f);

#endif
