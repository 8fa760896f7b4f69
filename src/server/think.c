#include "server/think.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <tatami/search.h>

#include "server/hall_add.h"
#include "server/journal.h"

enum { EXPLAINED = 12, REASONS = 2048 }; /* actions with reasons, best first; bytes of the reasons of one */

/* Why, in words: the names and the language are those of the moment when the hint was asked for. */
typedef struct reasons {
    tm_say say;
    char names[TM_MAX_SEATS][TM_NAME_MAX + 8];
    tm_outlook outlooks[EXPLAINED];
    char words[EXPLAINED][REASONS];
    int n;
} reasons;

/* One question, sent to a worker and back. It is a copy: the table may go on or be dropped in the meantime. */
typedef struct thought {
    uv_work_t work;
    uv_timer_t pause;
    server *server;
    tm_id table;
    uint32_t turn;
    const tm_bot *bot;
    tm_question question;
    tm_rng rng;
    tm_action answer;
    int64_t asked_at;
    /* For a hint. */
    line *line;
    char re[RE_MAX + 1];
    tm_search_result *results;
    reasons *reasons;
    int status;
} thought;

static void *copied(const void *from, size_t size)
{
    void *to = malloc(size ? size : 1);
    if (to) memcpy(to, from, size);
    return to;
}

static void thought_free(thought *t)
{
    free((void *)t->question.config);
    free((void *)t->question.view);
    free((void *)t->question.legal);
    free(t->results);
    free(t->reasons);
    if (t->line) line_drop(t->line);
    free(t);
}

/* NULL if out of memory. */
static thought *thought_new(live *l, int seat)
{
    const tm_game *game = l->room->opening.setup.game;
    thought *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    const tm_action *legal;
    void *view = calloc(1, game->view_size);
    t->server = l->server;
    memcpy(t->table, l->room->id, sizeof t->table);
    t->turn = l->room->seats[seat].turn;
    t->bot = l->room->seats[seat].bot;
    t->question.game = game;
    t->question.seat = seat;
    t->question.config = copied(tm_table_config(l->room->table), game->config_size);
    t->question.n_legal = tm_table_legal(l->room->table, seat, &legal);
    t->question.legal = copied(legal, (size_t)t->question.n_legal * sizeof *legal);
    t->question.view = view;
    t->question.net = tm_net_for(&l->room->opening.setup, (tm_span){0});
    t->asked_at = server_ticks();
    randombytes_buf(&t->rng, sizeof t->rng);
    if (view && t->question.config && t->question.legal && t->question.n_legal > 0) {
        tm_table_view(l->room->table, seat, view);
        return t;
    }
    thought_free(t);
    return NULL;
}

static void choose(uv_work_t *work)
{
    thought *t = work->data;
    t->answer = t->bot->choose(&t->question, &t->rng);
}

static void on_freed(uv_handle_t *handle)
{
    thought_free(handle->data);
}

/* The answer counts if the seat is still at the same turn and the same bot decides for it. */
static void answer(uv_timer_t *timer)
{
    thought *t = timer->data;
    live *l = hall_here(t->server, t->table);
    const int seat = t->question.seat;
    t->server->metrics.thinking--;
    t->server->metrics.thoughts++;
    if (l && !l->lost && !l->copy) {
        const room_seat *s = &l->room->seats[seat];
        l->thinking[seat] = false;
        if (t->answer == TM_HIDDEN_ACTION) {
            journal(JOURNAL_ERROR, "a bot could not decide", NULL); /* the bot is asked again at the next visit */
        } else if (s->turn == t->turn && s->bot == t->bot && s->waits_since) {
            char entry[TM_LINE_MAX];
            tm_text text;
            tm_why why;
            const tm_event event = {.seat = seat, .action = t->answer};
            tm_why_init(&why, NULL);
            tm_text_init(&text, entry, sizeof entry);
            tm_event_write(l->room->table, &event, &text);
            const tm_span span = {text.at, text.len};
            hall_add(l, span, NULL, NULL, &why);
        } else if (!t->server->stopping) {
            hall_go_on(l);
        }
    }
    uv_close((uv_handle_t *)timer, on_freed);
}

static void on_chosen(uv_work_t *work, int status)
{
    thought *t = work->data;
    const int64_t left = t->asked_at + t->server->settings.bot_pause - server_ticks();
    (void)status;
    uv_timer_init(&t->server->loop, &t->pause);
    t->pause.data = t;
    uv_timer_start(&t->pause, answer, left > 0 && !t->server->stopping ? (uint64_t)left : 0, 0);
}

static void start(live *l, int seat)
{
    thought *t = l->server->stopping ? NULL : thought_new(l, seat);
    if (!t) return;
    l->thinking[seat] = true;
    l->server->metrics.thinking++;
    t->work.data = t;
    uv_queue_work(&l->server->loop, &t->work, choose, on_chosen);
}

