/* Tables: finding, opening, describing them. */
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/api_ask.h"
#include "server/api_list.h"
#include "server/hall_tell.h"
#include "server/hall_visit.h"
#include "server/open.h"
#include "server/opening.h"

enum { LIST_MAX = 100 };

static void write_table(exchange *x, live *l, const tm_table_row *row, tm_json *json)
{
    viewer v;
    viewer_init(&v, l->room, x->person.id, x->say.context, false);
    tm_json_open(json, '{');
    viewer_write_facts(&v, l->n_stored == l->room->n_entries, json);
    tm_json_key(json, "n");
    tm_json_int(json, l->n_stored);
    tm_json_key(json, "visited");
    tm_json_int(json, row->visited_at);
    tm_json_key(json, "archived");
    tm_json_bool(json, row->archived);
    const int64_t deadline = hall_due(l->room);
    tm_json_key(json, "deadline");
    if (deadline)
        tm_json_int(json, deadline);
    else
        tm_json_null(json);
    tm_json_close(json, '}');
}

/* An answer in the making: a list whose tables are loaded one after another. */
typedef struct listing {
    api_list list;
    tm_table_query query;
    tm_table_row rows[LIST_MAX];
    int n, i;
    bool visiting, waits; /* inside hall_look; it has not called back yet */
} listing;

static int take_row(void *context, const tm_table_row *row)
{
    listing *l = context;
    if (l->n < LIST_MAX) l->rows[l->n++] = *row;
    return 0;
}

static bool query_phases(exchange *x, uint32_t *phases)
{
    char value[16];
    if (!exchange_query(x, "phase", value, sizeof value)) return true;
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, PHASE_WORDS[i]) != 0) continue;
        *phases = 1u << i;
        return true;
    }
    exchange_error(x, 400, "syntax", "phase");
    return false;
}

static void add_listed(listing *l, live *table)
{
    exchange *x = l->list.exchange;
    tm_text text;
    tm_json json = {&text, false};
    tm_text_init(&text, x->server->scratch, SCRATCH);
    write_table(x, table, &l->rows[l->i], &json);
    api_list_add(&l->list, (tm_span){text.at, text.len});
}

static void end_list(listing *l, int status)
{
    api_list_end(&l->list, "tables", status);
    free(l);
}

static void go_through(listing *l);

static void list_stored(void *context, live *table)
{
    listing *l = context;
    if (table) add_listed(l, table); /* one that cannot be read is left out */
    l->i++;
    l->waits = false;
    if (!l->visiting) go_through(l);
}

/* Who sits there and who is to decide is told when it is stored, as everywhere. */
static void list_one(void *context, live *table, int status, const char *why)
{
    (void)status;
    (void)why;
    if (table)
        hall_when_stored(table, list_stored, context);
    else
        list_stored(context, NULL);
}

static void go_through(listing *l)
{
    while (l->i < l->n && !l->waits) {
        l->visiting = l->waits = true;
        const tm_table_row *row = &l->rows[l->i];
        hall_look(l->list.exchange->server, row->id, row->n_entries, l->list.exchange->address, list_one, l);
        l->visiting = false;
    }
    if (!l->waits) end_list(l, TM_OK);
}

static int read_list(tm_store *store, void *context, tm_why *why)
{
    listing *l = context;
    return store->ops->list_tables(store, &l->query, take_row, l, why);
}

static void on_list(void *context, int status, const char *why)
{
    listing *l = context;
    (void)why;
    if (status)
        end_list(l, status);
    else
        go_through(l);
}

static void list(exchange *x, tm_table_query *query)
{
    query->most = 50;
    if (!query_phases(x, &query->phases) || !api_number(x, "skip", 1000000, &query->skip) ||
        !api_number(x, "most", LIST_MAX, &query->most))
        return;
    listing *l = calloc(1, sizeof *l);
    if (!l) {
        exchange_refuse(x, TM_ESPACE, NULL);
        return;
    }
    l->query = *query;
    api_list_begin(&l->list, x);
    reader_ask(&x->server->reader, read_list, on_list, l);
}

void api_me_tables(exchange *x)
{
    tm_table_query query = {.phases = 7};
    if (!api_needs_person(x)) return;
    memcpy(query.person, x->person.id, sizeof query.person);
    list(x, &query);
}

static void answer_table(exchange *x, live *l, const tm_table_row *row)
{
    tm_text text;
    tm_json json = {&text, false};
    tm_text_init(&text, x->server->scratch, SCRATCH);
    write_table(x, l, row, &json);
    exchange_json(x, x->post ? 201 : 200, &text);
}

