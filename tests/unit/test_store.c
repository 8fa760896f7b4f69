/* Tables in a store, whatever is behind it: openings, logs, lists. Run by tests/site/postgres.py, which starts a database for it;
 * without one only the SQLite store is tested. */
#include "stores.h"

STORE_TEST(a_new_table_is_there_as_it_was_opened)
{
    char *text;
    tm_table_row row;
    cr_expect_eq(open_table(f, "one", 5), TM_OK);
    reopen(f);
    cr_assert_eq(f->store->ops->read_table(f->store, "one", &row, &text, &f->why), TM_OK);
    cr_expect_str_eq(text, "opened so");
    cr_expect_str_eq(row.id, "one");
    cr_expect(row.listed && !row.archived && row.phase == TM_WAITING && row.n_entries == 0);
    cr_expect(row.opened_at == 5 && row.visited_at == 5 && row.phase_at == 5);
    free(text);
}

STORE_TEST(two_tables_cannot_have_one_id)
{
    cr_expect_eq(open_table(f, "one", 5), TM_OK);
    cr_expect_eq(open_table(f, "one", 6), TM_EILLEGAL);
    cr_expect_eq(open_table(f, "", 6), TM_EILLEGAL);
    cr_expect_eq(row_of(f, "one").opened_at, 5);
}

STORE_TEST(an_id_of_the_full_length_is_kept_whole)
{
    const char *id = "12345678901234567890123456789012";
    cr_expect_eq(open_table(f, id, 5), TM_OK);
    cr_expect_str_eq(row_of(f, id).id, id);
}

STORE_TEST(what_is_not_there_is_unknown)
{
    tm_table_row row;
    tm_person person;
    reading r;
    tm_why_init(&f->why, NULL);
    cr_expect_eq(f->store->ops->read_table(f->store, "none", &row, NULL, &f->why), TM_EUNKNOWN);
    cr_expect_str_eq(f->why.text.at, "there is no such table");
    cr_expect_eq(try_read(f, "none", 0, &r), TM_EUNKNOWN);
    tm_why_init(&f->why, NULL);
    cr_expect_eq(f->store->ops->read_person(f->store, "none", &person, &f->why), TM_EUNKNOWN);
    cr_expect_str_eq(f->why.text.at, "there is no such person");
    cr_expect_eq(add_entry(f, "none", 0, "x"), TM_EUNKNOWN);
    cr_expect_eq(set_phase(f, "none", TM_OVER, true, 1), TM_EUNKNOWN);
    cr_expect_eq(visit(f, "none", 1), TM_EUNKNOWN);
    cr_expect_eq(set_part(f, "none", "none", false), TM_EUNKNOWN);
    open_table(f, "one", 1);
    cr_expect_eq(set_part(f, "none", "one", false), TM_EUNKNOWN);
    cr_expect_eq(change(f, (tm_change){.kind = TM_CHANGE_TOKEN, .person = "none"}), TM_EUNKNOWN);
    cr_expect_eq(change(f, (tm_change){.kind = TM_CHANGE_FORGET, .person = "none"}), TM_EUNKNOWN);
    cr_expect_str_empty(ids(f, "none", ALL, 0, 10));
}

STORE_TEST(a_log_keeps_its_order_its_times_and_every_byte)
{
    static char long_text[TM_LOG_MAX];
    memset(long_text, 'x', sizeof long_text);
    const tm_entry entries[] = {
        {.at = 10, .text = tm_span_of("* deal r5 b3")},
        {.at = 11, .text = {"a\0b\n", 4}},
        {.at = 12, .text = {"", 0}},
        {.at = 13, .text = {long_text, sizeof long_text}},
    };
    open_table(f, "one", 1);
    cr_expect_eq(change(f, log_of("one", 0, entries, 1)), TM_OK);
    cr_expect_eq(change(f, log_of("one", 1, entries + 1, 2)), TM_OK);
    reopen(f);
    const reading r = read_all(f, "one");
    cr_expect_eq(r.n, 3);
    cr_expect_eq(r.at, 12);
    cr_expect_str_eq(r.text, "* deal r5 b3;a;;"); /* %s stops at the NUL */
    cr_expect_eq(r.n_bytes, 12 + 4 + 0);
    cr_expect_eq(change(f, log_of("one", 3, entries + 3, 1)), TM_OK);
    cr_expect_eq(row_of(f, "one").n_entries, 4);
    cr_expect_eq(read_all(f, "one").n_bytes, 12 + 4 + 0 + TM_LOG_MAX);
}

