/* One of our bots as an engine: docs/ENGINE.md from the side of the engine. Lines in, lines out; no input or output of
 * its own, but a clock, to keep to a time. Any line may be refused, none can do harm. */
#ifndef ENGINE_SESSION_H
#define ENGINE_SESSION_H

#include <tatami/bot.h>

typedef struct session session;

/* Called with every line of the answer, without its end. */
typedef void (*session_write)(void *context, const char *line);

/* `key` (NULL: none) is the one that views must be sealed with; it must outlive the session. */
int session_new(const tm_bot *bot, const char *key, session_write write, void *context, session **out);
void session_free(session *s);
/* Takes a line, without its end. False when the session is over. */
bool session_take(session *s, tm_span line);

#endif
