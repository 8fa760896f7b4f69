/* How fast the store is: entries at random tables of 2,500, in groups as a busy server commits them, and the time to
 * open a file with 10,000 tables and to read a table. A benchmark, not a test: it depends on the disk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <tatami/rng.h>
#include <tatami/store.h>

enum { TABLES = 2500, GROUP_MAX = 1000, STORED = 10000, ENTRIES_EACH = 100, WANTED = 15000 };
static const double SECONDS = 5;

typedef struct bench {
    tm_store *store;
    char path[200];
    uint32_t n_entries[STORED];
    tm_rng rng;
} bench;

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void must(int status, const tm_why *why)
{
    if (!status) return;
    fprintf(stderr, "bench: %s\n", why->text.at);
    exit(1);
}

static void open_store(bench *b)
{
    tm_why why;
    tm_why_init(&why, NULL);
    must(tm_store_open_sqlite(b->path, &b->store, &why), &why);
}

static void commit(bench *b, tm_change *changes, int n)
{
    tm_why why;
    tm_why_init(&why, NULL);
    must(b->store->ops->commit(b->store, changes, n, &why), &why);
    for (int i = 0; i < n; i++) tm_assert(changes[i].status == TM_OK);
}

static void name(char *id, int i)
{
    snprintf(id, sizeof(tm_id), "t%07dwhich-is-long", i);
}

static void open_tables(bench *b, int n_tables)
{
    static tm_change changes[GROUP_MAX];
    for (int first = 0; first < n_tables; first += GROUP_MAX) {
        int n = 0;
        memset(changes, 0, sizeof changes);
        for (; n < GROUP_MAX && first + n < n_tables; n++) {
            changes[n] = (tm_change){.kind = TM_CHANGE_OPEN, .text = tm_span_of("{\"players\":4}"), .listed = true};
            name(changes[n].table, first + n);
        }
        commit(b, changes, n);
    }
    memset(b->n_entries, 0, sizeof b->n_entries);
}

/* A group of one entry each, of 20 to 60 bytes, at tables drawn from the first n_tables. */
static void commit_group(bench *b, int group, int n_tables)
{
    static tm_change changes[GROUP_MAX];
    static tm_entry entries[GROUP_MAX];
    static const char text[] = "2 play r5 and some more letters, as many as an entry may have";
    memset(changes, 0, sizeof changes);
    for (int i = 0; i < group; i++) {
        const int t = (int)tm_rng_below(&b->rng, (uint32_t)n_tables);
        entries[i] = (tm_entry){.at = 1700000000000 + i, .text = {text, 20 + tm_rng_below(&b->rng, 41)}};
        changes[i].kind = TM_CHANGE_LOG;
        name(changes[i].table, t);
        changes[i].first = b->n_entries[t]++;
        changes[i].n_entries = 1;
        changes[i].entries = &entries[i];
    }
    commit(b, changes, group);
}

static double wal_megabytes(const bench *b)
{
    char wal[220];
    struct stat st;
    snprintf(wal, sizeof wal, "%s-wal", b->path);
    return stat(wal, &st) == 0 ? (double)st.st_size / 1e6 : 0;
}

static void measure(bench *b, int group)
{
    const double start = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    double end = start, worst = 0, wal = 0;
    int n_commits = 0;
    while (end - start < SECONDS) {
        const double before = end;
        commit_group(b, group, TABLES);
        end = seconds(CLOCK_MONOTONIC);
        if (end - before > worst) worst = end - before;
        const double size = wal_megabytes(b);
        if (size > wal) wal = size;
        n_commits++;
    }
    const double entries = (double)n_commits * group, busy = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("groups of %4d: %4.0f commits/s, %6.0f entries/s, %.1f us of CPU an entry (%d/s: %2.0f%% of a core), "
           "worst commit %.0f ms, log at most %.1f MB\n",
           group, n_commits / (end - start), entries / (end - start), busy / entries * 1e6, WANTED,
           busy / entries * WANTED * 100, worst * 1e3, wal);
}

static int ignore_entry(void *context, uint32_t n, const tm_entry *entry)
{
    *(uint64_t *)context += n + entry->text.len;
    return 0;
}

static void measure_reading(bench *b)
{
    tm_why why;
    uint64_t sum = 0;
    tm_why_init(&why, NULL);
    double start = seconds(CLOCK_MONOTONIC);
    open_store(b);
    printf("opening a file of %d tables with %d entries each: %.1f ms\n", STORED, ENTRIES_EACH,
           (seconds(CLOCK_MONOTONIC) - start) * 1e3);
    start = seconds(CLOCK_MONOTONIC);
    for (int i = 0; i < STORED; i++) {
        tm_id id;
        name(id, i);
        must(b->store->ops->read_log(b->store, id, 0, ignore_entry, &sum, &why), &why);
    }
    printf("reading one of its logs: %.0f us\n", (seconds(CLOCK_MONOTONIC) - start) / STORED * 1e6);
}

static void remove_files(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (int i = 0; i < 4; i++) {
        char file[220];
        snprintf(file, sizeof file, "%s%s", path, ends[i]);
        unlink(file);
    }
}

int main(void)
{
    static bench b;
    const char *folder = getenv("TMPDIR");
    snprintf(b.path, sizeof b.path, "%s/tatami-bench-%d.db", folder ? folder : "/tmp", (int)getpid());
    tm_rng_init(&b.rng, 1, 0);
    open_store(&b);
    open_tables(&b, TABLES);
    for (int group = 50; group <= GROUP_MAX; group = group == 50 ? 200 : group * 5) measure(&b, group);
    b.store->ops->close(b.store);
    remove_files(b.path);

    open_store(&b);
    open_tables(&b, STORED);
    for (int i = 0; i < STORED * ENTRIES_EACH / GROUP_MAX; i++) commit_group(&b, GROUP_MAX, STORED);
    b.store->ops->close(b.store);
    measure_reading(&b);
    b.store->ops->close(b.store);
    remove_files(b.path);
    return 0;
}
