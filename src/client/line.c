#include "client/line.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/fetch.h"
#include "net/http.h"
#include "net/socket.h"

enum { SAID_MAX = 8 << 20, SENT_MAX = 64 << 10 };                 /* bytes */
enum { PAUSE_FIRST = 200, PAUSE_MAX = 15000, LOOK_EVERY = 5000 }; /* milliseconds */
enum { PING_AFTER = 35000, HANG_UP_AFTER = 50000, OPEN_WITHIN = 15000 };

typedef struct question {
    bool asked;
    char path[128], token[128], language[16];
} question;

struct client_line { /* NOLINT: grouped by the thread that uses it; padding does not matter, there is one */
    client_address address;
    char path[80];
    pthread_t thread;
    int wake[2];
    /* Used by the line's thread only. */
    uv_loop_t uv;
    net_loop loop;
    net_tls_context *tls;
    uv_async_t woken;
    uv_timer_t again, look;
    net_call call;
    bool calling; /* `call` is in use */
    bool open;
    net_reply reply;
    net_socket *socket;
    char key[NET_KEY + 1];
    uint64_t heard_at, called_at;
    bool pinged;
    int pause; /* before the next try, milliseconds */
    client_fetch *fetch;
    bool stopping;
    /* Shared by both threads. */
    pthread_mutex_t lock;
    bool stop;
    client_news *first, **last;
    size_t waiting;     /* bytes of news */
    client_news *sends; /* oldest first */
    size_t sending;
    question question;
};

static client_news *new_news(client_news_kind kind, const char *text, size_t len)
{
    client_news *n = malloc(sizeof *n + len + 1);
    if (!n) return NULL;
    *n = (client_news){.kind = kind, .len = len};
    if (len) memcpy(n->text, text, len);
    n->text[len] = 0;
    return n;
}

/* False if too much news is unread. */
static bool tell(client_line *l, client_news *n)
{
    if (!n) return false;
    pthread_mutex_lock(&l->lock);
    const bool fits = n->kind != CLIENT_SAID || l->waiting + n->len <= SAID_MAX;
    if (fits) {
        *l->last = n;
        l->last = &n->next;
        l->waiting += n->len;
    }
    pthread_mutex_unlock(&l->lock);
    if (!fits) free(n);
    const ssize_t woken = write(l->wake[1], "", 1); /* if the pipe is full, the reader is woken anyway */
    return fits && woken > -2;
}

static void forget_sends(client_line *l)
{
    pthread_mutex_lock(&l->lock);
    while (l->sends) {
        client_news *n = l->sends;
        l->sends = n->next;
        free(n);
    }
    l->sending = 0;
    pthread_mutex_unlock(&l->lock);
}

/* Lost or never established: tries again after a pause, once the connection is closed. */
static void lose(client_line *l)
{
    if (l->call.closing) return;
    l->open = false;
    net_call_close(&l->call);
    forget_sends(l);
    tell(l, new_news(CLIENT_LOST, "", 0));
}

static int send_frame(void *context, const char *bytes, size_t len)
{
    client_line *l = context;
    return net_stream_send(&l->call.stream, bytes, len);
}

static void hear(void *context, const char *text, size_t len)
{
    client_line *l = context;
    l->pause = PAUSE_FIRST; /* the server works */
    if (!tell(l, new_news(CLIENT_SAID, text, len))) lose(l);
}

static void hear_pong(void *context)
{
    (void)context; /* it only matters that something came */
}

static void send_all(client_line *l)
{
    while (l->open && !l->call.closing) {
        pthread_mutex_lock(&l->lock);
        client_news *n = l->sends;
        if (n) {
            l->sends = n->next;
            l->sending -= n->len;
        }
        pthread_mutex_unlock(&l->lock);
        if (!n) return;
        if (net_socket_send(l->socket, n->text, n->len)) lose(l);
        free(n);
    }
}

/* Connected: asks for a WebSocket. */
static void opened(void *context)
{
    client_line *l = context;
    char bytes[1024];
    tm_text text;
    const client_address *a = &l->address;
    const bool bracket = strchr(a->host, ':') != NULL;
    tm_text_init(&text, bytes, sizeof bytes);
    net_socket_key(l->key);
    tm_put_fmt(&text, "GET %s HTTP/1.1\r\nhost: %s%s%s", l->path, bracket ? "[" : "", a->host, bracket ? "]" : "");
    if (a->port != (a->tls ? 443 : 80)) tm_put_fmt(&text, ":%d", a->port);
    tm_put_fmt(&text,
               "\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
               "sec-websocket-key: %s\r\n\r\n",
               l->key);
    net_stream_send(&l->call.stream, text.at, text.len);
}

