/* Identities: a token is shown once, when it is created; only its hash is stored. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/api_ask.h"
#include "server/guests.h"
#include "server/hall_names.h"
#include "server/names.h"
#include "wire/json.h"

enum { TOKEN = 32, PERSON_ID = 12, CODE = 16, CODE_MS = 10 * 60 * 1000 };

static void write_person(exchange *x, const tm_person *who, const char *token, tm_text *text)
{
    tm_text_init(text, x->server->scratch, SCRATCH);
    tm_json json = {text, false};
    tm_json_open(&json, '{');
    if (token) {
        tm_json_key(&json, "token");
        tm_json_str(&json, token);
    }
    tm_json_key(&json, "id");
    tm_json_str(&json, who->id);
    tm_json_key(&json, "name");
    tm_json_str(&json, who->name);
    tm_json_key(&json, "bot");
    tm_json_bool(&json, who->bot);
    tm_json_close(&json, '}');
}

/* The answer to send once the changes are stored. */
typedef struct promise {
    exchange *exchange;
    int status;
    tm_person who;
    char token[TOKEN + 1], code[CODE + 1];
    int64_t expires; /* of the code; or when it was claimed */
    char budget[BUDGET_MAX];
} promise;

static promise *promise_new(exchange *x, int n_changes, void (*done)(job *), job **out)
{
    promise *p = calloc(1, sizeof *p);
    *out = job_new(n_changes, 0, done, p);
    if (!p || !*out) {
        free(p);
        if (*out) job_free(*out);
        exchange_refuse(x, TM_ESPACE, NULL);
        return NULL;
    }
    p->exchange = x;
    p->status = 200;
    exchange_hold(x);
    return p;
}

static void promise_free(promise *p)
{
    exchange_drop(p->exchange);
    free(p);
}

static void answer_person(job *j)
{
    promise *p = j->context;
    tm_text text;
    if (j->status) {
        exchange_refuse(p->exchange, TM_EIO, NULL);
    } else if (!api_has_spent(p->exchange, LIMIT_IDENTITIES, &j->changes[0])) {
        write_person(p->exchange, &p->who, *p->token ? p->token : NULL, &text);
        exchange_json(p->exchange, p->status, &text);
    }
    promise_free(p);
}

static void answer_renamed(job *j)
{
    promise *p = j->context;
    if (!j->status) hall_rename(p->exchange->server->hall, &p->who);
    answer_person(j);
}

static void make(exchange *x)
{
    server *s = x->server;
    tm_why why;
    job *j;
    const char *name = "";
    bool bot = false;
    char clean[TM_NAME_MAX + 1] = "";
    if (!api_may(x, LIMIT_IDENTITIES, x->address)) return;
    cJSON *json = api_body(x);
    if (!json) return;
    tm_why_init(&why, &x->say);
    int status = json_text(json, "name", "", &name, &why);
    if (status == TM_OK) status = json_bool(json, "bot", false, &bot, &why);
    if (status == TM_OK && *name) status = name_clean(tm_span_of(name), clean, &why);
    cJSON_Delete(json);
    if (status) {
        exchange_refuse(x, status, why.text.at);
        return;
    }
    promise *p = promise_new(x, 3, answer_person, &j);
    if (!p) return;
    p->status = 201;
    p->who.bot = bot;
    p->who.made_at = server_now();
    strcpy(p->who.name, clean);
    server_random(p->who.id, PERSON_ID);
    server_random(p->token, TOKEN);
    api_spend(x, LIMIT_IDENTITIES, x->address, p->budget, &j->changes[0]);
    j->changes[1].kind = TM_CHANGE_PERSON;
    j->changes[1].who = p->who;
    j->changes[2].kind = TM_CHANGE_TOKEN;
    strcpy(j->changes[2].person, p->who.id);
    server_hash(p->token, j->changes[2].hash);
    j->changes[1].follows = j->changes[2].follows = true;
    writer_put(&s->writer, j);
}

static void me(exchange *x)
{
    tm_text text;
    if (!api_needs_person(x)) return;
    write_person(x, &x->person, NULL, &text);
    exchange_json(x, 200, &text);
}

static void rename_me(exchange *x)
{
    tm_why why;
    job *j;
    const char *name;
    char clean[TM_NAME_MAX + 1];
    if (!api_needs_person(x)) return;
    cJSON *json = api_body(x);
    if (!json) return;
    tm_why_init(&why, &x->say);
    int status = json_text(json, "name", "", &name, &why);
    if (status == TM_OK) status = name_clean(tm_span_of(name), clean, &why);
    cJSON_Delete(json);
    if (status) {
        exchange_refuse(x, status, why.text.at);
        return;
    }
    promise *p = promise_new(x, 1, answer_renamed, &j);
    if (!p) return;
    p->who = x->person;
    strcpy(p->who.name, clean);
    j->changes[0].kind = TM_CHANGE_PERSON;
    j->changes[0].who = p->who;
    writer_put(&x->server->writer, j);
}

