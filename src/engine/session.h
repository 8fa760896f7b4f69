/* One of our bots as an engine: the engine's side of docs/ENGINE.md. Lines in, lines out; it does no input or output
 * itself, but uses a clock to respect time limits. Any line may be refused, but none can do harm. */
#ifndef ENGINE_SESSION_H
#define ENGINE_SESSION_H

#include <tatami/bot.h>

typedef struct session session;

/* Called with every line of the answer, without its line feed. */
typedef void (*session_write)(void *context, const char *line);

/* `key` (NULL: none) is the one that views must be sealed with; it must outlive the session. */
int session_new(const tm_bot *bot, const char *key, session_write write, void *context, session **out);
void session_free(session *s);
/* Handles a line, without its line feed. False when the session is over. */
bool session_take(session *s, tm_span line);

#endif
