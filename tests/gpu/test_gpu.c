/* What a graphics card would compute, on the processor: the kernels' source against the ordinary path, byte for byte. */
#include <tatami/vector.h>

#include "gpu/kernels.h"
#include "unit/play.h"

#define GAME(id) gpu_launch gpu_launch_##id;
#include "../src/games/registry.h"
#undef GAME

#define GAME(id) gpu_launch_##id,
static gpu_launch *const LAUNCHES[] = {
#include "../src/games/registry.h"
};
#undef GAME

enum { TABLES = 43, THREADS = 16, BLOCKS = (TABLES + THREADS - 1) / THREADS, STEPS = 250, NO_TABLE = INT32_MAX };

/* As in gpu/kernels.cu. */
typedef struct card_vector {
    uint64_t config, states, rngs, spelled, actions, wrong, observations, masks, seats, dones, rewards, points;
    uint64_t n_tables, n_seats, observation, n_tokens;
} card_vector;

static uint64_t address(const void *at)
{
    return (uint64_t)(uintptr_t)at;
}

/* A vector of the ordinary path and one of the kernels'. */
typedef struct pair {
    gpu_launch *launch;
    const tm_learn *learn;
    tm_setup setup;
    tm_vector *vector;
    tm_vector_arrays out, card;
    card_vector at;
    void *config, *states, *rngs, *spelled, *actions, *shared;
    int32_t wrong;
    int32_t *tokens;
    int64_t *wide;
    size_t observation;
} pair;

static void *cleared(size_t n, size_t size)
{
    void *memory = calloc(n, size ? size : 1);
    cr_assert_not_null(memory);
    return memory;
}

static void arrays_new(tm_vector_arrays *out, const pair *p)
{
    const size_t seats = TABLES * (size_t)p->setup.n_seats;
    out->observations = cleared(TABLES, p->observation);
    out->masks = cleared(TABLES, p->learn->n_tokens);
    out->seats = cleared(TABLES, sizeof *out->seats);
    out->dones = cleared(TABLES, 1);
    out->rewards = cleared(seats, sizeof *out->rewards);
    out->points = cleared(seats, sizeof *out->points);
}

static void arrays_free(tm_vector_arrays *a)
{
    free(a->observations);
    free(a->masks);
    free(a->seats);
    free(a->dones);
    free(a->rewards);
    free(a->points);
}

static void *config_of(const tm_setup *setup)
{
    tm_why why;
    void *config = cleared(1, setup->game->config_size);
    tm_why_init(&why, NULL);
    cr_assert_eq(setup->game->configure(config, setup->n_seats, setup->values, NULL, &why), TM_OK);
    return config;
}

static void pair_reset(pair *p, uint64_t seed)
{
    const uint64_t arguments[] = {address(&p->at), seed};
    tm_vector_reset(p->vector, seed, &p->out);
    p->launch("gpu_reset", BLOCKS, THREADS, p->shared, arguments);
}

static void pair_open(pair *p, int game, const tm_setup *setup, uint64_t seed)
{
    tm_why why;
    tm_why_init(&why, NULL);
    memset(p, 0, sizeof *p);
    p->launch = LAUNCHES[game];
    p->learn = tm_learn_find(setup->game);
    p->setup = *setup;
    cr_assert_eq(tm_vector_new(setup, TABLES, 0, 0, &p->vector, &why), TM_OK, "%s", why.text.at);
    p->observation = tm_vector_observation(p->vector);
    arrays_new(&p->out, p);
    arrays_new(&p->card, p);
    p->config = config_of(setup);
    p->states = cleared(TABLES, (setup->game->state_size + 3u) & ~3u);
    p->rngs = cleared(TABLES, 32);
    p->spelled = cleared(TABLES, TM_MAX_STEPS * sizeof(uint16_t));
    p->actions = cleared(TABLES, sizeof(tm_action));
    p->tokens = cleared(TABLES, sizeof *p->tokens);
    p->wide = cleared(TABLES, sizeof *p->wide);
    p->shared = cleared(1, THREADS * (p->observation + (p->learn->n_tokens + 7u) / 8) + 32);
    p->wrong = NO_TABLE;
    p->at = (card_vector){
        .config = address(p->config),
        .states = address(p->states),
        .rngs = address(p->rngs),
        .spelled = address(p->spelled),
        .actions = address(p->actions),
        .wrong = address(&p->wrong),
        .observations = address(p->card.observations),
        .masks = address(p->card.masks),
        .seats = address(p->card.seats),
        .dones = address(p->card.dones),
        .rewards = address(p->card.rewards),
        .points = address(p->card.points),
        .n_tables = TABLES,
        .n_seats = (uint64_t)setup->n_seats,
        .observation = p->observation,
        .n_tokens = p->learn->n_tokens,
    };
    pair_reset(p, seed);
}

