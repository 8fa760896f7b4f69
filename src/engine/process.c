#include "engine/process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int64_t process_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Our environment and one more variable; only the list is new. */
static char **extend_environment(const char *variable)
{
    size_t n = 0;
    while (environ[n]) n++;
    char **list = malloc((n + 2) * sizeof *list);
    if (!list) return NULL;
    memcpy(list, environ, n * sizeof *list);
    list[n] = (char *)(uintptr_t)variable;
    list[n + 1] = NULL;
    return list;
}

/* posix_spawn, because other threads run: nothing may happen between fork and exec. */
static int spawn(const char *command, char **variables, int fd, pid_t *out_pid)
{
    char *const argv[] = {(char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c", (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    int error = posix_spawn_file_actions_adddup2(&actions, fd, STDIN_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, fd, STDOUT_FILENO);
    if (!error) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
    if (!error) error = posix_spawn(out_pid, "/bin/sh", &actions, &attributes, argv, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int process_start(const char *command, const char *variable, process **out)
{
    int fds[2];
    /* A pair of sockets: one descriptor for both directions, closed in every other child, and no signal when it
     * breaks. */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) return errno;
    process *p = calloc(1, sizeof *p);
    char **variables = extend_environment(variable);
    const int error = p && variables ? spawn(command, variables, fds[1], &p->pid) : ENOMEM;
    free(variables);
    close(fds[1]);
    if (error) {
        close(fds[0]);
        free(p);
        return error;
    }
    p->fd = fds[0];
    *out = p;
    return 0;
}

/* Waits until the socket may be written (if so asked) or has something for us. */
static int wait_for(const process *p, bool to_write, int64_t deadline)
{
    struct pollfd poll_fd = {.fd = p->fd, .events = (short)(to_write ? POLLOUT : 0)};
    if (p->len < PROCESS_LINE_MAX) poll_fd.events |= POLLIN;
    for (;;) {
        const int64_t left = deadline - process_now();
        if (left <= 0) return PROCESS_LATE;
        const int n = poll(&poll_fd, 1, left > 1000000 ? 1000000 : (int)left);
        if (n > 0) return TM_OK;
        if (n < 0 && errno != EINTR) return PROCESS_ENDED;
    }
}

/* Reads what has arrived, as far as it fits. 1 if something came, 0 if not, or ENDED. */
static int take(process *p)
{
    if (p->taken) {
        memmove(p->in, p->in + p->taken, p->len - p->taken);
        p->len -= p->taken;
        p->taken = 0;
    }
    if (p->len == PROCESS_LINE_MAX) return 0;
    const ssize_t n = recv(p->fd, p->in + p->len, PROCESS_LINE_MAX - p->len, MSG_DONTWAIT);
    if (n > 0) p->len += (size_t)n;
    if (n > 0) return 1;
    return n < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : PROCESS_ENDED;
}

int process_send(process *p, const char *text, size_t len, int64_t deadline)
{
    while (len) {
        const ssize_t n = send(p->fd, text, len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n >= 0) {
            text += n;
            len -= (size_t)n;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR) return TM_OK; /* it has exited: process_receive will notice */
        const int status = wait_for(p, true, deadline);
        if (status) return status;
        if (take(p) < 0) return TM_OK;
    }
    return TM_OK;
}

int process_receive(process *p, tm_span *out, int64_t deadline)
{
    for (;;) {
        char *start = p->in + p->taken, *end = memchr(start, '\n', p->len - p->taken);
        if (end) {
            out->at = start;
            out->len = (uint32_t)(end - start);
            p->taken += out->len + 1;
            return TM_OK;
        }
        if (p->len - p->taken == PROCESS_LINE_MAX) return PROCESS_LONG;
        int status = take(p);
        if (status < 0) return status;
        if (status == 0 && (status = wait_for(p, false, deadline))) return status;
    }
}

int process_stop(process *p, int64_t deadline)
{
    int status = 0;
    pid_t ended = 0;
    if (!p) return 0;
    shutdown(p->fd, SHUT_WR);
    while ((ended = waitpid(p->pid, &status, WNOHANG)) == 0 && process_now() < deadline) {
        const struct timespec moment = {.tv_nsec = 2000000};
        nanosleep(&moment, NULL);
    }
    kill(-p->pid, SIGKILL); /* what the shell started may outlive it */
    while (ended == 0 && waitpid(p->pid, &status, 0) < 0 && errno == EINTR) continue;
    close(p->fd);
    free(p);
    return status;
}
