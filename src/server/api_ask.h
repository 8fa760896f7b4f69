/* Checks that most parts of the REST interface make on a request. */
#ifndef SERVER_API_ASK_H
#define SERVER_API_ASK_H

#include "server/exchange.h"

struct cJSON;

bool api_needs_person(exchange *x); /* false: the answer is sent */
/* Counts one use against a limit; false if there is none left, and then the answer is sent. `who` is an address or a
 * person. */
bool api_may(exchange *x, limit_kind kind, const char *who);
/* A number from the query, checked; false if it is wrong, and then the answer is sent. */
bool api_number(exchange *x, const char *name, uint32_t most, uint32_t *out);
/* The JSON object in the body, or NULL if there is none, and then the answer is sent. Free it with cJSON_Delete. */
struct cJSON *api_body(exchange *x);

/* The change that takes one from what the whole site allows somebody; the caller keeps the text. Where the store is not
 * shared, api_may has counted already. */
enum { BUDGET_MAX = ADDRESS_MAX + 16 };
void api_spend(const exchange *x, limit_kind kind, const char *whose, char text[BUDGET_MAX], tm_change *out);
/* Whether a change was skipped because the budget before it was used up; then the answer is sent. */
bool api_has_spent(exchange *x, limit_kind kind, const tm_change *change);

#endif
