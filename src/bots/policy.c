#include "bots/policy.h"

#include <stdlib.h>
#include <string.h>

#include "bots/follow.h"

enum { FRONTIER = 128 };

bool tm_net_of(const tm_question *q, tm_net *out)
{
    return q->net.len && tm_net_reopen(q->game, (const uint8_t *)q->net.at, q->net.len, out) == TM_OK;
}

int tm_policy_open(tm_policy *p, const tm_game *game, const void *config, tm_span file)
{
    memset(p, 0, sizeof *p);
    p->game = game;
    p->config = config;
    if (tm_net_reopen(game, (const uint8_t *)file.at, file.len, &p->net)) return TM_ESYNTAX;
    p->observation = calloc(1, tm_net_observation(p->net.learn));
    p->mask = malloc(p->net.n_tokens);
    p->thought = malloc(sizeof *p->thought);
    const bool by_position = tm_net_judges_positions(&p->net);
    if (by_position) p->positions = tm_positions_new(game, config, &p->net);
    if (p->observation && p->mask && p->thought && (p->positions || !by_position)) return TM_OK;
    tm_policy_close(p);
    return TM_ESPACE;
}

void tm_policy_close(tm_policy *p)
{
    free(p->observation);
    free(p->mask);
    free(p->thought);
    tm_positions_free(p->positions);
}

/* The first tokens of an action. */
typedef struct prefix {
    uint16_t tokens[TM_MAX_STEPS];
    int n;
    int32_t value; /* of the last token that was a choice */
} prefix;

static void look(tm_policy *p, const prefix *so_far)
{
    const tm_learn *learn = p->net.learn;
    uint8_t *pending = p->observation + tm_learn_size(learn);
    for (int i = 0; i + 1 < learn->n_steps; i++) pending[i] = (uint8_t)(i < so_far->n ? so_far->tokens[i] + 1 : 0);
    tm_net_look(&p->net, p->observation, p->thought);
}

static int32_t value_of(const tm_policy *p, uint16_t token)
{
    const tm_learn *learn = p->net.learn;
    return tm_net_value(&p->net, p->thought,
                        learn->n_frames ? learn->turn(p->config, p->observation[0], token) : token);
}

/* Adds the token that is valued most; if `rest` is not NULL, the prefixes with the others go there, up to FRONTIER of them. Returns
 * false, with the action, if the prefix is a whole one. */
static bool extend(tm_policy *p, prefix *at, const tm_action *legal, int n_legal, tm_action *whole, prefix *rest,
                   int *n_rest)
{
    const tm_learn *learn = p->net.learn;
    const int n = tm_learn_next(learn, p->config, legal, n_legal, at->tokens, at->n, p->mask, whole);
    tm_assert(n >= 0);
    if (n == 0) return false;
    const prefix from = *at;
    if (n > 1) look(p, &from);
    bool first = true;
    for (uint16_t token = 0; token < learn->n_tokens; token++) {
        if (!p->mask[token]) continue;
        const int32_t value = n > 1 ? value_of(p, token) : from.value;
        prefix other = from;
        other.tokens[other.n++] = token;
        other.value = value;
        if (first || value > at->value) {
            const prefix best = *at;
            *at = other;
            other = best;
            if (first) {
                first = false;
                continue;
            }
        }
        if (rest && *n_rest < FRONTIER) rest[(*n_rest)++] = other;
    }
    return true;
}

/* Puts one among the best `most`; of equal ones the first stays ahead. */
static int insert(tm_rated *out, int n, int most, tm_rated one)
{
    if (n == most && one.value <= out[n - 1].value) return n;
    int at = n < most ? n++ : n - 1;
    for (; at > 0 && out[at - 1].value < one.value; at--) out[at] = out[at - 1];
    out[at] = one;
    return n;
}

/* Every action that is tried has a position after it. */
static int rank_positions(tm_policy *p, const void *view, int seat, const tm_action *legal, int n_legal, tm_rated *out,
                          int most)
{
    tm_rated tried[TM_LOOKED_AT];
    const int n_tried = tm_positions_try(p->positions, view, seat, legal, n_legal, tried);
    if (!p->plainly) tm_follow(p->positions, seat, tried, n_tried);
    int n = 0;
    for (int i = 0; i < n_tried; i++) n = insert(out, n, most, tried[i]);
    return n;
}

tm_action tm_policy_choose(tm_policy *p, const void *view, int seat, const tm_action *legal, int n_legal,
                           int32_t *out_value)
{
    if (p->positions && n_legal > 1) {
        tm_rated best;
        rank_positions(p, view, seat, legal, n_legal, &best, 1);
        if (out_value) *out_value = best.value;
        return best.action;
    }
    prefix at = {.n = 0};
    tm_action whole = legal[0];
    if (n_legal > 1) {
        p->net.learn->observe(p->config, view, p->observation);
        while (extend(p, &at, legal, n_legal, &whole, NULL, NULL)) continue;
    }
    if (out_value) *out_value = at.value;
    return whole;
}

/* One token per action: every action is valued at one look. */
static int rank_tokens(tm_policy *p, const tm_action *legal, int n_legal, tm_rated *out, int most)
{
    const prefix none = {.n = 0};
    int n = 0;
    look(p, &none);
    for (int i = 0; i < n_legal; i++) {
        uint16_t token;
        p->net.learn->spell(p->config, legal[i], &token);
        n = insert(out, n, most, (tm_rated){legal[i], value_of(p, token)});
    }
    return n;
}

/* Several tokens per action: the best prefix is always extended first. */
static int rank_prefixes(tm_policy *p, const tm_action *legal, int n_legal, tm_rated *out, int most)
{
    prefix *frontier = calloc(FRONTIER, sizeof *frontier);
    int n = 0, n_frontier = frontier ? 1 : 0;
    while (n < most && n_frontier) {
        int best = 0;
        for (int i = 1; i < n_frontier; i++)
            if (frontier[i].value > frontier[best].value) best = i;
        prefix at = frontier[best];
        frontier[best] = frontier[--n_frontier];
        tm_action whole;
        while (extend(p, &at, legal, n_legal, &whole, frontier, &n_frontier)) continue;
        out[n++] = (tm_rated){whole, at.value};
    }
    free(frontier);
    return n;
}

int tm_policy_rank(tm_policy *p, const void *view, int seat, const tm_action *legal, int n_legal, tm_rated *out,
                   int most)
{
    if (n_legal == 1) {
        out[0] = (tm_rated){legal[0], 0};
        return 1;
    }
    if (p->positions) return rank_positions(p, view, seat, legal, n_legal, out, most);
    p->net.learn->observe(p->config, view, p->observation);
    return p->net.learn->n_steps == 1 ? rank_tokens(p, legal, n_legal, out, most)
                                      : rank_prefixes(p, legal, n_legal, out, most);
}
