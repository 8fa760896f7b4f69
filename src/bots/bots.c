#include <tatami/bot.h>

#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "bots/bots.h"

const tm_bot *const tm_bots[] = {
    &tm_bot_random, &tm_bot_thumb,  &tm_bot_easy,   &tm_bot_medium,
    &tm_bot_hard,   &tm_bot_expert, &tm_bot_reflex, &tm_bot_master,
};

const int tm_n_bots = sizeof tm_bots / sizeof *tm_bots;

const tm_bot *tm_bot_find(tm_span name)
{
    for (int i = 0; i < tm_n_bots; i++)
        if (tm_span_is(name, tm_bots[i]->name)) return tm_bots[i];
    return NULL;
}

/* A one-way hash: knowing one seat's seed must not reveal the dice or the other bots' thinking. */
static uint64_t seed_of_seat(uint64_t seed, int seat)
{
    uint8_t text[9] = {[8] = (uint8_t)seat}, sum[TM_SHA256_BYTES];
    uint64_t result = 0;
    for (int i = 0; i < 8; i++) text[i] = (uint8_t)(seed >> 8 * i);
    tm_sha256(text, sizeof text, sum);
    for (int i = 0; i < 8; i++) result |= (uint64_t)sum[i] << 8 * i;
    return result;
}

int tm_players_init(tm_players *players, const tm_game *game, uint64_t seed)
{
    memset(players, 0, sizeof *players);
    tm_why_init(&players->why, NULL);
    players->view = calloc(1, game->view_size);
    if (!players->view) return TM_ESPACE;
    tm_rng_init(&players->dice, seed, 0);
    for (int seat = 0; seat < game->max_seats; seat++) {
        players->seeds[seat] = seed_of_seat(seed, seat);
        tm_rng_init(&players->thoughts[seat], players->seeds[seat], 0);
    }
    return TM_OK;
}

void tm_players_leave(tm_players *players)
{
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) {
        if (players->minds[seat]) players->bots[seat]->leave(players->minds[seat]);
        tm_walk_free(players->walks[seat]);
        players->minds[seat] = NULL;
        players->walks[seat] = NULL;
    }
}

void tm_players_free(tm_players *players)
{
    tm_players_leave(players);
    free(players->view);
    players->view = NULL;
}

int tm_players_ask(tm_players *players, tm_table *table, int seat, tm_question *out)
{
    memset(out, 0, sizeof *out);
    if (tm_table_view(table, seat, players->view) || seat == TM_SPECTATOR) return TM_ERANGE;
    out->game = tm_table_setup(table)->game;
    out->config = tm_table_config(table);
    out->view = players->view;
    out->seat = seat;
    out->n_legal = tm_table_legal(table, seat, &out->legal);
    out->mind = players->minds[seat];
    out->why = &players->why;
    out->net = tm_net_for(tm_table_setup(table), players->net);
    return TM_OK;
}

static int sit_down(tm_players *players, const tm_table *table, int seat)
{
    const tm_bot *bot = players->bots[seat];
    if (!bot->sit || players->minds[seat]) return TM_OK;
    if (!players->walks[seat] && tm_walk_new(table, seat, &players->walks[seat])) return TM_ESPACE;
    return bot->sit(bot, players->walks[seat], seat, players->seeds[seat], &players->minds[seat], &players->why);
}

int tm_players_step(tm_players *players, tm_table *table)
{
    const uint32_t actors = tm_table_actors(table);
    if (actors & TM_ACTOR_CHANCE) return tm_table_draw(table, &players->dice) ? TM_ESPACE : 1;
    for (int seat = 0; seat < tm_table_setup(table)->n_seats; seat++) {
        if (!(actors >> seat & 1) || !players->bots[seat]) continue;
        tm_question question;
        int status = sit_down(players, table, seat);
        if (status) return status;
        tm_players_ask(players, table, seat, &question);
        status = tm_table_act(table, seat, players->bots[seat]->choose(&question, &players->thoughts[seat]));
        return status ? status : 1;
    }
    return 0;
}
