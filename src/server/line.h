/* A WebSocket that somebody opened to a table. The connection holds a reference while it is open, and so does a job
 * that will answer. */
#ifndef SERVER_LINE_H
#define SERVER_LINE_H

#include "net/socket.h"
#include "net/stream.h"
#include "server/address.h"
#include "server/server.h"

typedef struct live live;

enum { RE_MAX = 32 };

/* What every message looks at comes first: with thousands of lines none of it is in the processor's caches. */
typedef struct line {
    server *server;
    live *live;        /* NULL until the greeting */
    struct line *next; /* at the same table */
    /* Owned by the connection; NULL once it is closed. */
    net_socket *socket;
    net_stream *stream;
    memory_member *member;
    viewer viewer;
    bool greeted, wants_table, closed;
    bool visiting; /* its table is being read */
    uint32_t from; /* entries that the client already has */
    uint32_t refs;
    tm_person person; /* who; an empty id: nobody we know */
    tm_id table;      /* the table in the URL */
    char address[ADDRESS_MAX + 1];
    uint8_t token[TM_HASH_BYTES]; /* the hash of the token it used */
} line;

line *line_new(server *s); /* NULL if out of memory */
void line_hold(line *l);
void line_drop(line *l);
/* Sends a copy of the text. A client that does not read what was sent before is disconnected. */
void line_send(line *l, const char *text, size_t len);
/* Sends what is queued, then closes. */
void line_close(line *l, int code);

/* Opens a message of this type, which answers the one with this id ("" for none). */
void line_begin(tm_json *json, const char *type, const char *re);
/* Answers a message with this id ("" for none). */
void line_ok(line *l, const char *re, uint32_t n);
void line_error(line *l, const char *re, int status, const char *message);
const char *line_error_word(int status); /* of TM_E… and ROOM_… */

#endif
