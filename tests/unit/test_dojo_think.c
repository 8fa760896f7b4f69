/* Dojo: the rules of thumb take what is plainly good, and never look at what the seat may not know. */
#include "dojo_turns.h"

enum { TRIES = 50 };

/* By plain rules of thumb, or as good players do. */
static tm_action think(const tm_table *t, int seat, bool well, uint64_t seed)
{
    const tm_game *game = t->setup.game;
    tm_thumb *choose = well ? game->think->choose_well : game->think->choose;
    tm_action legal[DOJO_GRID];
    tm_rng rng;
    const int n = game->legal(t->config, t->state, seat, legal);
    tm_rng_init(&rng, seed, 0);
    cr_assert_gt(n, 1);
    const int pick = choose(t->config, t->state, seat, legal, n, &rng, NULL);
    cr_assert(pick >= 0 && pick < n);
    return legal[pick];
}

/* Whatever the noise, one of the actions, which are separated by " | ". */
static void expect_from(const tm_table *t, int seat, bool well, const char *wanted)
{
    char list[128], written[64];
    snprintf(list, sizeof list, "| %s |", wanted);
    for (uint64_t seed = 0; seed < TRIES; seed++) {
        char word[80];
        tm_text text;
        tm_text_init(&text, written, sizeof written);
        t->setup.game->write_action(t->config, think(t, seat, well, seed), &text);
        snprintf(word, sizeof word, "| %s |", written);
        cr_assert_not_null(strstr(list, word), "found \"%s\", expected one of \"%s\"", written, wanted);
    }
}

static void expect_thought(const tm_table *t, int seat, const char *wanted)
{
    expect_from(t, seat, false, wanted);
}

static void expect_well(const tm_table *t, int seat, const char *wanted)
{
    expect_from(t, seat, true, wanted);
}

/* Three turns: seats 0 and 1 have three of a kind in their first row, no two belts equal. */
static tm_table *three_of_a_kind(void)
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_quiet_turn(t, "m1 f2 t3");
    dojo_quiet_turn(t, "m2 f3 c4");
    dojo_quiet_turn(t, "m3 f4 b2");
    return t;
}

Test(dojo_think, the_fourth_of_a_kind_finishes_the_row) /* D10 */
{
    tm_table *t = three_of_a_kind();
    dojo_deal(t, "m5 r1 t1");
    dojo_pass(t);
    expect_thought(t, 0, "place 0 3 | place 0 -1");
    expect_thought(t, 1, "place 0 3 | place 0 -1");
    play_free(t);
}

Test(dojo_think, a_stranger_does_not_spoil_the_row) /* D10 */
{
    tm_table *t = three_of_a_kind();
    dojo_deal(t, "c5 b5 t1");
    dojo_pass(t);
    for (uint64_t seed = 0; seed < TRIES; seed++) {
        const int row = (int)(think(t, 0, false, seed) - DOJO_PLACE) / DOJO_STRIDE - DOJO_UP;
        cr_assert_neq(row, 0);
    }
    play_free(t);
}

Test(dojo_think, the_third_equal_belt_finishes_the_column) /* D11 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_quiet_turn(t, "m1 f1 t1");
    dojo_quiet_turn(t, "f2 m4 c1");
    dojo_quiet_turn(t, "t3 c4 b1");
    dojo_quiet_turn(t, "c5 b4 m2");
    dojo_quiet_turn(t, "b5 f3 c2");
    dojo_quiet_turn(t, "m2 t2 b3");
    dojo_deal(t, "t5 c1 b2");
    dojo_pass(t);
    expect_thought(t, 0, "place 2 3 | place -1 3");
    play_free(t);
}

Test(dojo_think, a_black_belt_challenges_and_a_white_one_does_not) /* D6: the challenger wins a tie */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m3 f5 t1");
    expect_thought(t, 1, "challenge");
    play_lines(t, "1 pass");
    expect_thought(t, 2, "pass");
    play_free(t);
}

/* The dealer keeps a card at once, or because everybody else has one; seat 1 has `mine`. */
static tm_table *challenged(bool at_once, const char *mine)
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    if (at_once) play_lines(t, "* draw b3\n0 give 0");
    char draw[16];
    snprintf(draw, sizeof draw, "* draw %s", mine);
    play_lines(t, draw);
    play_lines(t, "0 give 1\n* draw t2\n0 give 2");
    if (!at_once) play_lines(t, "* draw b3\n0 give 0");
    return t;
}

