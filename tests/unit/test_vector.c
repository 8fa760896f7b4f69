/* Many tables stepped together are the same games as one table after the other. */
#include <tatami/vector.h>

#include <inttypes.h>

#include "base/hash.h"
#include "play.h"

enum { TABLES = 150, STEPS = 400 };

/* All arrays of a vector. */
typedef struct rows {
    tm_vector *vector;
    const tm_learn *learn;
    int n, n_seats;
    tm_vector_arrays out;
    int32_t *tokens;
} rows;

static rows rows_new(const tm_game *game, int n_seats, int n, int n_threads, uint64_t seed)
{
    rows r = {.learn = tm_learn_find(game), .n = n, .n_seats = n_seats};
    tm_setup setup;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_setup_init(&setup, game, n_seats, &why), TM_OK);
    cr_assert_eq(tm_vector_new(&setup, n, n_threads, 999, &r.vector, &why), TM_OK, "%s", why.text.at);
    const size_t size = (size_t)n, seats = size * (size_t)n_seats;
    r.out.observations = malloc(size * tm_vector_observation(r.vector));
    r.out.masks = malloc(size * r.learn->n_tokens);
    r.out.seats = malloc(size * sizeof *r.out.seats);
    r.out.dones = malloc(size);
    r.out.rewards = malloc(seats * sizeof *r.out.rewards);
    r.out.points = malloc(seats * sizeof *r.out.points);
    r.tokens = malloc(size * sizeof *r.tokens);
    tm_vector_reset(r.vector, seed, &r.out);
    return r;
}

static void rows_free(rows *r)
{
    tm_vector_free(r->vector);
    free(r->out.observations);
    free(r->out.masks);
    free(r->out.seats);
    free(r->out.dones);
    free(r->out.rewards);
    free(r->out.points);
    free(r->tokens);
}

static void choose(rows *r, tm_rng *rng)
{
    for (int i = 0; i < r->n; i++) {
        const uint8_t *mask = r->out.masks + (size_t)i * r->learn->n_tokens;
        uint32_t n = 0, k;
        for (int t = 0; t < r->learn->n_tokens; t++) n += mask[t];
        cr_assert_gt(n, 0);
        k = tm_rng_below(rng, n);
        for (r->tokens[i] = 0; !mask[r->tokens[i]] || k--;) r->tokens[i]++;
    }
}

/* One table of the vector, played with tm_table. */
typedef struct single {
    tm_table *table;
    tm_rng rng;
    uint16_t tokens[TM_MAX_STEPS];
    int n_tokens, seat;
} single;

static void single_begin(single *s, const tm_game *game, int n_seats)
{
    tm_table_free(s->table);
    s->table = play_open(game, n_seats, "", NULL);
    s->n_tokens = 0;
    while (tm_table_actors(s->table) & TM_ACTOR_CHANCE) tm_table_draw(s->table, &s->rng);
    s->seat = __builtin_ctz(tm_table_actors(s->table));
}

/* Takes a token; true if the game is over. */
static bool single_step(single *s, const tm_learn *learn, uint8_t *mask, int token)
{
    const tm_action *legal;
    tm_action action;
    s->tokens[s->n_tokens++] = (uint16_t)token;
    const int n = tm_table_legal(s->table, s->seat, &legal);
    const int next = tm_learn_next(learn, tm_table_config(s->table), legal, n, s->tokens, s->n_tokens, mask, &action);
    cr_assert_geq(next, 0);
    if (next > 0) return false;
    s->n_tokens = 0;
    cr_assert_eq(tm_table_act(s->table, s->seat, action), TM_OK);
    while (tm_table_actors(s->table) & TM_ACTOR_CHANCE) tm_table_draw(s->table, &s->rng);
    if (!tm_table_actors(s->table)) return true;
    s->seat = __builtin_ctz(tm_table_actors(s->table));
    return false;
}

static void expect_same_row(const rows *r, int i, single *s, uint8_t *mask, uint8_t *observation, void *view)
{
    const tm_action *legal;
    tm_action action;
    const void *config = tm_table_config(s->table);
    const uint32_t size = tm_vector_observation(r->vector), own = tm_learn_size(r->learn);
    cr_assert_eq(r->out.seats[i], s->seat);
    const int n = tm_table_legal(s->table, s->seat, &legal);
    cr_assert_gt(tm_learn_next(r->learn, config, legal, n, s->tokens, s->n_tokens, mask, &action), 0);
    cr_assert_eq(memcmp(mask, r->out.masks + (size_t)i * r->learn->n_tokens, r->learn->n_tokens), 0);
    tm_table_view(s->table, s->seat, view);
    r->learn->observe(config, view, observation);
    for (uint32_t k = own; k < size; k++) {
        const int at = (int)(k - own);
        observation[k] = (uint8_t)(at < s->n_tokens ? s->tokens[at] + 1 : 0);
    }
    cr_assert_eq(memcmp(observation, r->out.observations + (size_t)i * size, size), 0);
}

