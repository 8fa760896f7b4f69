#include "wire/json.h"

#include <string.h>

enum { DEPTH_MAX = 16 }; /* a view has up to 10 */

/* cJSON recurses, so the depth is checked first. Brackets inside strings do not count. */
static bool is_shallow(const char *text, size_t len)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < len; i++) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\')
                i++;
            else if (c == '"')
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > DEPTH_MAX) return false;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return true;
}

static bool is_utf8(const char *text, size_t len)
{
    for (size_t at = 0, n; at < len; at += n)
        if ((n = tm_utf8_length(text + at, (uint32_t)(len - at))) == 0 || text[at] == 0) return false;
    return true;
}

cJSON *json_object(const char *text, size_t len, tm_why *why)
{
    const char *end = NULL;
    cJSON *json = NULL;
    if (is_utf8(text, len) && is_shallow(text, len)) json = cJSON_ParseWithLengthOpts(text, len, &end, false);
    while (json && end < text + len && strchr(" \t\r\n", *end)) end++;
    if (json && cJSON_IsObject(json) && end == text + len) return json;
    cJSON_Delete(json);
    tm_why_not(why, TM_ESYNTAX, "expected one JSON object in UTF-8, nested at most %d deep", DEPTH_MAX);
    return NULL;
}

int json_text(const cJSON *object, const char *name, const char *otherwise, const char **out, tm_why *why)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (item && !cJSON_IsNull(item) && !cJSON_IsString(item))
        return tm_why_not(why, TM_ESYNTAX, "\"%s\" must be a string", name);
    *out = item && cJSON_IsString(item) ? item->valuestring : otherwise;
    return TM_OK;
}

int json_number(const cJSON *object, const char *name, int64_t min, int64_t max, int64_t otherwise, int64_t *out,
                tm_why *why)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    *out = otherwise;
    if (!item || cJSON_IsNull(item)) return TM_OK;
    const double value = cJSON_IsNumber(item) ? item->valuedouble : (double)min - 1;
    if (!(value >= (double)min && value <= (double)max) || value != (double)(int64_t)value)
        return tm_why_not(why, TM_ESYNTAX, "\"%s\" must be a whole number from %d to %d", name, (int)min, (int)max);
    *out = (int64_t)value;
    return TM_OK;
}

int json_bool(const cJSON *object, const char *name, bool otherwise, bool *out, tm_why *why)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (item && !cJSON_IsNull(item) && !cJSON_IsBool(item))
        return tm_why_not(why, TM_ESYNTAX, "\"%s\" must be true or false", name);
    *out = cJSON_IsBool(item) ? cJSON_IsTrue(item) : otherwise;
    return TM_OK;
}
