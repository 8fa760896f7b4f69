/* Which function draws the table of each game. */
#include <tatami/game.h>

#define GAME(id) void id##_paint(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas);
#include "registry.h"
#undef GAME

#define GAME(id) id##_paint,
static const tm_paint PAINTERS[] = {
#include "registry.h"
};
#undef GAME

tm_paint tm_paint_find(const tm_game *game)
{
    for (int i = 0; i < tm_n_games; i++)
        if (tm_games[i] == game) return PAINTERS[i];
    return NULL;
}
