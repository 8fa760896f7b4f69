/* One HTTP request and its answer, which may come later. The connection holds a reference while the client waits,
 * and so does a job that will answer. */
#ifndef SERVER_EXCHANGE_H
#define SERVER_EXCHANGE_H

#include "server/address.h"
#include "server/server.h"

enum { REQUEST_PATH_MAX = 511, BODY_MAX = 1 << 20 };

typedef struct exchange {
    server *server;
    void (*ready)(void *waits, struct exchange *x); /* called once there is an answer */
    void *waits;                                    /* NULL once the client is gone */
    bool post;
    bool head; /* HEAD: the answer without its body */
    char path[REQUEST_PATH_MAX + 1];
    char query[REQUEST_PATH_MAX + 1];
    char address[ADDRESS_MAX + 1];
    char type[64];   /* of the body */
    char token[128]; /* as it was shown, or "" */
    char etag[128];  /* what the client has */
    bool takes_gzip;
    char *body; /* NUL-terminated */
    size_t n_body, body_capacity;
    tm_person person;                  /* who asks; an empty id: nobody we know */
    bool known;                        /* or a token is still being looked up */
    void (*go_on)(struct exchange *x); /* then this shall be called */
    tm_say say;                        /* their language */
    uint32_t refs;
    /* The answer. */
    bool answered;
    int status;
    const char *out_type, *out_etag, *out_cache, *out_encoding; /* constants or NULL */
    const char *out;                                            /* out_owned, or a constant */
    char *out_owned;
    size_t n_out;
} exchange;

exchange *exchange_new(server *s);
void exchange_hold(exchange *x);
void exchange_drop(exchange *x);

/* A value of the query, copied into the caller's buffer, or NULL. */
const char *exchange_query(const exchange *x, const char *name, char *out, size_t size);

/* Answers, once. The text is copied. */
void exchange_answer(exchange *x, int status, const char *type, const char *text, size_t len);
/* The same with a text that is never freed. */
void exchange_constant(exchange *x, int status, const char *type, const char *text, size_t len);
void exchange_json(exchange *x, int status, const tm_text *text);
/* The same with the status and word for a TM_E… or ROOM_…. */
void exchange_refuse(exchange *x, int code, const char *message);
void exchange_error(exchange *x, int status, const char *word, const char *message);
/* Sends an answer whose out_… members were set directly. */
void exchange_ready(exchange *x);

#endif
