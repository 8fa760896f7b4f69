#include "server/load.h"

#include <stdlib.h>
#include <string.h>

void loading_init(loading *l, tm_store *store, const char *id)
{
    memset(l, 0, sizeof *l);
    l->store = store;
    strncpy(l->id, id, TM_ID_MAX);
    tm_why_init(&l->why, NULL);
    l->status = TM_EIO; /* until it succeeds */
}

void loading_free(loading *l)
{
    free(l->text);
    room_free(l->room);
    l->text = NULL;
    l->room = NULL;
}

void loading_open(loading *l)
{
    l->status = l->store->ops->read_table(l->store, l->id, &l->row, &l->text, &l->why);
    l->n_text = l->status == TM_OK ? strlen(l->text) : 0;
}

/* The log as stored: all texts in one buffer, and where each begins. */
typedef struct log_copy {
    tm_entry *entries; /* `at` holds an offset until all have been read */
    uint32_t n, capacity;
    char *pool;
    size_t len, size;
} log_copy;

static int keep_entry(void *context, uint32_t n, const tm_entry *entry)
{
    log_copy *c = context;
    (void)n;
    if (c->n == c->capacity) {
        const uint32_t capacity = c->capacity ? 2 * c->capacity : 256;
        tm_entry *entries = realloc(c->entries, capacity * sizeof *entries);
        if (!entries) return TM_ESPACE;
        c->entries = entries;
        c->capacity = capacity;
    }
    if (c->size - c->len < entry->text.len) {
        const size_t size = 2 * (c->size + entry->text.len) + 4096;
        char *pool = realloc(c->pool, size);
        if (!pool) return TM_ESPACE;
        c->pool = pool;
        c->size = size;
    }
    if (entry->text.len) memcpy(c->pool + c->len, entry->text.at, entry->text.len);
    c->entries[c->n] = *entry;
    c->entries[c->n++].text.at = NULL;
    c->len += entry->text.len;
    return TM_OK;
}

static int read_log(const loading *l, room *r, tm_why *why)
{
    log_copy c = {0};
    size_t at = 0;
    int status = l->store->ops->read_log(l->store, l->id, 0, keep_entry, &c, why);
    for (uint32_t i = 0; i < c.n; i++) {
        c.entries[i].text.at = c.pool ? c.pool + at : "";
        at += c.entries[i].text.len;
    }
    if (status == TM_OK) status = room_load(r, c.entries, c.n, why);
    free(c.entries);
    free(c.pool);
    return status;
}

void loading_run(loading *l)
{
    room_opening opening;
    if (l->status) return;
    l->status = TM_EIO; /* whatever is wrong with what is stored */
    if (room_opening_read(&opening, l->text, &l->why)) return;
    l->room = room_new(l->id, l->row.opened_at, &opening);
    if (!l->room) {
        room_opening_free(&opening);
        l->status = tm_why_not(&l->why, TM_ESPACE, "out of memory");
    } else if (read_log(l, l->room, &l->why) == TM_OK) {
        l->status = TM_OK;
    }
}

void loading_run_apart(loading *l)
{
    tm_store *store = l->store;
    l->status = store->ops->open_reader(store, &l->store, &l->why);
    if (l->status == TM_OK) {
        loading_open(l);
        loading_run(l);
        l->store->ops->close(l->store);
    }
    l->store = store;
}
