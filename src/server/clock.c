#include "server/clock.h"

#include <time.h>

/* The loop reads the clock at least twice a second, in its tick. If it has not done so for this long, it was not
 * running. */
enum { GAP = 3000 };

static int64_t read_clock(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t server_now(void)
{
    return read_clock(CLOCK_REALTIME);
}

int64_t served_at(served_time *t, int64_t reading)
{
    if (t->read_at && reading - t->read_at > GAP) t->missed += reading - t->read_at;
    t->read_at = reading;
    return reading - t->missed;
}

int64_t server_ticks(void)
{
    static served_time served; /* one per process, as it is the process that gets stopped */
    return served_at(&served, read_clock(CLOCK_MONOTONIC));
}
