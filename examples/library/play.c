/* Plays one game between bots and prints what happened and who won.
 *
 *     cc play.c $(pkg-config --cflags --libs tatami) -o play
 *     ./play tatsu 4 hard 1
 *
 * It is C and C++ at once, as the header of libtatami is. */
#include <stdio.h>
#include <stdlib.h>
#include <tatami/tatami.h>

int main(int argc, char **argv)
{
    const tm_game *game = tm_game_find(tm_span_of(argc > 1 ? argv[1] : "tatsu"));
    const tm_bot *bot = tm_bot_find(tm_span_of(argc > 3 ? argv[3] : "medium"));
    tm_setup setup;
    tm_table *table = NULL;
    tm_players players;
    tm_why why;
    tm_why_init(&why, NULL);
    if (!game || !bot || tm_setup_init(&setup, game, argc > 2 ? atoi(argv[2]) : game->usual_seats, &why) ||
        tm_table_new(&setup, &table, &why) ||
        tm_players_init(&players, game, argc > 4 ? strtoull(argv[4], NULL, 10) : 1)) {
        fprintf(stderr, "play: %s\n", game && bot ? why.text.at : "no such game or bot");
        return 2;
    }
    for (int seat = 0; seat < setup.n_seats; seat++) players.bots[seat] = bot;
    int status;
    do status = tm_players_step(&players, table);
    while (status > 0);

    size_t len;
    char *record = tm_record_write(table, NULL, 0, TM_EVERYTHING, &len);
    if (record) fwrite(record, 1, len, stdout);
    free(record);
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_table_score(table, points, &winners);
    for (int seat = 0; seat < setup.n_seats; seat++)
        printf("; seat %d: %d points%s\n", seat, (int)points[seat], winners >> seat & 1 ? ", wins" : "");
    tm_players_free(&players);
    tm_table_free(table);
    return status < 0;
}
