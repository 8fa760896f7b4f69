#include "cli/arena_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <tatami/luck.h>

#include "base/bits.h"
#include "base/hash.h"

typedef struct arena_slot {
    bool full;
    int status;
    char why[512];
    arena_result result;
} arena_slot;

static uint64_t clock_now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void add_time(arena_time *time, uint64_t took)
{
    time->n_decisions++;
    time->sum += took;
    if (took > time->longest) time->longest = took;
}

static void add_times(arena_time *times, const arena_time *more)
{
    for (int i = 0; i < TM_MAX_SEATS; i++) {
        times[i].n_decisions += more[i].n_decisions;
        times[i].sum += more[i].sum;
        if (more[i].longest > times[i].longest) times[i].longest = more[i].longest;
    }
}

/* The k-th outcome of chance depends only on seed, deal and k: it does not matter what the bots did before, as long
 * as the same things are left to draw. */
static int step(tm_players *players, tm_table *table, uint64_t deal_seed, uint64_t *n_chance, arena_time *const *times)
{
    const uint32_t actors = tm_table_actors(table);
    if (actors & TM_ACTOR_CHANCE) tm_rng_init(&players->dice, deal_seed, (*n_chance)++);
    if (!actors || actors & TM_ACTOR_CHANCE) return tm_players_step(players, table);
    const int seat = tm_bits_first(actors);
    const clockid_t clock = players->bots[seat]->sit ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    const uint64_t start = clock_now(clock);
    const int status = tm_players_step(players, table);
    add_time(times[seat], clock_now(clock) - start);
    return status;
}

int arena_play_game(const arena_match *match, uint64_t number, arena_result *out, arena_time *times, tm_why *why)
{
    const arena_lineup *lineup = &match->lineup;
    const uint64_t deal = number / (uint64_t)lineup->n_places;
    const int rotation = (int)(number % (uint64_t)lineup->n_places);
    const uint64_t deal_seed = tm_hash_u64(tm_hash_u64(TM_HASH_START, match->seed), deal);
    tm_table *table;
    tm_players players;
    arena_time *time_of[TM_MAX_SEATS];
    uint64_t n_chance = 0;
    int status = tm_table_new(&match->setup, &table, why);
    if (status) return status;
    status = tm_players_init(&players, match->setup.game, tm_hash_u64(deal_seed, 1 + (uint64_t)rotation));
    if (status) {
        tm_table_free(table);
        return status;
    }
    tm_why_init(&players.why, why->say);
    players.net = match->net;
    for (int seat = 0; seat < lineup->n_seats; seat++) {
        const int bot = arena_bot_at(lineup, rotation, seat);
        players.bots[seat] = match->bots[bot];
        time_of[seat] = &times[bot];
    }
    do status = step(&players, table, deal_seed, &n_chance, time_of);
    while (status == 1);
    if (status == 0) tm_table_score(table, out->points, &out->winners);
    if (status == 0 && match->luck)
        status = tm_luck(table, match->luck, tm_hash_u64(deal_seed, UINT64_MAX - (uint64_t)rotation), out->luck);
    if (status < 0) tm_put_str(&why->text, players.why.text.at);
    tm_players_free(&players);
    tm_table_free(table);
    return status;
}

/* Waits for a game that may start; false if there are no more. The caller holds the lock. */
static bool take_number(arena_pool *pool, uint64_t *out)
{
    while (!atomic_load(pool->stop) && pool->next < pool->end && pool->next >= pool->front + pool->n_slots)
        pthread_cond_wait(&pool->space, &pool->lock);
    if (atomic_load(pool->stop) || pool->next >= pool->end) return false;
    *out = pool->next++;
    return true;
}

static void *work(void *context)
{
    arena_pool *pool = context;
    arena_time times[TM_MAX_SEATS] = {{0}};
    uint64_t number;
    pthread_mutex_lock(&pool->lock);
    while (take_number(pool, &number)) {
        arena_slot slot = {.full = true};
        tm_why why;
        pthread_mutex_unlock(&pool->lock);
        tm_why_init(&why, pool->match->say);
        slot.status = arena_play_game(pool->match, number, &slot.result, times, &why);
        snprintf(slot.why, sizeof slot.why, "%s", why.text.at);
        pthread_mutex_lock(&pool->lock);
        pool->slots[number % pool->n_slots] = slot;
        pthread_cond_signal(&pool->done);
    }
    add_times(pool->times, times);
    pool->n_running--;
    pthread_cond_signal(&pool->done);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

int arena_pool_open(arena_pool *pool, const arena_match *match, const atomic_bool *stop, uint64_t first, uint64_t end,
                    int n_threads)
{
    *pool = (arena_pool){.match = match, .stop = stop, .next = first, .end = end, .front = first};
    tm_why_init(&pool->why, match->say);
    pool->n_slots = 8 * (uint32_t)n_threads;
    pool->slots = calloc(pool->n_slots, sizeof *pool->slots);
    if (!pool->slots) return TM_ESPACE;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->done, NULL);
    pthread_cond_init(&pool->space, NULL);
    pthread_mutex_lock(&pool->lock);
    while (pool->n_threads < n_threads && (uint64_t)pool->n_threads < end - first &&
           pthread_create(&pool->threads[pool->n_threads], NULL, work, pool) == 0)
        pool->n_threads++;
    pool->n_running = pool->n_threads;
    pthread_mutex_unlock(&pool->lock);
    if (pool->n_threads) return TM_OK;
    arena_time none[TM_MAX_SEATS] = {{0}};
    arena_pool_close(pool, none);
    return TM_ESPACE;
}

int arena_pool_next(arena_pool *pool, arena_result *out)
{
    int status = 0;
    pthread_mutex_lock(&pool->lock);
    arena_slot *slot = &pool->slots[pool->front % pool->n_slots];
    while (!slot->full && pool->n_running) pthread_cond_wait(&pool->done, &pool->lock);
    if (slot->full) {
        slot->full = false;
        status = slot->status ? slot->status : 1;
        if (slot->status && !pool->why.text.len) tm_put_str(&pool->why.text, slot->why);
        *out = slot->result;
        pool->front++;
        pthread_cond_broadcast(&pool->space);
    }
    pthread_mutex_unlock(&pool->lock);
    return status;
}

void arena_pool_close(arena_pool *pool, arena_time *times)
{
    pthread_mutex_lock(&pool->lock);
    pool->end = pool->next;
    pthread_cond_broadcast(&pool->space);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->n_threads; i++) pthread_join(pool->threads[i], NULL);
    add_times(times, pool->times);
    pthread_cond_destroy(&pool->space);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    free(pool->slots);
}
