/* What is PostgreSQL's own: several processes at one store, what they hear, and everything that can be wrong with a
 * database. Run by tests/site/postgres.py; without a database there is nothing to test. */
#include <pthread.h>

#include "store/postgres.h"
#include "stores.h"

/* A macro, as Test is one. */
#define POSTGRES_TEST(name)                                                                                            \
    static void name(fixture *f);                                                                                      \
    Test(store_postgres, name)                                                                                         \
    {                                                                                                                  \
        fixture f;                                                                                                     \
        if (!test_database()) return;                                                                                  \
        begin_postgres(&f);                                                                                            \
        name(&f);                                                                                                      \
        end(&f);                                                                                                       \
    }                                                                                                                  \
    static void name(fixture *f)

/* The same statement for every schema: %s is this one's. */
static void run_here(const fixture *f, const char *sql)
{
    char text[1000];
    snprintf(text, sizeof text, "SET search_path = \"%s\"; %s", f->folder + 5, sql);
    run_sql(text);
}

static void refused(fixture *f, const char *what)
{
    cr_expect_eq(try_open(f), TM_EIO);
    cr_expect_not_null(strstr(f->why.text.at, what), "it says: %s", f->why.text.at);
    cr_expect_null(strchr(f->why.text.at, '\n'), "it says: %s", f->why.text.at);
}

static fixture second_of(const fixture *f)
{
    fixture second = *f;
    second.store = NULL;
    reopen(&second);
    return second;
}

POSTGRES_TEST(the_one_who_took_a_table_last_may_write_and_nobody_else)
{
    const tm_entry entry = {.at = 1, .text = tm_span_of("x")};
    reopen(f);
    fixture other = second_of(f);
    open_table(f, "one", 1);
    tm_change mine = log_of("one", 0, &entry, 1);
    mine.epoch = own_table(f, "one");
    cr_expect_eq(change(f, mine), TM_OK);
    tm_change theirs = log_of("one", 1, &entry, 1);
    theirs.epoch = own_table(&other, "one");
    cr_expect_gt(theirs.epoch, mine.epoch);
    mine.first = 1;
    cr_expect_eq(change(f, mine), TM_EILLEGAL);
    mine.n_entries = 0;
    cr_expect_eq(change(f, mine), TM_EILLEGAL); /* asking is enough to find out */
    cr_expect_eq(change(&other, theirs), TM_OK);
    cr_expect_eq(read_all(f, "one").n, 2);
    cr_expect_eq(change(f, (tm_change){.kind = TM_CHANGE_OWN, .table = "none"}), TM_EUNKNOWN);
    close_store(&other);
}

/* Two who each write while they can, and take the table back when they cannot. */
typedef struct rival {
    fixture f;
    pthread_t thread;
    uint32_t n_written;
    char name;
} rival;

static void *rivalry(void *context)
{
    rival *r = context;
    for (int i = 0; i < 40; i++) {
        const int64_t epoch = own_table(&r->f, "one");
        uint32_t n = row_of(&r->f, "one").n_entries;
        for (int status = TM_OK; status == TM_OK && n < 4000;) {
            const tm_entry entry = {.at = 1, .text = {&r->name, 1}};
            tm_change c = log_of("one", n, &entry, 1);
            c.epoch = epoch;
            status = change(&r->f, c);
            if (status == TM_OK) n++, r->n_written++;
            if (r->n_written % 5 == 0) break;
        }
    }
    return NULL;
}

POSTGRES_TEST(two_who_fight_for_a_table_never_both_get_a_position)
{
    reopen(f);
    open_table(f, "one", 1);
    rival rivals[2] = {{.f = second_of(f), .name = 'a'}, {.f = second_of(f), .name = 'b'}};
    for (int i = 0; i < 2; i++) cr_assert_eq(pthread_create(&rivals[i].thread, NULL, rivalry, &rivals[i]), 0);
    for (int i = 0; i < 2; i++) pthread_join(rivals[i].thread, NULL);
    const reading r = read_all(f, "one");
    uint32_t n[2] = {0};
    for (const char *c = r.text; *c; c++) n[0] += *c == 'a', n[1] += *c == 'b';
    cr_expect_eq(r.n, rivals[0].n_written + rivals[1].n_written);
    cr_expect_eq(n[0], rivals[0].n_written);
    cr_expect_eq(n[1], rivals[1].n_written);
    for (int i = 0; i < 2; i++) close_store(&rivals[i].f);
}

