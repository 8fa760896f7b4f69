/* Turns the head of a request into an exchange: who asks for what, and whether they may. */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "net/http.h"
#include "server/exchange.h"

/* The address this request comes from. */
void request_address(const server *s, const net_head *head, const char *connected, char out[ADDRESS_MAX + 1]);
/* Fills in the exchange, whose address is already set; answers at once if the request is invalid or over a limit. */
void request_read(exchange *x, const net_head *head);
/* Its body has come: calls `go_on` as soon as it is known who asks. */
void request_complete(exchange *x, void (*go_on)(exchange *x));
/* Answers a malformed head. */
void request_refuse(exchange *x, int status);
/* Copies a header, or "" if it does not fit. */
void request_header(const net_head *head, const char *name, char *out, size_t size);
/* The path without the query, with `%41` decoded to `A`; false if it is too long, or contains a NUL or an incomplete
 * `%`. */
bool request_path(const net_head *head, char out[REQUEST_PATH_MAX + 1]);

#endif
