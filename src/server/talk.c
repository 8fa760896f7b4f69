/* The messages of clients over a WebSocket, and the answers (docs/PROTOCOL.md). */
#include "server/talk.h"

#include <stdlib.h>
#include <string.h>

#include "server/guests.h"
#include "server/hall_add.h"
#include "server/hall_tell.h"
#include "server/hall_visit.h"
#include "server/open.h"
#include "server/report.h"
#include "server/think.h"
#include "wire/json.h"

/* One message, and what we need to answer it. */
typedef struct message {
    line *line;
    const cJSON *json;
    char re[RE_MAX + 1];
    tm_text entry; /* what would go into the log */
    tm_why why;
    int seat; /* whose, or -1 */
} message;

static room *room_of(const message *m)
{
    return m->line->live->room;
}

/* Finishes a request to the room: either the entry is stored and then acknowledged, or the request is refused. */
static int finish(message *m, int status)
{
    live *l = m->line->live;
    const tm_span text = {m->entry.at, m->entry.len};
    if (status == TM_OK) return hall_add(l, text, m->line, m->re, &m->why);
    if (status != ROOM_DONE) return status;
    hall_acknowledge(l, m->line, m->re);
    return TM_OK;
}

static int read_seat(message *m, int *out)
{
    int64_t seat;
    const int status = json_number(m->json, "seat", 0, TM_MAX_SEATS - 1, -1, &seat, &m->why);
    *out = (int)seat;
    return status;
}

/* Takes the client's word for the shuffles in the same message: sent separately, it could come after the start. */
static int do_sit(message *m)
{
    room *r = room_of(m);
    const char *word = NULL;
    char mix[64 + TM_FAIR_WORD];
    tm_text mixed;
    int seat, status = read_seat(m, &seat);
    tm_text_init(&mixed, mix, sizeof mix);
    if (status == TM_OK) status = json_text(m->json, "mix", NULL, &word, &m->why);
    if (status == TM_OK) status = room_sit(r, &m->line->person, seat, &m->entry, &m->why);
    if (status != TM_OK || !word) return finish(m, status);
    status = room_mix(r, seat, tm_span_of(word), &mixed, &m->why);
    if (status == TM_OK) status = hall_add(m->line->live, (tm_span){m->entry.at, m->entry.len}, NULL, "", &m->why);
    return status ? status : hall_add(m->line->live, (tm_span){mixed.at, mixed.len}, m->line, m->re, &m->why);
}

static int do_leave(message *m)
{
    return finish(m, room_leave(room_of(m), m->seat, &m->entry, &m->why));
}

static int do_bot(message *m)
{
    const char *level = NULL;
    int seat, status = read_seat(m, &seat);
    if (status == TM_OK) status = json_text(m->json, "level", NULL, &level, &m->why);
    if (status == TM_OK) status = room_bot(room_of(m), m->line->person.id, seat, level, &m->entry, &m->why);
    return finish(m, status);
}

static int do_mix(message *m)
{
    const char *word = "";
    int status = json_text(m->json, "mix", "", &word, &m->why);
    if (status == TM_OK) status = room_mix(room_of(m), m->seat, tm_span_of(word), &m->entry, &m->why);
    return finish(m, status);
}

static int do_start(message *m)
{
    return finish(m, room_start(room_of(m), m->line->person.id, &m->entry, &m->why));
}

static int do_act(message *m)
{
    const char *action = "";
    int64_t n;
    int status = json_number(m->json, "n", 0, INT32_MAX, -1, &n, &m->why);
    if (status == TM_OK && n < 0)
        status = tm_why_not(&m->why, TM_ESYNTAX, "\"n\" must be the length of the log you have");
    if (status == TM_OK) status = json_text(m->json, "action", "", &action, &m->why);
    if (status == TM_OK) status = room_act(room_of(m), m->seat, (uint32_t)n, tm_span_of(action), &m->entry, &m->why);
    return finish(m, status);
}

