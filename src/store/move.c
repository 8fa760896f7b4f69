/* Copying everything from one store to another, whichever kinds they are. */
#include <string.h>

#include <tatami/store.h>

#include "base/hash.h"

static uint64_t hash_text(uint64_t hash, const void *text, size_t len)
{
    return tm_hash(tm_hash_u64(hash, len), text, len);
}

static uint64_t hash_name(uint64_t hash, const char *name, size_t most)
{
    return hash_text(hash, name, strnlen(name, most));
}

static uint64_t hash_table(uint64_t hash, const tm_row *row)
{
    const tm_table_row *t = &row->row;
    hash = tm_hash_u64(hash,
                       (uint64_t)t->phase << 3 | (uint64_t)t->listed << 2 | (uint64_t)t->archived << 1 | row->started);
    hash = tm_hash_u64(hash, (uint64_t)t->opened_at);
    hash = tm_hash_u64(hash, (uint64_t)t->phase_at);
    hash = tm_hash_u64(hash, (uint64_t)t->visited_at);
    hash = tm_hash_u64(hash, (uint64_t)row->due);
    hash = hash_text(hash, t->result.at, t->result.len);
    return tm_hash_u64(hash, t->n_entries);
}

/* Every member that the row's kind uses; the others are the same in every row. */
static uint64_t hash_row(const tm_row *row)
{
    uint64_t hash = tm_hash_u64(TM_HASH_START, row->kind);
    hash = hash_name(hash, row->table, TM_ID_MAX);
    hash = hash_name(hash, row->person, TM_ID_MAX);
    hash = hash_name(hash, row->who.id, TM_ID_MAX);
    hash = hash_name(hash, row->who.name, TM_NAME_MAX);
    hash = tm_hash_u64(hash, (uint64_t)row->who.made_at << 1 | row->who.bot);
    hash = tm_hash(hash, row->hash, sizeof row->hash);
    hash = tm_hash(hash, row->token, sizeof row->token);
    hash = tm_hash_u64(hash, (uint64_t)row->expires << 2 | (uint64_t)row->seated << 1 | row->once);
    hash = hash_table(hash, row);
    hash = tm_hash_u64(hash, row->n);
    hash = tm_hash_u64(hash, (uint64_t)row->at);
    return hash_text(hash, row->text.at, row->text.len);
}

static int add_row(void *context, const tm_row *row)
{
    tm_store_sums *sums = context;
    sums->n[row->kind]++;
    sums->sum += hash_row(row); /* the order of the rows does not matter */
    return TM_OK;
}

int tm_store_sum(tm_store *store, tm_store_sums *out, tm_why *why)
{
    tm_store_sums sums = {0};
    const int status = store->ops->read_rows(store, add_row, &sums, why);
    if (status == TM_OK) *out = sums;
    return status;
}

typedef struct passage {
    tm_store *from;
    tm_row_sink *sink;
    tm_store_sums sums;
    tm_why *why;
} passage;

static int pass_row(void *context, const tm_row *row)
{
    passage *p = context;
    add_row(&p->sums, row);
    return p->sink->put(p->sink, row);
}

static int pass_all(void *context, tm_row_sink *sink)
{
    passage *p = context;
    p->sink = sink;
    return p->from->ops->read_rows(p->from, pass_row, p, p->why);
}

int tm_store_copy(tm_store *from, tm_store *to, tm_store_sums *out, tm_why *why)
{
    passage p = {.from = from, .why = why};
    tm_store_sums there;
    int status = to->ops->write_rows(to, pass_all, &p, why);
    if (status == TM_OK) status = tm_store_sum(to, &there, why);
    if (status) return status;
    if (memcmp(&there, &p.sums, sizeof there) != 0)
        return tm_why_not(why, TM_EIO, "the copy differs from the original: do not use it");
    *out = there;
    return TM_OK;
}