/* The body of a refusal is ignored. */
static bool pass_over(void *context, const char *bytes, size_t len)
{
    (void)context, (void)bytes, (void)len;
    return true;
}

static bool begin_socket(client_line *l)
{
    static const net_socket_events EVENTS = {.message = hear, .pong = hear_pong, .send = send_frame};
    const net_socket_settings settings = {.events = &EVENTS, .context = l, .most = SAID_MAX, .client = true};
    char accept[NET_ACCEPT + 1];
    net_socket_accept(tm_span_of(l->key), accept);
    if (l->reply.status != 101 || strcmp(l->reply.accept, accept) != 0) return false;
    l->socket = net_socket_new(&settings);
    if (!l->socket) return false;
    l->open = true;
    return tell(l, new_news(CLIENT_OPEN, "", 0));
}

static void came(void *context, const char *bytes, size_t len)
{
    client_line *l = context;
    l->heard_at = uv_now(&l->uv);
    l->pinged = false;
    if (!l->socket) {
        const int64_t used = net_reply_feed(&l->reply, bytes, len);
        if (used >= 0 && !l->reply.done) return;
        if (used < 0 || !begin_socket(l)) {
            lose(l);
            return;
        }
        bytes += used;
        len -= (size_t)used;
        send_all(l);
    }
    if (len && !l->call.closing) net_socket_feed(l->socket, bytes, len);
    if (net_socket_is_over(l->socket)) lose(l);
}

static void failed(void *context, const char *reason)
{
    (void)reason; /* we try again, whatever it was */
    lose(context);
}

static void try_again(uv_timer_t *timer);

static void closed(void *context)
{
    client_line *l = context;
    l->calling = false;
    net_socket_free(l->socket);
    l->socket = NULL;
    if (l->stopping) return;
    uv_timer_start(&l->again, try_again, (uint64_t)l->pause, 0);
    l->pause = 2 * l->pause < PAUSE_MAX ? 2 * l->pause : PAUSE_MAX;
}

static void try_again(uv_timer_t *timer)
{
    static const net_call_events EVENTS = {.opened = opened, .came = came, .failed = failed, .closed = closed};
    client_line *l = timer->data;
    net_reply_init(&l->reply, pass_over, NULL);
    l->heard_at = l->called_at = uv_now(&l->uv);
    l->pinged = false;
    l->calling = true;
    if (net_call_start(&l->call, &l->loop, l->address.host, l->address.port, l->tls, &EVENTS, l)) lose(l);
}

/* Pings the server after a silence, and gives up after a longer one. */
static void look(uv_timer_t *timer)
{
    client_line *l = timer->data;
    const uint64_t now = uv_now(&l->uv), silent = now - l->heard_at;
    if (!l->calling || l->call.closing) return;
    if (silent > HANG_UP_AFTER || (!l->open && now - l->called_at > OPEN_WITHIN)) {
        lose(l);
    } else if (l->open && silent > PING_AFTER && !l->pinged) {
        l->pinged = true;
        net_socket_ping(l->socket);
    }
}

static void answered(void *context, client_answer *answer, const char *reason)
{
    client_line *l = context;
    l->fetch = NULL;
    if (!reason) reason = "\n";
    client_news *n = answer->status ? new_news(CLIENT_ANSWERED, answer->text, answer->len)
                                    : new_news(CLIENT_ANSWERED, reason, strlen(reason));
    if (n) n->status = answer->status;
    free(answer->text);
    tell(l, n);
}

static void ask(client_line *l)
{
    pthread_mutex_lock(&l->lock);
    const question q = l->question;
    if (!l->fetch) l->question.asked = false;
    pthread_mutex_unlock(&l->lock);
    if (!q.asked || l->fetch) return;
    const client_request request = {
        .address = &l->address,
        .method = "GET",
        .path = q.path,
        .token = *q.token ? q.token : NULL,
        .language = q.language,
    };
    l->fetch = client_fetch_start(&l->loop, l->tls, &request, answered, l);
    if (!l->fetch) tell(l, new_news(CLIENT_ANSWERED, "", 0));
}

static void stop(client_line *l)
{
    if (l->stopping) return;
    l->stopping = true;
    uv_close((uv_handle_t *)&l->woken, NULL);
    uv_close((uv_handle_t *)&l->again, NULL);
    uv_close((uv_handle_t *)&l->look, NULL);
    if (l->fetch) client_fetch_forget(l->fetch);
    if (l->calling) net_call_close(&l->call);
    net_loop_stop(&l->loop);
}

