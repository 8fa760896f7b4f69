/* The browser client's files, from inside the program; and a plain page where it was built without them. */
#ifndef SERVER_PAGE_H
#define SERVER_PAGE_H

#include "server/exchange.h"

void page_handle(exchange *x);

#endif
