/* Two clocks. What is stored and shown to people is the wall's; whatever lasts so long, or happens so often, goes by the other one,
 * which nobody can set. */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <stdint.h>

int64_t server_now(void); /* milliseconds since 1970 */
/* Milliseconds that the server was there for people. It only goes forward; while the machine sleeps, the process is stopped or the loop
 * hangs, it stands: nobody is late who could not be heard. For the loop's thread alone. */
int64_t server_ticks(void);

/* The same, from readings of a clock that does go on meanwhile. */
typedef struct served_time {
    int64_t read_at; /* the last reading, 0: none yet */
    int64_t missed;
} served_time;
int64_t served_at(served_time *t, int64_t reading);

#endif
