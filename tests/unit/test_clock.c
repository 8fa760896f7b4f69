/* Time as the server's clocks and limits count it. */
#include <criterion/criterion.h>

#include "server/clock.h"

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
