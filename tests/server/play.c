#include "play.h"

#include <stdio.h>
#include <string.h>

#include "scan.h"

enum { ERRORS_SHOWN = 10 };

static ld_table *table_of(const ld_play *play, const ld_line *line)
{
    return &play->tables[line->index / (uint32_t)play->n_people];
}

static int seat_of(const ld_play *play, const ld_line *line)
{
    return (int)(line->index % (uint32_t)play->n_people);
}

void play_error(ld_play *play, const char *what, tm_span detail)
{
    if (play->n_errors++ < ERRORS_SHOWN)
        fprintf(stderr, "load: %s: %.*s\n", what, (int)(detail.len < 300 ? detail.len : 300), detail.at);
}

static uint32_t hash(tm_span text)
{
    uint32_t sum = 2166136261u;

    for (uint32_t i = 0; i < text.len; i++) sum = (sum ^ (uint8_t)text.at[i]) * 16777619u;
    return sum;
}

static void say(ld_play *play, ld_person *person, const char *text)
{
    if (line_say(&play->client, &person->line, tm_span_of(text))) play_error(play, "cannot send", tm_span_of(text));
}

void play_connect(ld_play *play, uint32_t index)
{
    ld_person *person = &play->people[index];
    char path[ID_MAX + 32];

    person->line.index = index;
    person->seated = false;
    snprintf(path, sizeof path, "/api/tables/%s/ws", table_of(play, &person->line)->id);
    if (line_open(&play->client, &person->line) || line_upgrade(&play->client, &person->line, path))
        play_error(play, "cannot connect", tm_span_of(path));
}

static void on_opened(void *context, ld_line *line)
{
    ld_play *play = context;
    ld_person *person = &play->people[line->index];
    char text[TOKEN_MAX + 64];

    snprintf(text, sizeof text, "{\"do\":\"hello\",\"token\":\"%s\",\"from\":%u}", person->token, person->have);
    say(play, person, text);
}

static void decide(ld_play *play, ld_person *person, int64_t due)
{
    char text[ACTION_MAX + 96];
    tm_span action = {.at = person->action, .len = (uint32_t)strlen(person->action)};

    person->ready = false;
    person->recent[person->n_sent % RECENT] = (ld_decision){.sent_at = due, .hash = hash(action)};
    person->n_sent++;
    play->n_sent++;
    snprintf(text, sizeof text, "{\"do\":\"act\",\"id\":\"%u\",\"n\":%u,\"action\":\"%s\"}", person->n_sent,
             person->have, person->action);
    say(play, person, text);
}

bool play_decide_next(ld_play *play, int64_t due)
{
    while (play->n_queue) {
        uint32_t all = (uint32_t)(play->n_tables * play->n_people);
        ld_person *person = &play->people[play->queue[play->queue_at]];
        play->queue_at = (play->queue_at + 1) % all;
        play->n_queue--;
        person->queued = false;
        if (!person->ready) continue;
        decide(play, person, due);
        return true;
    }
    return false;
}

/* One of the legal actions, all equally likely, in one walk over the list. */
static void choose(ld_play *play, ld_person *person, tm_span legal)
{
    tm_span item, chosen = {.at = "", .len = 0};

    for (uint32_t n = 1; scan_item(&legal, &item); n++)
        if (tm_rng_below(&play->rng, n) == 0) chosen = scan_string(item);
    if (!chosen.len || chosen.len >= sizeof person->action) {
        play_error(play, "nothing that can be played", chosen);
        return;
    }
    memcpy(person->action, chosen.at, chosen.len);
    person->action[chosen.len] = '\0';
    person->ready = true;
    if (play->stopping) return;
    if (!play->open_loop) {
        decide(play, person, client_now());
    } else if (!person->queued) {
        uint32_t all = (uint32_t)(play->n_tables * play->n_people);
        person->queued = true;
        play->queue[(play->queue_at + play->n_queue++) % all] = person->line.index;
    }
}

