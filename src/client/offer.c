#include "client/offer.h"

#include <stdarg.h>
#include <stdio.h>

#include <tatami/bot.h>

#include "base/hash.h"

static bool is_full(const online *o)
{
    for (int i = 0; i < o->source.n_seats; i++)
        if (o->known.seats[i].kind == ONLINE_OPEN) return false;
    return true;
}

static void add(online *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(online *o, const char *format, ...)
{
    va_list list;
    if (o->offer.n_wishes == ONLINE_WISHES) return;
    va_start(list, format);
    vsnprintf(o->offer.wishes[o->offer.n_wishes++], ONLINE_WISH, format, list);
    va_end(list);
}

static void add_waiting(online *o)
{
    const tm_say *say = &o->source.say;
    if (o->known.host && is_full(o)) add(o, "%s", tm_tr(say, "start now"));
    for (int i = 0; i < o->source.n_seats; i++) {
        const bool open = o->known.seats[i].kind == ONLINE_OPEN;
        if (open && o->known.you < 0) add(o, "%s %d", tm_tr(say, "sit"), i);
        for (int k = 0; k < tm_n_bots && open && o->known.host; k++)
            add(o, "%s %d %s", tm_tr(say, "bot"), i, tm_bots[k]->name);
        if (o->known.seats[i].kind == ONLINE_BOT && o->known.host) add(o, "%s %d", tm_tr(say, "open"), i);
    }
    if (o->known.you >= 0) add(o, "%s", tm_tr(say, "leave"));
}

static void add_later(online *o)
{
    const tm_say *say = &o->source.say;
    if (o->known.undo_asked) add(o, "%s", tm_tr(say, "agree"));
    if (o->known.undo_asked) add(o, "%s", tm_tr(say, "refuse"));
    if (o->known.you >= 0 && *o->known.seats[o->known.you].bot && o->known.phase == ONLINE_RUNNING)
        add(o, "%s", tm_tr(say, "back"));
    for (int i = 0; i < o->source.n_seats && o->known.you < 0 && o->known.phase == ONLINE_RUNNING; i++)
        if (o->known.seats[i].kind == ONLINE_OPEN) add(o, "%s %d", tm_tr(say, "sit"), i);
    if (o->known.phase == ONLINE_OVER && *o->known.next) add(o, "%s", tm_tr(say, "next"));
    if (o->known.phase == ONLINE_OVER && o->known.you >= 0 && !*o->known.next) add(o, "%s", tm_tr(say, "rematch"));
}

void online_list(online *o)
{
    tm_source *s = &o->source;
    o->offer.n_wishes = 0;
    if (o->link.up && o->known.phase == ONLINE_WAITING) add_waiting(o);
    if (o->link.up && o->known.phase != ONLINE_WAITING) add_later(o);
    o->offer.n_legal = *o->decision.text ? 0 : o->offer.n_choices;
    for (int i = 0; i < o->offer.n_legal; i++) o->offer.items[i] = o->offer.choices.list[i];
    for (int i = 0; i < o->offer.n_wishes; i++)
        o->offer.items[o->offer.n_legal + i] = (tm_choice){TM_HIDDEN_ACTION, tm_span_of(o->offer.wishes[i])};
    s->n_items = o->offer.n_legal + o->offer.n_wishes;
    uint64_t listed = TM_HASH_START;
    for (int i = 0; i < s->n_items; i++)
        listed = tm_hash(listed, o->offer.items[i].text.at, o->offer.items[i].text.len + 1);
    if (listed == o->offer.listed) return;
    o->offer.listed = listed;
    s->turn++;
}
