/* A WebSocket: somebody's line to a table. The network keeps it while it is open; a job that will answer holds it, too. */
#ifndef SERVER_LINE_H
#define SERVER_LINE_H

#include "server/server.h"

typedef struct live live;
typedef struct outgoing outgoing;

enum { RE_MOST = 32, ADDRESS_MOST = 63 };

typedef struct line {
    server *server;
    void *wsi;         /* the network's own */
    live *live;        /* NULL until the greeting */
    struct line *next; /* at the same table */
    tm_id table;       /* which was asked for */
    char address[ADDRESS_MOST + 1];
    tm_person person; /* who; an empty id: a stranger */
    viewer viewer;
    uint8_t token[TM_HASH_BYTES]; /* the hash of what it showed */
    bool greeted, wants_table, closed;
    bool visiting; /* its table is being read */
    uint32_t from; /* entries that the client had before */
    uint32_t refs;
    int64_t since;
    /* Kept by the network. */
    struct line *before, *after; /* of all that are open */
    int64_t heard_at, pinged_at;
    bool pings;    /* a ping is to be sent */
    bool farewell; /* the close frame was sent */
    outgoing *first, **last;
    size_t n_queued; /* bytes that wait to be sent */
    char *in;
    size_t n_in;
    int close_code;
} line;

void line_hold(line *l);
void line_drop(line *l);
/* Queues a copy of the text. */
void line_send(line *l, const char *text, size_t len);
/* Sends what is queued, then closes. */
void line_close(line *l, int code);

/* What a client says, and that it is gone. Of talk.c. */
void line_heard(line *l, const char *text, size_t len);
void line_gone(line *l);

/* Answers to a message that had this id ("" for none). */
void line_ok(line *l, const char *re, uint32_t n);
void line_error(line *l, const char *re, int status, const char *message);
const char *line_error_word(int status); /* of TM_E… and ROOM_… */

#endif
