/* Games as they were played: records, and every step with its views. */
#include <stdlib.h>
#include <string.h>
#include <tatami/record.h>

#include "server/api.h"
#include "server/api_ask.h"
#include "server/clean.h"
#include "server/hall.h"
#include "server/replay.h"
#include "wire/json.h"

enum { STEPS_MAX = 500, STEPS = 200, ANSWER_MAX = 8 << 20 };

/* A record to replay: one that a client sends, or that of a table here. */
typedef struct import {
    exchange *exchange;
    cJSON *json; /* what the texts point into, or NULL */
    const char *text, *box_text;
    char *owned; /* the text, if it is a table's */
    size_t len;
    room_opening opening; /* of a table: shares its box */
    tm_box *box;          /* read here */
    tm_record record;
    tm_table *table;
    replay replay;
    int otherwise; /* the viewer, if the query names none */
    char names[TM_MAX_SEATS][TM_NAME_MAX + 1];
    bool has_names, bad_query;
    int status;
    tm_why why;
    tm_text out;
} import;

/* The steps and the viewer that the query asks for. */
static bool read_query(const exchange *x, replay *p, int n_seats)
{
    char value[16];
    int32_t number = 0;
    if (exchange_query(x, "from", value, sizeof value)) {
        if (tm_span_int(tm_span_of(value), 0, INT32_MAX / 2, &number)) return false;
        p->from = (uint32_t)number;
    }
    if (exchange_query(x, "most", value, sizeof value)) {
        if (tm_span_int(tm_span_of(value), 1, STEPS_MAX, &number)) return false;
        p->most = (uint32_t)number;
    }
    if (!exchange_query(x, "as", value, sizeof value)) return true;
    if (strcmp(value, "all") == 0)
        p->as = REPLAY_ALL;
    else if (strcmp(value, "spectator") == 0)
        p->as = TM_SPECTATOR;
    else if (tm_span_int(tm_span_of(value), 0, n_seats - 1, &number) == TM_OK)
        p->as = number;
    else
        return false;
    return true;
}

static void refuse_query(exchange *x)
{
    exchange_error(x, 400, "syntax",
                   tm_tr(&x->say, "\"as\" must be all, spectator or a seat; \"from\" and \"most\" must be numbers"));
}

static int seat_of(const exchange *x, const live *l)
{
    const int seat = room_seat_of(l->room, x->person.id);
    return seat < 0 ? TM_SPECTATOR : seat;
}

void api_table_record(exchange *x, live *l)
{
    static const char *const NAMES[TM_MAX_SEATS] = {"Seat0", "Seat1", "Seat2", "Seat3",
                                                    "Seat4", "Seat5", "Seat6", "Seat7"};
    const room *r = l->room;
    char values[TM_MAX_SEATS][2 * TM_NAME_MAX + 32], fair[TM_FAIR_ROOM];
    tm_tag tags[TM_MAX_SEATS + TM_FAIR_TAGS];
    int n = 0;
    size_t len;
    viewer v;
    tm_say say;
    viewer_init(&v, l->room, "", NULL, false);
    viewer_say(&v, &say);
    for (int i = 0; i < r->opening.setup.n_seats; i++) {
        tm_text text;
        tm_text_init(&text, values[i], sizeof values[i]);
        tm_record_escape(tm_span_of(say.names[i]), &text);
        if (r->seats[i].bot) tm_put_fmt(&text, " (%s)", r->seats[i].bot->name);
        tags[n].name = tm_span_of(NAMES[i]);
        tags[n].value.at = text.at;
        tags[n++].value.len = text.len;
    }
    n += tm_fair_tags(&r->opening.fair, r->table, fair, tags + n);
    char *record = tm_record_write(r->table, tags, n, r->phase == TM_OVER ? TM_EVERYTHING : seat_of(x, l), &len);
    if (record)
        exchange_answer(x, 200, "text/plain; charset=utf-8", record, len);
    else
        exchange_refuse(x, TM_ESPACE, NULL);
    free(record);
}

static void take_names(import *i)
{
    tm_say *say = &i->replay.say;
    for (int seat = 0; seat < i->record.setup.n_seats; seat++) {
        tm_text text;
        tm_text_init(&text, i->names[seat], sizeof i->names[seat]);
        for (int k = 0; k < i->record.n_tags; k++) {
            const tm_tag *tag = &i->record.tags[k];
            if (tag->name.len == 5 && memcmp(tag->name.at, "Seat", 4) == 0 && tag->name.at[4] == '0' + seat)
                clean_text(tag->value, &text); /* what does not fit, or is not UTF-8, is cut off */
        }
        if (!text.len) tm_put_fmt(&text, tm_tr(say, "Seat %d"), seat);
        say->names[seat] = i->names[seat];
    }
}