static void expect_end(const rows *r, int i, const single *s, bool over)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    float sum = 0;
    cr_assert_eq(r->out.dones[i], over);
    tm_table_score(s->table, points, &winners);
    for (int seat = 0; seat < r->n_seats; seat++) {
        const int at = i * r->n_seats + seat;
        sum += r->out.rewards[at];
        cr_assert_eq(r->out.points[at], over ? points[seat] : 0);
        cr_assert_eq(r->out.rewards[at] > 0, over && winners >> seat & 1);
    }
    cr_assert(over ? sum > 0.999f && sum < 1.001f : sum == 0);
}

static void same_as_single(const tm_game *game, int n_seats)
{
    enum { N = 4, SEED = 42 };
    rows r = rows_new(game, n_seats, N, 0, SEED);
    single singles[N] = {0};
    uint8_t *mask = malloc(r.learn->n_tokens), *observation = malloc(tm_vector_observation(r.vector));
    void *view = malloc(game->view_size);
    tm_rng rng;
    int ends = 0;
    tm_rng_init(&rng, 7, 0);
    for (int i = 0; i < N; i++) {
        tm_rng_init(&singles[i].rng, SEED, (uint64_t)i);
        single_begin(&singles[i], game, n_seats);
    }
    for (int step = 0; step < 40000 && (step < STEPS || !ends); step++) {
        for (int i = 0; i < N; i++) expect_same_row(&r, i, &singles[i], mask, observation, view);
        choose(&r, &rng);
        cr_assert_eq(tm_vector_step(r.vector, r.tokens, &r.out, NULL), TM_OK);
        for (int i = 0; i < N; i++) {
            const bool over = single_step(&singles[i], r.learn, mask, r.tokens[i]);
            expect_end(&r, i, &singles[i], over);
            if (over) single_begin(&singles[i], game, n_seats);
            ends += over;
        }
    }
    cr_expect_gt(ends, 0, "%s: no game ended", game->id);
    for (int i = 0; i < N; i++) tm_table_free(singles[i].table);
    free(mask);
    free(observation);
    free(view);
    rows_free(&r);
}

Test(vector, plays_the_games_that_single_tables_play)
{
    for (int g = 0; g < tm_n_games; g++) {
        same_as_single(tm_games[g], tm_games[g]->min_seats);
        same_as_single(tm_games[g], tm_games[g]->max_seats);
    }
}

/* A network that was trained on an encoding understands no other. If one of these changes on purpose, the changelog says so. */
Test(vector, what_a_learner_sees_stays_the_same_to_the_byte)
{
    static const struct {
        const char *game;
        int n_seats;
        uint64_t hash;
    } SEEN[] = {
        {"tatsu", 2, 0x86f7bdc64344f853},     {"tatsu", 3, 0xf928558a698e9b25},     {"tatsu", 4, 0x5e4e7881e25def3a},
        {"takamatsu", 2, 0xd19af666a8d6a7f8}, {"takamatsu", 5, 0x7b981719d22e9e26}, {"tatata", 2, 0x95e48e58afa33d94},
        {"tatata", 8, 0xfbd5bb0759b935cc},    {"dojo", 3, 0x09e4ff3764086a64},      {"dojo", 5, 0xb0dbecdc0fa2b0b5},
    };
    for (size_t k = 0; k < sizeof SEEN / sizeof *SEEN; k++) {
        rows r = rows_new(tm_game_find(tm_span_of(SEEN[k].game)), SEEN[k].n_seats, TABLES, 0, 1);
        uint64_t hash = TM_HASH_START;
        tm_rng rng;
        tm_rng_init(&rng, 2, 0);
        for (int step = 0; step < STEPS; step++) {
            hash = tm_hash(hash, r.out.observations, TABLES * tm_vector_observation(r.vector));
            hash = tm_hash(hash, r.out.masks, TABLES * (size_t)r.learn->n_tokens);
            choose(&r, &rng);
            cr_assert_eq(tm_vector_step(r.vector, r.tokens, &r.out, NULL), TM_OK);
        }
        cr_expect_eq(hash, SEEN[k].hash, "%s with %d players: 0x%016" PRIx64, SEEN[k].game, SEEN[k].n_seats, hash);
        rows_free(&r);
    }
}

