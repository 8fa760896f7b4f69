/* Bytes as choices: a game, its players and options, then an action a byte, legal or not. Invariants and views hold at
 * every step. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "table/table_private.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

static uint32_t next(bytes *b)
{
    if (!b->left) return 0;
    b->left--;
    return *b->at++;
}

static void choose_setup(bytes *b, tm_setup *setup)
{
    tm_why why;
    tm_why_init(&why, NULL);
    const tm_game *game = tm_games[next(b) % (uint32_t)tm_n_games];
    const int n = game->min_seats + (int)(next(b) % (uint32_t)(game->max_seats - game->min_seats + 1));
    tm_assert(tm_setup_init(setup, game, n, &why) == TM_OK);
    for (int i = 0; i < game->n_options; i++) {
        const tm_range *range = tm_option_range(&game->options[i], n);
        const uint32_t byte = next(b);
        if (byte) setup->values[i] = range->min + (int32_t)(byte % (uint32_t)(range->max - range->min + 1));
    }
}

/* What the viewer knows, and a world that fits it. */
static void look(const tm_table *t, int viewer, tm_rng *rng, void *view, void *view2, void *world)
{
    const tm_game *game = t->setup.game;
    game->view(t->config, t->state, viewer, view);
    game->world(t->config, view, rng, world);
    game->view(t->config, world, viewer, view2);
    tm_assert(memcmp(view, view2, game->view_size) == 0);
    tm_assert(game->check(t->config, world) == 0);
}

static void step(tm_table *t, bytes *b, tm_rng *rng)
{
    const uint32_t actors = tm_table_actors(t), byte = next(b);
    if (actors & TM_ACTOR_CHANCE) {
        rng->s[0] += byte;
        tm_assert(tm_table_draw(t, rng) == TM_OK);
        return;
    }
    const tm_action *legal;
    const int seat = tm_bits_nth(actors, byte % (uint32_t)tm_bits_count(actors));
    const int n = tm_table_legal(t, seat, &legal);
    if (byte == 255) { /* anything, by anybody: taken or refused, but sound */
        const tm_action any = next(b) | next(b) << 8 | next(b) << 16 | next(b) << 24;
        (void)tm_table_act(t, (int)(next(b) % 10) - 1, any);
        return;
    }
    tm_assert(tm_table_act(t, seat, legal[(byte / (uint32_t)tm_bits_count(actors) + next(b) * 251) % (uint32_t)n]) ==
              TM_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data, size};
    tm_setup setup;
    tm_table *table;
    tm_rng rng;
    tm_why why;
    tm_why_init(&why, NULL);
    choose_setup(&b, &setup);
    tm_rng_init(&rng, next(&b), 0);
    if (tm_table_new(&setup, &table, &why)) return 0;
    void *view = calloc(1, setup.game->view_size), *view2 = calloc(1, setup.game->view_size);
    void *world = calloc(1, setup.game->state_size);
    for (int i = 0; b.left && tm_table_actors(table); i++) {
        step(table, &b, &rng);
        tm_assert(setup.game->check(table->config, table->state) == 0);
        const int k = i % (setup.n_seats + 1);
        look(table, k < setup.n_seats ? k : TM_SPECTATOR, &rng, view, view2, world);
    }
    free(view);
    free(view2);
    free(world);
    tm_table_free(table);
    return 0;
}
