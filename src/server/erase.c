#include "server/erase.h"

#include <stdlib.h>
#include <string.h>

#include "server/room_log.h"

static void put_fields(const char *word, const tm_span *fields, int n, tm_text *out)
{
    tm_put_str(out, word);
    for (int i = 0; i < n; i++) {
        tm_put_char(out, '\t');
        tm_put_mem(out, fields[i].at, fields[i].len);
    }
}

bool erase_entry(tm_span text, const char *person, tm_text *out)
{
    static const tm_span NOBODY = {"", 0}, NOTHING = {"…", sizeof "…" - 1};
    room_fields f;
    if (room_take_apart(text, &f)) return false;
    if (f.kind == ENTRY_SIT && tm_span_is(f.at[1], person)) {
        f.at[3] = NOBODY;
    } else if (f.kind == ENTRY_RENAME && tm_span_is(f.at[1], person)) {
        f.at[2] = NOBODY;
    } else if (f.kind == ENTRY_CHAT && tm_span_is(f.at[0], person)) {
        f.at[2] = NOBODY;
        f.at[3] = NOTHING;
    } else {
        return false;
    }
    put_fields(ENTRY_WORDS[f.kind], f.at, f.n, out);
    return true;
}

static int keep(erasure *e, const tm_entry *entry, tm_span text)
{
    if (e->n == e->capacity) {
        const uint32_t capacity = e->capacity ? 2 * e->capacity : 64;
        tm_entry *entries = realloc(e->entries, capacity * sizeof *entries);
        if (!entries) return TM_ESPACE;
        e->entries = entries;
        e->capacity = capacity;
    }
    char *copy = malloc((size_t)text.len + 1);
    if (!copy) return TM_ESPACE;
    memcpy(copy, text.at, text.len);
    e->entries[e->n++] = (tm_entry){.at = entry->at, .text = {copy, text.len}};
    /* cppcheck-suppress memleak ; the entry has it */
    return TM_OK;
}

static int take_entry(void *context, uint32_t n, const tm_entry *entry)
{
    erasure *e = context;
    char room_for_text[TM_LOG_MAX];
    tm_text text;
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    const bool changes = erase_entry(entry->text, e->person, &text) && !text.cut;
    if (!changes && e->n == 0) return TM_OK;
    if (e->n == 0) e->first = n;
    return keep(e, entry, changes ? (tm_span){text.at, text.len} : entry->text);
}

void erasure_run(erasure *e)
{
    tm_store *reader;
    e->status = e->store->ops->open_reader(e->store, &reader, &e->why);
    if (e->status) return;
    e->status = reader->ops->read_log(reader, e->table, 0, take_entry, e, &e->why);
    reader->ops->close(reader);
}

void erasure_free(erasure *e)
{
    for (uint32_t i = 0; i < e->n; i++) free((char *)e->entries[i].text.at);
    free(e->entries);
    e->entries = NULL;
    e->n = e->capacity = 0;
}
