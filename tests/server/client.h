/* A client of the table server for programs with very many connections: HTTP/1.1 and WebSocket on nonblocking sockets,
 * by hand, so that it is cheap and shares no library with the server. It believes what our server may send and treats
 * everything else as the end of the line: answers without Content-Length, fragmented messages. */
#ifndef TESTS_SERVER_CLIENT_H
#define TESTS_SERVER_CLIENT_H

#include <netinet/in.h>
#include <tatami/text.h>

enum line_kind { LINE_CLOSED, LINE_HTTP, LINE_UPGRADING, LINE_OPEN };

/* One connection; starts with zeroes. Its memory is the caller's and may not move while it is open. */
typedef struct ld_line {
    enum line_kind kind;
    int fd;
    uint32_t generation; /* how often it was opened */
    uint32_t n_in, n_out;
    char *in, *out; /* what is not whole yet, and what could not be sent yet */
    uint32_t index; /* the owner's */
} ld_line;

typedef struct ld_line_events {
    void (*reply)(void *context, ld_line *line, int status, tm_span body); /* an HTTP answer */
    void (*opened)(void *context, ld_line *line);                          /* the WebSocket is there */
    void (*message)(void *context, ld_line *line, tm_span text);
    void (*closed)(void *context, ld_line *line, const char *why); /* by the other side; the line may be opened again */
} ld_line_events;

typedef struct ld_client {
    int epoll;
    uint16_t port;
    int n_addresses; /* connections come from 127.0.0.1 … 127.0.0.n_addresses in turn */
    uint32_t n_opened;
    const ld_line_events *events;
    void *context;
    char *room;
} ld_client;

int client_init(ld_client *client, uint16_t port, int n_addresses, const ld_line_events *events, void *context);
void client_free(ld_client *client);
/* Waits for something to happen, for at most so many microseconds, and handles it. */
int client_step(ld_client *client, int64_t microseconds);

int line_open(ld_client *client, ld_line *line);
void line_close(ld_client *client, ld_line *line);
/* An HTTP request; the answer comes as `reply`. token may be NULL. */
int line_request(ld_client *client, ld_line *line, const char *method, const char *path, const char *token,
                 tm_span body);
/* Turns a fresh line into a WebSocket. */
int line_upgrade(ld_client *client, ld_line *line, const char *path);
int line_say(ld_client *client, ld_line *line, tm_span text);

/* Microseconds of a clock that only goes forward. */
int64_t client_now(void);

#endif
