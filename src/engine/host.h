/* Another program as a bot: the host's side of docs/ENGINE.md. */
#ifndef ENGINE_HOST_H
#define ENGINE_HOST_H

#include <tatami/bot.h>

enum { ENGINE_COMMAND_MAX = 200 }; /* bytes */

typedef struct engine engine;

/* `name` is shown and recorded, `command` is run by the shell; both are copied. `movetime` is the number of
 * milliseconds for a decision; 0 means at most a minute. Nothing is started yet. TM_ESPACE, or TM_EIO if the system
 * has no random numbers. */
int engine_new(const char *name, const char *command, const uint32_t *movetime, engine **out);
/* Tells the processes to quit, and kills those that do not. No bot may be sitting any more. */
void engine_free(engine *e);

/* The bot. It may sit at several tables at once, even in several threads: each seat has its own process, which plays
 * another game when this one is over. A process that fails is not replaced in its game; `choose` says why. */
const tm_bot *engine_bot(const engine *e);

#endif