STORE_TEST(an_entry_that_is_too_long_is_left_out_with_its_change)
{
    static char long_text[TM_LOG_MAX + 1];
    const tm_entry entries[] = {{.text = tm_span_of("fine")}, {.text = {long_text, sizeof long_text}}};
    open_table(f, "one", 1);
    cr_expect_eq(change(f, log_of("one", 0, entries, 2)), TM_EILLEGAL);
    cr_expect_eq(row_of(f, "one").n_entries, 0);
}

STORE_TEST(a_log_can_be_read_from_any_entry_on)
{
    reading r;
    open_table(f, "one", 1);
    for (uint32_t n = 0; n < 600; n++) add_entry(f, "one", n, n % 2 ? "odd" : "even");
    cr_assert_eq(try_read(f, "one", 597, &r), TM_OK);
    cr_expect_str_eq(r.text, "odd;even;odd;");
    cr_assert_eq(try_read(f, "one", 600, &r), TM_OK);
    cr_expect_eq(r.n, 0);
    cr_assert_eq(try_read(f, "one", UINT32_MAX, &r), TM_OK);
    cr_expect_eq(r.n, 0);
    cr_expect_eq(read_all(f, "one").n, 600);
}

static int stop_at_two(void *context, uint32_t n, const tm_entry *entry)
{
    (void)entry;
    *(uint32_t *)context = n;
    return n == 2 ? 77 : 0;
}

STORE_TEST(reading_stops_when_the_reader_wants)
{
    uint32_t n;
    open_table(f, "one", 1);
    for (uint32_t i = 0; i < 5; i++) add_entry(f, "one", i, "x");
    cr_expect_eq(f->store->ops->read_log(f->store, "one", 0, stop_at_two, &n, &f->why), 77);
    cr_expect_eq(n, 2);
    cr_expect_eq(read_all(f, "one").n, 5);
}

STORE_TEST(a_change_that_does_not_follow_is_left_out_and_the_others_stand)
{
    const tm_entry entry = {.at = 1, .text = tm_span_of("x")};
    open_table(f, "one", 1);
    open_table(f, "two", 1);
    tm_change group[] = {
        log_of("one", 0, &entry, 1),  log_of("one", 0, &entry, 1), /* the same again */
        log_of("one", 2, &entry, 1),                               /* a gap */
        log_of("none", 0, &entry, 1), log_of("two", 0, &entry, 1), log_of("one", 1, &entry, 1),
    };
    const int wanted[] = {TM_OK, TM_EILLEGAL, TM_EILLEGAL, TM_EUNKNOWN, TM_OK, TM_OK};
    cr_assert_eq(try_commit(f, group, 6), TM_OK);
    for (int i = 0; i < 6; i++) cr_expect_eq(group[i].status, wanted[i], "change %d", i);
    reopen(f);
    cr_expect_eq(read_all(f, "one").n, 2);
    cr_expect_eq(read_all(f, "two").n, 1);
}

STORE_TEST(later_changes_of_a_group_see_the_earlier_ones)
{
    const tm_entry entry = {.at = 1, .text = tm_span_of("x")};
    tm_change group[] = {{.kind = TM_CHANGE_OPEN, .table = "one"},
                         log_of("one", 0, &entry, 1),
                         {.kind = TM_CHANGE_PERSON, .who = {.id = "ann"}},
                         {.kind = TM_CHANGE_PRESENT, .table = "one", .person = "ann"}};
    cr_assert_eq(try_commit(f, group, 4), TM_OK);
    for (int i = 0; i < 4; i++) cr_expect_eq(group[i].status, TM_OK);
    cr_expect_str_eq(ids(f, "ann", ALL, 0, 9), "one ");
    cr_expect_eq(try_commit(f, NULL, 0), TM_OK);
}

