/* Another program, run by the shell, that we talk to in lines over its standard input and output. */
#ifndef ENGINE_PROCESS_H
#define ENGINE_PROCESS_H

#include <sys/types.h>

#include <tatami/text.h>

enum { PROCESS_LINE_MOST = 1 << 16 }; /* bytes of a line that it may write */

/* How talking can fail. */
enum {
    PROCESS_ENDED = -101, /* it closed its output, or died */
    PROCESS_LATE = -102,  /* nothing by the deadline */
    PROCESS_LONG = -103,  /* a line longer than PROCESS_LINE_MOST */
};

typedef struct process {
    pid_t pid;
    int fd; /* one socket, its standard input and output */
    size_t taken, len;
    char in[PROCESS_LINE_MOST + 1]; /* what it wrote: `taken` bytes were given out, `len` are there */
} process;

/* Milliseconds of a clock that only goes forward. */
int64_t process_now(void);

/* Starts `sh -c command`, with one more variable (`NAME=value`) in its environment, in a process group of its own:
 * Ctrl-C is for us. 0, or an error number of the system. Its standard error is ours. */
int process_start(const char *command, const char *variable, process **out);
/* Both wait no longer than until `deadline`. Sending keeps what the other side writes meanwhile, so that two that write
 * at the same time do not wait for each other. What is sent to a program that has ended is lost; its last lines and its
 * end are for process_receive. */
int process_send(process *p, const char *text, size_t len, int64_t deadline);
/* The next line, without its end; it holds until the next call. */
int process_receive(process *p, tm_span *out, int64_t deadline);
/* Closes its input, waits for it up to `deadline`, then kills it and its children. Its wait status; NULL is fine. */
int process_stop(process *p, int64_t deadline);

#endif
