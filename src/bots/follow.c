#include "bots/follow.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINES = 4, /* followed at a time, */
    DEPTH = 2, /* for so many decisions; more of either was hardly stronger */
    WIDE = 64, /* a position with more actions than these is judged as it is */
};

/* A position in which the seat decides again. */
typedef struct line {
    int first; /* the action that it began with, as an index of the list */
    int32_t value;
    void *state;
} line;

typedef struct follower {
    tm_positions *p;
    int seat;
    int32_t best[TM_LOOKED_AT]; /* by first action: the end that is worth most */
    line lines[LINES], next[LINES];
    int n_lines, n_next;
    tm_action *legal;
    bool learned; /* the action that led to p->at has told the seat something: what, depends on the world */
} follower;

static void end(follower *f, int first, int32_t value)
{
    if (value > f->best[first]) f->best[first] = value;
}

static bool goes_on(const follower *f)
{
    return !f->learned && f->p->game->actors(f->p->config, f->p->at) == 1u << f->seat;
}

/* Cards that are played in another order lead to the same position. */
static bool is_known(const follower *f, int first)
{
    for (int i = 0; i < f->n_next; i++)
        if (f->next[i].first == first && !memcmp(f->next[i].state, f->p->at, f->p->game->state_size)) return true;
    return false;
}

/* A line to write to: a new one, or the worst if this one is worth more. The one that is given up ends where it is. */
static line *make_room(follower *f, int32_t value)
{
    int worst = 0;
    if (f->n_next < LINES) return &f->next[f->n_next++];
    for (int i = 1; i < LINES; i++)
        if (f->next[i].value < f->next[worst].value) worst = i;
    line *l = &f->next[worst];
    if (l->value >= value) return NULL;
    end(f, l->first, l->value);
    return l;
}

/* Takes the position in p->at. */
static void go_to(follower *f, int first, int32_t value)
{
    line *l = NULL;
    if (goes_on(f)) {
        if (is_known(f, first)) return;
        l = make_room(f, value);
    }
    if (!l) {
        end(f, first, value);
        return;
    }
    l->first = first;
    l->value = value;
    memcpy(l->state, f->p->at, f->p->game->state_size);
}

static void apply(follower *f, const void *from, tm_action action)
{
    const tm_game *game = f->p->game;
    memcpy(f->p->at, from, game->state_size);
    f->learned = game->reveals(f->p->config, from, f->seat, action) >> f->seat & 1;
    const int status = game->apply(f->p->config, f->p->at, f->seat, action);
    tm_assert(status == TM_OK);
}

static void follow_best(follower *f, const tm_rated *list, int n)
{
    bool taken[TM_LOOKED_AT] = {false};
    for (int i = 0; i < n; i++) f->best[i] = INT32_MIN;
    for (int k = 0; k < LINES && k < n; k++) {
        int best = 0;
        while (taken[best]) best++;
        for (int i = best + 1; i < n; i++)
            if (!taken[i] && list[i].value > list[best].value) best = i;
        taken[best] = true;
        apply(f, f->p->world, list[best].action);
        go_to(f, best, list[best].value);
    }
}

static void go_deeper(follower *f)
{
    line lines[LINES];
    memcpy(lines, f->lines, sizeof lines); /* swapped, because each has room for a state */
    memcpy(f->lines, f->next, sizeof lines);
    memcpy(f->next, lines, sizeof lines);
    f->n_lines = f->n_next;
    f->n_next = 0;
    for (int i = 0; i < f->n_lines; i++) {
        const line *l = &f->lines[i];
        const int n = f->p->game->legal(f->p->config, l->state, f->seat, f->legal);
        if (n > WIDE) end(f, l->first, l->value);
        for (int k = 0; k < n && n <= WIDE; k++) {
            apply(f, l->state, f->legal[k]);
            go_to(f, l->first, tm_positions_value(f->p, f->p->at, f->seat));
        }
    }
}

void tm_follow(tm_positions *p, int seat, tm_rated *list, int n)
{
    const size_t size = p->game->state_size;
    follower f = {.p = p, .seat = seat};
    char *states = malloc(2 * LINES * size);
    f.legal = malloc(p->game->max_legal * sizeof *f.legal);
    if (states && f.legal) {
        for (int i = 0; i < LINES; i++) {
            f.lines[i].state = states + (size_t)i * size;
            f.next[i].state = states + (size_t)(LINES + i) * size;
        }
        follow_best(&f, list, n);
        for (int depth = 0; depth < DEPTH && f.n_next; depth++) go_deeper(&f);
        for (int i = 0; i < f.n_next; i++) end(&f, f.next[i].first, f.next[i].value);
        for (int i = 0; i < n; i++)
            if (f.best[i] != INT32_MIN) list[i].value = f.best[i];
    }
    free(states);
    free(f.legal);
}
