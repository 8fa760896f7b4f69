#include "tui/thought.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tui_thread {
    pthread_mutex_t lock;
    bool done, dropped;
    int wake;
};

static void *copy(const void *from, size_t size)
{
    void *to = malloc(size ? size : 1);
    return to ? memcpy(to, from, size) : NULL;
}

static void free_thought(tui_thought *t)
{
    free((void *)t->question.config);
    free((void *)t->question.view);
    free((void *)t->question.legal);
    free(t->results);
    if (t->thread) pthread_mutex_destroy(&t->thread->lock);
    free(t->thread);
    free(t);
}

static void think(tui_thought *t)
{
    if (t->bot) {
        t->action = t->bot->choose(&t->question, &t->rng);
        return;
    }
    t->n_outlooks = t->question.n_legal < TUI_EXPLAINED ? t->question.n_legal : TUI_EXPLAINED;
    if (t->results && tm_explain(&t->question, NULL, &t->rng, t->results, t->outlooks, t->n_outlooks) == TM_OK) return;
    free(t->results);
    t->results = NULL;
}

static void *work(void *context)
{
    tui_thought *t = context;
    think(t);
    pthread_mutex_lock(&t->thread->lock);
    t->thread->done = true;
    const bool dropped = t->thread->dropped;
    if (!dropped && write(t->thread->wake, "", 1) < 0)
        t->thread->wake = -1; /* if the pipe is full, it will be read
                                                                              * anyway */
    pthread_mutex_unlock(&t->thread->lock);
    if (dropped) free_thought(t);
    return NULL;
}

static tui_thought *new_thought(const tm_question *q, const tm_bot *bot, const tm_rng *rng, int wake)
{
    const size_t n = (size_t)q->n_legal;
    tui_thought *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->question = *q;
    t->question.config = copy(q->config, q->game->config_size);
    t->question.view = copy(q->view, q->game->view_size);
    t->question.legal = copy(q->legal, n * sizeof *q->legal);
    t->bot = bot;
    t->rng = *rng;
    t->thread = calloc(1, sizeof *t->thread);
    if (!bot) t->results = calloc(n, sizeof *t->results);
    if (t->thread) pthread_mutex_init(&t->thread->lock, NULL);
    if (t->thread) t->thread->wake = wake;
    if (t->question.config && t->question.view && t->question.legal && t->thread && (bot || t->results)) return t;
    free_thought(t);
    return NULL;
}

/* Signals are handled by the thread that has the screen. */
static int start_thread(tui_thought *t)
{
    sigset_t all, old;
    pthread_attr_t detached;
    pthread_t thread;
    sigfillset(&all);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    const int failed = pthread_create(&thread, &detached, work, t);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&detached);
    return failed;
}

tui_thought *tui_thought_start(const tm_question *question, const tm_bot *bot, const tm_rng *rng, int wake)
{
    tui_thought *t = new_thought(question, bot, rng, wake);
    if (!t || start_thread(t) == 0) return t;
    free_thought(t);
    return NULL;
}

bool tui_thought_done(tui_thought *t)
{
    pthread_mutex_lock(&t->thread->lock);
    const bool done = t->thread->done;
    pthread_mutex_unlock(&t->thread->lock);
    return done;
}

void tui_thought_drop(tui_thought *t)
{
    if (!t) return;
    pthread_mutex_lock(&t->thread->lock);
    const bool done = t->thread->done;
    t->thread->dropped = true;
    pthread_mutex_unlock(&t->thread->lock);
    if (done) free_thought(t);
}