POSTGRES_TEST(a_budget_is_one_for_all)
{
    tm_change spend = {.kind = TM_CHANGE_SPEND, .text = tm_span_of("tables 1.2.3.4"), .rate = 0.001, .saved = 3};
    reopen(f);
    fixture other = second_of(f);
    cr_expect_eq(change(f, spend), TM_OK);
    cr_expect_eq(change(&other, spend), TM_OK);
    cr_expect_eq(change(f, spend), TM_OK);
    cr_expect_eq(change(&other, spend), TM_ETURN);
    spend.text = tm_span_of("tables 5.6.7.8");
    cr_expect_eq(change(f, spend), TM_OK);
    tm_change late = {.kind = TM_CHANGE_SPEND, .text = tm_span_of("late"), .rate = 1, .saved = 3};
    cr_expect_eq(change(f, late), TM_OK);
    run_here(f, "UPDATE budgets SET at = at + interval '1 hour' WHERE whose = 'late'"); /* as if it had waited for us */
    cr_expect_eq(change(f, late), TM_OK);
    cr_expect_eq(change(f, late), TM_OK);
    cr_expect_eq(change(f, late), TM_ETURN);
    tm_change group[] = {{.kind = TM_CHANGE_SPEND, .text = tm_span_of("tables 1.2.3.4"), .rate = 0.001, .saved = 3},
                         {.kind = TM_CHANGE_OPEN, .table = "one", .follows = true}};
    cr_assert_eq(try_commit(f, group, 2), TM_OK);
    cr_expect(group[0].status == TM_ETURN && group[1].status == TM_ETURN);
    close_store(&other);
}

/* What was heard, for the tests to wait for. */
typedef struct ear {
    pthread_mutex_t mutex;
    pthread_cond_t more;
    tm_news last[6]; /* of each kind */
    int n[6];
    char told[100];
} ear;

static void hear(void *context, const tm_news *news)
{
    ear *e = context;
    pthread_mutex_lock(&e->mutex);
    e->last[news->kind] = *news;
    e->n[news->kind]++;
    if (news->text) snprintf(e->told, sizeof e->told, "%s", news->text);
    pthread_cond_broadcast(&e->more);
    pthread_mutex_unlock(&e->mutex);
}

static tm_news heard(ear *e, int kind, int n)
{
    pthread_mutex_lock(&e->mutex);
    while (e->n[kind] < n) pthread_cond_wait(&e->more, &e->mutex);
    const tm_news news = e->last[kind];
    pthread_mutex_unlock(&e->mutex);
    return news;
}

static ear listen_to(fixture *f, ear *e)
{
    pthread_mutex_init(&e->mutex, NULL);
    pthread_cond_init(&e->more, NULL);
    tm_why_init(&f->why, NULL);
    cr_assert_eq(f->store->ops->watch(f->store, "here", hear, e, &f->why), TM_OK, "%s", f->why.text.at);
    return *e;
}

