#include "client/http.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "client/fetch.h"

typedef struct waiting {
    client_answer *answer;
    bool done, full;
    char reason[160];
} waiting;

static void answered(void *context, client_answer *answer, const char *reason)
{
    waiting *w = context;
    *w->answer = *answer;
    w->done = true;
    w->full = !reason;
    strncpy(w->reason, reason ? reason : "", sizeof w->reason - 1);
}

int client_refuse(const client_address *address, const char *reason, tm_why *why)
{
    char where[320], said[200];
    tm_text w, s;
    tm_text_init(&w, where, sizeof where);
    tm_text_init(&s, said, sizeof said);
    client_address_write(address, &w);
    if (!reason) return tm_why_not(why, TM_EIO, "%s: the answer is too long", where);
    tm_put_quoted(&s, reason, (uint32_t)strlen(reason), 120);
    if (*said) return tm_why_not(why, TM_EIO, "%s: no answer (%s)", where, said);
    return tm_why_not(why, TM_EIO, "%s: no answer", where);
}

int client_ask(const client_request *request, client_answer *out, tm_why *why)
{
    uv_loop_t uv;
    net_loop loop;
    net_tls_context *tls = NULL;
    waiting w = {.answer = out};
    memset(out, 0, sizeof *out);
    if (request->address->tls) {
        const int refused = net_tls_client(&tls, why);
        if (refused) return refused;
    }
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    int status = uv_loop_init(&uv) ? TM_ESPACE : TM_OK;
    if (status == TM_OK) {
        status = net_loop_start(&loop, &uv);
        if (status == TM_OK) {
            if (!client_fetch_start(&loop, tls, request, answered, &w)) status = TM_ESPACE;
            uv_run(&uv, UV_RUN_DEFAULT); /* until everything is closed */
            net_loop_stop(&loop);
            uv_run(&uv, UV_RUN_NOWAIT);
            net_loop_free(&loop);
        }
        uv_loop_close(&uv);
    }
    signal(SIGPIPE, before);
    net_tls_context_free(tls);
    if (status) return tm_why_not(why, status, "out of memory");
    if (out->status) return TM_OK;
    return client_refuse(request->address, w.full ? NULL : w.reason, why);
}
