/* Turns of Dojo for tests: what matters is written out, the rest is filled in. */
#ifndef UNIT_DOJO_TURNS_H
#define UNIT_DOJO_TURNS_H

#include <stdio.h>

#include "play.h"

#include "games/dojo/dojo_view.h"

/* Where everybody places in turn 1, 2 …, if a test does not mind: along the rows, there and back. */
static const char *const DOJO_WAY[DOJO_TURNS] = {"0 0", "0 1", "0 2", "0 3", "1 3", "1 2",
                                                 "1 1", "1 0", "2 0", "2 1", "2 2", "2 3"};

static inline const dojo_state *dojo_state_of(const tm_table *t)
{
    return play_state(t);
}

static inline void dojo_line(tm_table *t, const char *format, int seat, const char *what)
{
    char line[64];
    snprintf(line, sizeof line, format, seat, what);
    play_lines(t, line);
}

/* The dealer draws these cards and gives them to seats 0, 1 …; in a turn without a dealer they are dealt so. */
static inline void dojo_deal(tm_table *t, const char *cards)
{
    tm_span rest = tm_span_of(cards), card;
    for (int seat = 0; tm_span_word(&rest, &card); seat++) {
        char line[64];
        if (dojo_state_of(t)->open.phase == DOJO_DEALING) {
            snprintf(line, sizeof line, "* deal %d %.*s", seat, (int)card.len, card.at);
            play_lines(t, line);
            continue;
        }
        snprintf(line, sizeof line, "* draw %.*s\n%d give %d", (int)card.len, card.at, dojo_state_of(t)->open.dealer,
                 seat);
        play_lines(t, line);
    }
}

static inline void dojo_pass(tm_table *t)
{
    while (dojo_state_of(t)->open.phase == DOJO_ASKING) dojo_line(t, "%d %s", dojo_state_of(t)->open.asked, "pass");
}

/* Everybody who has to places there. */
static inline void dojo_place(tm_table *t, const char *where)
{
    for (int seat = 0; seat < tm_table_setup(t)->n_seats; seat++)
        if (dojo_state_of(t)->open.phase == DOJO_PLACING && tm_table_actors(t) >> seat & 1)
            dojo_line(t, "%d place %s", seat, where);
}

/* A turn without a challenge; the trophy is turned up before, if one is due. */
static inline void dojo_quiet_turn(tm_table *t, const char *cards)
{
    const int turn = dojo_state_of(t)->open.turn;
    dojo_deal(t, cards);
    dojo_pass(t);
    dojo_place(t, DOJO_WAY[turn]);
}

/* A turn up to the end of the placing, in which this seat challenges and the winner leaves the cards as they are. */
static inline void dojo_challenge_turn(tm_table *t, const char *cards, int challenger)
{
    const int turn = dojo_state_of(t)->open.turn;
    dojo_deal(t, cards);
    while (dojo_state_of(t)->open.asked != challenger) dojo_line(t, "%d %s", dojo_state_of(t)->open.asked, "pass");
    dojo_line(t, "%d %s", challenger, "challenge");
    dojo_line(t, "%d %s", dojo_state_of(t)->open.winner - 1, "keep");
    dojo_place(t, DOJO_WAY[turn]);
}

#endif
