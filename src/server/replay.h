/* A game as it was played, step by step with its views, as JSON. It may take long and runs on a helper thread. */
#ifndef SERVER_REPLAY_H
#define SERVER_REPLAY_H

#include <tatami/table.h>

#include "server/work.h"

enum { REPLAY_ALL = -100, REPLAY_LATE = -200 };

/* Whose views it has, and which steps. */
typedef struct replay {
    const tm_table *table;
    tm_say say;
    int as; /* a seat, TM_SPECTATOR or REPLAY_ALL */
    uint32_t from, most;
    uint64_t since;                   /* of work_clock */
    int status;                       /* 0, TM_ESPACE, or REPLAY_LATE: it takes too long */
    tm_walk *walks[TM_MAX_SEATS + 2]; /* by seat, then the spectator, then one for the texts */
    int n_walks;
} replay;

void replay_write(replay *p, tm_text *out);
void replay_free(replay *p);

#endif
