/* TATATA!: the invariants notice a state that no game could reach. Fuzzers, conformance and every test rely on them; their numbers are
 * explained in tatata_rules.c. */
#include "tatata_position.h"

typedef tatata_state spoiled_state;
#include "spoil.h"

static tm_table *simple(void)
{
    return position(2, "", "B ? ?(0) clouds(1) B ? ? ?", "F1 T3 / M6", "laser / -");
}

Test(tatata_check, numbers_out_of_range) /* invariant 1 */
{
    tm_table *t = simple();
    const tatata_config *c = t->config;
    copy_of(t)->open.phase = TATATA_OVER + 1;
    expect_broken(t, 1);
    copy_of(t)->open.turn = 2;
    expect_broken(t, 1);
    copy_of(t)->open.who = 2;
    expect_broken(t, 1);
    copy_of(t)->open.round = (uint16_t)c->rounds;
    expect_broken(t, 1);
    spoiled.open.phase = TATATA_OVER; /* the last round is over: so it may be */
    expect_broken(t, 0);
    spoiled.open.round++;
    expect_broken(t, 1);
    copy_of(t)->open.looping = 1;
    expect_broken(t, 1);
    copy_of(t)->open.burning = 4;
    expect_broken(t, 1);
    copy_of(t)->open.smoking = 4;
    expect_broken(t, 1);
    copy_of(t)->open.plays = 1;
    expect_broken(t, 1);
    copy_of(t)->open.laps[1] = TATATA_LAPS;
    expect_broken(t, 1);
    spoiled.open.phase = TATATA_OVER;
    expect_broken(t, 0);
    spoiled.open.laps[1]++;
    expect_broken(t, 1);
    play_free(t);
}

Test(tatata_check, numbers_of_the_full_rules) /* invariant 1, A20, A22 */
{
    tm_table *t = position(2, "rules=full", "B ? ?(0) clouds(1) B ? ? ?", "F1 T3 / M6", "laser / -");
    copy_of(t)->open.looping = 1;
    expect_broken(t, 0);
    spoiled.open.looping = 2;
    expect_broken(t, 1);
    copy_of(t)->open.plays = TATATA_NUMBER_MAX;
    expect_broken(t, 0);
    spoiled.open.plays++;
    expect_broken(t, 1);
    spoiled.open.plays = TATATA_FRESH;
    expect_broken(t, 0);
    spoiled.open.phase = TATATA_OVER;
    spoiled.open.looping = 1;
    expect_broken(t, 5);
    play_free(t);
}

Test(tatata_check, a_ring_that_is_none) /* invariant 2 */
{
    tm_table *t = simple();
    const int end = state_of(t)->open.n_ring;
    copy_of(t)->open.n_ring = TATATA_RING + 1;
    expect_broken(t, 2);
    copy_of(t)->open.ring[1] = TATATA_SEEN; /* in views alone */
    expect_broken(t, 2);
    copy_of(t)->open.ring[1] += 3 * TATATA_PLANE; /* nobody's plane */
    expect_broken(t, 2);
    copy_of(t)->open.at[0] = 1;
    expect_broken(t, 2);
    copy_of(t)->open.ring[1] = TATATA_GAP;
    expect_broken(t, 2);
    copy_of(t)->open.ring[1] = TATATA_BASE;
    expect_broken(t, 2);
    copy_of(t)->open.base[1]++;
    expect_broken(t, 2);
    copy_of(t)->open.ring[4] = TATATA_DOWN; /* a base is missing */
    expect_broken(t, 2);
    copy_of(t)->open.ring[2] = TATATA_DOWN; /* a plane is */
    expect_broken(t, 2);
    copy_of(t)->open.ring[end] = TATATA_DOWN;
    expect_broken(t, 2);
    copy_of(t)->open.at[2] = 1;
    expect_broken(t, 2);
    copy_of(t)->open.base[7] = 1;
    expect_broken(t, 2);
    copy_of(t)->open.laps[2] = 1;
    expect_broken(t, 2);
    copy_of(t)->open.ring[0] = TATATA_DOWN; /* bases at 1 and 4 */
    spoiled.open.ring[1] = TATATA_BASE;
    spoiled.open.base[0] = 1;
    expect_broken(t, 2);
    play_free(t);
}

