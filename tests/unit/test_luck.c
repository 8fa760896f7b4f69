/* Luck: what outcomes were worth beside others that could have come. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include <tatami/bot.h>
#include <tatami/luck.h>

/* A game that chance alone decides, with values that are known. Three coins fall; on the first one seat 0 wins a throw in four, on the others every
 * second one. Whoever wins most throws wins. */
enum { THROWS = 3, OFTEN = 4, EVEN = 2 };
typedef struct coins {
    uint8_t thrown, won; /* won: by seat 0 */
} coins;

static int coins_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why)
{
    (void)config, (void)n_seats, (void)values, (void)box, (void)why;
    return TM_OK;
}

static void coins_init(const void *config, void *state)
{
    (void)config;
    memset(state, 0, sizeof(coins));
}

static uint32_t coins_actors(const void *config, const void *state)
{
    (void)config;
    return ((const coins *)state)->thrown < THROWS ? TM_ACTOR_CHANCE : 0;
}

static void coins_chance(const void *config, const void *state, tm_rng *rng, tm_outcome *out)
{
    (void)config;
    const uint8_t won = tm_rng_below(rng, ((const coins *)state)->thrown ? EVEN : OFTEN) == 0;
    *out = (tm_outcome){.kind = 1, .n = 1, .b = {won}};
}

static int coins_settle(const void *config, void *state, const tm_outcome *outcome)
{
    (void)config;
    coins *c = state;
    c->thrown++;
    c->won = (uint8_t)(c->won + outcome->b[0]);
    return TM_OK;
}

static void coins_score(const void *config, const void *state, int32_t *points, uint32_t *winners)
{
    const coins *c = state;
    points[0] = c->won;
    points[1] = c->thrown - c->won;
    *winners = coins_actors(config, state) ? 0 : points[0] > points[1] ? 1 : 2;
}

static void coins_view(const void *config, const void *state, int seat, void *view)
{
    (void)config, (void)seat;
    memcpy(view, state, sizeof(coins));
}

static const tm_game COINS = {.id = "coins",
                              .title = "Coins",
                              .min_seats = 2,
                              .max_seats = 2,
                              .state_size = sizeof(coins),
                              .view_size = sizeof(coins),
                              .config_size = 1,
                              .max_legal = 1,
                              .configure = coins_configure,
                              .init = coins_init,
                              .actors = coins_actors,
                              .chance = coins_chance,
                              .settle = coins_settle,
                              .score = coins_score,
                              .view = coins_view};

static tm_table *table_of(const tm_game *game, int n_seats)
{
    tm_setup setup;
    tm_table *table;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_setup_init(&setup, game, n_seats, &why), TM_OK);
    cr_assert_eq(tm_table_new(&setup, &table, &why), TM_OK);
    return table;
}

/* To the end, or for so many steps, with the same bot in every seat. */
static void play(tm_table *table, const char *bot, uint64_t seed, int steps)
{
    tm_players players;
    const tm_setup *setup = tm_table_setup(table);
    cr_assert_eq(tm_players_init(&players, setup->game, seed), TM_OK);
    for (int seat = 0; seat < setup->n_seats; seat++) players.bots[seat] = tm_bot_find(tm_span_of(bot));
    while (steps-- && tm_players_step(&players, table) == 1) continue;
    tm_players_free(&players);
}

/* The share of the win that seat 0 can expect after so many throws, of which it won so many. */
static double coins_worth(int thrown, int won)
{
    if (thrown == THROWS) return won > THROWS - won;
    const double chance = thrown ? 1.0 / EVEN : 1.0 / OFTEN;
    return chance * coins_worth(thrown + 1, won + 1) + (1 - chance) * coins_worth(thrown + 1, won);
}

/* So the result without luck is what chance gives, in every single game. */
Test(luck, where_chance_decides_all_the_result_is_luck)
{
    const double expected = coins_worth(0, 0);
    for (uint64_t seed = 0; seed < 40; seed++) {
        int32_t luck[TM_MAX_SEATS], points[TM_MAX_SEATS];
        uint32_t winners;
        tm_table *table = table_of(&COINS, 2);
        play(table, "random", seed, -1);
        tm_table_score(table, points, &winners);
        cr_assert_eq(tm_luck(table, 20000, seed, luck), TM_OK);
        const double left = (winners & 1) - (double)luck[0] / TM_SURE;
        cr_expect(fabs(left - expected) < 0.03, "seed %u: %f, not %f", (unsigned)seed, left, expected);
        cr_expect(abs(luck[0] + luck[1]) <= 1, "what one seat gains the other loses");
        tm_table_free(table);
    }
}

