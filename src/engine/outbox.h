/* Lines that wait to be sent, in memory that grows. Start with zeroes; `at` is freed by its owner. */
#ifndef ENGINE_OUTBOX_H
#define ENGINE_OUTBOX_H

#include <tatami/text.h>

typedef struct outbox {
    char *at;
    size_t len, room;
    bool failed; /* out of memory: something is missing */
    char none;   /* where a text goes that there is no room for */
} outbox;

/* A text of at most `size` bytes at the end of the outbox; close adds it, and a line end. */
tm_text outbox_open(outbox *box, uint32_t size);
void outbox_close(outbox *box, const tm_text *text);
void outbox_put(outbox *box, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