STORE_TEST(phases_are_listed_and_counted)
{
    uint32_t count[3];
    const char *const names[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++) open_table(f, names[i], 10 + i);
    cr_expect_eq(set_phase(f, "b", TM_RUNNING, true, 50), TM_OK);
    cr_expect_eq(set_phase(f, "c", TM_OVER, true, 60), TM_OK);
    cr_expect_eq(set_phase(f, "d", TM_OVER, false, 70), TM_OK);
    cr_expect_eq(row_of(f, "b").phase, TM_RUNNING);
    cr_expect_eq(row_of(f, "b").phase_at, 50);
    cr_expect_str_eq(ids(f, "", ALL, 0, 9), "c b a ");
    cr_expect_str_eq(ids(f, "", 1 << TM_OVER | 1 << TM_WAITING, 0, 9), "c a ");
    cr_expect_str_empty(ids(f, "", 0, 0, 9));
    cr_assert_eq(f->store->ops->count_tables(f->store, count, &f->why), TM_OK);
    cr_expect(count[TM_WAITING] == 1 && count[TM_RUNNING] == 1 && count[TM_OVER] == 2);
}

STORE_TEST(lists_come_in_pages_the_last_visited_first)
{
    const char *const names[] = {"a", "b", "c", "d", "e"};
    for (int i = 0; i < 5; i++) open_table(f, names[i], 10 + i);
    visit(f, "b", 100);
    visit(f, "e", 3); /* earlier than known: no step back */
    cr_expect_str_eq(ids(f, "", ALL, 0, 9), "b e d c a ");
    cr_expect_str_eq(ids(f, "", ALL, 0, 2), "b e ");
    cr_expect_str_eq(ids(f, "", ALL, 2, 2), "d c ");
    cr_expect_str_eq(ids(f, "", ALL, 4, 2), "a ");
    cr_expect_str_empty(ids(f, "", ALL, 5, 2));
}

STORE_TEST(a_person_has_the_tables_where_they_have_a_part)
{
    set_person(f, "ann", "Ann");
    set_person(f, "bob", "Bob");
    open_table(f, "one", 1);
    open_table(f, "two", 2);
    set_phase(f, "two", TM_RUNNING, false, 3);
    cr_expect_eq(set_part(f, "ann", "one", false), TM_OK);
    cr_expect_eq(set_part(f, "ann", "two", false), TM_OK);
    cr_expect_eq(set_part(f, "ann", "two", false), TM_OK); /* once is enough, twice no harm */
    cr_expect_eq(set_part(f, "bob", "two", false), TM_OK);
    cr_expect_str_eq(ids(f, "ann", ALL, 0, 9), "two one ");
    cr_expect_str_eq(ids(f, "ann", 1 << TM_WAITING, 0, 9), "one ");
    cr_expect_str_eq(ids(f, "ann", ALL, 1, 9), "one ");
    cr_expect_eq(set_part(f, "ann", "two", true), TM_OK);
    cr_expect_eq(set_part(f, "ann", "two", true), TM_OK);
    cr_expect_str_eq(ids(f, "ann", ALL, 0, 9), "one ");
    cr_expect_str_eq(ids(f, "bob", ALL, 0, 9), "two ");
}

STORE_TEST(tables_that_nobody_visits_are_archived_and_a_visit_brings_them_back)
{
    set_person(f, "ann", "Ann");
    open_table(f, "old", 10);
    open_table(f, "new", 20);
    set_part(f, "ann", "old", false);
    cr_expect_eq(change(f, (tm_change){.kind = TM_CHANGE_ARCHIVE, .at = 20}), TM_OK);
    cr_expect(row_of(f, "old").archived && !row_of(f, "new").archived);
    cr_expect_str_eq(ids(f, "", ALL, 0, 9), "new ");
    cr_expect_str_eq(ids(f, "ann", ALL, 0, 9), "old "); /* still one's own */
    visit(f, "old", 30);
    cr_expect(!row_of(f, "old").archived);
    cr_expect_str_eq(ids(f, "", ALL, 0, 9), "old new ");
}

