/* Many tables stepped together.
 *
 * A lane is one table: its state and the next choice. Lanes are independent, so threads take ranges of them. A step
 * has two rounds: first every token is looked up, which changes nothing, then all are applied. Memory is allocated
 * only when the vector is created.
 *
 * A short list of legal actions is kept until the next step; long lists, which only some games have, are computed
 * again. */
#include <tatami/vector.h>

#include <stdlib.h>
#include <string.h>

#include "base/planes.h"
#include "vector/crew.h"

enum { KEPT = 40, LANES_PER_PART = 64 };

/* What every step reads and writes. Small, so that thousands of lanes stay close to the processor. */
typedef struct lane {
    uint64_t may[TM_TOKEN_WORDS]; /* one bit per token, where the game knows; there is no list then */
    int32_t seat;                 /* whose turn it is */
    int32_t n_legal;
    tm_action action;              /* what `next` means, if it completes an action */
    uint16_t tokens[TM_MAX_STEPS]; /* of the action being spelled */
    uint16_t n_tokens;
    uint16_t next; /* the token of this step */
    bool whole;    /* it completes an action */
} lane;
_Static_assert(sizeof(lane) <= 64, "a lane is one line of memory");

/* A short list of legal actions. Only for games without `may`. */
typedef struct list {
    tm_action legal[KEPT];
    uint16_t first[KEPT]; /* their tokens, if one token is enough */
} list;

/* Scratch memory of one thread. */
typedef struct scratch {
    void *view;
    tm_action *legal;
    uint8_t *mask;
} scratch;

struct tm_vector {
    tm_setup setup;
    const tm_game *game;
    const tm_learn *learn;
    void *config;
    int n_tables, n_threads;
    uint32_t observation, pending; /* bytes of an observation, and of these for tokens chosen so far */
    size_t stride;                 /* of the states */
    uint8_t *states;
    lane *lanes;
    list *lists;  /* by lane, or NULL if the game has `may` */
    tm_rng *rngs; /* by lane */
    scratch *scratches;
    crew *crew;
    /* The current step. */
    const int32_t *tokens;
    const tm_vector_arrays *out;
    int *wrong; /* by part: the first table with a wrong token, or -1 */
};

static void *state_of(const tm_vector *v, int i)
{
    return v->states + (size_t)i * v->stride;
}

static const tm_action *legal_of(const tm_vector *v, int i, scratch *s)
{
    const lane *l = &v->lanes[i];
    if (l->n_legal <= KEPT) return v->lists[i].legal;
    v->game->legal(v->config, state_of(v, i), l->seat, s->legal);
    return s->legal;
}

/* What follows is called once per table and step. What happens less often is kept out of it (noinline): its locals would be set up
 * every time. */

__attribute__((noinline)) static void draw(const tm_vector *v, int i)
{
    tm_outcome outcome;
    v->game->chance(v->config, state_of(v, i), &v->rngs[i], &outcome);
    tm_assert(v->game->settle(v->config, state_of(v, i), &outcome) == TM_OK);
}

__attribute__((noinline)) static void list_actions(const tm_vector *v, int i, scratch *s)
{
    lane *l = &v->lanes[i];
    tm_action *kept = v->lists[i].legal, *legal = v->game->max_legal <= KEPT ? kept : s->legal;
    l->n_legal = v->game->legal(v->config, state_of(v, i), l->seat, legal);
    if (legal != kept && l->n_legal <= KEPT) memcpy(kept, legal, (size_t)l->n_legal * sizeof *legal);
}

/* Plays on until a seat is due, and lists what it may do. False if the game is over. */
static inline bool play_on(const tm_vector *v, int i, lane *l, void *state, scratch *s)
{
    uint32_t actors;
    while ((actors = v->game->actors(v->config, state)) & TM_ACTOR_CHANCE) draw(v, i);
    if (!actors) return false;
    l->seat = __builtin_ctz(actors);
    l->n_tokens = 0;
    if (v->learn->may)
        v->learn->may(v->config, state, l->seat, l->may);
    else
        list_actions(v, i, s);
    return true;
}

