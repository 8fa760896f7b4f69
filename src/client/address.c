#include "client/address.h"

#include <string.h>

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

bool client_is_id(const char *id)
{
    const size_t len = strlen(id);
    for (size_t i = 0; i < len; i++)
        if (!strchr(LETTERS, id[i]) && id[i] != '_' && id[i] != '-') return false;
    return len > 0 && len <= CLIENT_ID_MAX;
}

/* Takes the host off *at; false if there is none. */
static bool read_host(const char **at, client_address *out)
{
    const bool bracket = **at == '[';
    const char *start = *at + bracket;
    size_t len = 0;
    while (start[len] && (strchr(LETTERS, start[len]) || strchr(bracket ? ":." : ".-_", start[len]))) len++;
    if (!len || len > CLIENT_HOST_MAX || (bracket && start[len] != ']')) return false;
    memcpy(out->host, start, len);
    out->host[len] = 0;
    *at = start + len + bracket;
    return true;
}

static bool read_port(const char **at, client_address *out)
{
    int32_t port;
    out->port = out->tls ? 443 : 80;
    if (**at != ':') return true;
    const tm_span digits = {*at + 1, (uint32_t)strspn(*at + 1, "0123456789")};
    if (tm_span_int(digits, 1, 65535, &port)) return false;
    out->port = port;
    *at = digits.at + digits.len;
    return true;
}

static bool read_path(const char *at, char *out_table)
{
    *out_table = 0;
    if (!*at || strcmp(at, "/") == 0) return true;
    if (strncmp(at, "/t/", 3) != 0 || !client_is_id(at + 3)) return false;
    strcpy(out_table, at + 3);
    return true;
}

int client_address_read(const char *url, client_address *out, char out_table[CLIENT_ID_MAX + 1], tm_why *why)
{
    static const char PLAIN[] = "http://", SAFE[] = "https://";
    char quoted[160];
    tm_text text;
    const char *at = url;
    memset(out, 0, sizeof *out);
    out->tls = strncmp(url, SAFE, sizeof SAFE - 1) == 0;
    if (out->tls)
        at += sizeof SAFE - 1;
    else if (strncmp(url, PLAIN, sizeof PLAIN - 1) == 0)
        at += sizeof PLAIN - 1;
    if (read_host(&at, out) && read_port(&at, out) && read_path(at, out_table)) return TM_OK;
    tm_text_init(&text, quoted, sizeof quoted);
    tm_put_quoted(&text, url, (uint32_t)strlen(url), 100);
    return tm_why_not(why, TM_ESYNTAX,
                      "\"%s\" is not a valid address, expected http://HOST:PORT or http://HOST:PORT/t/TABLE", quoted);
}

void client_address_write(const client_address *address, tm_text *out)
{
    const bool bracket = strchr(address->host, ':') != NULL;
    tm_put_fmt(out, "%s://%s%s%s", address->tls ? "https" : "http", bracket ? "[" : "", address->host,
               bracket ? "]" : "");
    if (address->port != (address->tls ? 443 : 80)) tm_put_fmt(out, ":%d", address->port);
}
