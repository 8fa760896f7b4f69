/* Any bytes as requests one after another, and as an answer: what they mean does not depend on where they are cut, and a request that is
 * taken leaves no doubt where it ends. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "fuzz/cut.h"
#include "net/http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 4096 };

/* What was understood so far. */
typedef struct reading {
    uint64_t hash;
    uint64_t body_left;
    bool over;
} reading;

static void note(reading *r, const void *bytes, size_t len)
{
    r->hash = tm_hash(r->hash, &len, sizeof len);
    r->hash = tm_hash(r->hash, bytes, len);
}

static int count(const net_head *head, const char *name)
{
    int n = 0;
    for (int i = 0; i < head->n_headers; i++)
        n +=
            head->headers[i].name.len == strlen(name) && strncasecmp(head->headers[i].name.at, name, strlen(name)) == 0;
    return n;
}

static void check(const net_head *head, const char *bytes, size_t used)
{
    tm_assert(used >= 16 && memcmp(bytes + used - 4, "\r\n\r\n", 4) == 0);
    tm_assert(!count(head, "transfer-encoding"));
    tm_assert(count(head, "content-length") == head->measured);
    tm_assert(head->measured || (head->length == 0 && head->method != HTTP_POST));
    tm_assert(head->old || count(head, "host") == 1);
    tm_assert(head->target.len && (head->target.at[0] == '/' || head->target.at[0] == '*'));
    tm_assert(!memchr(bytes, 0, used));
    for (size_t i = 0; i < used; i++) {
        tm_assert(bytes[i] != '\n' || (i && bytes[i - 1] == '\r'));
        tm_assert(bytes[i] != '\r' || bytes[i + 1] == '\n');
    }
    for (int i = 0; i < head->n_headers; i++) {
        const net_header *h = &head->headers[i];
        tm_assert(h->name.at > bytes && h->value.at + h->value.len < bytes + used);
        tm_assert(h->name.len && !memchr(h->name.at, ' ', h->name.len));
    }
}

/* As the server does it. How many bytes were used. */
static size_t understand(reading *r, const char *bytes, size_t len)
{
    net_head head;
    size_t used = 0, n;
    while (used < len && !r->over) {
        if (r->body_left) {
            n = len - used < r->body_left ? len - used : (size_t)r->body_left;
            r->body_left -= n;
            used += n;
            continue;
        }
        const int status = net_head_read(bytes + used, len - used, &head, &n);
        if (status == NET_MORE) break;
        note(r, &status, sizeof status);
        r->over = status != 0;
        if (status) break;
        check(&head, bytes + used, n);
        note(r, head.target.at, head.target.len);
        for (int i = 0; i < head.n_headers; i++) {
            note(r, head.headers[i].name.at, head.headers[i].name.len);
            note(r, head.headers[i].value.at, head.headers[i].value.len);
        }
        used += n;
        r->body_left = head.length;
    }
    return used;
}

/* Feeds pieces of a length; what is left of one is the start of the next. */
static uint64_t read_requests(const char *bytes, size_t len, size_t piece)
{
    reading r = {.hash = TM_HASH_START};
    size_t from = 0;
    char *copy = cut_new(bytes, len);
    for (size_t to = 0; to < len && !r.over;) {
        to = to + piece < len ? to + piece : len;
        cut_show(copy, from, to);
        from += understand(&r, copy + from, to - from);
    }
    cut_free(copy, len);
    note(&r, &r.over, sizeof r.over);
    return r.hash;
}

static bool keep(void *context, const char *bytes, size_t len)
{
    uint64_t *hash = context;
    for (size_t i = 0; i < len; i++) *hash = tm_hash(*hash, bytes + i, 1);
    return true;
}

static uint64_t read_reply(const char *bytes, size_t len, size_t piece)
{
    uint64_t hash = TM_HASH_START;
    net_reply r;
    bool bad = false;
    net_reply_init(&r, keep, &hash);
    char *copy = cut_new(bytes, len);
    for (size_t at = 0; at < len && !r.done && !bad; at += piece) {
        const size_t n = at + piece < len ? piece : len - at;
        cut_show(copy, at, at + n);
        const int64_t used = net_reply_feed(&r, copy + at, n);
        tm_assert(used <= (int64_t)n);
        bad = used < 0;
    }
    cut_free(copy, len);
    if (!bad) net_reply_end(&r);
    const int end[3] = {r.done, r.done ? r.status : 0, bad};
    tm_assert(!r.done || (r.status >= 100 && r.status <= 999));
    return tm_hash(tm_hash(hash, end, sizeof end), r.accept, r.done ? strlen(r.accept) : 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > INPUT_MAX) return 0;
    const char *bytes = (const char *)data;
    /* The last byte says where it is cut: every fourth time at each byte, which costs most, since a head is read anew with each. */
    const uint8_t last = data[size - 1];
    const size_t piece = last & 3 ? 1 + last % 64 : 1;
    tm_assert(read_requests(bytes, size, piece) == read_requests(bytes, size, size));
    tm_assert(read_reply(bytes, size, piece) == read_reply(bytes, size, size));
    return 0;
}
