#include "server/secret.h"

#include <sodium.h>
#include <string.h>

void server_random(char *out, int n)
{
    static const char DIGITS[] = "0123456789abcdefghjkmnpqrstvwxyz";
    randombytes_buf(out, (size_t)n);
    for (int i = 0; i < n; i++) out[i] = DIGITS[(uint8_t)out[i] & 31];
    out[n] = 0;
}

void server_hash(const char *token, uint8_t out[TM_HASH_BYTES])
{
    crypto_generichash(out, TM_HASH_BYTES, (const unsigned char *)token, strlen(token), NULL, 0);
}
