/* SHA-256 (FIPS 180-4), to identify a box file by its content, and HMAC (RFC 2104) with it, to draw many numbers
 * from one secret. One call over data in memory. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <tatami/base.h>

enum { TM_SHA256_BYTES = 32, TM_SHA256_HEX = 64, TM_SHA256_BLOCK = 64 };

void tm_sha256(const void *data, size_t size, uint8_t out[TM_SHA256_BYTES]);
void tm_sha256_hex(const void *data, size_t size, char out[TM_SHA256_HEX + 1]);
/* The key has at most TM_SHA256_BLOCK bytes. */
void tm_hmac_sha256(const void *key, size_t key_size, const void *data, size_t size, uint8_t out[TM_SHA256_BYTES]);

#endif
