#include <tatami/bot.h>

#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"

const tm_bot *const tm_bots[] = {
    &tm_bot_random, &tm_bot_thumb, &tm_bot_easy, &tm_bot_medium, &tm_bot_hard, &tm_bot_expert,
};

const int tm_n_bots = sizeof tm_bots / sizeof *tm_bots;

const tm_bot *tm_bot_find(tm_span name)
{
    for (int i = 0; i < tm_n_bots; i++)
        if (tm_span_is(name, tm_bots[i]->name)) return tm_bots[i];
    return NULL;
}

int tm_players_init(tm_players *players, const tm_game *game, uint64_t seed)
{
    memset(players, 0, sizeof *players);
    players->view = calloc(1, game->view_size);
    if (!players->view) return TM_ESPACE;
    tm_rng_init(&players->dice, seed, 0);
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) tm_rng_init(&players->thoughts[seat], seed, 1 + (uint64_t)seat);
    return TM_OK;
}

void tm_players_free(tm_players *players)
{
    free(players->view);
    players->view = NULL;
}

void tm_players_ask(const tm_players *players, tm_table *table, int seat, tm_question *out)
{
    out->game = tm_table_setup(table)->game;
    out->config = tm_table_config(table);
    out->view = players->view;
    out->seat = seat;
    out->n_legal = tm_table_legal(table, seat, &out->legal);
    tm_table_view(table, seat, players->view);
}

int tm_players_step(tm_players *players, tm_table *table)
{
    const uint32_t actors = tm_table_actors(table);
    if (actors & TM_ACTOR_CHANCE) return tm_table_draw(table, &players->dice) ? TM_ESPACE : 1;
    for (int seat = 0; seat < tm_table_setup(table)->n_seats; seat++) {
        if (!(actors >> seat & 1) || !players->bots[seat]) continue;
        tm_question question;
        tm_players_ask(players, table, seat, &question);
        const int status = tm_table_act(table, seat, players->bots[seat]->choose(&question, &players->thoughts[seat]));
        return status ? status : 1;
    }
    return 0;
}
