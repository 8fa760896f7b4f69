/* Any bytes as a box file: refused with a reason, or a box that can be played. */
#include <string.h>

#include <tatami/bot.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play_with(const tm_box *box)
{
    tm_why why;
    tm_setup setup;
    tm_table *table;
    tm_players players;
    tm_why_init(&why, NULL);
    for (int n = box->game->min_seats; n <= box->game->max_seats; n++) {
        tm_assert(tm_setup_init(&setup, box->game, n, &why) == TM_OK);
        tm_assert(tm_setup_box(&setup, box, &why) == TM_OK);
        if (tm_table_new(&setup, &table, &why)) { /* too small for so many players: then it says so */
            tm_assert(why.text.len);
            tm_why_init(&why, NULL);
            continue;
        }
        tm_assert(tm_players_init(&players, box->game, 1) == TM_OK);
        for (int seat = 0; seat < n; seat++) players.bots[seat] = tm_bots[0];
        for (int i = 0; i < 300 && tm_players_step(&players, table) == 1; i++) continue;
        tm_players_free(&players);
        tm_table_free(table);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tm_why why;
    tm_box *box = NULL;
    tm_why_init(&why, NULL);
    const int status = tm_box_read((const char *)data, size, &box, &why);
    tm_assert((status != 0) == (why.text.len != 0) && (status == 0) == (box != NULL));
    tm_assert(!memchr(why.text.at, '\n', why.text.len));
    if (box) play_with(box);
    tm_box_free(box);
    return 0;
}
