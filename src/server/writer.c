#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/journal.h"

/* Changes in one transaction; jobs between two rounds of telling clients. */
enum { GROUP_MAX = 4096, TELL_EVERY = 8 };

job *job_open(int most, size_t bytes, void (*done)(job *), void *context)
{
    const size_t size = sizeof(job) + (size_t)most * sizeof(tm_change);
    job *j = malloc(size + bytes);
    if (!j) return NULL;
    *j = (job){.done = done, .context = context, .pool = (char *)j + size};
    return j;
}

tm_change *job_add(job *j)
{
    return memset(&j->changes[j->n_changes++], 0, sizeof *j->changes);
}

job *job_new(int n_changes, size_t bytes, void (*done)(job *), void *context)
{
    job *j = job_open(n_changes, bytes, done, context);
    while (j && j->n_changes < n_changes) job_add(j);
    return j;
}

void job_free(job *j)
{
    free(j);
}

/* A group that the store has. */
typedef struct batch {
    job *jobs;
    tm_change *changes; /* of all jobs, GROUP_MAX at most */
    int n;
    uint64_t start;
} batch;

enum { BATCHES = 4 };

/* Takes the jobs for the next group off the queue. */
static job *take_group(writer *w)
{
    job *group = w->first, *last = group;
    for (int n = last->n_changes; last->next && n + last->next->n_changes <= GROUP_MAX; n += last->n_changes)
        last = last->next;
    w->first = last->next;
    if (!w->first) w->last = &w->first;
    last->next = NULL;
    return group;
}

static void hand_back(writer *w, job *group)
{
    *w->done_last = group;
    while (group->next) group = group->next;
    w->done_last = &group->next;
}

static void hand_over(writer *w, batch *b, job *group)
{
    b->jobs = group;
    b->n = 0;
    for (const job *j = group; j; j = j->next)
        for (int i = 0; i < j->n_changes; i++) b->changes[b->n++] = j->changes[i];
    b->start = uv_hrtime();
    w->store->ops->send(w->store, b->changes, b->n);
}

/* Waits for the oldest group; the statuses go back into its jobs. TM_WOKEN: there is more to send. */
static int take(writer *w, const batch *b, tm_why *why)
{
    const int status = w->store->ops->take(w->store, w->wake_fd, why);
    int n = 0;
    for (job *j = status == TM_WOKEN ? NULL : b->jobs; j; j = j->next) {
        j->status = status;
        for (int i = 0; i < j->n_changes; i++, n++) {
            j->changes[i].status = b->changes[n].status;
            j->changes[i].epoch = b->changes[n].epoch;
        }
    }
    return status;
}

/* With the mutex. */
static void note(writer *w, const batch *b, int status, const tm_why *why)
{
    w->n_groups++;
    w->n_changes += (uint64_t)b->n;
    w->n_nanoseconds += uv_hrtime() - b->start;
    w->failing = status != TM_OK;
    if (status) {
        w->n_failures++;
        snprintf(w->reason, sizeof w->reason, "%s", why->text.at);
    }
    hand_back(w, b->jobs);
    uv_async_send(&w->told);
}

static void run(void *context)
{
    writer *w = context;
    batch batches[BATCHES];
    int n = 0; /* groups on their way, the oldest first */
    const int most = w->store->ops->n_groups;
    tm_assert(most > 0 && most <= BATCHES);
    for (int i = 0; i < most; i++) {
        batches[i].changes = malloc(GROUP_MAX * sizeof *batches[i].changes);
        tm_assert(batches[i].changes);
    }
    uv_mutex_lock(&w->mutex);
    for (;;) {
        while (!w->first && !n && !w->stopping) uv_cond_wait(&w->wake, &w->mutex);
        if (!w->first && !n) break;
        if (w->first && n < most && w->n_queued >= w->n_sent) {
            job *group = take_group(w);
            for (const job *j = group; j; j = j->next) w->n_queued -= j->n_changes;
            uv_mutex_unlock(&w->mutex);
            hand_over(w, &batches[n], group);
            uv_mutex_lock(&w->mutex);
            w->n_sent += batches[n++].n;
            continue;
        }
        tm_assert(n > 0); /* with none on its way, nothing was sent that a group could wait for */
        w->listens = n < most;
        uv_mutex_unlock(&w->mutex);
        tm_why why;
        uint64_t told;
        tm_why_init(&why, NULL);
        const int status = take(w, &batches[0], &why);
        if (read(w->wake_fd, &told, sizeof told) < 0) {
            /* Nobody had called. */
        }
        uv_mutex_lock(&w->mutex);
        w->listens = false;
        if (status == TM_WOKEN) continue;
        note(w, &batches[0], status, &why);
        const batch free_one = batches[0];
        w->n_sent -= free_one.n;
        memmove(batches, batches + 1, (size_t)--n * sizeof *batches);
        batches[n].changes = free_one.changes;
    }
    uv_mutex_unlock(&w->mutex);
    for (int i = 0; i < most; i++) free(batches[i].changes);
}

