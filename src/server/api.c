/* REST: which function answers which path. */
#include "server/api.h"

#include <stdlib.h>
#include <string.h>

#include <tatami/facts.h>

#include "server/page.h"
#include "server/share.h"
#include "wire/json.h"

static void games(exchange *x)
{
    tm_text text;
    tm_json json = {&text, false};
    tm_text_init(&text, x->server->scratch, SCRATCH);
    tm_facts_write(&x->say, &json);
    exchange_json(x, 200, &text);
}

static void health(exchange *x)
{
    static const char OK[] = "{\"status\":\"ok\"}";
    if (x->server->stopping)
        exchange_error(x, 503, "unavailable", tm_tr(&x->say, "the server is stopping"));
    else if (writer_is_failing(&x->server->writer, NULL, 0) || share_is_away(x->server))
        exchange_error(x, 503, "unavailable", tm_tr(&x->say, "nothing can be saved at the moment"));
    else
        exchange_answer(x, 200, "application/json", OK, sizeof OK - 1);
}

typedef struct counting {
    exchange *exchange;
    uint32_t phases[3];
} counting;

static int count_tables(tm_store *store, void *context, tm_why *why)
{
    counting *c = context;
    return store->ops->count_tables(store, c->phases, why);
}

static void on_counted(void *context, int status, const char *why)
{
    counting *c = context;
    exchange *x = c->exchange;
    tm_text text;
    (void)why;
    tm_text_init(&text, x->server->scratch, SCRATCH);
    metrics_write(x->server, status ? NULL : c->phases, &text);
    exchange_answer(x, 200, "text/plain; version=0.0.4; charset=utf-8", text.at, text.len);
    exchange_drop(x);
    free(c);
}

static void numbers(exchange *x)
{
    counting *c = calloc(1, sizeof *c);
    if (!c) {
        exchange_refuse(x, TM_ESPACE, NULL);
        return;
    }
    c->exchange = x;
    exchange_hold(x);
    reader_ask(&x->server->reader, count_tables, on_counted, c);
}

extern const char openapi_json[];

static void openapi(exchange *x)
{
    exchange_constant(x, 200, "application/json", openapi_json, strlen(openapi_json));
}

static const struct {
    const char *path;
    bool post;
    void (*answer)(exchange *x);
} PLACES[] = {
    {"/api/games", false, games},      {"/api/openapi.json", false, openapi},
    {"/api/replay", true, api_replay}, {"/api/push", false, api_push_key},
    {"/health", false, health},        {"/metrics", false, numbers},
};

/* The rest of a path after a folder, or NULL if it is not in that folder. */
static const char *within(const char *path, const char *folder)
{
    const size_t len = strlen(folder);
    return strncmp(path, folder, len) == 0 && (path[len] == 0 || path[len] == '/') ? path + len : NULL;
}

void api_handle(exchange *x)
{
    const char *rest;
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        if (strcmp(x->path, PLACES[i].path) != 0) continue;
        if (x->post != PLACES[i].post)
            exchange_error(x, 405, "method", PLACES[i].post ? "POST" : "GET");
        else
            PLACES[i].answer(x);
        return;
    }
    if ((rest = within(x->path, "/api/tables")))
        api_tables(x, rest);
    else if ((rest = within(x->path, "/api/me")))
        api_me(x, rest);
    else if (within(x->path, "/api"))
        exchange_error(x, 404, "unknown", tm_tr(&x->say, "there is nothing here"));
    else if (x->post)
        exchange_error(x, 405, "method", "GET");
    else
        page_handle(x);
}
