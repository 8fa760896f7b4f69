#include "server/api_list.h"

#include <stdlib.h>
#include <string.h>

#include "server/server.h"

void api_list_begin(api_list *l, exchange *x)
{
    *l = (api_list){.exchange = x};
    exchange_hold(x);
}

void api_list_add(api_list *l, tm_span item)
{
    if (l->size - l->len < item.len + 1u) {
        const size_t size = 2 * (l->size + item.len + 1);
        char *more = realloc(l->text, size);
        if (!more) {
            l->failed = true;
            return;
        }
        l->text = more;
        l->size = size;
    }
    if (l->len) l->text[l->len++] = ',';
    memcpy(l->text + l->len, item.at, item.len);
    l->len += item.len;
}

void api_list_end(api_list *l, const char *name, int status)
{
    exchange *x = l->exchange;
    if (l->failed) status = TM_ESPACE;
    if (status) {
        exchange_refuse(x, status, NULL);
    } else {
        tm_text text;
        tm_text_init(&text, x->server->scratch, SCRATCH);
        tm_put_fmt(&text, "{\"%s\":[", name);
        if (l->len) tm_put_mem(&text, l->text, (uint32_t)l->len);
        tm_put_str(&text, "]}");
        exchange_json(x, 200, &text);
    }
    exchange_drop(x);
    free(l->text);
}
