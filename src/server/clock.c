#include "server/clock.h"

#include <time.h>

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

int64_t server_ticks(void)
{
    return read_clock(CLOCK_MONOTONIC);
}
