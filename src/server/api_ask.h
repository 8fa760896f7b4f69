/* What most parts of the REST interface ask of a request. */
#ifndef SERVER_API_ASK_H
#define SERVER_API_ASK_H

#include "server/exchange.h"

struct cJSON;

bool api_needs_person(exchange *x); /* false after an answer */
/* Takes one of a limit; false after an answer. `who` is an address or a person. */
bool api_may(exchange *x, limit_kind kind, const char *who);
/* An object in the body, or NULL after an answer; cJSON_Delete it. */
struct cJSON *api_body(exchange *x);

#endif
