/* Reads from the store for the loop. A file is read at once, since it answers in microseconds. A database may keep its
 * clients waiting, so it is asked on a thread of its own, one question after the other: the loop never waits for the
 * network. */
#ifndef SERVER_READER_H
#define SERVER_READER_H

#include <tatami/store.h>
#include <uv.h>

typedef struct reading reading;

typedef struct reader {
    tm_store *store;
    bool apart; /* there is a thread */
    bool away;  /* on the loop: the store cannot be reached, so nothing is asked */
    bool stopped;
    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t wake;
    uv_async_t told; /* wakes the loop */
    reading *first, **last;
    reading *done_first, **done_last;
    bool stopping;
} reader;

/* `run` reads into its context, on whatever thread; then `done` is called on the loop, with the status of `run`, or
 * TM_EIO if the store cannot be reached or the server stops, or TM_ESPACE. It may be called before reader_ask returns. */
typedef int (*reader_run)(tm_store *store, void *context, tm_why *why);
typedef void (*reader_done)(void *context, int status, const char *why);

/* Until then, everything is read at once. */
int reader_start(reader *r, uv_loop_t *loop);
void reader_ask(reader *r, reader_run run, reader_done done, void *context);
/* Answers what was asked, unless the store fails. From then on every question is refused. */
void reader_stop(reader *r);

#endif
