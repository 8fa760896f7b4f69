/* Who is at the tables that other nodes play, as far as they told. Forgotten when nothing more is heard of a node. */
#ifndef SERVER_PRESENCE_H
#define SERVER_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <tatami/store.h>

enum { NODE_NAME = 12 };

typedef struct presence presence;

typedef struct present {
    uint32_t seats; /* one bit per seat whose person is there */
    uint32_t watching;
} present;

presence *presence_new(void); /* NULL if out of memory */
void presence_free(presence *p);
/* Something came from this node; true if it is the first time. */
bool presence_greet(presence *p, const char *node, int64_t now);
/* Nobody there: it is forgotten. */
void presence_put(presence *p, const char *node, const char *table, present who);
/* Whoever told it: another node has the table now. */
void presence_forget(presence *p, const char *table);
present presence_get(const presence *p, const char *table);
/* Forgets nodes that were not heard since then, and what they told. */
void presence_expire(presence *p, int64_t since);

#endif