STORE_TEST(only_tables_that_never_started_and_have_nobody_are_deleted)
{
    tm_table_row row;
    const char *const kept[] = {"running", "over", "rematch", "seated"};
    set_person(f, "ann", "Ann");
    open_table(f, "empty", 1);
    for (uint32_t n = 0; n < 5; n++) add_entry(f, "empty", n, "chat");
    for (int i = 0; i < 4; i++) {
        open_table(f, kept[i], 1);
        add_entry(f, kept[i], 0, "chat");
    }
    set_phase(f, "running", TM_RUNNING, true, 2);
    set_phase(f, "over", TM_OVER, true, 2);
    set_phase(f, "rematch", TM_OVER, true, 2);
    set_phase(f, "rematch", TM_WAITING, true, 3); /* waiting again is not "never started" */
    set_part(f, "ann", "seated", false);
    cr_expect_eq(change(f, (tm_change){.kind = TM_CHANGE_ARCHIVE, .at = 100}), TM_OK);
    cr_expect_eq(f->store->ops->read_table(f->store, "empty", &row, NULL, &f->why), TM_EUNKNOWN);
    for (int i = 0; i < 4; i++) {
        cr_expect(row_of(f, kept[i]).archived);
        cr_expect_str_eq(read_all(f, kept[i]).text, "chat;");
    }
    set_part(f, "ann", "seated", true); /* the last one left the archived table */
    cr_expect_eq(change(f, (tm_change){.kind = TM_CHANGE_ARCHIVE, .at = 100}), TM_OK);
    cr_expect_eq(f->store->ops->read_table(f->store, "seated", &row, NULL, &f->why), TM_EUNKNOWN);
    cr_expect_eq(open_table(f, "empty", 200), TM_OK); /* with nothing of its former life */
    cr_expect_eq(read_all(f, "empty").n, 0);
    cr_expect_eq(add_entry(f, "empty", 0, "new"), TM_OK);
    cr_expect_str_eq(read_all(f, "running").text, "chat;");
}

STORE_TEST(of_many_unvisited_tables_each_is_kept_or_deleted_on_its_own)
{
    tm_table_row row;
    set_person(f, "ann", "Ann");
    for (int i = 0; i < 40; i++) {
        tm_id id;
        snprintf(id, sizeof id, "t%d", i);
        open_table(f, id, 1 + i / 8); /* eight at the same time */
        add_entry(f, id, 0, "chat");
        if (i % 3 == 0) set_part(f, "ann", id, false);
    }
    cr_expect_eq(change(f, (tm_change){.kind = TM_CHANGE_ARCHIVE, .at = 5}), TM_OK);
    for (int i = 0; i < 40; i++) {
        tm_id id;
        snprintf(id, sizeof id, "t%d", i);
        const bool kept = i % 3 == 0 || i >= 32;
        cr_expect_eq(f->store->ops->read_table(f->store, id, &row, NULL, &f->why), kept ? TM_OK : TM_EUNKNOWN, "%s",
                     id);
        if (kept) cr_expect(row.archived == (i < 32) && read_all(f, id).n == 1, "%s", id);
    }
}

STORE_TEST(what_follows_a_change_that_was_skipped_is_skipped)
{
    const tm_entry entry = {.at = 1, .text = tm_span_of("x")};
    open_table(f, "one", 1);
    tm_change group[] = {log_of("one", 7, &entry, 1),
                         {.kind = TM_CHANGE_PHASE, .table = "one", .phase = TM_OVER, .follows = true},
                         {.kind = TM_CHANGE_VISIT, .table = "one", .at = 99, .follows = true},
                         log_of("one", 0, &entry, 1),
                         {.kind = TM_CHANGE_PHASE, .table = "one", .phase = TM_RUNNING, .follows = true},
                         {.kind = TM_CHANGE_PHASE, .table = "two", .phase = TM_RUNNING},
                         {.kind = TM_CHANGE_VISIT, .table = "one", .at = 50, .follows = true}};
    const int wanted[] = {TM_EILLEGAL, TM_EILLEGAL, TM_EILLEGAL, TM_OK, TM_OK, TM_EUNKNOWN, TM_EUNKNOWN};
    cr_assert_eq(try_commit(f, group, 7), TM_OK, "%s", f->why.text.at);
    for (int i = 0; i < 7; i++) cr_expect_eq(group[i].status, wanted[i], "change %d", i);
    cr_expect_eq(row_of(f, "one").phase, TM_RUNNING);
    cr_expect_eq(row_of(f, "one").visited_at, 1);
}

STORE_TEST(an_append_of_nothing_only_checks)
{
    open_table(f, "one", 1);
    add_entry(f, "one", 0, "x");
    const tm_change good = log_of("one", 1, NULL, 0), bad = log_of("one", 0, NULL, 0), none = log_of("two", 0, NULL, 0);
    cr_expect_eq(change(f, good), TM_OK);
    cr_expect_eq(change(f, bad), TM_EILLEGAL);
    cr_expect_eq(change(f, none), TM_EUNKNOWN);
    cr_expect_eq(row_of(f, "one").n_entries, 1);
}

