/* Takamatsu: the invariants notice a state that no game could reach. Fuzzers, conformance and every test rely on them; their numbers are
 * explained in takamatsu_rules.c. */
#include "takamatsu_palace.h"

#define COLUMN "1 1 2 2 2"

typedef takamatsu_state spoiled_state;
#include "spoil.h"

/* Blue is about to receive a card. */
static tm_table *laying(void)
{
    tm_table *t = palace(3, "", COLUMN);
    copy_of(t)->open.phase = TAKAMATSU_LAYING;
    spoiled.open.due = 1;
    spoiled.open.column[4] = TAKAMATSU_NONE;
    expect_broken(t, 0);
    return t;
}

Test(takamatsu_check, numbers_out_of_range) /* invariant 1 */
{
    tm_table *t = palace(3, "", COLUMN);
    copy_of(t)->open.phase = TAKAMATSU_OVER + 1;
    expect_broken(t, 1);
    copy_of(t)->open.turn = 3;
    expect_broken(t, 1);
    copy_of(t)->open.phase = TAKAMATSU_ASKING;
    spoiled.open.asked = 3;
    expect_broken(t, 1);
    copy_of(t)->open.asked = 1;
    expect_broken(t, 1);
    copy_of(t)->open.ending = 1;
    expect_broken(t, 0);
    spoiled.open.ending = 2;
    expect_broken(t, 1);
    copy_of(t)->open.round = (uint16_t)config_of(t)->rounds;
    expect_broken(t, 1);
    spoiled.open.phase = TAKAMATSU_OVER;
    expect_broken(t, 0);
    spoiled.open.round++;
    expect_broken(t, 1);
    copy_of(t)->open.due = 1;
    expect_broken(t, 1);
    copy_of(t)->open.receiving = 1;
    expect_broken(t, 1);
    play_free(t);
}

Test(takamatsu_check, cards_for_nobody) /* invariant 1, K11 */
{
    tm_table *t = laying();
    spoiled.open.due = 0;
    expect_broken(t, 1);
    spoiled.open.due = config_of(t)->samurai;
    expect_broken(t, 0);
    spoiled.open.due++;
    expect_broken(t, 1);
    spoiled.open.due = 1;
    spoiled.open.receiving = 2;
    expect_broken(t, 0);
    spoiled.open.receiving = 3; /* a colour not in play */
    expect_broken(t, 1);
    spoiled.open.receiving = TAKAMATSU_COLOURS;
    expect_broken(t, 1);
    play_free(t);
}

Test(takamatsu_check, samurai_that_are_lost_or_too_many) /* invariant 2, K6 */
{
    tm_table *t = palace(3, "", COLUMN);
    const int room = tm_bits_first(state_of(t)->open.where[0]);
    copy_of(t)->open.room[room]--;
    expect_broken(t, 2);
    copy_of(t)->open.room[room] |= 8; /* the bit that separates colours */
    expect_broken(t, 2);
    copy_of(t)->open.room[config_of(t)->n_rooms] = 1;
    expect_broken(t, 2);
    copy_of(t)->open.where[0] ^= 1u << room;
    expect_broken(t, 2);
    copy_of(t)->open.room[room] |= (takamatsu_samurai)1 << 4 * 3; /* a colour not in play */
    spoiled.open.where[3] |= 1u << room;
    expect_broken(t, 2);
    play_free(t);
}

Test(takamatsu_check, a_column_with_holes) /* invariant 3, K7, K11 */
{
    tm_table *t = palace(3, "", COLUMN);
    const int kind = state_of(t)->open.column[4];
    copy_of(t)->open.column[4] = TAKAMATSU_NONE;
    expect_broken(t, 3);
    copy_of(t)->open.column[2] = TAKAMATSU_NONE;
    expect_broken(t, 3);
    copy_of(t)->open.column[2] = config_of(t)->n_kinds;
    expect_broken(t, 3);
    copy_of(t)->open.phase = TAKAMATSU_DEALING;
    expect_broken(t, 3);
    copy_of(t)->open.pile[kind] = (uint8_t)(config_of(t)->open_count[kind] - 2);
    expect_broken(t, 3);
    play_free(t);
    t = laying();
    spoiled.open.column[4] = (uint8_t)kind;
    expect_broken(t, 3);
    play_free(t);
}