Test(dojo_think, who_plays_well_challenges_a_dealer_who_had_no_choice) /* D5, D6 */
{
    for (int at_once = 0; at_once < 2; at_once++) {
        tm_table *t = challenged(at_once, "m3");
        expect_well(t, 1, at_once ? "pass" : "challenge");
        play_free(t);
        t = challenged(at_once, "m5");
        expect_well(t, 1, "challenge");
        play_free(t);
    }
}

Test(dojo_think, a_dealer_who_plays_well_keeps_a_black_belt_and_waits_for_it) /* D5 */
{
    for (int n = 3; n <= 4; n++) {
        tm_table *t = play_new("dojo", n, "");
        play_lines(t, "* trophy belt\n* draw m5");
        expect_well(t, 0, "give 0");
        play_free(t);
        t = play_new("dojo", n, "");
        play_lines(t, "* trophy belt\n* draw m2");
        expect_well(t, 0, n == 3 ? "give 1 | give 2" : "give 1 | give 2 | give 3");
        play_free(t);
    }
}

Test(dojo_think, who_plays_well_places_by_the_plain_rules) /* D10 */
{
    tm_table *t = three_of_a_kind();
    dojo_deal(t, "m5 r1 t1");
    dojo_pass(t);
    expect_well(t, 0, "place 0 3 | place 0 -1");
    play_free(t);
}

Test(dojo_think, the_winner_swaps_for_the_card_that_fits) /* D6 */
{
    tm_table *t = three_of_a_kind();
    dojo_deal(t, "f1 b5 t1");
    play_lines(t, "1 challenge");
    expect_thought(t, 1, "swap");
    play_free(t);
    t = three_of_a_kind();
    dojo_deal(t, "b4 f5 t1");
    play_lines(t, "1 challenge");
    expect_thought(t, 1, "keep");
    play_free(t);
}

Test(dojo_think, the_dealer_keeps_what_fits_and_gives_away_what_does_not) /* D5 */
{
    tm_table *t = three_of_a_kind();
    play_lines(t, "* draw m5");
    expect_thought(t, 0, "give 0");
    play_free(t);
    t = three_of_a_kind();
    play_lines(t, "* draw b1");
    expect_thought(t, 0, "give 1 | give 2");
    play_free(t);
}

Test(dojo_think, a_fitting_card_is_not_given_to_a_rival) /* D5 */
{
    tm_table *t = three_of_a_kind();
    play_lines(t, "* draw f1\n0 give 0\n* draw f5");
    expect_thought(t, 0, "give 2");
    play_free(t);
}

Test(dojo_think, a_kimono_goes_above_equal_belts) /* D13 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy kimono");
    dojo_quiet_turn(t, "m1 f1 t1");
    dojo_quiet_turn(t, "f2 m4 c1");
    dojo_quiet_turn(t, "t3 c4 b1");
    dojo_quiet_turn(t, "c5 b4 m2");
    dojo_challenge_turn(t, "b5 f3 c2", 0); /* the dealer is seat 1 */
    expect_thought(t, 0, "trophy col 3");
    play_free(t);
}

Test(dojo_think, thinking_stops_after_half_a_game) /* turns end where everybody has placed */
{
    static const char *const TURNS[] = {"c1 c2 c3", "b1 b3 b4", "c1 c2 c4", "b1 b2 b4", "c3 c5 c5", "b3 b5 b5"};
    tm_table *t = three_of_a_kind();
    const tm_think *think = t->setup.game->think;
    const dojo_state root = *dojo_state_of(t);
    for (int i = 0; i < 6; i++) {
        cr_assert_not(think->settled(t->config, &root, t->state));
        dojo_quiet_turn(t, TURNS[i]);
    }
    cr_assert(think->settled(t->config, &root, t->state));
    play_free(t);
}

