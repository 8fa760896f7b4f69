/* How often somebody may do something: a token bucket for each, which fills with time and is emptied by use. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <tatami/text.h>

typedef enum limit_kind {
    LIMIT_CONNECTIONS, /* by address */
    LIMIT_REQUESTS,    /* by address */
    LIMIT_MESSAGES,    /* by person */
    LIMIT_CHAT,        /* by person */
    LIMIT_TABLES,      /* by person */
    LIMIT_IDENTITIES,  /* by address */
    LIMIT_CLAIMS,      /* by address */
    LIMIT_HINTS,       /* by person */
    LIMIT_BYTES,       /* by person: what is sent over their WebSockets */
    LIMIT_PUSHES,      /* by subscription: notifications */
    N_LIMITS,
} limit_kind;

typedef struct limit {
    double rate;  /* per second */
    double saved; /* the size of a burst */
} limit;

typedef struct limits limits;

limits *limits_new(const limit kinds[N_LIMITS]); /* NULL if out of memory */
void limits_free(limits *l);
/* Takes one token if there is one. `who` is an address or the id of a person. */
bool limits_take(limits *l, limit_kind kind, const char *who, int64_t now_ms);
/* Takes this many if the bucket is not empty; it may go into debt. */
bool limits_spend(limits *l, limit_kind kind, const char *who, double n, int64_t now_ms);

/* Nodes that count together tell each other what was used since the last time, by those who used so much that it matters.
 * What does not fit into the text is told the next time. */
enum { LIMITS_KEY = 16 };
void limits_share(limits *l, const uint8_t secret[LIMITS_KEY], /* the same for all nodes; before anything is counted */
                  int64_t now_ms);
void limits_tell(limits *l, int64_t now_ms, tm_text *out);
/* Counts what another node told; how much that was. */
double limits_hear(limits *l, const char *told, int64_t now_ms);

/* How many connections an address has. */
uint32_t limits_enter(limits *l, const char *address); /* with this one */
void limits_leave(limits *l, const char *address);
uint32_t limits_present(limits *l, const char *address);

#endif
