/* An answer that is a list, put together one item at a time while tables are read: {"NAME":[…]}. */
#ifndef SERVER_API_LIST_H
#define SERVER_API_LIST_H

#include "server/exchange.h"

typedef struct api_list {
    exchange *exchange; /* held until the end */
    char *text;
    size_t len, size;
    bool failed; /* out of memory */
} api_list;

void api_list_begin(api_list *l, exchange *x);
void api_list_add(api_list *l, tm_span item);
/* Answers with the list, or with why there is none if `status` is not TM_OK. */
void api_list_end(api_list *l, const char *name, int status);

#endif
