/* A person's finished games. Their results are stored with the tables; of games that ended before there were results, the
 * table is read, one after another, and its result stored for the next time. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/api_ask.h"
#include "server/api_list.h"
#include "server/hall_tell.h"
#include "server/hall_visit.h"
#include "server/result.h"
#include "wire/json.h"

enum { HISTORY_MAX = 100, ROW_MAX = 9000 };

typedef struct past {
    tm_id id;
    int64_t ended;
    char *result; /* NULL: none was kept */
    uint32_t n_result;
} past;

typedef struct history {
    api_list list;
    tm_table_query query;
    past games[HISTORY_MAX];
    int n, i;
    bool visiting, waits; /* inside hall_look; it has not called back yet */
} history;

static int take_game(void *context, const tm_table_row *row)
{
    history *h = context;
    if (h->n == HISTORY_MAX) return 0;
    past *p = &h->games[h->n];
    memcpy(p->id, row->id, sizeof p->id);
    p->ended = row->phase_at;
    if (row->result.len) {
        p->result = malloc(row->result.len);
        if (!p->result) return TM_ESPACE;
        memcpy(p->result, row->result.at, row->result.len);
        p->n_result = row->result.len;
    }
    h->n++;
    return 0;
}

static void end(history *h, int status)
{
    api_list_end(&h->list, "games", status);
    for (int i = 0; i < h->n; i++) free(h->games[i].result);
    free(h);
}

static void add_game(history *h, tm_span result)
{
    const past *p = &h->games[h->i];
    char room_for_text[ROW_MAX];
    tm_span members = {"", 0};
    const int seat = result_seat(result, h->list.exchange->person.id, &members);
    tm_text text;
    tm_json json = {&text, false};
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    tm_json_open(&json, '{');
    tm_json_key(&json, "id");
    tm_json_str(&json, p->id);
    tm_json_key(&json, "ended");
    tm_json_int(&json, p->ended);
    tm_json_key(&json, "you");
    if (seat >= 0)
        tm_json_int(&json, seat);
    else
        tm_json_null(&json); /* somebody who left it */
    tm_put_char(&text, ',');
    tm_put_mem(&text, members.at, members.len);
    tm_json_close(&json, '}');
    if (!text.cut && members.len) api_list_add(&h->list, (tm_span){text.at, text.len});
}

static void go_through(history *h);

static void on_stored(void *context, live *l)
{
    history *h = context;
    if (l && l->room->phase == TM_OVER) { /* one that cannot be read is left out */
        char room_for_text[ROW_MAX];
        tm_text text;
        tm_text_init(&text, room_for_text, sizeof room_for_text);
        result_write(l->room, &text);
        add_game(h, (tm_span){text.at, text.cut ? 0 : text.len});
        result_put(h->list.exchange->server, l->room, h->games[h->i].ended, RESULT_READ);
    }
    h->i++;
    h->waits = false;
    if (!h->visiting) go_through(h);
}

static void on_visited(void *context, live *l, int status, const char *why)
{
    (void)status, (void)why;
    if (l)
        hall_when_stored(l, on_stored, context);
    else
        on_stored(context, NULL);
}

static void go_through(history *h)
{
    while (h->i < h->n && !h->waits) {
        const past *p = &h->games[h->i];
        if (p->result) {
            add_game(h, (tm_span){p->result, p->n_result});
            h->i++;
            continue;
        }
        h->visiting = h->waits = true;
        hall_look(h->list.exchange->server, p->id, 0, h->list.exchange->address, on_visited, h);
        h->visiting = false;
    }
    if (!h->waits) end(h, TM_OK);
}

static int read_games(tm_store *store, void *context, tm_why *why)
{
    history *h = context;
    return store->ops->list_tables(store, &h->query, take_game, h, why);
}

static void on_games(void *context, int status, const char *why)
{
    history *h = context;
    (void)why;
    if (status)
        end(h, status);
    else
        go_through(h);
}

void api_me_history(exchange *x)
{
    tm_table_query query = {.kind = TM_LIST_ENDED, .most = HISTORY_MAX};
    if (!api_needs_person(x) || !api_number(x, "skip", 1000000, &query.skip) ||
        !api_number(x, "most", HISTORY_MAX, &query.most))
        return;
    memcpy(query.person, x->person.id, sizeof query.person);
    history *h = calloc(1, sizeof *h);
    if (!h) {
        exchange_refuse(x, TM_ESPACE, NULL);
        return;
    }
    h->query = query;
    api_list_begin(&h->list, x);
    reader_ask(&x->server->reader, read_games, on_games, h);
}

static void answer_removed(job *j)
{
    exchange *x = j->context;
    if (j->status)
        exchange_refuse(x, TM_EIO, NULL);
    else
        exchange_answer(x, 200, "application/json", "{}", 2);
    exchange_drop(x);
}

typedef struct removal {
    exchange *exchange;
    tm_id id;
    tm_table_row row;
} removal;

static int read_row(tm_store *store, void *context, tm_why *why)
{
    removal *r = context;
    return store->ops->read_table(store, r->id, &r->row, NULL, why);
}

static void on_row(void *context, int status, const char *why)
{
    removal *r = context;
    exchange *x = r->exchange;
    if (status == TM_OK && r->row.phase != TM_OVER) {
        status = TM_EILLEGAL;
        why = tm_tr(&x->say, "this game is not over");
    } else if (status == TM_EUNKNOWN) {
        why = tm_tr(&x->say, "there is no such table");
    } else if (status == TM_EIO) {
        why = NULL;
    }
    job *j = status ? NULL : job_new(1, 0, answer_removed, x);
    if (j) {
        j->changes[0].kind = TM_CHANGE_PRESENT;
        j->changes[0].gone = true;
        strcpy(j->changes[0].table, r->id);
        strcpy(j->changes[0].person, x->person.id);
        writer_put(&x->server->writer, j);
    } else {
        exchange_refuse(x, status ? status : TM_ESPACE, why);
        exchange_drop(x);
    }
    free(r);
}

/* A finished game that they no longer want to see there. */
void api_me_history_remove(exchange *x)
{
    tm_why why;
    const char *id;
    if (!api_needs_person(x)) return;
    cJSON *json = api_body(x);
    if (!json) return;
    tm_why_init(&why, &x->say);
    int status = json_text(json, "table", "", &id, &why);
    if (status == TM_OK && strlen(id) > TM_ID_MAX) status = TM_EUNKNOWN;
    removal *r = status ? NULL : calloc(1, sizeof *r);
    if (r) {
        r->exchange = x;
        strcpy(r->id, id);
        exchange_hold(x);
        reader_ask(&x->server->reader, read_row, on_row, r);
    } else {
        exchange_refuse(x, status ? status : TM_ESPACE, why.text.at);
    }
    cJSON_Delete(json);
}
