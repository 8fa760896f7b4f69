/* People in a store, whatever is behind it: names, tokens, subscriptions, and that somebody who is deleted is gone. Run by
 * tests/site/postgres.py, which starts a database for it; without one only the SQLite store is tested. */
#include "stores.h"

STORE_TEST(a_person_is_known_by_id_and_may_change_the_name)
{
    tm_person p;
    tm_change c = {.kind = TM_CHANGE_PERSON, .who = {.id = "ann", .name = "Ann", .bot = true, .made_at = 7}};
    cr_expect_eq(change(f, c), TM_OK);
    cr_expect_eq(set_person(f, "ann", "Änne 🀄"), TM_OK);
    reopen(f);
    cr_assert_eq(f->store->ops->read_person(f->store, "ann", &p, &f->why), TM_OK);
    cr_expect_str_eq(p.id, "ann");
    cr_expect_str_eq(p.name, "Änne 🀄");
    cr_expect(p.bot && p.made_at == 7);
    cr_expect_eq(set_person(f, "", "nobody"), TM_EILLEGAL);
}

static tm_change token(const char *person, uint8_t hash, int64_t expires, bool once)
{
    tm_change c = {.kind = TM_CHANGE_TOKEN, .expires = expires, .once = once};
    strcpy(c.person, person);
    memset(c.hash, hash, sizeof c.hash);
    return c;
}

static tm_change claim(uint8_t claimed, uint8_t hash, int64_t at)
{
    tm_change c = {.kind = TM_CHANGE_CLAIM, .at = at};
    memset(c.claimed, claimed, sizeof c.claimed);
    memset(c.hash, hash, sizeof c.hash);
    return c;
}

/* The id of the person who has this token, or the empty one. */
static const char *holder(fixture *f, uint8_t hash, int64_t now)
{
    static tm_person p;
    uint8_t bytes[TM_HASH_BYTES];
    memset(bytes, hash, sizeof bytes);
    tm_why_init(&f->why, NULL);
    const int status = f->store->ops->find_token(f->store, bytes, now, &p, &f->why);
    cr_assert(status == TM_OK || status == TM_EUNKNOWN);
    return status == TM_OK ? p.id : "";
}

STORE_TEST(a_token_shows_who_somebody_is_until_it_expires)
{
    set_person(f, "ann", "Ann");
    cr_expect_eq(change(f, token("ann", 1, 0, false)), TM_OK);
    cr_expect_eq(change(f, token("ann", 2, 100, false)), TM_OK);
    cr_expect_eq(change(f, token("ann", 1, 0, false)), TM_EILLEGAL);
    reopen(f);
    cr_expect_str_eq(holder(f, 1, 1000000), "ann");
    cr_expect_str_eq(holder(f, 2, 99), "ann");
    cr_expect_str_empty(holder(f, 2, 100));
    cr_expect_str_empty(holder(f, 3, 0));
    change(f, (tm_change){.kind = TM_CHANGE_EXPIRE, .at = 101});
    cr_expect_str_empty(holder(f, 2, 99)); /* forgotten */
    cr_expect_str_eq(holder(f, 1, 99), "ann");
}

STORE_TEST(a_token_to_be_claimed_is_good_once_and_shows_nothing)
{
    set_person(f, "ann", "Ann");
    change(f, token("ann", 1, 0, false));
    change(f, token("ann", 2, 100, true));
    cr_expect_str_empty(holder(f, 2, 50));
    cr_expect_eq(change(f, claim(9, 3, 50)), TM_EUNKNOWN);
    cr_expect_eq(change(f, claim(1, 3, 50)), TM_EILLEGAL); /* not made to be claimed */
    cr_expect_eq(change(f, claim(2, 1, 50)), TM_EILLEGAL); /* the new one is taken: not spent */
    cr_expect_eq(change(f, claim(2, 3, 99)), TM_OK);
    cr_expect_str_eq(holder(f, 3, 1000000), "ann");
    cr_expect_str_eq(holder(f, 1, 1000000), "ann");
    cr_expect_eq(change(f, claim(2, 4, 99)), TM_EUNKNOWN);
    cr_expect_str_empty(holder(f, 4, 99));
}

STORE_TEST(a_token_cannot_be_claimed_too_late_or_twice_in_a_group)
{
    set_person(f, "ann", "Ann");
    change(f, token("ann", 2, 100, true));
    cr_expect_eq(change(f, claim(2, 3, 100)), TM_EILLEGAL);
    cr_expect_str_empty(holder(f, 3, 100));
    tm_change group[] = {claim(2, 4, 99), claim(2, 5, 99)};
    cr_assert_eq(try_commit(f, group, 2), TM_OK);
    cr_expect(group[0].status == TM_OK && group[1].status == TM_EUNKNOWN);
    cr_expect_str_eq(holder(f, 4, 99), "ann");
    cr_expect_str_empty(holder(f, 5, 99));
}

