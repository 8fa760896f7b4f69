/* What a store keeps, whatever happens: kills, threads, backups, copies. Run by tests/site/postgres.py, which starts a database
 * for it; without one only the SQLite store is tested. */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "stores.h"

/* Commits to three tables at once for ever, and tells each group's number once it is durable. */
static void commit_for_ever(fixture *f, int tell)
{
    const char *const names[] = {"a", "b", "c"};
    const tm_entry entries[] = {{.text = tm_span_of("0 play r5")}, {.text = tm_span_of("1 pass")}};
    int64_t epochs[3];
    if (try_open(f)) _exit(1);
    for (int i = 0; i < 3; i++) epochs[i] = own_table(f, names[i]);
    for (uint32_t n = row_of(f, "a").n_entries / 2;; n++) {
        tm_change group[3];
        for (int i = 0; i < 3; i++) {
            group[i] = log_of(names[i], 2 * n, entries, 2);
            group[i].epoch = epochs[i];
        }
        if (try_commit(f, group, 3) || group[0].status) _exit(1);
        if (write(tell, &n, sizeof n) != sizeof n) _exit(1);
    }
}

static void wait_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

STORE_TEST(what_was_committed_survives_a_kill_and_no_group_is_ever_half_there)
{
    uint32_t n_acknowledged = 0, n;
    open_table(f, "a", 1);
    open_table(f, "b", 1);
    open_table(f, "c", 1);
    for (int round = 0; round < 12; round++) {
        int pipes[2], status;
        close_store(f);
        cr_assert_eq(pipe(pipes), 0);
        const pid_t child = fork();
        cr_assert_geq(child, 0);
        if (child == 0) commit_for_ever(f, pipes[1]);
        close(pipes[1]);
        cr_assert_eq(read(pipes[0], &n, sizeof n), (ssize_t)sizeof n);
        n_acknowledged = n + 1;
        wait_ms(5 + round * 7 % 40);
        kill(child, SIGKILL);
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        while (read(pipes[0], &n, sizeof n) == sizeof n) n_acknowledged = n + 1;
        close(pipes[0]);
        reopen(f);
        own_table(f, "a"); /* a database may still be busy with the last group; from here on it is done or refused */
        const uint32_t there = row_of(f, "a").n_entries;
        cr_expect(there == 2 * n_acknowledged || there == 2 * (n_acknowledged + 1));
        cr_expect_eq(row_of(f, "b").n_entries, there);
        cr_expect_eq(row_of(f, "c").n_entries, there);
        cr_expect_eq(read_all(f, "c").n, there);
    }
}

/* Somebody who commits while the test does something else. */
typedef struct committer {
    fixture *f;
    pthread_t thread;
    uint32_t n_groups;
} committer;

static void *commit_groups(void *context)
{
    committer *c = context;
    const tm_entry entry = {.at = 1, .text = tm_span_of("0 play r5")};
    tm_why why;
    tm_why_init(&why, NULL);
    for (uint32_t n = 0; n < c->n_groups; n++) {
        tm_change group[] = {log_of("a", n, &entry, 1), log_of("b", n, &entry, 1)};
        cr_assert_eq(c->f->store->ops->commit(c->f->store, group, 2, &why), TM_OK, "%s", why.text.at);
    }
    return NULL;
}

static void start_committing(committer *c, fixture *f, uint32_t n_groups)
{
    open_table(f, "a", 1);
    open_table(f, "b", 1);
    *c = (committer){.f = f, .n_groups = n_groups};
    cr_assert_eq(pthread_create(&c->thread, NULL, commit_groups, c), 0);
}

STORE_TEST(one_thread_reads_while_another_commits)
{
    committer c;
    uint32_t seen = 0;
    start_committing(&c, f, 300);
    while (seen < c.n_groups) {
        const uint32_t a = row_of(f, "a").n_entries, n = read_all(f, "a").n, b = row_of(f, "b").n_entries;
        cr_assert(seen <= a && a <= n && n <= b); /* it only grows, and both together */
        cr_assert_str_eq(ids(f, "", ALL, 0, 9), "b a ");
        seen = a;
    }
    pthread_join(c.thread, NULL);
}

STORE_TEST(a_backup_taken_while_committing_is_a_whole_store)
{
    committer c;
    fixture copy = *f;
    copy.open = tm_store_open_sqlite; /* whatever it is a copy of */
    uint32_t before = 0;
    start_committing(&c, f, 300);
    for (int i = 0; i < 5; i++) {
        snprintf(copy.path, sizeof copy.path, "%s/copy%d", f->folder, i);
        tm_why_init(&f->why, NULL);
        cr_assert_eq(f->store->ops->backup(f->store, copy.path, &f->why), TM_OK, "%s", f->why.text.at);
        copy.store = NULL;
        reopen(&copy);
        const uint32_t n = read_all(&copy, "a").n;
        cr_expect_eq(read_all(&copy, "b").n, n);
        cr_expect_geq(n, before);
        cr_expect_eq(add_entry(&copy, "a", n, "goes on"), TM_OK);
        before = n;
        close_store(&copy);
    }
    pthread_join(c.thread, NULL);
    cr_expect_eq(read_all(f, "a").n, 300);
}

