/* Invariants: 1. `in` holds less than one whole answer or frame. 2. EPOLLOUT is asked for while `out` is not empty.
 * 3. A handler may close or reopen its own line: after each call `generation` and `kind` tell. */
#define _GNU_SOURCE
#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 4 << 20, EVENTS = 512 };
enum { NONSENSE = -1, GOODBYE = -2 }; /* in place of a length */

int64_t client_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int client_init(ld_client *client, uint16_t port, int n_addresses, const ld_line_events *events, void *context)
{
    memset(client, 0, sizeof *client);
    client->epoll = epoll_create1(EPOLL_CLOEXEC);
    client->port = port;
    client->n_addresses = n_addresses;
    client->events = events;
    client->context = context;
    client->room = malloc(ROOM);
    return client->epoll < 0 || !client->room ? TM_EIO : 0;
}

void client_free(ld_client *client)
{
    if (client->epoll >= 0) close(client->epoll);
    free(client->room);
}

static void watch(const ld_client *client, ld_line *line, int what, uint32_t events)
{
    struct epoll_event event = {.events = events, .data = {.ptr = line}};

    epoll_ctl(client->epoll, what, line->fd, &event);
}

int line_open(ld_client *client, ld_line *line)
{
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET, .sin_port = htons(client->port)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0) return TM_EIO;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + client->n_opened++ % (uint32_t)client->n_addresses);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    if (bind(fd, (struct sockaddr *)&from, sizeof from) ||
        (connect(fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS)) {
        close(fd);
        return TM_EIO;
    }
    line->fd = fd;
    line->kind = LINE_HTTP;
    line->generation++;
    watch(client, line, EPOLL_CTL_ADD, EPOLLIN);
    return 0;
}

void line_close(ld_client *client, ld_line *line)
{
    (void)client;
    if (line->kind == LINE_CLOSED) return;
    close(line->fd);
    free(line->in);
    free(line->out);
    line->in = line->out = NULL;
    line->n_in = line->n_out = 0;
    line->kind = LINE_CLOSED;
}

static void lost(ld_client *client, ld_line *line, const char *why)
{
    line_close(client, line);
    client->events->closed(client->context, line, why);
}

