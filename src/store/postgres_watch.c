/* The thread that listens to what other nodes did, and finds out when the database cannot be reached. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/postgres.h"

/* Milliseconds. A database is away if it has not answered for two seconds at most: docs/OPERATING.md counts with that. */
enum { PING_EVERY = 500, PING_MS = 1500, RETRY_EVERY = 250 };

struct pg_watch {
    pg_pool *pool;
    pthread_t thread;
    pthread_mutex_t mutex;
    bool stopping; /* under the mutex */
    int wake[2];
    pg_link link;
    bool away; /* and that has been told */
    int64_t pinged_at;
    void (*heard)(void *context, const tm_news *news);
    void *context;
};

static void tell(pg_watch *w, const tm_news *news)
{
    w->heard(w->context, news);
}

/* One value in hexadecimal; where it ends, or NULL if it is not one or does not fit. */
static const char *unhex(const char *text, uint8_t *out, size_t size, size_t *out_len)
{
    static const char DIGITS[] = "0123456789abcdef";
    size_t n = 0;
    for (; *text && *text != ' '; text += 2, n++) {
        const char *high = strchr(DIGITS, text[0]), *low = text[1] ? strchr(DIGITS, text[1]) : NULL;
        if (!high || !low || n == size) return NULL;
        out[n] = (uint8_t)((high - DIGITS) << 4 | (low - DIGITS));
    }
    *out_len = n;
    return text;
}

/* `taken TABLE EPOCH`, `rewritten TABLE`, `forgotten PERSON HASH`, `renamed PERSON NAME` or `told TEXT`; anything else comes
 * from somebody else. */
static void understand(pg_watch *w, const char *said)
{
    static const char TAKEN[] = "taken ", REWRITTEN[] = "rewritten ", FORGOTTEN[] = "forgotten ",
                      RENAMED[] = "renamed ", TOLD[] = "told ";
    tm_news news = {0};
    size_t len;
    if (strncmp(said, TAKEN, sizeof TAKEN - 1) == 0) {
        news.kind = TM_NEWS_TAKEN;
        said = unhex(said + sizeof TAKEN - 1, (uint8_t *)news.table, TM_ID_MAX, &len);
        if (!said || *said != ' ') return;
        news.epoch = strtoll(said + 1, NULL, 10);
    } else if (strncmp(said, REWRITTEN, sizeof REWRITTEN - 1) == 0) {
        news.kind = TM_NEWS_TAKEN;
        if (!unhex(said + sizeof REWRITTEN - 1, (uint8_t *)news.table, TM_ID_MAX, &len)) return;
        news.epoch = INT64_MAX; /* nobody's memory of it is good any more */
    } else if (strncmp(said, FORGOTTEN, sizeof FORGOTTEN - 1) == 0) {
        news.kind = TM_NEWS_FORGOTTEN;
        said = unhex(said + sizeof FORGOTTEN - 1, (uint8_t *)news.person, TM_ID_MAX, &len);
        if (!said || *said != ' ' || !unhex(said + 1, news.hash, TM_HASH_BYTES, &len) || len != TM_HASH_BYTES) return;
    } else if (strncmp(said, RENAMED, sizeof RENAMED - 1) == 0) {
        news.kind = TM_NEWS_RENAMED;
        said = unhex(said + sizeof RENAMED - 1, (uint8_t *)news.person, TM_ID_MAX, &len);
        if (!said || *said != ' ' || !unhex(said + 1, (uint8_t *)news.name, TM_NAME_MAX, &len)) return;
    } else if (strncmp(said, TOLD, sizeof TOLD - 1) == 0) {
        news.kind = TM_NEWS_TOLD;
        news.text = said + sizeof TOLD - 1;
    } else {
        return;
    }
    tell(w, &news);
}

static void hear_all(pg_watch *w)
{
    PGnotify *notify;
    while ((notify = PQnotifies(w->link.conn))) {
        understand(w, notify->extra);
        PQfreemem(notify);
    }
}

static void lose(pg_watch *w)
{
    pg_disconnect(&w->link);
    pg_pool_set_away(w->pool, true);
    if (!w->away) tell(w, &(tm_news){.kind = TM_NEWS_AWAY});
    w->away = true;
}

