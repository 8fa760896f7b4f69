/* A table of the terminal client for tests that play the server themselves. */
#ifndef UNIT_ONLINE_TABLE_H
#define UNIT_ONLINE_TABLE_H

#include <criterion/criterion.h>

#include "client/hear.h"

/* A table of the first game for as few as it takes, on a server that is not there. */
static inline online *new_table(void)
{
    online_table at = {.address = {.port = 1, .host = "127.0.0.1"}, .id = "x", .language = "en", .sit = ONLINE_NONE};
    tm_say say = {0};
    tm_source *source;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_setup_init(&at.setup, tm_games[0], tm_games[0]->min_seats, &why), TM_OK);
    cr_assert_eq(online_source(&at, &say, &source, &why), TM_OK, "%s", why.text.at);
    return (online *)source;
}

#endif
