/* Any bytes as texts of actions and outcomes: a byte for the game, one for the number of players, then one text a line. What is read is
 * written, and reads back to the same; a table takes it or refuses it, and is sound after that. */
#include <stdlib.h>
#include <string.h>

#include "table/table_private.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whether the table may have changed. */
static bool read_action(tm_table *t, tm_span line)
{
    const tm_game *game = t->setup.game;
    tm_action action, again;
    char room[256];
    tm_text text;
    if (game->read_action(t->config, line, &action)) return false;
    tm_text_init(&text, room, sizeof room);
    game->write_action(t->config, action, &text);
    tm_assert(!text.cut);
    tm_assert(game->read_action(t->config, (tm_span){text.at, text.len}, &again) == TM_OK && again == action);
    for (int seat = 0; seat < t->setup.n_seats; seat++) (void)tm_table_act(t, seat, action);
    return true;
}

static bool read_outcome(tm_table *t, tm_span line)
{
    const tm_game *game = t->setup.game;
    tm_outcome outcome, again;
    char room[4096];
    tm_text text;
    memset(&outcome, 0, sizeof outcome);
    memset(&again, 0, sizeof again);
    if (game->read_outcome(t->config, line, &outcome)) return false;
    tm_text_init(&text, room, sizeof room);
    game->write_outcome(t->config, &outcome, &text);
    tm_assert(!text.cut);
    tm_assert(game->read_outcome(t->config, (tm_span){text.at, text.len}, &again) == TM_OK);
    if (tm_table_actors(t) & TM_ACTOR_CHANCE) (void)tm_table_settle(t, &outcome);
    return true;
}

static void read_lines(tm_table *t, const char *at, size_t left)
{
    while (left) {
        const char *end = memchr(at, '\n', left);
        const tm_span line = {at, (uint32_t)(end ? (size_t)(end - at) : left)};
        const bool acted = read_action(t, line), settled = read_outcome(t, line);
        if (acted || settled) tm_assert(t->setup.game->check(t->config, t->state) == 0);
        left -= line.len + (end != NULL);
        at += line.len + (end != NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tm_why why;
    tm_setup setup;
    tm_table *table;
    if (size < 2) return 0;
    tm_why_init(&why, NULL);
    const tm_game *game = tm_games[data[0] % (uint32_t)tm_n_games];
    const int n = game->min_seats + data[1] % (game->max_seats - game->min_seats + 1);
    tm_assert(tm_setup_init(&setup, game, n, &why) == TM_OK && tm_table_new(&setup, &table, &why) == TM_OK);
    /* In memory of its own: a reader that looks behind the end is noticed. */
    char *text = malloc(size - 1);
    memcpy(text, data + 2, size - 2);
    read_lines(table, text, size - 2);
    free(text);
    tm_table_free(table);
    return 0;
}
