/* A hash table of token buckets. A bucket that is full again carries no information and is dropped when space is
 * needed, so the table grows with recent activity, not with everybody who ever came. Keys are hashed with a random
 * key, so nobody can choose collisions. */
#include "server/limits.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

typedef struct bucket {
    uint64_t key;       /* 0: free */
    double level, used; /* `used` since it was told to other nodes */
    int64_t at;
    uint32_t n; /* connections */
    uint8_t kind;
} bucket;

enum { KIND_PRESENT = N_LIMITS, START = 1024 };

struct limits {
    limit kinds[N_LIMITS];
    uint8_t secret[crypto_shorthash_KEYBYTES];
    bucket *buckets;
    size_t n, capacity; /* the capacity is a power of two, at most half used */
    size_t told;        /* where telling goes on */
    int64_t told_at;
};

limits *limits_new(const limit kinds[N_LIMITS])
{
    limits *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    memcpy(l->kinds, kinds, sizeof l->kinds);
    crypto_shorthash_keygen(l->secret);
    l->capacity = START;
    l->buckets = calloc(l->capacity, sizeof *l->buckets);
    if (l->buckets) return l;
    free(l);
    return NULL;
}

void limits_free(limits *l)
{
    if (!l) return;
    free(l->buckets);
    free(l);
}

static uint64_t key_of(const limits *l, int kind, const char *who)
{
    uint8_t text[96] = {(uint8_t)kind}, out[crypto_shorthash_BYTES];
    const size_t len = strnlen(who, sizeof text - 1);
    memcpy(text + 1, who, len);
    crypto_shorthash(out, text, len + 1, l->secret);
    uint64_t key;
    memcpy(&key, out, sizeof key);
    return key ? key : 1;
}

static bucket *place(bucket *buckets, size_t capacity, uint64_t key)
{
    size_t i = key & (capacity - 1);
    while (buckets[i].key && buckets[i].key != key) i = (i + 1) & (capacity - 1);
    return &buckets[i];
}

static void refill(const limits *l, bucket *b, int64_t now_ms)
{
    const limit *k = &l->kinds[b->kind];
    if (now_ms <= b->at) return;
    b->level += (double)(now_ms - b->at) / 1000 * k->rate;
    if (b->level > k->saved) b->level = k->saved;
    b->at = now_ms;
}

static bool says_something(const limits *l, bucket *b, int64_t now_ms)
{
    if (b->kind == KIND_PRESENT) return b->n > 0;
    refill(l, b, now_ms);
    return b->level < l->kinds[b->kind].saved;
}

/* Keeps the buckets that carry information, with twice the space they need. */
static bool rebuild(limits *l, int64_t now_ms)
{
    size_t n = 0, capacity = START;
    for (size_t i = 0; i < l->capacity; i++)
        if (l->buckets[i].key && says_something(l, &l->buckets[i], now_ms)) n++;
    while (capacity < 4 * n) capacity *= 2;
    bucket *buckets = calloc(capacity, sizeof *buckets);
    if (!buckets) return false;
    for (size_t i = 0; i < l->capacity; i++)
        if (l->buckets[i].key && says_something(l, &l->buckets[i], now_ms))
            *place(buckets, capacity, l->buckets[i].key) = l->buckets[i];
    free(l->buckets);
    l->buckets = buckets;
    l->n = n;
    l->capacity = capacity;
    return true;
}

/* NULL if out of memory. */
static bucket *find_key(limits *l, int kind, uint64_t key, int64_t now_ms)
{
    bucket *b = place(l->buckets, l->capacity, key);
    if (b->key) return b;
    if (2 * (l->n + 1) > l->capacity) {
        if (!rebuild(l, now_ms)) return NULL;
        b = place(l->buckets, l->capacity, key);
    }
    b->key = key;
    b->kind = (uint8_t)kind;
    b->at = now_ms;
    b->level = kind < N_LIMITS ? l->kinds[kind].saved : 0;
    l->n++;
    return b;
}

