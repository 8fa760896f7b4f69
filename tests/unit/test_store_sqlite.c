/* What can be wrong with the file of a store: somebody else's, newer, older, damaged, full, not to be written. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <tatami/rng.h>

#include "store/sqlite.h"
#include "stores.h"

static sqlite_store *inside(fixture *f)
{
    return (sqlite_store *)f->store;
}

static void pragma(fixture *f, const char *sql)
{
    cr_assert_eq(sqlite3_exec(inside(f)->writer.db, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* The file through plain SQLite. */
static void sql(const char *path, const char *text)
{
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static int64_t sql_number(const char *path, const char *text)
{
    sqlite3 *db;
    sqlite3_stmt *stmt;
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(db, text, -1, &stmt, NULL), SQLITE_OK);
    cr_assert_eq(sqlite3_step(stmt), SQLITE_ROW);
    const int64_t number = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return number;
}

static void says(fixture *f, const char *what)
{
    cr_expect_not_null(strstr(f->why.text.at, what), "it says: %s", f->why.text.at);
    cr_expect_not_null(strstr(f->why.text.at, f->folder), "it says: %s", f->why.text.at);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

Test(store_sqlite, the_file_is_for_its_owner_alone)
{
    fixture f;
    struct stat st;
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    cr_assert_eq(stat(f.path, &st), 0);
    cr_expect_eq(st.st_mode & 0777, 0600);
    end(&f);
}

Test(store_sqlite, an_empty_file_becomes_a_store)
{
    fixture f;
    begin(&f, tm_store_open_sqlite);
    write_file(f.path, "");
    reopen(&f);
    cr_expect_eq(open_table(&f, "one", 1), TM_OK);
    close_store(&f);
    cr_expect_eq(sql_number(f.path, "PRAGMA user_version"), schema_version);
    cr_expect_eq(sql_number(f.path, "PRAGMA application_id"), TATAMI_APPLICATION);
    end(&f);
}

Test(store_sqlite, other_files_are_refused_and_not_changed)
{
    fixture f;
    begin(&f, tm_store_open_sqlite);
    write_file(f.path, "This is a letter to my aunt, long enough that nobody can take it for an empty file, is it not? "
                       "It goes on and on.");
    cr_expect_eq(try_open(&f), TM_EIO);
    says(&f, "not a Tatami database");
    unlink(f.path);
    sql(f.path, "CREATE TABLE recipes (id, text); INSERT INTO recipes VALUES (1, 'soup')");
    cr_expect_eq(try_open(&f), TM_EIO);
    says(&f, "the database of another program");
    cr_expect_eq(sql_number(f.path, "SELECT count(*) FROM recipes"), 1);
    cr_expect_eq(sql_number(f.path, "SELECT count(*) FROM sqlite_schema"), 1);
    end(&f);
}

Test(store_sqlite, a_folder_and_a_path_that_leads_nowhere_are_refused)
{
    fixture f;
    begin(&f, tm_store_open_sqlite);
    mkdir(f.path, 0700);
    cr_expect_eq(try_open(&f), TM_EIO);
    says(&f, "cannot be opened");
    rmdir(f.path);
    strcat(f.path, "/no/such/folder");
    cr_expect_eq(try_open(&f), TM_EIO);
    says(&f, "cannot be opened");
    end(&f);
}

Test(store_sqlite, a_newer_file_is_refused_and_not_changed)
{
    fixture f;
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    close_store(&f);
    sql(f.path, "PRAGMA user_version=99");
    cr_expect_eq(try_open(&f), TM_EIO);
    says(&f, "newer Tatami: its version is 99");
    cr_expect_eq(sql_number(f.path, "PRAGMA user_version"), 99);
    end(&f);
}

/* A file as an older program left it, with something in it, and the steps of a newer one. */
static void open_old(fixture *f, connection *c)
{
    begin(f, tm_store_open_sqlite);
    sql(f->path, "CREATE TABLE words (word); INSERT INTO words VALUES ('tea'); PRAGMA user_version=1;"
                 "PRAGMA application_id=0x5441544d");
    cr_assert_eq(connection_open(c, f->path, SQLITE_OPEN_READWRITE), SQLITE_OK);
    tm_why_init(&f->why, NULL);
}

Test(store_sqlite, an_older_file_is_brought_up_to_date_step_by_step)
{
    const char *const steps[] = {"no SQL: this step was done long ago",
                                 "ALTER TABLE words ADD COLUMN n INTEGER; UPDATE words SET n = 3",
                                 "UPDATE words SET n = n * 5 + length(word)"};
    fixture f;
    connection c;
    open_old(&f, &c);
    cr_expect_eq(schema_upgrade(&c, steps, 3, &f.why), TM_OK, "%s", f.why.text.at);
    cr_expect_eq(schema_upgrade(&c, steps, 3, &f.why), TM_OK); /* nothing left to do */
    connection_close(&c);
    cr_expect_eq(sql_number(f.path, "PRAGMA user_version"), 3);
    cr_expect_eq(sql_number(f.path, "SELECT n FROM words WHERE word = 'tea'"), 18);
    end(&f);
}

static int count_row(void *context, const tm_table_row *row)
{
    *(int *)context += row->id[0] != 0;
    return 0;
}

Test(store_sqlite, a_file_of_the_first_version_keeps_its_tables_and_people)
{
    fixture f;
    connection c;
    tm_table_query query = {.kind = TM_LIST_ENDED, .person = "ann", .most = 9};
    int n = 0;
    begin(&f, tm_store_open_sqlite);
    sql(f.path, "");
    cr_assert_eq(connection_open(&c, f.path, SQLITE_OPEN_READWRITE), SQLITE_OK);
    tm_why_init(&f.why, NULL);
    cr_assert_eq(schema_upgrade(&c, schema_steps, 1, &f.why), TM_OK, "%s", f.why.text.at);
    connection_close(&c);
    sql(f.path, "INSERT INTO people VALUES (1, 'ann', 'Ann', 0, 7);"
                "INSERT INTO tables VALUES (1, 'one', 2, 9, 1, 0, 1, 5, 9, x'41');"
                "INSERT INTO heads VALUES (1, 0, 0); INSERT INTO parts VALUES (1, 1)");
    reopen(&f);
    cr_expect_eq(f.store->ops->list_tables(f.store, &query, count_row, &n, &f.why), TM_OK);
    query.kind = TM_LIST_VISITED;
    query.phases = 7;
    cr_expect_eq(f.store->ops->list_tables(f.store, &query, count_row, &n, &f.why), TM_OK);
    cr_expect_eq(n, 2);
    cr_expect_eq(set_part(&f, "ann", "one", true), TM_OK);
    end(&f);
    cr_expect_geq(schema_version, 2);
}

Test(store_sqlite, an_upgrade_that_fails_leaves_the_file_as_it_was)
{
    const char *const steps[] = {"", "UPDATE words SET word = 'coffee'", "UPDATE no_such_table SET word = 1"};
    fixture f;
    connection c;
    open_old(&f, &c);
    cr_expect_eq(schema_upgrade(&c, steps, 3, &f.why), TM_EIO);
    says(&f, "no_such_table");
    connection_close(&c);
    cr_expect_eq(sql_number(f.path, "PRAGMA user_version"), 1);
    cr_expect_eq(sql_number(f.path, "SELECT word = 'tea' FROM words"), 1);
    end(&f);
}

Test(store_sqlite, a_full_disk_refuses_the_group_and_room_helps)
{
    static char text[4000];
    fixture f;
    memset(text, 'x', sizeof text);
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    open_table(&f, "one", 1);
    pragma(&f, "PRAGMA max_page_count=40");
    const tm_entry entry = {.text = {text, sizeof text}};
    uint32_t n = 0;
    int status;
    tm_change group[2];
    do {
        group[0] = log_of("one", n, &entry, 1);
        group[1] = log_of("none", n, &entry, 1);
        status = try_commit(&f, group, 2);
        if (status == TM_OK) n++;
    } while (status == TM_OK && n < 100);
    cr_expect_eq(status, TM_EIO);
    says(&f, "the disk is full");
    cr_expect(group[0].status == TM_EIO && group[1].status == TM_EIO);
    cr_expect_eq(row_of(&f, "one").n_entries, n);
    pragma(&f, "PRAGMA max_page_count=1000000");
    cr_expect_eq(add_entry(&f, "one", n, "there is room again"), TM_OK);
    reopen(&f);
    cr_expect_eq(read_all(&f, "one").n, n + 1);
    end(&f);
}

/* As when the operating system refuses to write: no file may become longer than so. */
static void limit_files(rlim_t most)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = most;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

Test(store_sqlite, a_disk_that_refuses_to_write_refuses_the_group_and_later_ones_work)
{
    static char text[4000];
    fixture f;
    memset(text, 'x', sizeof text);
    signal(SIGXFSZ, SIG_IGN);
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    open_table(&f, "one", 1);
    const tm_entry entry = {.text = {text, sizeof text}};
    uint32_t n = 0;
    int status;
    limit_files(200000);
    do {
        tm_change change = log_of("one", n, &entry, 1);
        status = try_commit(&f, &change, 1);
        if (status == TM_OK) n++;
    } while (status == TM_OK && n < 100);
    cr_expect_eq(status, TM_EIO);
    says(&f, "cannot be read or written");
    cr_expect_eq(read_all(&f, "one").n, n);
    limit_files(RLIM_INFINITY);
    cr_expect_eq(add_entry(&f, "one", n, "there is room again"), TM_OK);
    reopen(&f);
    cr_expect_eq(read_all(&f, "one").n, n + 1);
    end(&f);
}

Test(store_sqlite, a_file_that_cannot_be_written_is_refused_when_it_is_opened)
{
    fixture f;
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    close_store(&f);
    chmod(f.path, 0444);
    chmod(f.folder, 0755);
    const bool root = geteuid() == 0;
    if (root) cr_assert_eq(seteuid(65534), 0); /* who may write everything sees no read-only file */
    cr_expect_eq(try_open(&f), TM_EIO);
    says(&f, "cannot be opened: Permission denied");
    if (root) cr_assert_eq(seteuid(0), 0);
    end(&f);
}

Test(store_sqlite, a_disk_that_turns_read_only_refuses_commits_and_can_still_be_read)
{
    fixture f;
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    open_table(&f, "one", 1);
    pragma(&f, "PRAGMA query_only=ON");
    const tm_entry entry = {.text = tm_span_of("x")};
    tm_change change = log_of("one", 0, &entry, 1);
    cr_expect_eq(try_commit(&f, &change, 1), TM_EIO);
    says(&f, "read-only");
    cr_expect_eq(change.status, TM_EIO);
    cr_expect_eq(read_all(&f, "one").n, 0);
    pragma(&f, "PRAGMA query_only=OFF");
    cr_expect_eq(add_entry(&f, "one", 0, "x"), TM_OK);
    end(&f);
}

/* Several pages of everything. */
static void fill(fixture *f)
{
    static const char text[] = "3 say some words that are long enough to fill a page soon, and another";
    enum { TABLES = 60, ENTRIES = 12 };
    tm_entry entries[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) entries[i] = (tm_entry){.at = i, .text = tm_span_of(text)};
    static tm_change group[TABLES * 5];
    tm_change *c = group;
    for (int i = 0; i < TABLES; i++) {
        tm_id id;
        snprintf(id, sizeof id, "table%d", i);
        *c = (tm_change){.kind = TM_CHANGE_OPEN, .text = tm_span_of(text), .listed = true};
        strcpy((c++)->table, id);
        *c++ = log_of(id, 0, entries, ENTRIES);
        *c = (tm_change){.kind = TM_CHANGE_PERSON, .who = {.name = "a name"}};
        strcpy((c++)->who.id, id);
        *c = (tm_change){.kind = TM_CHANGE_PRESENT};
        strcpy(c->table, id);
        strcpy((c++)->person, id);
        *c = (tm_change){.kind = TM_CHANGE_TOKEN};
        memset(c->hash, i, sizeof c->hash);
        strcpy((c++)->person, id);
    }
    cr_assert_eq(try_commit(f, group, (int)(c - group)), TM_OK);
}

static int any_entry(void *context, uint32_t n, const tm_entry *entry)
{
    (void)n;
    *(uint32_t *)context += entry->text.len;
    return 0;
}

static int any_row(void *context, const tm_table_row *row)
{
    *(uint32_t *)context += row->n_entries;
    return 0;
}

/* Fine, or refused with a reason that names the file. How often it was refused. */
static int refused(fixture *f, int status)
{
    if (status == TM_EIO) says(f, "");
    cr_assert(status == TM_OK || status == TM_EIO || status == TM_EUNKNOWN);
    tm_why_init(&f->why, NULL);
    return status == TM_EIO;
}

/* Does everything to a store that may be damaged. */
static int use_all(fixture *f)
{
    int n = 0;
    uint32_t sum = 0, count[3];
    const tm_store_ops *ops = f->store->ops;
    char copy[sizeof((fixture *)0)->path + 20];
    const uint8_t hash[TM_HASH_BYTES] = {0};
    sqlite3_exec(inside(f)->writer.db, "PRAGMA synchronous=OFF", NULL, NULL, NULL); /* quicker, if it can be done */
    tm_why_init(&f->why, NULL);
    for (int i = 0; i < 60; i++) {
        tm_id id;
        tm_person person;
        tm_table_row row;
        const tm_table_query query = {.phases = 7, .most = 100, .person = {'t', 'a', 'b', 'l', 'e', '7'}};
        const tm_entry entry = {.text = tm_span_of("more")};
        snprintf(id, sizeof id, "table%d", i);
        char *text = NULL;
        n += refused(f, ops->read_table(f->store, id, &row, &text, &f->why));
        free(text);
        n += refused(f, ops->read_log(f->store, id, 0, any_entry, &sum, &f->why));
        n += refused(f, ops->read_person(f->store, id, &person, &f->why));
        n += refused(f, ops->list_tables(f->store, &query, any_row, &sum, &f->why));
        n += refused(f, ops->find_token(f->store, hash, 1, &person, &f->why));
        tm_change group[] = {log_of(id, 12, &entry, 1), {.kind = TM_CHANGE_VISIT, .at = i}};
        strcpy(group[1].table, id);
        n += refused(f, ops->commit(f->store, group, 2, &f->why));
    }
    const tm_table_query query = {.phases = 7, .most = 100};
    n += refused(f, ops->list_tables(f->store, &query, any_row, &sum, &f->why));
    n += refused(f, ops->count_tables(f->store, count, &f->why));
    tm_change archive = {.kind = TM_CHANGE_ARCHIVE, .at = 1000};
    n += refused(f, ops->commit(f->store, &archive, 1, &f->why));
    snprintf(copy, sizeof copy, "%s/copy", f->folder);
    n += refused(f, ops->backup(f->store, copy, &f->why));
    unlink(copy);
    return n;
}

enum { PAGE = 4096 };

Test(store_sqlite, a_damaged_page_is_an_error_that_names_the_file_and_never_a_crash)
{
    fixture f;
    static char whole[400 * PAGE];
    tm_rng rng;
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    fill(&f);
    cr_expect_eq(use_all(&f), 0);
    close_store(&f);
    const int fd = open(f.path, O_RDWR);
    const ssize_t size = read(fd, whole, sizeof whole);
    cr_assert(size > 20 * PAGE && size < (ssize_t)sizeof whole);
    tm_rng_init(&rng, 5, 0);
    for (int i = 0; i * PAGE < size; i++) {
        char page[PAGE];
        cr_assert_eq(ftruncate(fd, 0), 0);
        cr_assert_eq(pwrite(fd, whole, (size_t)size, 0), size);
        for (int k = 0; k < PAGE; k++) page[k] = i % 3 ? (char)tm_rng_next(&rng) : 0;
        cr_assert_eq(pwrite(fd, page, PAGE, (off_t)i * PAGE), PAGE);
        if (try_open(&f) == TM_OK) {
            cr_expect_gt(use_all(&f), 0, "page %d is noise and nobody noticed", i);
            close_store(&f);
        } else {
            says(&f, "");
        }
    }
    close(fd);
    end(&f);
}

Test(store_sqlite, a_letter_changed_in_a_log_is_noticed)
{
    fixture f;
    reading r;
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    open_table(&f, "one", 1);
    add_entry(&f, "one", 0, "0 play r5");
    add_entry(&f, "one", 1, "1 play r6");
    close_store(&f);
    sql(f.path, "UPDATE log SET text = CAST('1 play r7' AS BLOB) WHERE n = 1");
    reopen(&f);
    cr_expect_eq(try_read(&f, "one", 0, &r), TM_EIO);
    says(&f, "is damaged (the log of a table): stop the programs that use it and restore a backup");
    cr_expect_str_eq(r.text, "0 play r5;");
    close_store(&f);
    sql(f.path, "UPDATE log SET text = CAST('1 play r6' AS BLOB) WHERE n = 1; UPDATE log SET before = 2 WHERE n = 1");
    reopen(&f);
    cr_expect_eq(try_read(&f, "one", 0, &r), TM_EIO);
    cr_expect_eq(try_read(&f, "one", 1, &r), TM_OK);
    close_store(&f);
    sql(f.path, "DELETE FROM log WHERE n = 1");
    reopen(&f);
    cr_expect_eq(try_read(&f, "one", 0, &r), TM_EIO);
    end(&f);
}

Test(store_sqlite, a_group_that_meets_damage_leaves_nothing_behind_and_the_next_one_works)
{
    fixture f;
    const tm_entry entry = {.text = tm_span_of("x")};
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    open_table(&f, "kept", 100);
    open_table(&f, "empty", 1);
    add_entry(&f, "empty", 0, "chat");
    close_store(&f);
    sql(f.path, "DELETE FROM log");
    reopen(&f);
    tm_change group[] = {log_of("kept", 0, &entry, 1), {.kind = TM_CHANGE_ARCHIVE, .at = 50}};
    cr_expect_eq(try_commit(&f, group, 2), TM_EIO);
    says(&f, "is damaged");
    cr_expect(group[0].status == TM_EIO && group[1].status == TM_EIO);
    cr_expect_eq(read_all(&f, "kept").n, 0);
    cr_expect_eq(add_entry(&f, "kept", 0, "x"), TM_OK);
    reopen(&f);
    cr_expect_eq(read_all(&f, "kept").n, 1);
    cr_expect_eq(row_of(&f, "empty").n_entries, 1);
    end(&f);
}

Test(store_sqlite, a_torn_end_of_the_write_ahead_log_costs_whole_groups_only)
{
    fixture f;
    char wal[sizeof((fixture *)0)->path + 20];
    struct stat st;
    int status;
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    open_table(&f, "a", 1);
    open_table(&f, "b", 1);
    close_store(&f);
    for (int cut = 1; cut < 20; cut++) {
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0) {
            const tm_entry entry = {.text = tm_span_of("x")};
            if (try_open(&f)) _exit(1);
            for (int i = 0; i < 4; i++) {
                const uint32_t n = row_of(&f, "a").n_entries;
                tm_change group[] = {log_of("a", n, &entry, 1), log_of("b", n, &entry, 1)};
                if (try_commit(&f, group, 2)) _exit(1);
            }
            kill(getpid(), SIGKILL);
        }
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_assert(WIFSIGNALED(status));
        snprintf(wal, sizeof wal, "%s-wal", f.path);
        cr_assert_eq(stat(wal, &st), 0);
        cr_assert_eq(truncate(wal, st.st_size - cut * 1500), 0);
        f.store = NULL;
        reopen(&f);
        cr_expect_eq(read_all(&f, "a").n, read_all(&f, "b").n);
        close_store(&f);
    }
    end(&f);
}

