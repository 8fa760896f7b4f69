/* Somebody else's program as a bot: docs/ENGINE.md from the side of the host. */
#ifndef ENGINE_HOST_H
#define ENGINE_HOST_H

#include <tatami/bot.h>

enum { ENGINE_COMMAND_MOST = 200 }; /* bytes */

typedef struct engine engine;

/* `name` is what is shown and recorded, `command` is for the shell; both are copied. `movetime`, the caller's, is how
 * many milliseconds it is given for a decision; 0: as it likes, but less than a minute. Nothing is started yet.
 * TM_ESPACE, or TM_EIO if the system has no random numbers. */
int engine_new(const char *name, const char *command, const uint32_t *movetime, engine **out);
/* Tells the programs to quit; those that do not are killed. No bot may sit any more. */
void engine_free(engine *e);

/* The bot. It may sit at several tables at once, also in several threads: each seat has a program of its own, which
 * plays another game when this one is over. A program that fails is never replaced in its game: `choose` says why. */
const tm_bot *engine_bot(const engine *e);

#endif