STORE_TEST(bytes_that_are_no_text_are_unknown_and_do_no_harm)
{
    tm_table_row row;
    tm_person person;
    tm_why_init(&f->why, NULL);
    cr_expect_eq(f->store->ops->read_table(f->store, "\xff\xfe'\"\\", &row, NULL, &f->why), TM_EUNKNOWN);
    cr_expect_eq(f->store->ops->read_person(f->store, "\xc3", &person, &f->why), TM_EUNKNOWN);
    cr_expect_eq(visit(f, "\xff", 1), TM_EUNKNOWN);
    cr_expect_eq(set_person(f, "ann", "\xc3\xa9 \xff"), TM_OK);
    cr_assert_eq(f->store->ops->read_person(f->store, "ann", &person, &f->why), TM_OK);
    cr_expect_str_eq(person.name, "\xc3\xa9 \xff");
}

STORE_TEST(tables_that_ended_are_listed_with_their_results_last_ended_first)
{
    set_person(f, "ann", "Ann");
    for (int i = 0; i < 4; i++) {
        const tm_id ids[] = {"one", "two", "three", "four"};
        open_table(f, ids[i], i);
        set_part(f, "ann", ids[i], false);
    }
    cr_expect_eq(end_table(f, "one", 30, "first"), TM_OK);
    cr_expect_eq(end_table(f, "two", 20, ""), TM_OK);
    cr_expect_eq(end_table(f, "three", 10, "third"), TM_OK);
    cr_expect_eq(end_table(f, "three", 10, ""), TM_OK); /* without a text, the result stays */
    reopen(f);
    cr_expect_str_eq(listed(f, TM_LIST_ENDED, "ann", 0, 0, 9), "one 30 first;two 20 ;three 10 third;");
    cr_expect_str_eq(listed(f, TM_LIST_ENDED, "ann", 0, 1, 1), "two 20 ;");
    cr_expect_eq(set_part(f, "ann", "one", true), TM_OK);
    cr_expect_str_eq(listed(f, TM_LIST_ENDED, "ann", 0, 0, 1), "two 20 ;");
    cr_expect_str_empty(listed(f, TM_LIST_ENDED, "ben", 0, 0, 9));
}

STORE_TEST(whoever_left_words_at_a_table_is_found_there_but_the_table_is_not_theirs)
{
    set_person(f, "ann", "Ann");
    open_table(f, "one", 1);
    open_table(f, "two", 2);
    tm_change passing = {.kind = TM_CHANGE_PRESENT, .table = "two", .person = "ann", .passing = true};
    set_part(f, "ann", "one", false);
    cr_expect_eq(change(f, passing), TM_OK);
    strcpy(passing.table, "one");
    cr_expect_eq(change(f, passing), TM_OK); /* changes nothing for who sits there */
    cr_expect_str_eq(ids(f, "ann", ALL, 0, 9), "one ");
    cr_expect_str_eq(listed(f, TM_LIST_TRACES, "ann", 0, 0, 9), "one 1 ;two 2 ;");
    set_part(f, "ann", "one", true);
    cr_expect_str_empty(ids(f, "ann", ALL, 0, 9));
    cr_expect_str_eq(listed(f, TM_LIST_TRACES, "ann", 0, 1, 9), "two 2 ;");
    set_part(f, "ann", "one", false);
    cr_expect_str_eq(ids(f, "ann", ALL, 0, 9), "one ");
    set_part(f, "ann", "one", true); /* nobody is left at either table: both are tidied away */
    change(f, (tm_change){.kind = TM_CHANGE_ARCHIVE, .at = 100});
    cr_expect_str_empty(listed(f, TM_LIST_TRACES, "ann", 0, 0, 9));
}

STORE_TEST(tables_to_look_at_are_listed_by_their_time)
{
    tm_change due = {.kind = TM_CHANGE_DUE, .table = "one", .at = 50};
    cr_expect_eq(change(f, due), TM_EUNKNOWN);
    open_table(f, "one", 1);
    open_table(f, "two", 2);
    open_table(f, "three", 3);
    cr_expect_eq(change(f, due), TM_OK);
    strcpy(due.table, "two");
    due.at = 40;
    cr_expect_eq(change(f, due), TM_OK);
    reopen(f);
    cr_expect_str_empty(listed(f, TM_LIST_DUE, "", 39, 0, 9));
    cr_expect_str_eq(listed(f, TM_LIST_DUE, "", 50, 0, 9), "two 2 ;one 1 ;");
    cr_expect_str_eq(listed(f, TM_LIST_DUE, "", 50, 0, 1), "two 2 ;");
    due.at = 0;
    change(f, due);
    cr_expect_str_eq(listed(f, TM_LIST_DUE, "", 50, 0, 9), "one 1 ;");
}