Test(vector, does_not_depend_on_the_number_of_threads)
{
    for (int g = 0; g < tm_n_games; g++) {
        rows one = rows_new(tm_games[g], tm_games[g]->usual_seats, TABLES, 1, 5);
        rows three = rows_new(tm_games[g], tm_games[g]->usual_seats, TABLES, 3, 5);
        tm_rng rng;
        tm_rng_init(&rng, 3, 0);
        for (int step = 0; step < 60; step++) {
            cr_assert_eq(
                memcmp(one.out.observations, three.out.observations, TABLES * tm_vector_observation(one.vector)), 0);
            cr_assert_eq(memcmp(one.out.masks, three.out.masks, TABLES * (size_t)one.learn->n_tokens), 0);
            choose(&one, &rng);
            cr_assert_eq(tm_vector_step(one.vector, one.tokens, &one.out, NULL), TM_OK);
            cr_assert_eq(tm_vector_step(three.vector, one.tokens, &three.out, NULL), TM_OK);
        }
        rows_free(&one);
        rows_free(&three);
    }
}

Test(vector, refuses_a_wrong_token_and_changes_nothing)
{
    for (int g = 0; g < tm_n_games; g++) {
        rows r = rows_new(tm_games[g], tm_games[g]->usual_seats, TABLES, 2, 11);
        rows same = rows_new(tm_games[g], tm_games[g]->usual_seats, TABLES, 0, 11);
        tm_rng rng;
        tm_rng_init(&rng, 1, 0);
        for (int step = 0; step < 20; step++) {
            choose(&r, &rng);
            memcpy(same.tokens, r.tokens, TABLES * sizeof *r.tokens);
            const int victim = (int)tm_rng_below(&rng, TABLES);
            const uint8_t *mask = r.out.masks + (size_t)victim * r.learn->n_tokens;
            int illegal = 0, wrong = -1;
            while (illegal < r.learn->n_tokens && mask[illegal]) illegal++;
            const int32_t bad[] = {-1, r.learn->n_tokens, INT32_MIN, INT32_MAX, illegal};
            for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
                same.tokens[victim] = bad[k];
                cr_assert_eq(tm_vector_step(r.vector, same.tokens, &r.out, &wrong), TM_EILLEGAL);
                cr_assert_eq(wrong, victim);
            }
            cr_assert_eq(tm_vector_step(r.vector, r.tokens, &r.out, NULL), TM_OK);
            cr_assert_eq(tm_vector_step(same.vector, r.tokens, &same.out, NULL), TM_OK);
            cr_assert_eq(memcmp(r.out.observations, same.out.observations, TABLES * tm_vector_observation(r.vector)),
                         0);
        }
        rows_free(&r);
        rows_free(&same);
    }
}

Test(vector, refuses_numbers_out_of_bounds)
{
    tm_setup setup;
    tm_vector *vector = NULL;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_setup_init(&setup, tm_games[0], tm_games[0]->min_seats, &why), TM_OK);
    cr_expect_eq(tm_vector_new(&setup, 0, 0, 1, &vector, &why), TM_ERANGE);
    cr_expect_str_eq(why.text.at, "0 tables, expected 1 to 16777216");
    cr_expect_eq(tm_vector_new(&setup, -5, 0, 1, &vector, &why), TM_ERANGE);
    cr_expect_eq(tm_vector_new(&setup, 1 << 25, 0, 1, &vector, &why), TM_ERANGE);
    cr_expect_eq(tm_vector_new(&setup, 1, -1, 1, &vector, &why), TM_ERANGE);
    cr_expect_eq(tm_vector_new(&setup, 1, 1000, 1, &vector, &why), TM_ERANGE);
    setup.n_seats = 99;
    cr_expect_eq(tm_vector_new(&setup, 1, 0, 1, &vector, &why), TM_ERANGE);
    cr_expect_null(vector);
    tm_vector_free(NULL);
}

Test(vector, writes_only_the_arrays_that_it_is_given)
{
    rows r = rows_new(tm_games[0], tm_games[0]->usual_seats, TABLES, 2, 1);
    const tm_vector_arrays nothing = {0};
    tm_rng rng;
    tm_rng_init(&rng, 1, 0);
    for (int step = 0; step < 30; step++) {
        choose(&r, &rng);
        cr_assert_eq(tm_vector_step(r.vector, r.tokens, &nothing, NULL), TM_OK);
        tm_vector_reset(r.vector, 1, &r.out);
    }
    rows_free(&r);
}