static off_t wal_size(const fixture *f)
{
    char wal[sizeof((fixture *)0)->path + 20];
    struct stat st;
    snprintf(wal, sizeof wal, "%s-wal", f->path);
    return stat(wal, &st) == 0 ? st.st_size : 0;
}

Test(store_sqlite, the_write_ahead_log_does_not_grow_without_bound)
{
    static char text[16000];
    fixture f;
    off_t most = 0;
    memset(text, 'x', sizeof text);
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    open_table(&f, "one", 1);
    pragma(&f, "PRAGMA synchronous=OFF"); /* not about the disk */
    const tm_entry entry = {.text = {text, sizeof text}};
    for (uint32_t n = 0; n < 3000; n++) {
        tm_change change = log_of("one", n, &entry, 1);
        cr_assert_eq(try_commit(&f, &change, 1), TM_OK);
        if (n % 7 == 0) row_of(&f, "one");
        if (wal_size(&f) > most) most = wal_size(&f);
    }
    cr_expect_lt(most, 12 << 20); /* of 48 MB written */
    close_store(&f);
    cr_expect_eq(wal_size(&f), 0);
    end(&f);
}

Test(store_sqlite, a_link_to_the_file_does_not_get_around_the_lock)
{
    fixture f, second;
    begin(&f, tm_store_open_sqlite);
    reopen(&f);
    second = f;
    snprintf(second.path, sizeof second.path, "%s/link", f.folder);
    cr_assert_eq(symlink(f.path, second.path), 0);
    cr_expect_eq(try_open(&second), TM_EIO);
    says(&second, "is in use");
    cr_assert_eq(unlink(second.path), 0);
    cr_assert_eq(link(f.path, second.path), 0);
    cr_expect_eq(try_open(&second), TM_EIO, "a hard link has a lock of its own beside it");
    says(&second, "is in use");
    end(&f);
}

Test(store_sqlite, the_lock_of_a_killed_server_is_free)
{
    fixture f;
    int status;
    begin(&f, tm_store_open_sqlite);
    const pid_t child = fork();
    if (child == 0) {
        try_open(&f);
        kill(getpid(), SIGKILL);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    reopen(&f);
    end(&f);
}

Test(store_sqlite, a_copy_of_a_foreign_or_missing_file_is_refused_and_leaves_nothing)
{
    fixture f;
    char copy[sizeof((fixture *)0)->path + 20];
    begin(&f, tm_store_open_sqlite);
    snprintf(copy, sizeof copy, "%s/copy", f.folder);
    tm_why_init(&f.why, NULL);
    cr_expect_eq(tm_store_copy_sqlite(f.path, copy, &f.why), TM_EIO);
    says(&f, "cannot be opened: No such file");
    sql(f.path, "CREATE TABLE recipes (id, text)");
    tm_why_init(&f.why, NULL);
    cr_expect_eq(tm_store_copy_sqlite(f.path, copy, &f.why), TM_EIO);
    says(&f, "the database of another program");
    cr_expect_neq(access(copy, F_OK), 0);
    unlink(f.path);
    cr_expect_eq(rmdir(f.folder), 0); /* no piece of a copy is left */
}
