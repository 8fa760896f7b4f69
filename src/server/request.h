/* From the head of a request to an exchange: who asks for what, and whether they may ask now. */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "net/http.h"
#include "server/exchange.h"

/* The address that this request comes from. */
void request_address(const server *s, const net_head *head, const char *connected, char out[ADDRESS_MAX + 1]);
/* Fills the exchange in, whose address is known; what cannot be asked, or not now, is answered. */
void request_read(exchange *x, const net_head *head);
/* Answers a head that makes no sense. */
void request_refuse(exchange *x, int status);
/* Copies a header that fits, else "". */
void request_header(const net_head *head, const char *name, char *out, size_t size);
/* The path without the query, `%41` as `A`; false if it is too long, or has a NUL or half of such a letter in it. */
bool request_path(const net_head *head, char out[REQUEST_PATH_MAX + 1]);

#endif
