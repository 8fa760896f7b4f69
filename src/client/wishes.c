/* What a person may want of a table besides deciding: seats, bots, chat, and the like. Each is a word with what follows; the
 * words are understood in English and in the language of the run. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <tatami/bot.h>

#include "base/hash.h"
#include "client/online_private.h"

static bool is_full(const online *o)
{
    for (int i = 0; i < o->source.n_seats; i++)
        if (o->seats[i].kind == ONLINE_OPEN) return false;
    return true;
}

static void add(online *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(online *o, const char *format, ...)
{
    va_list list;
    if (o->n_wishes == ONLINE_WISHES) return;
    va_start(list, format);
    vsnprintf(o->wishes[o->n_wishes++], ONLINE_WISH, format, list);
    va_end(list);
}

static void add_waiting(online *o)
{
    const tm_say *say = &o->source.say;
    if (o->host && is_full(o)) add(o, "%s", tm_tr(say, "start now"));
    for (int i = 0; i < o->source.n_seats; i++) {
        const bool open = o->seats[i].kind == ONLINE_OPEN;
        if (open && o->you < 0) add(o, "%s %d", tm_tr(say, "sit"), i);
        for (int k = 0; k < tm_n_bots && open && o->host; k++)
            add(o, "%s %d %s", tm_tr(say, "bot"), i, tm_bots[k]->name);
        if (o->seats[i].kind == ONLINE_BOT && o->host) add(o, "%s %d", tm_tr(say, "open"), i);
    }
    if (o->you >= 0) add(o, "%s", tm_tr(say, "leave"));
}

static void add_later(online *o)
{
    const tm_say *say = &o->source.say;
    if (o->asked) add(o, "%s", tm_tr(say, "agree"));
    if (o->asked) add(o, "%s", tm_tr(say, "refuse"));
    if (o->you >= 0 && *o->seats[o->you].bot && o->phase == ONLINE_RUNNING) add(o, "%s", tm_tr(say, "back"));
    for (int i = 0; i < o->source.n_seats && o->you < 0 && o->phase == ONLINE_RUNNING; i++)
        if (o->seats[i].kind == ONLINE_OPEN) add(o, "%s %d", tm_tr(say, "sit"), i);
    if (o->phase == ONLINE_OVER && *o->next) add(o, "%s", tm_tr(say, "next"));
    if (o->phase == ONLINE_OVER && o->you >= 0 && !*o->next) add(o, "%s", tm_tr(say, "rematch"));
}

void online_list(online *o)
{
    tm_source *s = &o->source;
    o->n_wishes = 0;
    if (o->connected && o->phase == ONLINE_WAITING) add_waiting(o);
    if (o->connected && o->phase != ONLINE_WAITING) add_later(o);
    o->n_legal = *o->action ? 0 : o->n_choices;
    for (int i = 0; i < o->n_legal; i++) o->items[i] = o->choices.list[i];
    for (int i = 0; i < o->n_wishes; i++)
        o->items[o->n_legal + i] = (tm_choice){TM_HIDDEN_ACTION, tm_span_of(o->wishes[i])};
    s->n_items = o->n_legal + o->n_wishes;
    uint64_t listed = TM_HASH_START;
    for (int i = 0; i < s->n_items; i++) listed = tm_hash(listed, o->items[i].text.at, o->items[i].text.len + 1);
    if (listed == o->listed) return;
    o->listed = listed;
    s->turn++;
}

static int say_no_more(online *o, const char *what)
{
    online_send(o, "\"do\":\"%s\"", what);
    return TM_OK;
}

/* The seat that `rest` begins with, and what follows; -1 if there is none. */
static int take_seat(const online *o, const char **rest)
{
    int32_t seat;
    const tm_span digits = {*rest, (uint32_t)strcspn(*rest, " ")};
    if (tm_span_int(digits, 0, o->source.n_seats - 1, &seat)) return -1;
    *rest += digits.len;
    *rest += strspn(*rest, " ");
    return seat;
}

static int want_seat(const online *o, tm_why *why)
{
    return tm_why_not(why, TM_ESYNTAX, "which seat? Type a number from 0 to %d", o->source.n_seats - 1);
}

static int do_sit(online *o, const char *rest, tm_why *why)
{
    int seat = take_seat(o, &rest);
    for (int i = 0; i < o->source.n_seats && seat < 0 && !*rest; i++)
        if (o->seats[i].kind == ONLINE_OPEN) seat = i;
    if (seat < 0) return want_seat(o, why);
    online_send(o, "\"do\":\"sit\",\"seat\":%d", seat);
    return TM_OK;
}