POSTGRES_TEST(others_hear_who_took_a_table_and_whose_tokens_are_void)
{
    ear e = {.n = {0}};
    reopen(f);
    fixture other = second_of(f);
    listen_to(f, &e);
    open_table(&other, "t'able \xff", 1);
    const int64_t epoch = own_table(&other, "t'able \xff");
    tm_news news = heard(&e, TM_NEWS_TAKEN, 1);
    cr_expect_str_eq(news.table, "t'able \xff");
    cr_expect_eq(news.epoch, epoch);
    set_person(&other, "ann", "Ann");
    tm_change c = {.kind = TM_CHANGE_FORGET, .person = "ann"};
    memset(c.hash, 0xa5, sizeof c.hash);
    cr_expect_eq(change(&other, c), TM_OK);
    news = heard(&e, TM_NEWS_FORGOTTEN, 1);
    cr_expect_str_eq(news.person, "ann");
    cr_expect_arr_eq(news.hash, c.hash, sizeof c.hash);
    set_person(&other, "ann", "Ann\xc3\xa9");
    news = heard(&e, TM_NEWS_RENAMED, 1); /* not when she was new */
    cr_expect_str_eq(news.person, "ann");
    cr_expect_str_eq(news.name, "Ann\xc3\xa9");
    cr_expect_eq(change(&other, (tm_change){.kind = TM_CHANGE_TELL, .text = tm_span_of("here 'we' are")}), TM_OK);
    news = heard(&e, TM_NEWS_TOLD, 1);
    cr_expect_str_eq(e.told, "here 'we' are");
    run_sql("NOTIFY tatami, 'taken zz 1'; NOTIFY tatami, 'hello'; NOTIFY tatami, 'forgotten 61 00'"); /* is ignored */
    own_table(&other, "t'able \xff");
    heard(&e, TM_NEWS_TAKEN, 2);
    cr_expect_eq(e.n[TM_NEWS_FORGOTTEN], 1);
    close_store(&other);
}

/* Ends all connections of this schema's stores, as a restart of the database would. */
static void cut_off(const fixture *f)
{
    char sql[300];
    snprintf(sql, sizeof sql, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '%s'",
             f->folder + 5);
    run_sql(sql);
}

static void name_connections(fixture *f)
{
    const size_t len = strlen(f->path);
    snprintf(f->path + len, sizeof f->path - len, "&application_name=%s", f->folder + 5);
}

POSTGRES_TEST(a_store_that_lost_its_connections_goes_on_by_itself)
{
    ear e = {.n = {0}};
    name_connections(f);
    reopen(f);
    listen_to(f, &e);
    open_table(f, "one", 1);
    for (int i = 0; i < 3; i++) {
        cut_off(f);
        heard(&e, TM_NEWS_GAP, i + 1);
        for (int status = TM_EIO, tries = 0; status; tries++) { /* the first may find out that the connection is gone */
            tm_change c = {.kind = TM_CHANGE_VISIT, .table = "one", .at = 100 + i};
            status = try_commit(f, &c, 1);
            cr_assert_lt(tries, 3, "%s", f->why.text.at);
        }
        tm_table_row row;
        int status = TM_EIO;
        for (int tries = 0; status && tries < 500; tries++) {
            tm_why_init(&f->why, NULL);
            status = f->store->ops->read_table(f->store, "one", &row, NULL, &f->why);
            if (status) usleep(20000);
        }
        cr_assert_eq(status, TM_OK, "%s", f->why.text.at);
        cr_expect_eq(row.visited_at, 100 + i);
    }
    cr_expect_eq(e.n[TM_NEWS_AWAY], 3);
}

/* Makes entries fail: `bad` always, `once` the first time only. A sequence is not undone with its transaction. */
static void set_traps(const fixture *f)
{
    run_here(f, "CREATE SEQUENCE tries; CREATE FUNCTION trap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                " IF NEW.text = 'bad' THEN RAISE 'trapped'; END IF;"
                " IF NEW.text = 'once' AND nextval('tries') = 1 THEN RAISE 'again' USING ERRCODE = '40P01'; END IF;"
                " RETURN NEW; END $$; CREATE TRIGGER trap BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION trap()");
}

/* Sends two groups, each with an entry for a table and a name for ann, and takes both. */
static void send_two(fixture *f, tm_change (*groups)[2], const tm_entry *entries, const char *second, uint32_t first,
                     int out[2])
{
    for (int g = 0; g < 2; g++) {
        groups[g][0] = log_of(g ? second : "one", g ? first : 0, &entries[g], 1);
        groups[g][1] = (tm_change){.kind = TM_CHANGE_PERSON, .who = {.id = "ann", .name = "first"}};
        if (g) strcpy(groups[g][1].who.name, "second");
        f->store->ops->send(f->store, groups[g], 2);
    }
    for (int g = 0; g < 2; g++) {
        tm_why_init(&f->why, NULL);
        out[g] = f->store->ops->take(f->store, -1, &f->why);
    }
}

