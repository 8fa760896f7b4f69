/* The statistics of the arena: who gets what of a win, and how sure one may be. */
#include <criterion/criterion.h>

#include <tatami/game.h>

#include "cli/arena_stats.h"

#define expect_near(value, expected)                                                                                   \
    cr_expect(__builtin_fabs((value) - (expected)) < 1e-4, "%s is %f, expected %f", #value, (value), (double)(expected))

enum { A, B, C };

static const arena_lineup PARTNERS = {.n_seats = 4, .n_places = 2, .n_bots = 2, .places = {A, B}};
static const arena_lineup ONE_OF_THREE = {.n_seats = 3, .n_places = 3, .n_bots = 2, .places = {A, B, B}};
static const arena_lineup TWO_OF_THREE = {.n_seats = 3, .n_places = 2, .n_bots = 2, .places = {A, B}};
static const arena_lineup ALL_OF_THREE = {.n_seats = 3, .n_places = 3, .n_bots = 3, .places = {A, B, C}};

/* Games that were won by these seats. */
static void add_games(arena_tally *tally, const uint32_t *winners, int n)
{
    for (int i = 0; i < n; i++) {
        const arena_result result = {.winners = winners[i]};
        cr_expect_eq(arena_tally_add(tally, &result), (i + 1) % tally->lineup.n_places == 0, "game %d", i);
    }
}

static arena_mean mean_of(const double *values, int n)
{
    arena_mean mean = {0};
    for (int i = 0; i < n; i++) arena_mean_add(&mean, values[i]);
    return mean;
}

static arena_mean repeat(double value, int n)
{
    arena_mean mean = {0};
    while (n--) arena_mean_add(&mean, value);
    return mean;
}

Test(arena_stats, bots_move_on_by_a_seat)
{
    const int expected[3][3] = {{A, B, C}, {B, C, A}, {C, A, B}};
    for (int rotation = 0; rotation < 3; rotation++)
        for (int seat = 0; seat < 3; seat++)
            cr_expect_eq(arena_bot_at(&ALL_OF_THREE, rotation, seat), expected[rotation][seat]);
    cr_expect_eq(arena_bot_at(&PARTNERS, 0, 2), A);
    cr_expect_eq(arena_bot_at(&PARTNERS, 1, 2), B);
}

Test(arena_stats, an_even_share_goes_by_places)
{
    expect_near(arena_even(&PARTNERS, A), 0.5);
    expect_near(arena_even(&ONE_OF_THREE, A), 1.0 / 3);
    expect_near(arena_even(&ONE_OF_THREE, B), 2.0 / 3);
    /* Two seats in one rotation, one in the other. */
    expect_near(arena_even(&TWO_OF_THREE, A), 0.5);
}

Test(arena_stats, partners_win_together)
{
    arena_tally tally = {.lineup = PARTNERS};
    add_games(&tally, (uint32_t[]){0x5, 0xa}, 2); /* A both times */
    expect_near(tally.shares[A].won.mean, 1);
    expect_near(tally.shares[B].won.mean, 0);
    expect_near(tally.pairs[A][B].mean, 1);
    add_games(&tally, (uint32_t[]){0x5, 0x5}, 2); /* the seats that won are held by A, then by B */
    cr_expect_eq(tally.n_deals, 2);
    expect_near(tally.shares[A].won.mean, 0.75);
    expect_near(tally.pairs[B][A].mean, 0.25);
}

Test(arena_stats, a_win_is_shared_by_the_seats_that_win)
{
    arena_tally tally = {.lineup = ONE_OF_THREE};
    /* A sits at 0, 2, 1. It wins alone; with one of the others; not. */
    add_games(&tally, (uint32_t[]){0x1, 0x5, 0x5}, 3);
    expect_near(tally.shares[A].won.mean, (1 + 0.5 + 0) / 3);
    expect_near(tally.shares[B].won.mean, (0 + 0.5 + 1) / 3);
    /* Against each of the two: better than both; as good as one, better than the other; worse than both. */
    expect_near(tally.pairs[A][B].mean, (1 + 0.75 + 0) / 3);
    expect_near(tally.pairs[B][A].mean, (0 + 0.25 + 1) / 3);
}

Test(arena_stats, when_a_third_bot_wins_two_are_level)
{
    arena_tally tally = {.lineup = ALL_OF_THREE};
    add_games(&tally, (uint32_t[]){0x4, 0x2, 0x1}, 3); /* always C */
    expect_near(tally.shares[C].won.mean, 1);
    expect_near(tally.pairs[A][B].mean, 0.5);
    expect_near(tally.pairs[A][C].mean, 0);
    expect_near(tally.pairs[C][B].mean, 1);
}

Test(arena_stats, points_are_by_seat)
{
    arena_tally tally = {.lineup = TWO_OF_THREE};
    const arena_result first = {.points = {10, 1, 20}, .winners = 4}, second = {.points = {2, 30, 3}, .winners = 2};
    arena_tally_add(&tally, &first);
    cr_expect_eq(tally.n_deals, 0);
    cr_expect_eq(tally.points[A].n, 0, "a deal that is not over is not counted");
    arena_tally_add(&tally, &second);
    expect_near(tally.points[A].mean, 20);
    expect_near(tally.points[B].mean, 2);
}

Test(arena_stats, the_interval_of_a_coin_is_wilsons)
{
    double low, high;
    const arena_mean mean = mean_of((double[]){1, 1, 0, 1, 1, 1, 0, 1, 1, 1}, 10);
    arena_interval(&mean, &low, &high);
    expect_near(low, 0.49016);
    expect_near(high, 0.94332);
}

Test(arena_stats, a_few_equal_deals_are_not_certainty)
{
    double low, high;
    const arena_mean won = repeat(1, 10), lost = repeat(0, 10), level = repeat(0.5, 10), one = repeat(0.5, 1);
    arena_interval(&won, &low, &high);
    expect_near(low, 0.72246);
    expect_near(high, 1);
    arena_interval(&lost, &low, &high);
    expect_near(low, 0);
    expect_near(high, 0.27754);
    arena_interval(&level, &low, &high);
    cr_expect(low < 0.45 && high > 0.55 && low > 0.35, "%f to %f", low, high);
    arena_interval(&one, &low, &high);
    cr_expect(low < 0.2 && high > 0.8, "%f to %f", low, high);
}

Test(arena_stats, deals_that_scatter_less_say_more)
{
    double low, high, low_coin, high_coin;
    arena_mean halves = {0}, coins = {0};
    for (int i = 0; i < 100; i++) {
        arena_mean_add(&coins, i % 2);
        arena_mean_add(&halves, i % 4 == 0 ? 0 : i % 4 == 1 ? 1 : 0.5);
    }
    arena_interval(&halves, &low, &high);
    arena_interval(&coins, &low_coin, &high_coin);
    expect_near(low_coin, 0.40383);
    cr_expect(high - low < 0.75 * (high_coin - low_coin) && high - low > 0.65 * (high_coin - low_coin));
}

static double throw_coin(tm_rng *rng, double most)
{
    return tm_rng_below(rng, 2) ? most : -most;
}

/* A deal of eight games, won with a chance that is the same in all deals but for luck. Of that a part was measured, with errors and on another
 * scale. */
static void draw_lucky_deal(tm_rng *rng, double chance, arena_share *out)
{
    double seen = 0;
    int won = 0;
    for (int i = 0; i < 6; i++) {
        const double step = throw_coin(rng, 0.06);
        chance += step;
        if (i < 4) seen += 2 * step + throw_coin(rng, 0.04);
    }
    for (int i = 0; i < 8; i++) won += tm_rng_below(rng, 1000000) < 1000000 * chance;
    arena_share_add(out, won / 8.0, seen);
}

Test(arena_stats, without_luck_less_scatter_is_left)
{
    tm_rng rng;
    arena_share share = {.together = 0};
    double explained, low, high, low_won, high_won;
    tm_rng_init(&rng, 1, 0);
    for (int i = 0; i < 2000; i++) draw_lucky_deal(&rng, 0.4, &share);
    const arena_mean left = arena_without_luck(&share, &explained);
    arena_interval(&share.won, &low_won, &high_won);
    arena_interval(&left, &low, &high);
    /* The scatter of the chance is 6 * 0.06^2 = 0.0216, that of eight games (0.24 - 0.0216) / 8 = 0.0273. What was seen scatters by
     * 4 * (0.12^2 + 0.04^2) = 0.064, together with the result by 4 * 0.12 * 0.06 = 0.0288. */
    cr_expect(__builtin_fabs(explained - 0.0288 * 0.0288 / 0.064 / (0.0216 + 0.0273)) < 0.03, "%f", explained);
    cr_expect(high - low < 0.9 * (high_won - low_won), "%f", (high - low) / (high_won - low_won));
    cr_expect(low <= 0.4 && 0.4 <= high, "%f to %f", low, high);
}

Test(arena_stats, luck_that_was_not_measured_changes_nothing)
{
    arena_share share = {.together = 0};
    double explained;
    for (int i = 0; i < 50; i++) arena_share_add(&share, i % 3 == 0, 0);
    const arena_mean left = arena_without_luck(&share, &explained);
    expect_near(left.mean, share.won.mean);
    expect_near(left.squares, share.won.squares);
    expect_near(explained, 0);
}

/* Through two points there is always a line, and nothing scatters around it. */
Test(arena_stats, a_few_lucky_deals_are_left_as_they_are)
{
    arena_share share = {.together = 0};
    for (int i = 0; i < 9; i++) arena_share_add(&share, i % 2, i % 2);
    expect_near(arena_without_luck(&share, NULL).squares, share.won.squares);
    arena_share_add(&share, 1, 1);
    expect_near(arena_without_luck(&share, NULL).squares, 0);
}

Test(arena_stats, without_luck_the_interval_holds_the_truth_as_often)
{
    enum { TRIALS = 4000 };
    const int numbers[] = {20, 50, 200};
    tm_rng rng;
    tm_rng_init(&rng, 2, 0);
    for (int k = 0; k < 3; k++) {
        int n_held = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            arena_share share = {.together = 0};
            double low, high;
            for (int i = 0; i < numbers[k]; i++) draw_lucky_deal(&rng, 0.3, &share);
            const arena_mean left = arena_without_luck(&share, NULL);
            arena_interval(&left, &low, &high);
            n_held += low <= 0.3 && 0.3 <= high;
        }
        cr_expect(n_held > 0.93 * TRIALS && n_held < 0.985 * TRIALS, "%d deals: %d of %d", numbers[k], n_held, TRIALS);
    }
}

