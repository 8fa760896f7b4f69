#include "server/work.h"

#include <stdlib.h>
#include <string.h>
#include <tatami/base.h>

enum { ADDRESS = 64 };

typedef struct work {
    uv_work_t request;
    works *works;
    struct work *next;
    char address[ADDRESS];
    void (*run)(void *context);
    void (*done)(void *context);
    void *context;
} work;

struct works {
    uv_loop_t *loop;
    work *all; /* running or queued, oldest first */
    int n_active, n;
};

works *works_new(uv_loop_t *loop)
{
    works *w = calloc(1, sizeof *w);
    if (w) w->loop = loop;
    return w;
}

uint64_t work_clock(void)
{
    return uv_hrtime();
}

int work_is_late(uint64_t since)
{
    return uv_hrtime() - since > (uint64_t)WORK_MS * 1000000;
}

bool work_is_in_time(const void *since)
{
    return !work_is_late(*(const uint64_t *)since);
}

static void on_run(uv_work_t *request)
{
    const work *k = request->data;
    k->run(k->context);
}

static void start_next(works *w);

static void on_done(uv_work_t *request, int status)
{
    work *k = request->data;
    works *w = k->works;
    (void)status;
    for (work **at = &w->all; *at; at = &(*at)->next) {
        if (*at != k) continue;
        *at = k->next;
        break;
    }
    w->n_active--;
    w->n--;
    k->done(k->context);
    free(k);
    start_next(w);
}

static void start_next(works *w)
{
    for (work *k = w->all; k && w->n_active < WORK_AT_ONCE; k = k->next) {
        if (k->request.data) continue; /* running */
        k->request.data = k;
        w->n_active++;
        uv_queue_work(w->loop, &k->request, on_run, on_done);
    }
}

int work_start(works *w, const char *address, void (*run)(void *context), void (*done)(void *context), void *context)
{
    int n = 0;
    work **last = &w->all;
    for (; *last; last = &(*last)->next) n += strncmp((*last)->address, address, ADDRESS - 1) == 0;
    if (n >= WORK_PER_ADDRESS || w->n >= WORK_WAITING) return TM_ETURN;
    work *k = calloc(1, sizeof *k);
    if (!k) return TM_ESPACE;
    k->works = w;
    k->run = run;
    k->done = done;
    k->context = context;
    strncpy(k->address, address, ADDRESS - 1);
    *last = k;
    w->n++;
    start_next(w);
    return TM_OK;
}

void works_free(works *w)
{
    if (!w) return;
    for (work **at = &w->all; *at;) {
        work *k = *at;
        if (k->request.data) {
            at = &k->next;
            continue;
        }
        *at = k->next;
        w->n--;
        k->done(k->context);
        free(k);
    }
    while (w->n_active) uv_run(w->loop, UV_RUN_ONCE);
    free(w);
}
