/* Long work that strangers ask for, on helper threads: replays, boxes, large tables. It may wait, and there is a limit to how much of it one
 * address and all together have under way; so the loop answers the others meanwhile, and bots find a thread to think on. */
#ifndef SERVER_WORK_H
#define SERVER_WORK_H

#include <uv.h>

typedef struct works works;

enum {
    WORK_AT_ONCE = 2,
    WORK_PER_ADDRESS = 4, /* with what waits */
    WORK_WAITING = 256,
    WORK_MS = 2000, /* that one piece may take; who works looks at it now and then */
};

works *works_new(uv_loop_t *loop); /* NULL without memory */
/* What waits is not done any more; what is being done is waited for. */
void works_free(works *w);

/* `run` on a thread, with nothing but the context; then `done` on the loop. 0; TM_ETURN: too much of this address, or of all; TM_ESPACE. */
int work_start(works *w, const char *address, void (*run)(void *context), void (*done)(void *context), void *context);
/* In `run`: whether it has taken too long. `since` is what work_clock said at its start. */
uint64_t work_clock(void);
int work_is_late(uint64_t since);

#endif
