/* The line to a table: a WebSocket on a thread of its own, which reconnects by itself when the connection is lost. */
#ifndef CLIENT_LINE_H
#define CLIENT_LINE_H

#include "client/http.h"

typedef struct client_line client_line;

typedef enum client_news_kind { CLIENT_OPEN, CLIENT_SAID, CLIENT_LOST, CLIENT_ANSWERED } client_news_kind;

typedef struct client_news {
    struct client_news *next;
    client_news_kind kind;
    int status; /* CLIENT_ANSWERED: of the answer; 0: there is none, and the text is the reason, NULL of client_refuse as "\n" */
    size_t len;
    char text[]; /* what was said or answered, with a NUL at its end */
} client_news;

/* TM_OK or TM_ESPACE. */
int client_line_start(const client_address *address, const char *path, client_line **out);
void client_line_stop(client_line *line);
/* Readable when there is news. */
int client_line_fd(const client_line *line);
/* The oldest news, freed by the caller, or NULL. */
client_news *client_line_take(client_line *line);
/* Sends once the line is open; unsent messages are dropped when the connection is lost. */
void client_line_send(client_line *line, tm_span text);
/* GETs a path from the same server on another connection, without waiting: the answer comes as news. One at a time.
 * The token may be NULL. */
void client_line_ask(client_line *line, const char *path, const char *token, const char *language);

#endif
