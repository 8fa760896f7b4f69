/* Luck: what the outcomes of a game were worth, beside others that could have come.
 *
 * This works on the true states of a game that is over. No player calls it.
 *
 * Taking the luck of chance away from results is known from poker (Burch and others, AIVAT, 2018), where values of states are exact or
 * learned. Rejected: our networks, which judge only what a seat sees right after its own action. */
#include <tatami/luck.h>

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bots/judge.h"

enum { PLAYED_MAX = 4000 }; /* events; then the position is judged as it is */

typedef struct luck {
    const tm_game *game;
    const void *config;
    int n_seats;
    bool well;                 /* by the better rules of thumb and judgement (tm_think) */
    void *state, *came, *play; /* before an outcome, after it, and where a game is played on */
    void *memory;              /* of the rules of thumb; NULL: none */
    tm_action *legal;
    int64_t sums[TM_MAX_SEATS];
} luck;

static bool is_settled(const luck *l)
{
    if (l->well) return l->game->think->settled_well(l->config, l->state, l->play);
    return tm_is_settled(l->game, l->config, l->state, l->play);
}

static int choose(luck *l, int seat, int n_legal, tm_rng *rng)
{
    const tm_think *think = l->game->think;
    tm_thumb *thumb = !think ? NULL : think->choose_well ? think->choose_well : think->choose;
    if (n_legal == 1) return 0;
    return thumb ? thumb(l->config, l->play, seat, l->legal, n_legal, rng, l->memory)
                 : (int)tm_rng_below(rng, (uint32_t)n_legal);
}

static void play_on(luck *l, tm_rng *rng)
{
    const tm_game *game = l->game;
    uint32_t actors;
    for (int i = 0; i < PLAYED_MAX && (actors = game->actors(l->config, l->play)) && !is_settled(l); i++) {
        tm_outcome outcome = {0};
        if (actors & TM_ACTOR_CHANCE) {
            game->chance(l->config, l->play, rng, &outcome);
            tm_assert(game->settle(l->config, l->play, &outcome) == TM_OK);
            continue;
        }
        const int seat = tm_bits_first(actors), n = game->legal(l->config, l->play, seat, l->legal);
        tm_assert(game->apply(l->config, l->play, seat, l->legal[choose(l, seat, n, rng)]) == TM_OK);
    }
}

/* Each seat's share of the win, so that all shares together are the whole win. */
static void judge(luck *l, int32_t *out_shares)
{
    int32_t chances[TM_MAX_SEATS] = {0};
    int64_t all = 0;
    if (!l->game->actors(l->config, l->play))
        tm_won(l->game, l->config, l->play, chances);
    else if (l->well)
        l->game->think->judge_well(l->config, l->play, chances, l->memory);
    else
        tm_judge(l->game, l->config, l->play, chances, l->memory);
    for (int i = 0; i < l->n_seats; i++) all += chances[i];
    for (int i = 0; i < l->n_seats; i++) out_shares[i] = all ? (int32_t)(chances[i] * (int64_t)TM_SURE / all) : 0;
}

/* Plays on, and adds what comes of it to the sums or takes it away. The generator is a copy, so that both sides have the same luck from here on. */
static void add(luck *l, tm_rng rng, int sign)
{
    int32_t shares[TM_MAX_SEATS];
    play_on(l, &rng);
    judge(l, shares);
    for (int i = 0; i < l->n_seats; i++) l->sums[i] += sign * shares[i];
}

/* The outcome that came, beside n others. One that is the same outcome again is worth the same. */
static void weigh(luck *l, const tm_outcome *outcome, uint32_t n, tm_rng *rng)
{
    const tm_game *game = l->game;
    memcpy(l->came, l->state, game->state_size);
    tm_assert(game->settle(l->config, l->came, outcome) == TM_OK);
    for (uint32_t i = 0; i < n; i++) {
        tm_outcome drawn = {0};
        tm_rng future;
        game->chance(l->config, l->state, rng, &drawn);
        tm_rng_init(&future, tm_rng_next(rng), i);
        if (memcmp(&drawn, outcome, sizeof drawn) == 0) continue;
        memcpy(l->play, l->came, game->state_size);
        add(l, future, 1);
        memcpy(l->play, l->state, game->state_size);
        tm_assert(game->settle(l->config, l->play, &drawn) == TM_OK);
        add(l, future, -1);
    }
}

static bool open_luck(luck *l, const tm_table *table)
{
    const tm_setup *setup = tm_table_setup(table);
    const tm_game *game = setup->game;
    *l = (luck){.game = game, .config = tm_table_config(table), .n_seats = setup->n_seats};
    l->well = game->think && game->think->judge_well;
    l->state = calloc(1, game->state_size);
    l->came = calloc(1, game->state_size);
    l->play = calloc(1, game->state_size);
    l->legal = calloc(game->max_legal, sizeof *l->legal);
    if (game->think && game->think->memory) l->memory = calloc(1, game->think->memory);
    return l->state && l->came && l->play && l->legal;
}

static void close_luck(luck *l)
{
    free(l->state);
    free(l->came);
    free(l->play);
    free(l->legal);
    free(l->memory);
}

static void go_through(luck *l, tm_walk *walk, uint32_t n, tm_rng *rng)
{
    const tm_game *game = l->game;
    tm_event event;
    game->init(l->config, l->state);
    while (tm_walk_next(walk, &event)) {
        const bool chance = event.seat == TM_CHANCE;
        if (chance) weigh(l, &event.outcome, n, rng);
        tm_assert((chance ? game->settle(l->config, l->state, &event.outcome)
                          : game->apply(l->config, l->state, event.seat, event.action)) == TM_OK);
    }
}

int tm_luck(const tm_table *table, uint32_t n, uint64_t seed, int32_t *out_luck)
{
    luck l;
    tm_walk *walk = NULL;
    tm_rng rng;
    int status = TM_ESPACE;
    if (tm_table_actors(table)) return TM_ETURN;
    if (n < 1 || n > TM_LUCK_MOST) return TM_ERANGE;
    if (open_luck(&l, table)) status = tm_walk_new(table, TM_EVERYTHING, &walk);
    if (status == TM_OK) {
        tm_rng_init(&rng, seed, 0);
        go_through(&l, walk, n, &rng);
        for (int i = 0; i < l.n_seats; i++) out_luck[i] = (int32_t)(l.sums[i] / (int64_t)n);
    }
    tm_walk_free(walk);
    close_luck(&l);
    return status;
}
