#include "server/net.h"

#include <arpa/inet.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/exchange.h"
#include "server/hall.h"
#include "server/journal.h"

enum {
    MESSAGE_MOST = 8192,  /* bytes of a message from a client */
    QUEUE_MOST = 1 << 20, /* bytes that wait for a client to read them */
    DRAIN_MOST = 2000,    /* milliseconds for the rest of a body that is too long */
    CLOSE_SECONDS = 2,    /* to answer a farewell */
    CHUNK = 64 << 10,     /* bytes of an answer sent at once */
    PING_AFTER = 30000,   /* milliseconds of silence */
    HANG_UP_AFTER = 45000,
};

/* The library keeps this one to itself, for lws_close_reason, which is not heeded where the turn to write says so. */
#define WRITE_CLOSE ((enum lws_write_protocol)4)

struct net {
    server *server;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    lws_retry_bo_t silence;
    void *loops[1];
    line *lines; /* all that are open */
};

struct outgoing {
    outgoing *next;
    size_t len;
    unsigned char room[]; /* LWS_PRE bytes, then the text */
};

/* What libwebsockets keeps for us with every connection. */
typedef struct session {
    exchange *exchange;
    line *line;
    int64_t draining; /* since when a body is read that nobody wants, 0: none is */
} session;

/* What we keep with it from its first request to its end, whatever it carries. */
typedef struct guest {
    bool over; /* its address has too many */
    char address[];
} guest;

static server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

void line_hold(line *l)
{
    l->refs++;
}

void line_drop(line *l)
{
    if (--l->refs) return;
    while (l->first) {
        outgoing *next = l->first->next;
        free(l->first);
        l->first = next;
    }
    free(l->in);
    free(l);
}

/* One byte: the library tells nobody of a pong that is empty, as the answer to an empty ping is. */
static int write_ping(line *l, struct lws *wsi)
{
    unsigned char bytes[LWS_PRE + 1];
    bytes[LWS_PRE] = '!';
    l->pings = false;
    return lws_write(wsi, bytes + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
}

/* Says why, and gives the client a moment to answer; -1 hangs up at once. */
static int write_close(line *l, struct lws *wsi)
{
    unsigned char code[LWS_PRE + 2];
    if (l->farewell) return 0;
    l->farewell = true;
    code[LWS_PRE] = (unsigned char)(l->close_code >> 8);
    code[LWS_PRE + 1] = (unsigned char)l->close_code;
    if (lws_write(wsi, code + LWS_PRE, 2, WRITE_CLOSE) < 0) return -1;
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_ACK, CLOSE_SECONDS);
    return 0;
}

/* Sends one message, or what is next to be said; -1 hangs up. */
static int write_line(line *l, struct lws *wsi)
{
    outgoing *o = l->first;
    if (!o) {
        if (l->close_code) return write_close(l, wsi);
        return l->pings ? write_ping(l, wsi) : 0;
    }
    if (lws_write(wsi, o->room + LWS_PRE, o->len, LWS_WRITE_TEXT) < (int)o->len) return -1;
    l->server->metrics.sent++;
    l->first = o->next;
    if (!l->first) l->last = &l->first;
    l->n_queued -= o->len;
    free(o);
    if (l->first || l->close_code) lws_callback_on_writable(wsi);
    return 0;
}

void line_send(line *l, const char *text, size_t len)
{
    if (l->closed || l->close_code) return;
    outgoing *o = l->n_queued > QUEUE_MOST ? NULL : malloc(sizeof *o + LWS_PRE + len);
    if (!o) { /* it does not read, or there is no memory: it may come back and ask for what it missed */
        l->server->metrics.closed++;
        l->close_code = 1008;
        lws_set_timeout(l->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        return;
    }
    o->next = NULL;
    o->len = len;
    memcpy(o->room + LWS_PRE, text, len);
    const bool idle = !l->first && !lws_partial_buffered(l->wsi);
    *l->last = o;
    l->last = &o->next;
    l->n_queued += len;
    /* Usually the socket takes it at once, which spares a turn of the loop and three calls of the kernel. */
    if (!idle || write_line(l, l->wsi)) lws_callback_on_writable(l->wsi);
}

void line_close(line *l, int code)
{
    if (l->closed || l->close_code) return;
    l->close_code = code;
    lws_callback_on_writable(l->wsi);
}

/* A piece of a message; whole messages are heard. */
static int read_line(line *l, struct lws *wsi, const char *in, size_t len)
{
    if (l->close_code) return 0;
    l->heard_at = server_ticks();
    if (lws_frame_is_binary(wsi)) {
        line_close(l, 1003);
        return 0;
    }
    if (l->n_in + len + lws_remaining_packet_payload(wsi) > MESSAGE_MOST) {
        l->server->metrics.closed++;
        line_close(l, 1009);
        return 0;
    }
    if (l->n_in == 0 && lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0) {
        line_heard(l, in, len);
        return 0;
    }
    if (!l->in && !(l->in = malloc(MESSAGE_MOST))) return -1;
    memcpy(l->in + l->n_in, in, len);
    l->n_in += len;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) return 0;
    len = l->n_in;
    l->n_in = 0;
    line_heard(l, l->in, len);
    free(l->in); /* pieces are rare: most lines never need this room */
    l->in = NULL;
    return 0;
}

