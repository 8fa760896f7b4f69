/* Games as they were played: records, and every step with its views. */
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/hall.h"
#include "server/opening.h"
#include "wire/json.h"

enum { STEPS_MOST = 500, STEPS = 200, ALL = -100 };

/* Whose views a replay has, and which steps. */
typedef struct replay {
    const tm_table *table;
    tm_say say;
    int as; /* a seat, TM_SPECTATOR or ALL */
    uint32_t from, most;
    tm_walk *walks[TM_MAX_SEATS + 2]; /* by seat, then the spectator, then the one that tells */
    int n_walks;
} replay;

static int viewer_of(const replay *p, int walk)
{
    if (p->as != ALL) return p->as;
    return walk < p->n_walks - 1 ? walk : TM_SPECTATOR;
}

static void write_views(const replay *p, tm_json *json)
{
    const tm_game *game = tm_table_setup(p->table)->game;
    tm_json_key(json, "views");
    tm_json_open(json, '{');
    for (int i = 0; i < p->n_walks; i++) {
        const int whose = viewer_of(p, i);
        const char seat[2] = {(char)('0' + whose), 0};
        tm_json_key(json, whose == TM_SPECTATOR ? "spectator" : seat);
        game->write_view(tm_table_config(p->table), tm_walk_after(p->walks[i]), json->text);
        json->comma = true;
    }
    tm_json_close(json, '}');
}

static void write_step(const replay *p, const tm_walk *teller, const tm_event *seen, tm_json *json)
{
    const tm_game *game = tm_table_setup(p->table)->game;
    char room_for_text[TM_LINE_MOST];
    tm_text text;
    const uint32_t actors = tm_walk_actors(teller);
    tm_json_open(json, '{');
    tm_json_key(json, "event");
    if (seen) {
        tm_text_init(&text, room_for_text, sizeof room_for_text);
        tm_event_write(p->table, seen, &text);
        tm_json_str(json, text.at);
        tm_text_init(&text, room_for_text, sizeof room_for_text);
        game->tell(tm_table_config(p->table), tm_walk_before(teller), seen, tm_walk_after(teller), &p->say, &text);
        while (text.len && text.at[text.len - 1] == '\n') text.at[--text.len] = 0;
        tm_json_key(json, "words");
        tm_json_str(json, text.at);
    } else {
        tm_json_null(json);
        tm_json_key(json, "words");
        tm_json_str(json, "");
    }
    tm_json_key(json, "actors");
    tm_json_open(json, '[');
    for (int i = 0; !(actors & TM_ACTOR_CHANCE) && i < TM_MAX_SEATS; i++)
        if (actors >> i & 1) tm_json_int(json, i);
    tm_json_close(json, ']');
    write_views(p, json);
    tm_json_close(json, '}');
}

static void write_steps(replay *p, tm_walk *teller, tm_json *json)
{
    tm_event seen, ignored;
    tm_json_key(json, "steps");
    tm_json_open(json, '[');
    for (uint32_t step = 0; step < p->from + p->most; step++) {
        if (step > 0) {
            if (tm_walk_next(teller, &seen) != 1) break;
            for (int i = 0; i < p->n_walks; i++) tm_walk_next(p->walks[i], &ignored);
        }
        if (step >= p->from) write_step(p, teller, step ? &seen : NULL, json);
    }
    tm_json_close(json, ']');
}

static int make_walks(replay *p)
{
    p->n_walks = p->as == ALL ? tm_table_setup(p->table)->n_seats + 1 : 1;
    for (int i = 0; i < p->n_walks; i++)
        if (tm_walk_new(p->table, viewer_of(p, i), &p->walks[i])) return TM_ESPACE;
    /* A walk of its own tells what happened: who sees all has the events as they are. */
    return tm_walk_new(p->table, p->as == ALL ? TM_EVERYTHING : p->as, &p->walks[p->n_walks]);
}

static void write_replay(exchange *x, replay *p)
{
    const tm_setup *setup = tm_table_setup(p->table);
    tm_text text;
    tm_json json = {&text, false};
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    if (make_walks(p)) {
        exchange_refuse(x, TM_ESPACE, NULL);
        return;
    }
    tm_text_init(&text, x->server->scratch, SCRATCH);
    tm_json_open(&json, '{');
    tm_json_key(&json, "game");
    tm_json_str(&json, setup->game->id);
    tm_json_key(&json, "players");
    tm_json_int(&json, setup->n_seats);
    tm_json_key(&json, "options");
    opening_write_options(setup, &json);
    tm_json_key(&json, "names");
    tm_json_open(&json, '[');
    for (int i = 0; i < setup->n_seats; i++) tm_json_str(&json, p->say.names[i]);
    tm_json_close(&json, ']');
    tm_json_key(&json, "result");
    if (tm_table_actors(p->table) == 0) {
        tm_table_score(p->table, points, &winners);
        tm_json_open(&json, '[');
        for (int i = 0; i < setup->n_seats; i++) tm_json_int(&json, points[i]);
        tm_json_close(&json, ']');
    } else {
        tm_json_null(&json);
    }
    tm_json_key(&json, "from");
    tm_json_int(&json, p->from);
    tm_json_key(&json, "n_steps");
    tm_json_int(&json, tm_table_n_events(p->table) + 1);
    write_steps(p, p->walks[p->n_walks], &json);
    tm_json_close(&json, '}');
    exchange_json(x, 200, &text);
}

static void replay_free(replay *p)
{
    for (size_t i = 0; i < sizeof p->walks / sizeof *p->walks; i++) tm_walk_free(p->walks[i]);
}