static const char *name_of(fixture *f, const char *id)
{
    static tm_person who;
    tm_why_init(&f->why, NULL);
    cr_assert_eq(f->store->ops->read_person(f->store, id, &who, &f->why), TM_OK);
    return who.name;
}

POSTGRES_TEST(a_group_that_fails_takes_only_what_depends_on_it_along)
{
    const tm_entry entries[2] = {{.at = 1, .text = tm_span_of("bad")}, {.at = 1, .text = tm_span_of("good")}};
    tm_change groups[2][2];
    int status[2];
    reopen(f);
    set_traps(f);
    open_table(f, "one", 1);
    open_table(f, "two", 1);
    send_two(f, groups, entries, "one", 1, status); /* its position follows what was not stored */
    cr_expect(status[0] == TM_EIO && groups[0][0].status == TM_EIO && groups[0][1].status == TM_EIO);
    cr_expect(status[1] == TM_OK && groups[1][0].status == TM_EILLEGAL && groups[1][1].status == TM_OK);
    send_two(f, groups, entries, "two", 0, status);
    cr_expect(status[0] == TM_EIO && status[1] == TM_OK && groups[1][0].status == TM_OK);
    cr_expect_eq(read_all(f, "one").n, 0);
    cr_expect_eq(read_all(f, "two").n, 1);
    cr_expect_str_eq(name_of(f, "ann"), "second");
}

POSTGRES_TEST(a_group_that_is_repeated_is_not_overtaken)
{
    const tm_entry entries[2] = {{.at = 1, .text = tm_span_of("once")}, {.at = 1, .text = tm_span_of("next")}};
    tm_change groups[2][2];
    int status[2];
    reopen(f);
    set_traps(f);
    open_table(f, "one", 1);
    send_two(f, groups, entries, "one", 1, status);
    for (int g = 0; g < 2; g++)
        cr_expect(status[g] == TM_OK && groups[g][0].status == TM_OK && groups[g][1].status == TM_OK);
    cr_expect_eq(read_all(f, "one").n, 2);
    cr_expect_str_eq(name_of(f, "ann"), "second");
}

/* Takes the oldest group; whether it was stored. */
static bool take_one(fixture *f, const tm_change *group)
{
    tm_why_init(&f->why, NULL);
    return f->store->ops->take(f->store, -1, &f->why) == TM_OK && group->status == TM_OK;
}

POSTGRES_TEST(a_group_that_could_not_be_sent_at_once_is_not_overtaken)
{
    const tm_entry entries[3] = {
        {.at = 1, .text = tm_span_of("a")}, {.at = 1, .text = tm_span_of("b")}, {.at = 1, .text = tm_span_of("c")}};
    reopen(f);
    open_table(f, "one", 1);
    postgres_store *s = (postgres_store *)f->store;
    for (uint32_t first = 0; first < 9; first += 3) {
        tm_change groups[2] = {log_of("one", first, entries, 1), log_of("one", first + 1, entries + 1, 2)};
        pg_disconnect(&s->writer);
        s->failed_at = pg_ticks(); /* so soon after a failure it does not try to connect */
        f->store->ops->send(f->store, &groups[0], 1);
        s->failed_at = 0;
        f->store->ops->send(f->store, &groups[1], 1);
        for (int g = 0; g < 2; g++) cr_assert(take_one(f, &groups[g]), "group %d: %s", g, f->why.text.at);
    }
    cr_expect_eq(read_all(f, "one").n, 9);
}