static bucket *find(limits *l, int kind, const char *who, int64_t now_ms)
{
    return find_key(l, kind, key_of(l, kind, who), now_ms);
}

bool limits_take(limits *l, limit_kind kind, const char *who, int64_t now_ms)
{
    bucket *b = find(l, (int)kind, who, now_ms);
    if (!b) return false;
    refill(l, b, now_ms);
    if (b->level < 1) return false;
    b->level -= 1;
    b->used += 1;
    return true;
}

bool limits_spend(limits *l, limit_kind kind, const char *who, double n, int64_t now_ms)
{
    bucket *b = find(l, (int)kind, who, now_ms);
    if (!b) return false;
    refill(l, b, now_ms);
    if (b->level <= 0) return false;
    b->level -= n;
    b->used += n;
    return true;
}

void limits_share(limits *l, const uint8_t secret[LIMITS_KEY], int64_t now_ms)
{
    _Static_assert((int)LIMITS_KEY == crypto_shorthash_KEYBYTES, "one key");
    l->told_at = now_ms;
    memcpy(l->secret, secret, LIMITS_KEY);
}

/* The database itself counts these for the whole site. */
static bool is_counted_elsewhere(int kind)
{
    return kind == LIMIT_TABLES || kind == LIMIT_IDENTITIES || kind == LIMIT_CLAIMS || kind >= N_LIMITS;
}

/* Up to eight nodes, each of which keeps quiet about an eighth of the rate, together keep quiet about one rate. */
void limits_tell(limits *l, int64_t now_ms, tm_text *out)
{
    enum { PARTS = 8, ENTRY_MAX = 40 };
    const double seconds = (double)(now_ms - l->told_at) / 1000;
    l->told_at = now_ms;
    for (size_t i = 0; i < l->capacity && out->len + ENTRY_MAX < out->size; i++) {
        bucket *b = &l->buckets[l->told++ & (l->capacity - 1)];
        if (!b->key || is_counted_elsewhere(b->kind)) continue;
        if (b->used >= 1 && b->used > l->kinds[b->kind].rate * seconds / PARTS) {
            char key[17];
            sodium_bin2hex(key, sizeof key, (const uint8_t *)&b->key, sizeof b->key);
            tm_put_fmt(out, " %s:%d:", key, b->kind);
            tm_put_int(out, (int64_t)b->used);
        }
        b->used = 0;
    }
}

double limits_hear(limits *l, const char *told, int64_t now_ms)
{
    double sum = 0;
    while (*told == ' ') {
        uint64_t key;
        size_t len;
        const char *end;
        char *after;
        if (sodium_hex2bin((uint8_t *)&key, sizeof key, told + 1, 16, NULL, &len, &end) || len != sizeof key ||
            *end != ':')
            break;
        const long kind = strtol(end + 1, &after, 10);
        if (kind < 0 || is_counted_elsewhere((int)kind) || *after != ':') break;
        const double n = (double)strtoll(after + 1, &after, 10);
        told = after;
        bucket *b = key && n > 0 ? find_key(l, (int)kind, key, now_ms) : NULL;
        if (!b || b->kind != kind) continue;
        refill(l, b, now_ms);
        b->level = b->level - n > -l->kinds[kind].saved ? b->level - n : -l->kinds[kind].saved;
        sum += n;
    }
    return sum;
}

uint32_t limits_enter(limits *l, const char *address)
{
    bucket *b = find(l, KIND_PRESENT, address, 0);
    return b ? ++b->n : UINT32_MAX;
}

void limits_leave(limits *l, const char *address)
{
    bucket *b = find(l, KIND_PRESENT, address, 0);
    if (b && b->n > 0) b->n--;
}

uint32_t limits_present(limits *l, const char *address)
{
    const bucket *b = find(l, KIND_PRESENT, address, 0);
    return b ? b->n : UINT32_MAX;
}