Test(arena_stats, luck_goes_to_the_bot_of_the_seat)
{
    arena_tally tally = {.lineup = ONE_OF_THREE};
    const int32_t part = TM_SURE / 8;
    const arena_result games[] = {{.winners = 1, .luck = {2 * part, -part, -part}},
                                  {.winners = 2, .luck = {part, part, -2 * part}},
                                  {.winners = 4, .luck = {0, part, -part}}};
    for (int i = 0; i < 3; i++) arena_tally_add(&tally, &games[i]); /* A sits at 0, 2, 1 */
    expect_near(tally.shares[A].luck.mean, (2.0 - 2 + 1) / 8 / 3);
    expect_near(tally.shares[B].luck.mean, (-2.0 + 2 - 1) / 8 / 3);
}

/* A deal of two games that the better bot wins with this chance, out of 1000, each. */
static double draw_deal(tm_rng *rng, uint32_t chance)
{
    return 0.5 * ((tm_rng_below(rng, 1000) < chance) + (tm_rng_below(rng, 1000) < chance));
}

Test(arena_stats, the_interval_holds_the_truth_19_times_in_20)
{
    enum { TRIALS = 4000 };
    const uint32_t chances[] = {500, 700, 950};
    const int numbers[] = {20, 50, 200};
    tm_rng rng;
    tm_rng_init(&rng, 1, 0);
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 3; k++) {
            int n_held = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                arena_mean mean = {0};
                double low, high;
                for (int i = 0; i < numbers[k]; i++) arena_mean_add(&mean, draw_deal(&rng, chances[c]));
                arena_interval(&mean, &low, &high);
                n_held += low <= chances[c] / 1000.0 && chances[c] / 1000.0 <= high;
            }
            cr_expect(n_held > 0.93 * TRIALS && n_held < 0.985 * TRIALS, "chance %u, %d deals: %d of %d", chances[c],
                      numbers[k], n_held, TRIALS);
        }
}