static void write_ask(const room *r, tm_text *text)
{
    tm_json json = {text, false};
    line_begin(&json, "ask", "");
    tm_json_key(&json, "what");
    tm_json_str(&json, "undo");
    tm_json_key(&json, "seat");
    tm_json_int(&json, r->asking);
    tm_json_key(&json, "name");
    tm_json_str(&json, r->seats[r->asking].name);
    tm_json_close(&json, '}');
}

static int do_undo(message *m)
{
    char ask[512];
    tm_text text;
    int64_t n;
    uint32_t people = 0;
    room *r = room_of(m);
    int status = json_number(m->json, "n", 0, INT32_MAX, r->n_entries, &n, &m->why);
    if (status == TM_OK) status = room_undo(r, m->seat, (uint32_t)n, &people, &m->entry, &m->why);
    if (status || !people) return finish(m, status);
    r->asking = m->seat;
    r->ask = people;
    r->agreed = 0;
    tm_text_init(&text, ask, sizeof ask);
    write_ask(r, &text);
    hall_tell(m->line->live, people, text.at, text.len);
    hall_acknowledge(m->line->live, m->line, m->re);
    return TM_OK;
}

static int do_agree(message *m)
{
    static const char NO[] = "{\"type\":\"answer\",\"what\":\"undo\",\"yes\":false}";
    bool yes;
    room *r = room_of(m);
    int status = json_bool(m->json, "yes", false, &yes, &m->why);
    if (status) return status;
    if (r->asking < 0 || m->seat < 0 || !(r->ask >> m->seat & 1))
        return tm_why_not(&m->why, TM_EILLEGAL, "nobody asked you");
    if (!yes) {
        r->asking = -1;
        hall_tell(m->line->live, (uint32_t)HALL_ALL, NO, sizeof NO - 1);
        hall_acknowledge(m->line->live, m->line, m->re);
        return TM_OK;
    }
    r->agreed |= 1u << m->seat;
    if (r->ask & ~r->agreed) {
        hall_acknowledge(m->line->live, m->line, m->re);
        return TM_OK;
    }
    uint32_t people;
    status = room_undo(r, r->asking, r->n_entries, &people, &m->entry, &m->why);
    if (status) r->asking = -1;
    return finish(m, status);
}

static int do_stand_in(message *m)
{
    room *r = room_of(m);
    int seat, status = read_seat(m, &seat);
    r->ticks = server_ticks();
    if (status == TM_OK) status = room_vote(r, m->seat, seat, m->line->server->settings.grace, &m->why);
    if (status) return status;
    r->seats[seat].votes |= 1u << m->seat;
    if (!room_votes_suffice(r, seat)) return finish(m, ROOM_DONE);
    return finish(m, room_stand_in(r, seat, tm_bot_find(tm_span_of("medium")), &m->entry, &m->why));
}

static int do_back(message *m)
{
    return finish(m, room_back(room_of(m), m->seat, &m->entry, &m->why));
}

static int do_chat(message *m)
{
    const char *said = "";
    server *s = m->line->server;
    int status = json_text(m->json, "text", "", &said, &m->why);
    if (status == TM_OK) status = room_chat(room_of(m), &m->line->person, tm_span_of(said), &m->entry, &m->why);
    if (status == TM_OK && !limits_take(s->limits, LIMIT_CHAT, m->line->person.id, server_ticks())) {
        s->metrics.refused[LIMIT_CHAT]++;
        status = tm_why_not(&m->why, TM_ETURN, "Too many requests. Wait a moment.");
    }
    return finish(m, status);
}

static int do_chat_off(message *m)
{
    return finish(m, room_switch_chat(room_of(m), m->line->person.id, false, &m->entry, &m->why));
}

static int do_chat_on(message *m)
{
    return finish(m, room_switch_chat(room_of(m), m->line->person.id, true, &m->entry, &m->why));
}

static int do_spectators_off(message *m)
{
    return finish(m, room_switch_spectators(room_of(m), m->line->person.id, false, &m->entry, &m->why));
}

static int do_spectators_on(message *m)
{
    return finish(m, room_switch_spectators(room_of(m), m->line->person.id, true, &m->entry, &m->why));
}

