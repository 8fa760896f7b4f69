#include <tatami/bench.h>

#include <stdlib.h>

#include <tatami/search.h>

#include "base/bits.h"
#include "base/hash.h"
#include "bots/advice.h"
#include "bots/ahead.h"
#include "bots/bots.h"
#include "bots/leaf.h"
#include "bots/sample.h"

enum { NET_DECISIONS = 40, NET_THOUGHTS = 6, NET_ITERATIONS = 200, NET_GROWN = 2 };
enum { SIGNATURE_GAMES = 4, SIGNATURE_DECISIONS = 3000, THOUGHTS = 6, THOUGHT_ITERATIONS = 200 };

/* Memory for one game, played without a table. */
typedef struct bench {
    const tm_game *game;
    int n_seats;
    void *config, *state, *world, *view;
    tm_action *legal;
} bench;

static void close_bench(bench *b)
{
    free(b->config);
    free(b->state);
    free(b->world);
    free(b->view);
    free(b->legal);
}

static int open_bench(bench *b, const tm_game *game, int n_seats, const int32_t *values)
{
    tm_why why;
    tm_why_init(&why, NULL);
    b->game = game;
    b->n_seats = n_seats;
    b->config = calloc(1, game->config_size);
    b->state = calloc(1, game->state_size);
    b->world = calloc(1, game->state_size);
    b->view = calloc(1, game->view_size);
    b->legal = calloc(game->max_legal, sizeof *b->legal);
    if (b->config && b->state && b->world && b->view && b->legal &&
        game->configure(b->config, n_seats, values, NULL, &why) == TM_OK)
        return TM_OK;
    close_bench(b);
    return TM_ESPACE;
}

/* One event: chance, or a random action of the first seat that decides. */
static void step(const bench *b, tm_rng *rng, uint32_t actors, tm_event *event, int *out_n_legal)
{
    const tm_game *game = b->game;
    *out_n_legal = 0;
    if (actors & TM_ACTOR_CHANCE) {
        event->seat = TM_CHANCE;
        event->action = 0;
        game->chance(b->config, b->state, rng, &event->outcome);
        tm_assert(game->settle(b->config, b->state, &event->outcome) == TM_OK);
        return;
    }
    event->seat = tm_bits_first(actors);
    *out_n_legal = game->legal(b->config, b->state, event->seat, b->legal);
    event->action = b->legal[tm_rng_below(rng, (uint32_t)*out_n_legal)];
    tm_assert(game->apply(b->config, b->state, event->seat, event->action) == TM_OK);
}

static uint64_t sign_state(const bench *b, tm_rng *rng, uint64_t hash)
{
    const tm_game *game = b->game;
    hash = tm_hash(hash, b->state, game->state_size);
    for (int seat = -1; seat < b->n_seats; seat++) {
        game->view(b->config, b->state, seat < 0 ? TM_SPECTATOR : seat, b->view);
        game->world(b->config, b->view, rng, b->world);
        hash = tm_hash(hash, b->view, game->view_size);
        hash = tm_hash(hash, b->world, game->state_size);
    }
    return hash;
}

static uint64_t sign_game(const bench *b, uint64_t seed, uint64_t hash)
{
    const tm_game *game = b->game;
    tm_rng rng;
    tm_event event;
    int32_t points[TM_MAX_SEATS] = {0};
    uint32_t actors, winners;
    tm_rng_init(&rng, seed, 0);
    game->init(b->config, b->state);
    for (int n = 0; n < SIGNATURE_DECISIONS && (actors = game->actors(b->config, b->state)); n++) {
        int n_legal;
        step(b, &rng, actors, &event, &n_legal);
        hash = tm_hash_u64(hash, actors);
        hash = tm_hash(hash, b->legal, (size_t)n_legal * sizeof *b->legal);
        hash = event.seat == TM_CHANCE ? tm_hash(hash, &event.outcome, sizeof event.outcome)
                                       : tm_hash_u64(hash, event.action);
        hash = sign_state(b, &rng, hash);
    }
    game->score(b->config, b->state, points, &winners);
    return tm_hash_u64(tm_hash(hash, points, sizeof points), winners);
}

