/* Whole games, each from a stream of its own, so that their sums depend on nothing but the seed. */
#include <tatami/vector.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "vector/crew.h"

enum { GAMES_PER_PART = 16, MOST_PARTS = 1 << 20 };

/* Of one thread. */
typedef struct player {
    void *state;
    void *memory; /* of the rules of thumb (tm_think); NULL: none */
    tm_action *legal;
    tm_sums sums;
} player;

typedef struct playouts {
    const tm_game *game;
    int n_seats;
    tm_policy policy;
    void *config;
    uint64_t seed, first, n_games; /* of the parts being played */
    player *players;
} playouts;

static tm_action decide(const playouts *p, player *me, int seat, tm_rng *rng)
{
    const tm_think *think = p->policy == TM_POLICY_THUMB ? p->game->think : NULL;
    const int n = p->game->legal(p->config, me->state, seat, me->legal);
    const bool chooses = think && think->choose && n > 1;
    return me->legal[chooses ? think->choose(p->config, me->state, seat, me->legal, n, rng, me->memory)
                             : (int)tm_rng_below(rng, (uint32_t)n)];
}

static void add_result(const playouts *p, player *me, uint64_t number)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    uint64_t hash = tm_hash_u64(TM_HASH_START, number);
    p->game->score(p->config, me->state, points, &winners);
    for (int seat = 0; seat < p->n_seats; seat++) {
        hash = tm_hash_u64(hash, (uint32_t)points[seat]);
        me->sums.points[seat] += points[seat];
        me->sums.wins[seat] += winners >> seat & 1;
    }
    me->sums.games++;
    me->sums.shared += (winners & (winners - 1)) != 0;
    me->sums.digest += tm_hash_u64(hash, winners);
}

static void play_game(const playouts *p, player *me, uint64_t number)
{
    tm_rng rng;
    uint32_t actors;
    tm_rng_init(&rng, p->seed, number);
    p->game->init(p->config, me->state);
    while ((actors = p->game->actors(p->config, me->state))) {
        if (actors & TM_ACTOR_CHANCE) {
            tm_outcome outcome;
            p->game->chance(p->config, me->state, &rng, &outcome);
            tm_assert(p->game->settle(p->config, me->state, &outcome) == TM_OK);
            continue;
        }
        const int seat = __builtin_ctz(actors);
        const tm_action action = decide(p, me, seat, &rng);
        tm_assert(p->game->apply(p->config, me->state, seat, action) == TM_OK);
        me->sums.decisions++;
    }
    add_result(p, me, number);
}

static void play_part(void *context, int thread, int part)
{
    const playouts *p = context;
    const uint64_t first = p->first + (uint64_t)part * GAMES_PER_PART;
    for (uint64_t i = first; i < first + GAMES_PER_PART && i < p->n_games; i++) play_game(p, &p->players[thread], i);
}

static void add_sums(tm_sums *to, const tm_sums *from)
{
    to->games += from->games;
    to->decisions += from->decisions;
    to->shared += from->shared;
    to->digest += from->digest;
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) {
        to->points[seat] += from->points[seat];
        to->wins[seat] += from->wins[seat];
    }
}

static bool allocate(playouts *p, int n_threads)
{
    const tm_game *game = p->game;
    p->config = calloc(1, game->config_size);
    p->players = calloc((size_t)n_threads, sizeof *p->players);
    for (int i = 0; p->players && i < n_threads; i++) {
        p->players[i].state = calloc(1, game->state_size);
        p->players[i].legal = calloc(game->max_legal, sizeof *p->players[i].legal);
        if (game->think && game->think->memory) p->players[i].memory = calloc(1, game->think->memory);
        if (!p->players[i].state || !p->players[i].legal) return false;
    }
    return p->config && p->players;
}

static void release(playouts *p, int n_threads)
{
    for (int i = 0; p->players && i < n_threads; i++) {
        free(p->players[i].state);
        free(p->players[i].legal);
        free(p->players[i].memory);
    }
    free(p->players);
    free(p->config);
}

static int play_all(playouts *p, int n_threads, tm_sums *out)
{
    crew *c = crew_new(n_threads);
    if (!c) return TM_ESPACE;
    for (p->first = 0; p->first < p->n_games;) {
        const uint64_t parts = (p->n_games - p->first + GAMES_PER_PART - 1) / GAMES_PER_PART;
        const int n_parts = parts < MOST_PARTS ? (int)parts : MOST_PARTS;
        crew_run(c, play_part, p, n_parts);
        p->first += (uint64_t)n_parts * GAMES_PER_PART;
    }
    crew_free(c);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < n_threads; i++) add_sums(out, &p->players[i].sums);
    return TM_OK;
}

int tm_playouts(const tm_setup *setup, tm_policy policy, uint64_t n_games, int n_threads, uint64_t seed, tm_sums *out,
                tm_why *why)
{
    tm_table *checked; /* a table checks the setup */
    int status = tm_table_new(setup, &checked, why);
    if (status) return status;
    tm_table_free(checked);
    if (n_threads < 0 || n_threads > TM_VECTOR_MAX_THREADS)
        return tm_why_not(why, TM_ERANGE, "%d threads, expected 0 to %d", n_threads, TM_VECTOR_MAX_THREADS);
    if (n_games > TM_PLAYOUTS_MAX) return tm_why_not(why, TM_ERANGE, "too many games");
    if (n_threads == 0) n_threads = 1;
    playouts p = {.game = setup->game, .n_seats = setup->n_seats, .policy = policy, .seed = seed, .n_games = n_games};
    if (!allocate(&p, n_threads)) {
        status = TM_ESPACE;
    } else {
        tm_assert(p.game->configure(p.config, setup->n_seats, setup->values, setup->box ? setup->box->data : NULL,
                                    why) == TM_OK);
        status = play_all(&p, n_threads, out);
    }
    release(&p, n_threads);
    return status ? tm_why_not(why, status, "out of memory") : TM_OK;
}
