/* Whole rounds of TATSU for three and four players, each with a deal in which places 0 and 2 hold red cards alone and
 * places 1 and 3 yellow ones, so that everybody can play from hand. Tricks are their cards in the order of laying. */
#ifndef UNIT_TATSU_ROUNDS_H
#define UNIT_TATSU_ROUNDS_H

#include <stdio.h>

#include "games/tatsu/tatsu_rules.h"
#include "play.h"

typedef struct tatsu_round {
    const char *deal;
    const char *tricks;
} tatsu_round;

/* Red takes every card: 60 points, times 6, and nothing for yellow. Both fusions in the first trick. */
static const tatsu_round SWEEP = {
    "* deal rv6 r2 r6 r5 r4 r3 rv7 / yf yv6 y6 y4 y2 yv4 yx1 / rf rx1 rx2 rx3 rv3 rv4 rv5 / yx3 yv7 y5 y3 yv3 yv5 yx2",
    "rv6 yf rf yx3 / yv6 rx1 yv7 r2 / r6 y6 rx2 y5 / r5 y4 rx3 y3 / r4 y2 rv3 yv3 / r3 yv4 rv4 yv5 / rv7 yx1 rv5 yx2"};

/* The same for both teams: 30 points, times 2. The last trick is lost to the fusions, and worth nothing. */
static const tatsu_round EVEN = {
    "* deal r6 rv3 rx2 rv6 r4 r2 rx1 / yv3 y6 yv6 yx2 y2 y4 yf / rv4 rv5 r5 rx3 r3 rv7 rf / yv5 yv4 yx3 y5 yv7 y3 yx1",
    "r6 yv3 rv4 yv5 / rv3 y6 rv5 yv4 / yv6 r5 yx3 rx2 / rx3 y5 rv6 yx2 / yv7 r4 y2 r3 / r2 y4 rv7 y3 / yf rf yx1 rx1"};

/* As EVEN, but red takes its x3 and leaves its x2: 30 points, times 3, against 30, times 2. */
static const tatsu_round RED_AHEAD = {
    "* deal r6 rv3 rx3 rv6 r4 r2 rx1 / yv3 y6 yv6 yx2 y2 y4 yf / rv4 rv5 r5 rx2 r3 rv7 rf / yv5 yv4 yx3 y5 yv7 y3 yx1",
    "r6 yv3 rv4 yv5 / rv3 y6 rv5 yv4 / yv6 r5 yx3 rx3 / rx2 y5 rv6 yx2 / yv7 r4 y2 r3 / r2 y4 rv7 y3 / yf rf yx1 rx1"};

/* As EVEN, but red takes its x1 and x3: 26 points, times 4; and loses a 4 in the last trick. */
static const tatsu_round ONE_AND_THREE = {
    "* deal r6 rv3 rx3 rv6 r4 r2 rv4 / yv3 y6 yv6 yx2 y2 y4 yf / rx1 rv5 r5 rx2 r3 rv7 rf / yv5 yv4 yx3 y5 yv7 y3 yx1",
    "r6 yv3 rx1 yv5 / rv3 y6 rv5 yv4 / yv6 r5 yx3 rx3 / rx2 y5 rv6 yx2 / yv7 r4 y2 r3 / r2 y4 rv7 y3 / yf rf yx1 rv4"};

/* The example of the rulebook: red has 1 + 3 + 3 + 1 + 1 + 1, times 2. Yellow has 35, times 2. Fusions in tricks 6 and
 * 7: the 7 and 6 of yellow are nobody's. */
static const tatsu_round RULEBOOK = {
    "* deal r6 r5 rx1 rv6 rv7 r2 rx3 / yv3 y3 y6 y5 y4 yv6 yx3 / rv3 rx2 rv4 rv5 r4 rf r3 / y2 yx1 yv4 yv5 yx2 yv7 yf",
    "r6 yv3 rv3 y2 / r5 y3 rx2 yx1 / rx1 y6 rv4 yv4 / y5 rv5 yv5 rv6 / y4 r4 yx2 rv7 / yv6 rf yv7 r2 / r3 yf rx3 yx3"};

/* Each card is played from hand by whoever decides; only its holder can. */
static inline void tatsu_play_cards(tm_table *table, const char *cards)
{
    tm_span rest = tm_span_of(cards), card;
    while (tm_span_word(&rest, &card)) {
        char line[32];
        if (tm_span_is(card, "/")) continue;
        const uint32_t actors = tm_table_actors(table) & ~TM_ACTOR_CHANCE;
        cr_assert_neq(actors, 0, "nobody plays %.*s", (int)card.len, card.at);
        snprintf(line, sizeof line, "%d play %.*s", tm_bits_first(actors), (int)card.len, card.at);
        play_lines(table, line);
    }
}

static inline void tatsu_play_round(tm_table *table, const tatsu_round *round)
{
    play_lines(table, round->deal);
    tatsu_play_cards(table, round->tricks);
}

static inline const tatsu_state *tatsu_truth(const tm_table *table)
{
    return (const tatsu_state *)play_state(table);
}

/* The cards of a set by name, in the order of the deck: `rv3 y6`. */
static inline void tatsu_expect_cards(uint32_t cards, const char *expected)
{
    char room[160];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    while (cards) {
        static const char *const FACE[] = {"v3", "v4", "v5", "v6", "v7", "2",  "3",
                                           "4",  "5",  "6",  "x1", "x2", "x3", "f"};
        const int card = tm_bits_take(&cards);
        tm_put_fmt(&text, "%s%c%s", text.len ? " " : "", card < TATSU_CLAN ? 'r' : 'y', FACE[card % TATSU_CLAN]);
    }
    cr_assert_str_eq(room, expected, "found \"%s\", expected \"%s\"", room, expected);
}

#endif