STORE_TEST(all_other_tokens_of_a_person_can_be_made_void)
{
    set_person(f, "ann", "Ann");
    set_person(f, "bob", "Bob");
    change(f, token("ann", 1, 0, false));
    change(f, token("ann", 2, 0, false));
    change(f, token("ann", 3, 100, true));
    change(f, token("bob", 4, 0, false));
    tm_change c = {.kind = TM_CHANGE_FORGET, .person = "ann"};
    memset(c.hash, 2, sizeof c.hash);
    cr_expect_eq(change(f, c), TM_OK);
    cr_expect_str_empty(holder(f, 1, 5));
    cr_expect_str_eq(holder(f, 2, 5), "ann");
    cr_expect_eq(change(f, claim(3, 6, 5)), TM_EUNKNOWN);
    cr_expect_str_eq(holder(f, 4, 5), "bob");
}

static int put_subscription(void *context, const uint8_t *hash, tm_span text)
{
    char *out = context;
    sprintf(out + strlen(out), "%d %.*s;", hash[TM_HASH_BYTES - 1], (int)text.len, text.at);
    return 0;
}

static const char *subscriptions(fixture *f, const char *person)
{
    static char text[1000];
    tm_why_init(&f->why, NULL);
    *text = 0;
    cr_assert_eq(f->store->ops->list_subscriptions(f->store, person, put_subscription, text, &f->why), TM_OK);
    return text;
}

static tm_change subscription(const char *person, uint8_t hash, uint8_t token_hash, const char *text)
{
    tm_change c = {.kind = TM_CHANGE_SUBSCRIBE, .text = tm_span_of(text)};
    strcpy(c.person, person);
    memset(c.hash, hash, sizeof c.hash);
    memset(c.token, token_hash, sizeof c.token);
    return c;
}

STORE_TEST(a_subscription_is_its_last_makers_and_goes_with_the_device)
{
    set_person(f, "ann", "Ann");
    set_person(f, "ben", "Ben");
    change(f, token("ann", 1, 0, false));
    change(f, token("ann", 2, 0, false));
    cr_expect_eq(change(f, subscription("nobody", 7, 1, "x")), TM_EUNKNOWN);
    cr_expect_eq(change(f, subscription("ben", 7, 9, "ben's")), TM_OK);
    cr_expect_eq(change(f, subscription("ann", 7, 1, "desk")), TM_OK);
    cr_expect_eq(change(f, subscription("ann", 8, 2, "phone")), TM_OK);
    reopen(f);
    cr_expect_str_empty(subscriptions(f, "ben"));
    cr_expect_str_eq(subscriptions(f, "ann"), "8 phone;7 desk;");
    tm_change gone = {.kind = TM_CHANGE_UNSUBSCRIBE, .person = "ben"};
    memset(gone.hash, 8, sizeof gone.hash);
    cr_expect_eq(change(f, gone), TM_EUNKNOWN); /* not ben's */
    tm_change forget = {.kind = TM_CHANGE_FORGET, .person = "ann"};
    memset(forget.hash, 2, sizeof forget.hash);
    cr_expect_eq(change(f, forget), TM_OK);
    cr_expect_str_eq(subscriptions(f, "ann"), "8 phone;");
    gone.person[0] = 0;
    cr_expect_eq(change(f, gone), TM_OK);
    cr_expect_eq(change(f, gone), TM_EUNKNOWN);
    cr_expect_str_empty(subscriptions(f, "ann"));
}

STORE_TEST(one_person_has_so_many_subscriptions_and_no_more)
{
    set_person(f, "ann", "Ann");
    set_person(f, "ben", "Ben");
    change(f, subscription("ben", 99, 1, "b"));
    for (uint8_t i = 1; i <= TM_SUBSCRIPTIONS_MAX + 2; i++) change(f, subscription("ann", i, 1, "a"));
    cr_expect_str_eq(subscriptions(f, "ann"), "12 a;11 a;10 a;9 a;8 a;7 a;6 a;5 a;4 a;3 a;");
    cr_expect_str_eq(subscriptions(f, "ben"), "99 b;");
}

STORE_TEST(a_person_who_is_deleted_leaves_nothing_but_the_tables)
{
    tm_person person;
    set_person(f, "ann", "Ann");
    set_person(f, "ben", "Ben");
    open_table(f, "one", 1);
    set_part(f, "ann", "one", false);
    set_part(f, "ben", "one", false);
    end_table(f, "one", 5, "Ann won");
    change(f, token("ann", 1, 0, false));
    change(f, token("ben", 2, 0, false));
    change(f, subscription("ann", 7, 1, "desk"));
    tm_change c = {.kind = TM_CHANGE_DELETE, .person = "ann"};
    cr_expect_eq(change(f, c), TM_OK);
    cr_expect_eq(change(f, c), TM_EUNKNOWN);
    reopen(f);
    cr_expect_str_empty(holder(f, 1, 5));
    cr_expect_eq(f->store->ops->read_person(f->store, "ann", &person, &f->why), TM_EUNKNOWN);
    set_person(f, "ann", "Another"); /* the same id by chance: nothing comes back */
    cr_expect_str_empty(listed(f, TM_LIST_TRACES, "ann", 0, 0, 9));
    cr_expect_str_empty(subscriptions(f, "ann"));
    cr_expect_str_eq(listed(f, TM_LIST_ENDED, "ben", 0, 0, 9), "one 5 ;");
    cr_expect_str_eq(holder(f, 2, 5), "ben");
}
