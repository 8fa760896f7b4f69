#include "vector/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct member {
    crew *crew;
    int number;
    pthread_t thread;
} member;

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned long shift; /* counts the pieces of work; guarded by lock */
    int busy;            /* members that have not finished this one */
    bool leave;
    crew_part work;
    void *context;
    int n_parts;
    atomic_int next; /* the next part to take */
    int n_members;   /* not counting the caller */
    member members[];
};

static void take_parts(crew *c, int number)
{
    int part;
    while ((part = atomic_fetch_add(&c->next, 1)) < c->n_parts) c->work(c->context, number, part);
}

static void *wait_for_work(void *argument)
{
    member *m = argument;
    crew *c = m->crew;
    unsigned long seen = 0;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->shift == seen && !c->leave) pthread_cond_wait(&c->begin, &c->lock);
        if (c->leave) break;
        seen = c->shift;
        pthread_mutex_unlock(&c->lock);
        take_parts(c, m->number);
        pthread_mutex_lock(&c->lock);
        if (--c->busy == 0) pthread_cond_signal(&c->end);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

crew *crew_new(int n_threads)
{
    crew *c = calloc(1, sizeof *c + (size_t)(n_threads - 1) * sizeof *c->members);
    if (!c) return NULL;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begin, NULL);
    pthread_cond_init(&c->end, NULL);
    for (int i = 0; i < n_threads - 1; i++) {
        c->members[i] = (member){.crew = c, .number = i + 1};
        if (pthread_create(&c->members[i].thread, NULL, wait_for_work, &c->members[i])) {
            crew_free(c);
            return NULL;
        }
        c->n_members++;
    }
    return c;
}

void crew_free(crew *c)
{
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    c->leave = true;
    pthread_cond_broadcast(&c->begin);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->n_members; i++) pthread_join(c->members[i].thread, NULL);
    pthread_cond_destroy(&c->begin);
    pthread_cond_destroy(&c->end);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

void crew_run(crew *c, crew_part work, void *context, int n_parts)
{
    if (c->n_members == 0 || n_parts == 1) {
        for (int part = 0; part < n_parts; part++) work(context, 0, part);
        return;
    }
    pthread_mutex_lock(&c->lock);
    c->work = work;
    c->context = context;
    c->n_parts = n_parts;
    atomic_store(&c->next, 0);
    c->busy = c->n_members;
    c->shift++;
    pthread_cond_broadcast(&c->begin);
    pthread_mutex_unlock(&c->lock);
    take_parts(c, 0);
    pthread_mutex_lock(&c->lock);
    while (c->busy) pthread_cond_wait(&c->end, &c->lock);
    pthread_mutex_unlock(&c->lock);
}
