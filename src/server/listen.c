/* Our own socket and accept(): libuv's listener cannot be paused, and when file descriptors run out it drops clients
 * or retries forever. When we are full, or out of descriptors, clients wait in the kernel's queue. */
#include "server/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/address.h"
#include "server/journal.h"
#include "server/peers.h"

enum { BACKLOG = 1024, AT_ONCE = 64, SOCKETS = 2 };

typedef struct gate {
    uv_poll_t poll;
    int fd;
} gate;

struct entrance {
    gate gates[SOCKETS]; /* `localhost` may be two addresses */
    int n;
    bool open;
    bool starved; /* out of file descriptors, and we have logged it */
};

static void close_gates(server *s, bool yes);

static bool may_enter(server *s, const char *address)
{
    if (s->settings.behind_proxy) return true; /* all come from the proxy */
    if (limits_present(s->limits, address) < s->settings.max_per_address &&
        limits_take(s->limits, LIMIT_CONNECTIONS, address, server_ticks()))
        return true;
    s->metrics.refused[LIMIT_CONNECTIONS]++;
    return false;
}

/* False if no one else can be accepted now. */
static bool let_in(server *s, int listening)
{
    struct sockaddr_storage from;
    socklen_t len = sizeof from;
    char address[ADDRESS_MAX + 1];
    if (s->metrics.connections >= s->settings.max_connections) {
        close_gates(s, true);
        return false;
    }
    const int fd = accept(listening, (struct sockaddr *)&from, &len);
    if (fd < 0) {
        if (errno == EINTR || errno == ECONNABORTED) return true;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return false;
        if (!s->entrance->starved) journal(JOURNAL_WARNING, "no connection can be taken for now", strerror(errno));
        s->entrance->starved = true;
        close_gates(s, true);
        return false;
    }
    s->entrance->starved = false;
    address_of((const struct sockaddr *)&from, address);
    if (fcntl(fd, F_SETFL, O_NONBLOCK) || fcntl(fd, F_SETFD, FD_CLOEXEC) || !may_enter(s, address))
        close(fd);
    else
        peer_new(s, fd, address);
    return true;
}

static void somebody_comes(uv_poll_t *handle, int status, int events)
{
    server *s = handle->data;
    const gate *g = (const gate *)handle; /* its first member */
    (void)events;
    for (int i = 0; status == 0 && i < AT_ONCE && s->entrance->open && let_in(s, g->fd); i++) continue;
}

static void close_gates(server *s, bool yes)
{
    entrance *e = s->entrance;
    if (e->open != yes) return;
    e->open = !yes;
    for (int i = 0; i < e->n; i++) {
        if (yes)
            uv_poll_stop(&e->gates[i].poll);
        else
            uv_poll_start(&e->gates[i].poll, UV_READABLE, somebody_comes);
    }
}

void listen_go_on(server *s)
{
    if (s->entrance && !s->stopping && s->metrics.connections < s->settings.max_connections) close_gates(s, false);
}

static int open_socket(const struct addrinfo *at, int port)
{
    const int one = 1, zero = 0;
    struct sockaddr_storage to;
    memcpy(&to, at->ai_addr, at->ai_addrlen);
    if (at->ai_family == AF_INET6)
        ((struct sockaddr_in6 *)&to)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)&to)->sin_port = htons((uint16_t)port);
    const int fd = socket(at->ai_family, SOCK_STREAM, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (at->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &zero, sizeof zero);
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) || fcntl(fd, F_SETFL, O_NONBLOCK) ||
        bind(fd, (const struct sockaddr *)&to, at->ai_addrlen) || listen(fd, BACKLOG)) {
        const int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

static int port_of(int fd)
{
    struct sockaddr_storage at;
    socklen_t len = sizeof at;
    if (getsockname(fd, (struct sockaddr *)&at, &len)) return 0;
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

/* `*` is one socket for IPv6 and IPv4, or one for IPv4 where the system has no other. */
static struct addrinfo *find_addresses(const char *bind_to)
{
    const bool all = strcmp(bind_to, "*") == 0;
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    return getaddrinfo(all ? "::" : bind_to, "0", &hints, &found) ? NULL : found;
}

static int open_gates(server *s, const char *bind_to, int *port)
{
    entrance *e = s->entrance;
    struct addrinfo *found = find_addresses(bind_to);
    int error = found ? 0 : EADDRNOTAVAIL;
    for (const struct addrinfo *at = found; at && e->n < SOCKETS; at = at->ai_next) {
        const int fd = open_socket(at, *port);
        if (fd < 0) {
            error = errno;
            continue;
        }
        gate *g = &e->gates[e->n];
        if (uv_poll_init(&s->loop, &g->poll, fd)) {
            close(fd);
            continue;
        }
        g->fd = fd;
        g->poll.data = s;
        e->n++;
        *port = port_of(fd);
    }
    if (found) freeaddrinfo(found);
    return e->n ? 0 : error;
}

int listen_start(server *s, int *out_port, tm_why *why)
{
    s->entrance = calloc(1, sizeof *s->entrance);
    if (!s->entrance) return tm_why_not(why, TM_ESPACE, "out of memory");
    *out_port = s->settings.port;
    int error = open_gates(s, s->settings.bind, out_port);
    if (error && error != EADDRINUSE && strcmp(s->settings.bind, "*") == 0) error = open_gates(s, "0.0.0.0", out_port);
    if (error)
        return tm_why_not(why, TM_EIO, "cannot listen on %s, port %d: %s", s->settings.bind, s->settings.port,
                          strerror(error));
    close_gates(s, false);
    return TM_OK;
}

void listen_stop(server *s)
{
    entrance *e = s->entrance;
    if (!e) return;
    close_gates(s, true);
    for (int i = 0; i < e->n; i++) {
        uv_close((uv_handle_t *)&e->gates[i].poll, NULL);
        close(e->gates[i].fd);
    }
    e->n = 0;
}

void listen_free(server *s)
{
    free(s->entrance);
    s->entrance = NULL;
}