/* Goes on to the next decision, and asks for it; false if the game is over. */
static bool ask_next(const bench *b, tm_rng *rng, tm_question *out)
{
    const tm_game *game = b->game;
    uint32_t actors;
    while ((actors = game->actors(b->config, b->state)) & TM_ACTOR_CHANCE) {
        tm_event event;
        int n_legal;
        step(b, rng, actors, &event, &n_legal);
    }
    if (!actors) return false;
    const int seat = tm_bits_first(actors);
    const int n_legal = game->legal(b->config, b->state, seat, b->legal);
    game->view(b->config, b->state, seat, b->view);
    *out = (tm_question){
        .game = game, .config = b->config, .view = b->view, .seat = seat, .legal = b->legal, .n_legal = n_legal};
    return true;
}

/* The searcher's results for the first few decisions of a game, playing every seat. */
static uint64_t sign_thoughts(const bench *b, uint64_t hash)
{
    const tm_game *game = b->game;
    const tm_search_limits limits = {.iterations = THOUGHT_ITERATIONS};
    tm_search_result *results = malloc(game->max_legal * sizeof *results);
    tm_rng rng;
    tm_question question;
    tm_rng_init(&rng, 11, 0);
    game->init(b->config, b->state);
    for (int n = 0; results && n < THOUGHTS && ask_next(b, &rng, &question); n++) {
        tm_assert(tm_search(&question, &limits, &rng, results) == THOUGHT_ITERATIONS);
        hash = tm_hash(hash, results, (size_t)question.n_legal * sizeof *results);
        const tm_action best = results[tm_search_best(results, question.n_legal)].action;
        tm_assert(game->apply(b->config, b->state, question.seat, best) == TM_OK);
    }
    free(results);
    return results ? hash : 0;
}

/* What a network with random weights decides, and searches with its help; the built-in ones are not in WebAssembly. */
static uint64_t sign_net(const bench *b, bool positions, uint64_t hash)
{
    const tm_game *game = b->game;
    const tm_search_limits limits = {.iterations = NET_ITERATIONS, .thorough = positions};
    size_t size;
    uint8_t *file = tm_net_sample(game, 7, positions, &size);
    tm_search_result *results = malloc(game->max_legal * sizeof *results);
    tm_advice advice;
    tm_rng rng;
    tm_question question;
    const bool well = file && results;
    tm_rng_init(&rng, 13, 0);
    game->init(b->config, b->state);
    for (int n = 0; well && n < NET_DECISIONS && ask_next(b, &rng, &question); n += question.n_legal > 1) {
        question.net = (tm_span){(const char *)file, (uint32_t)size};
        tm_take_advice(&question, TM_COMPARED, &advice);
        for (int i = 0; i < advice.n; i++)
            hash = tm_hash_u64(tm_hash_u64(hash, advice.list[i].action), (uint64_t)advice.list[i].chance);
        if (n < NET_THOUGHTS) {
            tm_assert(tm_search_advised(&question, &limits, &rng, results, &advice) > 0);
            hash = tm_hash(hash, results, (size_t)question.n_legal * sizeof *results);
        }
        if (positions && n < NET_GROWN) {
            tm_assert(tm_search_judged(&question, &limits, &rng, results) == NET_ITERATIONS);
            hash = tm_hash(hash, results, (size_t)question.n_legal * sizeof *results);
        }
        if (!positions && n < NET_GROWN) {
            tm_assert(tm_think_ahead(&question, &limits, &rng, &advice, results) > 0);
            hash = tm_hash(hash, results, (size_t)question.n_legal * sizeof *results);
        }
        const tm_action action = tm_bot_reflex.choose(&question, &rng);
        hash = tm_hash_u64(hash, action);
        tm_assert(game->apply(b->config, b->state, question.seat, action) == TM_OK);
    }
    free(file);
    free(results);
    return well ? hash : 0;
}

static void default_values(const tm_game *game, int n_seats, int32_t *out)
{
    for (int i = 0; i < game->n_options; i++) out[i] = tm_option_range(&game->options[i], n_seats)->def;
}

