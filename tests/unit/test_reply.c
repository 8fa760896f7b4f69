/* What a client understands of a server's answer, wherever it is cut. */
#include <criterion/criterion.h>
#include <string.h>

#include "net/http.h"

static bool keep(void *context, const char *bytes, size_t len)
{
    char *body = context;
    const size_t n = strlen(body);
    if (n + len > 60) return false;
    memcpy(body + n, bytes, len);
    body[n + len] = 0;
    return true;
}

/* Feeds pieces of one length; whether the answer was taken. */
static bool feed(net_reply *r, char *body, const char *answer, size_t len, size_t piece)
{
    body[0] = 0;
    net_reply_init(r, keep, body);
    for (size_t at = 0; at < len && !r->done; at += piece)
        if (net_reply_feed(r, answer + at, at + piece < len ? piece : len - at) < 0) return false;
    return true;
}

Test(reply, a_header_without_a_value_does_not_swallow_the_next)
{
    static const char ANSWER[] = "HTTP/1.1 503 Busy\r\nServer:\r\nRetry-After: 7\r\nContent-Length: 2\r\n\r\nno";
    for (size_t piece = 1; piece < sizeof ANSWER; piece++) {
        net_reply r;
        char body[64];
        cr_assert(feed(&r, body, ANSWER, sizeof ANSWER - 1, piece), "cut into pieces of %zu", piece);
        cr_expect(r.done && r.status == 503 && r.retry_after == 7, "cut into pieces of %zu", piece);
        cr_expect_str_eq(body, "no");
    }
}

Test(reply, a_nul_in_a_header_is_refused)
{
    static const char ANSWER[] = "HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n";
    for (size_t piece = 1; piece < sizeof ANSWER; piece++) {
        net_reply r;
        char body[64];
        cr_expect_not(feed(&r, body, ANSWER, sizeof ANSWER - 1, piece), "cut into pieces of %zu", piece);
    }
}

Test(reply, after_an_interim_answer_the_real_one_counts)
{
    static const char ANSWER[] = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 1\r\n\r\nx";
    for (size_t piece = 1; piece < sizeof ANSWER; piece++) {
        net_reply r;
        char body[64];
        cr_assert(feed(&r, body, ANSWER, sizeof ANSWER - 1, piece), "cut into pieces of %zu", piece);
        cr_expect(r.done && r.status == 404, "cut into pieces of %zu", piece);
        cr_expect_str_eq(body, "x");
    }
}
