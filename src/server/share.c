#include "server/share.h"

#include <stdlib.h>
#include <string.h>

#include "server/guests.h"
#include "server/hall_add.h"
#include "server/hall_names.h"
#include "server/hall_visit.h"
#include "server/journal.h"

/* Milliseconds: how often the others are told something; how often, if there is nothing new; when a silent node is forgotten. */
enum { TELL_EVERY = 1000, GREET_EVERY = 5000, FORGET_AFTER = 20000 };

typedef struct item {
    struct item *next;
    tm_news news;
    char text[]; /* of what was told */
} item;

/* The store's thread adds news, the loop takes them. */
struct share {
    server *server;
    uv_async_t told;
    uv_mutex_t mutex;
    item *first, **last;
    bool gap; /* an item was lost for want of memory */
    bool stopping;
    bool away; /* on the loop */
    int64_t away_since;
    int64_t told_at, greeted_at; /* by server_ticks */
    char name[NODE_NAME + 1];    /* by which the others know who tells something; a new one after a gap */
};

static void heard(void *context, const tm_news *news)
{
    share *s = context;
    const size_t len = news->text ? strlen(news->text) : 0;
    item *i = calloc(1, sizeof *i + len + 1);
    uv_mutex_lock(&s->mutex);
    if (i) {
        i->news = *news;
        if (len) memcpy(i->text, news->text, len);
        i->news.text = i->text;
        *s->last = i;
        s->last = &i->next;
    } else {
        s->gap = true;
    }
    if (!s->stopping) uv_async_send(&s->told);
    uv_mutex_unlock(&s->mutex);
}

static void rename_person(hall *h, const tm_news *news)
{
    tm_person who = {.bot = false};
    memcpy(who.id, news->person, sizeof who.id);
    memcpy(who.name, news->name, sizeof who.name);
    hall_rename(h, &who);
}

/* The others hear a name that they do not know, and tell all they have. */
static void take_name(share *s)
{
    server_random(s->name, NODE_NAME);
    s->greeted_at = 0;
    for (live *l = hall_next(s->server->hall, NULL); l; l = hall_next(s->server->hall, l)) l->told = (present){0, 0};
}

/* ` TABLE:SEATS:WATCHING`, again and again. */
static void take_presence(share *s, const char *node, const char *at)
{
    while (*at == ' ') {
        char *end;
        tm_id table = "";
        const size_t len = strcspn(++at, ": ");
        if (len > TM_ID_MAX || at[len] != ':') return;
        memcpy(table, at, len);
        present who = {.seats = (uint32_t)strtoul(at + len + 1, &end, 10)};
        if (*end != ':') return;
        who.watching = (uint32_t)strtoul(end + 1, &end, 10);
        presence_put(s->server->presence, node, table, who);
        at = end;
    }
}

/* `limits NAME …` or `here NAME …`, if the name is not ours. */
static void take_told(share *s, const char *text)
{
    static const char LIMITS[] = "limits ", HERE[] = "here ";
    const bool uses = strncmp(text, LIMITS, sizeof LIMITS - 1) == 0;
    if (!uses && strncmp(text, HERE, sizeof HERE - 1) != 0) return;
    const char *node = text + (uses ? sizeof LIMITS : sizeof HERE) - 1;
    if (strlen(node) < NODE_NAME || strncmp(node, s->name, NODE_NAME) == 0) return;
    if (uses) {
        s->server->metrics.used_elsewhere += (uint64_t)limits_hear(s->server->limits, node + NODE_NAME, server_ticks());
        return;
    }
    if (presence_greet(s->server->presence, node, server_ticks())) /* it knows nothing of us */
        for (live *l = hall_next(s->server->hall, NULL); l; l = hall_next(s->server->hall, l))
            l->told = (present){0, 0};
    take_presence(s, node, node + NODE_NAME);
}

static void tell(server *of, const tm_text *text)
{
    job *j = job_new(1, text->len, NULL, NULL);
    if (!j) return;
    j->changes[0].kind = TM_CHANGE_TELL;
    j->changes[0].text = (tm_span){memcpy(j->pool, text->at, text->len), text->len};
    writer_put(&of->writer, j);
}

static present who_is_here(const live *l)
{
    present who = {.watching = l->room->n_watching};
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) who.seats |= (uint32_t)(l->room->seats[seat].n_online > 0) << seat;
    return who;
}