/* Sends, and keeps what the system does not take. */
static int put(const ld_client *client, ld_line *line, const char *bytes, size_t len)
{
    ssize_t sent = line->n_out ? 0 : send(line->fd, bytes, len, MSG_NOSIGNAL);

    if (sent < 0 && errno != EAGAIN && errno != ENOTCONN) return TM_EIO;
    if (sent < 0) sent = 0;
    if ((size_t)sent == len) return 0;
    len -= (size_t)sent;
    char *more = realloc(line->out, line->n_out + len);
    if (!more) return TM_ESPACE;
    memcpy(more + line->n_out, bytes + sent, len);
    if (!line->n_out) watch(client, line, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
    line->out = more;
    line->n_out += (uint32_t)len;
    return 0;
}

static int flush(const ld_client *client, ld_line *line)
{
    if (!line->n_out) return 0;
    ssize_t sent = send(line->fd, line->out, line->n_out, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN ? 0 : TM_EIO;
    line->n_out -= (uint32_t)sent;
    memmove(line->out, line->out + sent, line->n_out);
    if (line->n_out) return 0;
    free(line->out);
    line->out = NULL;
    watch(client, line, EPOLL_CTL_MOD, EPOLLIN);
    return 0;
}

int line_request(ld_client *client, ld_line *line, const char *method, const char *path, const char *token,
                 tm_span body)
{
    char text[2048];
    int len = snprintf(text, sizeof text,
                       "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s%s%sContent-Type: application/json\r\n"
                       "Content-Length: %u\r\n\r\n%.*s",
                       method, path, client->port, token ? "Authorization: Bearer " : "", token ? token : "",
                       token ? "\r\n" : "", body.len, (int)body.len, body.at);

    if (len < 0 || (size_t)len >= sizeof text) return TM_ESPACE;
    return put(client, line, text, (size_t)len);
}

int line_upgrade(ld_client *client, ld_line *line, const char *path)
{
    char text[512];
    int len = snprintf(text, sizeof text,
                       "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                       "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                       path, client->port);

    if (len < 0 || (size_t)len >= sizeof text) return TM_ESPACE;
    line->kind = LINE_UPGRADING;
    return put(client, line, text, (size_t)len);
}

/* Masked with zeroes: a server cannot tell, and it costs nothing. */
static int put_frame(const ld_client *client, ld_line *line, int opcode, const char *bytes, uint32_t len)
{
    char frame[1024];
    uint32_t at = 0;

    if (len > sizeof frame - 8) return TM_ESPACE;
    frame[at++] = (char)(0x80 | opcode);
    if (len < 126) {
        frame[at++] = (char)(0x80 | len);
    } else {
        frame[at++] = (char)(0x80 | 126);
        frame[at++] = (char)(len >> 8);
        frame[at++] = (char)len;
    }
    memset(frame + at, 0, 4);
    memcpy(frame + at + 4, bytes, len);
    return put(client, line, frame, at + 4 + len);
}

int line_say(ld_client *client, ld_line *line, tm_span text)
{
    return line->kind == LINE_OPEN ? put_frame(client, line, 1, text.at, text.len) : TM_EILLEGAL;
}

/* The value of a header, or nothing. */
static const char *header(const char *head, const char *name)
{
    size_t len = strlen(name);

    for (const char *at = strstr(head, "\r\n"); at && at[2] != '\r'; at = strstr(at + 2, "\r\n"))
        if (!strncasecmp(at + 2, name, len) && at[2 + len] == ':') return at + 3 + len + strspn(at + 3 + len, " ");
    return NULL;
}

/* One whole answer at the start of the text: its length; 0 if more must come; below 0: the line is at its end. */
static int64_t take_answer(ld_client *client, ld_line *line, char *text, uint32_t len)
{
    char *end = memmem(text, len, "\r\n\r\n", 4);
    int status;

    if (!end) return 0;
    uint32_t head = (uint32_t)(end - text) + 4;
    end[2] = '\0'; /* a lone CR and LF of the empty line; put back below */
    bool sense = sscanf(text, "HTTP/1.1 %d", &status) == 1;
    const char *length = header(text, "Content-Length");
    long body = length ? strtol(length, NULL, 10) : status == 101 || status == 204 ? 0 : -1;
    end[2] = '\r';
    if (!sense || body < 0 || body > ROOM / 2) return NONSENSE;
    if (len < head + (uint32_t)body) return 0;
    if (line->kind == LINE_UPGRADING && status == 101) {
        line->kind = LINE_OPEN;
        client->events->opened(client->context, line);
    } else {
        client->events->reply(client->context, line, status, (tm_span){.at = text + head, .len = (uint32_t)body});
    }
    return head + body;
}

/* The same for a frame. */
static int64_t take_frame(ld_client *client, ld_line *line, const char *text, uint32_t len)
{
    const uint8_t *at = (const uint8_t *)text;

    if (len < 2) return 0;
    uint32_t head = (at[1] & 127) == 126 ? 4 : (at[1] & 127) == 127 ? 10 : 2;
    if (len < head) return 0;
    uint64_t size = at[1] & 127;
    if (head > 2) {
        size = 0;
        for (uint32_t i = 2; i < head; i++) size = size << 8 | at[i];
    }
    if (size > ROOM / 2 || at[1] & 0x80) return NONSENSE;
    if (len < head + size) return 0;
    switch (at[0]) {
    case 0x81:
        client->events->message(client->context, line, (tm_span){.at = text + head, .len = (uint32_t)size});
        break;
    case 0x89: put_frame(client, line, 10, text + head, (uint32_t)size); break;
    case 0x8a: break;
    case 0x88: return GOODBYE;
    default: return NONSENSE;
    }
    return (int64_t)(head + size);
}

/* Handles what is whole in `len` bytes of the room; how many were used, or why no more can be. */
static int64_t take(ld_client *client, ld_line *line, uint32_t len)
{
    uint32_t used = 0, generation = line->generation;

    while (used < len) {
        char *at = client->room + used;
        int64_t n = line->kind == LINE_OPEN ? take_frame(client, line, at, len - used)
                                            : take_answer(client, line, at, len - used);
        if (line->generation != generation || line->kind == LINE_CLOSED) return len;
        if (n < 0) return n;
        if (n == 0) break;
        used += (uint32_t)n;
    }
    return used;
}

static void readable(ld_client *client, ld_line *line)
{
    uint32_t before = line->n_in, generation = line->generation;

    if (before) memcpy(client->room, line->in, before);
    ssize_t got = recv(line->fd, client->room + before, ROOM - before - 1, 0);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
        lost(client, line, got ? strerror(errno) : "closed");
        return;
    }
    uint32_t len = before + (uint32_t)got;
    client->room[len] = '\0';
    int64_t used = take(client, line, len);
    if (line->generation != generation || line->kind == LINE_CLOSED) return;
    if (used < 0) {
        lost(client, line, used == GOODBYE ? "the server said goodbye" : "what came makes no sense");
        return;
    }
    free(line->in);
    line->in = NULL;
    line->n_in = len - (uint32_t)used; /* 1 */
    if (!line->n_in) return;
    line->in = malloc(line->n_in);
    if (line->in)
        memcpy(line->in, client->room + used, line->n_in);
    else
        lost(client, line, "no memory");
}

int client_step(ld_client *client, int64_t microseconds)
{
    struct epoll_event events[EVENTS];
    struct timespec most = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    int n = epoll_pwait2(client->epoll, events, EVENTS, &most, NULL);

    if (n < 0 && errno == ENOSYS) n = epoll_wait(client->epoll, events, EVENTS, (int)(microseconds + 999) / 1000);
    for (int i = 0; i < n; i++) {
        ld_line *line = events[i].data.ptr;
        uint32_t generation = line->generation;
        if (events[i].events & EPOLLOUT && flush(client, line)) lost(client, line, strerror(errno));
        if (line->kind == LINE_CLOSED || line->generation != generation) continue;
        if (events[i].events & (EPOLLIN | EPOLLERR | EPOLLHUP)) readable(client, line);
    }
    return n < 0 && errno != EINTR ? TM_EIO : 0;
}