static int read_import(import *i)
{
    tm_span ignored;
    tm_why *why = &i->why;
    int status = TM_OK;
    if (i->box_text)
        status = tm_box_read_while(i->box_text, strlen(i->box_text), work_is_in_time, &i->replay.since, &i->box, why);
    if (status == TM_ETURN) return REPLAY_LATE;
    if (status == TM_OK) status = tm_record_open(&i->record, i->text, i->len, why);
    if (status == TM_OK) status = tm_record_use_box(&i->record, i->opening.box ? i->opening.box : i->box, why);
    if (status == TM_OK) status = tm_table_new(&i->record.setup, &i->table, why);
    if (status) return status;
    while ((status = tm_record_next(&i->record, i->table, &ignored, why)) == 1)
        if (work_is_late(i->replay.since)) return REPLAY_LATE;
    if (status == TM_OK) status = tm_record_check_result(&i->record, i->table, why);
    return status;
}

/* On a helper thread. */
static void run_import(void *context)
{
    import *i = context;
    replay *p = &i->replay;
    p->since = work_clock();
    i->status = read_import(i);
    if (i->status) return;
    p->table = i->table;
    p->most = STEPS;
    p->as = i->otherwise;
    i->bad_query = !read_query(i->exchange, p, i->record.setup.n_seats);
    if (i->bad_query) return;
    char *answer = malloc(ANSWER_MAX);
    if (!answer) {
        i->status = TM_ESPACE;
        return;
    }
    tm_text_init(&i->out, answer, ANSWER_MAX);
    if (!i->has_names) take_names(i);
    replay_write(p, &i->out);
    i->status = p->status;
}

static void import_free(import *i)
{
    exchange_drop(i->exchange);
    replay_free(&i->replay);
    tm_table_free(i->table);
    tm_box_free(i->box);
    room_opening_free(&i->opening);
    cJSON_Delete(i->json);
    free(i->owned);
    free(i->out.at);
    free(i);
}

static void answer_import(void *context)
{
    import *i = context;
    exchange *x = i->exchange;
    if (i->bad_query)
        refuse_query(x);
    else if (i->status == REPLAY_LATE)
        exchange_error(x, 413, "too_long", tm_tr(&x->say, "this game takes too long to replay here"));
    else if (i->status)
        exchange_refuse(x, i->status == TM_ESPACE ? i->status : TM_ESYNTAX, i->why.text.at);
    else if (i->out.at)
        exchange_json(x, 200, &i->out);
    else
        exchange_refuse(x, TM_EIO, NULL); /* it was not done: the server is shutting down */
    import_free(i);
}

static void start_import(import *i)
{
    exchange *x = i->exchange;
    const int status = work_start(hall_works(x->server->hall), x->address, run_import, answer_import, i);
    if (status == TM_OK) return;
    exchange_refuse(x, status, status == TM_ETURN ? tm_tr(&x->say, "Too many requests. Wait a moment.") : NULL);
    import_free(i);
}

static import *import_new(exchange *x)
{
    import *i = calloc(1, sizeof *i);
    if (!i) {
        exchange_refuse(x, TM_ESPACE, NULL);
        return NULL;
    }
    i->exchange = x;
    exchange_hold(x);
    i->replay.say = x->say;
    tm_why_init(&i->why, &x->say);
    return i;
}

void api_table_replay(exchange *x, live *l)
{
    const room *r = l->room;
    replay asked = {0};
    viewer v;
    const int seat = seat_of(x, l);
    const bool over = r->phase == TM_OVER;
    asked.as = over ? REPLAY_ALL : seat;
    if (!read_query(x, &asked, r->opening.setup.n_seats)) {
        refuse_query(x);
        return;
    }
    if (!over && asked.as != TM_SPECTATOR && asked.as != seat) {
        exchange_error(x, 403, "forbidden", tm_tr(&x->say, "during the game you can only see it from your own seat"));
        return;
    }
    import *i = import_new(x);
    if (!i) return;
    i->otherwise = asked.as;
    room_opening_copy(&i->opening, &r->opening);
    i->owned = tm_record_write(r->table, NULL, 0, TM_EVERYTHING, &i->len);
    i->text = i->owned ? i->owned : "";
    /* The names are copies, because the table may change in the meantime. */
    tm_say say;
    viewer_init(&v, l->room, "", x->say.context, false);
    viewer_say(&v, &say);
    for (int k = 0; k < r->opening.setup.n_seats; k++) {
        strncpy(i->names[k], say.names[k], TM_NAME_MAX);
        i->replay.say.names[k] = i->names[k];
    }
    i->has_names = true;
    start_import(i);
}

void api_replay(exchange *x)
{
    const bool is_json = strncmp(x->type, "application/json", 16) == 0;
    if (*x->type && !is_json && strncmp(x->type, "text/plain", 10) != 0) {
        exchange_error(x, 415, "type", tm_tr(&x->say, "the body must be text/plain or application/json"));
        return;
    }
    import *i = import_new(x);
    if (!i) return;
    int status = TM_OK;
    i->otherwise = REPLAY_ALL;
    i->text = x->body ? x->body : "";
    i->len = x->n_body;
    if (is_json) {
        i->json = json_object(i->text, i->len, &i->why);
        status = i->json ? json_text(i->json, "record", "", &i->text, &i->why) : TM_ESYNTAX;
        if (status == TM_OK) status = json_text(i->json, "box", NULL, &i->box_text, &i->why);
        if (status == TM_OK) i->len = strlen(i->text);
    }
    if (status == TM_OK) {
        start_import(i);
        return;
    }
    exchange_refuse(x, TM_ESYNTAX, i->why.text.at);
    import_free(i);
}
