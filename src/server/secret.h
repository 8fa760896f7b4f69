/* Random ids and tokens, and the hashes we store of them. */
#ifndef SERVER_SECRET_H
#define SERVER_SECRET_H

#include <tatami/store.h>

/* A random word of n characters and a NUL; five random bits per character. */
void server_random(char *out, int n);
void server_hash(const char *token, uint8_t out[TM_HASH_BYTES]);

#endif
