#include <stdlib.h>

#include "table/table_private.h"

const char *tm_table_caution(const tm_table *table, int seat, tm_action action)
{
    const tm_game *game = table->setup.game;
    void *view = game->caution ? calloc(1, game->view_size) : NULL;
    const bool known = view && tm_table_view(table, seat, view) == TM_OK;
    const char *id = known ? game->caution(table->config, view, action) : NULL;
    free(view);
    return id;
}

int tm_table_why(const tm_table *table, int seat, tm_action action, tm_why *why)
{
    const tm_game *game = table->setup.game;
    const uint32_t actors = tm_table_actors(table);
    if (!actors) return tm_why_not(why, TM_EOVER, "the game is over");
    if (actors & TM_ACTOR_CHANCE || !(actors >> seat & 1)) return tm_why_not(why, TM_ETURN, "it is not your turn");
    void *view = calloc(1, game->view_size);
    if (!view) return tm_why_not(why, TM_ESPACE, "out of memory");
    tm_table_view(table, seat, view);
    if (!why->text.len) game->why(table->config, view, action, why->say, &why->text);
    free(view);
    return why->text.len ? TM_EILLEGAL : tm_why_not(why, TM_EILLEGAL, "this is not possible here");
}
