#include "server/share.h"

#include <stdlib.h>
#include <string.h>

#include "server/guests.h"
#include "server/hall_add.h"
#include "server/hall_names.h"
#include "server/hall_visit.h"
#include "server/journal.h"

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

static void apply(share *s, const tm_news *news)
{
    hall *h = s->server->hall;
    switch (news->kind) {
    case TM_NEWS_TAKEN: hall_taken(h, news->table, news->epoch); break;
    case TM_NEWS_FORGOTTEN: guests_send_away(h, news->person, news->hash); break;
    case TM_NEWS_RENAMED: rename_person(h, news); break;
    case TM_NEWS_TOLD: break;
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
        hall_check(h);
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
    uv_mutex_destroy(&s->mutex);
    free(s);
}

bool share_is_away(const server *s)
{
    return s->share && s->share->away;
}