static void answer_code(job *j)
{
    promise *p = j->context;
    char room_for_text[128];
    tm_text text;
    tm_json json = {&text, false};
    if (j->status || j->changes[0].status) {
        exchange_refuse(p->exchange, TM_EIO, NULL);
    } else {
        tm_text_init(&text, room_for_text, sizeof room_for_text);
        tm_json_open(&json, '{');
        tm_json_key(&json, "code");
        tm_json_str(&json, p->code);
        tm_json_key(&json, "expires");
        tm_json_int(&json, p->expires);
        tm_json_close(&json, '}');
        exchange_json(p->exchange, 200, &text);
    }
    promise_free(p);
}

static void move(exchange *x)
{
    job *j;
    if (!api_needs_person(x)) return;
    promise *p = promise_new(x, 1, answer_code, &j);
    if (!p) return;
    server_random(p->code, CODE);
    p->expires = server_now() + CODE_MS;
    j->changes[0].kind = TM_CHANGE_TOKEN;
    j->changes[0].once = true;
    j->changes[0].expires = p->expires;
    strcpy(j->changes[0].person, x->person.id);
    server_hash(p->code, j->changes[0].hash);
    writer_put(&x->server->writer, j);
}

static int read_claimed(tm_store *store, void *context, tm_why *why)
{
    promise *p = context;
    uint8_t hash[TM_HASH_BYTES];
    server_hash(p->token, hash);
    return store->ops->find_token(store, hash, p->expires, &p->who, why);
}

static void on_claimed(void *context, int status, const char *why)
{
    promise *p = context;
    exchange *x = p->exchange;
    tm_text text;
    (void)why;
    if (status == TM_OK) {
        write_person(x, &p->who, p->token, &text);
        exchange_json(x, 200, &text);
    } else if (status == TM_EUNKNOWN) {
        exchange_error(x, 404, "unknown",
                       tm_tr(&x->say, "this code is not valid: a code works once, within ten minutes"));
    } else {
        exchange_refuse(x, TM_EIO, NULL);
    }
    promise_free(p);
}

static void answer_claim(job *j)
{
    promise *p = j->context;
    exchange *x = p->exchange;
    if (j->status) {
        on_claimed(p, TM_EIO, NULL);
    } else if (api_has_spent(x, LIMIT_CLAIMS, &j->changes[0])) {
        promise_free(p);
    } else if (j->changes[1].status) {
        on_claimed(p, TM_EUNKNOWN, NULL);
    } else {
        p->expires = server_now();
        reader_ask(&x->server->reader, read_claimed, on_claimed, p);
    }
}

static void claim(exchange *x)
{
    server *s = x->server;
    tm_why why;
    job *j;
    const char *code;
    if (!api_may(x, LIMIT_CLAIMS, x->address)) return;
    cJSON *json = api_body(x);
    if (!json) return;
    tm_why_init(&why, &x->say);
    int status = json_text(json, "code", "", &code, &why);
    if (status == TM_OK && !*code) status = tm_why_not(&why, TM_ESYNTAX, "\"code\" is missing");
    if (status) {
        exchange_refuse(x, TM_ESYNTAX, why.text.at);
        cJSON_Delete(json);
        return;
    }
    promise *p = promise_new(x, 2, answer_claim, &j);
    if (p) {
        server_random(p->token, TOKEN);
        api_spend(x, LIMIT_CLAIMS, x->address, p->budget, &j->changes[0]);
        j->changes[1].kind = TM_CHANGE_CLAIM;
        j->changes[1].follows = true;
        j->changes[1].at = server_now();
        server_hash(code, j->changes[1].claimed);
        server_hash(p->token, j->changes[1].hash);
        writer_put(&s->writer, j);
    }
    cJSON_Delete(json);
}

static void answer_forgotten(job *j)
{
    promise *p = j->context;
    if (j->status) {
        exchange_refuse(p->exchange, TM_EIO, NULL);
    } else {
        guests_send_away(p->exchange->server->hall, j->changes[0].person, j->changes[0].hash);
        exchange_answer(p->exchange, 200, "application/json", "{}", 2);
    }
    promise_free(p);
}

static void forget(exchange *x)
{
    job *j;
    if (!api_needs_person(x)) return;
    promise *p = promise_new(x, 1, answer_forgotten, &j);
    if (!p) return;
    j->changes[0].kind = TM_CHANGE_FORGET;
    strcpy(j->changes[0].person, x->person.id);
    server_hash(x->token, j->changes[0].hash);
    writer_put(&x->server->writer, j);
}

void api_me(exchange *x, const char *rest)
{
    static const struct {
        const char *path;
        void (*get)(exchange *x);
        void (*post)(exchange *x);
    } PLACES[] = {
        {"", me, make},
        {"/tables", api_me_tables, NULL},
        {"/name", NULL, rename_me},
        {"/move", NULL, move},
        {"/claim", NULL, claim},
        {"/forget", NULL, forget},
        {"/push", NULL, api_me_push},
        {"/push/remove", NULL, api_me_push_remove},
        {"/history", api_me_history, NULL},
        {"/history/remove", NULL, api_me_history_remove},
        {"/delete", NULL, api_me_delete},
    };
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        if (strcmp(rest, PLACES[i].path) != 0) continue;
        void (*answer)(exchange *) = x->post ? PLACES[i].post : PLACES[i].get;
        if (answer)
            answer(x);
        else
            exchange_error(x, 405, "method", x->post ? "GET" : "POST");
        return;
    }
    exchange_error(x, 404, "unknown", tm_tr(&x->say, "there is nothing here"));
}
