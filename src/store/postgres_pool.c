/* The address of a database, and connections for readers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"

static const char *option(const PQconninfoOption *options, const char *name)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, name) == 0) return options->val && *options->val ? options->val : NULL;
    return NULL;
}

static int no_memory(const char *place, tm_why *why)
{
    return tm_why_not(why, TM_ESPACE, "%s: out of memory", place);
}

/* What messages call the database. Nothing of an address that cannot be parsed is repeated: it may hold a password. */
static int name_place(const char *address, char **out, tm_why *why)
{
    char place[512];
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    if (!options)
        return tm_why_not(why, TM_EIO,
                          "the address of the database is not valid: expected postgresql://USER@HOST:PORT/DATABASE");
    int status = TM_OK;
    if (option(options, "password") || option(options, "sslpassword")) {
        status =
            tm_why_not(why, TM_EIO,
                       "the address of the database may not contain a password, which others could see: put it into "
                       "a file and name that in PGPASSFILE");
    } else {
        const char *user = option(options, "user"), *host = option(options, "host"), *port = option(options, "port"),
                   *name = option(options, "dbname"), *service = option(options, "service");
        snprintf(place, sizeof place, "postgresql://%s%s%s%s%s/%s%s%s", user ? user : "", user ? "@" : "",
                 host ? host : "", port ? ":" : "", port ? port : "", name ? name : "", service ? "?service=" : "",
                 service ? service : "");
        *out = strdup(place);
        if (!*out) status = no_memory("postgresql", why);
    }
    PQconninfoFree(options);
    return status;
}

pg_pool *pg_pool_new(const char *address, tm_why *why)
{
    char *place = NULL;
    if (name_place(address, &place, why)) return NULL;
    pg_pool *pool = calloc(1, sizeof *pool);
    if (pool) pool->address = strdup(address);
    if (!pool || !pool->address || pthread_mutex_init(&pool->mutex, NULL)) {
        no_memory(place, why);
        if (pool) free(pool->address);
        free(pool);
        free(place);
        return NULL;
    }
    pool->place = place;
    pool->refs = 1;
    return pool;
}

void pg_pool_hold(pg_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->refs++;
    pthread_mutex_unlock(&pool->mutex);
}

void pg_pool_drop(pg_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    const bool last = --pool->refs == 0;
    pthread_mutex_unlock(&pool->mutex);
    if (!last) return;
    pg_pool_set_away(pool, true);
    pthread_mutex_destroy(&pool->mutex);
    free(pool->address);
    free(pool->place);
    free(pool);
}

int pg_pool_connect(pg_pool *pool, pg_link *l, tm_why *why)
{
    if (pg_is_alive(l)) return TM_OK;
    pg_disconnect(l);
    pthread_mutex_lock(&pool->mutex);
    PGconn *spare = pool->n_spare ? pool->spare[--pool->n_spare] : NULL;
    const bool away = pool->away;
    pthread_mutex_unlock(&pool->mutex);
    if (spare) {
        *l = (pg_link){.conn = spare, .place = pool->place};
        PQsetNoticeReceiver(spare, PQsetNoticeReceiver(spare, NULL, NULL), l);
        return TM_OK;
    }
    if (away) return tm_why_not(why, TM_EIO, "%s cannot be reached", pool->place);
    return pg_connect(l, pool->address, pool->place, CONNECT_MS, why);
}

void pg_pool_return(pg_pool *pool, pg_link *l)
{
    tm_why why;
    tm_why_init(&why, NULL);
    /* Only the link knows which statements are prepared, so they cannot be handed on. */
    if (!pg_is_alive(l) || pg_run(l, "DEALLOCATE ALL", READ_MS, &why)) pg_disconnect(l);
    pthread_mutex_lock(&pool->mutex);
    if (l->conn && !pool->away && pool->n_spare < SPARES) {
        pool->spare[pool->n_spare++] = l->conn;
        l->conn = NULL;
    }
    pthread_mutex_unlock(&pool->mutex);
    pg_disconnect(l);
}

void pg_pool_set_away(pg_pool *pool, bool away)
{
    pthread_mutex_lock(&pool->mutex);
    pool->away = away;
    while (away && pool->n_spare) PQfinish(pool->spare[--pool->n_spare]);
    pthread_mutex_unlock(&pool->mutex);
}
