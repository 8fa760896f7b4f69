#include "server/line.h"

#include <stdlib.h>

enum { QUEUE_MAX = 1 << 20 }; /* unread bytes that a client may have before we send another message */

line *line_new(server *s)
{
    line *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->server = s;
    l->refs = 1;
    return l;
}

void line_hold(line *l)
{
    l->refs++;
}

void line_drop(line *l)
{
    if (--l->refs == 0) free(l);
}

/* The client does not read, or we are out of memory. It can reconnect and ask for what it missed. The others are
 * told later that it is gone, because our caller may be iterating over the connections of a table. */
static void cut(line *l)
{
    l->server->metrics.closed++;
    l->closed = true;
    net_stream_close(l->stream);
}

void line_send(line *l, const char *text, size_t len)
{
    if (l->closed || net_socket_has_closed(l->socket)) return;
    if (net_stream_waiting(l->stream) > QUEUE_MAX || !memory_reserve(l->server->memory, l->member, len) ||
        net_socket_send(l->socket, text, len)) {
        cut(l);
        return;
    }
    l->server->metrics.sent++;
}

void line_close(line *l, int code)
{
    if (l->closed || net_socket_has_closed(l->socket)) return;
    if (net_socket_close(l->socket, code)) cut(l);
}

const char *line_error_word(int status)
{
    switch (status) {
    case TM_ESYNTAX:
    case TM_ERANGE: return "syntax";
    case TM_EUNKNOWN: return "unknown";
    case TM_EIO: return "unavailable";
    case TM_ESPACE: return "server";
    case ROOM_STALE: return "stale";
    case ROOM_FORBIDDEN: return "forbidden";
    case TM_ETURN: return "too_many";
    default: return "refused";
    }
}

void line_begin(tm_json *json, const char *type, const char *re)
{
    tm_json_open(json, '{');
    tm_json_key(json, "type");
    tm_json_str(json, type);
    if (!*re) return;
    tm_json_key(json, "re");
    tm_json_str(json, re);
}

void line_ok(line *l, const char *re, uint32_t n)
{
    char message[256];
    tm_text text;
    tm_json json = {&text, false};
    if (!*re) return;
    tm_text_init(&text, message, sizeof message);
    line_begin(&json, "ok", re);
    tm_json_key(&json, "n");
    tm_json_int(&json, n);
    tm_json_close(&json, '}');
    line_send(l, text.at, text.len);
}

void line_error(line *l, const char *re, int status, const char *message)
{
    char room_for_text[1024];
    tm_text text;
    tm_json json = {&text, false};
    tm_say say = {0};
    tm_catalogue_say(l->viewer.language, &say);
    if (!message || !*message) message = tm_tr(&say, "the table cannot be saved at the moment");
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    line_begin(&json, "error", re);
    tm_json_key(&json, "code");
    tm_json_str(&json, line_error_word(status));
    tm_json_key(&json, "message");
    tm_json_str(&json, message);
    tm_json_close(&json, '}');
    l->server->metrics.errors++;
    line_send(l, text.at, text.len);
}
