#include "client/http.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_MOST = 4 << 20, PATIENCE = 15 }; /* bytes; seconds */

typedef struct exchange {
    const client_request *request;
    client_answer *answer;
    size_t room;
    bool done, failed, full;
    char reason[160];
    lws_sorted_usec_list_t patience;
} exchange;

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

static int add_headers(exchange *x, struct lws *wsi, unsigned char **at, size_t len)
{
    const client_request *r = x->request;
    unsigned char *end = *at + len;
    char value[256];
    bool good = add_header(wsi, "accept-language:", r->language, at, end);
    if (r->token) {
        lws_snprintf(value, sizeof value, "Bearer %s", r->token);
        good = good && add_header(wsi, "authorization:", value, at, end);
    }
    if (r->body) {
        lws_snprintf(value, sizeof value, "%zu", strlen(r->body));
        good = good && add_header(wsi, "content-type:", "application/json", at, end) &&
               add_header(wsi, "content-length:", value, at, end);
        lws_client_http_body_pending(wsi, 1);
        lws_callback_on_writable(wsi);
    }
    return good ? 0 : -1;
}

static int send_body(const exchange *x, struct lws *wsi)
{
    const size_t len = strlen(x->request->body);
    unsigned char *room = malloc(LWS_PRE + len);
    if (!room) return -1;
    memcpy(room + LWS_PRE, x->request->body, len);
    const int sent = lws_write(wsi, room + LWS_PRE, len, LWS_WRITE_HTTP_FINAL);
    free(room);
    lws_client_http_body_pending(wsi, 0);
    return sent < (int)len ? -1 : 0;
}

/* Keeps what has come; false where it is too much. */
static bool keep(exchange *x, const char *bytes, size_t len)
{
    client_answer *a = x->answer;
    if (a->len + len > ANSWER_MOST) return false;
    if (a->len + len + 1 > x->room) {
        const size_t room = 2 * (a->len + len + 1);
        char *text = realloc(a->text, room);
        if (!text) return false;
        a->text = text;
        x->room = room;
    }
    memcpy(a->text + a->len, bytes, len);
    a->len += len;
    a->text[a->len] = 0;
    return true;
}

static int read_some(struct lws *wsi)
{
    char room[LWS_PRE + 4096], *at = room + LWS_PRE;
    int len = sizeof room - LWS_PRE;
    return lws_http_client_read(wsi, &at, &len) < 0 ? -1 : 0;
}

static int happened(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    exchange *x = user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: return add_headers(x, wsi, in, len);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE: return x->request->body ? send_body(x, wsi) : 0;
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP: x->answer->status = (int)lws_http_client_http_response(wsi); return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP: return read_some(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        if (keep(x, in, len)) return 0;
        x->full = true;
        return -1;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP: x->done = true; return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        x->failed = true;
        lws_snprintf(x->reason, sizeof x->reason, "%s", in ? (const char *)in : "");
        return 0;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP: x->failed = !x->done; return 0;
    default: return 0;
    }
}

static void lose_patience(lws_sorted_usec_list_t *sul)
{
    exchange *x = lws_container_of(sul, exchange, patience);
    x->failed = true;
}

static int refuse(const exchange *x, tm_why *why)
{
    char where[320], said[200];
    tm_text w, s;
    tm_text_init(&w, where, sizeof where);
    tm_text_init(&s, said, sizeof said);
    client_address_write(x->request->address, &w);
    tm_put_quoted(&s, x->reason, (uint32_t)strlen(x->reason), 120);
    if (x->full) return tm_why_not(why, TM_EIO, "%s: the answer is too long", where);
    if (*said) return tm_why_not(why, TM_EIO, "%s: no answer (%s)", where, said);
    return tm_why_not(why, TM_EIO, "%s: no answer", where);
}

static void connect_to(struct lws_context *context, exchange *x)
{
    const client_address *a = x->request->address;
    const struct lws_client_connect_info info = {
        .context = context,
        .address = a->host,
        .host = a->host,
        .port = a->port,
        .path = x->request->path,
        .method = x->request->method,
        .local_protocol_name = "http",
        .ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT | (a->tls ? LCCSCF_USE_SSL : 0),
        .userdata = x,
    };
    if (!lws_client_connect_via_info(&info)) x->failed = true;
}

int client_ask(const client_request *request, client_answer *out, tm_why *why)
{
    static const struct lws_protocols PROTOCOLS[] = {{.name = "http", .callback = happened}, {0}};
    exchange x = {.request = request, .answer = out};
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = PROTOCOLS,
        .gid = -1,
        .uid = -1,
        .options = request->address->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0, /* it reads all certificates */
    };
    memset(out, 0, sizeof *out);
    lws_set_log_level(0, NULL);
    struct lws_context *context = lws_create_context(&info);
    if (!context || !keep(&x, "", 0)) {
        if (context) lws_context_destroy(context);
        return tm_why_not(why, TM_ESPACE, "out of memory");
    }
    lws_sul_schedule(context, 0, &x.patience, lose_patience, (lws_usec_t)PATIENCE * LWS_USEC_PER_SEC);
    connect_to(context, &x);
    while (!x.done && !x.failed && lws_service(context, 0) >= 0) continue;
    lws_sul_cancel(&x.patience);
    const bool done = x.done;
    lws_context_destroy(context);
    if (done) return TM_OK;
    free(out->text);
    memset(out, 0, sizeof *out);
    return refuse(&x, why);
}