void think_join(hall *h)
{
    hall_on_bot_turn(h, start);
}

enum { HINT_MAX = 500 }; /* actions in an answer: of more, those that were looked at most */

static void weigh(uv_work_t *work)
{
    thought *t = work->data;
    reasons *why = t->reasons;
    why->n = t->question.n_legal < EXPLAINED ? t->question.n_legal : EXPLAINED;
    t->status = tm_explain(&t->question, NULL, &t->rng, t->results, why->outlooks, why->n);
    for (int i = 0; t->status == TM_OK && i < why->n; i++) {
        tm_text words;
        tm_text_init(&words, why->words[i], REASONS);
        tm_explain_write(&t->question, why->outlooks, why->n, i, &why->say, &t->rng, &words);
    }
}

static void write_part(tm_json *json, uint32_t part)
{
    const uint32_t thousandths = (uint32_t)((uint64_t)part * 1000 / TM_SURE);
    if (json->comma) tm_put_char(json->text, ',');
    tm_put_fmt(json->text, "%u.%u%u%u", thousandths / 1000, thousandths / 100 % 10, thousandths / 10 % 10,
               thousandths % 10);
    json->comma = true;
}

static void write_reasons(const reasons *why, int i, tm_json *json)
{
    const tm_outlook *o = &why->outlooks[i];
    if (!o->n) return;
    tm_json_key(json, "shares");
    tm_json_open(json, '[');
    for (int seat = 0; seat < o->n_seats; seat++) write_part(json, o->shares[seat]);
    tm_json_close(json, ']');
    tm_json_key(json, "why");
    tm_json_str(json, why->words[i]);
}

static void write_hint(const thought *t, tm_text *out)
{
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "type");
    tm_json_str(&json, "hint");
    if (*t->re) {
        tm_json_key(&json, "re");
        tm_json_str(&json, t->re);
    }
    tm_json_key(&json, "actions");
    tm_json_open(&json, '[');
    for (int i = 0; i < t->question.n_legal && i < HINT_MAX; i++) {
        char name[TM_LINE_MAX];
        tm_text action;
        tm_text_init(&action, name, sizeof name);
        t->question.game->write_action(t->question.config, t->results[i].action, &action);
        tm_json_open(&json, '{');
        tm_json_key(&json, "action");
        tm_json_str(&json, name);
        tm_json_key(&json, "visits");
        tm_json_int(&json, t->results[i].visits);
        tm_json_key(&json, "chance");
        write_part(&json, t->results[i].chance);
        if (i < t->reasons->n) write_reasons(t->reasons, i, &json);
        tm_json_close(&json, '}');
    }
    tm_json_close(&json, ']');
    tm_json_close(&json, '}');
}

static void on_weighed(uv_work_t *work, int status)
{
    thought *t = work->data;
    (void)status;
    t->server->metrics.thinking--;
    if (t->status == TM_OK) {
        tm_text text;
        tm_text_init(&text, t->server->scratch, SCRATCH);
        write_hint(t, &text);
        line_send(t->line, text.at, text.len);
    } else {
        line_error(t->line, t->re, t->status, NULL);
    }
    thought_free(t);
}

static void take_names(reasons *why, const viewer *v)
{
    viewer_say(v, &why->say);
    for (int i = 0; i < v->room->opening.setup.n_seats; i++) {
        strncpy(why->names[i], why->say.names[i], sizeof why->names[i] - 1);
        why->say.names[i] = why->names[i];
    }
}

int think_hint(live *l, line *who, const char *re, tm_why *why)
{
    const int seat = who->viewer.seat;
    if (seat < 0) return tm_why_not(why, ROOM_FORBIDDEN, "you have no seat at this table");
    if (room_people(l->room) & ~(1u << seat))
        return tm_why_not(why, ROOM_FORBIDDEN, "hints are only for tables where no other person plays");
    if (!l->room->seats[seat].waits_since) return tm_why_not(why, TM_EILLEGAL, "it is not your turn");
    thought *t = thought_new(l, seat);
    if (t) t->results = calloc((size_t)t->question.n_legal, sizeof *t->results);
    if (t) t->reasons = calloc(1, sizeof *t->reasons);
    if (!t || !t->results || !t->reasons) {
        if (t) thought_free(t);
        return tm_why_not(why, TM_ESPACE, "out of memory");
    }
    take_names(t->reasons, &who->viewer);
    t->line = who;
    line_hold(who);
    strncpy(t->re, re, RE_MAX);
    t->work.data = t;
    l->server->metrics.thinking++;
    uv_queue_work(&l->server->loop, &t->work, weigh, on_weighed);
    return TM_OK;
}