Test(dojo_think, where_chances_are_rated_it_stops_after_three_turns)
{
    tm_table *t = play_new("dojo", 3, "");
    const tm_think *think = t->setup.game->think;
    play_lines(t, "* trophy belt");
    const dojo_state root = *dojo_state_of(t);
    dojo_quiet_turn(t, "m1 f2 t3");
    dojo_quiet_turn(t, "m2 f3 c4");
    cr_assert_not(think->settled_well(t->config, &root, t->state));
    dojo_quiet_turn(t, "m3 f4 b2");
    cr_assert(think->settled_well(t->config, &root, t->state));
    play_free(t);
}

static void chances_of(const tm_table *t, const dojo_state *state, int32_t *out)
{
    const dojo_config *c = t->config;
    int32_t all = 0;
    t->setup.game->think->judge_well(c, state, out, NULL);
    for (int seat = 0; seat < c->seats; seat++) all += out[seat];
    cr_assert(all <= TM_SURE && all > TM_SURE - c->seats, "rounded down");
}

Test(dojo_think, who_is_still_to_deal_has_a_better_chance) /* D4, D19 */
{
    static const struct {
        int seats, turn;
        uint32_t deal; /* those who have a turn to deal more than the others, one bit each */
    } CASES[] = {
        {3, 9, 0}, {3, 10, 6}, {3, 11, 4},  {4, 8, 0}, {4, 9, 14}, {4, 11, 8},
        {5, 6, 0}, {5, 7, 30}, {5, 10, 16}, {5, 11, 0}}; /* with five the first and the last turn have no dealer */
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        tm_table *t = play_new("dojo", CASES[i].seats, "");
        dojo_state state = *dojo_state_of(t);
        int32_t chances[TM_MAX_SEATS];
        state.open.turn = (uint8_t)CASES[i].turn;
        chances_of(t, &state, chances);
        for (int seat = 1; seat < CASES[i].seats; seat++) {
            if (CASES[i].deal >> seat & 1)
                cr_expect_gt(chances[seat], chances[0], "%d players, turn %d, seat %d", CASES[i].seats, CASES[i].turn,
                             seat);
            else
                cr_expect_eq(chances[seat], chances[0], "%d players, turn %d, seat %d", CASES[i].seats, CASES[i].turn,
                             seat);
        }
        play_free(t);
    }
}

Test(dojo_think, the_later_the_more_a_better_dojo_says)
{
    tm_table *t = three_of_a_kind(); /* everybody has dealt as often after three, six and nine turns */
    dojo_state state = *dojo_state_of(t);
    int32_t last = TM_SURE, chances[TM_MAX_SEATS];
    for (; state.open.turn <= 9; state.open.turn += 3) {
        chances_of(t, &state, chances);
        cr_expect(chances[2] < chances[0] && chances[2] < chances[1]);
        cr_expect_lt(chances[2], last, "turn %d", state.open.turn);
        last = chances[2];
    }
    play_free(t);
}

Test(dojo_think, at_the_end_more_points_are_a_better_chance) /* D18 */
{
    for (uint64_t game = 0; game < 20; game++) {
        tm_table *t = play_new("dojo", 3 + (int)game % 3, "");
        int32_t chances[TM_MAX_SEATS], points[TM_MAX_SEATS];
        uint32_t winners;
        play_random(t, game, 10000);
        t->setup.game->score(t->config, t->state, points, &winners);
        chances_of(t, t->state, chances);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) {
                if (points[i] == points[k]) cr_expect_eq(chances[i], chances[k]);
                if (points[i] > points[k]) cr_expect(chances[i] > chances[k] || chances[k] == 0);
            }
        play_free(t);
    }
}

Test(dojo_think, the_better_dojo_has_the_better_chance)
{
    tm_table *t = three_of_a_kind();
    int32_t chances[TM_MAX_SEATS];
    t->setup.game->think->judge(t->config, t->state, chances, NULL);
    for (int seat = 0; seat < 3; seat++) cr_assert(chances[seat] >= 0 && chances[seat] <= TM_SURE);
    cr_assert_gt(chances[0], chances[2]);
    cr_assert_gt(chances[1], chances[2]);
    play_free(t);
}

