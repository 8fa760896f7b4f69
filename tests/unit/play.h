/* Drives any game through its notation, so that a test reads like a record.
 *
 *     tm_table *t = play_new("tatsu", 4, "rounds=1");
 *     play_lines(t, "* deal … \n"
 *                   "0 ask 2\n");
 *     play_expect_legal(t, 2, "give r5 | give rv3");
 *     play_expect_refused(t, "2 give y5", TM_EILLEGAL);
 *     play_free(t);
 *
 * Lines go through the record reader: comments and blank lines are skipped. What is not as expected fails the test. */
#ifndef UNIT_PLAY_H
#define UNIT_PLAY_H

#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include <tatami/bot.h>
#include <tatami/choices.h>
#include <tatami/record.h>

#include "base/bits.h"
#include "table/table_private.h"

/* Room for what a test compares; a list of legal actions may be long. */
enum { PLAY_ROOM = 1 << 16 };

/* A new table. `options` are separated by spaces; box_text is a box file, or NULL for the default. */
static inline tm_table *play_open(const tm_game *game, int n_seats, const char *options, const char *box_text)
{
    tm_setup setup;
    tm_box *box = NULL;
    tm_table *table = NULL;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_not_null(game);
    cr_assert_eq(tm_setup_init(&setup, game, n_seats, &why), TM_OK, "%s", why.text.at);
    tm_span rest = tm_span_of(options), option;
    while (*options && tm_span_word(&rest, &option))
        cr_assert_eq(tm_setup_option(&setup, option, &why), TM_OK, "%s", why.text.at);
    if (box_text) cr_assert_eq(tm_box_read(box_text, strlen(box_text), &box, &why), TM_OK, "%s", why.text.at);
    cr_assert_eq(tm_setup_box(&setup, box, &why), TM_OK, "%s", why.text.at);
    cr_assert_eq(tm_table_new(&setup, &table, &why), TM_OK, "%s", why.text.at);
    return table;
}

static inline tm_table *play_new(const char *id, int n_seats, const char *options)
{
    return play_open(tm_game_find(tm_span_of(id)), n_seats, options, NULL);
}

/* Frees the table and the box that it was opened with. */
static inline void play_free(tm_table *table)
{
    tm_box *box = (tm_box *)table->setup.box;
    tm_table_free(table);
    tm_box_free(box);
}

static inline const void *play_state(const tm_table *table)
{
    return table->state;
}

/* Feeds lines to the record reader up to the end or the first that is refused; then *why says what was legal. */
static inline int play_try(tm_table *table, const char *lines, tm_why *why)
{
    tm_record record;
    tm_span line;
    int status;
    memset(&record, 0, sizeof record);
    record.rest = tm_span_of(lines);
    record.setup = table->setup;
    record.viewer = TM_EVERYTHING;
    tm_why_init(why, NULL);
    do status = tm_record_next(&record, table, &line, why);
    while (status == 1);
    return status;
}

/* Invariants hold after every line that a test plays. */
static inline void play_check(const tm_table *table)
{
    const int broken = table->setup.game->check(table->config, table->state);
    cr_assert_eq(broken, 0, "invariant %d does not hold after %u events", broken, table->n_events);
}

/* Each line must be possible. */
static inline void play_lines(tm_table *table, const char *lines)
{
    tm_why why;
    while (*lines) {
        const size_t len = strcspn(lines, "\n");
        char *line = strndup(lines, len);
        const int status = play_try(table, line, &why);
        cr_assert_eq(status, TM_OK, "%s: %s", line, why.text.at);
        free(line);
        play_check(table);
        lines += len + (lines[len] == '\n');
    }
}

/* The line is refused for this reason (a TM_E…), and nothing has changed. */
static inline void play_expect_refused(tm_table *table, const char *line, int reason)
{
    const size_t size = table->setup.game->state_size;
    const uint32_t n_events = table->n_events;
    void *before = malloc(size);
    tm_why why;
    memcpy(before, table->state, size);
    const int status = play_try(table, line, &why);
    cr_assert_eq(status, reason, "%s: status %d, expected %d", line, status, reason);
    cr_assert_eq(memcmp(before, table->state, size), 0, "%s: refused, but the state has changed", line);
    cr_assert_eq(table->n_events, n_events, "%s: refused, but logged", line);
    free(before);
}

