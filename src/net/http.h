/* Parses HTTP/1.1: the head of a request, strictly, and a whole answer. http-parser does the reading; we refuse some
 * things that it allows. */
#ifndef NET_HTTP_H
#define NET_HTTP_H

#include <http_parser.h>
#include <tatami/text.h>

enum { NET_HEADERS_MAX = 64, NET_HEAD_MAX = 16 << 10 };

typedef struct net_header {
    tm_span name, value;
} net_header;

/* The head of a request. Its spans point into the bytes it was read from. */
typedef struct net_head {
    enum http_method method;
    tm_span target; /* exactly as sent */
    bool keeps;     /* the connection may be used again */
    bool old;       /* HTTP/1.0 */
    bool measured;  /* it has a Content-Length */
    uint64_t length;
    int n_headers;
    net_header headers[NET_HEADERS_MAX];
} net_head;

/* Reads a head from the start of these bytes: 0 and its length, NET_MORE if it is incomplete, or the status to
 * refuse it with. After a refusal we cannot tell where the next request begins, so the connection must close.
 *
 * Refused: lines that do not end with CR LF, folded lines, spaces in names, control characters, more than one
 * Content-Length or one that is not a number, any Transfer-Encoding, a POST without Content-Length, no Host or two,
 * versions other than HTTP/1.0 and 1.1, and a target that is not a path. */
int net_head_read(const char *bytes, size_t len, net_head *out, size_t *out_used);
enum { NET_MORE = -1 };

/* The value of a header, whose name is compared without case; `at` is NULL if there is none. */
tm_span net_head_find(const net_head *head, const char *name);
/* The last of several. */
tm_span net_head_find_last(const net_head *head, const char *name);
/* Whether a list such as `keep-alive, Upgrade` has a word, in any case. */
bool net_list_has(tm_span list, const char *word);

/* An answer while it is being received. The caller's memory. */
typedef struct net_reply {
    http_parser parser;
    bool (*body)(void *context, const char *bytes, size_t len); /* returns false if it is too long */
    void *context;
    int status;
    bool headless; /* an answer to HEAD */
    bool done;
    bool full;                /* `body` returned false */
    char name[24], value[64]; /* of the current header; longer ones do not interest us */
    bool has_value;           /* the value has begun */
    char accept[32];          /* Sec-WebSocket-Accept */
    int32_t retry_after;      /* Retry-After in seconds; 0: none, or a date */
} net_reply;

void net_reply_init(net_reply *r, bool (*body)(void *context, const char *bytes, size_t len), void *context);
/* How many bytes belong to the answer, or below 0 if they are not valid. After a 101 the rest belongs to the other
 * protocol. */
int64_t net_reply_feed(net_reply *r, const char *bytes, size_t len);
/* Called when the connection has ended: whether the answer is complete. */
bool net_reply_end(net_reply *r);

#endif
