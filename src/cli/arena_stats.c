#include "cli/arena_stats.h"

#include <math.h>
#include <string.h>

#include <tatami/game.h>

#include "base/bits.h"

static const double Z = 1.959964; /* 95% of a normal distribution is within this many standard deviations */

/* The test errs one time in twenty on either side: log((1 - 0.05) / 0.05). */
static const double BOUND = 2.944439;
enum { TEST_LEAST = 10, TEST_COINS = 5 };

double arena_even(const arena_lineup *lineup, int bot)
{
    int n = 0;
    for (int i = 0; i < lineup->n_places; i++) n += lineup->places[i] == bot;
    return (double)n / lineup->n_places;
}

void arena_mean_add(arena_mean *mean, double value)
{
    const double off = value - mean->mean;
    mean->n++;
    mean->mean += off / (double)mean->n;
    mean->squares += off * (value - mean->mean);
}

void arena_share_add(arena_share *share, double won, double luck)
{
    const double off = won - share->won.mean;
    arena_mean_add(&share->won, won);
    arena_mean_add(&share->luck, luck);
    share->together += off * (luck - share->luck.mean);
}

/* A line through the deals. It is fitted with two numbers, so the scatter around it looks smaller than it is. */
arena_mean arena_without_luck(const arena_share *share, double *out_explained)
{
    arena_mean left = share->won;
    double explained = 0;
    if (left.n >= ARENA_LUCK_LEAST && share->luck.squares > 0 && left.squares > 0) {
        const double weight = share->together / share->luck.squares;
        explained = weight * share->together / left.squares;
        left.mean -= weight * share->luck.mean;
        left.squares *= (1 - explained) * (double)(left.n - 1) / (double)(left.n - 2);
    }
    if (out_explained) *out_explained = explained;
    return left;
}

/* Wilson's interval, for observations with a smaller variance than coin flips: of two games with seats swapped, luck
 * often wins one each. The number of observations is increased to match the smaller variance. One of the n counts as
 * a coin flip, so that a few equal deals are not taken for certainty. (The mean with Student's t would not do: when
 * nearly all games are won, ten deals would give an interval that misses the truth one time in three.) */
void arena_interval(const arena_mean *mean, double *out_low, double *out_high)
{
    const double n = (double)mean->n, m = fmin(fmax(mean->mean, 0), 1), coin = m * (1 - m);
    double scatter = coin > 1e-9 ? mean->squares / n / coin : 1;
    scatter += (1 - scatter) / n;
    const double number = n / scatter, zz = Z * Z / number;
    const double half = Z * sqrt(fmax(coin, 0) / number + zz / (4 * number));
    *out_low = fmax((m + zz / 2 - half) / (1 + zz), 0);
    *out_high = fmin((m + zz / 2 + half) / (1 + zz), 1);
}

/* Wald's test, with the likelihood ratio of normal distributions with the variance seen so far. A few coin flips are
 * added to the variance: without them the test is wrong up to twice as often, on short runs that happen to vary
 * little. */
arena_verdict arena_test(const arena_mean *mean, double low, double high)
{
    if (mean->n < TEST_LEAST) return ARENA_OPEN;
    const double n = (double)mean->n, middle = (low + high) / 2;
    const double variance = (mean->squares + TEST_COINS * middle * (1 - middle)) / n;
    const double ratio = n * (high - low) * (mean->mean - middle) / variance;
    return ratio >= BOUND ? ARENA_HIGH : ratio <= -BOUND ? ARENA_LOW : ARENA_OPEN;
}

static void add_pairs(struct arena_deal *deal, const int *bots, const int *n_held, int n_seats, uint32_t winners)
{
    for (int a = 0; a < n_seats; a++)
        for (int b = 0; b < n_seats; b++) {
            if (bots[a] == bots[b]) continue;
            const double won = 0.5 * (1 + (int)(winners >> a & 1) - (int)(winners >> b & 1));
            deal->pairs[bots[a]][bots[b]] += won / (n_held[bots[a]] * n_held[bots[b]]);
        }
}

static void close_deal(arena_tally *tally)
{
    const arena_lineup *lineup = &tally->lineup;
    const struct arena_deal *deal = &tally->deal;
    for (int a = 0; a < lineup->n_bots; a++) {
        arena_share_add(&tally->shares[a], deal->shares[a] / deal->n_games, deal->luck[a] / deal->n_games);
        arena_mean_add(&tally->points[a], deal->points[a] / deal->n_seats[a]);
        for (int b = 0; b < lineup->n_bots; b++)
            if (a != b) arena_mean_add(&tally->pairs[a][b], deal->pairs[a][b] / deal->n_games);
    }
    tally->n_deals++;
    memset(&tally->deal, 0, sizeof tally->deal);
}

bool arena_tally_add(arena_tally *tally, const arena_result *result)
{
    const arena_lineup *lineup = &tally->lineup;
    struct arena_deal *deal = &tally->deal;
    const int n_winners = tm_bits_count(result->winners);
    int bots[TM_MAX_SEATS], n_held[TM_MAX_SEATS] = {0};
    for (int seat = 0; seat < lineup->n_seats; seat++) {
        const int bot = bots[seat] = arena_bot_at(lineup, deal->n_games, seat);
        n_held[bot]++;
        deal->n_seats[bot]++;
        deal->points[bot] += result->points[seat];
        deal->luck[bot] += (double)result->luck[seat] / TM_SURE;
        if (result->winners >> seat & 1) deal->shares[bot] += 1.0 / n_winners;
    }
    add_pairs(deal, bots, n_held, lineup->n_seats, result->winners);
    if (++deal->n_games < lineup->n_places) return false;
    close_deal(tally);
    return true;
}
