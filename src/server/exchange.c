#include "server/exchange.h"

#include <stdlib.h>
#include <string.h>

#include "server/line.h"

exchange *exchange_new(server *s)
{
    exchange *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->server = s;
    x->refs = 1;
    return x;
}

void exchange_hold(exchange *x)
{
    x->refs++;
}

void exchange_drop(exchange *x)
{
    if (--x->refs) return;
    free(x->body);
    free(x->out_owned);
    free(x);
}

const char *exchange_query(const exchange *x, const char *name, char *out, size_t size)
{
    const size_t len = strlen(name);
    for (const char *at = x->query; *at;) {
        const char *end = strchr(at, '&');
        const size_t n = end ? (size_t)(end - at) : strlen(at);
        if (n > len && strncmp(at, name, len) == 0 && at[len] == '=' && n - len - 1 < size) {
            memcpy(out, at + len + 1, n - len - 1);
            out[n - len - 1] = 0;
            return out;
        }
        at += n + (end != NULL);
    }
    return NULL;
}

void exchange_answer(exchange *x, int status, const char *type, const char *text, size_t len)
{
    if (x->answered) return;
    x->answered = true;
    x->status = status;
    x->out_type = type;
    x->out_owned = malloc(len ? len : 1);
    if (x->out_owned) {
        memcpy(x->out_owned, text, len);
        x->n_out = len;
    } else {
        x->status = 500;
    }
    x->out = x->out_owned;
    exchange_ready(x);
}

void exchange_constant(exchange *x, int status, const char *type, const char *text, size_t len)
{
    if (x->answered) return;
    x->answered = true;
    x->status = status;
    x->out_type = type;
    x->out = text;
    x->n_out = len;
    exchange_ready(x);
}

void exchange_ready(exchange *x)
{
    if (x->status >= 400) x->server->metrics.errors++;
    if (x->waits) x->ready(x->waits, x);
}

void exchange_json(exchange *x, int status, const tm_text *text)
{
    if (text->cut)
        exchange_error(x, 413, "too_long", tm_tr(&x->say, "the answer is too long: ask for less"));
    else
        exchange_answer(x, status, "application/json", text->at, text->len);
}

void exchange_error(exchange *x, int status, const char *word, const char *message)
{
    char room_for_text[1024];
    tm_text text;
    tm_json json = {&text, false};
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    tm_json_open(&json, '{');
    tm_json_key(&json, "error");
    tm_json_open(&json, '{');
    tm_json_key(&json, "code");
    tm_json_str(&json, word);
    tm_json_key(&json, "message");
    tm_json_str(&json, message && *message ? message : word);
    tm_json_close(&json, '}');
    tm_json_close(&json, '}');
    exchange_answer(x, status, "application/json", text.at, text.len);
}

void exchange_refuse(exchange *x, int code, const char *message)
{
    int status = 409;
    switch (code) {
    case TM_ESYNTAX:
    case TM_ERANGE: status = 400; break;
    case TM_EUNKNOWN: status = 404; break;
    case TM_ESPACE: status = 500; break;
    case TM_EIO: status = 503; break;
    case TM_ETURN: status = 429; break;
    case ROOM_FORBIDDEN: status = 403; break;
    default: break;
    }
    if (code == TM_EIO && !message) message = tm_tr(&x->say, "the table cannot be saved at the moment");
    exchange_error(x, status, line_error_word(code), message);
}
