/* Any bytes as a record: refused with a reason, or played; what was played is written, and reads back to the same. Its
 * shuffles are checked, too. */
#include <stdlib.h>
#include <string.h>

#include <tatami/fair.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static tm_table *read_record(tm_record *record, const char *text, size_t len, int *out_status)
{
    tm_why why;
    tm_span line;
    tm_table *table = NULL;
    tm_why_init(&why, NULL);
    *out_status = tm_record_open(record, text, len, &why);
    if (!*out_status) *out_status = tm_record_use_box(record, NULL, &why);
    if (!*out_status) *out_status = tm_table_new(&record->setup, &table, &why);
    if (!*out_status) {
        while ((*out_status = tm_record_next(record, table, &line, &why)) == 1) continue;
        if (!*out_status) *out_status = tm_record_check_result(record, table, &why);
    }
    tm_assert((*out_status != 0) == (why.text.len != 0));
    tm_assert(!memchr(why.text.at, '\n', why.text.len));
    return table;
}

/* As every viewer saw it: nothing cut, nothing crashes. */
static void look(const tm_table *table, const tm_record *record)
{
    for (int viewer = TM_SPECTATOR; viewer < record->setup.n_seats; viewer++) {
        size_t len;
        if (viewer == TM_CHANCE) continue;
        char *text = tm_record_write(table, record->tags, record->n_tags, viewer, &len);
        tm_assert(text);
        free(text);
    }
}

static void verify(const char *text, size_t len)
{
    tm_fair_proof proof;
    tm_why why;
    tm_why_init(&why, NULL);
    const int status = tm_fair_verify(text, len, NULL, NULL, &proof, &why);
    tm_assert((status != 0) == (why.text.len != 0));
    tm_assert(!memchr(why.text.at, '\n', why.text.len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tm_record record, again;
    int status;
    size_t len, len2;
    tm_table *table = read_record(&record, (const char *)data, size, &status);
    if (table && tm_table_n_events(table) < 2000) {
        char *text = tm_record_write(table, record.tags, record.n_tags, TM_EVERYTHING, &len);
        tm_table *copy = read_record(&again, text, len, &status);
        tm_assert(status == TM_OK && tm_table_hash(copy) == tm_table_hash(table));
        char *text2 = tm_record_write(copy, again.tags, again.n_tags, TM_EVERYTHING, &len2);
        tm_assert(len == len2 && memcmp(text, text2, len) == 0);
        look(table, &record);
        free(text);
        free(text2);
        tm_table_free(copy);
    }
    tm_table_free(table);
    verify((const char *)data, size);
    return 0;
}
