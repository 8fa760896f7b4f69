#include "conform/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cJSON *schema_read(const char *game)
{
    char path[512];
    const char *root = getenv("SRC");
    snprintf(path, sizeof path, "%s/src/games/%s/%s_view.schema.json", root ? root : ".", game, game);
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    static char text[1 << 16];
    const size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = 0;
    return cJSON_ParseWithOpts(text, NULL, true);
}

/* Where the value is, written while going down. */
typedef struct place {
    char *out;
    size_t size;
    char path[256];
} place;

static bool wrong(place *p, const char *what, const char *word)
{
    snprintf(p->out, p->size, "$%s: %s%s", p->path, what, word);
    return false;
}

static bool fits(const cJSON *schema, const cJSON *value, place *p);

/* Goes down to a member or an item; the path is as before afterwards. */
static bool fits_below(const cJSON *schema, const cJSON *value, place *p, const char *name, int item)
{
    const size_t len = strlen(p->path);
    if (name)
        snprintf(p->path + len, sizeof p->path - len, ".%s", name);
    else
        snprintf(p->path + len, sizeof p->path - len, "[%d]", item);
    const bool good = fits(schema, value, p);
    p->path[len] = 0;
    return good;
}

static bool fits_object(const cJSON *schema, const cJSON *value, place *p)
{
    const cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties"), *item;
    const cJSON *more = cJSON_GetObjectItemCaseSensitive(schema, "additionalProperties");
    cJSON_ArrayForEach(
        item,
        cJSON_GetObjectItemCaseSensitive(
            schema,
            "required")) if (!cJSON_GetObjectItemCaseSensitive(value,
                                                               item->valuestring)) return wrong(p, "without ",
                                                                                                item->valuestring);
    cJSON_ArrayForEach(item, value)
    {
        const cJSON *known = cJSON_GetObjectItemCaseSensitive(properties, item->string);
        if (!known && !cJSON_IsObject(more)) return wrong(p, "the schema does not speak of ", item->string);
        if (!fits_below(known ? known : more, item, p, item->string, 0)) return false;
    }
    return true;
}

static bool fits_array(const cJSON *schema, const cJSON *value, place *p)
{
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(schema, "items"), *item;
    const cJSON *least = cJSON_GetObjectItemCaseSensitive(schema, "minItems");
    const cJSON *most = cJSON_GetObjectItemCaseSensitive(schema, "maxItems");
    int i = 0;
    cJSON_ArrayForEach(item, value) if (!fits_below(items, item, p, NULL, i++)) return false;
    if ((least && i < least->valueint) || (most && i > most->valueint)) return wrong(p, "another number of items", "");
    return true;
}

static bool fits_enum(const cJSON *schema, const cJSON *value, place *p)
{
    const cJSON *words = cJSON_GetObjectItemCaseSensitive(schema, "enum"), *word;
    if (!words) return true;
    cJSON_ArrayForEach(word, words) if (strcmp(word->valuestring, value->valuestring) == 0) return true;
    return wrong(p, "none of the words, ", value->valuestring);
}

static bool fits_integer(const cJSON *schema, const cJSON *value, place *p)
{
    const cJSON *least = cJSON_GetObjectItemCaseSensitive(schema, "minimum");
    const cJSON *most = cJSON_GetObjectItemCaseSensitive(schema, "maximum");
    if (value->valuedouble != (double)value->valueint) return wrong(p, "no integer", "");
    if ((least && value->valueint < least->valueint) || (most && value->valueint > most->valueint))
        return wrong(p, "out of range", "");
    return true;
}

static bool knows_words(const cJSON *schema, place *p)
{
    static const char *const WORDS[] = {
        "type",  "nullable", "description", "properties", "required", "additionalProperties",
        "items", "minItems", "maxItems",    "enum",       "minimum",  "maximum"};
    const cJSON *word;
    cJSON_ArrayForEach(word, schema)
    {
        bool known = false;
        for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) known |= strcmp(WORDS[i], word->string) == 0;
        if (!known) return wrong(p, "the schema says ", word->string);
    }
    return true;
}

static bool fits(const cJSON *schema, const cJSON *value, place *p)
{
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(schema, "type");
    if (!knows_words(schema, p)) return false;
    if (!cJSON_IsString(type)) return wrong(p, "the schema names no type", "");
    if (cJSON_IsNull(value) && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(schema, "nullable"))) return true;
    if (strcmp(type->valuestring, "object") == 0 && cJSON_IsObject(value)) return fits_object(schema, value, p);
    if (strcmp(type->valuestring, "array") == 0 && cJSON_IsArray(value)) return fits_array(schema, value, p);
    if (strcmp(type->valuestring, "string") == 0 && cJSON_IsString(value)) return fits_enum(schema, value, p);
    if (strcmp(type->valuestring, "integer") == 0 && cJSON_IsNumber(value)) return fits_integer(schema, value, p);
    if (strcmp(type->valuestring, "boolean") == 0 && cJSON_IsBool(value)) return true;
    return wrong(p, "this is no ", type->valuestring);
}

bool schema_fits(const cJSON *schema, const cJSON *value, char *out_where, size_t size)
{
    place p = {.out = out_where, .size = size};
    return fits(schema, value, &p);
}
