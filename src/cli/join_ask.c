/* Requests to a server, and what it says against them. */
#include <stdlib.h>

#include "cli/join.h"
#include "client/clean.h"

const char *join_language(void)
{
    /* Translators: the code of your language, as in `fr`. */
    return _("en");
}

int join_request(const join *j, const char *method, const char *path, const char *body, client_answer *answer,
                 tm_why *why)
{
    const client_request request = {
        .address = &j->address,
        .method = method,
        .path = path,
        .token = *j->token ? j->token : NULL,
        .language = join_language(),
        .body = body,
    };
    return client_ask(&request, answer, why);
}

/* What the server says against it, or what can be said without. */
static int refused(const join *j, const cJSON *json, int status)
{
    char where[320], said[400];
    tm_text w, s;
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(json, "error");
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(error, "message");
    tm_text_init(&w, where, sizeof where);
    tm_text_init(&s, said, sizeof said);
    client_address_write(&j->address, &w);
    if (cJSON_IsString(message)) client_clean(message->valuestring, false, &s);
    if (*said) return cli_fail("%s: %s", where, said);
    return cli_fail(_("%s: this is not a Tatami server (status %d)"), where, status);
}

int join_ask(const join *j, const char *method, const char *path, const char *body, int may_refuse, cJSON **out)
{
    client_answer answer;
    tm_why why, not_json;
    *out = NULL;
    tm_why_init(&why, cli_say());
    tm_why_init(&not_json, NULL);
    if (join_request(j, method, path, body, &answer, &why)) return cli_fail("%s", why.text.at);
    cJSON *json = json_object(answer.text, answer.len, &not_json);
    free(answer.text);
    int status = CLI_OK;
    if (answer.status >= 200 && answer.status < 300 && json)
        *out = json;
    else if (answer.status != may_refuse)
        status = refused(j, json, answer.status);
    if (!*out) cJSON_Delete(json);
    return status;
}
