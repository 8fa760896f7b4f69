/* Limits the memory that clients can make us hold: bytes they sent that we cannot use yet, and bytes they do not
 * read. There is a limit per connection, per address and for the whole server. If there is too much, the largest
 * holder is disconnected first. */
#ifndef SERVER_MEMORY_H
#define SERVER_MEMORY_H

#include <stdint.h>

#include "net/buffer.h"

typedef struct memory memory;
typedef struct memory_address memory_address;

/* A connection's share. */
typedef struct memory_member {
    net_account account;
    memory_address *address; /* or NULL: only the server's limit counts */
    void (*cut)(void *context);
    void *context;
    struct memory_member *before, *after;
} memory_member;

memory *memory_new(size_t most); /* NULL if out of memory */
void memory_free(memory *m);

/* `cut` is called to end the connection; what it holds then no longer counts. */
void memory_join(memory *m, memory_member *member, void (*cut)(void *context), void *context);
/* What it holds counts for this address from now on; "" for none. */
void memory_belong(memory *m, memory_member *member, const char *address);
void memory_quit(memory *m, memory_member *member);
/* Whether a member may hold n bytes more. Members that hold more than it would are disconnected to make that
 * possible. */
bool memory_reserve(memory *m, memory_member *member, size_t n);
size_t memory_held(const memory *m);
/* Call this now and then: it gives freed memory back to the system. */
void memory_tick(memory *m);

#endif