static void copy_header(struct lws *wsi, enum lws_token_indexes token, char *out, size_t size)
{
    if (lws_hdr_copy(wsi, out, (int)size, token) < 0) out[0] = 0;
}

/* The client's address; behind a proxy, the last one that the proxy added. */
static void find_address(const server *s, struct lws *wsi, char out[ADDRESS_MOST + 1])
{
    char forwarded[256];
    lws_get_peer_simple(wsi, out, ADDRESS_MOST + 1);
    if (!s->settings.behind_proxy) return;
    copy_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded);
    char *last = strrchr(forwarded, ',');
    last = last ? last + 1 : forwarded;
    while (*last == ' ') last++;
    if (*last && strlen(last) <= ADDRESS_MOST) strcpy(out, last);
}

/* A connection is about to be taken: the cheapest place to say no. */
static int filter_connection(struct lws *wsi, intptr_t fd)
{
    server *s = server_of(wsi);
    char address[ADDRESS_MOST + 1] = "?";
    struct sockaddr_storage peer;
    socklen_t len = sizeof peer;
    if (s->stopping || s->metrics.connections >= s->settings.max_connections) return 1;
    if (s->settings.behind_proxy) return 0; /* all come from the proxy */
    if (getpeername((int)fd, (struct sockaddr *)&peer, &len) == 0) {
        if (peer.ss_family == AF_INET)
            inet_ntop(AF_INET, &((struct sockaddr_in *)&peer)->sin_addr, address, sizeof address);
        else if (peer.ss_family == AF_INET6)
            inet_ntop(AF_INET6, &((struct sockaddr_in6 *)&peer)->sin6_addr, address, sizeof address);
    }
    if (limits_take(s->limits, LIMIT_CONNECTIONS, address, server_ticks())) return 0;
    s->metrics.refused[LIMIT_CONNECTIONS]++;
    return 1;
}

/* Counts a connection with its address, once; false if the address has too many. */
static bool count_connection(server *s, struct lws *wsi, const char *address)
{
    guest *g = lws_get_opaque_user_data(wsi);
    if (!g) {
        const size_t len = strlen(address) + 1;
        g = malloc(sizeof *g + len);
        if (!g) return false;
        memcpy(g->address, address, len);
        g->over = limits_enter(s->limits, address) > s->settings.max_per_address;
        lws_set_opaque_user_data(wsi, g);
    }
    if (g->over) s->metrics.refused[LIMIT_CONNECTIONS]++;
    return !g->over;
}

static void see_off(struct lws *wsi)
{
    server *s = server_of(wsi);
    guest *g = lws_get_opaque_user_data(wsi);
    s->metrics.connections--;
    if (!g) return;
    lws_set_opaque_user_data(wsi, NULL);
    limits_leave(s->limits, g->address);
    free(g);
}

static const struct {
    enum lws_token_indexes token;
    bool post, head;
} METHODS[] = {{WSI_TOKEN_GET_URI, false, false}, {WSI_TOKEN_POST_URI, true, false}, {WSI_TOKEN_HEAD_URI, false, true}};

static bool read_method(struct lws *wsi, exchange *x)
{
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++) {
        if (lws_hdr_total_length(wsi, METHODS[i].token) <= 0) continue;
        x->post = METHODS[i].post;
        x->head = METHODS[i].head;
        return true;
    }
    return false;
}

static void read_query(struct lws *wsi, exchange *x)
{
    tm_text text;
    char part[PATH_MOST + 1];
    tm_text_init(&text, x->query, sizeof x->query);
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) >= 0; i++)
        tm_put_fmt(&text, "%s%s", i ? "&" : "", part);
    if (text.cut) x->query[0] = 0;
}