Test(tatata_check, sky_cards_that_are_not_those_of_the_box) /* invariant 3, A13 */
{
    tm_table *t = simple();
    const int laser = TATATA_LASER - TATATA_SMOKE;
    copy_of(t)->open.held[0][laser] = TATATA_HOLD + 1;
    expect_broken(t, 3);
    copy_of(t)->open.held[0][laser] = 0;
    expect_broken(t, 3);
    spoiled.open.held[2][laser] = 1; /* a seat where nobody sits */
    expect_broken(t, 3);
    copy_of(t)->open.back = TATATA_LASER;
    expect_broken(t, 3);
    copy_of(t)->open.unseen[TATATA_CLOUDS]--;
    expect_broken(t, 3);
    copy_of(t)->open.ring[spoiled.open.n_ring++] = TATATA_DOWN; /* one more than the legs had */
    expect_broken(t, 3);
    copy_of(t)->open.ring[1] = TATATA_UP + TATATA_CLOUDS; /* seen, and yet among the unseen */
    expect_broken(t, 3);
    spoiled.open.unseen[TATATA_CLOUDS]--;
    expect_broken(t, 0);
    play_free(t);
}

Test(tatata_check, deck_cards_that_are_twice_or_nowhere) /* invariant 4, A10 */
{
    tm_table *t = simple();
    const uint64_t one = state_of(t)->hand[0] & (0 - state_of(t)->hand[0]);
    uint64_t pile = TATATA_DECK_MASK & ~(state_of(t)->hand[0] | state_of(t)->hand[1]);
    const int first = tatata_take(&pile);
    copy_of(t)->hand[1] |= one;
    expect_broken(t, 4);
    copy_of(t)->open.discards = one;
    expect_broken(t, 4);
    copy_of(t)->hand[1] = pile;
    expect_broken(t, 4);
    copy_of(t)->hand[2] = tatata_card(first);
    expect_broken(t, 4);
    copy_of(t)->hand[0] |= (uint64_t)1 << TATATA_DECK;
    expect_broken(t, 4);
    copy_of(t)->drawn = (uint8_t)first;
    expect_broken(t, 4);
    spoiled.open.phase = TATATA_TASTING;
    expect_broken(t, 0);
    spoiled.drawn = TATATA_NO_CARD;
    expect_broken(t, 4);
    spoiled.drawn = TATATA_DECK;
    expect_broken(t, 4);
    spoiled.drawn = (uint8_t)__builtin_ctzll(one);
    expect_broken(t, 4);
    play_free(t);
}

Test(tatata_check, piles_that_are_mixed) /* invariant 4, A10 */
{
    tm_table *t = simple();
    uint64_t pile = TATATA_DECK_MASK & ~(state_of(t)->hand[0] | state_of(t)->hand[1]);
    const int first = tatata_take(&pile), second = tatata_take(&pile);
    copy_of(t)->open.batch[first] = 0;
    expect_broken(t, 4);
    spoiled.open.discards = tatata_card(first);
    expect_broken(t, 0);
    spoiled.open.batch[first] = 1;
    expect_broken(t, 4);
    copy_of(t)->open.n_batches = 2;
    expect_broken(t, 4);
    spoiled.open.batch[second] = 2;
    expect_broken(t, 4);
    /* One of the older pile is drawn, the newer one lies there. */
    copy_of(t)->open.n_batches = 2;
    for (int card = 0; card < TATATA_DECK; card++)
        if (pile >> card & 1 || card == second) spoiled.open.batch[card] = 2;
    expect_broken(t, 4);
    spoiled.open.phase = TATATA_TASTING;
    spoiled.drawn = (uint8_t)first;
    expect_broken(t, 0);
    play_free(t);
}