static int do_bot(online *o, const char *rest, tm_why *why)
{
    const int seat = take_seat(o, &rest);
    if (seat < 0) return want_seat(o, why);
    const tm_bot *bot = tm_bot_find(tm_span_of(*rest ? rest : "medium"));
    if (!bot) return tm_why_not(why, TM_ESYNTAX, "there is no such bot");
    online_send(o, "\"do\":\"bot\",\"seat\":%d,\"level\":\"%s\"", seat, bot->name);
    return TM_OK;
}

static int do_open(online *o, const char *rest, tm_why *why)
{
    const int seat = take_seat(o, &rest);
    if (seat < 0) return want_seat(o, why);
    online_send(o, "\"do\":\"bot\",\"seat\":%d,\"level\":null", seat);
    return TM_OK;
}

static int do_stand_in(online *o, const char *rest, tm_why *why)
{
    const int seat = take_seat(o, &rest);
    if (seat < 0) return want_seat(o, why);
    online_send(o, "\"do\":\"stand-in\",\"seat\":%d", seat);
    return TM_OK;
}

static int do_chat(online *o, const char *rest, tm_why *why)
{
    char room[2048];
    tm_text text;
    tm_json json = {&text, false};
    if (!*rest) return tm_why_not(why, TM_ESYNTAX, "say what? Type: chat TEXT");
    tm_text_init(&text, room, sizeof room);
    tm_json_str(&json, rest);
    if (text.cut) return tm_why_not(why, TM_ERANGE, "that is too long");
    online_send(o, "\"do\":\"chat\",\"text\":%s", room);
    return TM_OK;
}

static int answer(online *o, bool yes, tm_why *why)
{
    if (!o->asked) return tm_why_not(why, TM_ETURN, "nobody is asking you anything");
    online_send(o, "\"do\":\"agree\",\"yes\":%s", yes ? "true" : "false");
    o->asked = false;
    online_list(o);
    return TM_OK;
}

static int do_agree(online *o, const char *rest, tm_why *why)
{
    (void)rest;
    return answer(o, true, why);
}

static int do_refuse(online *o, const char *rest, tm_why *why)
{
    (void)rest;
    return answer(o, false, why);
}

static int do_next(online *o, const char *rest, tm_why *why)
{
    (void)rest;
    if (!*o->next) return tm_why_not(why, TM_ETURN, "there is no next table yet; type rematch to open one");
    o->source.done = true;
    return TM_OK;
}

/* Who sits where, as lines of the log. */
static int do_who(online *o, const char *rest, tm_why *why)
{
    const tm_say *say = &o->source.say;
    (void)rest;
    (void)why;
    for (int i = 0; i < o->source.n_seats; i++) {
        const online_seat *s = &o->seats[i];
        online_log(o, "%d: %s%s%s%s%s", i, s->name, *s->bot ? ", " : "", s->bot, i == o->you ? tm_tr(say, ", you") : "",
                   s->kind == ONLINE_PERSON && !s->online ? tm_tr(say, ", offline") : "");
    }
    return TM_OK;
}

static const struct {
    const char *word;
    const char *message; /* sent as it is, or NULL */
    int (*run)(online *o, const char *rest, tm_why *why);
} COMMANDS[] = {
    {N_("sit"), NULL, do_sit},        {N_("bot"), NULL, do_bot},          {N_("open"), NULL, do_open},
    {N_("start now"), "start", NULL}, {"start", "start", NULL},           {N_("leave"), "leave", NULL},
    {N_("chat"), NULL, do_chat},      {N_("chat-off"), "chat-off", NULL}, {N_("chat-on"), "chat-on", NULL},
    {N_("agree"), NULL, do_agree},    {N_("refuse"), NULL, do_refuse},    {N_("stand-in"), NULL, do_stand_in},
    {N_("back"), "back", NULL},       {N_("rematch"), "rematch", NULL},   {N_("next"), NULL, do_next},
    {N_("who"), NULL, do_who},        {N_("word"), NULL, online_word},
};

static const char *after(const char *line, const char *word)
{
    const size_t len = strlen(word);
    if (strncmp(line, word, len) != 0 || (line[len] && line[len] != ' ')) return NULL;
    return line + len + strspn(line + len, " ");
}

