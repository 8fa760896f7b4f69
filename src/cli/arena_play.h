/* Playing the games of an arena, on several threads.
 *
 * Games are numbered: deal by deal, in each by rotation. A game depends on its number and the seed alone, and results
 * come back in order of their numbers, so that nothing depends on the number of threads. */
#ifndef CLI_ARENA_PLAY_H
#define CLI_ARENA_PLAY_H

#include <pthread.h>
#include <stdatomic.h>

#include <tatami/bot.h>

#include "cli/arena_stats.h"

enum { ARENA_THREADS_MOST = 256 };

/* What is played. */
typedef struct arena_match {
    tm_setup setup;
    arena_lineup lineup;
    const tm_bot *bots[TM_MAX_SEATS]; /* each once */
    char labels[TM_MAX_SEATS][16];    /* their names in a report: `engine1` stands for a long command */
    uint64_t seed;
    const tm_say *say; /* for reasons; NULL: English */
} arena_match;

/* How long a bot thought, in processor time of its thread; an engine, which is another process, until it answered. */
typedef struct arena_time {
    uint64_t n_decisions, sum, longest; /* nanoseconds */
} arena_time;

/* Plays one game. TM_OK, or an error if memory ran out or a bot did what is not legal; *why may say more. */
int arena_play_game(const arena_match *match, uint64_t number, arena_result *out, arena_time *times, tm_why *why);

/* Threads that play the games from one number to before another. Where one game takes long, the others go on only a few
 * games ahead of it. */
typedef struct arena_pool {
    const arena_match *match;
    const atomic_bool *stop; /* somebody wants it to end: games under way are finished */
    pthread_t threads[ARENA_THREADS_MOST];
    int n_threads;
    pthread_mutex_t lock; /* guards all that follows */
    pthread_cond_t done, room;
    int n_running;      /* threads */
    uint64_t next, end; /* the number of the next game to begin; none from `end` on */
    uint64_t front;     /* the number of the next result to be taken */
    uint32_t n_slots;   /* results wait here, by number modulo n_slots */
    struct arena_slot *slots;
    arena_time times[TM_MAX_SEATS]; /* by bot */
    tm_why why;                     /* of the first game that failed */
} arena_pool;

/* Begins. TM_ESPACE without memory or threads; then there is nothing to close. */
int arena_pool_open(arena_pool *pool, const arena_match *match, const atomic_bool *stop, uint64_t first, uint64_t end,
                    int n_threads);
/* Waits for the result of the next game. 1, 0 if there are no more, or an error of the game; then `why` is its. */
int arena_pool_next(arena_pool *pool, arena_result *out);
/* Waits for the games under way and throws them away; adds the times of all games to these. */
void arena_pool_close(arena_pool *pool, arena_time *times);

#endif