/* The steps that the query asks for, and as whom; false after an answer. */
static bool read_query(exchange *x, replay *p, int n_seats, int otherwise)
{
    char value[16];
    int32_t number = 0;
    p->most = STEPS;
    p->as = otherwise;
    if (exchange_query(x, "from", value, sizeof value)) {
        if (tm_span_int(tm_span_of(value), 0, INT32_MAX / 2, &number)) goto refuse;
        p->from = (uint32_t)number;
    }
    if (exchange_query(x, "most", value, sizeof value)) {
        if (tm_span_int(tm_span_of(value), 1, STEPS_MOST, &number)) goto refuse;
        p->most = (uint32_t)number;
    }
    if (!exchange_query(x, "as", value, sizeof value)) return true;
    if (strcmp(value, "all") == 0)
        p->as = ALL;
    else if (strcmp(value, "spectator") == 0)
        p->as = TM_SPECTATOR;
    else if (tm_span_int(tm_span_of(value), 0, n_seats - 1, &number) == TM_OK)
        p->as = number;
    else
        goto refuse;
    return true;
refuse:
    exchange_error(x, 400, "syntax",
                   tm_tr(&x->say, "\"as\" must be all, spectator or a seat; \"from\" and \"most\" must be numbers"));
    return false;
}

static int seat_of(const exchange *x, const live *l)
{
    const int seat = room_seat_of(l->room, x->person.id);
    return seat < 0 ? TM_SPECTATOR : seat;
}

void api_table_replay(exchange *x, live *l)
{
    replay p = {.table = l->room->table};
    viewer v;
    const int seat = seat_of(x, l);
    const bool over = l->room->phase == TM_OVER;
    if (!read_query(x, &p, l->room->opening.setup.n_seats, over ? ALL : seat)) return;
    if (!over && p.as != TM_SPECTATOR && p.as != seat) {
        exchange_error(x, 403, "forbidden", tm_tr(&x->say, "during the game you can only see it from your own seat"));
        return;
    }
    viewer_init(&v, l->room, "", x->say.context, false);
    viewer_say(&v, &p.say);
    write_replay(x, &p);
    replay_free(&p);
}

void api_table_record(exchange *x, live *l)
{
    static const char *const NAMES[TM_MAX_SEATS] = {"Seat0", "Seat1", "Seat2", "Seat3",
                                                    "Seat4", "Seat5", "Seat6", "Seat7"};
    const room *r = l->room;
    char values[TM_MAX_SEATS][2 * TM_NAME_MOST + 32], fair[TM_FAIR_ROOM];
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

/* A record that somebody brings. */
typedef struct import {
    tm_record record;
    tm_box *box;
    tm_table *table;
    char names[TM_MAX_SEATS][TM_NAME_MOST + 1];
} import;

static void take_names(import *i, tm_say *say)
{
    for (int seat = 0; seat < i->record.setup.n_seats; seat++) {
        tm_text text;
        tm_text_init(&text, i->names[seat], sizeof i->names[seat]);
        for (int k = 0; k < i->record.n_tags; k++) {
            const tm_tag *tag = &i->record.tags[k];
            if (tag->name.len == 5 && memcmp(tag->name.at, "Seat", 4) == 0 && tag->name.at[4] == '0' + seat)
                tm_put_quoted(&text, tag->value.at, tag->value.len, TM_NAME_MOST / 2);
        }
        if (!text.len) tm_put_fmt(&text, tm_tr(say, "Seat %d"), seat);
        say->names[seat] = i->names[seat];
    }
}

static int read_import(import *i, const char *text, size_t len, const char *box, tm_why *why)
{
    tm_span ignored;
    int status = box ? tm_box_read(box, strlen(box), &i->box, why) : TM_OK;
    if (status == TM_OK) status = tm_record_open(&i->record, text, len, why);
    if (status == TM_OK) status = tm_record_use_box(&i->record, i->box, why);
    if (status == TM_OK) status = tm_table_new(&i->record.setup, &i->table, why);
    if (status) return status;
    while ((status = tm_record_next(&i->record, i->table, &ignored, why)) == 1) continue;
    if (status == TM_OK) status = tm_record_check_result(&i->record, i->table, why);
    return status;
}

void api_replay(exchange *x)
{
    const char *text = x->body ? x->body : "", *box = NULL;
    size_t len = x->n_body;
    cJSON *json = NULL;
    tm_why why;
    replay p = {.say = x->say};
    import *i = calloc(1, sizeof *i);
    tm_why_init(&why, &x->say);
    int status = i ? TM_OK : TM_ESPACE;
    if (*x->type && strncmp(x->type, "application/json", 16) != 0 && strncmp(x->type, "text/plain", 10) != 0) {
        free(i);
        exchange_error(x, 415, "type", tm_tr(&x->say, "the body must be text/plain or application/json"));
        return;
    }
    if (status == TM_OK && strncmp(x->type, "application/json", 16) == 0) {
        json = json_object(text, len, &why);
        status = json ? json_text(json, "record", "", &text, &why) : TM_ESYNTAX;
        if (status == TM_OK) status = json_text(json, "box", NULL, &box, &why);
        len = strlen(text);
    }
    if (status == TM_OK) status = read_import(i, text, len, box, &why);
    if (status) {
        exchange_refuse(x, status == TM_ESPACE ? status : TM_ESYNTAX, why.text.at);
    } else if (read_query(x, &p, i->record.setup.n_seats, ALL)) {
        p.table = i->table;
        take_names(i, &p.say);
        write_replay(x, &p);
        replay_free(&p);
    }
    cJSON_Delete(json);
    if (i) {
        tm_table_free(i->table);
        tm_box_free(i->box);
    }
    free(i);
}
