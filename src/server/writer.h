/* Makes changes durable on its own thread, in groups: changes that arrive while one group is being written form the
 * next group. So the loop never waits for the disk, and a slow disk just means larger groups.
 *
 * A store may take the next group while the last one is still on its way. It is sent as soon as it has as many changes as
 * that one: sooner would mean many small groups, which cost the store more than the wait. */
#ifndef SERVER_WRITER_H
#define SERVER_WRITER_H

#include <tatami/store.h>
#include <uv.h>

/* Changes that succeed or fail together, and a callback. */
typedef struct job {
    struct job *next;
    /* Called on the loop when the job is durable or has failed; the job is freed afterwards. */
    void (*done)(struct job *job);
    void *context;
    int status; /* status of the whole group: 0, or TM_EIO: nothing in it is stored */
    char *pool; /* texts of the changes, in the same memory */
    int n_changes;
    tm_change changes[];
} job;

typedef struct writer {
    tm_store *store;
    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t wake;
    uv_async_t told;              /* wakes the loop */
    void (*after)(void *context); /* called when a group's done functions have run */
    void *context;
    job *first, **last;
    int n_queued, n_sent; /* changes that wait, and those that the store has */
    int wake_fd;          /* becomes readable when there is enough to send while the thread waits for the store */
    bool listens;         /* it does */
    job *done_first, **done_last;
    bool stopping, stopped; /* the thread shall end; it has */
    bool complained;        /* on the loop: the failure is in the log */
    char reason[256];       /* of the last failure */
    /* For the metrics; under the mutex. */
    uint64_t n_groups, n_changes, n_failures, n_nanoseconds;
    bool failing; /* the last group failed */
} writer;

/* Space for so many changes, of which there are none yet, and `bytes` of text. NULL if out of memory. */
job *job_open(int most, size_t bytes, void (*done)(job *), void *context);
/* One more change, all zero. Most jobs have fewer than they might, and a change is large. */
tm_change *job_add(job *j);
/* A job with n changes, all zero. */
job *job_new(int n_changes, size_t bytes, void (*done)(job *), void *context);
void job_free(job *j);

int writer_start(writer *w, tm_store *store, uv_loop_t *loop, void (*after)(void *context), void *context);
void writer_put(writer *w, job *j); /* after writer_stop it fails at once */
/* Waits until everything is written and the done functions have run. */
void writer_stop(writer *w);
bool writer_is_failing(writer *w, char *out_reason, size_t size);

#endif
