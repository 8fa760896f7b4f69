/* Any bytes as WebSocket frames, to a server and to a client: messages are whole, not too long and in UTF-8, and do not depend on where the
 * bytes are cut; what is held is counted and given back. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fuzz/cut.h"
#include "net/socket.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MESSAGE_MAX = 512, INPUT_MAX = 8192, HELD_MAX = 64 << 10 };

typedef struct talk {
    net_socket *socket;
    uint64_t heard, sent;
    unsigned n_heard;
    bool closed; /* by us */
    bool over;   /* a farewell was sent, for whatever reason */
} talk;

static bool is_utf8(const char *text, size_t len)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + len;
    while (at < end) {
        const unsigned c = *at++;
        const int more = c < 0x80                ? 0
                         : c >= 0xc2 && c < 0xe0 ? 1
                         : c >= 0xe0 && c < 0xf0 ? 2
                         : c >= 0xf0 && c < 0xf5 ? 3
                                                 : -1;
        if (more < 0 || end - at < more) return false;
        for (int i = 0; i < more; i++)
            if ((*at++ & 0xc0) != 0x80) return false;
    }
    return true;
}

static void hear(void *context, const char *text, size_t len)
{
    talk *t = context;
    tm_assert(len <= MESSAGE_MAX && is_utf8(text, len));
    tm_assert(!t->closed);
    t->heard = tm_hash(tm_hash(t->heard, &len, sizeof len), text, len);
    /* Some are answered, one is a reason to close. */
    if (++t->n_heard % 3 == 0) tm_assert(net_socket_send(t->socket, text, len) == TM_OK);
    if (len == 7 && memcmp(text, "goodbye", 7) == 0) {
        net_socket_close(t->socket, 1008);
        t->closed = true;
    }
}

static void hear_pong(void *context)
{
    talk *t = context;
    t->heard = tm_hash(t->heard, "pong", 4);
}

static int send_bytes(void *context, const char *bytes, size_t len)
{
    talk *t = context;
    for (size_t i = 0; i < len; i++) t->sent = tm_hash(t->sent, bytes + i, 1);
    return TM_OK;
}

static talk talk_over(const char *bytes, size_t len, size_t piece, bool client)
{
    static const net_socket_events EVENTS = {.message = hear, .pong = hear_pong, .send = send_bytes};
    net_account account = {.most = HELD_MAX};
    talk t = {.heard = TM_HASH_START, .sent = TM_HASH_START};
    const net_socket_settings settings = {
        .events = &EVENTS, .context = &t, .account = &account, .most = MESSAGE_MAX, .client = client};
    t.socket = net_socket_new(&settings);
    tm_assert(t.socket);
    char *copy = cut_new(bytes, len);
    for (size_t at = 0; at < len && !net_socket_is_over(t.socket); at += piece) {
        const size_t n = at + piece < len ? piece : len - at;
        cut_show(copy, at, at + n);
        net_socket_feed(t.socket, copy + at, n);
    }
    ASAN_POISON_MEMORY_REGION(copy, len); /* what was fed is kept nowhere */
    const int code = net_socket_close_code(t.socket);
    tm_assert(code == 0 || (code >= 1000 && code < 5000));
    tm_assert(net_socket_has_closed(t.socket) || !net_socket_is_over(t.socket));
    t.over = code != 0;
    net_socket_free(t.socket);
    tm_assert(account.held == 0);
    cut_free(copy, len);
    return t;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > INPUT_MAX) return 0;
    const char *bytes = (const char *)data;
    /* The last byte says who hears it, and where it is cut: every fourth time at each byte. */
    const uint8_t last = data[size - 1];
    const bool client = last >> 6 & 1;
    const talk whole = talk_over(bytes, size, size, client);
    const talk cut = talk_over(bytes, size, last & 3 ? 1 + (last & 63) : 1, client);
    tm_assert(cut.heard == whole.heard);
    /* A client's frames have random masks. Whether the reason in a farewell is UTF-8 wslay sees only where it comes in one piece, so the
     * answers to one may differ. */
    tm_assert(client || whole.over || cut.over || cut.sent == whole.sent);
    return 0;
}
