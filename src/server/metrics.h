/* What an administrator can see of the server in numbers, for Prometheus. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stdint.h>
#include <tatami/text.h>

typedef struct metrics {
    int64_t started_at;                               /* by server_ticks */
    uint64_t connections, lines;                      /* open connections: all, and those at a table */
    uint64_t requests, messages;                      /* taken since the start */
    uint64_t sent;                                    /* messages to clients */
    uint64_t decisions, outcomes;                     /* stored events: of people and bots, and of chance */
    uint64_t chats, opened, games;                    /* said; tables opened; games finished */
    uint64_t taken, taken_away;                       /* tables, from and by other nodes */
    uint64_t used_elsewhere;                          /* of limits, at other nodes */
    uint64_t refused[10];                             /* by limit_kind */
    uint64_t errors;                                  /* answers that were an error */
    uint64_t closed;                                  /* connections closed for breaking a rule */
    uint64_t thinking, thoughts;                      /* bots at it now; done */
    uint64_t loaded;                                  /* tables in memory */
    uint64_t pushes_sent, pushes_failed, pushes_gone; /* notifications; subscriptions that are no more */
} metrics;

struct server;
/* `phases`: how many tables there are in each, or NULL if that is not known. */
void metrics_write(struct server *s, const uint32_t phases[3], tm_text *out);

#endif