STORE_TEST(a_backup_overwrites_nothing)
{
    char copy[100], line[20] = {0};
    snprintf(copy, sizeof copy, "%s/mine", f->folder);
    FILE *file = fopen(copy, "w");
    fputs("my own file", file);
    fclose(file);
    tm_why_init(&f->why, NULL);
    cr_expect_eq(f->store->ops->backup(f->store, copy, &f->why), TM_EIO);
    cr_expect_not_null(strstr(f->why.text.at, "already exists"));
    file = fopen(copy, "r");
    cr_assert_not_null(fgets(line, sizeof line, file));
    fclose(file);
    cr_expect_str_eq(line, "my own file");
    tm_why_init(&f->why, NULL);
    cr_expect_eq(f->store->ops->backup(f->store, "/nowhere/at/all", &f->why), TM_EIO);
    cr_expect_not_null(strstr(f->why.text.at, "/nowhere/at/all"));
}

Test(store, a_file_is_opened_by_one_at_a_time)
{
    fixture first, *f = &first, second;
    begin(f, tm_store_open_sqlite);
    reopen(f);
    second = first;
    cr_expect_eq(try_open(&second), TM_EIO);
    cr_expect_not_null(strstr(second.why.text.at, "is in use"), "%s", second.why.text.at);
    cr_expect_eq(open_table(f, "one", 1), TM_OK);
    close_store(f);
    reopen(&second);
    cr_expect_eq(row_of(&second, "one").opened_at, 1);
    close_store(&second);
    end(f);
}

/* One of everything. */
static void furnish(fixture *f)
{
    static const char BYTES[] = "a\0b";
    const tm_entry entries[] = {
        {.at = 5, .text = {BYTES, 3}}, {.at = 6, .text = {"", 0}}, {.at = 7, .text = tm_span_of("z")}};
    set_person(f, "ann", "Ann");
    set_person(f, "bob", "B\xc3\xb6\xc3\xb6");
    open_table(f, "one", 10);
    open_table(f, "two", 20);
    open_table(f, "old", 1);
    set_part(f, "ann", "one", false);
    set_part(f, "bob", "old", false);
    cr_assert_eq(change(f, log_of("one", 0, entries, 3)), TM_OK);
    cr_assert_eq(change(f, log_of("two", 0, entries, 1)), TM_OK);
    cr_assert_eq(change(f, log_of("one", 3, entries, 2)), TM_OK);
    set_phase(f, "two", TM_RUNNING, false, 30);
    change(f, (tm_change){.kind = TM_CHANGE_ARCHIVE, .at = 5});
    tm_change token = {.kind = TM_CHANGE_TOKEN, .person = "ann", .expires = 77, .once = true, .hash = {1, 2, 3}};
    cr_assert_eq(change(f, token), TM_OK);
    tm_change passing = {.kind = TM_CHANGE_PRESENT, .table = "two", .person = "ann", .passing = true};
    cr_assert_eq(change(f, passing), TM_OK);
    cr_assert_eq(change(f, (tm_change){.kind = TM_CHANGE_DUE, .table = "two", .at = 55}), TM_OK);
    cr_assert_eq(change(f, (tm_change){.kind = TM_CHANGE_FACT, .fact = "key", .text = tm_span_of("k")}), TM_OK);
    tm_change told = {
        .kind = TM_CHANGE_SUBSCRIBE, .person = "bob", .hash = {9}, .token = {8}, .text = tm_span_of("there")};
    cr_assert_eq(change(f, told), TM_OK);
    tm_change over = {.kind = TM_CHANGE_PHASE, .table = "old", .phase = TM_OVER, .at = 3, .text = tm_span_of("won")};
    cr_assert_eq(change(f, over), TM_OK);
}

STORE_TEST(everything_can_be_copied_to_the_other_kinds_of_store)
{
    tm_store_sums sums, there;
    char due[100];
    furnish(f);
    snprintf(due, sizeof due, "%s", listed(f, TM_LIST_DUE, "", 99, 0, 9));
    cr_assert_not_null(strstr(due, "two"));
    for (int postgres = 0; postgres < n_kinds_of_store(); postgres++) {
        fixture to;
        if (postgres)
            begin_postgres(&to);
        else
            begin(&to, tm_store_open_sqlite);
        reopen(&to);
        tm_why_init(&f->why, NULL);
        cr_assert_eq(tm_store_copy(f->store, to.store, &sums, &f->why), TM_OK, "%s", f->why.text.at);
        cr_expect(sums.n[TM_ROW_PERSON] == 2 && sums.n[TM_ROW_TOKEN] == 1 && sums.n[TM_ROW_TABLE] == 3);
        cr_expect(sums.n[TM_ROW_PART] == 3 && sums.n[TM_ROW_ENTRY] == 6);
        cr_expect(sums.n[TM_ROW_FACT] == 1 && sums.n[TM_ROW_SUBSCRIPTION] == 1);
        cr_expect_str_eq(listed(&to, TM_LIST_DUE, "", 99, 0, 9), due);
        cr_expect(row_of(&to, "old").archived && row_of(&to, "two").phase == TM_RUNNING && !row_of(&to, "two").listed);
        cr_expect_eq(read_all(&to, "one").n, 5);
        cr_expect_str_eq(ids(&to, "ann", ALL, 0, 9), "one ");
        tm_why_init(&f->why, NULL);
        cr_expect_eq(tm_store_copy(f->store, to.store, &sums, &f->why), TM_EIO); /* it is not empty now */
        cr_expect_not_null(strstr(f->why.text.at, "not empty"), "%s", f->why.text.at);
        cr_expect_eq(add_entry(&to, "one", 5, "goes on"), TM_OK);
        cr_assert_eq(tm_store_sum(to.store, &there, &f->why), TM_OK);
        cr_expect(there.n[TM_ROW_ENTRY] == 7 && there.sum != sums.sum);
        end(&to);
    }
}
