/* A language as a catalogue of messages in memory: the .mo file that gettext's msgfmt makes of a .po file. For who speaks several
 * languages at once, or has no gettext: a server, a browser. */
#ifndef TATAMI_CATALOGUE_H
#define TATAMI_CATALOGUE_H

#include <tatami/text.h>

TM_HEADER_BEGIN

typedef struct tm_catalogue {
    const uint8_t *bytes; /* the caller's; must outlive the catalogue */
    uint32_t n, ids, texts;
    bool many_from_two; /* the plural is for counts above 1, as in French; otherwise for all but 1 */
} tm_catalogue;

/* Checks the whole file once, so that looking up cannot go wrong. TM_ESYNTAX. */
int tm_catalogue_open(tm_catalogue *catalogue, const void *mo, size_t size);

/* The translation, or the message itself. */
const char *tm_catalogue_find(const tm_catalogue *catalogue, const char *id);
const char *tm_catalogue_find_count(const tm_catalogue *catalogue, const char *one, const char *many,
                                    unsigned long count);

/* Speaks the language of a catalogue; NULL: English. The names are left as they are. */
void tm_catalogue_say(const tm_catalogue *catalogue, tm_say *say);

TM_HEADER_END

#endif
