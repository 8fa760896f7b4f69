/* How often somebody may do something. */
#include <criterion/criterion.h>
#include <sodium.h>
#include <stdio.h>

#include "server/limits.h"

static limits *some_limits(void)
{
    limit kinds[N_LIMITS];
    for (int i = 0; i < N_LIMITS; i++) kinds[i] = (limit){2, 5};
    cr_assert_geq(sodium_init(), 0);
    return limits_new(kinds);
}

static int take_all(limits *l, limit_kind kind, const char *who, int64_t now)
{
    int n = 0;
    while (n < 1000 && limits_take(l, kind, who, now)) n++;
    return n;
}

Test(limits, what_is_saved_up_can_be_used_at_once_and_comes_back_with_time)
{
    limits *l = some_limits();
    cr_expect_eq(take_all(l, LIMIT_CHAT, "aiko", 1000), 5);
    cr_expect_eq(take_all(l, LIMIT_CHAT, "aiko", 1400), 0);
    cr_expect_eq(take_all(l, LIMIT_CHAT, "aiko", 2500), 3);
    cr_expect_eq(take_all(l, LIMIT_CHAT, "aiko", 3600000), 5, "no more than can be saved up");
    limits_free(l);
}

Test(limits, are_of_each_person_and_kind)
{
    limits *l = some_limits();
    cr_expect_eq(take_all(l, LIMIT_CHAT, "aiko", 1000), 5);
    cr_expect_eq(take_all(l, LIMIT_CHAT, "ben", 1000), 5);
    cr_expect_eq(take_all(l, LIMIT_TABLES, "aiko", 1000), 5);
    limits_free(l);
}

Test(limits, a_clock_that_goes_back_gives_nothing)
{
    limits *l = some_limits();
    cr_expect_eq(take_all(l, LIMIT_CHAT, "aiko", 10000), 5);
    cr_expect_eq(take_all(l, LIMIT_CHAT, "aiko", 0), 0);
    cr_expect_eq(take_all(l, LIMIT_CHAT, "aiko", 10500), 1);
    limits_free(l);
}

/* Enough to make the table grow and forget, in which nobody's empty bucket may get lost. */
Test(limits, hold_with_many_addresses)
{
    limits *l = some_limits();
    cr_expect_eq(take_all(l, LIMIT_CONNECTIONS, "the attacker", 1000), 5);
    cr_expect_eq(limits_enter(l, "the attacker"), 1);
    for (int i = 0; i < 20000; i++) {
        char address[32];
        snprintf(address, sizeof address, "10.0.%d.%d", i / 250, i % 250);
        cr_assert(limits_take(l, LIMIT_CONNECTIONS, address, 1000));
    }
    cr_expect_eq(take_all(l, LIMIT_CONNECTIONS, "the attacker", 1000), 0);
    cr_expect_eq(limits_enter(l, "the attacker"), 2);
    limits_leave(l, "the attacker");
    limits_leave(l, "the attacker");
    limits_leave(l, "the attacker");
    cr_expect_eq(limits_enter(l, "the attacker"), 1);
    limits_free(l);
}

/* Two nodes with the same secret. */
static void share_two(limits *out[2])
{
    static const uint8_t SECRET[LIMITS_KEY] = {1, 2, 3};
    for (int i = 0; i < 2; i++) {
        char room[100];
        tm_text text;
        out[i] = some_limits();
        limits_share(out[i], SECRET, 0);
        tm_text_init(&text, room, sizeof room);
        limits_tell(out[i], 1000, &text);
        cr_expect_eq(text.len, 0);
    }
}

static double pass_on(limits *from, limits *to, int64_t now)
{
    char room[7000];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    limits_tell(from, now, &text);
    return limits_hear(to, text.at, now);
}

