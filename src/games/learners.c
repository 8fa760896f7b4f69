/* What learners see of which game. */
#include <tatami/learn.h>

#define GAME(id) extern const tm_learn id##_learn;
#include "registry.h"
#undef GAME

#define GAME(id) &id##_learn,
static const tm_learn *const LEARNERS[] = {
#include "registry.h"
};
#undef GAME

const tm_learn *tm_learn_find(const tm_game *game)
{
    for (int i = 0; i < tm_n_games; i++)
        if (tm_games[i] == game) return LEARNERS[i];
    return NULL;
}