static int do_remove(message *m)
{
    int seat, status = read_seat(m, &seat);
    if (status == TM_OK) status = room_remove(room_of(m), m->line->person.id, seat, &m->entry, &m->why);
    return finish(m, status);
}

static int do_report(message *m)
{
    const char *who = "", *text = "";
    server *s = m->line->server;
    int status = json_text(m->json, "who", "", &who, &m->why);
    if (status == TM_OK) status = json_text(m->json, "text", "", &text, &m->why);
    if (status == TM_OK && !limits_take(s->limits, LIMIT_CHAT,
                                        *m->line->person.id ? m->line->person.id : m->line->address, server_ticks())) {
        s->metrics.refused[LIMIT_CHAT]++;
        status = tm_why_not(&m->why, TM_ETURN, "Too many requests. Wait a moment.");
    }
    return status ? status : report_write(m->line, m->re, who, text, &m->why);
}

/* What to ask a careful person before the action that is in the entry, as it stands in the log: `0 play r5`. */
static const char *caution(const message *m)
{
    tm_event event;
    const tm_table *table = room_of(m)->table;
    const tm_span decision = {m->entry.at, m->entry.len};
    return tm_event_read(table, decision, &event) ? NULL : tm_table_caution(table, m->seat, event.action);
}

static void answer_why(message *m)
{
    char room_for_text[1024];
    tm_text text;
    tm_json json = {&text, false};
    const char *question = caution(m);
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    line_begin(&json, "ok", m->re);
    tm_json_key(&json, "n");
    tm_json_int(&json, m->line->live->n_stored);
    tm_json_key(&json, "ask");
    if (question)
        tm_json_str(&json, tm_tr(m->why.say, question));
    else
        tm_json_null(&json);
    tm_json_close(&json, '}');
    if (*m->re) line_send(m->line, text.at, text.len);
}

/* The answer that `act` would get, without doing anything: for clients that want to know why not, or whether a person should be
 * asked first. */
static int do_why(message *m)
{
    room *r = room_of(m);
    const char *action = NULL;
    int status = json_text(m->json, "action", "", &action, &m->why);
    if (status == TM_OK) status = room_act(r, m->seat, r->n_entries, tm_span_of(action), &m->entry, &m->why);
    if (status == TM_OK) answer_why(m);
    return status;
}

static int do_hint(message *m)
{
    server *s = m->line->server;
    if (!limits_take(s->limits, LIMIT_HINTS, m->line->person.id, server_ticks())) {
        s->metrics.refused[LIMIT_HINTS]++;
        return tm_why_not(&m->why, TM_ETURN, "Too many requests. Wait a moment.");
    }
    return think_hint(m->line->live, m->line, m->re, &m->why);
}

static int do_legal(message *m)
{
    int64_t from;
    const int status = json_number(m->json, "from", 0, INT32_MAX, 0, &from, &m->why);
    return status ? status : hall_show_legal(m->line->live, m->line, m->re, (uint32_t)from, &m->why);
}

/* The same people and bots in the same seats. */
static void repeat_seats(const room *r, opening_entries *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < r->opening.setup.n_seats; i++) {
        const room_seat *seat = &r->seats[i];
        tm_text text;
        if (seat->kind == SEAT_OPEN && !seat->bot) continue;
        tm_text_init(&text, out->text[out->n++], sizeof out->text[0]);
        if (seat->kind == SEAT_PERSON) {
            tm_put_fmt(&text, "sit\t%d\t%s\t%s\t%s", i, seat->person, seat->program ? "p" : "-", seat->name);
            memcpy(out->people[out->n_people++], seat->person, sizeof seat->person);
        } else {
            tm_put_fmt(&text, "bot\t%d\t%s", i, seat->bot->name);
        }
    }
}

