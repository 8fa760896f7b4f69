#include "server/language.h"

#include <string.h>

extern const char catalogue_fr[];
extern const unsigned int catalogue_fr_size;

/* The first language of the list that we have. Weights are ignored: nearly all clients send the list in order. */
const tm_catalogue *server_language(const char *wanted)
{
    static tm_catalogue french;
    if (!french.bytes) tm_assert(tm_catalogue_open(&french, catalogue_fr, catalogue_fr_size) == TM_OK);
    for (const char *at = wanted; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        while (*at == ' ') at++;
        if (strncmp(at, "fr", 2) == 0) return &french;
        if (strncmp(at, "en", 2) == 0) return NULL;
    }
    return NULL;
}
