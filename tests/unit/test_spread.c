/* The test of fair draws that the harness uses, tested itself. */
#include <criterion/criterion.h>
#include <math.h>

#include <tatami/rng.h>

#include "conform/spread.h"

static void expect_tail(double chi, int degrees, double chance)
{
    const double found = spread_tail(chi, degrees);
    cr_expect(fabs(found - chance) < 1e-3 * chance, "%g with %d: %g, not %g", chi, degrees, found, chance);
}

/* Printed tables, and the two cases that have a formula. */
Test(spread, tails_are_those_of_the_tables)
{
    expect_tail(3.84146, 1, 0.05);
    expect_tail(10.8276, 1, 0.001);
    expect_tail(5.99146, 2, 0.05);
    expect_tail(9.21034, 2, 0.01);
    expect_tail(16.9190, 9, 0.05);
    expect_tail(27.8772, 9, 0.001);
    expect_tail(124.342, 100, 0.05);
    expect_tail(149.449, 100, 0.001);
    expect_tail(0.0157908, 1, 0.9);
    expect_tail(82.3581, 100, 0.9);
    for (double p = 0.5; p > 1e-12; p /= 3) expect_tail(-2 * log(p), 2, p);
    for (double x = 0.01; x < 60; x *= 1.7) expect_tail(x, 1, erfc(sqrt(x / 2)));
    cr_expect_eq(spread_tail(0, 5), 1);
}

/* So often in how many rounds of 600 draws is the chance of what was drawn below the bound. */
static int count_doubts(const uint32_t *source, const uint32_t *claimed, int n, int rounds, double bound)
{
    tm_rng rng;
    uint32_t total = 0;
    int doubts = 0;
    tm_rng_init(&rng, 3, (uint64_t)n);
    for (int i = 0; i < n; i++) total += source[i];
    for (int round = 0; round < rounds; round++) {
        uint32_t counts[8] = {0};
        for (int draw = 0; draw < 600; draw++) {
            uint32_t at = tm_rng_below(&rng, total);
            int i = 0;
            while (at >= source[i]) at -= source[i++];
            counts[i]++;
        }
        doubts += spread_chance(counts, claimed, n) < bound;
    }
    return doubts;
}

/* A fair source is doubted as often as the bound says, for few things and for more: within four deviations. */
Test(spread, a_fair_source_is_doubted_as_often_as_promised)
{
    static const uint32_t WEIGHTS[][8] = {{1, 1}, {1, 1, 1}, {1, 1, 2, 4}, {1, 1, 1, 1, 1, 1, 1, 1}};
    static const int SIZES[] = {2, 3, 4, 8};
    enum { ROUNDS = 4000 };
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        const int doubts = count_doubts(WEIGHTS[i], WEIGHTS[i], SIZES[i], ROUNDS, 0.01);
        cr_expect(doubts > 15 && doubts < 65, "%d things: %d doubts, not about 40", SIZES[i], doubts);
        cr_expect_eq(count_doubts(WEIGHTS[i], WEIGHTS[i], SIZES[i], ROUNDS, SPREAD_DOUBT), 0);
    }
}

/* And one that is not what it says is found at once. */
Test(spread, a_bent_source_is_found)
{
    static const uint32_t EVEN[] = {1, 1, 1}, BENT[] = {2, 2, 5}, NEVER[] = {1, 1, 0};
    cr_expect_eq(count_doubts(BENT, EVEN, 3, 200, SPREAD_DOUBT), 200);
    cr_expect_eq(count_doubts(NEVER, EVEN, 3, 200, SPREAD_DOUBT), 200);
}
