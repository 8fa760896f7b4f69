/* One connection of a client: requests one after another, or a WebSocket. */
#ifndef SERVER_PEER_H
#define SERVER_PEER_H

#include "server/exchange.h"
#include "server/line.h"

typedef struct peer_handlers {
    void (*request)(exchange *x); /* a complete one, to be answered now or later */
    void (*heard)(line *l, const char *text, size_t len);
    void (*gone)(line *l);
    void (*left)(server *s); /* a connection has ended, so another can be accepted */
} peer_handlers;

typedef enum peer_state {
    PEER_READING, /* requests */
    PEER_TALKING, /* a WebSocket */
    PEER_LEAVING, /* sending the last answer or a close frame; input is discarded */
} peer_state;

typedef struct peer {
    server *server;
    net_stream stream;
    memory_member member;
    peer_state state;
    char address[ADDRESS_MAX + 1]; /* the other end of the connection */
    char counted[ADDRESS_MAX + 1]; /* the address whose limits it counts towards, "" for none */
    net_buffer in;                 /* what cannot be read yet */
    exchange *exchange;            /* the current one */
    uint64_t body_left;
    bool asked;   /* the request is complete, and its answer is not sent yet */
    bool keeps;   /* the client wants to keep the connection */
    bool working; /* the loop of understand() is running */
    bool idle;    /* a request was answered, and no byte of the next one has come */
    bool ended;   /* the client sends no more */
    line *line;
    net_socket *socket;
    int64_t deadline; /* by server_ticks; 0: none */
    int64_t heard_at, pinged_at, since;
    int64_t moved_at; /* when it last read anything */
    bool waited;      /* something was unsent at the last tick */
    uint64_t sent;    /* bytes until then */
    struct peer *before, *after;
} peer;

/* All of a server, and what they share (peers.c). */
struct peers {
    net_loop loop;
    const peer_handlers *handlers;
    net_tls_context *tls;
    peer *first;
    int64_t ticked_at;
};

/* Takes ownership of an accepted socket, from this address, and joins the others. */
void peer_new(server *s, int fd, const char *address);
/* Closes at once. The memory lives until the loop has run. */
void peer_hang_up(peer *p);
/* Leaves if the WebSocket is over. */
void peer_after_frames(peer *p);

#endif