Test(arena_stats, the_test_waits_for_ten_deals)
{
    for (int n = 0; n < 10; n++) {
        const arena_mean mean = repeat(1, n);
        cr_expect_eq(arena_test(&mean, 0.1, 0.2), ARENA_OPEN);
    }
    const arena_mean won = repeat(1, 15), lost = repeat(0, 15);
    cr_expect_eq(arena_test(&won, 0.5, 0.6), ARENA_HIGH);
    cr_expect_eq(arena_test(&lost, 0.5, 0.6), ARENA_LOW);
}

Test(arena_stats, the_test_errs_once_in_20)
{
    enum { TRIALS = 2000, VALUES_MAX = 100000 };
    tm_rng rng;
    tm_rng_init(&rng, 2, 0);
    for (int truth = 0; truth < 2; truth++) {
        int n_wrong = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            arena_mean mean = {0};
            arena_verdict verdict = ARENA_OPEN;
            while (verdict == ARENA_OPEN && mean.n < VALUES_MAX) {
                arena_mean_add(&mean, draw_deal(&rng, truth ? 600 : 500));
                verdict = arena_test(&mean, 0.5, 0.6);
            }
            n_wrong += verdict != (truth ? ARENA_HIGH : ARENA_LOW);
        }
        cr_expect(n_wrong < 0.05 * TRIALS, "with %s true: wrong %d times of %d", truth ? "high" : "low", n_wrong,
                  TRIALS);
    }
}
