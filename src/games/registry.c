#include <tatami/game.h>

#define GAME(id) extern const tm_game id##_game;
#include "registry.h"
#undef GAME

#define GAME(id) &id##_game,
const tm_game *const tm_games[] = {
#include "registry.h"
};
#undef GAME

const int tm_n_games = sizeof tm_games / sizeof *tm_games;

const tm_game *tm_game_find(tm_span id)
{
    for (int i = 0; i < tm_n_games; i++)
        if (tm_span_is(id, tm_games[i]->id)) return tm_games[i];
    return NULL;
}
