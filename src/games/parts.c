/* The printed parts of which game. */
#include <tatami/workshop.h>

#define GAME(id) extern const tm_parts id##_parts;
#include "registry.h"
#undef GAME

#define GAME(id) &id##_parts,
static const tm_parts *const PARTS[] = {
#include "registry.h"
};
#undef GAME

const tm_parts *tm_parts_find(const tm_game *game)
{
    for (int i = 0; i < tm_n_games; i++)
        if (tm_games[i] == game) return PARTS[i];
    return NULL;
}
