/* The part of JSON Schema, in OpenAPI's dialect, that views are described with. A word that is not known here is an error, so that
 * nothing is believed to be checked that is not. */
#ifndef CONFORM_SCHEMA_H
#define CONFORM_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

/* The schema of a game's views, src/games/ID/ID_view.schema.json below $SRC; cJSON_Delete frees it. NULL if it cannot be read. */
cJSON *schema_read(const char *game);

/* Whether the value fits. If not, `out_where` says what does not, as `$.places[2].clan: …`. */
bool schema_fits(const cJSON *schema, const cJSON *value, char *out_where, size_t size);

#endif
