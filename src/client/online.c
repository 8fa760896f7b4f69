/* The source itself: its connection, its items, and what the screen asks for. */
#include "client/online.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client/hear.h"
#include "client/offer.h"
#include "client/send.h"
#include "client/shuffles.h"
#include "client/waiting.h"
#include "client/wishes.h"

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The connection is open: says who we are and how much of the log we know. */
static void greet(online *o)
{
    online_message hello;
    online_begin(o, &hello, "hello");
    if (*o->at.token) {
        tm_json_key(&hello.json, "token");
        tm_json_str(&hello.json, o->at.token);
    }
    tm_json_key(&hello.json, "lang");
    tm_json_str(&hello.json, o->at.language);
    tm_json_key(&hello.json, "from");
    tm_json_int(&hello.json, o->known.n);
    tm_json_key(&hello.json, "know");
    tm_json_bool(&hello.json, true);
    online_send(o, &hello);
}

static void write_state(online *o)
{
    tm_source *s = &o->source;
    tm_text text;
    tm_text_init(&text, s->state, sizeof s->state);
    const bool own = o->offer.n_legal > 0;
    if (!o->link.up)
        tm_put_str(&text, tm_tr(&s->say, "no connection"));
    else if (o->known.undo_asked)
        tm_put_str(&text, tm_tr(&s->say, "undo: agree or refuse?"));
    else if (s->waiting)
        tm_put_str(&text, tm_tr(&s->say, "waiting for players"));
    else if (o->known.phase == ONLINE_OVER)
        tm_put_str(&text, tm_tr(&s->say, "the game is over"));
    else if (own)
        tm_put_str(&text, tm_tr(&s->say, "your turn"));
    else if (s->thinking)
        tm_put_str(&text, tm_tr(&s->say, "thinking"));
    else
        tm_put_str(&text, tm_tr(&s->say, "connected"));
    if (o->shuffles.warned) tm_put_str(&text, tm_tr(&s->say, ", shuffles: warning"));
    if (!o->known.deadline || !o->link.up || s->waiting || o->known.phase == ONLINE_OVER) return;
    const int64_t left = (o->known.deadline - now()) / 1000;
    tm_put_fmt(&text, tm_tr(&s->say, ", %d s left"), left > 0 && left < 1000000 ? (int)left : 0);
}

static void update(tm_source *source)
{
    online *o = (online *)source;
    for (client_news *n; (n = client_line_take(o->link.line)); free(n)) {
        switch (n->kind) {
        case CLIENT_OPEN: greet(o); break;
        case CLIENT_SAID: online_hear(o, n->text, n->len); break;
        case CLIENT_ANSWERED: online_checked(o, n); break;
        default: online_lose(o);
        }
    }
    if (o->link.up && o->known.phase == ONLINE_OVER && o->shuffles.check == ONLINE_UNCHECKED) online_check(o);
    if (o->shuffles.check == ONLINE_CHECK_DUE) source->busy = true;
    write_state(o);
}

static int wait_for(const tm_source *source)
{
    const online *o = (const online *)source;
    return o->known.deadline && o->link.up ? 500 : -1;
}

static int choose(tm_source *source, int item, tm_why *why)
{
    online *o = (online *)source;
    tm_text text;
    if (item < 0 || item >= source->n_items) return tm_why_not(why, TM_ERANGE, "there is nothing to decide");
    if (item >= o->offer.n_legal) return online_command(source, o->offer.wishes[item - o->offer.n_legal], why);
    if (*o->decision.text) return tm_why_not(why, TM_ETURN, "sending your decision");
    tm_text_init(&text, o->decision.text, sizeof o->decision.text);
    tm_put_mem(&text, o->offer.items[item].text.at, o->offer.items[item].text.len);
    o->decision.n = o->known.n;
    if (o->link.up) online_send_decision(o);
    o->offer.n_choices = 0;
    online_list(o);
    return TM_OK;
}

static int undo(tm_source *source, tm_why *why)
{
    online *o = (online *)source;
    if (!o->link.up) return tm_why_not(why, TM_EIO, "there is no connection right now");
    online_send_n(o, "undo", "n");
    return TM_OK;
}

static int hint(tm_source *source, tm_why *why)
{
    online *o = (online *)source;
    if (!o->offer.n_legal) return tm_why_not(why, TM_ETURN, "there is nothing to decide");
    if (!o->link.up) return tm_why_not(why, TM_EIO, "there is no connection right now");
    if (source->hinting || source->hints) return TM_OK;
    online_send_word(o, "hint");
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
    client_line_stop(o->link.line);
    tm_log_free(&source->log);
    tm_log_free(&o->shuffles.seen);
    tm_choices_free(&o->offer.choices);
    tm_table_free(o->table);
    free(o->offer.legal);
    free(o->offer.items);
    free(o->hints);
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
    for (int i = 0; i < TM_MAX_SEATS; i++) s->say.names[i] = o->known.seats[i].name;
    o->known.you = o->shuffles.given_at = -1;
    client_fair_init(&o->shuffles.fair, s->n_seats);
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
    o->offer.legal = calloc(game->max_legal, sizeof *o->offer.legal);
    o->offer.items = calloc(game->max_legal + ONLINE_WISHES, sizeof *o->offer.items);
    o->hints = calloc(game->max_legal, sizeof *o->hints);
    if (!o->view || !o->offer.legal || !o->offer.items || !o->hints) status = TM_ESPACE;
    snprintf(path, sizeof path, "/api/tables/%s/ws", table->id);
    if (!status) status = client_line_start(&table->address, path, &o->link.line);
    if (status) {
        free_online(&o->source);
        return tm_why_not(why, status, "out of memory");
    }
    o->source.config = tm_table_config(o->table);
    o->source.view = o->view;
    o->source.items = o->offer.items;
    o->source.fd = client_line_fd(o->link.line);
    *out = &o->source;
    return TM_OK;
}

const char *online_next(const tm_source *source)
{
    const online *o = (const online *)source;
    return source->done && *o->known.next ? o->known.next : NULL;
}