POSTGRES_TEST(after_a_group_that_fails_others_keep_their_order_while_more_are_sent)
{
    const tm_entry bad = {.at = 1, .text = tm_span_of("bad")}, good = {.at = 1, .text = tm_span_of("good")};
    reopen(f);
    set_traps(f);
    open_table(f, "one", 1);
    for (uint32_t first = 0; first < 10; first += 2) {
        tm_change groups[3] = {log_of("one", first, &bad, 1), log_of("one", first, &good, 1),
                               log_of("one", first + 1, &good, 1)};
        for (int g = 0; g < 2; g++) f->store->ops->send(f->store, &groups[g], 1);
        cr_expect_not(take_one(f, &groups[0]));
        f->store->ops->send(f->store, &groups[2], 1);
        for (int g = 1; g < 3; g++) cr_assert(take_one(f, &groups[g]), "group %d: %s", g, f->why.text.at);
    }
    cr_expect_eq(read_all(f, "one").n, 10);
}

POSTGRES_TEST(a_connection_that_does_not_know_what_it_has_stored_is_given_up)
{
    reopen(f);
    open_table(f, "one", 1);
    postgres_store *s = (postgres_store *)f->store;
    s->made += 1000; /* as if something between us and the database had swapped connections */
    tm_change c = {.kind = TM_CHANGE_VISIT, .table = "one", .at = 9};
    cr_expect_eq(try_commit(f, &c, 1), TM_EIO);
    cr_expect_not_null(strstr(f->why.text.at, "does not say"), "it says: %s", f->why.text.at);
    cr_expect_eq(try_commit(f, &c, 1), TM_OK, "%s", f->why.text.at);
}

POSTGRES_TEST(what_was_on_its_way_when_the_connection_broke_is_refused_or_there)
{
    const tm_entry entry = {.at = 1, .text = tm_span_of("x")};
    uint32_t n_there = 0, n_refused = 0;
    name_connections(f);
    reopen(f);
    open_table(f, "one", 1);
    for (int round = 0; round < 20; round++) {
        const uint32_t n = read_all(f, "one").n;
        tm_change groups[2] = {log_of("one", n, &entry, 1), log_of("one", n + 1, &entry, 1)};
        cr_expect(n >= n_there && n <= n_there + 2, "what was acknowledged is gone, or came twice");
        n_there = n;
        f->store->ops->send(f->store, &groups[0], 1);
        if (round % 2) cut_off(f);
        f->store->ops->send(f->store, &groups[1], 1);
        if (round % 2 == 0) cut_off(f);
        for (int g = 0; g < 2; g++) {
            tm_why_init(&f->why, NULL);
            const int status = f->store->ops->take(f->store, -1, &f->why);
            cr_expect_eq(groups[g].status == TM_OK, status == TM_OK && groups[g].status != TM_EILLEGAL);
            n_refused += groups[g].status != TM_OK;
            if (groups[g].status == TM_OK) cr_expect_eq(n_there++, groups[g].first);
        }
    }
    cr_expect_gt(n_refused, 0);
    for (int status = TM_EIO, tries = 0; status; tries++) {
        tm_change c = {.kind = TM_CHANGE_VISIT, .table = "one", .at = 9};
        status = try_commit(f, &c, 1);
        cr_assert_lt(tries, 3, "%s", f->why.text.at);
    }
}

POSTGRES_TEST(a_wait_for_an_answer_ends_when_there_is_more_to_send)
{
    int wake[2];
    tm_change c = {.kind = TM_CHANGE_VISIT, .table = "one", .at = 9};
    reopen(f);
    open_table(f, "one", 1);
    cr_assert_eq(pipe(wake), 0);
    cr_assert_eq(write(wake[1], "x", 1), 1);
    run_here(f, "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END $$;"
                " CREATE TRIGGER slowly BEFORE UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION slowly()");
    f->store->ops->send(f->store, &c, 1);
    tm_why_init(&f->why, NULL);
    cr_expect_eq(f->store->ops->take(f->store, wake[0], &f->why), TM_WOKEN);
    cr_expect_eq(f->store->ops->take(f->store, -1, &f->why), TM_OK);
    cr_expect_eq(c.status, TM_OK);
    close(wake[0]);
    close(wake[1]);
}

