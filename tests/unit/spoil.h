/* Invariants of a game notice a state that no game could reach: a copy of a table's state is spoiled and checked. Include it after
 *
 *     typedef GAME_state spoiled_state;
 */
#ifndef UNIT_SPOIL_H
#define UNIT_SPOIL_H

#include "unit/play.h"

static spoiled_state spoiled;

/* A copy of the state, to be spoiled. */
static spoiled_state *copy_of(const tm_table *t)
{
    memcpy(&spoiled, play_state(t), sizeof spoiled);
    return &spoiled;
}

static void expect_broken(const tm_table *t, int number)
{
    const int broken = t->setup.game->check(t->config, &spoiled);
    cr_assert_eq(broken, number, "invariant %d, expected %d", broken, number);
}

#endif