/* Who asks, and in which language. */
static int read_person(struct lws *wsi, exchange *x)
{
    char header[256];
    tm_why why;
    server *s = x->server;
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, header, sizeof header);
    tm_catalogue_say(server_language(header), &x->say);
    tm_why_init(&why, &x->say);
    copy_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, header, sizeof header);
    if (!*header) return TM_OK;
    if (strncmp(header, "Bearer ", 7) != 0 || strlen(header + 7) >= sizeof x->token) return TM_EUNKNOWN;
    strcpy(x->token, header + 7);
    uint8_t hash[TM_HASH_BYTES];
    server_hash(x->token, hash);
    return s->store->ops->find_token(s->store, hash, server_now(), &x->person, &why);
}

static int begin_request(struct lws *wsi, session *peer, const char *path, size_t len)
{
    server *s = server_of(wsi);
    char header[256];
    exchange *x = exchange_new(s);
    if (!x) return -1;
    if (peer->exchange) exchange_drop(peer->exchange);
    peer->exchange = x;
    x->wsi = wsi;
    x->since = server_ticks();
    s->metrics.requests++;
    find_address(s, wsi, x->address);
    const int status = read_person(wsi, x);
    const char *slow = tm_tr(&x->say, "one thing after another: wait a moment");
    if (!count_connection(s, wsi, x->address)) {
        exchange_error(x, 429, "too_many", slow);
        return 0;
    }
    if (!limits_take(s->limits, LIMIT_REQUESTS, x->address, server_ticks())) {
        s->metrics.refused[LIMIT_REQUESTS]++;
        exchange_error(x, 429, "too_many", slow);
        return 0;
    }
    if (!read_method(wsi, x)) {
        exchange_error(x, 405, "method", "GET, HEAD, POST");
        return 0;
    }
    if (len > PATH_MOST || memchr(path, 0, len)) {
        exchange_error(x, 404, "unknown", tm_tr(&x->say, "there is nothing here"));
        return 0;
    }
    memcpy(x->path, path, len);
    x->path[len] = 0;
    read_query(wsi, x);
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, x->type, sizeof x->type);
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, x->etag, sizeof x->etag);
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, header, sizeof header);
    x->takes_gzip = strstr(header, "gzip") != NULL;
    if (status) {
        if (status == TM_EUNKNOWN)
            exchange_error(x, 401, "token", tm_tr(&x->say, "this token is not known"));
        else
            exchange_refuse(x, TM_EIO, NULL);
        return 0;
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) {
        exchange_error(x, 411, "syntax", tm_tr(&x->say, "a body has its length in Content-Length"));
        return 0;
    }
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, header, sizeof header);
    if (header[strspn(header, "0123456789")] ||
        (!*header && lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0)) {
        x->unread = true;
        exchange_error(x, 400, "syntax", tm_tr(&x->say, "a body has its length in Content-Length"));
        return 0;
    }
    if (x->post && strcmp(header, "0") != 0 && *header) { /* the body is still to come */
        if (strlen(header) > 7 || atol(header) > BODY_MOST)
            exchange_error(x, 413, "too_long", tm_tr(&x->say, "a request has at most 1 MiB"));
        else
            lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, (int)s->settings.header_seconds);
        return 0;
    }
    api_handle(x);
    return 0;
}

static int take_body(exchange *x, const char *in, size_t len)
{
    if (!x || x->answered || len == 0) return 0;
    if (server_ticks() - x->since > (int64_t)x->server->settings.header_seconds * 1000) return -1;
    if (x->n_body + len > BODY_MOST) {
        exchange_error(x, 413, "too_long", tm_tr(&x->say, "a request has at most 1 MiB"));
        return 0;
    }
    char *body = realloc(x->body, x->n_body + len + 1);
    if (!body) return -1;
    x->body = body;
    memcpy(body + x->n_body, in, len);
    x->n_body += len;
    body[x->n_body] = 0;
    return 0;
}

void exchange_ready(exchange *x)
{
    lws_callback_on_writable(x->wsi);
}

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end);
}

