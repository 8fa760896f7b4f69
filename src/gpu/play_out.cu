/* How games end after each of some actions, played on by rules of thumb, for searches. Included by kernels.cu.
 *
 * Every action of a table is played on `n_games` times, each time in another world drawn from the view of the seat that
 * decides: the result depends on nothing that this seat does not know. The worlds are the same for all actions of a table,
 * and so are the random numbers of what is drawn later, so what differs is mostly the action. What is drawn depends on the
 * seed and on the luck that the table has left, as in tries.cu. */
GPU_KERNEL_128 gpu_play_out(const gpu_vector *at, uint64_t seed, uint32_t n_actions, uint32_t n_games,
                            const tm_action *actions, float *rewards, int32_t *out_points)
{
    const gpu_vector v = *at;
    GPU_EACH(thread)
    {
        const uint64_t i = (uint64_t)GPU_BLOCK * GPU_THREADS + thread, row = i / n_games, table = row / n_actions;
        if (table >= v.n_tables) continue;
        float *reward = rewards + i * v.n_seats;
        int32_t points[TM_MAX_SEATS];
        uint32_t winners = 0;
        if (actions[row] == GOES_ON) {
            for (uint32_t seat = 0; seat < v.n_seats; seat++) points[seat] = 0;
        } else {
            table_state s;
            game_view view;
            tm_rng luck, rng;
            uint64_t decisions = 0;
            load_state(&v, table, &s);
            const int seat = __builtin_ctz(GPU_GAME(actors)(v.config, &s.data));
            tm_rng_init(&luck, seed, v.rngs[table] + 2 * (i % n_games));
            tm_rng_init(&rng, seed, v.rngs[table] + 2 * (i % n_games) + 1);
            GPU_GAME(view)(v.config, &s.data, seat, &view);
            draw_world(v.config, &view, seat, &rng, &s.data);
            tm_assert(GPU_GAME(apply)(v.config, &s.data, seat, actions[row]) == TM_OK);
            uint32_t actors = GPU_GAME(actors)(v.config, &s.data);
            while (actors)
                actors =
                    play_event<true>(v.config, &s.data, actors & TM_ACTOR_CHANCE ? &luck : &rng, actors, &decisions);
            GPU_GAME(score)(v.config, &s.data, points, &winners);
        }
        const float share = share_of(winners);
        for (uint32_t seat = 0; seat < v.n_seats; seat++) {
            reward[seat] = winners >> seat & 1 ? share : 0.0f;
            out_points[i * v.n_seats + seat] = points[seat];
        }
    }
}
