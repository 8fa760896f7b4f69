/* Lines waiting to be sent, in memory that grows. Start with zeroes; the owner frees `at`. */
#ifndef ENGINE_OUTBOX_H
#define ENGINE_OUTBOX_H

#include <tatami/text.h>

typedef struct outbox {
    char *at;
    size_t len, capacity;
    bool failed; /* out of memory: something is missing */
    char none;   /* takes a text that does not fit */
} outbox;

/* A text of at most `size` bytes at the end of the outbox; close adds it, with a line feed. */
tm_text outbox_open(outbox *box, uint32_t size);
void outbox_close(outbox *box, const tm_text *text);
void outbox_put(outbox *box, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