static int write_head(struct lws *wsi, const exchange *x)
{
    static const char *const ALWAYS[][2] = {
        {"x-content-type-options:", "nosniff"},
        {"referrer-policy:", "no-referrer"},
        {"cross-origin-opener-policy:", "same-origin"},
        {"cross-origin-resource-policy:", "same-origin"},
        {"content-security-policy:",
         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' "
         "data:; "
         "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
         "frame-ancestors 'none'"},
    };
    unsigned char room_for_head[LWS_PRE + 2048], *start = room_for_head + LWS_PRE, *at = start,
                                                 *end = room_for_head + sizeof room_for_head - 1;
    if (lws_add_http_common_headers(wsi, (unsigned int)x->status, x->out_type ? x->out_type : "text/plain",
                                    x->status == 304 ? 0 : x->n_out, &at, end))
        return -1;
    for (size_t i = 0; i < sizeof ALWAYS / sizeof *ALWAYS; i++)
        if (add_header(wsi, ALWAYS[i][0], ALWAYS[i][1], &at, end)) return -1;
    if (add_header(wsi, "cache-control:", x->out_cache ? x->out_cache : "no-store", &at, end)) return -1;
    if (x->out_etag && add_header(wsi, "etag:", x->out_etag, &at, end)) return -1;
    if (x->out_encoding && add_header(wsi, "content-encoding:", x->out_encoding, &at, end)) return -1;
    if (x->status == 429 && add_header(wsi, "retry-after:", "10", &at, end)) return -1;
    return lws_finalize_write_http_header(wsi, start, &at, end);
}

/* Sends the head, then the body piece by piece. */
static int write_answer(struct lws *wsi, session *peer)
{
    exchange *x = peer->exchange;
    if (!x || !x->answered) return 0;
    if (x->n_sent == 0 && write_head(wsi, x)) return -1;
    const bool whole = x->head || x->status == 304 || x->n_out == 0;
    const size_t left = whole ? 0 : x->n_out - x->n_sent, len = left < CHUNK ? left : CHUNK;
    if (len) {
        unsigned char *piece = malloc(LWS_PRE + len);
        if (!piece) return -1;
        memcpy(piece + LWS_PRE, x->out + x->n_sent, len);
        const enum lws_write_protocol how = len == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
        const int sent = lws_write(wsi, piece + LWS_PRE, len, how);
        free(piece);
        if (sent < 0) return -1;
        x->n_sent += len;
        if (len < left) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    }
    x->wsi = NULL;
    peer->exchange = NULL;
    /* What comes next on this line could be the rest of a body. */
    if (x->status == 413) { /* who is still sending would not see the answer if the line were cut at once */
        peer->draining = server_ticks();
        exchange_drop(x);
        return 0;
    }
    const bool hang_up = x->status == 411 || x->unread;
    exchange_drop(x);
    return lws_http_transaction_completed(wsi) || hang_up ? -1 : 0;
}

static bool is_same_origin(struct lws *wsi)
{
    char origin[256], host[256];
    copy_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    if (!*origin) return lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0; /* not a browser; or too long */
    copy_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    const char *slashes = strstr(origin, "://");
    return slashes && *host && strcmp(slashes + 3, host) == 0;
}

/* `/api/tables/ID/ws` */
static bool read_table_id(struct lws *wsi, tm_id out)
{
    char path[128];
    copy_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    static const char START[] = "/api/tables/";
    if (strncmp(path, START, sizeof START - 1) != 0) return false;
    const char *id = path + sizeof START - 1;
    const size_t len = strcspn(id, "/");
    if (len == 0 || len > TM_ID_MOST || strcmp(id + len, "/ws") != 0) return false;
    memcpy(out, id, len);
    out[len] = 0;
    return true;
}

/* Whether a WebSocket may be opened; the line is made here, where the headers can be read. */
static int accept_line(struct lws *wsi, session *peer)
{
    server *s = server_of(wsi);
    line *l = calloc(1, sizeof *l);
    if (!l) return 1;
    l->server = s;
    l->wsi = wsi;
    l->refs = 1;
    l->last = &l->first;
    l->since = server_ticks();
    find_address(s, wsi, l->address);
    if (s->stopping || !read_table_id(wsi, l->table) || !is_same_origin(wsi) || !count_connection(s, wsi, l->address)) {
        s->metrics.closed++;
        free(l);
        return 1;
    }
    peer->line = l;
    l->heard_at = l->since;
    l->after = s->net->lines;
    if (l->after) l->after->before = l;
    s->net->lines = l;
    return 0;
}