/* An action that is well written but not offered: the server says why not. */
static int try_action(online *o, const char *line, tm_why *why)
{
    char room[ONLINE_ACTION];
    tm_text text;
    tm_action action;
    const tm_source *s = &o->source;
    if (s->waiting || s->game->read_action(s->config, tm_span_of(line), &action)) return TM_EUNKNOWN;
    if (!o->connected) return tm_why_not(why, TM_EIO, "there is no connection right now");
    tm_text_init(&text, room, sizeof room);
    s->game->write_action(s->config, action, &text);
    online_send(o, "\"do\":\"act\",\"n\":%u,\"action\":\"%s\"", o->n, room);
    return TM_OK;
}

int online_command(tm_source *source, const char *line, tm_why *why)
{
    online *o = (online *)source;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        const char *rest = after(line, COMMANDS[i].word);
        if (!rest) rest = after(line, tm_tr(&source->say, COMMANDS[i].word));
        if (!rest) continue;
        if (!o->connected) return tm_why_not(why, TM_EIO, "there is no connection right now");
        return COMMANDS[i].run ? COMMANDS[i].run(o, rest, why) : say_no_more(o, COMMANDS[i].message);
    }
    return try_action(o, line, why);
}

/* The word for the shuffles behind a name, as far as there is room. */
static void paint_word(const online *o, const tm_canvas *canvas, int x, int y, int seat)
{
    const tm_say *say = &o->source.say;
    char room[TM_FAIR_WORD + 40];
    tm_text text;
    if (o->seats[seat].kind == ONLINE_OPEN || !*o->fair.commitment) return;
    tm_text_init(&text, room, sizeof room);
    if (client_fair_has_word(&o->fair, seat))
        tm_put_fmt(&text, tm_tr(say, "word: %s"), o->fair.mix.words[seat]);
    else if (o->seats[seat].kind == ONLINE_PERSON)
        tm_put_str(&text, tm_tr(say, "no word yet"));
    tm_canvas_fit(canvas, x + 2, y, canvas->width - x - 2, TM_INK_MUTED, room);
}

/* Before the start: who sits where, what is agreed, and the link for others. */
void online_paint(const tm_source *source, const tm_canvas *canvas)
{
    const online *o = (const online *)source;
    const tm_say *say = &source->say;
    char room[400];
    tm_text text;
    int y = 1;
    tm_canvas_put(canvas, 1, y, TM_INK_TITLE | TM_BOLD, source->game->title);
    y += 2;
    for (int i = 0; i < source->n_seats && o->told_seats; i++) {
        const online_seat *s = &o->seats[i];
        const int style = s->kind == ONLINE_OPEN ? TM_INK_MUTED : i == o->you ? TM_INK_ACCENT : TM_INK_TEXT;
        const int x = tm_canvas_fmt(canvas, 1, y, TM_INK_MUTED, "%d", i) + 2;
        const int end = tm_canvas_fmt(canvas, x, y, style, "%s%s%s%s%s", s->name, *s->bot ? ", " : "", s->bot,
                                      i == o->you ? tm_tr(say, ", you") : "",
                                      s->kind == ONLINE_PERSON && !s->online ? tm_tr(say, ", offline") : "");
        paint_word(o, canvas, end, y++, i);
    }
    y++;
    for (int i = 0; i < source->game->n_options; i++) {
        tm_text_init(&text, room, sizeof room);
        tm_setup_write_option(&o->at.setup, i, &text);
        tm_canvas_put(canvas, 1, y++, TM_INK_MUTED, room);
    }
    tm_text_init(&text, room, sizeof room);
    client_address_write(&o->at.address, &text);
    tm_put_fmt(&text, "/t/%s", o->at.id);
    tm_canvas_put(canvas, 1, y + 1, TM_INK_TEXT, room);
    tm_canvas_put(canvas, 1, y + 2, TM_INK_MUTED,
                  tm_tr(say, "Anyone with this link can join. Type chat TEXT to talk to the others."));
    if (!*o->fair.commitment) return;
    tm_text_init(&text, room, sizeof room);
    client_fair_write_short(&o->fair, &text);
    tm_canvas_fmt(canvas, 1, y + 3, TM_INK_TEXT, tm_tr(say, "Fair shuffles: commitment %s"), room);
    tm_canvas_put(canvas, 1, y + 4, o->warned ? TM_INK_WARN : TM_INK_MUTED,
                  o->warned ? tm_tr(say, "Warning: see the log.")
                            : tm_tr(say, "Type word TEXT to give your own word."));
}