STORE_TEST(the_end_of_a_log_can_be_rewritten_and_keeps_its_times)
{
    static char long_text[TM_LOG_MAX + 1];
    const tm_entry entries[] = {{.at = 7, .text = tm_span_of("B")}, {.text = tm_span_of("")}};
    const tm_entry too_long = {.text = {long_text, sizeof long_text}};
    tm_change c = {.kind = TM_CHANGE_REWRITE, .table = "one", .first = 1, .entries = entries, .n_entries = 2};
    cr_expect_eq(change(f, c), TM_EUNKNOWN);
    open_table(f, "one", 1);
    open_table(f, "two", 1);
    for (uint32_t n = 0; n < 3; n++) {
        add_entry(f, "one", n, "abc");
        add_entry(f, "two", n, "abc");
    }
    cr_expect_eq(change(f, c), TM_OK);
    reopen(f);
    const reading r = read_all(f, "one");
    cr_expect_str_eq(r.text, "abc;B;;");
    cr_expect_eq(r.at, 1002);
    cr_expect_str_eq(read_all(f, "two").text, "abc;abc;abc;");
    c.first = 0; /* the log does not end there */
    cr_expect_eq(change(f, c), TM_EILLEGAL);
    c.first = 2;
    c.n_entries = 1;
    c.entries = &too_long;
    cr_expect_eq(change(f, c), TM_EILLEGAL);
    cr_expect_eq(add_entry(f, "one", 3, "d"), TM_OK);
    cr_expect_str_eq(read_all(f, "one").text, "abc;B;;d;");
}

STORE_TEST(facts_are_kept_by_name_and_some_only_once)
{
    char *text;
    tm_why_init(&f->why, NULL);
    cr_expect_eq(f->store->ops->read_fact(f->store, "key", &text, &f->why), TM_EUNKNOWN);
    tm_change c = {.kind = TM_CHANGE_FACT, .fact = "key", .text = tm_span_of("first"), .once = true};
    cr_expect_eq(change(f, c), TM_OK);
    c.text = tm_span_of("second");
    cr_expect_eq(change(f, c), TM_EILLEGAL);
    reopen(f);
    cr_assert_eq(f->store->ops->read_fact(f->store, "key", &text, &f->why), TM_OK);
    cr_expect_str_eq(text, "first");
    free(text);
    c.once = false;
    cr_expect_eq(change(f, c), TM_OK);
    cr_assert_eq(f->store->ops->read_fact(f->store, "key", &text, &f->why), TM_OK);
    cr_expect_str_eq(text, "second");
    free(text);
}

static int take_group(fixture *f)
{
    tm_why_init(&f->why, NULL);
    return f->store->ops->take(f->store, -1, &f->why);
}

/* As many groups as the store takes are sent before the first is answered; the second needs what the first does. */
STORE_TEST(groups_that_are_sent_ahead_are_made_in_order)
{
    const tm_entry entries[2] = {{.at = 1, .text = tm_span_of("a")}, {.at = 2, .text = tm_span_of("b")}};
    const int most = f->store->ops->n_groups;
    open_table(f, "one", 1);
    for (uint32_t i = 0; i < 20; i++) {
        tm_change groups[4][2];
        for (int g = 0; g < most; g++) {
            const uint32_t first = 2 * (i * (uint32_t)most + (uint32_t)g);
            groups[g][0] = log_of("one", first, entries, 2);
            groups[g][1] = log_of("one", first, entries, 1); /* that position is taken */
            f->store->ops->send(f->store, groups[g], 2);
        }
        for (int g = 0; g < most; g++) {
            cr_assert_eq(take_group(f), TM_OK, "%s", f->why.text.at);
            cr_expect_eq(groups[g][0].status, TM_OK);
            cr_expect_eq(groups[g][1].status, TM_EILLEGAL);
        }
    }
    cr_expect_eq(read_all(f, "one").n, (uint32_t)(40 * most));
    cr_expect_eq(change(f, (tm_change){.kind = TM_CHANGE_TELL, .text = tm_span_of("hello")}), TM_OK);
}