Test(luck, it_is_a_secret_until_the_game_is_over)
{
    for (int g = 0; g < tm_n_games; g++) {
        int32_t luck[TM_MAX_SEATS] = {7};
        tm_table *table = table_of(tm_games[g], tm_games[g]->min_seats);
        cr_expect_eq(tm_luck(table, 1, 1, luck), TM_ETURN);
        play(table, "random", 1, 3);
        cr_assert(tm_table_actors(table));
        cr_expect_eq(tm_luck(table, 1, 1, luck), TM_ETURN, "%s", tm_games[g]->id);
        cr_expect_eq(luck[0], 7, "nothing is written");
        tm_table_free(table);
    }
}

Test(luck, how_many_is_checked)
{
    int32_t luck[TM_MAX_SEATS];
    tm_table *table = table_of(&COINS, 2);
    play(table, "random", 1, -1);
    cr_expect_eq(tm_luck(table, 0, 1, luck), TM_ERANGE);
    cr_expect_eq(tm_luck(table, TM_LUCK_MOST + 1, 1, luck), TM_ERANGE);
    cr_expect_eq(tm_luck(table, 1, 1, luck), TM_OK);
    tm_table_free(table);
}

/* On average nobody is lucky, whatever the rules of thumb are worth: the mean lies within four standard errors of 0. All seats together are
 * neither lucky nor unlucky in any game, but for rounding. */
Test(luck, nobody_is_lucky_on_average)
{
    enum { GAMES = 60, OTHERS = 4 };
    for (int g = 0; g < tm_n_games; g++) {
        const tm_game *game = tm_games[g];
        double sum = 0, squares = 0;
        for (uint64_t seed = 0; seed < GAMES; seed++) {
            int32_t luck[TM_MAX_SEATS], again[TM_MAX_SEATS], all = 0;
            tm_table *table = table_of(game, game->min_seats);
            play(table, "thumb", seed, -1);
            cr_assert_eq(tm_table_actors(table), 0);
            cr_assert_eq(tm_luck(table, OTHERS, seed, luck), TM_OK);
            if (seed == 0) {
                cr_assert_eq(tm_luck(table, OTHERS, seed, again), TM_OK);
                cr_expect_eq(memcmp(luck, again, (size_t)game->min_seats * sizeof *luck), 0, "%s: the same", game->id);
            }
            for (int i = 0; i < game->min_seats; i++) all += luck[i];
            const int rounded = (int)tm_table_n_outcomes(table) * game->min_seats + game->min_seats;
            cr_expect(abs(all) <= rounded, "%s, seed %u: %d", game->id, (unsigned)seed, all);
            sum += (double)luck[0] / TM_SURE;
            squares += (double)luck[0] * luck[0] / TM_SURE / TM_SURE;
            tm_table_free(table);
        }
        cr_expect_gt(squares, 0, "%s", game->id);
        cr_expect(fabs(sum) < 4 * sqrt(squares), "%s: %f ± %f", game->id, sum / GAMES, sqrt(squares) / GAMES);
    }
}

/* Whoever won was lucky more often than not. */
Test(luck, winners_were_lucky)
{
    enum { GAMES = 40, OTHERS = 10 };
    for (int g = 0; g < tm_n_games; g++) {
        const tm_game *game = tm_games[g];
        double won = 0;
        int n = 0;
        for (uint64_t seed = 0; seed < GAMES; seed++) {
            int32_t luck[TM_MAX_SEATS], points[TM_MAX_SEATS];
            uint32_t winners;
            tm_table *table = table_of(game, game->min_seats);
            play(table, "thumb", 100 + seed, -1);
            cr_assert_eq(tm_luck(table, OTHERS, seed, luck), TM_OK);
            tm_table_score(table, points, &winners);
            for (int i = 0; i < game->min_seats; i++)
                if (winners >> i & 1) won += luck[i], n++;
            tm_table_free(table);
        }
        cr_expect_gt(won / n / TM_SURE, 0.05, "%s: %f", game->id, won / n / TM_SURE);
    }
}
