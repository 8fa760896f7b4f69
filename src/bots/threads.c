/* One decision on several threads. */
#include <pthread.h>
#include <stdlib.h>

#include <tatami/search.h>

enum { THREADS_MAX = 64 };

typedef struct worker {
    pthread_t thread;
    const tm_question *question;
    tm_search_limits limits;
    tm_rng rng;
    tm_search_result *results;
    int done;
} worker;

static void *work(void *context)
{
    worker *w = context;
    w->done = tm_search(w->question, &w->limits, &w->rng, w->results);
    return NULL;
}

static void add_results(tm_search_result *out, const tm_search_result *more, int n)
{
    for (int i = 0; i < n; i++) {
        const uint32_t visits = out[i].visits + more[i].visits;
        const uint64_t sum = (uint64_t)out[i].chance * out[i].visits + (uint64_t)more[i].chance * more[i].visits;
        out[i].action = more[i].action;
        out[i].visits = visits;
        out[i].chance = visits ? (uint32_t)(sum / visits) : 0;
    }
}

int tm_search_threads(const tm_question *question, const tm_search_limits *limits, int n_threads, tm_rng *rng,
                      tm_search_result *out)
{
    const int n = n_threads < 1 ? 1 : n_threads > THREADS_MAX ? THREADS_MAX : n_threads;
    const size_t n_legal = (size_t)question->n_legal;
    worker workers[THREADS_MAX];
    int done = 0;
    tm_search_result *results = calloc((size_t)n * n_legal, sizeof *results);
    if (!results) return TM_ESPACE;
    for (int i = 0; i < n; i++) {
        worker *w = &workers[i];
        w->question = question;
        w->limits = *limits;
        w->limits.iterations = limits->iterations / (uint32_t)n + ((uint32_t)i < limits->iterations % (uint32_t)n);
        w->limits.events = (limits->events + (uint64_t)n - 1) / (uint64_t)n;
        w->results = results + (size_t)i * n_legal;
        tm_rng_init(&w->rng, tm_rng_next(rng), (uint64_t)i);
        w->thread = 0;
        if (i > 0 && pthread_create(&w->thread, NULL, work, w) != 0) {
            w->thread = 0;
            work(w); /* no thread available: do the same work here */
        }
    }
    work(&workers[0]);
    for (size_t i = 0; i < n_legal; i++) out[i] = (tm_search_result){0};
    for (int i = 0; i < n; i++) {
        if (i > 0 && workers[i].thread) pthread_join(workers[i].thread, NULL);
        if (workers[i].done < 0)
            done = done < 0 ? done : workers[i].done;
        else if (done >= 0)
            done += workers[i].done;
        add_results(out, workers[i].results, question->n_legal);
    }
    free(results);
    return done;
}