/* A table is described only once everything about it is stored. */
typedef struct later {
    exchange *exchange;
    void (*answer)(exchange *x, live *l); /* NULL: the table as lists show it */
    bool needs_game;
    tm_id id;
    tm_table_row row; /* only for lists */
} later;

static void answer_later(void *context, live *l)
{
    later *p = context;
    if (!l)
        exchange_refuse(p->exchange, TM_EIO, NULL);
    else if (p->needs_game && !l->room->table)
        exchange_refuse(p->exchange, TM_EILLEGAL, tm_tr(&p->exchange->say, "the game has not begun"));
    else if (p->answer)
        p->answer(p->exchange, l);
    else
        answer_table(p->exchange, l, &p->row);
    exchange_drop(p->exchange);
    free(p);
}

static const char *refusal(const exchange *x, int status)
{
    if (status == TM_EUNKNOWN) return tm_tr(&x->say, "there is no such table");
    return status == TM_ETURN ? tm_tr(&x->say, "Too many requests. Wait a moment.") : NULL;
}

static void on_visited(void *context, live *l, int status, const char *why)
{
    later *p = context;
    (void)why;
    if (l) {
        hall_when_stored(l, answer_later, p);
        return;
    }
    exchange_refuse(p->exchange, status, refusal(p->exchange, status));
    exchange_drop(p->exchange);
    free(p);
}

static int read_row(tm_store *store, void *context, tm_why *why)
{
    later *p = context;
    return store->ops->read_table(store, p->id, &p->row, NULL, why);
}

static void on_row(void *context, int status, const char *why)
{
    later *p = context;
    if (status)
        on_visited(p, NULL, status, why);
    else
        hall_look(p->exchange->server, p->id, p->row.n_entries, p->exchange->address, on_visited, p);
}

static void when_stored(exchange *x, const char *id, bool needs_game, void (*answer)(exchange *x, live *l))
{
    later *p = calloc(1, sizeof *p);
    if (!p) {
        exchange_refuse(x, TM_ESPACE, NULL);
        return;
    }
    p->exchange = x;
    p->answer = answer;
    p->needs_game = needs_game;
    strcpy(p->id, id);
    exchange_hold(x);
    if (answer)
        hall_look(x->server, id, 0, x->address, on_visited, p);
    else
        reader_ask(&x->server->reader, read_row, on_row, p);
}

typedef struct opened {
    exchange *exchange;
    tm_id id;
    char budget[BUDGET_MAX];
} opened;

static void answer_opened(job *j)
{
    opened *o = j->context;
    if (j->status || (j->changes[1].status && j->changes[1].status != TM_ETURN))
        exchange_refuse(o->exchange, TM_EIO, NULL);
    else if (!api_has_spent(o->exchange, LIMIT_TABLES, &j->changes[0]))
        when_stored(o->exchange, o->id, false, NULL);
    exchange_drop(o->exchange);
    free(o);
}

static int add_me(const exchange *x, int seat, bool *have_me, opening_entries *out, tm_why *why)
{
    tm_text text;
    if (*have_me) return tm_why_not(why, TM_ESYNTAX, "you can take only one seat");
    if (!*x->person.name) return tm_why_not(why, ROOM_FORBIDDEN, "choose a name first");
    *have_me = true;
    tm_text_init(&text, out->text[out->n++], sizeof out->text[0]);
    tm_put_fmt(&text, "sit\t%d\t%s\t%s\t%s", seat, x->person.id, x->person.bot ? "p" : "-", x->person.name);
    memcpy(out->people[out->n_people++], x->person.id, sizeof x->person.id);
    return TM_OK;
}

static int read_seats(const exchange *x, const cJSON *json, int n_seats, opening_entries *out, tm_why *why)
{
    const cJSON *seats = cJSON_GetObjectItemCaseSensitive(json, "seats"), *item;
    bool have_me = false;
    int seat = 0, status = TM_OK;
    memset(out, 0, sizeof *out);
    if (!seats || cJSON_IsNull(seats)) return TM_OK;
    if (!cJSON_IsArray(seats) || cJSON_GetArraySize(seats) != n_seats)
        return tm_why_not(why, TM_ESYNTAX, "\"seats\" must be a list of %d", n_seats);
    cJSON_ArrayForEach(item, seats)
    {
        const char *who = cJSON_IsString(item) ? item->valuestring : "";
        if (strcmp(who, "me") == 0) {
            if ((status = add_me(x, seat, &have_me, out, why))) return status;
        } else if (strcmp(who, "open") != 0) {
            tm_text text;
            const tm_bot *bot = tm_bot_find(tm_span_of(who));
            if (!bot) return tm_why_not(why, TM_ESYNTAX, "a seat must be \"me\", \"open\" or a bot");
            tm_text_init(&text, out->text[out->n++], sizeof out->text[0]);
            tm_put_fmt(&text, "bot\t%d\t%s", seat, bot->name);
        }
        seat++;
    }
    return TM_OK;
}

