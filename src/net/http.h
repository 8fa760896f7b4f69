/* HTTP/1.1: the head of a request, strictly, and a whole answer. http-parser reads; what it lets through and we do not want is refused
 * here. */
#ifndef NET_HTTP_H
#define NET_HTTP_H

#include <http_parser.h>
#include <tatami/text.h>

enum { NET_HEADERS_MAX = 64, NET_HEAD_MAX = 16 << 10 };

typedef struct net_header {
    tm_span name, value;
} net_header;

/* The head of a request. Its spans lie in the bytes it was read from. */
typedef struct net_head {
    enum http_method method;
    tm_span target; /* as it was written */
    bool keeps;     /* the connection may be used again */
    bool old;       /* HTTP/1.0 */
    bool measured;  /* it says how long its body is */
    uint64_t length;
    int n_headers;
    net_header headers[NET_HEADERS_MAX];
} net_head;

/* Reads a head from the start of these bytes: 0 and its length, NET_MORE if it is not whole yet, or the status to refuse it with. After
 * a refusal nobody knows where the next request begins: the connection ends.
 *
 * Refused: lines that do not end with CR LF, a line that goes on in the next one, names with blanks, control characters, more than one
 * length or one that is no number, any Transfer-Encoding, a POST without a length, no Host or two, what is neither HTTP/1.0 nor 1.1,
 * a target that is no path. */
int net_head_read(const char *bytes, size_t len, net_head *out, size_t *out_used);
enum { NET_MORE = -1 };

/* The value of a header whose name is written in any case; NULL at `at`: there is none. */
tm_span net_head_find(const net_head *head, const char *name);
/* The last of several. */
tm_span net_head_find_last(const net_head *head, const char *name);
/* Whether a list such as `keep-alive, Upgrade` has a word, in any case. */
bool net_list_has(tm_span list, const char *word);

/* An answer, as it comes in. The caller's memory. */
typedef struct net_reply {
    http_parser parser;
    bool (*body)(void *context, const char *bytes, size_t len); /* false: too much */
    void *context;
    int status;
    bool headless; /* an answer to HEAD */
    bool done;
    bool full;                /* `body` said no */
    char name[24], value[64]; /* of the header that is read; longer ones are of no interest */
    char accept[32];          /* Sec-WebSocket-Accept */
} net_reply;

void net_reply_init(net_reply *r, bool (*body)(void *context, const char *bytes, size_t len), void *context);
/* How many bytes belong to the answer, or below 0 if they are none. After a 101 the rest is the other protocol's. */
int64_t net_reply_feed(net_reply *r, const char *bytes, size_t len);
/* The connection has ended: whether that makes the answer whole. */
bool net_reply_end(net_reply *r);

#endif
