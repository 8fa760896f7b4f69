/* What clients make us keep: bytes that they sent and we cannot use yet, bytes that they should read and do not. Bounded for a connection, an
 * address and the whole server. Who holds most goes first when there is too much. */
#ifndef SERVER_MEMORY_H
#define SERVER_MEMORY_H

#include <stdint.h>

#include "net/buffer.h"

typedef struct memory memory;
typedef struct memory_address memory_address;

/* A connection's share. */
typedef struct memory_member {
    net_account account;
    memory_address *address; /* or NULL: only the server counts */
    void (*cut)(void *context);
    void *context;
    struct memory_member *before, *after;
} memory_member;

memory *memory_new(size_t most); /* NULL without memory */
void memory_free(memory *m);

/* `cut` is called to end the connection; what it holds no longer counts then. */
void memory_join(memory *m, memory_member *member, void (*cut)(void *context), void *context);
/* What it holds counts for this address from now on; "" for none. */
void memory_belong(memory *m, memory_member *member, const char *address);
void memory_quit(memory *m, memory_member *member);
/* Whether a member may hold n bytes more. Others who hold more than it would are cut off for that. */
bool memory_reserve(memory *m, memory_member *member, size_t n);
size_t memory_held(const memory *m);
/* Now and then: memory that was freed goes back to the system. */
void memory_tick(memory *m);

#endif
