#include "net/http.h"

#include <string.h>
#include <strings.h>

enum { LENGTH_DIGITS = 18, METHOD_MAX = 20 };

static bool is(tm_span span, const char *word)
{
    return span.len == strlen(word) && strncasecmp(span.at, word, span.len) == 0;
}

tm_span net_head_find(const net_head *head, const char *name)
{
    for (int i = 0; i < head->n_headers; i++)
        if (is(head->headers[i].name, name)) return head->headers[i].value;
    return (tm_span){0};
}

tm_span net_head_find_last(const net_head *head, const char *name)
{
    for (int i = head->n_headers - 1; i >= 0; i--)
        if (is(head->headers[i].name, name)) return head->headers[i].value;
    return (tm_span){0};
}

bool net_list_has(tm_span list, const char *word)
{
    if (!list.at) return false;
    const char *at = list.at, *end = list.at + list.len;
    while (at < end) {
        while (at < end && (*at == ' ' || *at == '\t' || *at == ',')) at++;
        const char *from = at;
        while (at < end && *at != ',') at++;
        const char *to = at;
        while (to > from && (to[-1] == ' ' || to[-1] == '\t')) to--;
        if (is((tm_span){from, (uint32_t)(to - from)}, word)) return true;
    }
    return false;
}

static int count(const net_head *head, const char *name)
{
    int n = 0;
    for (int i = 0; i < head->n_headers; i++) n += is(head->headers[i].name, name);
    return n;
}

/* The length of the head, 0 if it is incomplete, below 0 if it is already invalid. */
static int64_t measure(const char *bytes, size_t len)
{
    if (len > NET_HEAD_MAX) len = NET_HEAD_MAX;
    for (size_t i = 0; i < len && i < METHOD_MAX && bytes[i] != ' '; i++)
        if ((bytes[i] < 'A' || bytes[i] > 'Z') && bytes[i] != '-') return -400;
    const char *end = bytes + len;
    for (const char *line = bytes, *lf; (lf = memchr(line, '\n', (size_t)(end - line))); line = lf + 1) {
        if (lf == bytes || lf[-1] != '\r') return -400;
        if (memchr(line, '\r', (size_t)(lf - line)) != lf - 1) return -400;
        if (line != bytes && (*line == ' ' || *line == '\t')) return -400;
        if (lf == line + 1) return line == bytes ? -400 : lf + 1 - bytes;
    }
    return len == NET_HEAD_MAX ? -431 : 0;
}

static int take_target(http_parser *parser, const char *at, size_t len)
{
    net_head *head = parser->data;
    head->target = (tm_span){at, (uint32_t)len};
    return 0;
}

static int take_name(http_parser *parser, const char *at, size_t len)
{
    net_head *head = parser->data;
    if (head->n_headers == NET_HEADERS_MAX) {
        head->n_headers++;
        return -1;
    }
    head->headers[head->n_headers++] = (net_header){.name = {at, (uint32_t)len}, .value = {at + len, 0}};
    return 0;
}

static int take_value(http_parser *parser, const char *at, size_t len)
{
    net_head *head = parser->data;
    head->headers[head->n_headers - 1].value = (tm_span){at, (uint32_t)len};
    return 0;
}

/* We count the bytes of the body ourselves. */
static int stop_here(http_parser *parser)
{
    net_head *head = parser->data;
    head->keeps = http_should_keep_alive(parser) != 0;
    http_parser_pause(parser, 1);
    return 0;
}

static bool is_token(tm_span name)
{
    for (uint32_t i = 0; i < name.len; i++)
        if (!strchr("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", name.at[i]) ||
            !name.at[i])
            return false;
    return name.len > 0;
}

static bool is_text(tm_span value)
{
    for (uint32_t i = 0; i < value.len; i++) {
        const unsigned char c = (unsigned char)value.at[i];
        if ((c < 32 && c != '\t') || c == 127) return false;
    }
    return true;
}

static bool is_path(tm_span target)
{
    for (uint32_t i = 0; i < target.len; i++)
        if ((unsigned char)target.at[i] <= 32 || target.at[i] == 127) return false;
    return target.len > 0 && (target.at[0] == '/' || is(target, "*"));
}

/* `METHOD TARGET HTTP/1.1`, with single spaces. Debian's http-parser is built in a lenient mode that accepts other
 * characters there. */
static bool is_first_line(const char *line, const net_head *head)
{
    const char *end = head->target.at + head->target.len;
    const char *method = http_method_str(head->method);
    const size_t n = strlen(method);
    return strncmp(line, method, n) == 0 && line[n] == ' ' && line + n + 1 == head->target.at &&
           strncmp(end, " HTTP/1.", 8) == 0 && end[8] == (head->old ? '0' : '1') && end[9] == '\r';
}

static int read_length(net_head *head)
{
    const tm_span length = net_head_find(head, "content-length");
    const int n = count(head, "content-length");
    if (n > 1) return 400;
    if (!n) return head->method == HTTP_POST || head->method == HTTP_PUT || head->method == HTTP_PATCH ? 411 : 0;
    if (length.len == 0 || length.len > LENGTH_DIGITS) return length.len ? 413 : 400;
    for (uint32_t i = 0; i < length.len; i++) {
        if (length.at[i] < '0' || length.at[i] > '9') return 400;
        head->length = 10 * head->length + (uint64_t)(length.at[i] - '0');
    }
    head->measured = true;
    return 0;
}

