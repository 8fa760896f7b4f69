#include "base/hash.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "states are hashed as they lie in memory: a big-endian target would print other signatures"
#endif

uint64_t tm_hash_u64(uint64_t hash, uint64_t value)
{
    uint64_t z = (hash ^ value) * 0x9fb21c651e98df25u;
    z = (z ^ (z >> 28)) * 0xbf58476d1ce4e5b9u;
    return z ^ (z >> 32);
}

uint64_t tm_hash(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *p = (const uint8_t *)data;
    hash = tm_hash_u64(hash, size);
    for (; size >= 8; p += 8, size -= 8) {
        uint64_t v;
        __builtin_memcpy(&v, p, 8);
        hash = tm_hash_u64(hash, v);
    }
    if (size) {
        uint64_t v = 0;
        __builtin_memcpy(&v, p, size);
        hash = tm_hash_u64(hash, v);
    }
    return hash;
}
