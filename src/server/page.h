/* Serves the browser client's files, which are built into the program, or a plain page if it was built without them. */
#ifndef SERVER_PAGE_H
#define SERVER_PAGE_H

#include "server/exchange.h"

void page_handle(exchange *x);

#endif