Test(takamatsu_check, hidden_cards_that_are_twice_or_nowhere) /* invariant 4, K13 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 0, 5);
    const uint32_t own = state_of(t)->hand[0];
    const int card = tm_bits_first(own);
    copy_of(t)->hand[1] = own;
    spoiled.open.held[1] = 1;
    expect_broken(t, 4);
    copy_of(t)->open.held[0] = 2;
    expect_broken(t, 4);
    copy_of(t)->hand[3] = own; /* a seat where nobody sits */
    spoiled.open.held[3] = 1;
    spoiled.hand[0] = spoiled.open.held[0] = 0;
    expect_broken(t, 4);
    copy_of(t)->open.shuffle[card] = 0; /* among the discards and in a hand */
    expect_broken(t, 4);
    copy_of(t)->open.shuffle[config_of(t)->n_hidden] = 1;
    expect_broken(t, 4);
    copy_of(t)->open.pile_hidden--;
    expect_broken(t, 4);
    copy_of(t)->open.shuffle[card] = 3; /* there is no second one */
    expect_broken(t, 4);
    spoiled.open.shuffle[card] = 2;
    expect_broken(t, 0);
    copy_of(t)->open.column[0] = TAKAMATSU_FACE_DOWN + 2; /* nor does a card lie there */
    expect_broken(t, 4);
    play_free(t);
}

Test(takamatsu_check, equal_cards_out_of_order) /* invariant 4 */
{
    tm_table *t = play_open(tm_game_find(tm_span_of("takamatsu")), 3, "",
                            "[TatamiBox \"1\"]\n[Game \"takamatsu\"]\n[Name \"x\"]\n\nhidden 2 2 3\n");
    lay(t, COLUMN);
    give(t, 1, 2);
    cr_assert_eq(state_of(t)->hand[1], 1);
    copy_of(t)->hand[1] = 2;
    expect_broken(t, 4);
    play_free(t);
}

Test(takamatsu_check, pagodas_and_the_goal) /* invariant 5, K12, K16 */
{
    tm_table *t = palace(3, "", COLUMN);
    const int goal = config_of(t)->goal;
    copy_of(t)->open.pagoda[2] = -1;
    expect_broken(t, 5);
    copy_of(t)->open.pagoda[2] = (int16_t)(goal - 1);
    expect_broken(t, 0);
    spoiled.open.pagoda[2]++;
    expect_broken(t, 5);
    spoiled.open.ending = 1;
    expect_broken(t, 0);
    play_free(t);
}

Test(takamatsu_check, no_card_to_lay) /* invariant 6, K13 */
{
    tm_table *t = laying();
    for (int card = 0; card < TAKAMATSU_HIDDEN; card++) spoiled.open.shuffle[card] = 0;
    spoiled.open.pile_hidden = 0;
    memset(spoiled.open.pile, 0, sizeof spoiled.open.pile);
    expect_broken(t, 6);
    spoiled.open.pile[0] = 1;
    expect_broken(t, 0);
    play_free(t);
}

Test(takamatsu_check, who_is_asked_might_reach_the_goal) /* invariant 7, K14 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 1, 1);
    copy_of(t)->open.phase = TAKAMATSU_ASKING;
    spoiled.open.asked = 1;
    expect_broken(t, 7);
    spoiled.open.pagoda[1] = (int16_t)(config_of(t)->goal - 5); /* with a 5, for all the others know */
    expect_broken(t, 0);
    spoiled.open.asked = 2;
    expect_broken(t, 7);
    play_free(t);
}
