/* One request to a server; waits for the answer. */
#ifndef CLIENT_HTTP_H
#define CLIENT_HTTP_H

#include "client/address.h"

typedef struct client_request {
    const client_address *address;
    const char *method, *path;
    const char *token;    /* or NULL */
    const char *language; /* for messages: `en`, `fr` */
    const char *body;     /* JSON, or NULL */
} client_request;

typedef struct client_answer {
    int status;
    char *text; /* with a NUL at its end; freed by the caller */
    size_t len;
} client_answer;

/* TM_OK, whatever the status; TM_EIO or TM_ESPACE and the reason if there is no answer. */
int client_ask(const client_request *request, client_answer *out, tm_why *why);
/* Sets `why` and returns TM_EIO. The reason is NULL if the answer was too long, "" if unknown. */
int client_refuse(const client_address *address, const char *reason, tm_why *why);

#endif
