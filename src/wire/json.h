/* Reading JSON from outside: what clients send to the server, and what a server sends to the client. cJSON parses
 * it, after we have checked its depth. */
#ifndef WIRE_JSON_H
#define WIRE_JSON_H

#include <cjson/cJSON.h>
#include <tatami/text.h>

/* An object, or NULL and a reason. Freed with cJSON_Delete. */
cJSON *json_object(const char *text, size_t len, tm_why *why);

/* A member of this type, or the default if it is missing. If it has another type: a reason and TM_ESYNTAX. */
int json_text(const cJSON *object, const char *name, const char *otherwise, const char **out, tm_why *why);
int json_number(const cJSON *object, const char *name, int64_t min, int64_t max, int64_t otherwise, int64_t *out,
                tm_why *why);
int json_bool(const cJSON *object, const char *name, bool otherwise, bool *out, tm_why *why);

#endif
