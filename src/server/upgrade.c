#include "server/upgrade.h"

#include <string.h>
#include <strings.h>

#include "server/request.h"

bool upgrade_is_asked(const net_head *head)
{
    return head->method == HTTP_GET && !head->old && net_list_has(net_head_find(head, "upgrade"), "websocket") &&
           net_list_has(net_head_find(head, "connection"), "upgrade");
}

/* `/api/tables/ID/ws` */
static bool read_table_id(const net_head *head, tm_id out)
{
    static const char START[] = "/api/tables/";
    char path[REQUEST_PATH_MAX + 1];
    if (!request_path(head, path) || strncmp(path, START, sizeof START - 1) != 0) return false;
    const char *id = path + sizeof START - 1;
    const size_t len = strcspn(id, "/");
    if (len == 0 || len > TM_ID_MAX || strcmp(id + len, "/ws") != 0) return false;
    memcpy(out, id, len);
    out[len] = 0;
    return true;
}

static bool is_same_origin(const net_head *head)
{
    char origin[256], host[256];
    if (!net_head_find(head, "origin").at) return true; /* not a browser */
    request_header(head, "origin", origin, sizeof origin);
    request_header(head, "host", host, sizeof host);
    const char *slashes = strstr(origin, "://");
    return slashes && *host && strcasecmp(slashes + 3, host) == 0;
}

static bool is_version_13(const net_head *head)
{
    const tm_span version = net_head_find(head, "sec-websocket-version");
    return version.at && version.len == 2 && memcmp(version.at, "13", 2) == 0;
}

line *upgrade_line(exchange *x, const net_head *head)
{
    server *s = x->server;
    const tm_span key = net_head_find(head, "sec-websocket-key");
    tm_id table;
    char language[64];
    request_header(head, "accept-language", language, sizeof language);
    tm_catalogue_say(server_language(language), &x->say);
    line *l = NULL;
    if (s->stopping)
        exchange_error(x, 503, "unavailable", tm_tr(&x->say, "the server is stopping"));
    else if (!read_table_id(head, table))
        exchange_error(x, 404, "unknown", tm_tr(&x->say, "there is nothing here"));
    else if (!is_same_origin(head))
        exchange_error(x, 403, "forbidden", tm_tr(&x->say, "this page does not come from this server"));
    else if (!is_version_13(head))
        exchange_error(x, 426, "syntax", tm_tr(&x->say, "only version 13 of WebSocket is supported"));
    else if (!key.at || !net_socket_is_key(key) || head->length)
        exchange_error(x, 400, "syntax", tm_tr(&x->say, "this is not a valid WebSocket request"));
    else if (!(l = line_new(s)))
        exchange_refuse(x, TM_ESPACE, "");
    if (!l) {
        s->metrics.closed++;
        return NULL;
    }
    memcpy(l->table, table, sizeof table);
    memcpy(l->address, x->address, sizeof l->address);
    return l;
}

int upgrade_accept(const net_head *head, net_stream *stream)
{
    char bytes[256], accept[NET_ACCEPT + 1];
    tm_text text;
    tm_text_init(&text, bytes, sizeof bytes);
    net_socket_accept(net_head_find(head, "sec-websocket-key"), accept);
    tm_put_fmt(&text,
               "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
               "sec-websocket-accept: %s\r\n\r\n",
               accept);
    return net_stream_send(stream, text.at, text.len);
}