/* Listens first and reports the gap afterwards, so that nothing falls in between. */
static void connect(pg_watch *w)
{
    tm_why why;
    tm_why_init(&why, NULL);
    if (pg_connect(&w->link, w->pool->address, w->pool->place, CONNECT_MS, &why) ||
        pg_run(&w->link, "LISTEN tatami", READ_MS, &why)) {
        lose(w);
        return;
    }
    w->pinged_at = pg_ticks();
    pg_pool_set_away(w->pool, false);
    if (w->away) tell(w, &(tm_news){.kind = TM_NEWS_GAP});
    w->away = false;
}

static void ping(pg_watch *w)
{
    tm_why why;
    tm_why_init(&why, NULL);
    w->pinged_at = pg_ticks();
    /* Not of a standby: after a failover the old address may lead to one. */
    if (pg_run(&w->link, "DO $$ BEGIN IF pg_is_in_recovery() THEN RAISE 'standby'; END IF; END $$", PING_MS, &why))
        lose(w);
}

static void wait_for_news(const pg_watch *w)
{
    char bytes[64];
    struct pollfd fds[2] = {{.fd = w->wake[0], .events = POLLIN},
                            {.fd = w->link.conn ? PQsocket(w->link.conn) : -1, .events = POLLIN}};
    const int64_t until_ping = w->pinged_at + PING_EVERY - pg_ticks();
    poll(fds, 2, !w->link.conn ? RETRY_EVERY : until_ping > 0 ? (int)until_ping : 0);
    if (fds[0].revents && read(w->wake[0], bytes, sizeof bytes) < 0 && errno != EAGAIN) return;
}

static bool is_stopping(pg_watch *w)
{
    pthread_mutex_lock(&w->mutex);
    const bool stopping = w->stopping;
    pthread_mutex_unlock(&w->mutex);
    return stopping;
}

static void *run(void *context)
{
    pg_watch *w = context;
    while (!is_stopping(w)) {
        if (!w->link.conn) connect(w);
        wait_for_news(w);
        if (w->link.conn && !PQconsumeInput(w->link.conn)) lose(w);
        if (w->link.conn && pg_ticks() - w->pinged_at >= PING_EVERY) ping(w);
        if (w->link.conn) hear_all(w);
    }
    return NULL;
}

int pg_watch_start(tm_store *store, const char *node, void (*heard)(void *context, const tm_news *news), void *context,
                   tm_why *why)
{
    postgres_store *s = (postgres_store *)store;
    pg_watch *w = calloc(1, sizeof *w);
    if (!w || pipe(w->wake)) {
        free(w);
        return tm_why_not(why, TM_ESPACE, "%s: out of memory", s->pool->place);
    }
    for (int i = 0; i < 2; i++) {
        fcntl(w->wake[i], F_SETFL, O_NONBLOCK);
        fcntl(w->wake[i], F_SETFD, FD_CLOEXEC);
    }
    strncpy(s->node, node, TM_ID_MAX);
    w->pool = s->pool;
    w->heard = heard;
    w->context = context;
    pthread_mutex_init(&w->mutex, NULL);
    connect(w);
    if (pthread_create(&w->thread, NULL, run, w)) {
        w->stopping = true; /* there is no thread to wait for */
        pg_watch_stop(w);
        return tm_why_not(why, TM_ESPACE, "%s: out of memory", s->pool->place);
    }
    s->watch = w;
    return TM_OK;
}

void pg_watch_stop(pg_watch *w)
{
    if (!w) return;
    pthread_mutex_lock(&w->mutex);
    const bool runs = !w->stopping;
    w->stopping = true;
    pthread_mutex_unlock(&w->mutex);
    if (runs && write(w->wake[1], "", 1) >= 0) {
        /* It will look. */
    }
    if (runs) pthread_join(w->thread, NULL);
    pg_pool_set_away(w->pool, false);
    pg_disconnect(&w->link);
    close(w->wake[0]);
    close(w->wake[1]);
    pthread_mutex_destroy(&w->mutex);
    free(w);
}