/* The seat's legal actions as `replay --legal` prints them: `ask 1 | play r5`; "" if it has none to choose from. */
static inline void play_expect_legal(tm_table *table, int seat, const char *expected)
{
    tm_choices choices = {0};
    char *room = malloc(PLAY_ROOM);
    tm_text text;
    tm_text_init(&text, room, PLAY_ROOM);
    cr_assert_eq(tm_choices_list(&choices, table, seat), TM_OK);
    tm_choices_write(&choices, 0, &text);
    cr_assert_str_eq(room, expected, "seat %d: found \"%s\", expected \"%s\"", seat, room, expected);
    cr_assert_eq((tm_table_actors(table) >> seat & 1) != 0, choices.n > 0, "seat %d decides without a choice", seat);
    tm_choices_free(&choices);
    free(room);
}

/* The seats that decide now, `0 2`; "chance" where an outcome is due, "" when the game is over. */
static inline void play_expect_turn(const tm_table *table, const char *expected)
{
    char room[64];
    tm_text text;
    const uint32_t actors = tm_table_actors(table);
    tm_text_init(&text, room, sizeof room);
    if (actors & TM_ACTOR_CHANCE) tm_put_str(&text, "chance");
    for (uint32_t left = actors & ~TM_ACTOR_CHANCE; left;)
        tm_put_fmt(&text, "%s%d", text.len ? " " : "", tm_bits_take(&left));
    cr_assert_str_eq(room, expected, "deciding: found \"%s\", expected \"%s\"", room, expected);
}

/* Points by seat: `212 96 212 96`. */
static inline void play_expect_points(const tm_table *table, const char *expected)
{
    char room[128];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_record_write_points(table, &text);
    cr_assert_str_eq(room, expected, "points: found \"%s\", expected \"%s\"", room, expected);
}

/* `0 2`, or "" while the game goes on. */
static inline void play_expect_winners(const tm_table *table, const char *expected)
{
    char room[64];
    tm_text text;
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_text_init(&text, room, sizeof room);
    tm_table_score(table, points, &winners);
    while (winners) tm_put_fmt(&text, "%s%d", text.len ? " " : "", tm_bits_take(&winners));
    cr_assert_str_eq(room, expected, "winners: found \"%s\", expected \"%s\"", room, expected);
}

static inline void play_expect_over(const tm_table *table, const char *points, const char *winners)
{
    play_expect_turn(table, "");
    play_expect_points(table, points);
    play_expect_winners(table, winners);
}

/* Lets random bots play up to the end, or for n_events more. */
static inline void play_random(tm_table *table, uint64_t seed, uint32_t n_events)
{
    tm_players players;
    cr_assert_eq(tm_players_init(&players, table->setup.game, seed), TM_OK);
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) players.bots[seat] = tm_bot_find(tm_span_of("random"));
    while (n_events-- > 0 && tm_table_actors(table)) cr_assert_eq(tm_players_step(&players, table), 1);
    tm_players_free(&players);
}

/* What a seat is shown of the table in lines of text, into `out`, which holds `size` bytes. */
static inline void play_show(tm_table *table, int seat, char *out, size_t size)
{
    static const tm_say say = {.names = {"Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"}};
    const tm_game *game = table->setup.game;
    void *view = calloc(1, game->view_size);
    tm_text text;
    tm_table_view(table, seat, view);
    tm_text_init(&text, out, (uint32_t)size);
    game->show(tm_table_config(table), view, &say, &text);
    cr_assert(!text.cut);
    free(view);
}

/* The seats and their points are shown as long as there is a table; whose round it is, only while somebody plays. */
static inline void play_expect_round_shown(const char *id)
{
    static char shown[1 << 16];
    tm_table *t = play_new(id, 2, "");
    play_random(t, 1, 40);
    cr_assert(tm_table_actors(t));
    play_show(t, 0, shown, sizeof shown);
    cr_assert_eq(strncmp(shown, "Round ", 6), 0, "%s", shown);
    cr_assert_not_null(strstr(shown, "Bob"));
    play_random(t, 2, UINT32_MAX);
    cr_assert_eq(tm_table_actors(t), 0);
    play_show(t, 0, shown, sizeof shown);
    cr_assert_null(strstr(shown, "Round "), "%s", shown);
    cr_assert_not_null(strstr(shown, "Bob"));
    play_free(t);
}

#endif
