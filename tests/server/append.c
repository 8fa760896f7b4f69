/* Appends lines of standard input to the log of a table in a database that nobody serves, and says that its game runs:
 * `append DB TABLE TIME`. So two databases can be made that differ in one line and nowhere else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tatami/store.h>

enum { LINES = 1 << 18 };

static int fail(const char *what, const tm_why *why)
{
    fprintf(stderr, "append: %s: %s\n", what, why->room);
    return 1;
}

/* The lines live as long as the program. */
static uint32_t read_lines(int64_t at, tm_entry *entries)
{
    char line[512];
    uint32_t n = 0;

    while (n < LINES && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *copy = strdup(line);
        if (!copy) break;
        entries[n++] = (tm_entry){.at = at, .text = tm_span_of(copy)};
    }
    return n;
}

int main(int argc, char **argv)
{
    static tm_entry entries[LINES];
    tm_store *store;
    tm_table_row row;
    tm_why why;

    tm_why_init(&why, NULL);
    if (argc != 4 || strlen(argv[2]) > TM_ID_MAX) {
        fputs("usage: append DB TABLE TIME\n", stderr);
        return 2;
    }
    int64_t at = strtoll(argv[3], NULL, 10);
    if (tm_store_open_sqlite(argv[1], &store, &why)) return fail(argv[1], &why);
    if (store->ops->read_table(store, argv[2], &row, NULL, &why)) return fail(argv[2], &why);
    tm_change changes[] = {
        {.kind = TM_CHANGE_LOG, .first = row.n_entries, .entries = entries, .n_entries = read_lines(at, entries)},
        {.kind = TM_CHANGE_PHASE, .phase = TM_RUNNING, .listed = row.listed, .at = at},
    };
    for (int i = 0; i < 2; i++) strcpy(changes[i].table, argv[2]);
    if (store->ops->commit(store, changes, 2, &why)) return fail(argv[2], &why);
    store->ops->close(store);
    return changes[0].status || changes[1].status ? 1 : 0;
}
