/* What a person can do at a table besides playing: seats, bots, chat and so on. Each is a command with arguments;
 * commands are understood in English and in the user's language. */
#include "client/wishes.h"

#include <string.h>

#include <tatami/bot.h>

#include "client/offer.h"
#include "client/send.h"
#include "client/shuffles.h"

static int say_no_more(online *o, const char *what)
{
    online_send_word(o, what);
    return TM_OK;
}

/* The seat number at the start of `rest`, and the text after it; -1 if there is none. */
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
        if (o->known.seats[i].kind == ONLINE_OPEN) seat = i;
    if (seat < 0) return want_seat(o, why);
    online_send_seat(o, "sit", seat);
    return TM_OK;
}

/* Puts a bot in a seat, or with NULL removes it. */
static void send_level(online *o, int seat, const tm_bot *bot)
{
    online_message message;
    online_begin(o, &message, "bot");
    tm_json_key(&message.json, "seat");
    tm_json_int(&message.json, seat);
    tm_json_key(&message.json, "level");
    if (bot)
        tm_json_str(&message.json, bot->name);
    else
        tm_json_null(&message.json);
    online_send(o, &message);
}

static int do_bot(online *o, const char *rest, tm_why *why)
{
    const int seat = take_seat(o, &rest);
    if (seat < 0) return want_seat(o, why);
    const tm_bot *bot = tm_bot_find(tm_span_of(*rest ? rest : "medium"));
    if (!bot) return tm_why_not(why, TM_ESYNTAX, "there is no such bot");
    send_level(o, seat, bot);
    return TM_OK;
}

static int do_open(online *o, const char *rest, tm_why *why)
{
    const int seat = take_seat(o, &rest);
    if (seat < 0) return want_seat(o, why);
    send_level(o, seat, NULL);
    return TM_OK;
}

static int do_stand_in(online *o, const char *rest, tm_why *why)
{
    const int seat = take_seat(o, &rest);
    if (seat < 0) return want_seat(o, why);
    online_send_seat(o, "stand-in", seat);
    return TM_OK;
}

static int do_chat(online *o, const char *rest, tm_why *why)
{
    online_message message;
    if (!*rest) return tm_why_not(why, TM_ESYNTAX, "say what? Type: chat TEXT");
    online_begin(o, &message, "chat");
    tm_json_key(&message.json, "text");
    tm_json_str(&message.json, rest);
    if (message.text.cut) return tm_why_not(why, TM_ERANGE, "that is too long");
    online_send(o, &message);
    return TM_OK;
}

static int do_remove(online *o, const char *rest, tm_why *why)
{
    const int seat = take_seat(o, &rest);
    if (seat < 0) return want_seat(o, why);
    online_send_seat(o, "remove", seat);
    return TM_OK;
}

/* The person at the seat that is named; NULL without one, and then *why says so. */
static const online_seat *take_person(const online *o, const char **rest, tm_why *why)
{
    const int seat = take_seat(o, rest);
    if (seat >= 0 && seat != o->known.you && *o->known.seats[seat].who) return &o->known.seats[seat];
    tm_why_not(why, TM_ESYNTAX, "which person? Type the number of their seat");
    return NULL;
}

/* Once more, and what they say is shown again. */
static int do_mute(online *o, const char *rest, tm_why *why)
{
    const tm_say *say = &o->source.say;
    online_known *known = &o->known;
    const online_seat *whom = take_person(o, &rest, why);
    if (!whom) return TM_ESYNTAX;
    for (int i = 0; i < known->n_muted; i++) {
        if (strcmp(known->muted[i], whom->who) != 0) continue;
        memmove(known->muted[i], known->muted[--known->n_muted], sizeof known->muted[i]);
        online_log(o, tm_tr(say, "You read again what %s says."), whom->name);
        return TM_OK;
    }
    if (known->n_muted == ONLINE_MUTED) return tm_why_not(why, TM_ESPACE, "you have muted too many people");
    memcpy(known->muted[known->n_muted++], whom->who, sizeof whom->who);
    online_log(o, tm_tr(say, "You no longer read what %s says."), whom->name);
    return TM_OK;
}