static int check(const char *line, net_head *head)
{
    static const char *const ONCE[] = {"host",   "authorization",     "origin",
                                       "expect", "sec-websocket-key", "sec-websocket-version"};
    for (int i = 0; i < head->n_headers; i++)
        if (!is_token(head->headers[i].name) || !is_text(head->headers[i].value) ||
            head->headers[i].name.at[head->headers[i].name.len] != ':')
            return 400;
    if (!is_path(head->target) || !is_first_line(line, head)) return 400;
    if (count(head, "transfer-encoding")) return 411;
    for (size_t i = 0; i < sizeof ONCE / sizeof *ONCE; i++)
        if (count(head, ONCE[i]) > 1) return 400;
    if (!head->old && !count(head, "host")) return 400;
    return read_length(head);
}

static int refusal(enum http_errno error)
{
    switch (error) {
    case HPE_INVALID_METHOD: return 501;
    case HPE_INVALID_VERSION: return 505;
    case HPE_HEADER_OVERFLOW: return 431;
    case HPE_INVALID_TRANSFER_ENCODING: return 411;
    default: return 400;
    }
}

int net_head_read(const char *bytes, size_t len, net_head *out, size_t *out_used)
{
    static const http_parser_settings SETTINGS = {
        .on_url = take_target,
        .on_header_field = take_name,
        .on_header_value = take_value,
        .on_headers_complete = stop_here,
    };
    http_parser parser;
    size_t blank = 0; /* skips empty lines before a request */
    while (len - blank >= 2 && blank < 8 && bytes[blank] == '\r' && bytes[blank + 1] == '\n') blank += 2;
    if (len == blank || (len == blank + 1 && bytes[blank] == '\r')) return NET_MORE;
    bytes += blank;
    len -= blank;
    const int64_t whole = measure(bytes, len);
    if (whole == 0) return NET_MORE;
    if (whole < 0) return (int)-whole;
    memset(out, 0, offsetof(net_head, headers));
    http_parser_init(&parser, HTTP_REQUEST);
    parser.data = out;
    http_parser_execute(&parser, &SETTINGS, bytes, (size_t)whole);
    if (out->n_headers > NET_HEADERS_MAX) return 431;
    const enum http_errno error = HTTP_PARSER_ERRNO(&parser);
    if (error != HPE_OK && error != HPE_PAUSED) return refusal(error);
    if (parser.http_major != 1 || parser.http_minor > 1) return 505;
    out->old = parser.http_minor == 0;
    out->method = (enum http_method)parser.method;
    *out_used = blank + (size_t)whole;
    return check(bytes, out);
}

static void append(char *to, size_t size, const char *at, size_t len)
{
    const size_t n = strlen(to);
    if (n + len >= size) len = size - 1 - n;
    memcpy(to + n, at, len);
    to[n + len] = 0;
}

static void keep_header(net_reply *r)
{
    if (strcasecmp(r->name, "sec-websocket-accept") == 0 && strlen(r->value) < sizeof r->accept)
        strcpy(r->accept, r->value);
    if (strcasecmp(r->name, "retry-after") == 0 && tm_span_int(tm_span_of(r->value), 0, INT32_MAX, &r->retry_after))
        r->retry_after = 0;
    r->name[0] = r->value[0] = 0;
    r->has_value = false;
}

static int reply_name(http_parser *parser, const char *at, size_t len)
{
    net_reply *r = parser->data;
    if (r->has_value) keep_header(r); /* which may be empty */
    append(r->name, sizeof r->name, at, len);
    return 0;
}

static int reply_value(http_parser *parser, const char *at, size_t len)
{
    net_reply *r = parser->data;
    if (memchr(at, 0, len)) return -1;
    append(r->value, sizeof r->value, at, len);
    r->has_value = true;
    return 0;
}

static int reply_head(http_parser *parser)
{
    net_reply *r = parser->data;
    keep_header(r);
    r->status = (int)parser->status_code;
    if (r->status < 100 || r->status > 599) return -1;
    return r->headless;
}

static int reply_body(http_parser *parser, const char *at, size_t len)
{
    net_reply *r = parser->data;
    if (r->body(r->context, at, len)) return 0;
    r->full = true;
    return -1;
}

static int reply_whole(http_parser *parser)
{
    net_reply *r = parser->data;
    if (r->status >= 100 && r->status < 200 && r->status != 101) { /* the real one is still to come */
        r->status = 0;
        return 0;
    }
    r->done = true;
    http_parser_pause(parser, 1);
    return 0;
}

void net_reply_init(net_reply *r, bool (*body)(void *context, const char *bytes, size_t len), void *context)
{
    memset(r, 0, sizeof *r);
    http_parser_init(&r->parser, HTTP_RESPONSE);
    r->parser.data = r;
    r->body = body;
    r->context = context;
}

static const http_parser_settings REPLIES = {
    .on_header_field = reply_name,
    .on_header_value = reply_value,
    .on_headers_complete = reply_head,
    .on_body = reply_body,
    .on_message_complete = reply_whole,
};

int64_t net_reply_feed(net_reply *r, const char *bytes, size_t len)
{
    if (r->done) return 0;
    const size_t used = http_parser_execute(&r->parser, &REPLIES, bytes, len);
    const enum http_errno error = HTTP_PARSER_ERRNO(&r->parser);
    if (r->done) return (int64_t)used;
    return error == HPE_OK && used == len ? (int64_t)used : -1;
}

bool net_reply_end(net_reply *r)
{
    if (!r->done && r->status) http_parser_execute(&r->parser, &REPLIES, "", 0);
    return r->done;
}
