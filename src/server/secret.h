/* What nobody can guess, and what is kept of it. */
#ifndef SERVER_SECRET_H
#define SERVER_SECRET_H

#include <tatami/store.h>

/* A random word of n characters of 32, five bits each, with a NUL at its end. */
void server_random(char *out, int n);
void server_hash(const char *token, uint8_t out[TM_HASH_BYTES]);

#endif