Test(tatata_check, what_waits_outside_its_phase) /* invariant 5 */
{
    tm_table *t = simple();
    copy_of(t)->open.weapon = TATATA_GUN;
    expect_broken(t, 5);
    spoiled.open.phase = TATATA_ANSWERING;
    expect_broken(t, 0);
    spoiled.open.weapon = TATATA_NO_KIND;
    expect_broken(t, 5);
    copy_of(t)->open.strength = 1;
    expect_broken(t, 5);
    copy_of(t)->open.storm = TATATA_ODIN;
    expect_broken(t, 5);
    copy_of(t)->open.storm_pilot = 1;
    expect_broken(t, 5);
    copy_of(t)->open.storm_next = 1;
    expect_broken(t, 5);
    copy_of(t)->open.held[0][TATATA_LASER - TATATA_SMOKE] = 0; /* used, to be put back */
    spoiled.open.back = TATATA_LASER;
    expect_broken(t, 5);
    spoiled.open.phase = TATATA_PUTTING;
    expect_broken(t, 0);
    spoiled.open.landing = spoiled.open.turn; /* only bombs make somebody land */
    expect_broken(t, 5);
    copy_of(t)->open.phase = TATATA_PUTTING;
    expect_broken(t, 5);
    copy_of(t)->open.landing = 0;
    expect_broken(t, 5);
    copy_of(t)->open.phase = TATATA_OVER;
    spoiled.open.fly = 1;
    expect_broken(t, 5);
    copy_of(t)->open.phase = TATATA_DEALING;
    spoiled.open.move = 1;
    expect_broken(t, 5);
    play_free(t);
}

Test(tatata_check, storms_and_their_weapons) /* invariant 5, A15 */
{
    static const uint8_t STRIKES[] = {TATATA_ODIN, TATATA_RAIN, TATATA_BOLT};
    tm_table *t = simple();
    for (size_t i = 0; i < sizeof STRIKES; i++) {
        copy_of(t)->open.phase = TATATA_ANSWERING;
        spoiled.open.weapon = STRIKES[i];
        expect_broken(t, 5);
        spoiled.open.storm = STRIKES[i] == TATATA_RAIN ? TATATA_RAIN : TATATA_ODIN;
        expect_broken(t, 0);
        spoiled.open.weapon = TATATA_GUN;
        expect_broken(t, 5);
    }
    copy_of(t)->open.phase = TATATA_ANSWERING; /* a strike with a Sky card, which has gone nowhere */
    spoiled.open.weapon = TATATA_LASER;
    expect_broken(t, 5);
    play_free(t);
}

Test(tatata_check, winds_outside_a_hurricane) /* invariant 5, A14 */
{
    tm_table *t = simple();
    copy_of(t)->open.phase = TATATA_WINDING;
    expect_broken(t, 5);
    spoiled.open.n_winds = 1;
    spoiled.open.wind[0] = (tatata_wind){.pilot = 1, .points = 6, .moved = 3};
    expect_broken(t, 0);
    spoiled.open.wind[0].points = 7;
    expect_broken(t, 5);
    spoiled.open.wind[0] = (tatata_wind){.pilot = 2, .points = 6};
    expect_broken(t, 5);
    spoiled.open.n_winds = TATATA_CIRCUIT + 1;
    spoiled.open.wind[0].pilot = 1;
    expect_broken(t, 5);
    copy_of(t)->open.n_winds = 1;
    expect_broken(t, 5);
    copy_of(t)->open.wind[0].pilot = 1;
    expect_broken(t, 5);
    copy_of(t)->open.wind[0].points = 1;
    expect_broken(t, 5);
    copy_of(t)->open.wind[0].moved = 1;
    expect_broken(t, 5);
    play_free(t);
}

Test(tatata_check, cards_where_planes_stopped) /* invariant 6, A13, A14 */
{
    tm_table *t = simple();
    copy_of(t)->visited = 1;
    expect_broken(t, 6);
    play_free(t);
    t = position(2, "memory=yes", "B hurricane ?(0) clouds(1) B ? ? ?", "F1 T3 / M6", "laser / -");
    copy_of(t)->visited = tatata_visit(&spoiled.open, 3);
    expect_broken(t, 0);
    copy_of(t)->visited = tatata_visit(&spoiled.open, 1);
    expect_broken(t, 6);
    spoiled.open.ring[1] = TATATA_BLOWN;
    expect_broken(t, 0);
    spoiled.visited = 0;
    expect_broken(t, 6);
    copy_of(t)->visited = tatata_visit(&spoiled.open, 2);
    expect_broken(t, 6);
    copy_of(t)->visited = (uint32_t)1 << 31;
    expect_broken(t, 6);
    play_free(t);
}
