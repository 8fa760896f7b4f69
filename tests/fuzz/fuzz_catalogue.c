/* Any bytes as a .mo file: refused, or a catalogue in which looking up stays inside its bytes. */
#include <stdlib.h>
#include <string.h>

#include <tatami/catalogue.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tm_catalogue catalogue;
    tm_say say = {0};
    /* Its own memory, so that a byte behind the end is somebody else's. */
    uint8_t *bytes = malloc(size ? size : 1);
    memcpy(bytes, data, size);
    if (tm_catalogue_open(&catalogue, bytes, size) == TM_OK) {
        for (uint32_t i = 0; i < catalogue.n; i++) {
            uint32_t at;
            memcpy(&at, bytes + catalogue.ids + 8 * (size_t)i + 4, sizeof at);
            const char *id = (const char *)bytes + at, *text = tm_catalogue_find(&catalogue, id);
            tm_assert(strlen(text) < size);
            for (unsigned long n = 0; n < 3; n++)
                tm_assert(strlen(tm_catalogue_find_count(&catalogue, id, id, n)) < size);
        }
        tm_catalogue_say(&catalogue, &say);
        tm_assert(strcmp(say.tr(say.context, "no such message"), "no such message") == 0);
    }
    free(bytes);
    return 0;
}