static void pair_close(pair *p)
{
    void *const all[] = {p->config, p->states, p->rngs, p->spelled, p->actions, p->tokens, p->wide, p->shared};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    arrays_free(&p->out);
    arrays_free(&p->card);
    tm_vector_free(p->vector);
}

static void expect_same(const pair *p)
{
    const size_t seats = TABLES * (size_t)p->setup.n_seats;
    const char *id = p->setup.game->id;
    const int n = p->setup.n_seats;
    cr_assert_arr_eq(p->card.seats, p->out.seats, TABLES * sizeof *p->out.seats, "%s, %d: seats", id, n);
    cr_assert_arr_eq(p->card.dones, p->out.dones, TABLES, "%s, %d: dones", id, n);
    cr_assert_arr_eq(p->card.rewards, p->out.rewards, seats * sizeof *p->out.rewards, "%s, %d: rewards", id, n);
    cr_assert_arr_eq(p->card.points, p->out.points, seats * sizeof *p->out.points, "%s, %d: points", id, n);
    cr_assert_arr_eq(p->card.masks, p->out.masks, TABLES * (size_t)p->learn->n_tokens, "%s, %d: masks", id, n);
    cr_assert_arr_eq(p->card.observations, p->out.observations, TABLES * p->observation, "%s, %d: observations", id, n);
}

static void choose(pair *p, tm_rng *rng)
{
    for (int i = 0; i < TABLES; i++) {
        const uint8_t *mask = p->out.masks + (size_t)i * p->learn->n_tokens;
        uint32_t n = 0, k;
        for (int t = 0; t < p->learn->n_tokens; t++) n += mask[t];
        k = tm_rng_below(rng, n);
        for (p->tokens[i] = 0; !mask[p->tokens[i]] || k--;) p->tokens[i]++;
        p->wide[i] = p->tokens[i];
    }
}

static void card_step(pair *p, bool wide)
{
    const uint64_t arguments[] = {address(&p->at), wide ? address(p->wide) : address(p->tokens), wide};
    p->launch("gpu_look_up", BLOCKS, THREADS, p->shared, arguments);
    p->launch("gpu_go_on", BLOCKS, THREADS, p->shared, arguments);
}

/* Returns how many games ended. */
static int play_both(pair *p, int n_steps, tm_rng *rng)
{
    int ends = 0;
    expect_same(p);
    for (int step = 0; step < n_steps; step++) {
        choose(p, rng);
        cr_assert_eq(tm_vector_step(p->vector, p->tokens, &p->out, NULL), TM_OK);
        card_step(p, step % 2);
        cr_assert_eq(p->wrong, NO_TABLE);
        expect_same(p);
        for (int i = 0; i < TABLES; i++) ends += p->out.dones[i];
    }
    return ends;
}

/* As in gpu/kernels.cu. */
typedef struct card_games {
    uint64_t config, sums, states, points, lists, listed, first, end, room, seed, n_seats;
} card_games;

enum { NEXT, GAMES, DECISIONS, SHARED, DIGEST, POINTS, WINS = POINTS + TM_MAX_SEATS, SUMS = WINS + TM_MAX_SEATS };
enum { CLASSES = 16, FACTS = 6, SEED = 77 };

/* In two launches. */
static void card_playouts(int game, const tm_setup *setup, int policy, uint64_t n_games, uint64_t *sums)
{
    uint32_t facts[FACTS], listed[CLASSES + 1];
    const uint64_t n_scores = n_games * (uint64_t)setup->n_seats;
    void *config = config_of(setup), *states = cleared(n_games, setup->game->state_size + 3u);
    void *points = cleared(n_scores, sizeof(int32_t)), *lists = cleared(n_scores * CLASSES, sizeof(uint32_t));
    const uint64_t asked[] = {address(config), address(facts)};
    LAUNCHES[game]("gpu_facts", 1, 1, NULL, asked);
    cr_assert_leq(facts[5], CLASSES);
    for (uint64_t first = 0; first < n_games; first = first ? n_games : n_games / 2) {
        const card_games at = {.config = address(config),
                               .sums = address(sums),
                               .states = address(states),
                               .points = address(points),
                               .lists = address(lists),
                               .listed = address(listed),
                               .first = first,
                               .end = first ? n_games : n_games / 2,
                               .room = n_games,
                               .seed = SEED,
                               .n_seats = (uint64_t)setup->n_seats};
        memset(listed, 0, sizeof listed);
        sums[NEXT] = first;
        const uint64_t arguments[] = {address(&at)};
        LAUNCHES[game](policy == TM_POLICY_THUMB ? "gpu_thumb_games" : "gpu_random_games", 2, 3, NULL, arguments);
        if (!facts[5]) continue;
        LAUNCHES[game]("gpu_score_seats", 2, 3, NULL, arguments);
        LAUNCHES[game]("gpu_add_games", 2, 3, NULL, arguments);
    }
    free(config);
    free(states);
    free(points);
    free(lists);
}