__attribute__((noinline)) static void begin(const tm_vector *v, int i, scratch *s)
{
    v->game->init(v->config, state_of(v, i));
    tm_assert(play_on(v, i, &v->lanes[i], state_of(v, i), s));
}

/* Writes the choice to make now, for a game without `may`. The usual case, one token and few actions, needs no search. */
__attribute__((noinline)) static void write_list(const tm_vector *v, int i, scratch *s, uint8_t *mask)
{
    const lane *l = &v->lanes[i];
    if (v->learn->n_steps == 1 && l->n_legal <= KEPT) {
        list *kept = &v->lists[i];
        memset(mask, 0, v->learn->n_tokens);
        for (int k = 0; k < l->n_legal; k++) {
            v->learn->spell(v->config, kept->legal[k], &kept->first[k]);
            mask[kept->first[k]] = 1;
        }
        return;
    }
    tm_action whole;
    const int n =
        tm_learn_next(v->learn, v->config, legal_of(v, i, s), l->n_legal, l->tokens, l->n_tokens, mask, &whole);
    tm_assert(n > 0);
}

__attribute__((noinline)) static void write_pending(const lane *l, uint8_t *out, size_t n)
{
    for (size_t k = 0; k < n; k++) out[k] = (uint8_t)(k < l->n_tokens ? l->tokens[k] + 1 : 0);
}

/* The rows of some lanes. What does not change is read once, before the loop: the caller's bytes could be anywhere, so after each one that is
 * written the compiler would read it again. */
static void write_rows(const tm_vector *v, int first, int end, scratch *s)
{
    const tm_vector_arrays out = *v->out;
    const tm_game *game = v->game;
    const tm_learn *learn = v->learn;
    const void *config = v->config;
    const size_t n_tokens = learn->n_tokens, observation = v->observation, pending = v->pending, stride = v->stride;
    const size_t next_mask = out.masks ? n_tokens : 0;
    void *view = s->view;
    const lane *l = &v->lanes[first];
    const uint8_t *state = v->states + (size_t)first * stride;
    uint8_t *mask = out.masks ? out.masks + (size_t)first * n_tokens : s->mask;
    uint8_t *row = out.observations ? out.observations + (size_t)first * observation : NULL;
    for (int i = first; i < end; i++, l++, state += stride, mask += next_mask) {
        if (learn->may)
            tm_plane_words(mask, l->may, (int)n_tokens);
        else
            write_list(v, i, s, mask);
        if (out.seats) out.seats[i] = l->seat;
        if (!row) continue;
        game->view(config, state, l->seat, view);
        learn->observe(config, view, row);
        row += observation;
        if (pending) write_pending(l, row - pending, pending);
    }
}

/* Most games do not end in a step: everything is cleared at once. */
static void clear_ends(const tm_vector *v, int begin, int end)
{
    const tm_vector_arrays *out = v->out;
    const size_t seats = (size_t)v->setup.n_seats, first = (size_t)begin, n = (size_t)(end - begin);
    if (out->dones) memset(out->dones + first, 0, n);
    if (out->rewards) memset(out->rewards + first * seats, 0, n * seats * sizeof *out->rewards);
    if (out->points) memset(out->points + first * seats, 0, n * seats * sizeof *out->points);
}

__attribute__((noinline)) static void write_end(const tm_vector *v, int i)
{
    const tm_vector_arrays *out = v->out;
    const size_t n = (size_t)v->setup.n_seats;
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    v->game->score(v->config, state_of(v, i), points, &winners);
    const float share = 1.0f / (float)(winners ? __builtin_popcount(winners) : 1);
    if (out->dones) out->dones[i] = 1;
    for (size_t seat = 0; seat < n; seat++) {
        if (out->rewards && winners >> seat & 1) out->rewards[(size_t)i * n + seat] = share;
        if (out->points) out->points[(size_t)i * n + seat] = points[seat];
    }
}