POSTGRES_TEST(readers_take_their_connections_from_a_pool)
{
    reopen(f);
    open_table(f, "one", 1);
    for (int i = 0; i < 12; i++) {
        tm_store *reader;
        tm_table_row row;
        tm_why_init(&f->why, NULL);
        cr_assert_eq(f->store->ops->open_reader(f->store, &reader, &f->why), TM_OK);
        cr_expect_eq(reader->ops->read_table(reader, "one", &row, NULL, &f->why), TM_OK, "%s", f->why.text.at);
        if (i == 11) close_store(f); /* the reader may be the last */
        reader->ops->close(reader);
    }
    reopen(f);
}

POSTGRES_TEST(a_changed_byte_of_a_log_is_noticed)
{
    reading r;
    tm_store_sums sums;
    reopen(f);
    open_table(f, "one", 1);
    add_entry(f, "one", 0, "0 play r5");
    run_here(f, "UPDATE log SET text = '0 play r6'");
    cr_expect_eq(try_read(f, "one", 0, &r), TM_EIO);
    cr_expect_not_null(strstr(f->why.text.at, "is damaged"), "%s", f->why.text.at);
    tm_why_init(&f->why, NULL);
    cr_expect_eq(tm_store_sum(f->store, &sums, &f->why), TM_EIO);
    run_here(f, "DELETE FROM log");
    cr_expect_eq(try_read(f, "one", 0, &r), TM_EIO);
}

POSTGRES_TEST(the_database_of_another_program_is_refused_and_not_changed)
{
    run_here(f, "CREATE TABLE recipes (id int)");
    refused(f, "the database of another program");
    run_here(f, "CREATE TABLE tatami (colour text)");
    refused(f, "the database of another program");
    run_here(f, "DROP TABLE tatami; CREATE TABLE tatami (program text, version int)");
    refused(f, "the database of another program");
    run_here(f, "DROP TABLE tatami; DROP TABLE recipes");
    reopen(f);
}

POSTGRES_TEST(a_newer_schema_is_refused_and_not_changed)
{
    reopen(f);
    close_store(f);
    run_here(f, "UPDATE tatami SET version = 99");
    refused(f, "newer Tatami: its version is 99");
    run_here(f, "UPDATE tatami SET version = 2");
    reopen(f);
}

POSTGRES_TEST(an_older_schema_is_brought_up_to_date_step_by_step_or_not_at_all)
{
    const char *const steps[] = {pg_schema_steps[0], "CREATE TABLE more (n int); INSERT INTO more VALUES (3)",
                                 "UPDATE more SET n = n * 5"};
    const char *const bad[] = {steps[0], steps[1], steps[2], "CREATE TABLE most (n int); no SQL"};
    pg_link l;
    tm_why_init(&f->why, NULL);
    cr_assert_eq(pg_connect(&l, f->path, "here", CONNECT_MS, &f->why), TM_OK);
    cr_expect_eq(pg_schema_upgrade(&l, steps, 1, &f->why), TM_OK, "%s", f->why.text.at);
    cr_expect_eq(pg_schema_upgrade(&l, steps, 3, &f->why), TM_OK, "%s", f->why.text.at);
    cr_expect_eq(pg_schema_upgrade(&l, steps, 3, &f->why), TM_OK); /* nothing left to do */
    cr_expect_eq(pg_schema_upgrade(&l, bad, 4, &f->why), TM_EIO);
    pg_disconnect(&l);
    run_here(f, "SELECT 1 / (n - 14) / (SELECT version - 2 FROM tatami) FROM more");
    run_here(f, "CREATE TABLE most (n int)"); /* the step that failed left nothing */
}