static void tell_done(writer *w)
{
    char reason[sizeof w->reason];
    uv_mutex_lock(&w->mutex);
    job *j = w->done_first;
    w->done_first = NULL;
    w->done_last = &w->done_first;
    const bool failing = w->failing;
    memcpy(reason, w->reason, sizeof reason);
    uv_mutex_unlock(&w->mutex);
    /* Logs once when failures begin and once when they end: the store may fail a thousand times a second. */
    if (failing && !w->complained) journal(JOURNAL_ERROR, "the store refuses to write", reason);
    if (!failing && w->complained) journal(JOURNAL_INFO, "the store writes again", NULL);
    w->complained = failing;
    for (int n = 1; j; n++) {
        job *next = j->next;
        if (j->done) j->done(j);
        job_free(j);
        j = next;
        /* The clients of a large group need not wait for all of it. */
        if (n % TELL_EVERY == 0 && j) w->after(w->context);
    }
    w->after(w->context);
}

static void on_told(uv_async_t *async)
{
    tell_done(async->data);
}

int writer_start(writer *w, tm_store *store, uv_loop_t *loop, void (*after)(void *context), void *context)
{
    memset(w, 0, sizeof *w);
    w->store = store;
    w->after = after;
    w->context = context;
    w->last = &w->first;
    w->done_last = &w->done_first;
    w->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (w->wake_fd < 0 || uv_mutex_init(&w->mutex) || uv_cond_init(&w->wake) || uv_async_init(loop, &w->told, on_told))
        return TM_ESPACE;
    w->told.data = w;
    return uv_thread_create(&w->thread, run, w) ? TM_ESPACE : TM_OK;
}

void writer_put(writer *w, job *j)
{
    tm_assert(j->n_changes <= GROUP_MAX);
    j->next = NULL;
    if (w->stopped) {
        j->status = TM_EIO;
        if (j->done) j->done(j);
        job_free(j);
        return;
    }
    uv_mutex_lock(&w->mutex);
    *w->last = j;
    w->last = &j->next;
    w->n_queued += j->n_changes;
    uv_cond_signal(&w->wake);
    if (w->listens && w->n_queued >= w->n_sent) {
        const uint64_t one = 1;
        w->listens = write(w->wake_fd, &one, sizeof one) < 0;
    }
    uv_mutex_unlock(&w->mutex);
}

void writer_stop(writer *w)
{
    uv_mutex_lock(&w->mutex);
    w->stopping = true;
    uv_cond_signal(&w->wake);
    uv_mutex_unlock(&w->mutex);
    uv_thread_join(&w->thread);
    w->stopped = true;
    tell_done(w);
    uv_close((uv_handle_t *)&w->told, NULL);
    close(w->wake_fd);
    uv_cond_destroy(&w->wake);
    uv_mutex_destroy(&w->mutex);
}

bool writer_is_failing(writer *w, char *out_reason, size_t size)
{
    uv_mutex_lock(&w->mutex);
    const bool failing = w->failing;
    if (out_reason) snprintf(out_reason, size, "%s", failing ? w->reason : "");
    uv_mutex_unlock(&w->mutex);
    return failing;
}
