/* Two clocks. Times that are stored or shown to people are wall-clock times; durations and intervals are measured
 * with the other clock, which nobody can set. */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <stdint.h>

int64_t server_now(void); /* milliseconds since 1970 */
/* Milliseconds that the server was available. It only goes forward, and stands still while the machine sleeps, the
 * process is stopped or the loop hangs: nobody runs out of time while we could not hear them. Only for the loop's
 * thread. */
int64_t server_ticks(void);

/* The same, computed from readings of a clock that does not stand still. */
typedef struct served_time {
    int64_t read_at; /* the last reading, 0: none yet */
    int64_t missed;
} served_time;
int64_t served_at(served_time *t, int64_t reading);

#endif
