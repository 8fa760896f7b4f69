/* The parts of the REST interface. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/exchange.h"

typedef struct live live;

void api_handle(exchange *x);
void api_tables(exchange *x, const char *rest); /* /api/tables… */
void api_me(exchange *x, const char *rest);     /* /api/me… */
void api_me_tables(exchange *x);                /* GET /api/me/tables */
void api_me_history(exchange *x);               /* GET /api/me/history */
void api_me_history_remove(exchange *x);        /* POST /api/me/history/remove */
void api_me_delete(exchange *x);                /* POST /api/me/delete */
void api_push_key(exchange *x);                 /* GET /api/push */
void api_me_push(exchange *x);                  /* POST /api/me/push */
void api_me_push_remove(exchange *x);           /* POST /api/me/push/remove */
void api_replay(exchange *x);                   /* POST /api/replay */
void api_table_record(exchange *x, live *l);
void api_table_replay(exchange *x, live *l);

#endif
