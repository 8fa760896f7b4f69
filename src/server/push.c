#include "server/push.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "net/dial.h"
#include "net/guard.h"
#include "net/http.h"
#include "server/journal.h"

/* A host that does not answer keeps a few connections busy, and no more of the queue than its part. */
enum { WAITING_MAX = 1000, WAITING_HOST = 250, AT_ONCE = 16, AT_ONCE_HOST = 4, ATTEMPTS = 4, PATIENCE = 15000 };
enum { TEXT_MAX = 512, BODY = TEXT_MAX + WEBPUSH_MORE, HEAD_MAX = 3000 + PUSH_ENDPOINT_MAX };
enum { RETRY_FIRST = 30000, RETRY_MAX = 3600000, TTL_MAX = 14 * 86400, SIGNED_FOR = 12 * 3600 };

typedef enum stage { STAGE_WAITING, STAGE_SEALING, STAGE_CALLING, STAGE_CLOSING } stage;

/* One message on its way to one browser. */
typedef struct delivery {
    struct delivery *next;
    push *push;
    stage stage;
    push_to to;
    uint8_t hash[TM_HASH_BYTES]; /* the subscription's, in the store */
    tm_id table;
    char text[TEXT_MAX];
    uint32_t ttl; /* seconds */
    int attempts;
    int64_t not_before, until; /* by server_ticks: when to try, and when to lose patience */
    /* While it is under way. */
    uv_work_t work;
    int64_t now; /* wall-clock time of the signature */
    char request[HEAD_MAX + BODY];
    size_t n_request;
    net_call call;
    net_reply reply;
} delivery;

struct push {
    server *server;
    webpush_key key;
    net_loop net;
    net_tls_context *tls;
    delivery *first; /* all of them */
    int n_waiting, n_active;
    delivery *active[AT_ONCE]; /* those under way; NULL: a free place */
    bool stopping;
};

static const char FACT[] = "vapid";

/* Sixty-four hexadecimal digits. */
static int read_key(push *p, const char *text)
{
    uint8_t secret[WEBPUSH_SECRET];
    size_t len;
    if (sodium_hex2bin(secret, sizeof secret, text, strlen(text), NULL, &len, NULL) || len != sizeof secret)
        return TM_ESYNTAX;
    const int status = webpush_key_of(secret, &p->key);
    sodium_memzero(secret, sizeof secret);
    return status;
}

static int make_key(push *p, tm_why *why)
{
    char text[2 * WEBPUSH_SECRET + 1];
    tm_store *store = p->server->store;
    int status = webpush_key_new(&p->key);
    if (status) return tm_why_not(why, status, "out of memory");
    sodium_bin2hex(text, sizeof text, p->key.secret, sizeof p->key.secret);
    tm_change change = {.kind = TM_CHANGE_FACT, .once = true, .text = tm_span_of(text)};
    strcpy(change.fact, FACT);
    status = store->ops->commit(store, &change, 1, why);
    sodium_memzero(text, sizeof text);
    return status;
}

/* Twice, as another server of the same store may have made one at the same time. */
static int find_key(push *p, tm_why *why)
{
    tm_store *store = p->server->store;
    for (int i = 0; i < 2; i++) {
        char *text = NULL;
        int status = store->ops->read_fact(store, FACT, &text, why);
        if (status == TM_OK) {
            status = read_key(p, text);
            sodium_memzero(text, strlen(text));
            free(text);
            return status ? tm_why_not(why, TM_EIO, "the server’s key for notifications is damaged") : TM_OK;
        }
        if (status != TM_EUNKNOWN) return status;
        if ((status = make_key(p, why))) return status;
    }
    return TM_OK;
}

void push_derive(const push *p, const char *what, uint8_t *out, size_t len)
{
    crypto_generichash(out, len, (const uint8_t *)what, strlen(what), p->key.secret, sizeof p->key.secret);
}

push *push_new(server *s, tm_why *why)
{
    push *p = calloc(1, sizeof *p);
    if (!p) {
        tm_why_not(why, TM_ESPACE, "out of memory");
        return NULL;
    }
    p->server = s;
    if (find_key(p, why) == TM_OK && net_tls_client(&p->tls, why) == TM_OK) {
        if (net_loop_start(&p->net, &s->loop) == TM_OK) return p;
        tm_why_not(why, TM_ESPACE, "out of memory");
    }
    net_tls_context_free(p->tls);
    sodium_memzero(&p->key, sizeof p->key);
    free(p);
    return NULL;
}

