/* How a table was opened, as JSON: from a client, to the store and back. */
#include "server/opening.h"

#include <stdlib.h>
#include <string.h>

#include "server/work.h"
#include "wire/setup.h"

static int read_option(tm_setup *setup, const cJSON *item, tm_why *why)
{
    char pair[128];
    tm_text text;
    tm_text_init(&text, pair, sizeof pair);
    tm_put_fmt(&text, "%s=", item->string);
    if (cJSON_IsString(item))
        tm_put_str(&text, item->valuestring);
    else if (cJSON_IsNumber(item) && item->valuedouble == item->valueint)
        tm_put_int(&text, item->valueint);
    if (text.cut) return tm_why_not(why, TM_ESYNTAX, "\"options\" is too long");
    const tm_span span = {pair, text.len};
    return tm_setup_option(setup, span, why);
}

static int read_setup(tm_setup *setup, const cJSON *json, tm_why *why)
{
    const char *id;
    int64_t players;
    int status = json_text(json, "game", "", &id, why);
    if (status) return status;
    const tm_game *game = tm_game_find(tm_span_of(id));
    if (!game) return tm_why_not(why, TM_EUNKNOWN, "\"game\" is not a game we have");
    if ((status = json_number(json, "players", 1, TM_MAX_SEATS, game->usual_seats, &players, why))) return status;
    if ((status = tm_setup_init(setup, game, (int)players, why))) return status;
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(json, "options");
    if (options && !cJSON_IsNull(options) && !cJSON_IsObject(options))
        return tm_why_not(why, TM_ESYNTAX, "\"options\" must be an object");
    const cJSON *option;
    cJSON_ArrayForEach(option, options)
    {
        if ((status = read_option(setup, option, why))) return status;
    }
    return TM_OK;
}

static int read_box(room_opening *o, const cJSON *json, const uint64_t *since, tm_why *why)
{
    const char *box;
    int status = json_text(json, "box", NULL, &box, why);
    if (status || !box) return status;
    if ((status = tm_box_read_while(box, strlen(box), since ? work_is_in_time : NULL, since, &o->box, why)))
        return status;
    o->box_text = strdup(box);
    o->box_refs = calloc(1, sizeof *o->box_refs);
    if (!o->box_text || !o->box_refs) return tm_why_not(why, TM_ESPACE, "out of memory");
    *o->box_refs = 1;
    return tm_setup_box(&o->setup, o->box, why);
}

/* A table that could be opened can be started: we try the setup once. */
static int try_setup(const tm_setup *setup, tm_why *why)
{
    tm_table *table;
    const int status = tm_table_new(setup, &table, why);
    if (status == TM_OK) tm_table_free(table);
    return status;
}

int room_opening_from(room_opening *o, const cJSON *json, const uint64_t *since, tm_why *why)
{
    int64_t clock = 0;
    memset(o, 0, sizeof *o);
    int status = read_setup(&o->setup, json, why);
    if (status == TM_OK) status = read_box(o, json, since, why);
    if (status == TM_OK) status = json_bool(json, "listed", false, &o->listed, why);
    if (status == TM_OK) status = json_bool(json, "chat", true, &o->chat, why);
    /* With a link come friends; to a listed table, strangers. */
    if (status == TM_OK) status = json_bool(json, "spectators_chat", !o->listed, &o->spectators, why);
    if (status == TM_OK) status = json_number(json, "clock", CLOCK_LEAST, CLOCK_MAX, 0, &clock, why);
    if (status == TM_OK) status = try_setup(&o->setup, why);
    o->clock = clock * 1000;
    o->fair.n_seats = o->setup.n_seats;
    if (status) room_opening_free(o);
    return status;
}

int room_opening_read(room_opening *o, const char *text, tm_why *why)
{
    const char *host, *secret;
    cJSON *json = json_object(text, strlen(text), why);
    if (!json) return TM_ESYNTAX;
    int status = room_opening_from(o, json, NULL, why); /* what could be opened can be read, however busy we are */
    if (status == TM_OK) {
        status = json_text(json, "host", "", &host, why);
        if (status == TM_OK) status = json_text(json, "secret", "", &secret, why);
        if (status == TM_OK && (tm_fair_read_secret(&o->fair, tm_span_of(secret)) || strlen(host) > TM_ID_MAX))
            status = tm_why_not(why, TM_ESYNTAX, "the table’s secret or host is damaged");
        if (status == TM_OK) strcpy(o->host, host);
        if (status) room_opening_free(o);
    }
    cJSON_Delete(json);
    return status;
}

void room_opening_write(const room_opening *o, tm_text *out)
{
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    json_setup(&json, &o->setup);
    if (o->box_text) {
        tm_json_key(&json, "box");
        tm_json_str(&json, o->box_text);
    }
    tm_json_key(&json, "listed");
    tm_json_bool(&json, o->listed);
    tm_json_key(&json, "chat");
    tm_json_bool(&json, o->chat);
    tm_json_key(&json, "spectators_chat");
    tm_json_bool(&json, o->spectators);
    if (o->clock) {
        tm_json_key(&json, "clock");
        tm_json_int(&json, o->clock / 1000);
    }
    tm_json_key(&json, "host");
    tm_json_str(&json, o->host);
    tm_json_key(&json, "secret");
    tm_json_str(&json, o->fair.secret);
    tm_json_close(&json, '}');
}

void room_opening_free(room_opening *o)
{
    if (!o->box_refs || --*o->box_refs == 0) {
        tm_box_free(o->box);
        free(o->box_text);
        free(o->box_refs);
    }
    memset(o, 0, sizeof *o);
}

void room_opening_copy(room_opening *out, const room_opening *from)
{
    *out = *from;
    if (out->box_refs) ++*out->box_refs;
}
