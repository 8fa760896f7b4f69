/* The languages in which tables are described: English, and the French that the program and its browser client use. */
#include "language.h"

#include <string.h>

extern const char catalogue_fr[];
extern const unsigned int catalogue_fr_size;

static const char *const ENGLISH[TM_MAX_SEATS] = {"seat 0", "seat 1", "seat 2", "seat 3",
                                                  "seat 4", "seat 5", "seat 6", "seat 7"};
static const char *const FRENCH[TM_MAX_SEATS] = {"place 0", "place 1", "place 2", "place 3",
                                                 "place 4", "place 5", "place 6", "place 7"};

/* Opened by core_add_languages(), before anybody can ask; it never changes afterwards. */
static tm_catalogue french;

int core_add_languages(void)
{
    return tm_catalogue_open(&french, catalogue_fr, catalogue_fr_size);
}

int core_say(const char *language, tm_say *out)
{
    const bool is_french = strcmp(language, "fr") == 0;
    if (!is_french && strcmp(language, "en") != 0) {
        PyErr_Format(core_error, "there is no language \"%.20s\", only \"en\" and \"fr\"", language);
        return -1;
    }
    *out = (tm_say){0};
    tm_catalogue_say(is_french ? &french : NULL, out);
    memcpy(out->names, is_french ? FRENCH : ENGLISH, sizeof out->names);
    return 0;
}
