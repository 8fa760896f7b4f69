#include "server/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/journal.h"

/* Changes in one transaction; jobs between two rounds of telling clients. */
enum { GROUP_MAX = 4096, TELL_EVERY = 8 };

job *job_new(int n_changes, size_t bytes, void (*done)(job *), void *context)
{
    job *j = calloc(1, sizeof *j + (size_t)n_changes * sizeof *j->changes);
    if (!j) return NULL;
    j->pool = bytes ? malloc(bytes) : NULL;
    if (bytes && !j->pool) {
        free(j);
        return NULL;
    }
    j->n_changes = n_changes;
    j->done = done;
    j->context = context;
    return j;
}

void job_free(job *j)
{
    free(j->pool);
    free(j);
}

/* One group: the statuses go back into the jobs. */
static int commit(writer *w, job *group, tm_change *changes, tm_why *why)
{
    int n = 0;
    for (job *j = group; j; j = j->next)
        for (int i = 0; i < j->n_changes; i++) changes[n++] = j->changes[i];
    const int status = w->store->ops->commit(w->store, changes, n, why);
    n = 0;
    for (job *j = group; j; j = j->next) {
        j->status = status;
        for (int i = 0; i < j->n_changes; i++, n++) {
            j->changes[i].status = changes[n].status;
            j->changes[i].epoch = changes[n].epoch;
        }
    }
    return status;
}

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

static void run(void *context)
{
    writer *w = context;
    tm_change *changes = malloc(2 * GROUP_MAX * sizeof *changes);
    tm_assert(changes);
    uv_mutex_lock(&w->mutex);
    for (;;) {
        while (!w->first && !w->stopping) uv_cond_wait(&w->wake, &w->mutex);
        if (!w->first) break;
        job *group = take_group(w);
        uv_mutex_unlock(&w->mutex);
        tm_why why;
        tm_why_init(&why, NULL);
        int n = 0;
        for (const job *j = group; j; j = j->next) n += j->n_changes;
        const uint64_t start = uv_hrtime();
        const int status = commit(w, group, changes, &why);
        const uint64_t took = uv_hrtime() - start;
        uv_mutex_lock(&w->mutex);
        w->n_groups++;
        w->n_changes += (uint64_t)n;
        w->n_nanoseconds += took;
        w->failing = status != TM_OK;
        if (status) {
            w->n_failures++;
            snprintf(w->reason, sizeof w->reason, "%s", why.text.at);
        }
        hand_back(w, group);
        uv_async_send(&w->told);
    }
    uv_mutex_unlock(&w->mutex);
    free(changes);
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
    if (uv_mutex_init(&w->mutex) || uv_cond_init(&w->wake) || uv_async_init(loop, &w->told, on_told)) return TM_ESPACE;
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
    uv_cond_signal(&w->wake);
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