/* An event of a seat arrived: if a person of ours decided it, it is the next one that this one has not heard of yet. */
static void delivered(ld_play *play, ld_person *person, int seat, tm_span action, int64_t now)
{
    const ld_table *table = table_of(play, &person->line);
    ld_person *who = &table->people[seat];
    uint32_t nth = person->n_seen[seat]++;

    if (nth >= who->n_sent) {
        play_error(play, "a decision that nobody took", action);
        return;
    }
    if (who->n_sent - nth > RECENT) return;
    const ld_decision *sent = &who->recent[nth % RECENT];
    if (!tm_span_is(action, "?") && sent->hash != hash(action)) play_error(play, "another decision arrived", action);
    if (who != person && sent->sent_at >= play->window_from && sent->sent_at < play->window_to)
        samples_add(&play->delivery, now - sent->sent_at);
}

static void on_entry(ld_play *play, ld_person *person, tm_span entry, int64_t now)
{
    tm_span value, event;

    if (!scan_get(entry, "n", &value) || scan_int(value, -1) != person->have)
        play_error(play, "a gap or a double in the log", entry);
    person->have++;
    if (scan_get(entry, "event", &value)) {
        event = scan_string(value);
        if (event.len < 3 || event.at[0] == '*') return;
        int seat = event.at[0] - '0';
        if (seat >= 0 && seat < play->n_people)
            delivered(play, person, seat, (tm_span){.at = event.at + 2, .len = event.len - 2}, now);
    }
}

/* As a person does who looks at the cards only when it is their turn: whether it is stands at the beginning. */
static bool is_asked(tm_span now, int seat)
{
    tm_span actors, actor;

    if (!scan_get(now, "actors", &actors)) return false;
    while (scan_item(&actors, &actor))
        if (scan_int(actor, -1) == seat) return true;
    return false;
}

static void on_log(ld_play *play, ld_person *person, tm_span text)
{
    tm_span entries, entry, n, state, legal;
    int64_t now = client_now();

    if (!scan_get(text, "entries", &entries) || !scan_get(text, "n", &n)) {
        play_error(play, "no entries", text);
        return;
    }
    while (scan_item(&entries, &entry)) on_entry(play, person, entry, now);
    if (scan_int(n, -1) != person->have) play_error(play, "the log has another length", text);
    person->ready = false;
    /* Where several decide at once, the legal list may come again before our own decision does. */
    if (person->n_seen[seat_of(play, &person->line)] != person->n_sent) return;
    if (scan_open(text, "now", &state) && is_asked(state, seat_of(play, &person->line)) &&
        scan_get(state, "legal", &legal) && legal.len && *legal.at == '[')
        choose(play, person, legal);
}

/* The host starts when all are there. */
static void take_part(ld_play *play, ld_person *person)
{
    ld_table *table = table_of(play, &person->line);

    if (person->seated) return;
    person->seated = true;
    if (++table->n_seated == play->n_people) say(play, table->people, "{\"do\":\"start\",\"id\":\"s\"}");
}

static void on_table(ld_play *play, ld_person *person, tm_span text)
{
    char sit[64];
    tm_span you;

    on_log(play, person, text);
    if (scan_get(text, "you", &you) && scan_int(you, -1) == seat_of(play, &person->line)) {
        take_part(play, person);
    } else {
        snprintf(sit, sizeof sit, "{\"do\":\"sit\",\"id\":\"t\",\"seat\":%d}", seat_of(play, &person->line));
        say(play, person, sit);
    }
}

static void on_ok(ld_play *play, ld_person *person, tm_span text)
{
    tm_span re = {.at = "", .len = 0};
    int64_t now = client_now();

    if (scan_get(text, "re", &re)) re = scan_string(re);
    if (tm_span_is(re, "t")) {
        take_part(play, person);
    } else if (tm_span_is(re, "s")) {
        play->n_started++;
    } else if (!tm_span_is(re, "r")) {
        person->n_acked++;
        play->n_acked++;
        if (scan_int(re, -1) != person->n_acked) play_error(play, "an acknowledgement out of order", text);
        int64_t sent_at = person->recent[(person->n_acked - 1) % RECENT].sent_at;
        if (now >= play->window_from && now < play->window_to) play->n_in_window++;
        if (sent_at >= play->window_from && sent_at < play->window_to) samples_add(&play->ack, now - sent_at);
    }
}