const webpush_key *push_key(const push *p)
{
    return &p->key;
}

static void set_active(delivery *d, bool on)
{
    for (int i = 0; i < AT_ONCE; i++) {
        if (d->push->active[i] != (on ? NULL : d)) continue;
        d->push->active[i] = on ? d : NULL;
        break;
    }
    d->push->n_active += on ? 1 : -1;
    d->push->n_waiting += on ? -1 : 1;
}

/* It waits. */
static void take_out(delivery *d)
{
    delivery **at = &d->push->first;
    while (*at != d) at = &(*at)->next;
    *at = d->next;
    d->push->n_waiting--;
    free(d);
}

/* Runs on the loop after an attempt that is over, whose handles are closed. */
static void again_or_never(delivery *d)
{
    push *p = d->push;
    metrics *m = &p->server->metrics;
    const int status = d->reply.status;
    const bool maybe_later = status == 0 || status == 429 || status >= 500;
    d->stage = STAGE_WAITING;
    set_active(d, false);
    if (status >= 200 && status < 300) m->pushes_sent++;
    if (status == 404 || status == 410) { /* the browser no longer wants them */
        job *j = job_new(1, 0, NULL, NULL);
        if (j) {
            j->changes[0].kind = TM_CHANGE_UNSUBSCRIBE;
            memcpy(j->changes[0].hash, d->hash, sizeof d->hash);
            writer_put(&p->server->writer, j);
        }
        m->pushes_gone++;
    }
    if (!maybe_later || d->attempts >= ATTEMPTS || p->stopping) {
        m->pushes_failed += maybe_later || (status >= 300 && status != 404 && status != 410);
        take_out(d);
        return;
    }
    int64_t wait = (int64_t)RETRY_FIRST << (2 * (d->attempts - 1));
    if (d->reply.retry_after > 0) wait = (int64_t)d->reply.retry_after * 1000;
    d->not_before = server_ticks() + (wait < RETRY_MAX ? wait : RETRY_MAX);
}

static void on_closed(void *context)
{
    again_or_never(context);
}

static void hang_up(delivery *d)
{
    if (d->stage != STAGE_CALLING) return;
    d->stage = STAGE_CLOSING;
    net_call_close(&d->call);
}

static void on_opened(void *context)
{
    delivery *d = context;
    if (net_stream_send(&d->call.stream, d->request, d->n_request)) hang_up(d);
}

static bool on_body(void *context, const char *bytes, size_t len)
{
    (void)context, (void)bytes, (void)len;
    return true; /* nobody reads it */
}

/* The status is all we want to know; what follows is not waited for. */
static void on_came(void *context, const char *bytes, size_t len)
{
    delivery *d = context;
    if (d->stage != STAGE_CALLING) return;
    if (net_reply_feed(&d->reply, bytes, len) < 0 || d->reply.done || d->reply.status) hang_up(d);
}

static void on_failed(void *context, const char *reason)
{
    delivery *d = context;
    if (*reason) journal(JOURNAL_INFO, "a notification was not delivered", reason);
    hang_up(d);
}

static bool on_asked(void *context, const struct sockaddr *to)
{
    const delivery *d = context;
    return d->push->server->settings.push_anywhere || net_is_public(to);
}

static const net_call_events EVENTS = {
    .opened = on_opened, .came = on_came, .failed = on_failed, .closed = on_closed, .allows = on_asked};

