/* A 64-bit hash for signatures and hash tables, chained from call to call; the same on every little-endian target.
 * Not for secrets: see sha256.h. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <tatami/base.h>

#define TM_HASH_START 0x243f6a8885a308d3u

uint64_t tm_hash(uint64_t hash, const void *data, size_t size);
uint64_t tm_hash_u64(uint64_t hash, uint64_t value);

#endif
