#include "server/memory.h"

#include <malloc.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUCKETS = 4096,
    SLACK = 4096,         /* for the pieces that hold the bytes */
    TRIM_ABOVE = 8 << 20, /* bytes that must have been freed before trimming is worth it */
};

struct memory_address {
    memory_address *next; /* in its bucket */
    net_account account;
    uint32_t n_members;
    char name[64];
};

struct memory {
    net_account all;
    memory_member *members;
    uint8_t secret[crypto_shorthash_KEYBYTES]; /* so that nobody can choose addresses that collide */
    size_t peak;                               /* held since memory was last given back */
    memory_address *buckets[BUCKETS];
};

memory *memory_new(size_t most)
{
    memory *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->all.most = most;
    crypto_shorthash_keygen(m->secret);
    return m;
}

void memory_free(memory *m)
{
    free(m);
}

size_t memory_held(const memory *m)
{
    return m->all.held;
}

static memory_address **bucket(memory *m, const char *name)
{
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)name, strlen(name), m->secret);
    return &m->buckets[hash & (BUCKETS - 1)];
}

static memory_address *find(memory *m, const char *name)
{
    memory_address **first = bucket(m, name);
    for (memory_address *a = *first; a; a = a->next)
        if (strcmp(a->name, name) == 0) return a;
    memory_address *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    strncpy(a->name, name, sizeof a->name - 1);
    a->account.above = &m->all;
    a->account.most = m->all.most / 4;
    a->next = *first;
    *first = a;
    return a;
}

static void release(memory *m, memory_address *a)
{
    if (!a || --a->n_members) return;
    memory_address **at = bucket(m, a->name);
    while (*at != a) at = &(*at)->next;
    *at = a->next;
    free(a);
}

void memory_join(memory *m, memory_member *member, void (*cut)(void *context), void *context)
{
    *member = (memory_member){
        .account = {.above = &m->all, .most = m->all.most / 8}, .cut = cut, .context = context, .after = m->members};
    if (m->members) m->members->before = member;
    m->members = member;
}

void memory_belong(memory *m, memory_member *member, const char *address)
{
    memory_address *before = member->address;
    if (before && strcmp(before->name, address) == 0) return;
    memory_address *a = *address ? find(m, address) : NULL;
    if (a) a->n_members++;
    net_account_move(&member->account, a ? &a->account : &m->all);
    member->address = a;
    release(m, before);
}

void memory_quit(memory *m, memory_member *member)
{
    net_account_move(&member->account, NULL);
    release(m, member->address);
    member->address = NULL;
    if (!member->cut) return; /* it is no longer in the list */
    if (member->after) member->after->before = member->before;
    if (member->before)
        member->before->after = member->after;
    else
        m->members = member->after;
    member->cut = NULL;
}

static bool fits(const net_account *account, size_t n)
{
    return account->held + n <= account->most;
}

/* Disconnects the largest holder at an address, or of all. False if that is the one who asks. */
static bool cut_greediest(memory *m, const memory_member *asks, const memory_address *at, size_t n)
{
    memory_member *most = NULL;
    for (memory_member *other = m->members; other; other = other->after)
        if (other != asks && (!at || other->address == at) && (!most || other->account.held > most->account.held))
            most = other;
    if (!most || most->account.held < asks->account.held + n) return false;
    void (*cut)(void *) = most->cut;
    memory_quit(m, most);
    cut(most->context);
    return true;
}

bool memory_reserve(memory *m, memory_member *member, size_t n)
{
    n += SLACK;
    if (m->all.held + n > m->peak) m->peak = m->all.held + n;
    if (!fits(&member->account, n)) return false;
    while (member->address && !fits(&member->address->account, n))
        if (!cut_greediest(m, member, member->address, n)) return false;
    while (!fits(&m->all, n))
        if (!cut_greediest(m, member, NULL, n)) return false;
    return true;
}

void memory_tick(memory *m)
{
    if (m->peak < m->all.held + TRIM_ABOVE) return;
    m->peak = m->all.held;
    malloc_trim(0);
}
