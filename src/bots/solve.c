/* Draws worlds until no new one has turned up for a while, and searches each to the end by max-n: every seat takes
 * what is best for itself. With one world this is exact; with several it is the average of exact games, which is
 * good enough for the last tricks of a round. */
#include <tatami/search.h>

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "bots/judge.h"

enum { WORLDS_MAX = 8, DRAWS = 256, DEPTH_MAX = 24 };

typedef struct solver {
    const tm_game *game;
    const void *config;
    const void *root;
    uint8_t *states;  /* DEPTH_MAX of them */
    tm_action *legal; /* DEPTH_MAX lists */
    uint32_t budget;
} solver;

static bool solve(solver *s, int depth, int32_t *out);

/* The best action of the deciding seat at this depth, and its result. */
static bool best_reply(solver *s, int depth, int seat, int32_t *out)
{
    const tm_game *game = s->game;
    const void *state = s->states + (size_t)depth * game->state_size;
    tm_action *legal = s->legal + (size_t)depth * game->max_legal;
    const int n = game->legal(s->config, state, seat, legal);
    for (int i = 0; i < n; i++) {
        int32_t chances[TM_MAX_SEATS];
        void *next = s->states + (size_t)(depth + 1) * game->state_size;
        memcpy(next, state, game->state_size);
        tm_assert(game->apply(s->config, next, seat, legal[i]) == TM_OK);
        if (!solve(s, depth + 1, chances)) return false;
        if (i == 0 || chances[seat] > out[seat]) memcpy(out, chances, sizeof chances);
    }
    return true;
}

static bool solve(solver *s, int depth, int32_t *out)
{
    const void *state = s->states + (size_t)depth * s->game->state_size;
    const uint32_t actors = s->game->actors(s->config, state);
    if (!actors || tm_is_settled(s->game, s->config, s->root, state)) {
        tm_judge(s->game, s->config, state, out, NULL);
        return true;
    }
    if (actors & TM_ACTOR_CHANCE || actors & (actors - 1) || depth + 2 >= DEPTH_MAX || !s->budget) return false;
    s->budget--;
    return best_reply(s, depth, tm_bits_first(actors), out);
}

typedef struct worlds {
    int n;
    uint32_t times[WORLDS_MAX];
    uint8_t *states;
} worlds;

/* Draws worlds and counts how often each one came up; false if there are too many. */
static bool draw_worlds(const tm_question *q, tm_rng *rng, worlds *w, void *room)
{
    const size_t size = q->game->state_size;
    for (int i = 0; i < DRAWS; i++) {
        int k = 0;
        q->game->world(q->config, q->view, rng, room);
        while (k < w->n && memcmp(w->states + (size_t)k * size, room, size) != 0) k++;
        if (k == WORLDS_MAX) return false;
        if (k == w->n) {
            memcpy(w->states + (size_t)w->n++ * size, room, size);
            w->times[k] = 0;
        }
        w->times[k]++;
        if (i == 15 && w->n == 1) break;
    }
    return true;
}

static bool solve_worlds(solver *s, const worlds *w, const tm_question *q, tm_search_result *out)
{
    uint32_t n_draws = 0;
    for (int k = 0; k < w->n; k++) n_draws += w->times[k];
    tm_assert(n_draws > 0);
    for (int i = 0; i < q->n_legal; i++) {
        uint64_t sum = 0;
        for (int k = 0; k < w->n; k++) {
            int32_t chances[TM_MAX_SEATS];
            s->root = w->states + (size_t)k * s->game->state_size;
            memcpy(s->states, s->root, s->game->state_size);
            tm_assert(s->game->apply(s->config, s->states, q->seat, q->legal[i]) == TM_OK);
            if (!solve(s, 0, chances)) return false;
            sum += (uint64_t)chances[q->seat] * w->times[k];
        }
        out[i] = (tm_search_result){q->legal[i], n_draws, (uint32_t)(sum / n_draws)};
    }
    return true;
}

int tm_solve(const tm_question *q, uint32_t budget, tm_rng *rng, tm_search_result *out)
{
    const size_t size = q->game->state_size;
    worlds w = {.states = malloc(WORLDS_MAX * size)};
    solver s = {.game = q->game, .config = q->config, .budget = budget};
    s.states = malloc((DEPTH_MAX + 1) * size);
    s.legal = malloc((size_t)DEPTH_MAX * q->game->max_legal * sizeof *s.legal);
    const bool room = w.states && s.states && s.legal;
    const bool solved = room && draw_worlds(q, rng, &w, s.states) && solve_worlds(&s, &w, q, out);
    free(w.states);
    free(s.states);
    free(s.legal);
    return solved ? TM_OK : room ? TM_ERANGE : TM_ESPACE;
}