/* What a token means in a game without `may`. */
__attribute__((noinline)) static bool look_up_in_list(const tm_vector *v, int i, scratch *s)
{
    lane *l = &v->lanes[i];
    if (v->learn->n_steps == 1 && l->n_legal <= KEPT) {
        const list *kept = &v->lists[i];
        for (int k = 0; k < l->n_legal; k++)
            if (kept->first[k] == l->next) {
                l->action = kept->legal[k];
                return true;
            }
        return false;
    }
    uint16_t tokens[TM_MAX_STEPS + 1];
    memcpy(tokens, l->tokens, sizeof l->tokens);
    tokens[l->n_tokens] = l->next;
    const int n =
        tm_learn_next(v->learn, v->config, legal_of(v, i, s), l->n_legal, tokens, l->n_tokens + 1, s->mask, &l->action);
    l->whole = n == 0;
    return n >= 0;
}

/* Finds out what the token of this step means; false if it may not be chosen. */
static inline bool look_up(const tm_vector *v, int i, scratch *s)
{
    lane *l = &v->lanes[i];
    /* Read once: the array is the caller's, and another thread of theirs could be writing to it. */
    const uint32_t token = (uint32_t)__atomic_load_n(&v->tokens[i], __ATOMIC_RELAXED);
    if (token >= v->learn->n_tokens) return false;
    l->next = (uint16_t)token;
    l->whole = true;
    if (v->learn->may) return l->may[token / 64] >> token % 64 & 1; /* go_on() asks for the action */
    return look_up_in_list(v, i, s);
}

static inline void go_on(const tm_vector *v, int i, lane *l, void *state, scratch *s)
{
    if (!l->whole) {
        l->tokens[l->n_tokens++] = l->next;
        return;
    }
    const tm_action action = v->learn->may ? v->learn->unspell(v->config, l->next) : l->action;
    tm_assert(v->game->apply(v->config, state, l->seat, action) == TM_OK);
    if (play_on(v, i, l, state, s)) return;
    write_end(v, i);
    begin(v, i, s);
}

/* The rounds, each for a part of the lanes. */

static int part_end(const tm_vector *v, int part)
{
    const int end = (part + 1) * LANES_PER_PART;
    return end < v->n_tables ? end : v->n_tables;
}

static void look_up_part(void *context, int thread, int part)
{
    const tm_vector *v = context;
    const int end = part_end(v, part);
    v->wrong[part] = -1;
    for (int i = part * LANES_PER_PART; i < end; i++)
        if (!look_up(v, i, &v->scratches[thread])) {
            v->wrong[part] = i;
            return;
        }
}

static void go_on_part(void *context, int thread, int part)
{
    const tm_vector *v = context;
    const int first = part * LANES_PER_PART, end = part_end(v, part);
    scratch *s = &v->scratches[thread];
    clear_ends(v, first, end);
    /* Two loops: a state that was written just now is slow to read in one go, and each loop alone fits the processor's memory of
     * branches. */
    lane *l = &v->lanes[first];
    uint8_t *state = state_of(v, first);
    for (int i = first; i < end; i++, l++, state += v->stride) go_on(v, i, l, state, s);
    write_rows(v, first, end, s);
}

static void reset_part(void *context, int thread, int part)
{
    const tm_vector *v = context;
    const int first = part * LANES_PER_PART, end = part_end(v, part);
    scratch *s = &v->scratches[thread];
    clear_ends(v, first, end);
    for (int i = first; i < end; i++) begin(v, i, s);
    write_rows(v, first, end, s);
}

static int n_parts(const tm_vector *v)
{
    return (v->n_tables + LANES_PER_PART - 1) / LANES_PER_PART;
}

void tm_vector_reset(tm_vector *v, uint64_t seed, const tm_vector_arrays *out)
{
    v->out = out;
    for (int i = 0; i < v->n_tables; i++) tm_rng_init(&v->rngs[i], seed, (uint64_t)i);
    crew_run(v->crew, reset_part, v, n_parts(v));
}

int tm_vector_step(tm_vector *v, const int32_t *tokens, const tm_vector_arrays *out, int *out_wrong)
{
    v->tokens = tokens;
    v->out = out;
    crew_run(v->crew, look_up_part, v, n_parts(v));
    for (int part = 0; part < n_parts(v); part++)
        if (v->wrong[part] >= 0) {
            if (out_wrong) *out_wrong = v->wrong[part];
            return TM_EILLEGAL;
        }
    crew_run(v->crew, go_on_part, v, n_parts(v));
    return TM_OK;
}

/* Its memory. */

