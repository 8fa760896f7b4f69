/* The table server: what its parts share. Everything runs on one event loop, on one thread; the writer, and the reader of a
 * database, have their own threads, and bots think on libuv's worker threads, with views. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <uv.h>

#include "server/clock.h"
#include "server/language.h"
#include "server/limits.h"
#include "server/memory.h"
#include "server/metrics.h"
#include "server/outages.h"
#include "server/presence.h"
#include "server/reader.h"
#include "server/secret.h"
#include "server/viewer.h"
#include "server/writer.h"

typedef struct server_settings {
    void (*listening)(const struct server_settings *settings, int port); /* the server is ready */
    const char *bind;                                                    /* address to listen at */
    int port;                                                            /* 0: any that is free */
    const char *store;                                                   /* a file, or the address of a database */
    const char *node;                                                    /* the name of this node at its site */
    const char *tls_cert, *tls_key;                                      /* NULL: plain HTTP */
    bool behind_proxy;                                                   /* trust X-Forwarded-For and -Proto */
    uint32_t max_connections, max_per_address;
    int64_t max_memory; /* bytes that clients can make us hold */
    int64_t senders;    /* threads that help to send */
    limit limits[N_LIMITS];
    uint32_t header_seconds;  /* time limit for a request's headers and for the first message */
    int64_t grace;            /* ms before the others may let a bot stand in */
    int64_t archive_after;    /* ms without a visit */
    int64_t bot_pause;        /* minimum ms for a bot's decision, so that people can follow */
    int64_t idle;             /* ms without visitors until a table is dropped from memory */
    const char *push_contact; /* whom push services may write to about our notifications: mailto: or https: */
    bool push_anywhere;       /* push services may have private addresses and other ports, for tests */
} server_settings;

void server_settings_init(server_settings *settings);

typedef struct hall hall;
typedef struct peers peers;
typedef struct entrance entrance;
typedef struct share share;
typedef struct push push;

typedef struct server {
    server_settings settings;
    uv_loop_t loop;
    tm_store *store; /* while the loop runs, it reads through `reader` only */
    reader reader;
    writer writer;
    limits *limits;
    metrics metrics;
    desk desk;
    outages outages;
    struct {
        int64_t archived_at, expired_at, looked_at; /* by server_ticks; 0: not yet */
    } upkeep;
    hall *hall;
    push *push;
    memory *memory;
    peers *peers;
    entrance *entrance;
    bool shared; /* other nodes use the store, too */
    share *share;
    presence *presence; /* NULL if the store is not shared */
    bool vanished;      /* other nodes believe that somebody is at a table that was dropped */
    uint32_t
        n_people; /* grows when somebody is renamed or revokes tokens: whoever read a person meanwhile reads again */
    bool stopping;
    int64_t stop_at; /* no longer than this, by server_ticks */
    uv_timer_t tick;
    uv_signal_t signals[2];
    char *scratch; /* for one message; SCRATCH bytes */
} server;

enum { SCRATCH = 16 << 20 };

/* Runs until SIGTERM or SIGINT: 0, or TM_EIO and a reason if it cannot start. */
int server_run(const server_settings *settings, tm_why *why);

#endif