/* A request to open a table. Its box may be long and is read on a helper thread. */
typedef struct wish {
    exchange *exchange;
    cJSON *json;
    room_opening opening;
    opening_entries entries;
    int status;
    tm_why why;
} wish;

static void read_wish(void *context)
{
    wish *w = context;
    const uint64_t since = work_clock();
    w->status = room_opening_from(&w->opening, w->json, &since, &w->why);
    if (w->status == TM_EUNKNOWN || w->status == TM_EILLEGAL) w->status = TM_ESYNTAX;
    if (w->status) return;
    w->status = read_seats(w->exchange, w->json, w->opening.setup.n_seats, &w->entries, &w->why);
    if (w->status) room_opening_free(&w->opening);
}

static void wish_free(wish *w)
{
    cJSON_Delete(w->json);
    exchange_drop(w->exchange);
    free(w);
}

static void grant_wish(void *context)
{
    wish *w = context;
    exchange *x = w->exchange;
    opened *o = w->status ? NULL : calloc(1, sizeof *o);
    if (!w->status && !o) room_opening_free(&w->opening);
    if (w->status == TM_ETURN) {
        exchange_error(x, 413, "too_long", w->why.text.at);
        wish_free(w);
        return;
    }
    if (!o) {
        exchange_refuse(x, w->status ? w->status : TM_ESPACE, w->why.text.at);
        wish_free(w);
        return;
    }
    memcpy(w->opening.host, x->person.id, sizeof w->opening.host);
    tm_change spend;
    api_spend(x, LIMIT_TABLES, x->person.id, o->budget, &spend);
    job *j = open_job(x->server, &w->opening, &w->entries, &spend, o->id, &w->why);
    if (j) {
        o->exchange = x;
        exchange_hold(x);
        j->done = answer_opened;
        j->context = o;
        writer_put(&x->server->writer, j);
    } else {
        free(o);
        exchange_refuse(x, TM_ESPACE, w->why.text.at);
    }
    wish_free(w);
}

static void open_table(exchange *x)
{
    if (!api_needs_person(x) || !api_may(x, LIMIT_TABLES, x->person.id)) return;
    cJSON *json = api_body(x);
    wish *w = json ? calloc(1, sizeof *w) : NULL;
    if (!w) {
        if (json) exchange_refuse(x, TM_ESPACE, NULL);
        cJSON_Delete(json);
        return;
    }
    w->exchange = x;
    w->json = json;
    w->status = TM_EIO; /* if the server stops first */
    tm_why_init(&w->why, &x->say);
    exchange_hold(x);
    if (!cJSON_GetObjectItemCaseSensitive(json, "box")) {
        read_wish(w);
        grant_wish(w);
        return;
    }
    const int status = work_start(hall_works(x->server->hall), x->address, read_wish, grant_wish, w);
    if (status == TM_OK) return;
    exchange_refuse(x, status, refusal(x, status));
    wish_free(w);
}

/* The box file, for anyone who wants to replay the record elsewhere. */
static void answer_box(exchange *x, live *l)
{
    const char *text = l->room->opening.box_text;
    if (text)
        exchange_answer(x, 200, "text/plain; charset=utf-8", text, strlen(text));
    else
        exchange_error(x, 404, "unknown", tm_tr(&x->say, "this table uses the standard components"));
}

static const struct {
    const char *name;
    bool started;                         /* there must be a game */
    void (*answer)(exchange *x, live *l); /* NULL: the table as lists show it */
} PARTS[] = {
    {"", false, NULL},
    {"/box", false, answer_box},
    {"/record", true, api_table_record},
    {"/replay", true, api_table_replay},
};

void api_tables(exchange *x, const char *rest)
{
    const size_t n_parts = sizeof PARTS / sizeof *PARTS;
    size_t part = 0;
    tm_id id;
    tm_table_query query = {.phases = 1u << TM_WAITING};
    if (!*rest) {
        if (x->post)
            open_table(x);
        else
            list(x, &query);
        return;
    }
    const size_t len = strcspn(rest + 1, "/");
    const char *what = rest + 1 + len;
    while (part < n_parts && strcmp(what, PARTS[part].name) != 0) part++;
    if (len == 0 || len > TM_ID_MAX || part == n_parts) {
        exchange_error(x, 404, "unknown", tm_tr(&x->say, "there is nothing here"));
        return;
    }
    if (x->post) {
        exchange_error(x, 405, "method", "GET");
        return;
    }
    memcpy(id, rest + 1, len);
    id[len] = 0;
    when_stored(x, id, PARTS[part].started, PARTS[part].answer);
}
