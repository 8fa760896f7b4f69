#include "base/sha256.h"

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotr(uint32_t x, int k)
{
    return (x >> k) | (x << (32 - k));
}

static void add_block(uint32_t h[8], const uint8_t *p)
{
    uint32_t w[64];
    for (int i = 0; i < 16; i++, p += 4)
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    for (int i = 16; i < 64; i++) {
        const uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        const uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    uint32_t v[8];
    __builtin_memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        const uint32_t s1 = rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25);
        const uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const uint32_t t1 = v[7] + s1 + choice + K[i] + w[i];
        const uint32_t s0 = rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22);
        const uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        __builtin_memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += v[i];
}

static const uint32_t START[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* The digest after adding the last `size` bytes; `before` bytes came earlier, in whole blocks. */
static void add_last(uint32_t h[8], size_t before, const void *data, size_t size, uint8_t out[TM_SHA256_BYTES])
{
    const uint8_t *p = (const uint8_t *)data;
    size_t left = size;
    for (; left >= TM_SHA256_BLOCK; p += TM_SHA256_BLOCK, left -= TM_SHA256_BLOCK) add_block(h, p);

    uint8_t tail[2 * TM_SHA256_BLOCK] = {0};
    if (left) __builtin_memcpy(tail, p, left);
    tail[left] = 0x80;
    const size_t end = left < 56 ? 64 : 128;
    const uint64_t bits = ((uint64_t)before + size) * 8;
    for (int i = 0; i < 8; i++) tail[end - 1 - (size_t)i] = (uint8_t)(bits >> (8 * i));
    add_block(h, tail);
    if (end == 128) add_block(h, tail + 64);

    for (int i = 0; i < TM_SHA256_BYTES; i++) out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

void tm_sha256(const void *data, size_t size, uint8_t out[TM_SHA256_BYTES])
{
    uint32_t h[8];
    __builtin_memcpy(h, START, sizeof h);
    add_last(h, 0, data, size, out);
}

/* SHA-256 of the key, each byte xored with `pad`, followed by the data. */
static void padded(const uint8_t *key, size_t key_size, uint8_t pad, const void *data, size_t size,
                   uint8_t out[TM_SHA256_BYTES])
{
    uint32_t h[8];
    uint8_t block[TM_SHA256_BLOCK] = {0};
    __builtin_memcpy(block, key, key_size);
    for (size_t i = 0; i < sizeof block; i++) block[i] ^= pad;
    __builtin_memcpy(h, START, sizeof h);
    add_block(h, block);
    add_last(h, sizeof block, data, size, out);
}

void tm_hmac_sha256(const void *key, size_t key_size, const void *data, size_t size, uint8_t out[TM_SHA256_BYTES])
{
    uint8_t inner[TM_SHA256_BYTES];
    tm_assert(key_size <= TM_SHA256_BLOCK);
    padded((const uint8_t *)key, key_size, 0x36, data, size, inner);
    padded((const uint8_t *)key, key_size, 0x5c, inner, sizeof inner, out);
}

void tm_sha256_hex(const void *data, size_t size, char out[TM_SHA256_HEX + 1])
{
    uint8_t digest[TM_SHA256_BYTES];
    tm_sha256(data, size, digest);
    for (int i = 0; i < TM_SHA256_BYTES; i++) {
        out[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    out[TM_SHA256_HEX] = 0;
}
