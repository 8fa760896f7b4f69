/* Reads a record and asks a searcher about every decision of one seat: what was chosen, what it would have chosen, and each
 * one's chance of winning. It knows only what the seat knew at that moment.
 *
 *     cc analyse.c $(pkg-config --cflags --libs tatami) -o analyse
 *     ./analyse game.tatami 0 */
#include <stdio.h>
#include <stdlib.h>
#include <tatami/tatami.h>

static char text[TM_RECORD_MAX];

static void write_action(const tm_table *table, tm_action action)
{
    char room[64];
    tm_text out;
    tm_text_init(&out, room, sizeof room);
    tm_table_setup(table)->game->write_action(tm_table_config(table), action, &out);
    printf("%-16s", room);
}

/* One decision, about to be taken on the table: `chosen` is what the seat did. */
static int analyse(tm_players *players, tm_table *table, int seat, tm_action chosen, tm_rng *rng)
{
    tm_question question;
    if (tm_players_ask(players, table, seat, &question) || question.n_legal < 2) return 0;
    tm_search_result *results = (tm_search_result *)calloc((size_t)question.n_legal, sizeof *results);
    tm_search_limits limits = {2000, 0, false, NULL, NULL};
    if (!results || tm_search(&question, &limits, rng, results) < 0) {
        free(results);
        return TM_ESPACE;
    }
    const int best = tm_search_best(results, question.n_legal);
    for (int i = 0; i < question.n_legal; i++) {
        if (results[i].action != chosen) continue;
        write_action(table, chosen);
        printf("%3u%%", (unsigned)(results[i].chance * 100 / TM_SURE));
        if (i != best) {
            printf("   better: ");
            write_action(table, results[best].action);
            printf("%3u%%", (unsigned)(results[best].chance * 100 / TM_SURE));
        }
        printf("\n");
    }
    free(results);
    return 0;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: analyse RECORD SEAT\n");
        return 2;
    }
    const size_t len = fread(text, 1, sizeof text, file);
    fclose(file);

    tm_why why;
    tm_record record;
    tm_table *whole = NULL, *table = NULL; /* the game as it was, and how far we have looked at it */
    tm_walk *walk = NULL;
    tm_players players;
    tm_rng rng;
    tm_span line;
    int status;
    tm_why_init(&why, NULL);
    tm_rng_init(&rng, 1, 0);
    if (tm_record_open(&record, text, len, &why) || tm_record_use_box(&record, NULL, &why) ||
        tm_table_new(&record.setup, &whole, &why) || tm_table_new(&record.setup, &table, &why)) {
        fprintf(stderr, "analyse: %s\n", why.text.at);
        return 1;
    }
    while ((status = tm_record_next(&record, whole, &line, &why)) > 0) {
    }
    if (status || tm_players_init(&players, record.setup.game, 1) || tm_walk_new(whole, TM_EVERYTHING, &walk)) {
        fprintf(stderr, "analyse: %s\n", why.text.at);
        return 1;
    }
    tm_event event;
    while (tm_walk_next(walk, &event)) {
        if (event.seat == atoi(argv[2])) status = analyse(&players, table, event.seat, event.action, &rng);
        if (status || tm_table_add(table, &event)) break;
    }
    tm_walk_free(walk);
    tm_players_free(&players);
    tm_table_free(table);
    tm_table_free(whole);
    return status != 0;
}
