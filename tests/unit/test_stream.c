/* Streams of one loop, with threads that help to send and without: what is sent comes once and in order, whatever the others do. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <criterion/criterion.h>

#include "net/stream.h"

enum { STREAMS = 300, SLOW = 5, GONE = 7, TALKS = 290, LISTENS = 60, LARGE = 6 << 20 };

typedef struct end {
    net_stream stream;
    int fd; /* the other side */
    size_t asked, came;
    int error;
    bool closed;
    struct test *test;
} end;

typedef struct test {
    uv_loop_t uv;
    net_loop loop;
    end ends[STREAMS];
    bool talked;
} test;

static char byte_at(int which, size_t at)
{
    return (char)(which * 31 + (int)(at % 251));
}

static void say(end *e, size_t n)
{
    const int which = (int)(e - e->test->ends);
    char *bytes = malloc(n);
    for (size_t i = 0; i < n; i++) bytes[i] = byte_at(which, e->asked + i);
    e->asked += n;
    cr_assert_eq(net_stream_give(&e->stream, bytes, n), TM_OK);
}

static void opened(void *context)
{
    (void)context;
}

static void came(void *context, const char *bytes, size_t len)
{
    (void)context;
    (void)bytes;
    (void)len;
}

/* Sends on another stream, at once, whose own bytes may just be on their way. */
static void drained(void *context)
{
    end *e = context;
    if (e != &e->test->ends[TALKS] || e->test->talked) return;
    e->test->talked = true;
    say(&e->test->ends[LISTENS], 100);
    net_stream_flush(&e->test->ends[LISTENS].stream);
}

static void ended(void *context, int error)
{
    end *e = context;
    e->error = error;
    net_stream_close(&e->stream);
}

static void closed(void *context)
{
    ((end *)context)->closed = true;
}

static const net_stream_events EVENTS = {opened, came, drained, ended, closed};

static int listen_here(struct sockaddr_in *at)
{
    socklen_t size = sizeof *at;
    const int fd = socket(AF_INET, SOCK_STREAM, 0), small = 4096;
    *at = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    cr_assert(fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small) == 0);
    cr_assert(bind(fd, (struct sockaddr *)at, size) == 0 && listen(fd, 8) == 0);
    cr_assert(getsockname(fd, (struct sockaddr *)at, &size) == 0);
    return fd;
}

static void start(test *t, int n_senders)
{
    struct sockaddr_in at;
    const int listening = listen_here(&at);
    memset(t, 0, sizeof *t);
    cr_assert(uv_loop_init(&t->uv) == 0 && net_loop_start(&t->loop, &t->uv) == TM_OK);
    if (n_senders) cr_assert_not_null(t->loop.senders = net_senders_new(n_senders));
    for (int i = 0; i < STREAMS; i++) {
        end *e = &t->ends[i];
        const int fd = socket(AF_INET, SOCK_STREAM, 0);
        e->test = t;
        cr_assert(fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0);
        e->fd = accept(listening, NULL, NULL);
        cr_assert(e->fd >= 0 && fcntl(e->fd, F_SETFL, O_NONBLOCK) == 0);
        cr_assert_eq(net_stream_init(&e->stream, &t->loop, &EVENTS, e, NULL), TM_OK);
        cr_assert_eq(net_stream_accept(&e->stream, fd, NULL), TM_OK);
    }
    close(listening);
}

static void finish(test *t)
{
    for (int i = 0; i < STREAMS; i++) net_stream_close(&t->ends[i].stream);
    net_loop_stop(&t->loop);
    uv_run(&t->uv, UV_RUN_DEFAULT);
    for (int i = 0; i < STREAMS; i++) {
        cr_assert(t->ends[i].closed);
        close(t->ends[i].fd);
    }
    net_senders_free(t->loop.senders);
    net_loop_free(&t->loop);
    cr_assert_eq(uv_loop_close(&t->uv), 0);
}

/* Everything that has come so far, compared byte by byte. */
static bool hear(end *e)
{
    const int which = (int)(e - e->test->ends);
    static char room[1 << 16];
    ssize_t n;
    while ((n = recv(e->fd, room, sizeof room, 0)) > 0)
        for (ssize_t i = 0; i < n; i++, e->came++)
            cr_assert_eq(room[i], byte_at(which, e->came), "stream %d, byte %zu", which, e->came);
    return e->came == e->asked;
}

static void hang_up_hard(int fd)
{
    const struct linger none = {.l_onoff = 1, .l_linger = 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(fd);
}

static void everything_comes_once(int n_senders)
{
    test *t = malloc(sizeof *t);
    start(t, n_senders);
    hang_up_hard(t->ends[GONE].fd);
    t->ends[GONE].fd = -1;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < STREAMS; i++) {
            if (t->ends[i].stream.closing) continue;
            say(&t->ends[i], i == SLOW && round == 0 ? LARGE : (size_t)(1 + (i * 7 + round) % 300));
            if (i % 3 == 0) say(&t->ends[i], 5);
        }
        net_loop_flush(&t->loop);
        uv_run(&t->uv, UV_RUN_NOWAIT);
    }
    cr_expect(t->ends[GONE].error < 0, "a connection that is gone is not noticed");
    cr_expect(t->talked);
    bool all = false;
    for (int looks = 0; !all && looks < 100000; looks++) {
        all = true;
        for (int i = 0; i < STREAMS; i++)
            if (i != GONE) all &= hear(&t->ends[i]);
        uv_run(&t->uv, UV_RUN_NOWAIT);
    }
    cr_expect(all, "something never came");
    for (int i = 0; i < STREAMS; i++)
        if (i != GONE) cr_expect_eq(net_stream_sent(&t->ends[i].stream), t->ends[i].asked);
    finish(t);
    free(t);
}

Test(stream, everything_comes_once)
{
    everything_comes_once(0);
}

Test(stream, everything_comes_once_with_threads_that_help)
{
    everything_comes_once(1);
    everything_comes_once(3);
}

/* Lists one after the other, faster than threads fall asleep, and slower. */
Test(stream, threads_that_sleep_are_woken)
{
    net_senders *senders = net_senders_new(3);
    net_sending list[2];
    int pair[2];
    char heard[2];
    cr_assert(senders && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    for (int round = 0; round < 2000; round++) {
        char word = (char)round;
        for (int i = 0; i < 2; i++) list[i] = (net_sending){.fd = pair[0], .n_parts = 1, .parts = {{&word, 1}}};
        net_senders_send(senders, list, 2);
        cr_assert(list[0].sent == 1 && list[1].sent == 1);
        cr_assert(recv(pair[1], heard, 2, MSG_WAITALL) == 2 && heard[0] == word && heard[1] == word);
        if (round % 100 == 0) poll(NULL, 0, 2);
    }
    close(pair[0]);
    close(pair[1]);
    list[0].fd = -1;
    net_senders_send(senders, list, 1);
    cr_assert_eq(list[0].sent, UV_EBADF);
    net_senders_free(senders);
}
