/* Bytes that wait: to be sent, or to be understood. A chain of pieces, each counted with whoever has to answer for the memory. */
#ifndef NET_BUFFER_H
#define NET_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* How much somebody holds, and may hold: a connection, above it an address, above that the whole server. */
typedef struct net_account {
    struct net_account *above; /* or NULL */
    size_t held, most;
} net_account;

/* Takes from all accounts up to the top, or from none: false. */
bool net_account_take(net_account *account, size_t n);
void net_account_give(net_account *account, size_t n);
/* From now on it counts with another one, and so does what it holds: also where that is more than is allowed. */
void net_account_move(net_account *account, net_account *above);

typedef struct net_piece net_piece;

typedef struct net_buffer {
    net_piece *first, *last;
    size_t len;
    net_account *account; /* who pays; NULL: nobody counts */
} net_buffer;

/* A part of what waits, in one place. */
typedef struct net_part {
    const char *at;
    size_t len;
} net_part;

void net_buffer_init(net_buffer *b, net_account *account);
void net_buffer_clear(net_buffer *b);
/* Each appends, or changes nothing: TM_ESPACE without memory, or above what the account allows. */
int net_buffer_add(net_buffer *b, const char *bytes, size_t len);
int net_buffer_give(net_buffer *b, char *block, size_t len);           /* from malloc: the buffer's if it succeeds */
int net_buffer_refer(net_buffer *b, const char *constant, size_t len); /* must stay as it is */
/* The first bytes go. */
void net_buffer_drop(net_buffer *b, size_t n);
/* The first parts, at most so many; how many there are. They stay where they are until they are dropped. */
int net_buffer_view(const net_buffer *b, net_part *out, int most);
/* Everything in one place: a pointer to b->len bytes until the next change, or NULL without memory. */
const char *net_buffer_flat(net_buffer *b);

#endif
