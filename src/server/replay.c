#include "server/replay.h"

#include <string.h>
#include <tatami/record.h>

#include "wire/setup.h"

static int viewer_of(const replay *p, int walk)
{
    if (p->as != REPLAY_ALL) return p->as;
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
    char room_for_text[TM_LINE_MAX];
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
        if (work_is_late(p->since)) {
            p->status = REPLAY_LATE;
            break;
        }
    }
    tm_json_close(json, ']');
}

static int make_walks(replay *p)
{
    p->n_walks = p->as == REPLAY_ALL ? tm_table_setup(p->table)->n_seats + 1 : 1;
    for (int i = 0; i < p->n_walks; i++)
        if (tm_walk_new(p->table, viewer_of(p, i), &p->walks[i])) return TM_ESPACE;
    /* The texts have a walk of their own: a viewer who sees everything gets the events unchanged. */
    return tm_walk_new(p->table, p->as == REPLAY_ALL ? TM_EVERYTHING : p->as, &p->walks[p->n_walks]);
}

void replay_write(replay *p, tm_text *out)
{
    const tm_setup *setup = tm_table_setup(p->table);
    tm_json json = {out, false};
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    if (make_walks(p)) {
        p->status = TM_ESPACE;
        return;
    }
    tm_json_open(&json, '{');
    json_setup(&json, setup);
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
}

void replay_free(replay *p)
{
    for (size_t i = 0; i < sizeof p->walks / sizeof *p->walks; i++) tm_walk_free(p->walks[i]);
}
