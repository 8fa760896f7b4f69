/* The source itself: its line, its items, what the screen asks of it. */
#include "client/online_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOG_MOST = 100000, MESSAGE_MOST = 4096 };

void online_log(online *o, const char *format, ...)
{
    char room[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(room, sizeof room, format, list);
    va_end(list);
    if (o->source.log.n < LOG_MOST) tm_lines_add(&o->source.log, room);
}

uint32_t online_send(online *o, const char *format, ...)
{
    char room[MESSAGE_MOST];
    va_list list;
    int len = snprintf(room, sizeof room, "{\"id\":\"%u\",", ++o->serial);
    va_start(list, format);
    len += vsnprintf(room + len, sizeof room - (size_t)len - 1, format, list);
    va_end(list);
    if (len >= (int)sizeof room - 1) return o->serial;
    room[len++] = '}';
    client_line_send(o->line, (tm_span){room, (uint32_t)len});
    o->source.busy = true;
    return o->serial;
}

void online_send_action(online *o)
{
    o->act_serial = online_send(o, "\"do\":\"act\",\"n\":%u,\"action\":\"%s\"", o->action_n, o->action);
}

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The line is open: who this is, and how much of the log is known. */
static void greet(online *o)
{
    online_send(o, "\"do\":\"hello\",%s%s%s\"lang\":\"%s\",\"from\":%u,\"know\":true",
                *o->at.token ? "\"token\":\"" : "", o->at.token, *o->at.token ? "\"," : "", o->at.language, o->n);
}

void online_lose(online *o)
{
    if (o->connected || (!o->was_connected && !o->source.state[0]))
        online_log(o, "%s", tm_tr(&o->source.say, "The connection to the server is lost. Trying again."));
    o->connected = false;
    o->unanswered = o->unanswered || o->giving;
    o->giving = 0;
    o->given_at = -1;
    o->source.hinting = o->source.busy = false;
    online_list(o);
}

static void write_state(online *o)
{
    tm_source *s = &o->source;
    tm_text text;
    tm_text_init(&text, s->state, sizeof s->state);
    const bool own = o->n_legal > 0;
    if (!o->connected)
        tm_put_str(&text, tm_tr(&s->say, "no connection"));
    else if (o->asked)
        tm_put_str(&text, tm_tr(&s->say, "undo: agree or refuse?"));
    else if (s->waiting)
        tm_put_str(&text, tm_tr(&s->say, "waiting for players"));
    else if (o->phase == ONLINE_OVER)
        tm_put_str(&text, tm_tr(&s->say, "the game is over"));
    else if (own)
        tm_put_str(&text, tm_tr(&s->say, "your turn"));
    else if (s->thinking)
        tm_put_str(&text, tm_tr(&s->say, "thinking"));
    else
        tm_put_str(&text, tm_tr(&s->say, "connected"));
    if (o->warned) tm_put_str(&text, tm_tr(&s->say, ", shuffles: warning"));
    if (!o->deadline || !o->connected || s->waiting || o->phase == ONLINE_OVER) return;
    const int64_t left = (o->deadline - now()) / 1000;
    tm_put_fmt(&text, tm_tr(&s->say, ", %d s left"), left > 0 && left < 1000000 ? (int)left : 0);
}

static void update(tm_source *source)
{
    online *o = (online *)source;
    for (client_news *n; (n = client_line_take(o->line)); free(n)) {
        switch (n->kind) {
        case CLIENT_OPEN: greet(o); break;
        case CLIENT_SAID: online_hear(o, n->text, n->len); break;
        case CLIENT_ANSWERED: online_checked(o, n); break;
        default: online_lose(o);
        }
    }
    if (o->connected && o->phase == ONLINE_OVER && o->check == ONLINE_UNCHECKED) online_check(o);
    if (o->check == ONLINE_CHECK_DUE) source->busy = true;
    write_state(o);
}

static int wait_for(const tm_source *source)
{
    const online *o = (const online *)source;
    return o->deadline && o->connected ? 500 : -1;
}

static int choose(tm_source *source, int item, tm_why *why)
{
    online *o = (online *)source;
    tm_text text;
    if (item < 0 || item >= source->n_items) return tm_why_not(why, TM_ERANGE, "there is nothing to decide");
    if (item >= o->n_legal) return online_command(source, o->wishes[item - o->n_legal], why);
    if (*o->action) return tm_why_not(why, TM_ETURN, "sending your decision");
    tm_text_init(&text, o->action, sizeof o->action);
    tm_put_mem(&text, o->items[item].text.at, o->items[item].text.len);
    o->action_n = o->n;
    if (o->connected) online_send_action(o);
    o->n_choices = 0;
    online_list(o);
    return TM_OK;
}

static int undo(tm_source *source, tm_why *why)
{
    online *o = (online *)source;
    if (!o->connected) return tm_why_not(why, TM_EIO, "there is no connection right now");
    online_send(o, "\"do\":\"undo\",\"n\":%u", o->n);
    return TM_OK;
}

static int hint(tm_source *source, tm_why *why)
{
    online *o = (online *)source;
    if (!o->n_legal) return tm_why_not(why, TM_ETURN, "there is nothing to decide");
    if (!o->connected) return tm_why_not(why, TM_EIO, "there is no connection right now");
    if (source->hinting || source->hints) return TM_OK;
    o->hint_serial = online_send(o, "\"do\":\"hint\"");
    source->hinting = true;
    return TM_OK;
}

static int save(tm_source *source, const char *path, tm_why *why)
{
    const online *o = (const online *)source;
    return o->at.save(o->at.context, path, why);
}

static void free_online(tm_source *source)
{
    online *o = (online *)source;
    client_line_stop(o->line);
    tm_lines_free(&source->log);
    tm_lines_free(&o->seen);
    tm_choices_free(&o->choices);
    tm_table_free(o->table);
    free(o->legal);
    free(o->items);
    free(o->results);
    free(o->view);
    free(o);
}

static void fill(online *o, const tm_say *say)
{
    tm_source *s = &o->source;
    s->game = o->at.setup.game;
    s->n_seats = o->at.setup.n_seats;
    s->say = *say;
    s->seat = TM_SPECTATOR;
    s->moment = -1;
    s->waiting = s->kept = s->foreign = true;
    s->update = update;
    s->wait = wait_for;
    s->choose = choose;
    s->undo = undo;
    s->hint = hint;
    s->save = save;
    s->command = online_command;
    s->paint = online_paint;
    s->free = free_online;
    for (int i = 0; i < TM_MAX_SEATS; i++) s->say.names[i] = o->seats[i].name;
    o->you = o->given_at = -1;
    client_fair_init(&o->fair, s->n_seats);
}

int online_source(const online_table *table, const tm_say *say, tm_source **out, tm_why *why)
{
    char path[80];
    online *o = calloc(1, sizeof *o);
    if (!o) return tm_why_not(why, TM_ESPACE, "out of memory");
    o->at = *table;
    fill(o, say);
    const tm_game *game = table->setup.game;
    int status = tm_table_new(&table->setup, &o->table, why);
    o->view = calloc(1, game->view_size);
    o->legal = calloc(game->max_legal, sizeof *o->legal);
    o->items = calloc(game->max_legal + ONLINE_WISHES, sizeof *o->items);
    o->results = calloc(game->max_legal, sizeof *o->results);
    if (!o->view || !o->legal || !o->items || !o->results) status = TM_ESPACE;
    snprintf(path, sizeof path, "/api/tables/%s/ws", table->id);
    if (!status) status = client_line_start(&table->address, path, &o->line);
    if (status) {
        free_online(&o->source);
        return tm_why_not(why, status, "out of memory");
    }
    o->source.config = tm_table_config(o->table);
    o->source.view = o->view;
    o->source.items = o->items;
    o->source.fd = client_line_fd(o->line);
    *out = &o->source;
    return TM_OK;
}

const char *online_next(const tm_source *source)
{
    const online *o = (const online *)source;
    return source->done && *o->next && !o->leaving ? o->next : NULL;
}