/* Ticks count from when the machine started, which may be long before the node did. */
Test(limits, what_was_used_before_the_first_telling_is_told)
{
    static const uint8_t SECRET[LIMITS_KEY] = {1};
    const int64_t day = 24 * 60 * 60 * 1000;
    limits *from = some_limits(), *to = some_limits();
    limits_share(from, SECRET, day);
    limits_share(to, SECRET, day);
    cr_expect_eq(take_all(from, LIMIT_CHAT, "aiko", day), 5);
    cr_expect_eq(pass_on(from, to, day + 500), 5);
    cr_expect_eq(take_all(to, LIMIT_CHAT, "aiko", day + 500), 0);
    limits_free(from);
    limits_free(to);
}

Test(limits, what_was_used_at_one_node_is_used_at_the_other)
{
    limits *l[2];
    share_two(l);
    cr_expect_eq(take_all(l[0], LIMIT_CHAT, "aiko", 2000), 5);
    cr_expect_eq(take_all(l[0], LIMIT_TABLES, "aiko", 2000), 5);
    cr_expect(limits_spend(l[0], LIMIT_BYTES, "ben", 9, 2000));
    cr_expect_eq(pass_on(l[0], l[1], 2000), 5 + 9);
    cr_expect_eq(pass_on(l[0], l[1], 2000), 0, "told once");
    cr_expect_eq(take_all(l[1], LIMIT_CHAT, "aiko", 2000), 0);
    cr_expect_eq(take_all(l[1], LIMIT_TABLES, "aiko", 2000), 5, "the database counts these");
    cr_expect_not(limits_spend(l[1], LIMIT_BYTES, "ben", 1, 2000));
    cr_expect_eq(take_all(l[1], LIMIT_CHAT, "ben", 2000), 5);
    cr_expect_eq(take_all(l[1], LIMIT_CHAT, "aiko", 3000), 2, "it comes back with time");
    for (int i = 0; i < 2; i++) limits_free(l[i]);
}

Test(limits, nobody_gets_more_in_the_long_run_by_using_two_nodes)
{
    limits *l[2];
    int n = 0;
    share_two(l);
    for (int64_t now = 2000; now < 102000; now += 1000) {
        for (int i = 0; i < 2; i++) n += take_all(l[i], LIMIT_CHAT, "aiko", now);
        for (int i = 0; i < 2; i++) pass_on(l[i], l[1 - i], now);
    }
    cr_expect_leq(n, 100 * 2 + 2 * 5);
    cr_expect_geq(n, 100 * 2 * 3 / 4);
    for (int i = 0; i < 2; i++) limits_free(l[i]);
}

Test(limits, nonsense_from_another_node_changes_nothing)
{
    static const char *const TOLD[] = {"",
                                       "x",
                                       " ",
                                       " 00",
                                       " 0011223344556677:9",
                                       " 0011223344556677:99:5",
                                       " 0011223344556677:-1:5",
                                       " 0011223344556677:3:-5",
                                       " 0011223344556677:4:5",
                                       " 0000000000000000:3:5",
                                       " zz11223344556677:3:5"};
    limits *l = some_limits();
    for (size_t i = 0; i < sizeof TOLD / sizeof *TOLD; i++)
        cr_expect_eq(limits_hear(l, TOLD[i], 1000), 0, "%s", TOLD[i]);
    cr_expect_eq(limits_hear(l, " 0011223344556677:3:5 rest", 1000), 5);
    limits_free(l);
}

/* More people than one message holds. */
Test(limits, what_does_not_fit_is_told_the_next_time)
{
    limits *l[2];
    double sum = 0;
    share_two(l);
    for (int i = 0; i < 1000; i++) {
        char who[20];
        snprintf(who, sizeof who, "person %d", i);
        take_all(l[0], LIMIT_CHAT, who, 2000);
    }
    for (int i = 0; i < 20; i++) {
        const double told = pass_on(l[0], l[1], 2000);
        cr_expect_lt(told, 1700);
        sum += told;
    }
    cr_expect_eq(sum, 5000);
    for (int i = 0; i < 2; i++) limits_free(l[i]);
}
