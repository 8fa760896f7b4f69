/* Invariants: 1. `len` is the sum of the pieces' lengths. 2. No piece is empty. 3. An account holds what its buffers' pieces say
 * they cost. */
#include "net/buffer.h"

#include <stdlib.h>
#include <string.h>
#include <tatami/base.h>

enum { PIECE_LEAST = 1024, PIECE_USUAL = 16 << 10 };

struct net_piece {
    net_piece *next;
    const char *at;
    size_t len;
    size_t spare; /* unused bytes after them; only if the piece has its own memory */
    size_t cost;
    char *block; /* freed with the piece, or NULL */
    char own[];
};

bool net_account_take(net_account *account, size_t n)
{
    for (const net_account *a = account; a; a = a->above)
        if (a->held + n > a->most) return false;
    for (net_account *a = account; a; a = a->above) a->held += n;
    return true;
}

void net_account_give(net_account *account, size_t n)
{
    for (net_account *a = account; a; a = a->above) {
        tm_assert(a->held >= n); /* 3 */
        a->held -= n;
    }
}

void net_account_move(net_account *account, net_account *above)
{
    if (account->above == above) return;
    if (account->above) net_account_give(account->above, account->held);
    account->above = above;
    for (net_account *a = above; a; a = a->above) a->held += account->held;
}

void net_buffer_init(net_buffer *b, net_account *account)
{
    memset(b, 0, sizeof *b);
    b->account = account;
}

static void drop_first(net_buffer *b)
{
    net_piece *p = b->first;
    b->first = p->next;
    if (!b->first) b->last = NULL;
    b->len -= p->len;
    if (b->account) net_account_give(b->account, p->cost);
    free(p->block);
    free(p);
}

void net_buffer_clear(net_buffer *b)
{
    while (b->first) drop_first(b);
}

static net_piece *append(net_buffer *b, size_t own, size_t cost)
{
    cost += sizeof(net_piece) + own;
    if (b->account && !net_account_take(b->account, cost)) return NULL;
    net_piece *p = malloc(sizeof *p + own);
    if (!p) {
        if (b->account) net_account_give(b->account, cost);
        return NULL;
    }
    *p = (net_piece){.cost = cost};
    if (b->last)
        b->last->next = p;
    else
        b->first = p;
    b->last = p;
    return p;
}

/* Many small messages share a piece: the more bytes are waiting, the larger the next piece. */
static size_t size_for(const net_buffer *b, size_t len)
{
    size_t size = 2 * b->len;
    if (size < PIECE_LEAST) size = PIECE_LEAST;
    if (size > PIECE_USUAL) size = PIECE_USUAL;
    return size > len ? size : len;
}

int net_buffer_add(net_buffer *b, const char *bytes, size_t len)
{
    if (len == 0) return TM_OK;
    net_piece *tail = b->last;
    const size_t fits = !tail ? 0 : tail->spare < len ? tail->spare : len;
    if (fits < len) { /* allocated first, so that nothing has changed if it fails */
        net_piece *p = append(b, size_for(b, len - fits), 0);
        if (!p) return TM_ESPACE;
        p->at = p->own;
        p->len = len - fits;
        p->spare = p->cost - sizeof *p - p->len;
        memcpy(p->own, bytes + fits, p->len);
    }
    if (fits) {
        memcpy(tail->own + (tail->at - tail->own) + tail->len, bytes, fits);
        tail->len += fits;
        tail->spare -= fits;
    }
    b->len += len;
    return TM_OK;
}

int net_buffer_give(net_buffer *b, char *block, size_t len)
{
    if (len == 0) {
        free(block);
        return TM_OK;
    }
    net_piece *p = append(b, 0, len);
    if (!p) return TM_ESPACE;
    p->block = block;
    p->at = block;
    p->len = len;
    b->len += len;
    return TM_OK;
}

int net_buffer_refer(net_buffer *b, const char *constant, size_t len)
{
    if (len == 0) return TM_OK;
    net_piece *p = append(b, 0, 0);
    if (!p) return TM_ESPACE;
    p->at = constant;
    p->len = len;
    b->len += len;
    return TM_OK;
}

void net_buffer_drop(net_buffer *b, size_t n)
{
    tm_assert(n <= b->len);
    while (n) {
        net_piece *p = b->first;
        if (n >= p->len) {
            n -= p->len;
            drop_first(b);
            continue;
        }
        p->at += n;
        p->len -= n;
        b->len -= n;
        return;
    }
}

int net_buffer_view(const net_buffer *b, net_part *out, int most)
{
    int n = 0;
    for (const net_piece *p = b->first; p && n < most; p = p->next) out[n++] = (net_part){p->at, p->len};
    return n;
}

const char *net_buffer_flat(net_buffer *b)
{
    if (!b->first) return "";
    if (b->first == b->last) return b->first->at;
    net_buffer one;
    net_buffer_init(&one, b->account);
    net_piece *p = append(&one, b->len, 0);
    if (!p) return NULL;
    p->at = p->own;
    for (const net_piece *from = b->first; from; from = from->next) {
        memcpy(p->own + p->len, from->at, from->len);
        p->len += from->len;
    }
    one.len = p->len;
    net_buffer_clear(b);
    *b = one;
    return p->at;
}
