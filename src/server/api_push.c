/* Subscriptions to notifications, one for each device. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/api_ask.h"
#include "server/push.h"
#include "wire/json.h"

void api_push_key(exchange *x)
{
    char room_for_text[160];
    tm_text text;
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    tm_put_str(&text, "{\"key\":\"");
    base64url_write(push_key(x->server->push)->point, WEBPUSH_POINT, &text);
    tm_put_str(&text, "\"}");
    exchange_json(x, 200, &text);
}

static void answer_done(job *j)
{
    exchange *x = j->context;
    if (j->status || (j->changes[0].status && j->changes[0].status != TM_EUNKNOWN))
        exchange_refuse(x, TM_EIO, NULL);
    else
        exchange_answer(x, 200, "application/json", "{}", 2);
    exchange_drop(x);
}

static void put(exchange *x, const tm_change *change)
{
    job *j = job_new(1, change->text.len, answer_done, x);
    if (!j) {
        exchange_refuse(x, TM_ESPACE, NULL);
        return;
    }
    j->changes[0] = *change;
    if (change->text.len) j->changes[0].text.at = memcpy(j->pool, change->text.at, change->text.len);
    strcpy(j->changes[0].person, x->person.id);
    exchange_hold(x);
    writer_put(&x->server->writer, j);
}

void api_me_push(exchange *x)
{
    tm_why why;
    push_to to;
    const char *endpoint, *point, *auth, *language;
    char room_for_text[PUSH_ENDPOINT_MAX + 200];
    tm_text text;
    tm_change change = {.kind = TM_CHANGE_SUBSCRIBE, .at = server_now()};
    if (!api_needs_person(x)) return;
    cJSON *json = api_body(x);
    if (!json) return;
    tm_why_init(&why, &x->say);
    int status = json_text(json, "endpoint", "", &endpoint, &why);
    if (status == TM_OK) status = json_text(json, "p256dh", "", &point, &why);
    if (status == TM_OK) status = json_text(json, "auth", "", &auth, &why);
    if (status == TM_OK) status = json_text(json, "lang", "en", &language, &why);
    if (status == TM_OK) status = push_to_read(&to, endpoint, point, auth, x->server->settings.push_anywhere, &why);
    if (status == TM_OK) {
        strcpy(to.language, server_language(language) ? "fr" : "en");
        tm_text_init(&text, room_for_text, sizeof room_for_text);
        push_to_write(&to, &text);
        change.text.at = text.at;
        change.text.len = text.len;
        server_hash(endpoint, change.hash);
        server_hash(x->token, change.token);
        put(x, &change);
    } else {
        exchange_refuse(x, TM_ESYNTAX, why.text.at);
    }
    cJSON_Delete(json);
}

void api_me_push_remove(exchange *x)
{
    tm_why why;
    const char *endpoint;
    tm_change change = {.kind = TM_CHANGE_UNSUBSCRIBE};
    if (!api_needs_person(x)) return;
    cJSON *json = api_body(x);
    if (!json) return;
    tm_why_init(&why, &x->say);
    if (json_text(json, "endpoint", "", &endpoint, &why)) {
        exchange_refuse(x, TM_ESYNTAX, why.text.at);
    } else {
        server_hash(endpoint, change.hash);
        put(x, &change);
    }
    cJSON_Delete(json);
}
