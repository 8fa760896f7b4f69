/* Long work for clients, on helper threads: replays, boxes, large tables. It is queued, with a limit per address and
 * one for all, so that the loop stays responsive and bots find a thread to think on. */
#ifndef SERVER_WORK_H
#define SERVER_WORK_H

#include <stdbool.h>
#include <uv.h>

typedef struct works works;

enum {
    WORK_AT_ONCE = 2,
    WORK_PER_ADDRESS = 4, /* including what is queued */
    WORK_WAITING = 256,
    WORK_MS = 2000, /* time limit for one piece of work, which must check it now and then */
};

works *works_new(uv_loop_t *loop); /* NULL if out of memory */
/* Drops what is queued, and waits for what is running. */
void works_free(works *w);

/* Calls `run` on a helper thread, with only the context, then `done` on the loop. 0; TM_ETURN if this address, or
 * all together, have too much queued; or TM_ESPACE. */
int work_start(works *w, const char *address, void (*run)(void *context), void (*done)(void *context), void *context);
/* For `run`: whether it has taken too long. `since` is work_clock() at its start. */
uint64_t work_clock(void);
int work_is_late(uint64_t since);
bool work_is_in_time(const void *since); /* for functions that ask whether to go on */

#endif
