/* The messages of one language in memory: a .mo file, which gettext's msgfmt makes from a .po file. For programs
 * that speak several languages at once or have no gettext: the server and the browser. */
#ifndef TATAMI_CATALOGUE_H
#define TATAMI_CATALOGUE_H

#include <tatami/text.h>

TM_HEADER_BEGIN

typedef struct tm_catalogue {
    const uint8_t *bytes; /* the caller's; must outlive the catalogue */
    uint32_t n, ids, texts;
    bool many_from_two; /* the plural is for counts above 1, as in French; otherwise for everything but 1 */
} tm_catalogue;

/* Checks the whole file once, so that lookups cannot fail. TM_ESYNTAX. */
int tm_catalogue_open(tm_catalogue *catalogue, const void *mo, size_t size);

/* The translation, or the message itself. */
const char *tm_catalogue_find(const tm_catalogue *catalogue, const char *id);
const char *tm_catalogue_find_count(const tm_catalogue *catalogue, const char *one, const char *many,
                                    unsigned long count);

/* Makes `say` use a catalogue; NULL means English. The names are not changed. */
void tm_catalogue_say(const tm_catalogue *catalogue, tm_say *say);

TM_HEADER_END

#endif
