/* Who decides for a seat: one of our bots by name, a program (tatami.Engine), or something that Python can call. */
#ifndef PYTHON_BOT_H
#define PYTHON_BOT_H

#include "core.h"

typedef struct core_bot {
    const tm_bot *bot;
    PyObject *object; /* an engine or a callable, kept alive; NULL for a bot of our own */
    tm_bot own;       /* what `bot` points to for a callable */
} core_bot;

/* Takes a bot from Python. On failure an exception is set and there is nothing to drop. `out` may not be moved afterwards. */
int core_bot_take(PyObject *object, core_bot *out);
/* After everybody has left. */
void core_bot_drop(core_bot *bot);

#endif
