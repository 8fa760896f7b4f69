#include "server/result.h"

#include <string.h>

#include "server/clean.h"
#include "wire/setup.h"

enum { RESULT_MAX = 8192 };

static void write_seat(const room_seat *seat, const char *name, tm_json *json)
{
    tm_json_open(json, '{');
    tm_json_key(json, "kind");
    tm_json_str(json, seat->kind == SEAT_PERSON ? "person" : "bot");
    tm_json_key(json, "name");
    tm_json_str(json, name);
    tm_json_key(json, "program");
    tm_json_bool(json, seat->program);
    tm_json_key(json, "bot");
    if (seat->bot)
        tm_json_str(json, seat->bot->name);
    else
        tm_json_null(json);
    tm_json_close(json, '}');
}

static void write_members(const room *r, tm_json *json)
{
    const room_opening *o = &r->opening;
    int32_t points[TM_MAX_SEATS];
    uint32_t winners = 0;
    char box[256];
    tm_text name;
    viewer nobody;
    tm_say say;
    viewer_init(&nobody, (room *)r, "", NULL, false);
    viewer_say(&nobody, &say);
    tm_table_score(r->table, points, &winners);
    json_setup(json, &o->setup);
    tm_text_init(&name, box, sizeof box);
    if (o->box) clean_text(tm_span_of(o->box->name), &name);
    tm_json_key(json, "box");
    if (o->box)
        tm_json_str(json, box);
    else
        tm_json_null(json);
    tm_json_key(json, "seats");
    tm_json_open(json, '[');
    for (int i = 0; i < o->setup.n_seats; i++) write_seat(&r->seats[i], say.names[i], json);
    tm_json_close(json, ']');
    tm_json_key(json, "points");
    tm_json_open(json, '[');
    for (int i = 0; i < o->setup.n_seats; i++) tm_json_int(json, points[i]);
    tm_json_close(json, ']');
    tm_json_key(json, "winners");
    tm_json_open(json, '[');
    for (int i = 0; i < o->setup.n_seats; i++)
        if (winners >> i & 1) tm_json_int(json, i);
    tm_json_close(json, ']');
}

void result_write(const room *r, tm_text *out)
{
    tm_json json = {out, false};
    for (int i = 0; i < r->opening.setup.n_seats; i++)
        tm_put_fmt(out, "%s%s", i ? " " : "", r->seats[i].kind == SEAT_PERSON ? r->seats[i].person : "-");
    tm_put_char(out, '\n');
    write_members(r, &json);
}

void result_put(server *s, const room *r, int64_t at, int64_t epoch)
{
    char room_for_text[RESULT_MAX];
    tm_text text;
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    result_write(r, &text);
    const int n_checks = epoch == RESULT_READ ? 0 : 1;
    job *j = text.cut ? NULL : job_new(n_checks + 1, text.len, NULL, NULL);
    if (!j) return; /* it is written again when somebody asks */
    if (n_checks) { /* an append of nothing: the log must end here, and the table be ours */
        j->changes[0].kind = TM_CHANGE_LOG;
        j->changes[0].first = r->n_entries;
        j->changes[0].epoch = epoch;
        memcpy(j->changes[0].table, r->id, sizeof r->id);
    }
    tm_change *phase = &j->changes[n_checks];
    phase->kind = TM_CHANGE_PHASE;
    phase->follows = n_checks > 0;
    memcpy(phase->table, r->id, sizeof r->id);
    phase->phase = TM_OVER;
    phase->listed = r->opening.listed;
    phase->at = at;
    phase->text.at = memcpy(j->pool, text.at, text.len);
    phase->text.len = text.len;
    writer_put(&s->writer, j);
}

int result_seat(tm_span result, const char *person, tm_span *out_members)
{
    const char *end = result.len ? memchr(result.at, '\n', result.len) : NULL;
    int found = -1, seat = 0;
    if (!end) return -1;
    tm_span ids = {result.at, (uint32_t)(end - result.at)}, id;
    for (; tm_span_word(&ids, &id); seat++)
        if (tm_span_is(id, person)) found = seat;
    out_members->at = end + 1;
    out_members->len = result.len - (uint32_t)(end + 1 - result.at);
    return found;
}