static bool allocate(tm_vector *v)
{
    const tm_game *game = v->game;
    v->config = calloc(1, game->config_size);
    v->states = calloc((size_t)v->n_tables, v->stride);
    v->lanes = calloc((size_t)v->n_tables, sizeof *v->lanes);
    v->rngs = calloc((size_t)v->n_tables, sizeof *v->rngs);
    v->lists = v->learn->may ? NULL : calloc((size_t)v->n_tables, sizeof *v->lists);
    v->wrong = calloc((size_t)n_parts(v), sizeof *v->wrong);
    v->scratches = calloc((size_t)v->n_threads, sizeof *v->scratches);
    if (!v->config || !v->states || !v->lanes || !v->rngs || !v->wrong || !v->scratches) return false;
    if (!v->learn->may && !v->lists) return false;
    for (int i = 0; i < v->n_threads; i++) {
        scratch *s = &v->scratches[i];
        s->view = calloc(1, game->view_size);
        s->legal = calloc(game->max_legal, sizeof *s->legal);
        s->mask = calloc(1, v->learn->n_tokens);
        if (!s->view || !s->legal || !s->mask) return false;
    }
    v->crew = crew_new(v->n_threads);
    return v->crew != NULL;
}

int tm_vector_new(const tm_setup *setup, int n_tables, int n_threads, uint64_t seed, tm_vector **out, tm_why *why)
{
    tm_table *checked; /* a table checks the setup */
    const int status = tm_table_new(setup, &checked, why);
    if (status) return status;
    tm_table_free(checked);
    const tm_learn *learn = tm_learn_find(setup->game);
    if (!learn) return tm_why_not(why, TM_EUNKNOWN, "%s is not made for learners", setup->game->title);
    if (n_tables < 1 || n_tables > TM_VECTOR_MAX_TABLES)
        return tm_why_not(why, TM_ERANGE, "%d tables, expected 1 to %d", n_tables, TM_VECTOR_MAX_TABLES);
    if (n_threads < 0 || n_threads > TM_VECTOR_MAX_THREADS)
        return tm_why_not(why, TM_ERANGE, "%d threads, expected 0 to %d", n_threads, TM_VECTOR_MAX_THREADS);
    tm_vector *v = calloc(1, sizeof *v);
    if (!v) return tm_why_not(why, TM_ESPACE, "out of memory");
    v->setup = *setup;
    v->game = setup->game;
    v->learn = learn;
    v->n_tables = n_tables;
    v->n_threads = n_threads ? n_threads : 1;
    v->pending = learn->n_steps > 1 ? learn->n_steps - 1u : 0;
    v->observation = tm_learn_size(learn) + v->pending;
    v->stride = (v->game->state_size + 63u) & ~(size_t)63;
    if (!allocate(v)) {
        tm_vector_free(v);
        return tm_why_not(why, TM_ESPACE, "out of memory");
    }
    tm_assert(v->game->configure(v->config, setup->n_seats, setup->values, setup->box ? setup->box->data : NULL, why) ==
              TM_OK);
    const tm_vector_arrays nowhere = {0};
    tm_vector_reset(v, seed, &nowhere);
    *out = v;
    return TM_OK;
}

void tm_vector_free(tm_vector *v)
{
    if (!v) return;
    crew_free(v->crew);
    for (int i = 0; v->scratches && i < v->n_threads; i++) {
        free(v->scratches[i].view);
        free(v->scratches[i].legal);
        free(v->scratches[i].mask);
    }
    free(v->scratches);
    free(v->wrong);
    free(v->lists);
    free(v->rngs);
    free(v->lanes);
    free(v->states);
    free(v->config);
    free(v);
}

const tm_setup *tm_vector_setup(const tm_vector *v)
{
    return &v->setup;
}

int tm_vector_n_tables(const tm_vector *v)
{
    return v->n_tables;
}

uint32_t tm_vector_observation(const tm_vector *v)
{
    return v->observation;
}

void tm_vector_turns(const tm_vector *v, uint16_t *out)
{
    for (int frame = 0; frame < v->learn->n_frames; frame++)
        for (int token = 0; token < v->learn->n_tokens; token++)
            *out++ = v->learn->turn(v->config, frame, (uint16_t)token);
}
