/* What there is to play, and against whom: the games with their options and the bots, as one JSON object. The server sends it, and
 * the browser client is built with it. */
#ifndef TATAMI_FACTS_H
#define TATAMI_FACTS_H

#include <tatami/text.h>

/* {"games": [{"id", "title", "about", "assumed", "seats", "usual", "options"}], "bots": [{"name", "about"}]}. Texts are in the language
 * of `say`; without a translation they are the message ids. */
void tm_facts_write(const tm_say *say, tm_json *json);

#endif
