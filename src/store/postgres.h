/* PostgreSQL behind the store: what its files share. docs/ARCHITECTURE.md says why it is built like this.
 *
 * A store has a connection for committing, one for reading, and one for listening; more readers share a few in a pool. All
 * of them may wait for the network: the server calls none of this on its loop. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <tatami/store.h>

enum {
    CONNECT_MS = 3000,
    READ_MS = 2000,
    COMMIT_MS = 10000, /* after which a commit counts as failed, though it may still succeed */
    TRIES = 4,         /* of a group that the database gave up because of a deadlock */
    SPARES = 3,
    PARAMETERS_MAX = 16,
    PG_GROUPS = 2,  /* on their way at the same time */
    PG_ARRAYS = 14, /* of a group */
};

typedef struct pg_link {
    PGconn *conn;      /* NULL: none */
    const char *place; /* the address without what is secret; the pool's */
    uint32_t prepared; /* one bit per statement */
    bool doubt;        /* the database warned while it committed */
} pg_link;

/* Shared by a store and its readers; whoever drops it last frees it. */
typedef struct pg_pool {
    pthread_mutex_t mutex;
    int refs;
    char *address, *place;
    bool away; /* whoever watches the store cannot reach it, so nobody need try */
    PGconn *spare[SPARES];
    int n_spare;
} pg_pool;

typedef struct pg_watch pg_watch;

typedef struct pg_value {
    const void *bytes;
    int len;
} pg_value;

/* An array in the database's binary form: a header, then each value with its length. */
typedef struct pg_array {
    uint8_t *at;
    size_t len, size;
    uint32_t n;
    bool failed; /* out of memory, or more than the database takes */
} pg_array;

/* A group of changes that was sent or is to be sent. */
typedef struct pg_group {
    tm_change *changes; /* the caller's */
    int n, tries;
    bool failed;    /* it cannot be sent */
    bool posted;    /* it is on its way */
    bool follows;   /* others were on their way before it */
    bool lost;      /* its connection broke before the answer came */
    int64_t number; /* on this connection */
    int64_t until;  /* how long to wait for the answer, by pg_ticks */
    PGresult *result;
    pg_array arrays[PG_ARRAYS];
    pg_value values[PG_ARRAYS];
} pg_group;

typedef struct postgres_store {
    tm_store store; /* must come first: a tm_store * is a postgres_store * */
    pg_pool *pool;
    pg_link writer, reader;
    int64_t failed_at;          /* when connecting for writing failed last; 0: it did not */
    pg_group groups[PG_GROUPS]; /* the oldest first */
    int n_groups, n_posted;
    int64_t number, made; /* of the last group that was posted; of the last one that this connection has made */
    pg_watch *watch;      /* NULL: none */
    tm_id node;           /* our name, once it watches */
} postgres_store;

/* postgres_link.c: connections, and what the database's errors mean. */
int64_t pg_ticks(void); /* milliseconds, of a clock that is never set */
int pg_connect(pg_link *l, const char *address, const char *place, int ms, tm_why *why);
void pg_disconnect(pg_link *l);
bool pg_is_alive(pg_link *l); /* as far as can be told without asking */
/* Runs a statement, prepared on first use as number `which` unless that is negative, and returns its result, or NULL and TM_EIO
 * in *out_status. Values are binary. After a timeout the connection is closed. */
PGresult *pg_ask(pg_link *l, int which, const char *sql, const pg_value *values, int n, int ms, int *out_status,
                 tm_why *why);