static int do_rematch(message *m)
{
    room *r = room_of(m);
    room_opening opening;
    opening_entries entries;
    tm_id id = "";
    int status = room_rematch(r, m->seat, "", &m->entry, &m->why);
    if (status) return finish(m, status);
    room_opening_copy(&opening, &r->opening); /* shares the box, which may be long */
    memcpy(opening.host, m->line->person.id, sizeof opening.host);
    repeat_seats(r, &entries);
    job *j = open_job(m->line->server, &opening, &entries, NULL, id, &m->why);
    if (!j) return TM_ESPACE;
    /* Stored in this order, so that the new table exists when the old one names it. */
    writer_put(&m->line->server->writer, j);
    m->entry.len = 0;
    tm_put_fmt(&m->entry, "rematch\t%s", id);
    return finish(m, TM_OK);
}

/* A greeting whose person and table are being read. */
typedef struct greeting {
    line *line;
    bool know;
    bool shown; /* they showed a token */
    char re[RE_MAX + 1];
    uint32_t n_people; /* when we asked whose token it is */
    int64_t now;
    tm_person who;
} greeting;

static void welcome(greeting *g, live *found)
{
    line *l = g->line;
    const tm_catalogue *language = l->viewer.language;
    viewer_init(&l->viewer, found->room, l->person.id, language, g->know);
    hall_join(found, l);
    const room *r = found->room;
    if (r->asking >= 0 && l->viewer.seat >= 0 && (r->ask & ~r->agreed) >> l->viewer.seat & 1) {
        char ask[512];
        tm_text text;
        tm_text_init(&text, ask, sizeof ask);
        write_ask(r, &text);
        line_send(l, text.at, text.len);
    }
}

static void end_greeting(greeting *g, live *found, int status, const char *reason)
{
    line *l = g->line;
    l->visiting = false;
    if (!l->closed && found) welcome(g, found);
    if (!l->closed && !found) {
        line_error(l, g->re, status, reason);
        line_close(l, status == TM_EIO ? 1013 : 1008); /* 1013: try again */
    }
    line_drop(l);
    free(g);
}

static void identify(greeting *g);

static void on_visited(void *context, live *found, int status, const char *reason)
{
    greeting *g = context;
    tm_say say = {0};
    tm_catalogue_say(g->line->viewer.language, &say);
    if (!found && status == TM_EUNKNOWN) reason = tm_tr(&say, "there is no such table");
    if (!found && status == TM_ETURN) reason = tm_tr(&say, "Too many requests. Wait a moment.");
    /* The token may have been revoked while the table was read, or its owner renamed. */
    if (found && g->shown && g->n_people != g->line->server->n_people)
        identify(g);
    else
        end_greeting(g, found, status, reason);
}

static int find_person(tm_store *store, void *context, tm_why *why)
{
    greeting *g = context;
    return store->ops->find_token(store, g->line->token, g->now, &g->who, why);
}

static void on_person(void *context, int status, const char *why)
{
    greeting *g = context;
    line *l = g->line;
    tm_say say = {0};
    (void)why;
    tm_catalogue_say(l->viewer.language, &say);
    if (status == TM_EUNKNOWN) {
        end_greeting(g, NULL, ROOM_FORBIDDEN, tm_tr(&say, "unknown token"));
    } else if (status) {
        end_greeting(g, NULL, status, NULL);
    } else {
        l->person = g->who;
        hall_visit(l->server, l->table, l->address, on_visited, g);
    }
}

static void identify(greeting *g)
{
    g->n_people = g->line->server->n_people;
    g->now = server_now();
    reader_ask(&g->line->server->reader, find_person, on_person, g);
}

static int do_hello(message *m)
{
    line *l = m->line;
    const char *token = NULL, *lang = NULL;
    bool know = false;
    int64_t from = 0;
    int status = json_text(m->json, "lang", "en", &lang, &m->why);
    if (status == TM_OK) l->viewer.language = server_language(lang);
    if (status == TM_OK) status = json_text(m->json, "token", NULL, &token, &m->why);
    if (status == TM_OK) status = json_bool(m->json, "know", false, &know, &m->why);
    if (status == TM_OK) status = json_number(m->json, "from", 0, INT32_MAX, 0, &from, &m->why);
    if (status) return status;
    greeting *g = calloc(1, sizeof *g);
    if (!g) return tm_why_not(&m->why, TM_ESPACE, "out of memory");
    g->line = l;
    g->know = know;
    strcpy(g->re, m->re);
    line_hold(l);
    l->from = (uint32_t)from;
    l->greeted = l->visiting = true;
    g->shown = token != NULL;
    if (token) {
        server_hash(token, l->token);
        identify(g);
    } else {
        hall_visit(l->server, l->table, l->address, on_visited, g);
    }
    return TM_OK;
}

