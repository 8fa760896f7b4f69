/* TATSU: the invariants notice a state that no game could reach. Fuzzers, conformance and every test rely on them; their numbers are
 * explained in tatsu_rules.c. */
#include "games/tatsu/tatsu_rules.h"

typedef tatsu_state spoiled_state;
#include "spoil.h"

/* The cards are dealt and nobody has played. */
static tm_table *dealt(int n_seats)
{
    tm_table *t = play_new("tatsu", n_seats, "");
    play_random(t, 5, 1);
    copy_of(t);
    expect_broken(t, 0);
    cr_assert_eq(spoiled.open.phase, TATSU_PLAYING);
    return t;
}

static uint32_t one_of(uint32_t cards)
{
    return cards & (0 - cards);
}

Test(tatsu_check, numbers_out_of_range) /* invariant 1 */
{
    tm_table *t = dealt(4);
    const tatsu_config *c = t->config;
    copy_of(t)->open.phase = TATSU_OVER + 1;
    expect_broken(t, 1);
    copy_of(t)->open.leader = 4;
    expect_broken(t, 1);
    copy_of(t)->open.trick = TATSU_TRICKS;
    expect_broken(t, 1);
    copy_of(t)->open.n_laid = 4;
    expect_broken(t, 1);
    copy_of(t)->open.phase = TATSU_TURNING;
    spoiled.open.n_laid = 5;
    expect_broken(t, 1);
    copy_of(t)->open.round = (uint16_t)(c->rounds + 1);
    expect_broken(t, 1);
    play_free(t);
}

Test(tatsu_check, cards_that_are_twice_or_nowhere) /* invariant 2 */
{
    tm_table *t = dealt(4);
    tm_table *empty = play_new("tatsu", 4, "");
    const tatsu_state *s = play_state(t);
    const uint32_t one = one_of(s->hand[0]);
    for (int i = 1; i < TATSU_PLACES; i++) {
        copy_of(t)->hand[i] |= one;
        expect_broken(t, 2);
    }
    copy_of(t)->open.pot = one;
    expect_broken(t, 2);
    copy_of(t)->open.unseen = one;
    expect_broken(t, 2);
    for (int clan = 0; clan < 2; clan++) {
        copy_of(t)->open.captured[clan] = one;
        expect_broken(t, 2);
    }
    copy_of(t)->open.n_laid = 1;
    spoiled.open.laid[0] = (uint8_t)tm_bits_first(one);
    expect_broken(t, 2);
    spoiled.open.laid[0] = TATSU_CARDS;
    expect_broken(t, 2);
    copy_of(t)->hand[0] &= ~one;
    expect_broken(t, 2);
    spoiled.open.n_laid = 1;
    spoiled.open.laid[0] = (uint8_t)tm_bits_first(one);
    expect_broken(t, 0);
    copy_of(empty)->hand[0] = 1;
    expect_broken(empty, 2);
    play_free(t);
    play_free(empty);
}

Test(tatsu_check, columns_that_do_not_fit) /* invariant 3, T13 */
{
    tm_table *t = dealt(2);
    const tatsu_state *s = play_state(t);
    const uint32_t a = one_of(s->hand[0]), b = one_of(s->hand[1]);
    const int beneath = s->open.down[0] & 1 ? 0 : 1;
    copy_of(t)->hand[0] ^= a | b;
    spoiled.hand[1] ^= a | b;
    expect_broken(t, 3);
    copy_of(t)->open.down[beneath] ^= 1; /* red becomes yellow */
    spoiled.open.down[!beneath] ^= 1;
    expect_broken(t, 3);
    copy_of(t)->open.captured[0] = 1u << spoiled.open.up[0]; /* the card on top is taken, the one beneath lies there */
    spoiled.hand[0] &= ~(1u << spoiled.open.up[0]);
    spoiled.open.up[0] = TATSU_NONE;
    expect_broken(t, 3);
    play_free(t);
}

Test(tatsu_check, a_clan_with_too_few_cards) /* invariant 4 */
{
    tm_table *t = dealt(4);
    for (int card = 0; card < TATSU_CARDS; card++) {
        copy_of(t)->open.pot = 1u << card;
        for (int i = 0; i < TATSU_PLACES; i++) spoiled.hand[i] &= ~spoiled.open.pot;
        expect_broken(t, 4);
    }
    play_free(t);
}

Test(tatsu_check, nothing_to_decide) /* invariant 5, T6 */
{
    tm_table *t = dealt(4);
    copy_of(t)->open.phase = TATSU_GIVING;
    const int asked = (spoiled.open.leader + 1) & 3, other = (asked + 1) & 3;
    const uint32_t wanted = spoiled.hand[asked] & tatsu_clan_mask(spoiled.open.leader & 1);
    spoiled.open.asked = (uint8_t)asked;
    expect_broken(t, wanted ? 0 : 5);
    spoiled.hand[asked] &= ~wanted; /* another has them all */
    spoiled.hand[other] |= wanted;
    expect_broken(t, 5);
    play_free(t);
}
