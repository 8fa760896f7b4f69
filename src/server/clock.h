/* Two clocks. What is stored and shown to people is the wall's; whatever lasts so long, or happens so often, goes by the other one,
 * which nobody can set. */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <stdint.h>

int64_t server_now(void);   /* milliseconds since 1970 */
int64_t server_ticks(void); /* milliseconds since some moment; only goes forward, and stands while the machine sleeps */

#endif
