/* Tables: finding, opening, describing them. */
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/hall.h"
#include "server/opening.h"

enum { LIST_MOST = 100 };

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
    tm_json_close(json, '}');
}

typedef struct listing {
    tm_table_row rows[LIST_MOST];
    int n;
} listing;

static int take_row(void *context, const tm_table_row *row)
{
    listing *l = context;
    if (l->n < LIST_MOST) l->rows[l->n++] = *row;
    return 0;
}

/* Numbers of a query, checked; false after an answer. */
static bool query_number(exchange *x, const char *name, uint32_t most, uint32_t *out)
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

static void list(exchange *x, tm_table_query *query)
{
    server *s = x->server;
    tm_why why;
    tm_text text;
    tm_json json = {&text, false};
    query->most = 50;
    if (!query_phases(x, &query->phases) || !query_number(x, "skip", 1000000, &query->skip) ||
        !query_number(x, "most", LIST_MOST, &query->most))
        return;
    listing *rows = calloc(1, sizeof *rows);
    tm_why_init(&why, &x->say);
    const int status = rows ? s->store->ops->list_tables(s->store, query, take_row, rows, &why) : TM_ESPACE;
    if (status) {
        free(rows);
        exchange_refuse(x, status, NULL);
        return;
    }
    tm_text_init(&text, s->scratch, SCRATCH);
    tm_json_open(&json, '{');
    tm_json_key(&json, "tables");
    tm_json_open(&json, '[');
    for (int i = 0; i < rows->n; i++) {
        int found;
        tm_why_init(&why, &x->say);
        live *l = hall_find(s, rows->rows[i].id, &found, &why);
        if (l) write_table(x, l, &rows->rows[i], &json);
    }
    tm_json_close(&json, ']');
    tm_json_close(&json, '}');
    free(rows);
    exchange_json(x, 200, &text);
}

void api_me_tables(exchange *x)
{
    tm_table_query query = {.phases = 7};
    if (!api_needs_person(x)) return;
    memcpy(query.person, x->person.id, sizeof query.person);
    list(x, &query);
}

static void answer_table(exchange *x, live *l)
{
    server *s = x->server;
    tm_table_row row;
    tm_why why;
    tm_text text;
    tm_json json = {&text, false};
    tm_why_init(&why, &x->say);
    const int status = s->store->ops->read_table(s->store, l->room->id, &row, NULL, &why);
    if (status) {
        exchange_refuse(x, TM_EIO, NULL);
        return;
    }
    tm_text_init(&text, s->scratch, SCRATCH);
    write_table(x, l, &row, &json);
    exchange_json(x, x->post ? 201 : 200, &text);
}

/* What is told about a table is told when all of it is stored. */
typedef struct later {
    exchange *exchange;
    void (*answer)(exchange *x, live *l);
    bool needs_game;
} later;

static void answer_later(void *context, live *l)
{
    later *p = context;
    if (!l)
        exchange_refuse(p->exchange, TM_EIO, NULL);
    else if (p->needs_game && !l->room->table)
        exchange_refuse(p->exchange, TM_EILLEGAL, tm_tr(&p->exchange->say, "the game has not begun"));
    else
        p->answer(p->exchange, l);
    exchange_drop(p->exchange);
    free(p);
}

static void when_stored(exchange *x, const char *id, bool needs_game, void (*answer)(exchange *x, live *l))
{
    int status;
    tm_why why;
    tm_why_init(&why, &x->say);
    live *l = hall_find(x->server, id, &status, &why);
    later *p = l ? calloc(1, sizeof *p) : NULL;
    if (!p) {
        if (l) status = TM_ESPACE;
        exchange_refuse(x, status, status == TM_EUNKNOWN ? tm_tr(&x->say, "there is no such table") : NULL);
        return;
    }
    p->exchange = x;
    p->answer = answer;
    p->needs_game = needs_game;
    exchange_hold(x);
    hall_when_stored(l, answer_later, p);
}

typedef struct opened {
    exchange *exchange;
    tm_id id;
} opened;

static void answer_opened(job *j)
{
    opened *o = j->context;
    if (j->status || j->changes[0].status)
        exchange_refuse(o->exchange, TM_EIO, NULL);
    else
        when_stored(o->exchange, o->id, false, answer_table);
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

static void open_table(exchange *x)
{
    server *s = x->server;
    tm_why why;
    room_opening opening;
    opening_entries entries;
    if (!api_needs_person(x)) return;
    if (!limits_take(s->limits, LIMIT_TABLES, x->person.id, server_ticks())) {
        s->metrics.refused[LIMIT_TABLES]++;
        exchange_refuse(x, TM_ETURN, tm_tr(&x->say, "Too many requests. Wait a moment."));
        return;
    }
    cJSON *json = api_body(x);
    if (!json) return;
    tm_why_init(&why, &x->say);
    int status = room_opening_from(&opening, json, &why);
    if (status == TM_EUNKNOWN || status == TM_EILLEGAL) status = TM_ESYNTAX;
    if (status == TM_OK && (status = read_seats(x, json, opening.setup.n_seats, &entries, &why)))
        room_opening_free(&opening);
    cJSON_Delete(json);
    opened *o = status ? NULL : calloc(1, sizeof *o);
    if (!o) {
        exchange_refuse(x, status ? status : TM_ESPACE, why.text.at);
        return;
    }
    memcpy(opening.host, x->person.id, sizeof opening.host);
    job *j = hall_open(s, &opening, &entries, 0, o->id, &why);
    if (!j) {
        free(o);
        exchange_refuse(x, TM_ESPACE, why.text.at);
        return;
    }
    o->exchange = x;
    exchange_hold(x);
    j->done = answer_opened;
    j->context = o;
    writer_put(&s->writer, j);
}

/* The file of the components, for who wants to replay the record elsewhere. */
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
    bool started; /* there must be a game */
    void (*answer)(exchange *x, live *l);
} PARTS[] = {
    {"", false, answer_table},
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
    if (len == 0 || len > TM_ID_MOST || part == n_parts) {
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
