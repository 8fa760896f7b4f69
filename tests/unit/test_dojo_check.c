/* Dojo: the invariants notice a state that no game could reach. Fuzzers, conformance and every test rely on them; their numbers are
 * explained in dojo_rules.c. */
#include "dojo_turns.h"

#include "games/dojo/dojo_rules.h"

typedef dojo_state spoiled_state;
#include "spoil.h"

/* Two turns are over, each with a card for everybody; the dealer looks at the first card of the third. */
static tm_table *third_turn(void)
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy kimono");
    dojo_quiet_turn(t, "m1 f2 t3");
    dojo_quiet_turn(t, "c4 b5 m2");
    play_lines(t, "* draw t1");
    copy_of(t);
    expect_broken(t, 0);
    cr_assert_eq(spoiled.open.phase, DOJO_GIVING);
    return t;
}

Test(dojo_check, numbers_out_of_range) /* invariant 1 */
{
    tm_table *t = third_turn();
    copy_of(t)->open.phase = DOJO_OVER + 1;
    expect_broken(t, 1);
    copy_of(t)->open.phase = DOJO_OVER;
    spoiled.drawn = DOJO_NONE;
    expect_broken(t, 1);
    copy_of(t)->open.turn = DOJO_TURNS;
    expect_broken(t, 1);
    copy_of(t)->open.turn = DOJO_TURNS + 1;
    expect_broken(t, 1);
    copy_of(t)->open.dealer = 3;
    expect_broken(t, 1);
    copy_of(t)->open.asked = 1;
    expect_broken(t, 1);
    copy_of(t)->open.challenger = 1;
    expect_broken(t, 1);
    copy_of(t)->open.winner = 1;
    expect_broken(t, 1);
    copy_of(t)->open.trophy = DOJO_TROPHIES + 1;
    expect_broken(t, 1);
    copy_of(t)->open.prize = DOJO_KIMONO;
    expect_broken(t, 1);
    copy_of(t)->drawn = DOJO_NONE;
    expect_broken(t, 1);
    copy_of(t)->open.n_throws = 1;
    expect_broken(t, 1);
    copy_of(t)->open.thrown = 1;
    spoiled.throwing[0] = 1;
    expect_broken(t, 1);
    copy_of(t)->throwing[0] = 1;
    expect_broken(t, 1);
    copy_of(t)->throwing[1] = 1;
    expect_broken(t, 1);
    copy_of(t)->open.kept_of = 1;
    expect_broken(t, 1);
    play_free(t);
}

Test(dojo_check, a_challenge_that_does_not_fit) /* invariant 1, D6, D21 */
{
    tm_table *t = third_turn();
    play_lines(t, "2 give 0");
    play_lines(t, "* draw m3\n2 give 1\n* draw b4\n2 give 2");
    copy_of(t);
    cr_assert_eq(spoiled.open.phase, DOJO_ASKING);
    spoiled.open.kept_of = 0;
    expect_broken(t, 1);
    copy_of(t)->open.kept_of = 4;
    expect_broken(t, 1);
    copy_of(t)->open.asked = 3;
    expect_broken(t, 1);
    copy_of(t)->open.phase = DOJO_SWAPPING;
    spoiled.open.asked = 0;
    spoiled.open.challenger = 4;
    spoiled.open.winner = 1;
    expect_broken(t, 1);
    spoiled.open.challenger = 1;
    spoiled.open.winner = 4;
    expect_broken(t, 1);
    spoiled.open.winner = 0;
    expect_broken(t, 1);
    spoiled.open.winner = 1;
    spoiled.open.prize = DOJO_TROPHIES + 1;
    expect_broken(t, 1);
    spoiled.open.prize = 0;
    spoiled.open.n_throws = DOJO_THROWS + 1;
    expect_broken(t, 1);
    play_free(t);
}

Test(dojo_check, cards_that_are_twice_or_nowhere) /* invariant 2 */
{
    tm_table *t = third_turn();
    const int card = dojo_state_of(t)->drawn;
    copy_of(t)->open.unseen[3]--;
    expect_broken(t, 2);
    copy_of(t)->open.unseen[card - 1] = 0;
    expect_broken(t, 2);
    copy_of(t)->open.face_up[1] = 1;
    expect_broken(t, 2);
    copy_of(t)->open.card[0][DOJO_FIRST] = (uint8_t)(1 + dojo_state_of(t)->open.card[0][DOJO_FIRST] % DOJO_CARDS);
    expect_broken(t, 2);
    copy_of(t);
    for (int seat = 0; seat < 3; seat++) spoiled.hand[seat] = (uint8_t)card; /* more than there are unseen */
    expect_broken(t, 2);
    play_free(t);
}

/* Moves a card of a dojo to another place. */
static void move_card(int seat, int from, int to)
{
    dojo_public *o = &spoiled.open;
    o->card[seat][to] = o->card[seat][from];
    o->card[seat][from] = DOJO_NONE;
    o->built[seat] = (o->built[seat] & ~((uint64_t)1 << from)) | (uint64_t)1 << to;
}