/* Again on the same connection: sends the table again, from what the client has. The identity stays the same. */
static int hello_again(message *m)
{
    int64_t from;
    const int status = json_number(m->json, "from", 0, INT32_MAX, 0, &from, &m->why);
    if (status == TM_OK) hall_show(m->line->live, m->line, (uint32_t)from);
    return status;
}

static const struct {
    const char *word;
    int (*act)(message *m);
} DOINGS[] = {
    {"sit", do_sit},
    {"leave", do_leave},
    {"bot", do_bot},
    {"mix", do_mix},
    {"start", do_start},
    {"act", do_act},
    {"undo", do_undo},
    {"agree", do_agree},
    {"back", do_back},
    {"stand-in", do_stand_in},
    {"chat", do_chat},
    {"chat-off", do_chat_off},
    {"chat-on", do_chat_on},
    {"hint", do_hint},
    {"rematch", do_rematch},
    {"legal", do_legal},
    {"why", do_why},
    {"remove", do_remove},
    {"report", do_report},
    {"spectators-off", do_spectators_off},
    {"spectators-on", do_spectators_on},
};

static int act_on(message *m, const char *what)
{
    if (m->line->visiting) return tm_why_not(&m->why, TM_EILLEGAL, "the table is still being loaded: wait for it");
    if (strcmp(what, "hello") == 0) return m->line->live ? hello_again(m) : do_hello(m);
    if (!m->line->live) return tm_why_not(&m->why, TM_ESYNTAX, "send \"hello\" first");
    m->seat = room_seat_of(room_of(m), m->line->person.id);
    for (size_t i = 0; i < sizeof DOINGS / sizeof *DOINGS; i++)
        if (strcmp(DOINGS[i].word, what) == 0) return DOINGS[i].act(m);
    return tm_why_not(&m->why, TM_ESYNTAX, "\"do\" is not a known word");
}

void talk_heard(line *l, const char *text, size_t len)
{
    char room_for_entry[TM_LOG_MAX];
    message m = {.line = l, .seat = -1};
    const char *what = "", *re = "";
    server *s = l->server;
    tm_say say = {0};
    s->metrics.messages++;
    tm_catalogue_say(l->viewer.language, &say);
    tm_why_init(&m.why, &say);
    tm_text_init(&m.entry, room_for_entry, sizeof room_for_entry);
    if (!limits_take(s->limits, LIMIT_MESSAGES, *l->person.id ? l->person.id : l->address, server_ticks())) {
        s->metrics.refused[LIMIT_MESSAGES]++;
        line_error(l, "", TM_ETURN, tm_tr(&say, "Too many requests. Wait a moment."));
        line_close(l, 1008);
        return;
    }
    cJSON *json = json_object(text, len, &m.why);
    int status = json ? TM_OK : TM_ESYNTAX;
    m.json = json;
    if (status == TM_OK) status = json_text(json, "id", "", &re, &m.why);
    if (status == TM_OK && strlen(re) > RE_MAX)
        status = tm_why_not(&m.why, TM_ESYNTAX, "\"id\" can have at most %d bytes", RE_MAX);
    if (status == TM_OK) strcpy(m.re, re);
    if (status == TM_OK) status = json_text(json, "do", "", &what, &m.why);
    const bool first = !l->greeted;
    if (status == TM_OK) status = act_on(&m, what);
    if (status) line_error(l, m.re, status, m.why.text.at);
    if (status && first) line_close(l, status == TM_EIO ? 1013 : 1008);
    cJSON_Delete(json);
}

void talk_gone(line *l)
{
    guests_remove(l);
}
