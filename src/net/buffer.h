/* Bytes waiting to be sent or parsed: a chain of pieces, each charged to an account. */
#ifndef NET_BUFFER_H
#define NET_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* How much memory somebody holds, and may hold: a connection, above it an address, above that the whole server. */
typedef struct net_account {
    struct net_account *above; /* or NULL */
    size_t held, most;
} net_account;

/* Charges all accounts up to the top, or none of them and returns false. */
bool net_account_take(net_account *account, size_t n);
void net_account_give(net_account *account, size_t n);
/* Moves the account, with what it holds, below another one, even if that goes over the limit. */
void net_account_move(net_account *account, net_account *above);

typedef struct net_piece net_piece;

typedef struct net_buffer {
    net_piece *first, *last;
    size_t len;
    net_account *account; /* charged for the bytes; NULL: not counted */
} net_buffer;

/* A contiguous part of the bytes. */
typedef struct net_part {
    const char *at;
    size_t len;
} net_part;

void net_buffer_init(net_buffer *b, net_account *account);
void net_buffer_clear(net_buffer *b);
/* Each appends, or changes nothing and returns TM_ESPACE: out of memory, or over the account's limit. */
int net_buffer_add(net_buffer *b, const char *bytes, size_t len);
int net_buffer_give(net_buffer *b, char *block, size_t len);           /* from malloc; the buffer owns it on success */
int net_buffer_refer(net_buffer *b, const char *constant, size_t len); /* must stay valid and unchanged */
/* Drops the first bytes. */
void net_buffer_drop(net_buffer *b, size_t n);
/* Lists the first parts, at most this many; returns how many. They stay where they are until they are dropped. */
int net_buffer_view(const net_buffer *b, net_part *out, int most);
/* Makes everything contiguous: a pointer to b->len bytes, valid until the next change, or NULL if out of memory. */
const char *net_buffer_flat(net_buffer *b);

#endif
