#include "server/reader.h"

#include <stdlib.h>
#include <string.h>

struct reading {
    reading *next;
    reader_run run;
    reader_done done;
    void *context;
    int status;
    tm_why why;
};

static void run(void *context)
{
    reader *r = context;
    bool broken = false; /* it failed while we stop: the rest need not try */
    uv_mutex_lock(&r->mutex);
    for (;;) {
        while (!r->first && !r->stopping) uv_cond_wait(&r->wake, &r->mutex);
        reading *q = r->first;
        if (!q) break;
        r->first = q->next;
        if (!r->first) r->last = &r->first;
        const bool stopping = r->stopping;
        uv_mutex_unlock(&r->mutex);
        q->next = NULL;
        q->status = stopping && broken ? TM_EIO : q->run(r->store, q->context, &q->why);
        broken = q->status == TM_EIO;
        uv_mutex_lock(&r->mutex);
        *r->done_last = q;
        r->done_last = &q->next;
        uv_async_send(&r->told);
    }
    uv_mutex_unlock(&r->mutex);
}

static void tell_done(reader *r)
{
    uv_mutex_lock(&r->mutex);
    reading *q = r->done_first;
    r->done_first = NULL;
    r->done_last = &r->done_first;
    uv_mutex_unlock(&r->mutex);
    while (q) {
        reading *next = q->next;
        q->done(q->context, q->status, q->why.text.at);
        free(q);
        q = next;
    }
}

static void on_told(uv_async_t *async)
{
    tell_done(async->data);
}

int reader_start(reader *r, uv_loop_t *loop)
{
    r->last = &r->first;
    r->done_last = &r->done_first;
    if (uv_mutex_init(&r->mutex) || uv_cond_init(&r->wake) || uv_async_init(loop, &r->told, on_told)) return TM_ESPACE;
    r->told.data = r;
    if (uv_thread_create(&r->thread, run, r)) return TM_ESPACE;
    r->apart = true;
    return TM_OK;
}

static void ask_now(reader *r, reader_run run_now, reader_done done, void *context)
{
    tm_why why;
    tm_why_init(&why, NULL);
    const int status = r->stopped || r->away ? TM_EIO : run_now(r->store, context, &why);
    done(context, status, why.text.at);
}

void reader_ask(reader *r, reader_run run_it, reader_done done, void *context)
{
    if (!r->apart || r->away) {
        ask_now(r, run_it, done, context);
        return;
    }
    reading *q = calloc(1, sizeof *q);
    if (!q) {
        done(context, TM_ESPACE, "");
        return;
    }
    q->run = run_it;
    q->done = done;
    q->context = context;
    tm_why_init(&q->why, NULL);
    uv_mutex_lock(&r->mutex);
    *r->last = q;
    r->last = &q->next;
    uv_cond_signal(&r->wake);
    uv_mutex_unlock(&r->mutex);
}

void reader_stop(reader *r)
{
    if (r->stopped) return;
    r->stopped = true;
    if (!r->apart) return;
    r->apart = false; /* what is asked from now on is refused at once */
    uv_mutex_lock(&r->mutex);
    r->stopping = true;
    uv_cond_signal(&r->wake);
    uv_mutex_unlock(&r->mutex);
    uv_thread_join(&r->thread);
    tell_done(r);
    uv_close((uv_handle_t *)&r->told, NULL);
    uv_cond_destroy(&r->wake);
    uv_mutex_destroy(&r->mutex);
}
