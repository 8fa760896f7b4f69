/* Hand-made positions of Takamatsu.
 *
 *     tm_table *t = palace(5, "", "3 -2 h 1 4");     the first column, h for a hidden card
 *     stand(t, "o4 rrby", "g1");                      who stands in o4, all the others in g1
 *     give(t, 2, 5);                                  seat 2 holds the hidden card 5, out of the pile
 *     expect_moves(t, 3, "o4", "move o4 br g1 | …");
 */
#ifndef UNIT_TAKAMATSU_PALACE_H
#define UNIT_TAKAMATSU_PALACE_H

#include <stdio.h>

#include "games/takamatsu/takamatsu_box.h"
#include "games/takamatsu/takamatsu_view.h"
#include "unit/play.h"

static inline takamatsu_state *state_of(tm_table *t)
{
    return t->state;
}

static inline const takamatsu_config *config_of(const tm_table *t)
{
    return t->config;
}

/* Lays cards, `3 -2 h`. */
static inline void lay(tm_table *t, const char *cards)
{
    tm_span rest = tm_span_of(cards), card;
    while (*cards && tm_span_word(&rest, &card)) {
        char line[32] = "* lay hidden";
        if (!tm_span_is(card, "h")) snprintf(line, sizeof line, "* lay %.*s", (int)card.len, card.at);
        play_lines(t, line);
    }
}

static inline tm_table *palace(int n_seats, const char *options, const char *column)
{
    tm_table *t = play_new("takamatsu", n_seats, options);
    lay(t, column);
    return t;
}

static inline int room_named(const tm_table *t, tm_span name)
{
    for (int room = 0; room < config_of(t)->n_rooms; room++)
        if (tm_span_is(name, config_of(t)->name[room])) return room;
    cr_assert_fail("no room is called %.*s", (int)name.len, name.at);
    return -1;
}

static inline void put_samurai(tm_table *t, int room, int colour, int n)
{
    takamatsu_public *o = &state_of(t)->open;
    o->room[room] += (takamatsu_samurai)n << 4 * colour;
    if (n) o->where[colour] |= 1u << room;
}

/* `o4 rrby i1 k`: these stand there, and the rest of every colour in `others`. */
static inline void stand(tm_table *t, const char *rooms, const char *others)
{
    takamatsu_public *o = &state_of(t)->open;
    tm_span rest = tm_span_of(rooms), name, letters;
    int left[TAKAMATSU_COLOURS];
    memset(o->room, 0, sizeof o->room);
    memset(o->where, 0, sizeof o->where);
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++)
        left[colour] = config_of(t)->owner[colour] == TAKAMATSU_NONE ? 0 : config_of(t)->samurai;
    while (tm_span_word(&rest, &name) && tm_span_word(&rest, &letters))
        for (uint32_t i = 0; i < letters.len; i++) {
            const int colour = takamatsu_colour_of(letters.at[i]);
            put_samurai(t, room_named(t, name), colour, 1);
            left[colour]--;
        }
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++)
        put_samurai(t, room_named(t, tm_span_of(others)), colour, left[colour]);
    play_check(t);
}

/* Who stands in a room, `bbk`. */
static inline void expect_room(const tm_table *t, const char *name, const char *letters)
{
    const takamatsu_state *s = play_state(t);
    const takamatsu_samurai here = s->open.room[room_named(t, tm_span_of(name))];
    char found[40];
    tm_text text;
    tm_text_init(&text, found, sizeof found);
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++)
        for (int n = takamatsu_count(here, colour); n > 0; n--) tm_put_char(&text, takamatsu_letter[colour]);
    cr_assert_str_eq(found, letters, "%s: found \"%s\", expected \"%s\"", name, found, letters);
}

static inline void set_turn(tm_table *t, int seat)
{
    state_of(t)->open.turn = (uint8_t)seat;
}

static inline void set_pagoda(tm_table *t, char letter, int at)
{
    state_of(t)->open.pagoda[takamatsu_colour_of(letter)] = (int16_t)at;
}

static inline void expect_pagoda(const tm_table *t, char letter, int at)
{
    const takamatsu_state *s = play_state(t);
    const int found = s->open.pagoda[takamatsu_colour_of(letter)];
    cr_assert_eq(found, at, "pagoda of %c: at %d, expected %d", letter, found, at);
}

/* A hidden card of that value goes from the pile into the seat's hand. */
static inline void give(tm_table *t, int seat, int value)
{
    takamatsu_state *s = state_of(t);
    for (int card = 0; card < config_of(t)->n_hidden; card++) {
        if (config_of(t)->hidden_value[card] != value || takamatsu_in_hands(s) >> card & 1) continue;
        s->hand[seat] |= 1u << card;
        s->open.held[seat]++;
        s->open.pile_hidden--;
        takamatsu_sort_equals(config_of(t), s);
        play_check(t);
        return;
    }
    cr_assert_fail("no hidden card %d is left", value);
}

/* What the seat may do that begins with these words, as `replay --legal` writes it. */
static inline void expect_some(tm_table *t, int seat, const char *begins, const char *expected)
{
    tm_choices choices = {0};
    char *room = malloc(PLAY_ROOM);
    tm_text text;
    tm_text_init(&text, room, PLAY_ROOM);
    cr_assert_eq(tm_choices_list(&choices, t, seat), TM_OK);
    for (int i = 0; i < choices.n; i++) {
        if (strncmp(choices.list[i].text.at, begins, strlen(begins)) != 0) continue;
        tm_put_fmt(&text, "%s", text.len ? " | " : "");
        tm_put_mem(&text, choices.list[i].text.at, choices.list[i].text.len);
    }
    cr_assert_str_eq(room, expected, "seat %d: found \"%s\", expected \"%s\"", seat, room, expected);
    tm_choices_free(&choices);
    free(room);
}

static inline void expect_moves(tm_table *t, int seat, const char *room, const char *expected)
{
    char begins[32];
    snprintf(begins, sizeof begins, "move %s ", room);
    expect_some(t, seat, begins, expected);
}

/* Where nothing is listed, as on a graphics card, the choices are the same: so many, and any of them by its number. */
static inline void expect_counted(const takamatsu_config *c, const takamatsu_state *s, int seat)
{
    static tm_action legal[TAKAMATSU_MAX_LEGAL], some[TAKAMATSU_MAX_LEGAL];
    const int n = takamatsu_legal(c, s, seat, legal);
    cr_assert_eq(takamatsu_count_legal(c, s, seat), n);
    for (int step = 1; step <= 3; step++)
        for (int first = 0; first < 4 && first < n; first++) {
            const int n_some = takamatsu_some_legal(c, s, seat, first, step, TAKAMATSU_MAX_LEGAL, some);
            cr_assert_eq(n_some, (n - first + step - 1) / step);
            for (int i = 0; i < n_some; i++) cr_assert_eq(some[i], legal[first + step * i]);
            cr_assert_eq(takamatsu_some_legal(c, s, seat, first, step, 1, some), 1);
            cr_assert_eq(some[0], legal[first]);
        }
}

static inline void expect_uses(tm_table *t, int seat, const char *expected)
{
    expect_some(t, seat, "use ", expected);
}

#endif
