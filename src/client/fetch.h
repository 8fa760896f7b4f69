/* One request to a server, on a loop. */
#ifndef CLIENT_FETCH_H
#define CLIENT_FETCH_H

#include "client/http.h"
#include "net/dial.h"

typedef struct client_fetch client_fetch;

/* `answer` is there if its status is not 0, and its text is the caller's then; else the reason says why not. Called once, on the loop. */
typedef void client_fetch_done(void *context, client_answer *answer, const char *reason);

/* Begins; what the request points to may go after the call, but for the context of TLS. NULL without memory. */
client_fetch *client_fetch_start(net_loop *loop, net_tls_context *tls, const client_request *request,
                                 client_fetch_done *done, void *context);
/* The answer is not waited for: nothing is called any more. */
void client_fetch_forget(client_fetch *f);

#endif