/* The header and claims of the token, signed: RFC 8292. */
static int write_token(const delivery *d, tm_text *out)
{
    char room_for_claims[512];
    uint8_t signature[WEBPUSH_SIGNATURE];
    tm_text claims;
    static const char HEADER[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    tm_text_init(&claims, room_for_claims, sizeof room_for_claims);
    tm_put_fmt(&claims, "{\"aud\":\"https://%s", d->to.host);
    if (d->to.port != 443) tm_put_fmt(&claims, ":%d", d->to.port);
    tm_put_str(&claims, "\",\"exp\":");
    tm_put_int(&claims, d->now / 1000 + SIGNED_FOR);
    tm_put_fmt(&claims, ",\"sub\":\"%s\"}", d->push->server->settings.push_contact);
    const uint32_t begin = out->len;
    base64url_write(HEADER, sizeof HEADER - 1, out);
    tm_put_char(out, '.');
    base64url_write(claims.at, claims.len, out);
    if (claims.cut || out->cut) return TM_ESPACE;
    const int status = webpush_sign(&d->push->key, out->at + begin, out->len - begin, signature);
    tm_put_char(out, '.');
    base64url_write(signature, sizeof signature, out);
    return status;
}

/* One table's messages replace each other at the push service, which must not learn the table's id: it is the link. */
static void write_topic(const delivery *d, tm_text *out)
{
    uint8_t topic[crypto_generichash_BYTES_MIN];
    crypto_generichash(topic, sizeof topic, (const uint8_t *)d->table, strlen(d->table), d->push->key.secret,
                       sizeof d->push->key.secret);
    base64url_write(topic, sizeof topic, out);
}

static int write_request(delivery *d)
{
    tm_text head;
    webpush_key once;
    uint8_t salt[WEBPUSH_SALT];
    tm_text_init(&head, d->request, HEAD_MAX);
    tm_put_fmt(&head, "POST %s HTTP/1.1\r\nhost: %s", d->to.path, d->to.host);
    if (d->to.port != 443) tm_put_fmt(&head, ":%d", d->to.port);
    tm_put_fmt(&head,
               "\r\nttl: %u\r\nurgency: normal\r\ncontent-encoding: aes128gcm\r\n"
               "content-type: application/octet-stream\r\ncontent-length: %d\r\nconnection: close\r\ntopic: ",
               d->ttl, BODY);
    write_topic(d, &head);
    tm_put_str(&head, "\r\nauthorization: vapid t=");
    int status = write_token(d, &head);
    tm_put_str(&head, ", k=");
    base64url_write(d->push->key.point, WEBPUSH_POINT, &head);
    tm_put_str(&head, "\r\n\r\n");
    if (status == TM_OK && head.cut) status = TM_ESPACE;
    if (status == TM_OK) status = webpush_key_new(&once);
    if (status) return status;
    randombytes_buf(salt, sizeof salt);
    status = webpush_encrypt(d->text, strlen(d->text), TEXT_MAX, d->to.point, d->to.auth, &once, salt,
                             (uint8_t *)d->request + head.len);
    sodium_memzero(&once, sizeof once);
    d->n_request = head.len + BODY;
    return status;
}

/* On a helper thread: two multiplications on the curve and a signature, for each message. */
static void on_work(uv_work_t *work)
{
    delivery *d = work->data;
    if (write_request(d)) d->n_request = 0;
}

static void on_worked(uv_work_t *work, int status)
{
    delivery *d = work->data;
    push *p = d->push;
    if (status || !d->n_request || p->stopping ||
        net_call_start(&d->call, &p->net, d->to.host, d->to.port, p->tls, &EVENTS, d)) {
        again_or_never(d);
        return;
    }
    d->stage = STAGE_CALLING;
    d->until = server_ticks() + PATIENCE;
}

static void start(delivery *d)
{
    push *p = d->push;
    d->attempts++;
    d->now = server_now();
    d->n_request = 0;
    net_reply_init(&d->reply, on_body, d);
    d->work.data = d;
    d->stage = STAGE_SEALING;
    set_active(d, true);
    if (uv_queue_work(&p->server->loop, &d->work, on_work, on_worked)) again_or_never(d);
}

static int under_way_to(const push *p, const char *host)
{
    int n = 0;
    for (int i = 0; i < AT_ONCE; i++) n += p->active[i] && strcmp(p->active[i]->to.host, host) == 0;
    return n;
}

void push_tick(push *p)
{
    const int64_t ticks = server_ticks();
    for (int i = 0; i < AT_ONCE; i++)
        if (p->active[i] && p->active[i]->stage == STAGE_CALLING && ticks >= p->active[i]->until) hang_up(p->active[i]);
    for (delivery *d = p->first, *next; d && p->n_active < AT_ONCE && !p->stopping; d = next) {
        next = d->next;
        if (d->stage == STAGE_WAITING && ticks >= d->not_before && under_way_to(p, d->to.host) < AT_ONCE_HOST) start(d);
    }
}

void push_stop(push *p)
{
    p->stopping = true;
    for (delivery *d = p->first, *next; d; d = next) {
        next = d->next;
        hang_up(d);
        if (d->stage == STAGE_WAITING) take_out(d);
    }
}

bool push_is_idle(const push *p)
{
    return p->n_active == 0;
}

void push_free(push *p)
{
    net_loop_stop(&p->net);
    uv_run(&p->server->loop, UV_RUN_NOWAIT);
    net_loop_free(&p->net);
    net_tls_context_free(p->tls);
    sodium_memzero(&p->key, sizeof p->key);
    free(p);
}

/* What every subscription of one person is told, and these subscriptions, once they are read. */
typedef struct notice {
    push *push;
    tm_id person, table;
    const char *title; /* of the game */
    uint32_t ttl;      /* seconds */
    int n;
    struct {
        uint8_t hash[TM_HASH_BYTES];
        char *text;
        uint32_t len;
    } to[TM_SUBSCRIPTIONS_MAX];
} notice;

static void write_text(const notice *n, const push_to *to, tm_text *out)
{
    tm_json json = {out, false};
    tm_say say = {0};
    tm_catalogue_say(server_language(to->language), &say);
    tm_json_open(&json, '{');
    tm_json_key(&json, "title");
    tm_json_str(&json, tm_tr(&say, "Your turn"));
    tm_json_key(&json, "body");
    tm_json_str(&json, n->title);
    tm_json_key(&json, "table");
    tm_json_str(&json, n->table);
    tm_json_close(&json, '}');
}

/* Whether the same waits already, or there is no room in the queue for one more to this host. */
static bool is_in_vain(const push *p, const delivery *new)
{
    int n_host = 0;
    for (const delivery *d = p->first; d; d = d->next) {
        if (d->stage != STAGE_WAITING) continue;
        if (memcmp(d->hash, new->hash, TM_HASH_BYTES) == 0 && strcmp(d->table, new->table) == 0) return true;
        n_host += strcmp(d->to.host, new->to.host) == 0;
    }
    return p->n_waiting >= WAITING_MAX || n_host >= WAITING_HOST;
}

static void tell(const notice *n, const uint8_t *hash, tm_span text)
{
    push *p = n->push;
    server *s = p->server;
    char who[2 * TM_HASH_BYTES + 1];
    sodium_bin2hex(who, sizeof who, hash, TM_HASH_BYTES);
    who[TM_ID_MAX] = 0;
    delivery *d = calloc(1, sizeof *d);
    if (!d) return;
    memcpy(d->hash, hash, sizeof d->hash);
    memcpy(d->table, n->table, sizeof d->table);
    const int status = push_to_load(&d->to, text, s->settings.push_anywhere);
    if (status || is_in_vain(p, d) || !limits_take(s->limits, LIMIT_PUSHES, who, server_ticks())) {
        s->metrics.refused[LIMIT_PUSHES] += status == TM_OK;
        free(d);
        return;
    }
    tm_text out;
    tm_text_init(&out, d->text, sizeof d->text);
    write_text(n, &d->to, &out);
    d->push = p;
    d->ttl = n->ttl;
    delivery **last = &p->first;
    while (*last) last = &(*last)->next;
    *last = d;
    p->n_waiting++;
}

static int take_subscription(void *context, const uint8_t *hash, tm_span text)
{
    notice *n = context;
    if (n->n == TM_SUBSCRIPTIONS_MAX || !(n->to[n->n].text = malloc(text.len + 1))) return 0;
    memcpy(n->to[n->n].hash, hash, TM_HASH_BYTES);
    memcpy(n->to[n->n].text, text.at, text.len);
    n->to[n->n++].len = text.len;
    return 0;
}

static int read_subscriptions(tm_store *store, void *context, tm_why *why)
{
    notice *n = context;
    return store->ops->list_subscriptions(store, n->person, take_subscription, n, why);
}

static void on_subscriptions(void *context, int status, const char *why)
{
    notice *n = context;
    (void)status, (void)why;
    for (int i = 0; i < n->n; i++) {
        if (!n->push->stopping) tell(n, n->to[i].hash, (tm_span){n->to[i].text, n->to[i].len});
        free(n->to[i].text);
    }
    if (!n->push->stopping) push_tick(n->push);
    free(n);
}

void push_turn(live *l, int seat)
{
    server *s = l->server;
    const room *r = l->room;
    notice *n = s->push && !s->push->stopping ? calloc(1, sizeof *n) : NULL;
    if (!n) return;
    n->push = s->push;
    n->title = r->opening.setup.game->title;
    n->ttl = r->opening.clock ? (uint32_t)(r->opening.clock / 1000) : TTL_MAX;
    memcpy(n->person, r->seats[seat].person, sizeof n->person);
    memcpy(n->table, r->id, sizeof n->table);
    reader_ask(&s->reader, read_subscriptions, on_subscriptions, n);
}