/* Two worlds that look the same to the seat, the same noise: the same choice. */
static void expect_blind(const tm_table *t, tm_thumb *choose, int seat, tm_rng *rng)
{
    const tm_game *game = t->setup.game;
    dojo_view_data view;
    dojo_state worlds[2];
    tm_action legal[DOJO_GRID];
    int picks[2];
    const tm_rng noise = *rng;
    const int n = game->legal(t->config, t->state, seat, legal);
    if (n < 2) return;
    game->view(t->config, t->state, seat, &view);
    for (int i = 0; i < 2; i++) {
        tm_rng same = noise;
        game->world(t->config, &view, rng, &worlds[i]);
        picks[i] = choose(t->config, &worlds[i], seat, legal, n, &same, NULL);
    }
    cr_assert_eq(picks[0], picks[1], "seat %d, turn %d, phase %d", seat, view.open.turn, view.open.phase);
}

Test(dojo_think, hidden_cards_do_not_steer_a_choice) /* D5, D21 */
{
    static const char *const OPTIONS[] = {"", "white-belt=yes", "black-belt=yes"};
    tm_rng rng;
    tm_rng_init(&rng, 5, 0);
    for (int game = 0; game < 30; game++) {
        tm_table *t = play_new("dojo", 3 + game % 3, OPTIONS[game / 3 % 3]);
        for (uint32_t actors; (actors = tm_table_actors(t)) != 0; play_random(t, tm_rng_next(&rng), 1)) {
            if (actors & TM_ACTOR_CHANCE) continue;
            while (actors) {
                const int seat = tm_bits_take(&actors);
                expect_blind(t, t->setup.game->think->choose, seat, &rng);
                expect_blind(t, t->setup.game->think->choose_well, seat, &rng);
            }
        }
        play_free(t);
    }
}

/* Of 100 worlds in which the dealer holds such a belt, as many as seat 1 believes when it may challenge. */
static int believed(const tm_table *t, int belt)
{
    const tm_game *game = t->setup.game;
    dojo_view_data view;
    dojo_state world;
    tm_rng rng;
    int n = 0, yes = 0;
    tm_rng_init(&rng, 3, 0);
    game->view(t->config, t->state, 1, &view);
    while (n < 4000) {
        game->world(t->config, &view, &rng, &world);
        if (dojo_belt(world.hand[0]) != belt) continue;
        n++;
        yes += game->think->likely(t->config, &world, 1, &rng);
    }
    return (yes + 20) / 40;
}

Test(dojo_think, a_dealer_who_could_have_waited_is_believed_to_hold_a_high_belt) /* D5, D6 */
{
    tm_table *first = play_new("dojo", 5, ""), *last = play_new("dojo", 5, "");
    tm_table *both[] = {first, last};
    for (int i = 0; i < 2; i++) {
        dojo_deal(both[i], "m1 f2 t3 c4 b5");
        dojo_place(both[i], "0 0");
        play_lines(both[i], "* trophy belt");
    }
    play_lines(first, "* draw t1\n0 give 0\n* draw b3\n0 give 1\n* draw f3\n0 give 2\n* draw c3\n0 give 3\n"
                      "* draw m3\n0 give 4");
    play_lines(last, "* draw b3\n0 give 1\n* draw f3\n0 give 2\n* draw c3\n0 give 3\n* draw m3\n0 give 4\n"
                     "* draw t1\n0 give 0");
    cr_expect_eq(dojo_state_of(first)->open.kept_of, 5);
    cr_expect_eq(dojo_state_of(last)->open.kept_of, 1);
    cr_expect_lt(believed(first, 1), 5);
    cr_expect_lt(believed(first, 4), 30);
    cr_expect_eq(believed(first, 5), 100);
    for (int belt = 1; belt <= DOJO_BELTS; belt++) cr_expect_eq(believed(last, belt), 100);
    play_free(first);
    play_free(last);
}

Test(dojo_think, who_knows_the_cards_doubts_nothing) /* D5: the dealer */
{
    tm_table *t = play_new("dojo", 3, "");
    tm_rng rng;
    tm_rng_init(&rng, 3, 0);
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 f2 t3");
    for (int i = 0; i < TRIES; i++) cr_expect(t->setup.game->think->likely(t->config, t->state, 0, &rng));
    dojo_pass(t);
    for (int i = 0; i < TRIES; i++) cr_expect(t->setup.game->think->likely(t->config, t->state, 1, &rng));
    play_free(t);
}