/* Each number of players with the default options, then with every other value of each option that takes words. */
static uint64_t sign_seats(const tm_game *game, int n_seats, uint64_t hash)
{
    int32_t values[TM_MAX_OPTIONS] = {0};
    for (int option = -1; option < game->n_options; option++) {
        default_values(game, n_seats, values);
        if (option >= 0 && !game->options[option].words) continue;
        const tm_range *range = option < 0 ? NULL : tm_option_range(&game->options[option], n_seats);
        for (int32_t v = range ? range->min : 0; v <= (range ? range->max : 0); v++) {
            if (range && v == range->def) continue;
            if (range) values[option] = v;
            bench b;
            if (open_bench(&b, game, n_seats, values)) return 0;
            for (uint64_t seed = 1; seed <= SIGNATURE_GAMES; seed++) hash = sign_game(&b, seed, hash);
            hash = sign_thoughts(&b, hash);
            if (hash && !range) hash = sign_net(&b, false, hash);
            if (hash && !range) hash = sign_net(&b, true, hash);
            close_bench(&b);
        }
    }
    return hash;
}

uint64_t tm_bench_signature(void)
{
    uint64_t hash = TM_HASH_START;
    for (int i = 0; i < tm_n_games; i++)
        for (int n = tm_games[i]->min_seats; n <= tm_games[i]->max_seats; n++)
            if (!(hash = sign_seats(tm_games[i], n, hash))) return 0;
    return hash;
}

uint64_t tm_bench_play(const tm_game *game, int n_seats, uint64_t n_decisions, uint64_t seed)
{
    bench b;
    tm_rng rng;
    int32_t values[TM_MAX_OPTIONS] = {0};
    uint64_t done = 0;
    default_values(game, n_seats, values);
    if (open_bench(&b, game, n_seats, values)) return 0;
    tm_rng_init(&rng, seed, 0);
    while (done < n_decisions) {
        uint32_t actors;
        tm_event event;
        int n_legal;
        game->init(b.config, b.state);
        while ((actors = game->actors(b.config, b.state))) {
            step(&b, &rng, actors, &event, &n_legal);
            done += n_legal > 0;
        }
    }
    close_bench(&b);
    return done;
}

uint64_t tm_bench_think(const tm_game *game, int n_seats, uint32_t iterations, tm_bench_search search, int n_threads,
                        uint64_t seed)
{
    bench b;
    tm_rng rng;
    tm_event event;
    uint32_t actors;
    int n_legal, done = 0;
    int32_t values[TM_MAX_OPTIONS] = {0};
    const tm_search_limits limits = {.iterations = iterations};
    default_values(game, n_seats, values);
    if (open_bench(&b, game, n_seats, values)) return 0;
    tm_rng_init(&rng, seed, 0);
    game->init(b.config, b.state);
    while ((actors = game->actors(b.config, b.state)) & TM_ACTOR_CHANCE) step(&b, &rng, actors, &event, &n_legal);
    tm_search_result *results = malloc(game->max_legal * sizeof *results);
    if (results) {
        const int seat = tm_bits_first(actors);
        n_legal = game->legal(b.config, b.state, seat, b.legal);
        game->view(b.config, b.state, seat, b.view);
        const tm_question question = {
            .game = game, .config = b.config, .view = b.view, .seat = seat, .legal = b.legal, .n_legal = n_legal};
        done = search(&question, &limits, n_threads, &rng, results);
    }
    free(results);
    close_bench(&b);
    return done > 0 ? (uint64_t)done : 0;
}

uint64_t tm_bench_calibrate(uint64_t n_decisions, uint64_t seed, uint32_t *out_sum)
{
    tm_rng rng;
    uint64_t done = 0;
    uint32_t sum = 0;
    tm_rng_init(&rng, seed, 0);
    while (done < n_decisions) {
        uint8_t deck[28];
        uint32_t hands[4] = {0};
        for (uint32_t i = 0; i < 28; i++) deck[i] = (uint8_t)i;
        for (uint32_t i = 28; i-- > 1;) {
            const uint32_t j = tm_rng_below(&rng, i + 1);
            const uint8_t card = deck[i];
            deck[i] = deck[j];
            deck[j] = card;
        }
        for (int i = 0; i < 28; i++) hands[i / 7] |= 1u << deck[i];
        for (uint32_t i = 0; i < 28; i++) {
            uint32_t *hand = &hands[i % 4];
            const int card = tm_bits_nth(*hand, tm_rng_below(&rng, (uint32_t)tm_bits_count(*hand)));
            *hand &= ~(1u << card);
            sum = sum * 31 + (uint32_t)card;
        }
        done += 28;
    }
    *out_sum = sum;
    return done;
}