/* Prepares statement number `which`, unless that is done. */
int pg_prepare(pg_link *l, int which, const char *sql, int n, int ms, tm_why *why);
/* Sends a prepared statement and the end of its transaction, in a pipeline, without waiting. */
bool pg_post(pg_link *l, int which, const pg_value *values, int n);
/* Waits for the connection, or until `wake` can be read, unless that is -1. */
enum { PG_LATE, PG_READY, PG_WOKEN };
int pg_wait(PGconn *conn, short events, int wake, int64_t until);
/* Statements that give nothing, separated by semicolons. */
int pg_run(pg_link *l, const char *sql, int ms, tm_why *why);
/* The reason, from a result that is an error or from the connection. The SQLSTATE, or "", in out_state if not NULL. */
int pg_why(const pg_link *l, const PGresult *result, char out_state[6], tm_why *why);
int64_t pg_number(const PGresult *result, int row, int column); /* of any whole number, or a boolean */
void pg_copy(const PGresult *result, int row, int column, char *out, size_t size);
/* Eight bytes, most significant first, as the database wants numbers. */
void pg_put64(uint8_t out[8], int64_t number);

/* postgres_pool.c */
pg_pool *pg_pool_new(const char *address, tm_why *why);
void pg_pool_hold(pg_pool *pool);
void pg_pool_drop(pg_pool *pool);
/* Makes sure that there is a connection: a spare or a new one. */
int pg_pool_connect(pg_pool *pool, pg_link *l, tm_why *why);
/* Keeps a connection that is still good for the next reader. */
void pg_pool_return(pg_pool *pool, pg_link *l);
/* Whether the database can be reached. If not, connections that are kept are closed. */
void pg_pool_set_away(pg_pool *pool, bool away);

/* postgres_schema.c */
extern const char *const pg_schema_steps[]; /* steps[i] leads from version i to i + 1 */
extern const int pg_schema_version;
int pg_schema_upgrade(pg_link *l, const char *const *steps, int newest, tm_why *why);
int pg_schema_rights(pg_link *l, tm_why *why);

/* postgres_change.c */
/* The checksum of an entry, stored with it. */
int32_t pg_entry_sum(const char *table, int64_t n, const void *text, size_t len);
/* False if out of memory, or if there is too much; the caller frees arrays[].at in any case. */
bool pg_pack(const tm_change *changes, int n_changes, pg_array arrays[PG_ARRAYS], pg_value out[PG_ARRAYS]);
/* The statuses of the changes, from the answer. */
void pg_unpack(const PGresult *result, tm_change *changes, int n_changes);

/* postgres_send.c */
void pg_send(tm_store *store, tm_change *changes, int n_changes);
int pg_take(tm_store *store, int wake, tm_why *why);
int pg_commit(tm_store *store, tm_change *changes, int n_changes, tm_why *why);

/* postgres_read.c */
int pg_read_table(tm_store *store, const char *id, tm_table_row *out, char **out_text, tm_why *why);
int pg_read_log(tm_store *store, const char *id, uint32_t from,
                int (*each)(void *context, uint32_t n, const tm_entry *entry), void *context, tm_why *why);
int pg_list_tables(tm_store *store, const tm_table_query *query, int (*each)(void *context, const tm_table_row *row),
                   void *context, tm_why *why);
int pg_find_token(tm_store *store, const uint8_t *hash, int64_t now, tm_person *out, tm_why *why);
int pg_read_person(tm_store *store, const char *id, tm_person *out, tm_why *why);
int pg_read_fact(tm_store *store, const char *name, char **out, tm_why *why);
int pg_list_subscriptions(tm_store *store, const char *person,
                          int (*each)(void *context, const uint8_t *hash, tm_span text), void *context, tm_why *why);
int pg_count_tables(tm_store *store, uint32_t out_by_phase[3], tm_why *why);

/* postgres_rows.c */
int pg_read_rows(tm_store *store, int (*each)(void *context, const tm_row *row), void *context, tm_why *why);
int pg_write_rows(tm_store *store, int (*fill)(void *context, tm_row_sink *sink), void *context, tm_why *why);

/* postgres_watch.c */
int pg_watch_start(tm_store *store, const char *node, void (*heard)(void *context, const tm_news *news), void *context,
                   tm_why *why);
void pg_watch_stop(pg_watch *w);

#endif
