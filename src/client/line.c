#include "client/line.h"

#include <fcntl.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAID_MOST = 8 << 20, SENT_MOST = 64 << 10, PAUSE_FIRST = 200, PAUSE_MOST = 15000 }; /* bytes; milliseconds */

struct client_line {
    client_address address;
    char path[80];
    pthread_t thread;
    struct lws_context *context;
    int wake[2];
    /* The thread's own. */
    struct lws *wsi;
    lws_sorted_usec_list_t again;
    int pause; /* before the next try, milliseconds */
    bool open;
    char *said; /* the message that is coming in */
    size_t n_said;
    /* Both threads'. */
    pthread_mutex_t lock;
    bool stop;
    client_news *first, **last;
    size_t waiting;     /* bytes of news */
    client_news *sends; /* oldest first */
    size_t sending;
};

static client_news *new_news(client_news_kind kind, const char *text, size_t len)
{
    client_news *n = malloc(sizeof *n + len + 1);
    if (!n) return NULL;
    n->next = NULL;
    n->kind = kind;
    n->len = len;
    if (len) memcpy(n->text, text, len);
    n->text[len] = 0;
    return n;
}

/* False where too much waits to be read. */
static bool tell(client_line *l, client_news_kind kind, const char *text, size_t len)
{
    client_news *n = new_news(kind, text, len);
    if (!n) return false;
    pthread_mutex_lock(&l->lock);
    const bool room = kind != CLIENT_SAID || l->waiting + len <= SAID_MOST;
    if (room) {
        *l->last = n;
        l->last = &n->next;
        l->waiting += len;
    }
    pthread_mutex_unlock(&l->lock);
    if (!room) free(n);
    const ssize_t woken = write(l->wake[1], "", 1); /* full: it will be looked at anyway */
    return room && woken > -2;
}

static bool is_stopped(client_line *l)
{
    pthread_mutex_lock(&l->lock);
    const bool stop = l->stop;
    pthread_mutex_unlock(&l->lock);
    return stop;
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

static void try_again(lws_sorted_usec_list_t *sul);

/* Lost or never made: tried again after a pause that doubles. */
static void lost(client_line *l)
{
    l->wsi = NULL;
    free(l->said);
    l->said = NULL;
    l->n_said = 0;
    forget_sends(l);
    tell(l, CLIENT_LOST, "", 0);
    l->open = false;
    if (is_stopped(l)) return;
    lws_sul_schedule(l->context, 0, &l->again, try_again, (lws_usec_t)l->pause * 1000);
    l->pause = 2 * l->pause < PAUSE_MOST ? 2 * l->pause : PAUSE_MOST;
}

static int hear(client_line *l, struct lws *wsi, const char *bytes, size_t len)
{
    if (l->n_said + len > SAID_MOST) return -1;
    char *said = realloc(l->said, l->n_said + len + 1);
    if (!said) return -1;
    l->said = said;
    if (len) memcpy(said + l->n_said, bytes, len);
    l->n_said += len;
    if (lws_remaining_packet_payload(wsi) || !lws_is_final_fragment(wsi)) return 0;
    l->pause = PAUSE_FIRST; /* a server that speaks is there */
    const bool told = tell(l, CLIENT_SAID, l->said, l->n_said);
    l->n_said = 0;
    return told ? 0 : -1;
}

static int send_next(client_line *l, struct lws *wsi)
{
    pthread_mutex_lock(&l->lock);
    client_news *n = l->sends;
    if (n) {
        l->sends = n->next;
        l->sending -= n->len;
    }
    pthread_mutex_unlock(&l->lock);
    if (!n) return 0;
    unsigned char *room = malloc(LWS_PRE + n->len);
    int sent = -1;
    if (room) {
        memcpy(room + LWS_PRE, n->text, n->len);
        sent = lws_write(wsi, room + LWS_PRE, n->len, LWS_WRITE_TEXT);
    }
    free(room);
    const bool whole = sent >= (int)n->len;
    free(n);
    if (!whole) return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

static int happened(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    client_line *l = lws_context_user(lws_get_context(wsi));
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: l->open = true; return tell(l, CLIENT_OPEN, "", 0) ? 0 : -1;
    case LWS_CALLBACK_CLIENT_RECEIVE: return hear(l, wsi, in, len);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return send_next(l, wsi);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (l->open) lws_callback_on_writable(l->wsi);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED: lost(l); return 0;
    default: return 0;
    }
}

/* Asks whether the server is still there after so many seconds of silence, and gives up after more. */
static const lws_retry_bo_t SILENCE = {.secs_since_valid_ping = 35, .secs_since_valid_hangup = 50};

static void try_again(lws_sorted_usec_list_t *sul)
{
    client_line *l = lws_container_of(sul, client_line, again);
    const struct lws_client_connect_info info = {
        .context = l->context,
        .address = l->address.host,
        .host = l->address.host,
        .port = l->address.port,
        .path = l->path,
        .local_protocol_name = "table",
        .ssl_connection = l->address.tls ? LCCSCF_USE_SSL : 0,
        .retry_and_idle_policy = &SILENCE,
        .pwsi = &l->wsi,
    };
    lws_client_connect_via_info(&info); /* a failure is told to `happened` */
}

static void *work(void *context)
{
    client_line *l = context;
    while (!is_stopped(l) && lws_service(l->context, 0) >= 0) continue;
    return NULL;
}

static int start_thread(client_line *l)
{
    sigset_t all, old; /* signals are for the thread that has the screen */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    const int failed = pthread_create(&l->thread, NULL, work, l);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return failed;
}

static void free_line(client_line *l)
{
    if (l->context) lws_context_destroy(l->context);
    forget_sends(l);
    for (client_news *n; (n = client_line_take(l));) free(n);
    free(l->said);
    if (l->wake[0] >= 0) close(l->wake[0]);
    if (l->wake[1] >= 0) close(l->wake[1]);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

int client_line_start(const client_address *address, const char *path, client_line **out)
{
    static const struct lws_protocols PROTOCOLS[] = {{.name = "table", .callback = happened}, {0}};
    client_line *l = calloc(1, sizeof *l);
    if (!l) return TM_ESPACE;
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = PROTOCOLS,
        .gid = -1,
        .uid = -1,
        .options = address->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0, /* it reads all certificates */
        .user = l,
    };
    l->address = *address;
    l->last = &l->first;
    l->pause = PAUSE_FIRST;
    l->wake[0] = l->wake[1] = -1;
    strncpy(l->path, path, sizeof l->path - 1);
    pthread_mutex_init(&l->lock, NULL);
    lws_set_log_level(0, NULL);
    const bool piped = pipe(l->wake) == 0 && fcntl(l->wake[0], F_SETFL, O_NONBLOCK) == 0 &&
                       fcntl(l->wake[1], F_SETFL, O_NONBLOCK) == 0;
    if (piped) l->context = lws_create_context(&info);
    if (l->context) lws_sul_schedule(l->context, 0, &l->again, try_again, 1);
    if (!l->context || start_thread(l)) {
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
    lws_cancel_service(l->context);
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
    const bool room = l->sending + n->len <= SENT_MOST;
    if (room) {
        client_news **end = &l->sends;
        while (*end) end = &(*end)->next;
        *end = n;
        l->sending += n->len;
    }
    pthread_mutex_unlock(&l->lock);
    if (!room) free(n);
    lws_cancel_service(l->context);
}
