/* What the deciding seat would see right after each of its actions, for learners that judge positions. Included by kernels.cu.
 *
 * Every table has `n_tries` rows. With fewer actions than rows, each action is tried in several worlds, as many in each; with more, the
 * tried ones are evenly spread over the list, from a random place on. Worlds are drawn from the seat's view, so what an action
 * turns up is what the seat must reckon with, never what really lies there. A game may define
 *   GPU_LIKELY            its `likely` of tm_think: worlds in which the others' decisions would be odd are drawn again
 * What is drawn depends on the seed and on the luck that the table has left, so a copy of a table tries the same.
 *
 * If the actions are given, there is one row per table: what the seat really sees after that action. */

enum { REDRAWN_MAX = 16 };

static void draw_world(const game_config *c, const game_view *view, int seat, tm_rng *rng, game_state *out)
{
#ifdef GPU_LIKELY
    int redrawn = 0;
    do GPU_GAME(world)(c, view, rng, out);
    while (++redrawn < REDRAWN_MAX && !GPU_LIKELY(c, out, seat, rng));
#else
    (void)seat;
    GPU_GAME(world)(c, view, rng, out);
#endif
}

/* The number of the action that a row tries, and in which world; -1 for a row that is left over. */
static int tried_action(uint32_t row, uint32_t n_tries, uint32_t n_actions, uint32_t spread, uint32_t *out_world)
{
    *out_world = 0;
    if (n_actions >= n_tries) return (int)(((uint64_t)row * n_actions + spread) / n_tries);
    *out_world = row / n_actions;
    return row < n_tries / n_actions * n_actions ? (int)(row % n_actions) : -1;
}

/* Rows of `observations` have v->observation bytes; `actions` gets GOES_ON where nothing is tried, and `n_actions` how many
 * each table has. */
GPU_KERNEL gpu_try(const gpu_vector *at, uint64_t seed, uint32_t n_tries, const tm_action *given,
                   uint8_t *observations, tm_action *actions, int32_t *n_actions)
{
    const gpu_vector v = *at;
    GPU_SHARED(rows);
    GPU_EACH(thread)
    {
        const uint64_t i = (uint64_t)GPU_BLOCK * GPU_THREADS + thread, table = i / n_tries;
        uint8_t *observation = rows + thread * v.observation;
        if (table >= v.n_tables) continue;
        for (uint64_t k = 0; k < v.observation; k++) observation[k] = 0;
        const uint32_t row = (uint32_t)(i % n_tries);
        table_state s;
        game_view view;
        load_state(&v, table, &s);
        const int seat = __builtin_ctz(GPU_GAME(actors)(v.config, &s.data));
        tm_action action = GOES_ON;
        if (given) {
            action = given[table];
        } else {
            tm_rng rng;
            uint32_t world;
            const uint32_t n = (uint32_t)gpu_count(v.config, &s.data, seat);
            const uint64_t luck = v.rngs[table];
            tm_rng_init(&rng, seed, luck);
            const int which = tried_action(row, n_tries, n, tm_rng_below(&rng, n), &world);
            if (row == 0) n_actions[table] = (int32_t)n;
            if (which >= 0) action = gpu_nth(v.config, &s.data, seat, which);
            actions[i] = action;
            if (which < 0) continue;
            tm_rng_init(&rng, seed, luck + 1 + world);
            GPU_GAME(view)(v.config, &s.data, seat, &view);
            draw_world(v.config, &view, seat, &rng, &s.data);
        }
        tm_assert(GPU_GAME(apply)(v.config, &s.data, seat, action) == TM_OK);
        GPU_GAME(view)(v.config, &s.data, seat, &view);
        learn::observe(v.config, &view, observation);
    }
    GPU_WAIT();
    GPU_EACH(thread)
    {
        const uint64_t first = (uint64_t)GPU_BLOCK * GPU_THREADS, end = v.n_tables * n_tries;
        const uint64_t n = first >= end ? 0 : end - first;
        copy_rows(observations + first * v.observation, rows, (n < GPU_THREADS ? n : GPU_THREADS) * v.observation, thread);
    }
}