POSTGRES_TEST(what_the_first_version_stored_goes_on)
{
    pg_link l;
    tm_why_init(&f->why, NULL);
    cr_assert_eq(pg_connect(&l, f->path, "here", CONNECT_MS, &f->why), TM_OK);
    cr_assert_eq(pg_schema_upgrade(&l, pg_schema_steps, 1, &f->why), TM_OK, "%s", f->why.text.at);
    pg_disconnect(&l);
    run_here(f, "INSERT INTO people (id, name, bot, made_at) VALUES ('ann', 'Ann', false, 1)");
    reopen(f);
    cr_expect_str_eq(name_of(f, "ann"), "Ann");
    cr_expect_eq(open_table(f, "one", 1), TM_OK);
}

POSTGRES_TEST(one_that_cannot_be_written_is_refused_in_one_line)
{
    char path[sizeof f->path];
    strcpy(path, f->path);
    reopen(f);
    close_store(f);
    strcat(f->path, "%20-cdefault_transaction_read_only%3Don");
    refused(f, "read-only");
    strcpy(f->path, path);
    run_here(f, "CREATE TABLE nothing ()"); /* still works otherwise */
    run_here(f, "DROP TABLE nothing");
    run_sql("DO $$ BEGIN CREATE ROLE visitor LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
    const char *at = strchr(path, '@');
    snprintf(f->path, sizeof f->path, "postgresql://visitor%s", at);
    refused(f, "no schema to create tables in");
    run_here(f,
             "DO $$ BEGIN EXECUTE 'GRANT USAGE ON SCHEMA ' || quote_ident(current_schema()) || ' TO visitor'; END $$");
    refused(f, "lacks a privilege");
    run_here(f, "GRANT SELECT ON tatami TO visitor");
    refused(f, "may not read and write all its tables");
    run_here(f, "GRANT ALL ON ALL TABLES IN SCHEMA public TO visitor");
    strcpy(f->path, path);
}

POSTGRES_TEST(a_full_disk_is_named)
{
    reopen(f);
    run_here(
        f, "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space' USING ERRCODE = "
           "'53100'; END $$; CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()");
    open_table(f, "one", 1);
    const tm_entry entry = {.at = 1, .text = tm_span_of("x")};
    tm_change group[] = {{.kind = TM_CHANGE_VISIT, .table = "one", .at = 9}, log_of("one", 0, &entry, 1)};
    cr_expect_eq(try_commit(f, group, 2), TM_EIO);
    cr_expect_not_null(strstr(f->why.text.at, "the disk is full"), "%s", f->why.text.at);
    cr_expect(group[0].status == TM_EIO && group[1].status == TM_EIO);
    cr_expect_eq(row_of(f, "one").visited_at, 1); /* nothing of the group is there */
    run_here(f, "DROP TRIGGER full_disk ON log");
    cr_expect_eq(try_commit(f, group, 2), TM_OK);
}

POSTGRES_TEST(an_address_that_leads_nowhere_or_has_a_password_is_refused_in_one_line)
{
    static const char SECRET[] = "hunter2";
    char path[sizeof f->path];
    strcpy(path, f->path);
    strcpy(f->path, "postgresql://ann@127.0.0.1:1/tatami");
    refused(f, "postgresql://ann@127.0.0.1:1/tatami cannot be reached");
    strcpy(f->path, "postgresql://ann:hunter2@127.0.0.1:1/tatami");
    refused(f, "may not contain a password");
    strcpy(f->path, "postgresql://127.0.0.1/tatami?password=hunter2");
    refused(f, "may not contain a password");
    strcpy(f->path, "postgresql://ann:hunter2@[127.0.0.1:x/tatami");
    refused(f, "is not valid");
    cr_expect_null(strstr(f->why.text.at, SECRET));
    strcpy(f->path, "postgresql://ann@127.0.0.1:port/tatami?hunter2");
    refused(f, "is not valid");
    cr_expect_null(strstr(f->why.text.at, SECRET));
    snprintf(f->path, sizeof f->path, "%.*s/nothing-of-this-name",
             (int)(strrchr(test_database(), '/') - test_database()), test_database());
    refused(f, "does not exist");
    strcpy(f->path, path);
}
