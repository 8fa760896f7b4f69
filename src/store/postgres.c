/* Opening and closing a PostgreSQL store. */
#include "store/postgres.h"

#include <stdlib.h>
#include <string.h>

static void close_store(tm_store *store)
{
    postgres_store *s = (postgres_store *)store;
    pg_watch_stop(s->watch);
    pg_disconnect(&s->writer);
    pg_pool_return(s->pool, &s->reader); /* for the next one who reads, if anybody holds the pool */
    pg_pool_drop(s->pool);
    free(s);
}

static int another_reader(tm_store *store, tm_store **out, tm_why *why);

static const tm_store_ops OPS = {
    .close = close_store,
    .n_groups = PG_GROUPS,
    .commit = pg_commit,
    .send = pg_send,
    .take = pg_take,
    .read_table = pg_read_table,
    .read_log = pg_read_log,
    .list_tables = pg_list_tables,
    .find_token = pg_find_token,
    .read_person = pg_read_person,
    .read_fact = pg_read_fact,
    .list_subscriptions = pg_list_subscriptions,
    .count_tables = pg_count_tables,
    .backup = tm_store_save,
    .open_reader = another_reader,
    .watch = pg_watch_start,
    .read_rows = pg_read_rows,
    .write_rows = pg_write_rows,
};

static int another_reader(tm_store *store, tm_store **out, tm_why *why)
{
    pg_pool *pool = ((postgres_store *)store)->pool;
    postgres_store *s = calloc(1, sizeof *s);
    if (!s) return tm_why_not(why, TM_ESPACE, "%s: out of memory", pool->place);
    s->store.ops = &OPS;
    s->pool = pool;
    pg_pool_hold(pool);
    *out = &s->store;
    return TM_OK;
}

int tm_store_open_postgres(const char *address, tm_store **out, tm_why *why)
{
    pg_pool *pool = pg_pool_new(address, why);
    if (!pool) return TM_EIO;
    postgres_store *s = calloc(1, sizeof *s);
    if (!s) {
        const int status = tm_why_not(why, TM_ESPACE, "%s: out of memory", pool->place);
        pg_pool_drop(pool);
        return status;
    }
    s->store.ops = &OPS;
    s->pool = pool;
    int status = pg_connect(&s->writer, pool->address, pool->place, CONNECT_MS, why);
    if (status == TM_OK) status = pg_schema_upgrade(&s->writer, pg_schema_steps, pg_schema_version, why);
    if (status == TM_OK) status = pg_schema_rights(&s->writer, why);
    if (status == TM_OK) status = pg_connect(&s->reader, pool->address, pool->place, CONNECT_MS, why);
    if (status) {
        close_store(&s->store);
        return status;
    }
    *out = &s->store;
    return TM_OK;
}