static void close_line(session *peer)
{
    line *l = peer->line;
    if (!l) return;
    peer->line = NULL;
    l->closed = true;
    l->wsi = NULL;
    if (l->after) l->after->before = l->before;
    if (l->before)
        l->before->after = l->after;
    else
        l->server->net->lines = l->after;
    line_gone(l);
    line_drop(l);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    session *peer = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return filter_connection(wsi, (intptr_t)in);
    case LWS_CALLBACK_WSI_CREATE: server_of(wsi)->metrics.connections++; return 0;
    case LWS_CALLBACK_WSI_DESTROY: see_off(wsi); return 0;
    case LWS_CALLBACK_HTTP: return begin_request(wsi, peer, in, len);
    case LWS_CALLBACK_HTTP_BODY:
        if (peer->draining) return server_ticks() - peer->draining > DRAIN_MOST ? -1 : 0;
        return take_body(peer->exchange, in, len);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (peer->draining) return -1;
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
        if (peer->exchange && !peer->exchange->answered) api_handle(peer->exchange);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return write_answer(wsi, peer);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (peer && peer->exchange) {
            peer->exchange->wsi = NULL;
            exchange_drop(peer->exchange);
            peer->exchange = NULL;
        }
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return accept_line(wsi, peer);
    case LWS_CALLBACK_ESTABLISHED: server_of(wsi)->metrics.lines++; return 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        if (peer->line) peer->line->heard_at = server_ticks();
        return 0;
    case LWS_CALLBACK_RECEIVE: return peer->line ? read_line(peer->line, wsi, in, len) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return peer->line ? write_line(peer->line, wsi) : -1;
    case LWS_CALLBACK_CLOSED:
        server_of(wsi)->metrics.lines--;
        close_line(peer);
        return 0;
    default: return 0;
    }
}

static void on_log(int level, const char *text)
{
    char line_of_log[256];
    (void)level;
    snprintf(line_of_log, sizeof line_of_log, "%.*s", (int)strcspn(text, "\n"), text);
    journal(JOURNAL_WARNING, "network", line_of_log);
}

void net_tick(server *s, int64_t now)
{
    for (line *l = s->net->lines, *next; l; l = next) {
        next = l->after;
        const int64_t silent = now - l->heard_at;
        if (!l->greeted && now - l->since > (int64_t)s->settings.header_seconds * 1000) {
            line_close(l, 1008);
        } else if (silent > HANG_UP_AFTER && !l->close_code) {
            line_close(l, 1001);
        } else if (silent > HANG_UP_AFTER + PING_AFTER) {
            lws_set_timeout(l->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC); /* it cannot even be told */
        } else if (silent > PING_AFTER && l->pinged_at < l->heard_at) {
            l->pings = true;
            l->pinged_at = now;
            lws_callback_on_writable(l->wsi);
        }
    }
}

int net_start(server *s, int *out_port, tm_why *why)
{
    net *n = calloc(1, sizeof *n);
    struct lws_context_creation_info info = {0};
    if (!n) return tm_why_not(why, TM_ESPACE, "out of memory");
    s->net = n;
    n->server = s;
    n->loops[0] = &s->loop;
    n->protocols[0] =
        (struct lws_protocols){.name = "tatami", .callback = callback, .per_session_data_size = sizeof(session)};
    lws_set_log_level(LLL_ERR, on_log);
    info.port = s->settings.port;
    info.iface = strcmp(s->settings.bind, "*") == 0 ? NULL : s->settings.bind;
    info.protocols = n->protocols;
    info.options =
        LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    info.foreign_loops = n->loops;
    info.user = s;
    info.timeout_secs = s->settings.header_seconds;
    info.timeout_secs_ah_idle = s->settings.header_seconds;
    info.keepalive_timeout = 60;
    info.retry_and_idle_policy = &n->silence; /* all zero: its timers are a list that is searched from its start */
    info.fd_limit_per_thread = 0;
    info.pt_serv_buf_size = MESSAGE_MOST;
    info.alpn = "http/1.1";
    info.server_string = "tatami";
    if (s->settings.tls_cert) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = s->settings.tls_cert;
        info.ssl_private_key_filepath = s->settings.tls_key;
    }
    n->context = lws_create_context(&info);
    if (n->context) n->vhost = lws_create_vhost(n->context, &info);
    if (!n->vhost)
        return tm_why_not(why, TM_EIO, "cannot listen at %s, port %d: is it in use, or the certificate wrong?",
                          s->settings.bind, s->settings.port);
    *out_port = lws_get_vhost_listen_port(n->vhost);
    return TM_OK;
}

void net_free(server *s)
{
    if (!s->net) return;
    if (s->net->context) lws_context_destroy(s->net->context);
    uv_run(&s->loop, UV_RUN_NOWAIT); /* its handles close on the loop */
    free(s->net);
}
