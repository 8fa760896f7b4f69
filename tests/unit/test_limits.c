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
