#include "server/api_ask.h"

#include <stdio.h>
#include <string.h>

#include "wire/json.h"

bool api_needs_person(exchange *x)
{
    if (*x->person.id) return true;
    exchange_error(x, 401, "token", tm_tr(&x->say, "send the token of your identity"));
    return false;
}

cJSON *api_body(exchange *x)
{
    tm_why why;
    tm_why_init(&why, &x->say);
    if (x->n_body && strncmp(x->type, "application/json", 16) != 0) {
        exchange_error(x, 415, "type", tm_tr(&x->say, "the body must be application/json"));
        return NULL;
    }
    cJSON *json = json_object(x->n_body ? x->body : "{}", x->n_body ? x->n_body : 2, &why);
    if (!json) exchange_refuse(x, TM_ESYNTAX, why.text.at);
    return json;
}

static void refuse(exchange *x, limit_kind kind)
{
    x->server->metrics.refused[kind]++;
    exchange_refuse(x, TM_ETURN, tm_tr(&x->say, "Too many requests. Wait a moment."));
}

bool api_may(exchange *x, limit_kind kind, const char *who)
{
    server *s = x->server;
    if (limits_take(s->limits, kind, who, server_ticks())) return true;
    refuse(x, kind);
    return false;
}

void api_spend(const exchange *x, limit_kind kind, const char *whose, char text[BUDGET_MAX], tm_change *out)
{
    const limit *most = &x->server->settings.limits[kind];
    snprintf(text, BUDGET_MAX, "%d %s", (int)kind, whose);
    *out = (tm_change){.kind = TM_CHANGE_SPEND, .text = tm_span_of(text), .rate = most->rate, .saved = most->saved};
}

bool api_has_spent(exchange *x, limit_kind kind, const tm_change *change)
{
    if (change->status == TM_ETURN) refuse(x, kind);
    return change->status == TM_ETURN;
}

bool api_number(exchange *x, const char *name, uint32_t most, uint32_t *out)
{
    char value[16];
    int32_t number;
    if (!exchange_query(x, name, value, sizeof value)) return true;
    if (tm_span_int(tm_span_of(value), 0, (int32_t)most, &number) == TM_OK) {
        *out = (uint32_t)number;
        return true;
    }
    exchange_error(x, 400, "syntax", name);
    return false;
}
