/* Whoever is free takes the next one, the loop too: if the threads are slow to wake, it has done the work itself, and has lost
 * only the call that wakes them.
 *
 * `turn` says in one word which list this is, how long it is and how many are taken. A thread that comes late finds nothing left
 * in it, or takes one of the next list; it looks at `list` only if it has taken one, and until that is done the loop waits. */
#include "net/senders.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <uv.h>

#include <tatami/base.h>

enum { THREADS_MOST = 8, BITS = 16, MASK = (1 << BITS) - 1 };
/* How often to look before sleeping, some tens of microseconds: under load the next list comes soon. And how often before letting
 * others run. */
enum { LOOKS = 2000, PATIENCE = 200 };

struct net_senders {
    uv_thread_t threads[THREADS_MOST];
    int n_threads;
    uv_mutex_t lock;
    uv_cond_t wake;
    net_sending *list;
    uint32_t number;       /* of the list */
    _Atomic uint64_t turn; /* number, how many, how many are taken */
    _Atomic uint32_t done;
    _Atomic int asleep;
    _Atomic bool over;
};

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static bool is_left(uint64_t turn)
{
    return (turn & MASK) < (turn >> BITS & MASK);
}

static void send_one(net_sending *one)
{
    const struct msghdr message = {.msg_iov = one->parts, .msg_iovlen = (size_t)one->n_parts};
    ssize_t n;
    do n = sendmsg(one->fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    one->sent = n >= 0 ? (long)n : uv_translate_sys_error(errno);
}

static void send_some(net_senders *s)
{
    while (is_left(atomic_load(&s->turn))) {
        const uint64_t turn = atomic_fetch_add(&s->turn, 1);
        if (!is_left(turn)) return;
        send_one(&s->list[turn & MASK]);
        atomic_fetch_add(&s->done, 1);
    }
}

static void sleep_until_asked(net_senders *s)
{
    for (int i = 0; i < LOOKS; i++) {
        if (is_left(atomic_load(&s->turn)) || atomic_load(&s->over)) return;
        pause_briefly();
    }
    uv_mutex_lock(&s->lock);
    /* Counted before the last look: either we see the list, or the loop sees that somebody sleeps. */
    atomic_fetch_add(&s->asleep, 1);
    while (!is_left(atomic_load(&s->turn)) && !atomic_load(&s->over)) uv_cond_wait(&s->wake, &s->lock);
    atomic_fetch_sub(&s->asleep, 1);
    uv_mutex_unlock(&s->lock);
}

static void work(void *argument)
{
    net_senders *s = argument;
    while (!atomic_load(&s->over)) {
        send_some(s);
        sleep_until_asked(s);
    }
}

static void wake_all(net_senders *s)
{
    if (!atomic_load(&s->asleep)) return;
    uv_mutex_lock(&s->lock);
    uv_cond_broadcast(&s->wake);
    uv_mutex_unlock(&s->lock);
}

net_senders *net_senders_new(int n)
{
    net_senders *s = calloc(1, sizeof *s);
    if (!s || uv_mutex_init(&s->lock)) {
        free(s);
        return NULL;
    }
    if (uv_cond_init(&s->wake)) {
        uv_mutex_destroy(&s->lock);
        free(s);
        return NULL;
    }
    while (s->n_threads < n && s->n_threads < THREADS_MOST && !uv_thread_create(&s->threads[s->n_threads], work, s))
        s->n_threads++;
    if (s->n_threads) return s;
    net_senders_free(s);
    return NULL;
}

void net_senders_free(net_senders *s)
{
    if (!s) return;
    atomic_store(&s->over, true);
    wake_all(s);
    for (int i = 0; i < s->n_threads; i++) uv_thread_join(&s->threads[i]);
    uv_cond_destroy(&s->wake);
    uv_mutex_destroy(&s->lock);
    free(s);
}

void net_senders_send(net_senders *s, net_sending *list, size_t n)
{
    tm_assert(n <= NET_SENDERS_MOST);
    s->list = list;
    atomic_store(&s->done, 0);
    atomic_store(&s->turn, (uint64_t)++s->number << 2 * BITS | (uint64_t)n << BITS);
    wake_all(s);
    send_some(s);
    for (int looks = 0; atomic_load(&s->done) < n; looks++) {
        pause_briefly();
        if (looks >= PATIENCE) sched_yield();
    }
}
