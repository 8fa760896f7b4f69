/* Time as the server's clocks and limits count it. */
#include <criterion/criterion.h>

#include "server/clock.h"
#include "server/outages.h"

Test(clock, time_while_nobody_could_be_heard_does_not_count)
{
    served_time t = {0};
    const int64_t start = served_at(&t, 100000);
    cr_expect_eq(served_at(&t, 100500) - start, 500);
    cr_expect_eq(served_at(&t, 101000) - start, 1000);
    cr_expect_eq(served_at(&t, 7301000) - start, 1000, "two hours in a suitcase");
    cr_expect_eq(served_at(&t, 7301500) - start, 1500);
    cr_expect_eq(served_at(&t, 7301500) - start, 1500);
}

Test(clock, it_only_goes_forward)
{
    int64_t last = server_ticks();
    for (int i = 0; i < 1000; i++) {
        const int64_t now = server_ticks();
        cr_assert_geq(now, last);
        last = now;
    }
}

Test(clock, time_that_the_server_was_away_does_not_count_after_any_number_of_starts)
{
    char room[2000];
    tm_text text;
    outages o;
    outages_read(&o, "");
    outages_start(&o, 10000, 5); /* nothing is known about before */
    cr_expect_eq(outages_served(&o, 4000, 12000), 2000);
    outages_alive(&o, 70000, 60005, 0);
    tm_text_init(&text, room, sizeof room);
    outages_write(&o, &text);
    cr_expect_str_eq(text.at, "alive 70000\naway 0 10000\n");
    outages_read(&o, text.at);
    outages_start(&o, 170000, 9);
    cr_expect_eq(outages_served(&o, 60000, 180000), 20000);
    cr_expect_eq(outages_served(&o, 180000, 170000), 0);
    outages_alive(&o, 290000, 60009, 0); /* a minute of sleep */
    cr_expect_eq(outages_served(&o, 60000, 290000), 70000);
    outages_alive(&o, 291000, 61009, 100000);
    cr_expect_eq(o.n, 2, "what ended long ago is forgotten");
    outages_read(&o, "alive x\naway 5\naway -1 7\n\naway 3 9\nnothing");
    cr_expect(o.alive == 0 && o.n == 1 && o.list[0].from == 3 && o.list[0].to == 9);
}

Test(clock, many_outages_are_kept_in_favour_of_the_players)
{
    static outages o;
    for (int64_t i = 1; i <= OUTAGES_MAX + 5; i++) {
        o.alive = i * 1000;
        outages_start(&o, i * 1000 + 100, 0);
    }
    cr_expect_eq(o.n, OUTAGES_MAX);
    cr_expect_eq(o.list[0].from, 1000);
    cr_expect_eq(outages_served(&o, 10000, 20000), 9000);
}
