/* Where a server is: the parts of a URL. */
#ifndef CLIENT_ADDRESS_H
#define CLIENT_ADDRESS_H

#include <tatami/text.h>

enum { CLIENT_HOST_MAX = 253, CLIENT_ID_MAX = 40 };

typedef struct client_address {
    bool tls;
    int port;
    char host[CLIENT_HOST_MAX + 1]; /* a name or a number, IPv6 without its brackets */
} client_address;

/* `http://host:port`, with `/t/ID` for a table; `http://` may be left out. *out_table is empty if there is none.
 * TM_ESYNTAX and the reason. */
int client_address_read(const char *url, client_address *out, char out_table[CLIENT_ID_MAX + 1], tm_why *why);
/* The same as text, without a slash at the end. */
void client_address_write(const client_address *address, tm_text *out);
/* Whether this could be the id of a table: letters, digits, `_` and `-`. */
bool client_is_id(const char *id);

#endif