static bool table_waits(const ld_play *play, const ld_table *table)
{
    for (int from = 0; from < play->n_people; from++) {
        const ld_person *who = &table->people[from];
        if (who->n_acked < who->n_sent) return true;
        for (int to = 0; to < play->n_people; to++)
            if (table->people[to].n_seen[from] < who->n_sent) return true;
    }
    return false;
}

bool play_waits(const ld_play *play)
{
    for (int i = 0; i < play->n_tables; i++)
        if (table_waits(play, &play->tables[i])) return true;
    return false;
}

/* After the end of a game everybody goes on to the next table, when the last one has heard of it, and counts from zero. */
static void on_seats(ld_play *play, ld_person *person, tm_span text)
{
    ld_table *table = table_of(play, &person->line);
    tm_span phase, next;

    if (play->stopping || !scan_get(text, "phase", &phase) || !tm_span_is(scan_string(phase), "over")) return;
    if (!scan_get(text, "next", &next) || (next = scan_string(next)).len == 0) {
        if (!table->over && person == table->people) {
            table->over = true;
            say(play, person, "{\"do\":\"rematch\",\"id\":\"r\"}");
        }
        return;
    }
    if (next.len >= sizeof table->id || table_waits(play, table)) return;
    memcpy(table->id, next.at, next.len);
    table->id[next.len] = '\0';
    table->over = false;
    table->n_seated = 0;
    play->n_rematches++;
    for (int seat = 0; seat < play->n_people; seat++) {
        ld_person *who = &table->people[seat];
        line_close(&play->client, &who->line);
        who->have = who->n_sent = who->n_acked = 0;
        who->ready = false;
        memset(who->n_seen, 0, sizeof who->n_seen);
        play_connect(play, (uint32_t)(who - play->people));
    }
}

static void on_message(void *context, ld_line *line, tm_span text)
{
    ld_play *play = context;
    ld_person *person = &play->people[line->index];
    tm_span type = {.at = "", .len = 0};

    if (scan_get(text, "type", &type)) type = scan_string(type);
    if (tm_span_is(type, "log"))
        on_log(play, person, text);
    else if (tm_span_is(type, "ok"))
        on_ok(play, person, text);
    else if (tm_span_is(type, "table"))
        on_table(play, person, text);
    else if (tm_span_is(type, "seats"))
        on_seats(play, person, text);
    else
        play_error(play, "unexpected", text);
}

static void on_reply(void *context, ld_line *line, int status, tm_span body)
{
    (void)line;
    (void)status;
    play_error(context, "no WebSocket", body);
}

static void on_closed(void *context, ld_line *line, const char *why)
{
    (void)line;
    play_error(context, "the line is gone", tm_span_of(why));
}

const ld_line_events play_events = {.reply = on_reply, .opened = on_opened, .message = on_message, .closed = on_closed};

void play_verify(ld_play *play)
{
    char what[128];

    for (int i = 0; i < play->n_tables; i++) {
        const ld_table *table = &play->tables[i];
        for (int from = 0; from < play->n_people; from++) {
            const ld_person *who = &table->people[from];
            if (who->n_acked != who->n_sent) {
                snprintf(what, sizeof what, "seat %d sent %u, acknowledged %u", from, who->n_sent, who->n_acked);
                play_error(play, what, tm_span_of(table->id));
            }
            for (int to = 0; to < play->n_people; to++) {
                if (table->people[to].n_seen[from] == who->n_acked) continue;
                snprintf(what, sizeof what, "seat %d: %u of %u decisions of seat %d", to,
                         table->people[to].n_seen[from], who->n_acked, from);
                play_error(play, what, tm_span_of(table->id));
            }
        }
    }
}