static void compare_playouts(int game, const tm_setup *setup, uint64_t n_games)
{
    for (int policy = TM_POLICY_RANDOM; policy <= TM_POLICY_THUMB; policy++) {
        uint64_t card[SUMS] = {0};
        tm_sums sums;
        tm_why why;
        tm_why_init(&why, NULL);
        cr_assert_eq(tm_playouts(setup, (tm_policy)policy, n_games, 2, SEED, &sums, &why), TM_OK);
        card_playouts(game, setup, policy, n_games, card);
        cr_assert_eq(sums.games, n_games);
        cr_assert_eq(card[GAMES], sums.games);
        cr_assert_eq(card[DECISIONS], sums.decisions, "%s, %d: decisions", setup->game->id, setup->n_seats);
        cr_assert_eq(card[SHARED], sums.shared);
        cr_assert_eq(card[DIGEST], sums.digest, "%s, %d: digest", setup->game->id, setup->n_seats);
        cr_assert_arr_eq(card + POINTS, sums.points, sizeof sums.points);
        cr_assert_arr_eq(card + WINS, sums.wins, sizeof sums.wins);
    }
}

/* With the option's other word, or as usual. */
static void compare(int game, int n_seats, int option, int *ends)
{
    tm_setup setup;
    tm_why why;
    tm_rng rng;
    pair p;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_setup_init(&setup, tm_games[game], n_seats, &why), TM_OK);
    if (option >= 0) setup.values[option] = !setup.values[option];
    tm_rng_init(&rng, 3, (uint64_t)n_seats);
    pair_open(&p, game, &setup, 5);
    *ends += play_both(&p, STEPS, &rng);
    pair_reset(&p, 6);
    play_both(&p, 3, &rng);
    pair_close(&p);
    compare_playouts(game, &setup, 30);
}

Test(gpu, steps_and_playouts_are_those_of_the_ordinary_path)
{
    for (int g = 0; g < tm_n_games; g++) {
        int ends = 0;
        for (int n = tm_games[g]->min_seats; n <= tm_games[g]->max_seats; n++) compare(g, n, -1, &ends);
        for (int option = 0; option < tm_games[g]->n_options; option++)
            if (tm_games[g]->options[option].words) compare(g, tm_games[g]->usual_seats, option, &ends);
        cr_expect_gt(ends, 0, "%s: no game ended", tm_games[g]->id);
    }
}

Test(gpu, a_wrong_token_is_named_and_changes_nothing)
{
    for (int g = 0; g < tm_n_games; g++) {
        tm_setup setup;
        tm_why why;
        tm_rng rng;
        pair p;
        tm_why_init(&why, NULL);
        tm_rng_init(&rng, 9, 0);
        cr_assert_eq(tm_setup_init(&setup, tm_games[g], tm_games[g]->usual_seats, &why), TM_OK);
        pair_open(&p, g, &setup, 1);
        for (int step = 0; step < 12; step++) {
            const int victim = (int)tm_rng_below(&rng, TABLES);
            const uint8_t *mask = p.out.masks + (size_t)victim * p.learn->n_tokens;
            int illegal = 0;
            while (illegal < p.learn->n_tokens && mask[illegal]) illegal++;
            const int64_t bad[] = {-1, p.learn->n_tokens, INT32_MIN, INT32_MAX, illegal, ((int64_t)1 << 32)};
            for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
                choose(&p, &rng);
                p.wide[victim] = bad[k];
                card_step(&p, true);
                cr_assert_eq(p.wrong, victim);
                expect_same(&p);
                p.wrong = NO_TABLE;
            }
            cr_assert_eq(play_both(&p, 1, &rng) >= 0, 1);
        }
        pair_close(&p);
    }
}

Test(gpu, says_what_fits)
{
    for (int g = 0; g < tm_n_games; g++) {
        tm_setup setup;
        tm_why why;
        uint32_t facts[FACTS] = {9, 9, 9, 9, 9, 9};
        tm_why_init(&why, NULL);
        cr_assert_eq(tm_setup_init(&setup, tm_games[g], tm_games[g]->usual_seats, &why), TM_OK);
        void *config = config_of(&setup);
        const uint64_t arguments[] = {address(config), address(facts)};
        LAUNCHES[g]("gpu_facts", 1, 1, NULL, arguments);
        cr_expect_eq(facts[0], 1);
        cr_expect_eq(facts[1], tm_games[g]->config_size);
        cr_expect_eq(facts[2], tm_games[g]->state_size);
        cr_expect_eq(facts[3], tm_learn_find(tm_games[g])->n_steps);
        free(config);
    }
}