static int do_report(online *o, const char *rest, tm_why *why)
{
    online_message message;
    const online_seat *whom = take_person(o, &rest, why);
    if (!whom) return TM_ESYNTAX;
    online_begin(o, &message, "report");
    tm_json_key(&message.json, "who");
    tm_json_str(&message.json, whom->who);
    tm_json_key(&message.json, "text");
    tm_json_str(&message.json, rest);
    if (message.text.cut) return tm_why_not(why, TM_ERANGE, "that is too long");
    online_send(o, &message);
    online_log(o,
               tm_tr(&o->source.say,
                     "Whoever runs this server will read your report about %s. Nothing else happens by itself."),
               whom->name);
    return TM_OK;
}

static int answer(online *o, bool yes, tm_why *why)
{
    online_message message;
    if (!o->known.undo_asked) return tm_why_not(why, TM_ETURN, "nobody is asking you anything");
    online_begin(o, &message, "agree");
    tm_json_key(&message.json, "yes");
    tm_json_bool(&message.json, yes);
    online_send(o, &message);
    o->known.undo_asked = false;
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
    if (!*o->known.next) return tm_why_not(why, TM_ETURN, "there is no next table yet; type rematch to open one");
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
        const online_seat *s = &o->known.seats[i];
        online_log(o, "%d: %s%s%s%s%s", i, s->name, *s->bot ? ", " : "", s->bot,
                   i == o->known.you ? tm_tr(say, ", you") : "",
                   s->kind == ONLINE_PERSON && !s->online ? tm_tr(say, ", offline") : "");
    }
    if (o->known.watching)
        online_log(o, tm_trn(say, "%d spectator", "%d spectators", (unsigned long)o->known.watching),
                   o->known.watching);
    return TM_OK;
}

static const struct {
    const char *word;
    const char *message; /* sent as is, or NULL */
    int (*run)(online *o, const char *rest, tm_why *why);
} COMMANDS[] = {
    {N_("sit"), NULL, do_sit},
    {N_("bot"), NULL, do_bot},
    {N_("open"), NULL, do_open},
    {N_("start now"), "start", NULL},
    {"start", "start", NULL},
    {N_("leave"), "leave", NULL},
    {N_("chat"), NULL, do_chat},
    {N_("chat-off"), "chat-off", NULL},
    {N_("chat-on"), "chat-on", NULL},
    {N_("agree"), NULL, do_agree},
    {N_("refuse"), NULL, do_refuse},
    {N_("stand-in"), NULL, do_stand_in},
    {N_("back"), "back", NULL},
    {N_("rematch"), "rematch", NULL},
    {N_("next"), NULL, do_next},
    {N_("who"), NULL, do_who},
    {N_("word"), NULL, online_word},
    {N_("remove"), NULL, do_remove},
    {N_("mute"), NULL, do_mute},
    {N_("report"), NULL, do_report},
    {N_("spectators-off"), "spectators-off", NULL},
    {N_("spectators-on"), "spectators-on", NULL},
};

static const char *after(const char *line, const char *word)
{
    const size_t len = strlen(word);
    if (strncmp(line, word, len) != 0 || (line[len] && line[len] != ' ')) return NULL;
    return line + len + strspn(line + len, " ");
}

/* A well-formed action that is not legal: the server says why. */
static int try_action(online *o, const char *line, tm_why *why)
{
    char buffer[ONLINE_ACTION];
    tm_text text;
    tm_action action;
    const tm_source *s = &o->source;
    if (s->waiting || s->game->read_action(s->config, tm_span_of(line), &action)) return TM_EUNKNOWN;
    if (!o->link.up) return tm_why_not(why, TM_EIO, "there is no connection right now");
    tm_text_init(&text, buffer, sizeof buffer);
    s->game->write_action(s->config, action, &text);
    online_send_act(o, o->known.n, buffer);
    return TM_OK;
}

int online_command(tm_source *source, const char *line, tm_why *why)
{
    online *o = (online *)source;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        const char *rest = after(line, COMMANDS[i].word);
        if (!rest) rest = after(line, tm_tr(&source->say, COMMANDS[i].word));
        if (!rest) continue;
        if (!o->link.up) return tm_why_not(why, TM_EIO, "there is no connection right now");
        return COMMANDS[i].run ? COMMANDS[i].run(o, rest, why) : say_no_more(o, COMMANDS[i].message);
    }
    return try_action(o, line, why);
}
