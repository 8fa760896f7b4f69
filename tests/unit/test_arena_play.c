/* Playing for the arena: the same luck for all, and the same games whatever the number of threads. */
#include <string.h>

#include <criterion/criterion.h>

#include "cli/arena_play.h"

static tm_action choose_first(const tm_question *q, tm_rng *rng)
{
    (void)rng;
    return q->legal[0];
}

static tm_action choose_any(const tm_question *q, tm_rng *rng)
{
    return q->legal[tm_rng_below(rng, (uint32_t)q->n_legal)];
}

static tm_action choose_nonsense(const tm_question *q, tm_rng *rng)
{
    (void)q, (void)rng;
    return TM_HIDDEN_ACTION;
}

static const tm_bot FIRST = {.name = "first", .choose = choose_first};
static const tm_bot SAME = {.name = "same", .choose = choose_first};
static const tm_bot ANY = {.name = "any", .choose = choose_any};
static const tm_bot NONSENSE = {.name = "nonsense", .choose = choose_nonsense};

static const atomic_bool NEVER = false;

/* Two bots at four seats, one round. */
static arena_match new_match(const tm_bot *a, const tm_bot *b, uint64_t seed)
{
    arena_match match = {.lineup = {.n_seats = 4, .n_places = 2, .n_bots = 2, .places = {0, 1}}};
    tm_why why;
    tm_why_init(&why, NULL);
    match.bots[0] = a;
    match.bots[1] = b;
    match.seed = seed;
    cr_assert_eq(tm_setup_init(&match.setup, tm_game_find(tm_span_of("tatsu")), 4, &why), TM_OK);
    cr_assert_eq(tm_setup_option(&match.setup, tm_span_of("rounds=1"), &why), TM_OK);
    return match;
}

static arena_result play(const arena_match *match, uint64_t number)
{
    arena_time times[TM_MAX_SEATS] = {{0}};
    arena_result result = {.winners = 0};
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(arena_play_game(match, number, &result, times, &why), TM_OK);
    cr_assert(times[0].n_decisions > 0 && times[1].n_decisions > 0);
    cr_assert_neq(result.winners, 0);
    return result;
}

static bool is_same(arena_result a, arena_result b)
{
    return a.winners == b.winners && memcmp(a.points, b.points, sizeof a.points) == 0;
}

Test(arena_play, all_rotations_of_a_deal_have_the_same_luck)
{
    const arena_match match = new_match(&FIRST, &SAME, 1), other = new_match(&FIRST, &SAME, 2);
    int n_same_deals = 0, n_same_seeds = 0;
    for (uint64_t deal = 0; deal < 50; deal++) {
        cr_expect(is_same(play(&match, 2 * deal), play(&match, 2 * deal + 1)), "deal %u", (unsigned)deal);
        n_same_deals += is_same(play(&match, 2 * deal), play(&match, 2 * deal + 2));
        n_same_seeds += is_same(play(&match, 2 * deal), play(&other, 2 * (deal ^ 3)));
    }
    cr_expect_lt(n_same_deals, 10, "other deals are other games");
    cr_expect_lt(n_same_seeds, 10, "another seed is not the same deals in another order");
}

Test(arena_play, bots_draw_anew_in_every_rotation)
{
    const arena_match match = new_match(&ANY, &ANY, 1);
    int n_same = 0;
    for (uint64_t deal = 0; deal < 50; deal++) n_same += is_same(play(&match, 2 * deal), play(&match, 2 * deal + 1));
    cr_expect_lt(n_same, 25);
}

Test(arena_play, threads_change_nothing)
{
    const arena_match match = new_match(&FIRST, &ANY, 7);
    for (int n_threads = 1; n_threads <= 9; n_threads += 4) {
        arena_pool pool;
        arena_result result;
        arena_time times[TM_MAX_SEATS] = {{0}};
        cr_assert_eq(arena_pool_open(&pool, &match, &NEVER, 3, 203, n_threads), TM_OK);
        for (uint64_t number = 3; number < 203; number++) {
            cr_assert_eq(arena_pool_next(&pool, &result), 1);
            cr_expect(is_same(result, play(&match, number)), "game %u, %d threads", (unsigned)number, n_threads);
        }
        cr_expect_eq(arena_pool_next(&pool, &result), 0, "all games were played");
        arena_pool_close(&pool, times);
        cr_expect(times[0].n_decisions > 200 && times[1].n_decisions > 200 && times[0].longest <= times[0].sum);
    }
}

Test(arena_play, stopping_leaves_no_hole)
{
    const arena_match match = new_match(&FIRST, &ANY, 7);
    arena_pool pool;
    arena_result result;
    arena_time times[TM_MAX_SEATS] = {{0}};
    atomic_bool stop = false;
    uint64_t number = 0;
    cr_assert_eq(arena_pool_open(&pool, &match, &stop, 0, 1000000, 4), TM_OK);
    for (int status; (status = arena_pool_next(&pool, &result)); number++) {
        cr_assert_eq(status, 1);
        cr_expect(is_same(result, play(&match, number)));
        if (number == 100) atomic_store(&stop, true);
    }
    cr_expect(number > 100 && number < 200, "%u games", (unsigned)number);
    arena_pool_close(&pool, times);
}

Test(arena_play, what_nobody_wants_any_more_is_not_played)
{
    const arena_match match = new_match(&FIRST, &ANY, 7);
    arena_pool pool;
    arena_result result;
    arena_time times[TM_MAX_SEATS] = {{0}};
    cr_assert_eq(arena_pool_open(&pool, &match, &NEVER, 0, 1000000, 3), TM_OK);
    cr_expect_eq(arena_pool_next(&pool, &result), 1);
    arena_pool_close(&pool, times);
    cr_expect_lt(times[0].n_decisions, 100 * 20);
}

Test(arena_play, a_bot_that_cheats_is_found_out)
{
    const arena_match match = new_match(&FIRST, &NONSENSE, 7);
    arena_pool pool;
    arena_result result;
    arena_time times[TM_MAX_SEATS] = {{0}};
    cr_assert_eq(arena_pool_open(&pool, &match, &NEVER, 0, 10, 2), TM_OK);
    cr_expect_eq(arena_pool_next(&pool, &result), TM_EILLEGAL);
    arena_pool_close(&pool, times);
}
