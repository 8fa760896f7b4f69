/* Any bytes as JSON from outside: refused with a reason, or an object whose members have the type that was asked for. */
#include <string.h>

#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(const cJSON *object, const char *name)
{
    tm_why why;
    const char *text = "?";
    int64_t number;
    bool truth;
    tm_why_init(&why, NULL);
    tm_assert((json_text(object, name, NULL, &text, &why) != 0) == (why.text.len != 0));
    tm_why_init(&why, NULL);
    if (json_number(object, name, -3, 1000, 7, &number, &why) == TM_OK)
        tm_assert(number >= -3 && number <= 1000);
    else
        tm_assert(why.text.len);
    tm_why_init(&why, NULL);
    tm_assert((json_bool(object, name, true, &truth, &why) != 0) == (why.text.len != 0));
}

/* What was written from it is read again, to the same. */
static void write_again(const cJSON *object)
{
    char *text = cJSON_PrintUnformatted(object);
    tm_why why;
    tm_why_init(&why, NULL);
    if (!text) return;
    cJSON *again = json_object(text, strlen(text), &why);
    if (again) {
        char *same = cJSON_PrintUnformatted(again);
        tm_assert(same && strcmp(text, same) == 0);
        cJSON_free(same);
    }
    cJSON_Delete(again);
    cJSON_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const NAMES[] = {"do", "n", "seat", "action", "token", "text", "options", "listed"};
    tm_why why;
    tm_why_init(&why, NULL);
    cJSON *object = json_object((const char *)data, size, &why);
    tm_assert((object != NULL) == (why.text.len == 0));
    if (object) {
        for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) ask(object, NAMES[i]);
        write_again(object);
    }
    cJSON_Delete(object);
    return 0;
}
