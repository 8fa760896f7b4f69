/* An action may turn something up that the seat did not know, and then its value depends on the world. So each world is drawn once, and all
 * actions are tried in it: they are compared on equal terms. The worlds come from the view, never from the true state. */
#include "bots/positions.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "bots/judge.h"

enum {
    VALUE_MAX = 1 << 24,
    DRAWN_MAX = 16, /* worlds that do not fit what the others did; then the last one is taken anyway */
};

static bool open_seen(tm_seen *seen, const tm_net *net)
{
    seen->observation = calloc(1, tm_net_observation(net->learn));
    seen->sums = malloc((net->hidden[0] ? net->hidden[0] : 1) * sizeof *seen->sums);
    return seen->observation && seen->sums;
}

tm_positions *tm_positions_new(const tm_game *game, const void *config, const tm_net *net)
{
    tm_positions *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->game = game;
    p->config = config;
    p->net = net;
    p->tries = TM_TRIES;
    p->looked_at = TM_LOOKED_AT;
    p->world = malloc(game->state_size);
    p->at = malloc(game->state_size);
    p->view = calloc(1, game->view_size);
    p->observation = calloc(1, tm_net_observation(net->learn)); /* no tokens are pending: their bytes stay 0 */
    p->thought = malloc(sizeof *p->thought);
    bool room = p->world && p->at && p->view && p->observation && p->thought;
    for (int i = 0; i < game->max_seats && room; i++) room = open_seen(&p->seen[i], net);
    if (room) return p;
    tm_positions_free(p);
    return NULL;
}

void tm_positions_free(tm_positions *p)
{
    if (!p) return;
    free(p->world);
    free(p->at);
    free(p->view);
    free(p->observation);
    free(p->thought);
    for (int i = 0; i < TM_MAX_SEATS; i++) {
        free(p->seen[i].observation);
        free(p->seen[i].sums);
    }
    free(p);
}

int32_t tm_positions_value(tm_positions *p, const void *state, int seat)
{
    tm_seen *seen = &p->seen[seat];
    p->game->view(p->config, state, seat, p->view);
    p->net->learn->observe(p->config, p->view, p->observation);
    tm_net_shift(p->net, seen->any ? seen->observation : NULL, p->observation, seen->sums);
    uint8_t *const before = seen->observation;
    seen->any = true;
    seen->observation = p->observation;
    p->observation = before;
    tm_net_sum_up(p->net, seen->sums, p->thought);
    p->looks++;
    const int32_t value = tm_net_value(p->net, p->thought, 0); /* of a strange file, any number: sums of it must fit */
    return value > VALUE_MAX ? VALUE_MAX : value < -VALUE_MAX ? -VALUE_MAX : value;
}

/* An action by its place in the list and how promising it looks. */
typedef struct ordered {
    uint32_t at, weight;
} ordered;

static int promising_first(const void *a, const void *b)
{
    const ordered *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static int earlier_first(const void *a, const void *b)
{
    const ordered *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* The most promising actions of a long list, as the game orders them in p->world; false if it does not, or memory is short. */
static bool take_promising(const tm_positions *p, int seat, const tm_action *legal, int n_legal, tm_rated *out)
{
    const tm_think *think = p->game->think;
    if (!think || !think->order) return false;
    uint16_t *weights = malloc((size_t)n_legal * sizeof *weights);
    ordered *list = malloc((size_t)n_legal * sizeof *list);
    const bool room = weights && list;
    if (room) {
        think->order(p->config, p->world, seat, legal, n_legal, weights);
        for (int i = 0; i < n_legal; i++) list[i] = (ordered){(uint32_t)i, weights[i]};
        qsort(list, (size_t)n_legal, sizeof *list, promising_first);
        qsort(list, (size_t)p->looked_at, sizeof *list, earlier_first);
        for (int i = 0; i < p->looked_at; i++) out[i].action = legal[list[i].at];
    }
    free(weights);
    free(list);
    return room;
}

static int pick_actions(const tm_positions *p, int seat, const tm_action *legal, int n_legal, tm_rated *out)
{
    const int n = n_legal < p->looked_at ? n_legal : p->looked_at;
    if (n_legal <= p->looked_at || !take_promising(p, seat, legal, n_legal, out))
        for (int i = 0; i < n; i++) out[i].action = legal[(int64_t)i * n_legal / n];
    for (int i = 0; i < n; i++) out[i].value = 0;
    return n;
}

static void draw_world(tm_positions *p, const void *view, int seat, tm_rng *rng)
{
    tm_draw_likely(p->game, p->config, view, seat, DRAWN_MAX, rng, p->world);
}

int tm_positions_try(tm_positions *p, const void *view, int seat, const tm_action *legal, int n_legal, tm_rated *out)
{
    const tm_game *game = p->game;
    tm_rng rng;
    int n = 0, worlds = 1;
    tm_rng_init(&rng, tm_hash(TM_HASH_START, view, game->view_size), (uint64_t)seat);
    for (int k = 0; k < worlds; k++) {
        draw_world(p, view, seat, &rng);
        if (k == 0) {
            n = pick_actions(p, seat, legal, n_legal, out);
            if (n < n_legal) p->ordered += (uint64_t)n_legal;
            worlds = n < p->tries ? p->tries / n : 1;
        }
        for (int i = 0; i < n; i++) {
            memcpy(p->at, p->world, game->state_size);
            tm_assert(game->apply(p->config, p->at, seat, out[i].action) == TM_OK);
            out[i].value += tm_positions_value(p, p->at, seat);
        }
    }
    for (int i = 0; i < n; i++) out[i].value /= worlds;
    return n;
}