Test(dojo_check, dojos_that_cannot_be_built) /* invariant 3, D8 */
{
    tm_table *t = third_turn();
    const int second = DOJO_FIRST + 1;
    copy_of(t)->open.built[1] ^= (uint64_t)1 << second;
    expect_broken(t, 3);
    copy_of(t)->open.built[3] = 1; /* a seat where nobody sits */
    expect_broken(t, 3);
    copy_of(t);
    move_card(0, second, DOJO_FIRST + DOJO_STRIDE);
    expect_broken(t, 0);
    move_card(0, DOJO_FIRST + DOJO_STRIDE, DOJO_FIRST + DOJO_STRIDE + 1); /* a corner touches it, no side */
    expect_broken(t, 3);
    copy_of(t);
    move_card(0, DOJO_FIRST, DOJO_FIRST + 2); /* nothing at 0 0 */
    expect_broken(t, 3);
    play_free(t);
}

/* Lays the cards of seat 0 anew, along one line from a place on. */
static void lay_line(const tm_table *t, int from, int step)
{
    const dojo_public *o = &copy_of(t)->open;
    uint8_t cards[DOJO_PLACES] = {0};
    int n = 0;
    for (int at = 0; at < DOJO_GRID; at++)
        if (o->card[0][at] != DOJO_NONE) cards[n++] = o->card[0][at];
    memset(spoiled.open.card[0], DOJO_NONE, sizeof spoiled.open.card[0]);
    spoiled.open.built[0] = 0;
    for (int i = 0; i < n; i++, from += step) {
        spoiled.open.card[0][from] = cards[i];
        spoiled.open.built[0] |= (uint64_t)1 << from;
    }
}

Test(dojo_check, dojos_that_are_too_wide_or_too_high) /* invariant 3, D8: three rows, four columns */
{
    tm_table *t = play_new("dojo", 3, "white-belt=yes");
    for (int turns = 3; turns <= 5; turns++) {
        while (dojo_state_of(t)->open.turn < turns) play_random(t, 3, 1);
        if (turns < 5) { /* more do not fit the grid */
            lay_line(t, DOJO_FIRST - DOJO_STRIDE, DOJO_STRIDE);
            expect_broken(t, turns > DOJO_ROWS ? 3 : 0);
        }
        lay_line(t, DOJO_FIRST - 1, 1);
        expect_broken(t, turns > DOJO_COLUMNS ? 3 : 0);
    }
    play_free(t);
}

Test(dojo_check, trophies_that_are_twice_or_nowhere) /* invariant 4, D9, D20 */
{
    tm_table *t = third_turn();
    const int pile = DOJO_BROOM;
    copy_of(t)->open.pile[pile - 1]--;
    expect_broken(t, 4);
    spoiled.open.won[0][pile - 1] = 1;
    expect_broken(t, 0);
    spoiled.open.at_col[0][DOJO_FIRST % DOJO_STRIDE] = (uint8_t)pile;
    expect_broken(t, 0);
    spoiled.open.at_col[1][DOJO_FIRST % DOJO_STRIDE] = (uint8_t)pile; /* seat 1 has won none */
    expect_broken(t, 4);
    copy_of(t)->open.pile[pile - 1]--;
    spoiled.open.won[0][pile - 1] = 1;
    spoiled.open.at_row[0][DOJO_FIRST / DOJO_STRIDE] = (uint8_t)pile; /* it is for columns */
    expect_broken(t, 4);
    spoiled.open.at_row[0][DOJO_FIRST / DOJO_STRIDE] = 0;
    spoiled.open.at_col[0][DOJO_FIRST % DOJO_STRIDE + 3] = (uint8_t)pile; /* above no card */
    expect_broken(t, 4);
    copy_of(t)->open.pile[DOJO_INCENSE - 1]--;
    spoiled.open.won[2][DOJO_INCENSE - 1] = 1;
    spoiled.open.at_row[2][DOJO_FIRST / DOJO_STRIDE] = DOJO_INCENSE;
    expect_broken(t, 0);
    spoiled.open.at_row[2][DOJO_FIRST / DOJO_STRIDE] = 0;
    spoiled.open.at_row[2][DOJO_FIRST / DOJO_STRIDE + 1] = DOJO_INCENSE; /* before no card */
    expect_broken(t, 4);
    spoiled.open.at_row[2][DOJO_FIRST / DOJO_STRIDE + 1] = 0;
    spoiled.open.at_col[2][DOJO_FIRST % DOJO_STRIDE] = DOJO_INCENSE; /* it is for rows */
    expect_broken(t, 4);
    play_free(t);
}

Test(dojo_check, cards_in_the_wrong_hands) /* invariant 5, D5 */
{
    tm_table *t = third_turn();
    copy_of(t)->hand[1] = 7;
    expect_broken(t, 5);
    spoiled.open.holding = 2;
    expect_broken(t, 0);
    spoiled.hand[1] = DOJO_NONE;
    expect_broken(t, 5);
    play_free(t);
}