static void woken(uv_async_t *handle)
{
    client_line *l = handle->data;
    pthread_mutex_lock(&l->lock);
    const bool stopped = l->stop;
    pthread_mutex_unlock(&l->lock);
    if (stopped) {
        stop(l);
    } else {
        send_all(l);
        ask(l);
    }
}

static void *run(void *context)
{
    client_line *l = context;
    uv_run(&l->uv, UV_RUN_DEFAULT); /* until everything is closed */
    return NULL;
}

static int start_thread(client_line *l)
{
    sigset_t all, old; /* signals go to the thread that has the screen */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    const int failed_with = pthread_create(&l->thread, NULL, run, l);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return failed_with;
}

static void free_line(client_line *l)
{
    uv_loop_close(&l->uv);
    net_loop_free(&l->loop);
    net_tls_context_free(l->tls);
    forget_sends(l);
    for (client_news *n; (n = client_line_take(l));) free(n);
    if (l->wake[0] >= 0) close(l->wake[0]);
    if (l->wake[1] >= 0) close(l->wake[1]);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

static bool start_loop(client_line *l)
{
    tm_why why;
    tm_why_init(&why, NULL);
    if (l->address.tls && net_tls_client(&l->tls, &why)) return false;
    if (net_loop_start(&l->loop, &l->uv)) return false;
    uv_async_init(&l->uv, &l->woken, woken);
    uv_timer_init(&l->uv, &l->again);
    uv_timer_init(&l->uv, &l->look);
    l->woken.data = l->again.data = l->look.data = l;
    uv_timer_start(&l->again, try_again, 0, 0);
    uv_timer_start(&l->look, look, LOOK_EVERY, LOOK_EVERY);
    if (start_thread(l) == 0) return true;
    stop(l);
    uv_run(&l->uv, UV_RUN_DEFAULT);
    return false;
}

int client_line_start(const client_address *address, const char *path, client_line **out)
{
    client_line *l = calloc(1, sizeof *l);
    if (!l || uv_loop_init(&l->uv)) {
        free(l);
        return TM_ESPACE;
    }
    l->address = *address;
    l->last = &l->first;
    l->pause = PAUSE_FIRST;
    l->wake[0] = l->wake[1] = -1;
    strncpy(l->path, path, sizeof l->path - 1);
    pthread_mutex_init(&l->lock, NULL);
    const bool piped = pipe(l->wake) == 0 && fcntl(l->wake[0], F_SETFL, O_NONBLOCK) == 0 &&
                       fcntl(l->wake[1], F_SETFL, O_NONBLOCK) == 0;
    if (!piped || !start_loop(l)) {
        free_line(l);
        return TM_ESPACE;
    }
    *out = l;
    return TM_OK;
}

void client_line_stop(client_line *l)
{
    if (!l) return;
    pthread_mutex_lock(&l->lock);
    l->stop = true;
    pthread_mutex_unlock(&l->lock);
    uv_async_send(&l->woken);
    pthread_join(l->thread, NULL);
    free_line(l);
}

int client_line_fd(const client_line *l)
{
    return l->wake[0];
}

client_news *client_line_take(client_line *l)
{
    char bytes[64];
    pthread_mutex_lock(&l->lock);
    client_news *n = l->first;
    if (n) {
        l->first = n->next;
        l->waiting -= n->len;
        if (!l->first) l->last = &l->first;
    } else {
        while (read(l->wake[0], bytes, sizeof bytes) > 0) continue;
    }
    pthread_mutex_unlock(&l->lock);
    return n;
}

void client_line_send(client_line *l, tm_span text)
{
    client_news *n = new_news(CLIENT_SAID, text.at, text.len);
    if (!n) return;
    pthread_mutex_lock(&l->lock);
    const bool fits = l->sending + n->len <= SENT_MAX;
    if (fits) {
        client_news **end = &l->sends;
        while (*end) end = &(*end)->next;
        *end = n;
        l->sending += n->len;
    }
    pthread_mutex_unlock(&l->lock);
    if (!fits) free(n);
    uv_async_send(&l->woken);
}

void client_line_ask(client_line *l, const char *path, const char *token, const char *language)
{
    question q = {.asked = true};
    strncpy(q.path, path, sizeof q.path - 1);
    strncpy(q.token, token ? token : "", sizeof q.token - 1);
    strncpy(q.language, language, sizeof q.language - 1);
    pthread_mutex_lock(&l->lock);
    l->question = q;
    pthread_mutex_unlock(&l->lock);
    uv_async_send(&l->woken);
}
