/* REST: who answers what. */
#include "server/api.h"

#include <stdio.h>
#include <string.h>

#include "server/page.h"
#include "wire/json.h"

static void write_range(tm_json *json, const tm_range *range)
{
    tm_json_key(json, "min");
    tm_json_int(json, range->min);
    tm_json_key(json, "max");
    tm_json_int(json, range->max);
    tm_json_key(json, "default");
    tm_json_int(json, range->def);
}

static void write_option(const tm_say *say, const tm_game *game, const tm_option *option, tm_json *json)
{
    tm_json_open(json, '{');
    tm_json_key(json, "name");
    tm_json_str(json, option->name);
    tm_json_key(json, "help");
    tm_json_str(json, tm_tr(say, option->help));
    write_range(json, &option->range);
    tm_json_key(json, "words");
    tm_json_open(json, '[');
    for (int i = option->range.min; option->words && i <= option->range.max; i++) tm_json_str(json, option->words[i]);
    tm_json_close(json, ']');
    tm_json_key(json, "by_seats");
    tm_json_open(json, '{');
    for (int n = game->min_seats; option->by_seats && n <= game->max_seats; n++) {
        char seats[8];
        snprintf(seats, sizeof seats, "%d", n);
        tm_json_key(json, seats);
        tm_json_open(json, '{');
        write_range(json, tm_option_range(option, n));
        tm_json_close(json, '}');
    }
    tm_json_close(json, '}');
    tm_json_close(json, '}');
}

static void write_game(const tm_say *say, const tm_game *game, tm_json *json)
{
    tm_json_open(json, '{');
    tm_json_key(json, "id");
    tm_json_str(json, game->id);
    tm_json_key(json, "title");
    tm_json_str(json, game->title);
    tm_json_key(json, "about");
    tm_json_str(json, tm_tr(say, game->about));
    tm_json_key(json, "seats");
    tm_json_open(json, '[');
    for (int n = game->min_seats; n <= game->max_seats; n++) tm_json_int(json, n);
    tm_json_close(json, ']');
    tm_json_key(json, "usual");
    tm_json_int(json, game->usual_seats);
    tm_json_key(json, "options");
    tm_json_open(json, '[');
    for (int i = 0; i < game->n_options; i++) write_option(say, game, &game->options[i], json);
    tm_json_close(json, ']');
    tm_json_close(json, '}');
}

static void games(exchange *x)
{
    tm_text text;
    tm_json json = {&text, false};
    tm_text_init(&text, x->server->scratch, SCRATCH);
    tm_json_open(&json, '{');
    tm_json_key(&json, "games");
    tm_json_open(&json, '[');
    for (int i = 0; i < tm_n_games; i++) write_game(&x->say, tm_games[i], &json);
    tm_json_close(&json, ']');
    tm_json_key(&json, "bots");
    tm_json_open(&json, '[');
    for (int i = 0; i < tm_n_bots; i++) {
        tm_json_open(&json, '{');
        tm_json_key(&json, "name");
        tm_json_str(&json, tm_bots[i]->name);
        tm_json_key(&json, "about");
        tm_json_str(&json, tm_tr(&x->say, tm_bots[i]->about));
        tm_json_close(&json, '}');
    }
    tm_json_close(&json, ']');
    tm_json_close(&json, '}');
    exchange_json(x, 200, &text);
}

static void health(exchange *x)
{
    static const char OK[] = "{\"status\":\"ok\"}";
    if (x->server->stopping)
        exchange_error(x, 503, "unavailable", tm_tr(&x->say, "the server is stopping"));
    else if (writer_is_failing(&x->server->writer, NULL, 0))
        exchange_error(x, 503, "unavailable", tm_tr(&x->say, "nothing can be saved at the moment"));
    else
        exchange_answer(x, 200, "application/json", OK, sizeof OK - 1);
}

static void numbers(exchange *x)
{
    tm_text text;
    tm_text_init(&text, x->server->scratch, SCRATCH);
    metrics_write(x->server, &text);
    exchange_answer(x, 200, "text/plain; version=0.0.4; charset=utf-8", text.at, text.len);
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
    {"/api/games", false, games}, {"/api/openapi.json", false, openapi}, {"/api/replay", true, api_replay},
    {"/health", false, health},   {"/metrics", false, numbers},
};

/* The rest of a path that begins with a folder's, NULL if it does not. */
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
