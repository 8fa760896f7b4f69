/* Makes changes durable on a thread of its own, in groups: what comes while one group is on its way to the disk is the next
 * group. So the loop never waits for the disk, and a slow disk means larger groups. */
#ifndef SERVER_WRITER_H
#define SERVER_WRITER_H

#include <tatami/store.h>
#include <uv.h>

/* Changes that stand or fall together, and who wants to know. */
typedef struct job {
    struct job *next;
    /* On the loop, when it is durable or was refused; the job is freed after it. */
    void (*done)(struct job *job);
    void *context;
    int status; /* of the whole group: 0, or TM_EIO: nothing of it is stored */
    char *pool; /* texts of the changes, freed with the job */
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
    job *done_first, **done_last;
    bool stopping;
    bool complained;  /* on the loop: the log says that it refuses */
    char reason[256]; /* of the last failure */
    /* For the metrics; under the mutex. */
    uint64_t n_groups, n_changes, n_failures, n_nanoseconds;
    bool failing; /* the last group was refused */
} writer;

/* Room for n changes, all zero, and `bytes` of text. NULL without memory. */
job *job_new(int n_changes, size_t bytes, void (*done)(job *), void *context);
void job_free(job *j);

int writer_start(writer *w, tm_store *store, uv_loop_t *loop, void (*after)(void *context), void *context);
void writer_put(writer *w, job *j);
/* Everything that was put is written; the done functions have run. */
void writer_stop(writer *w);
bool writer_is_failing(writer *w, char *out_reason, size_t size);

#endif
