/* Playing the games of an arena, on several threads.
 *
 * Games are numbered deal by deal, and by rotation within a deal. A game depends only on its number and the seed,
 * and results come back in that order, so the number of threads does not matter. */
#ifndef CLI_ARENA_PLAY_H
#define CLI_ARENA_PLAY_H

#include <pthread.h>
#include <stdatomic.h>

#include <tatami/bot.h>

#include "cli/arena_stats.h"

enum { ARENA_THREADS_MAX = 256 };

/* What is played. */
typedef struct arena_match {
    tm_setup setup;
    arena_lineup lineup;
    const tm_bot *bots[TM_MAX_SEATS]; /* each once */
    char labels[TM_MAX_SEATS][16];    /* their names in a report; `engine1` stands for a long command */
    uint64_t seed;
    tm_span net;       /* for the bots that use one, instead of the built-in one; or nothing */
    uint32_t luck;     /* other outcomes, by which luck is measured (luck.h); 0: it is not measured */
    const tm_say *say; /* for reasons; NULL: English */
} arena_match;

/* How long a bot thought: the CPU time of its thread, or for an engine, which is another process, the time until it
 * answered. */
typedef struct arena_time {
    uint64_t n_decisions, sum, longest; /* nanoseconds */
} arena_time;

/* Plays one game. TM_OK, or an error if out of memory or if a bot chose an illegal action; *why may say more. */
int arena_play_game(const arena_match *match, uint64_t number, arena_result *out, arena_time *times, tm_why *why);

/* Threads that play a range of games. If one game takes long, the others get only a few games ahead of it. */
typedef struct arena_pool {
    const arena_match *match;
    const atomic_bool *stop; /* somebody wants to stop: current games are finished */
    pthread_t threads[ARENA_THREADS_MAX];
    int n_threads;
    pthread_mutex_t lock; /* guards all that follows */
    pthread_cond_t done, space;
    int n_running;      /* threads */
    uint64_t next, end; /* the number of the next game to start; stops before `end` */
    uint64_t front;     /* the number of the next result to take */
    uint32_t n_slots;   /* results wait here, by number modulo n_slots */
    struct arena_slot *slots;
    arena_time times[TM_MAX_SEATS]; /* by bot */
    tm_why why;                     /* of the first game that failed */
} arena_pool;

/* Starts the threads. TM_ESPACE if out of memory or threads; then there is nothing to close. */
int arena_pool_open(arena_pool *pool, const arena_match *match, const atomic_bool *stop, uint64_t first, uint64_t end,
                    int n_threads);
/* Waits for the result of the next game. 1, 0 if there are no more, or the game's error, with its reason in `why`. */
int arena_pool_next(arena_pool *pool, arena_result *out);
/* Waits for the current games and discards them; adds the times of all games to these. */
void arena_pool_close(arena_pool *pool, arena_time *times);

#endif