/* What has changed since it was told; the rest the next time if it is too much. */
static void write_presence(const share *s, tm_text *out)
{
    enum { ENTRY_MAX = TM_ID_MAX + 24 };
    hall *h = s->server->hall;
    for (live *l = hall_next(h, NULL); l && out->len + ENTRY_MAX < out->size; l = hall_next(h, l)) {
        const present who = who_is_here(l);
        if (l->copy || l->lost || (who.seats == l->told.seats && who.watching == l->told.watching)) continue;
        tm_put_fmt(out, " %s:%u:%u", l->room->id, who.seats, who.watching);
        l->told = who;
    }
}

void share_tick(server *of)
{
    share *s = of->share;
    char room_for_text[TM_TOLD_MAX];
    tm_text text;
    const int64_t now = server_ticks();
    if (!s || s->away || now - s->told_at < TELL_EVERY) return;
    s->told_at = now;
    presence_expire(of->presence, now - FORGET_AFTER);
    if (of->vanished) take_name(s);
    of->vanished = false;
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    tm_put_fmt(&text, "limits %s", s->name);
    uint32_t nothing = text.len;
    limits_tell(of->limits, now, &text);
    if (text.len > nothing) tell(of, &text);
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    tm_put_fmt(&text, "here %s", s->name);
    nothing = text.len;
    write_presence(s, &text);
    if (text.len == nothing && s->greeted_at && now - s->greeted_at < GREET_EVERY) return;
    s->greeted_at = now;
    tell(of, &text);
}

static void apply(share *s, const tm_news *news)
{
    hall *h = s->server->hall;
    switch (news->kind) {
    case TM_NEWS_TAKEN: hall_taken(h, news->table, news->epoch); break;
    case TM_NEWS_FORGOTTEN: guests_send_away(h, news->person, news->hash); break;
    case TM_NEWS_RENAMED: rename_person(h, news); break;
    case TM_NEWS_TOLD: take_told(s, news->text); break;
    case TM_NEWS_AWAY:
        s->away = s->server->reader.away = true;
        s->away_since = server_now();
        journal(JOURNAL_ERROR, "the database cannot be reached", NULL);
        break;
    case TM_NEWS_GAP:
        s->away = s->server->reader.away = false;
        /* Nobody could decide in that time, so it does not count against anybody's clock. */
        s->server->outages.alive = s->away_since;
        outages_start(&s->server->outages, server_now(), server_ticks());
        journal(JOURNAL_INFO, "the database can be reached again", NULL);
        take_name(s); /* we may have missed what they told */
        hall_check(h);
        guests_check(h);
        for (live *l = hall_next(h, NULL); l; l = hall_next(h, l))
            if (!l->copy && !l->lost) hall_learn_names(l);
        break;
    }
}

static void on_told(uv_async_t *async)
{
    share *s = async->data;
    uv_mutex_lock(&s->mutex);
    item *first = s->first;
    const bool gap = s->gap;
    s->first = NULL;
    s->last = &s->first;
    s->gap = false;
    uv_mutex_unlock(&s->mutex);
    while (first) {
        item *next = first->next;
        if (!s->server->stopping) apply(s, &first->news);
        free(first);
        first = next;
    }
    if (gap && !s->server->stopping) hall_check(s->server->hall);
}

int share_start(server *of, tm_why *why)
{
    if (!of->store->ops->watch) return TM_OK;
    share *s = calloc(1, sizeof *s);
    if (!s || uv_mutex_init(&s->mutex)) {
        free(s);
        return tm_why_not(why, TM_ESPACE, "out of memory");
    }
    s->server = of;
    s->last = &s->first;
    server_random(s->name, NODE_NAME);
    of->presence = presence_new();
    if (!of->presence) return tm_why_not(why, TM_ESPACE, "out of memory");
    uv_async_init(&of->loop, &s->told, on_told);
    s->told.data = s;
    of->share = s;
    of->shared = true;
    if (reader_start(&of->reader, &of->loop)) return tm_why_not(why, TM_ESPACE, "out of memory");
    return of->store->ops->watch(of->store, of->settings.node, heard, s, why);
}

void share_stop(server *of)
{
    share *s = of->share;
    if (!s || s->stopping) return;
    uv_mutex_lock(&s->mutex);
    s->stopping = true;
    uv_mutex_unlock(&s->mutex);
    uv_close((uv_handle_t *)&s->told, NULL);
}

void share_free(server *of)
{
    share *s = of->share;
    if (!s) return;
    while (s->first) {
        item *next = s->first->next;
        free(s->first);
        s->first = next;
    }
    presence_free(of->presence);
    of->presence = NULL;
    uv_mutex_destroy(&s->mutex);
    free(s);
}

bool share_is_away(const server *s)
{
    return s->share && s->share->away;
}
