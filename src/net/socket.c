#include "net/socket.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum { FRAME_USUAL = 4096 }; /* bytes of most messages */

struct net_socket {
    net_socket_settings settings;
    wslay_event_context_ptr wslay;
    const char *in; /* received and not parsed yet */
    size_t n_in;
    /* The message being received. wslay would keep each fragment separately; we keep one buffer, and none if the
     * message comes in one frame, as nearly all do. */
    const char *whole; /* in wslay's memory */
    size_t n_whole;
    net_buffer parts;
    bool told;   /* a message of this kind is passed on */
    bool broken; /* the connection cannot be written to, or we are out of memory */
};

static ssize_t receive(wslay_event_context_ptr wslay, uint8_t *out, size_t len, int flags, void *context)
{
    net_socket *s = context;
    (void)flags;
    if (s->n_in == 0) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (len > s->n_in) len = s->n_in;
    memcpy(out, s->in, len);
    s->in += len;
    s->n_in -= len;
    return (ssize_t)len;
}

static ssize_t transmit(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t len, int flags, void *context)
{
    net_socket *s = context;
    (void)flags;
    if (s->settings.events->send(s->settings.context, (const char *)bytes, len) == 0) return (ssize_t)len;
    s->broken = true;
    wslay_event_set_error(wslay, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int mask(wslay_event_context_ptr wslay, uint8_t *out, size_t len, void *context)
{
    (void)wslay, (void)context;
    return RAND_bytes(out, (int)len) == 1 ? 0 : -1;
}

static void frame_starts(wslay_event_context_ptr wslay, const struct wslay_event_on_frame_recv_start_arg *frame,
                         void *context)
{
    net_socket *s = context;
    (void)wslay;
    s->told = !wslay_is_ctrl_frame(frame->opcode);
    if (!s->told) return;
    if (frame->opcode == WSLAY_BINARY_FRAME)
        net_socket_close(s, WSLAY_CODE_UNSUPPORTED_DATA);
    else if (s->parts.len + frame->payload_length > s->settings.most)
        net_socket_close(s, WSLAY_CODE_MESSAGE_TOO_BIG);
    s->n_whole = frame->fin && s->parts.len == 0 ? (size_t)frame->payload_length : SIZE_MAX;
    s->whole = NULL;
}

static void frame_comes(wslay_event_context_ptr wslay, const struct wslay_event_on_frame_recv_chunk_arg *chunk,
                        void *context)
{
    net_socket *s = context;
    (void)wslay;
    if (!s->told || wslay_event_get_close_sent(s->wslay)) return;
    if (chunk->data_length == s->n_whole) {
        s->whole = (const char *)chunk->data;
    } else if (chunk->data_length && net_buffer_add(&s->parts, (const char *)chunk->data, chunk->data_length)) {
        s->broken = true;
    }
}

static int send_all(net_socket *s)
{
    if (!s->broken && wslay_event_send(s->wslay)) s->broken = true;
    return s->broken ? TM_EIO : TM_OK;
}

static void message_is_there(wslay_event_context_ptr wslay, const struct wslay_event_on_msg_recv_arg *message,
                             void *context)
{
    net_socket *s = context;
    (void)wslay;
    if (message->opcode == WSLAY_PONG) s->settings.events->pong(s->settings.context);
    if (message->opcode == WSLAY_PING) send_all(s); /* at once, or a close frame would overtake the answer */
    if (message->opcode != WSLAY_TEXT_FRAME) return;
    const char *text = s->whole ? s->whole : net_buffer_flat(&s->parts);
    const size_t len = s->whole ? s->n_whole : s->parts.len;
    if (!text) s->broken = true;
    if (!s->broken && !wslay_event_get_close_sent(s->wslay))
        s->settings.events->message(s->settings.context, text, len);
    s->whole = NULL;
    net_buffer_clear(&s->parts);
}

net_socket *net_socket_new(const net_socket_settings *settings)
{
    static const struct wslay_event_callbacks CALLBACKS = {
        .recv_callback = receive,
        .send_callback = transmit,
        .genmask_callback = mask,
        .on_frame_recv_start_callback = frame_starts,
        .on_frame_recv_chunk_callback = frame_comes,
        .on_msg_recv_callback = message_is_there,
    };
    net_socket *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->settings = *settings;
    net_buffer_init(&s->parts, settings->account);
    const int status = settings->client ? wslay_event_context_client_init(&s->wslay, &CALLBACKS, s)
                                        : wslay_event_context_server_init(&s->wslay, &CALLBACKS, s);
    if (status) {
        free(s);
        return NULL;
    }
    wslay_event_config_set_no_buffering(s->wslay, 1);
    wslay_event_config_set_max_recv_msg_length(s->wslay, settings->most);
    return s;
}

void net_socket_free(net_socket *s)
{
    if (!s) return;
    wslay_event_context_free(s->wslay);
    net_buffer_clear(&s->parts);
    free(s);
}

void net_socket_feed(net_socket *s, const char *bytes, size_t len)
{
    s->in = bytes;
    s->n_in = len;
    if (wslay_event_recv(s->wslay)) s->broken = true;
    s->n_in = 0; /* after a close frame wslay reads no more */
    send_all(s);
}

static int queue(net_socket *s, uint8_t opcode, const char *bytes, size_t len)
{
    const struct wslay_event_msg message = {.opcode = opcode, .msg = (const uint8_t *)bytes, .msg_length = len};
    if (s->broken) return TM_EIO;
    const int status = wslay_event_queue_msg(s->wslay, &message);
    if (status == WSLAY_ERR_NO_MORE_MSG) return TM_OK; /* the close frame is already queued */
    if (status) s->broken = true;
    return send_all(s);
}

/* The header of a text message in one frame without a mask (RFC 6455, 5.2): how many bytes that is. */
static size_t write_header(char *out, size_t len)
{
    const size_t n = len < 126 ? 0 : len < 65536 ? 2 : 8;
    out[0] = (char)(0x80 | WSLAY_TEXT_FRAME);
    out[1] = (char)(n == 0 ? len : n == 2 ? 126 : 127);
    for (size_t i = 0; i < n; i++) out[2 + i] = (char)(len >> 8 * (n - 1 - i));
    return 2 + n;
}

/* A server's messages are not masked, and nothing is ever waiting in wslay: so we need not have it copy them, which took a
 * tenth of the time that a decision takes. Usually header and text are sent in one piece. */
static int send_unmasked(net_socket *s, const char *text, size_t len)
{
    char frame[FRAME_USUAL + 10];
    const net_socket_events *events = s->settings.events;
    if (s->broken) return TM_EIO;
    if (wslay_event_get_close_sent(s->wslay) || !wslay_event_get_write_enabled(s->wslay)) return TM_OK;
    size_t n = write_header(frame, len);
    const bool usual = len <= FRAME_USUAL;
    if (usual) {
        memcpy(frame + n, text, len);
        n += len;
    }
    if (events->send(s->settings.context, frame, n) || (!usual && events->send(s->settings.context, text, len)))
        s->broken = true;
    return s->broken ? TM_EIO : TM_OK;
}

int net_socket_send(net_socket *s, const char *text, size_t len)
{
    return s->settings.client ? queue(s, WSLAY_TEXT_FRAME, text, len) : send_unmasked(s, text, len);
}

int net_socket_ping(net_socket *s)
{
    return queue(s, WSLAY_PING, "!", 1);
}

int net_socket_close(net_socket *s, int code)
{
    if (wslay_event_get_close_sent(s->wslay)) return TM_OK;
    if (wslay_event_queue_close(s->wslay, (uint16_t)code, NULL, 0) == WSLAY_ERR_NOMEM) s->broken = true;
    return send_all(s);
}

bool net_socket_has_closed(const net_socket *s)
{
    return s->broken || wslay_event_get_close_sent(s->wslay);
}

bool net_socket_is_over(const net_socket *s)
{
    return s->broken || (wslay_event_get_close_sent(s->wslay) &&
                         (wslay_event_get_close_received(s->wslay) || !wslay_event_get_read_enabled(s->wslay)));
}

int net_socket_close_code(const net_socket *s)
{
    return wslay_event_get_close_sent(s->wslay) ? wslay_event_get_status_code_sent(s->wslay) : 0;
}

void net_socket_key(char out[NET_KEY + 1])
{
    unsigned char bytes[16] = {0};
    RAND_bytes(bytes, sizeof bytes);
    EVP_EncodeBlock((unsigned char *)out, bytes, sizeof bytes);
}

bool net_socket_is_key(tm_span key)
{
    unsigned char bytes[NET_KEY];
    return key.len == NET_KEY && key.at[NET_KEY - 1] == '=' && key.at[NET_KEY - 2] == '=' &&
           EVP_DecodeBlock(bytes, (const unsigned char *)key.at, NET_KEY) == 18;
}

void net_socket_accept(tm_span key, char out[NET_ACCEPT + 1])
{
    static const char MAGIC[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[NET_KEY + sizeof MAGIC];
    unsigned char hash[SHA_DIGEST_LENGTH];
    memcpy(text, key.at, NET_KEY);
    memcpy(text + NET_KEY, MAGIC, sizeof MAGIC);
    SHA1((const unsigned char *)text, sizeof text - 1, hash);
    EVP_EncodeBlock((unsigned char *)out, hash, sizeof hash);
}
