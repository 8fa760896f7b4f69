/* Another program, run by the shell, that we talk to in lines over its standard input and output. */
#ifndef ENGINE_PROCESS_H
#define ENGINE_PROCESS_H

#include <sys/types.h>

#include <tatami/text.h>

enum { PROCESS_LINE_MAX = 1 << 16 }; /* maximum bytes of a line it may write */

/* How talking can fail. */
enum {
    PROCESS_ENDED = -101, /* it closed its output or exited */
    PROCESS_LATE = -102,  /* nothing by the deadline */
    PROCESS_LONG = -103,  /* a line longer than PROCESS_LINE_MAX */
};

typedef struct process {
    pid_t pid;
    int fd; /* one socket, its standard input and output */
    size_t taken, len;
    char in[PROCESS_LINE_MAX + 1]; /* what it wrote: `len` bytes, of which `taken` have been returned */
} process;

/* Milliseconds of a clock that only goes forward. */
int64_t process_now(void);

/* Starts `sh -c command`, with one more variable (`NAME=value`) in its environment, in its own process group, so
 * that Ctrl-C does not reach it. Returns 0 or an errno. It shares our standard error. */
int process_start(const char *command, const char *variable, process **out);
/* Both wait until `deadline` at most. While sending we keep reading, so that two sides that write at the same time
 * do not block each other. Anything sent to a program that has exited is lost; process_receive returns its last
 * lines and then its end. */
int process_send(process *p, const char *text, size_t len, int64_t deadline);
/* The next line, without its line feed; valid until the next call. */
int process_receive(process *p, tm_span *out, int64_t deadline);
/* Closes its input, waits for it until `deadline`, then kills it and its children. Returns its wait status; `p` may be
 * NULL. */
int process_stop(process *p, int64_t deadline);

#endif
