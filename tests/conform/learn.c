/* What a learner sees and answers, whatever the game: shapes hold, only the view decides, and spelling goes both ways. */
#include <tatami/learn.h>

#include <stdlib.h>
#include <string.h>

#include "conform/conform.h"

/* The same observation over 0xff and over 0x00: every byte is written, and none is beyond its plane's maximum. */
static bool observe_twice(trial *t, const tm_learn *learn, int viewer)
{
    const uint32_t size = tm_learn_size(learn);
    uint8_t *one = malloc(size + 1), *two = malloc(size + 1);
    tm_assert(one && two);
    t->game->view(t->config, t->state, viewer, t->view);
    memset(one, 0xff, size + 1);
    memset(two, 0, size + 1);
    learn->observe(t->config, t->view, one);
    learn->observe(t->config, t->view, two);
    bool well =
        memcmp(one, two, size) == 0 || trial_fail(t, "viewer %d: a byte of an observation is not written", viewer);
    if (one[size] != 0xff || two[size] != 0) well = trial_fail(t, "viewer %d: an observation is too long", viewer);
    uint32_t at = 0;
    for (int p = 0; well && p < learn->n_planes; p++)
        for (int i = 0; well && i < learn->planes[p].count; i++, at++)
            if (one[at] > learn->planes[p].max)
                well = trial_fail(t, "viewer %d: %s[%d] is %d", viewer, learn->planes[p].name, i, one[at]);
    free(one);
    free(two);
    return well;
}

/* The first byte names a frame, in which every token reads as another one. */
static bool check_frame(trial *t, const tm_learn *learn, int viewer)
{
    uint8_t *observation = malloc(tm_learn_size(learn)), *seen = calloc(1, learn->n_tokens);
    tm_assert(observation && seen);
    t->game->view(t->config, t->state, viewer, t->view);
    learn->observe(t->config, t->view, observation);
    bool well = !learn->n_frames || observation[0] < learn->n_frames ||
                trial_fail(t, "viewer %d: frame %d", viewer, observation[0]);
    for (int token = 0; learn->n_frames && well && token < learn->n_tokens; token++) {
        const uint16_t turned = learn->turn(t->config, observation[0], (uint16_t)token);
        well = (turned < learn->n_tokens && !seen[turned]) ||
               trial_fail(t, "frame %d: token %d reads as %d", observation[0], token, turned);
        if (well) seen[turned] = 1;
    }
    free(observation);
    free(seen);
    return well;
}

/* Spellings ascend with the actions, fit the declared numbers, and none is the beginning of another. */
static bool check_spelling(trial *t, const tm_learn *learn, int n_legal)
{
    uint16_t last[TM_MAX_STEPS];
    int n_last = 0;
    for (int i = 0; i < n_legal; i++) {
        uint16_t tokens[TM_MAX_STEPS];
        const int n = learn->spell(t->config, t->legal[i], tokens);
        if (n < 1 || n > learn->n_steps || n > TM_MAX_STEPS)
            return trial_fail(t, "action %u has %d tokens", t->legal[i], n);
        for (int k = 0; k < n; k++)
            if (tokens[k] >= learn->n_tokens) return trial_fail(t, "action %u: token %d", t->legal[i], tokens[k]);
        int k = 0;
        while (k < n && k < n_last && tokens[k] == last[k]) k++;
        if (i > 0 && (k == n || k == n_last || tokens[k] < last[k]))
            return trial_fail(t, "action %u is not spelled after the one before it", t->legal[i]);
        memcpy(last, tokens, sizeof last);
        n_last = n;
    }
    return true;
}

/* Spells one legal action by the masks alone; every mask has what really may follow, counted over the whole list. */
static bool spell_by_masks(trial *t, const tm_learn *learn, int n_legal, tm_action wanted)
{
    uint16_t goal[TM_MAX_STEPS], tokens[TM_MAX_STEPS];
    uint8_t *mask = malloc(learn->n_tokens), *counted = malloc(learn->n_tokens);
    tm_assert(mask && counted);
    const int n_goal = learn->spell(t->config, wanted, goal);
    tm_action found = TM_HIDDEN_ACTION;
    bool well = true;
    for (int n = 0; well && n <= n_goal; n++) {
        const int n_next = tm_learn_next(learn, t->config, t->legal, n_legal, goal, n, mask, &found);
        if (n == n_goal) {
            well = (n_next == 0 && found == wanted) || trial_fail(t, "spelling action %u gives %u", wanted, found);
            break;
        }
        int n_counted = 0;
        memset(counted, 0, learn->n_tokens);
        for (int i = 0; i < n_legal; i++) {
            learn->spell(t->config, t->legal[i], tokens);
            if (memcmp(tokens, goal, (size_t)n * sizeof *goal) == 0)
                n_counted += !counted[tokens[n]], counted[tokens[n]] = 1;
        }
        if (n_next != n_counted || memcmp(mask, counted, learn->n_tokens) != 0)
            well = trial_fail(t, "the mask after %d tokens of action %u is wrong", n, wanted);
    }
    /* A token that the mask does not have leads nowhere. */
    if (well && n_legal > 0) {
        tm_learn_next(learn, t->config, t->legal, n_legal, goal, 0, mask, &found);
        for (int token = 0; well && token < learn->n_tokens; token++) {
            const uint16_t first = (uint16_t)token;
            if (!mask[token] &&
                tm_learn_next(learn, t->config, t->legal, n_legal, &first, 1, counted, &found) != TM_EILLEGAL)
                well = trial_fail(t, "token %d is not in the mask, and is taken", token);
        }
    }
    free(mask);
    free(counted);
    return well;
}

/* The short way to a mask says the same as the list, and leads back to the same actions. */
static bool check_may(trial *t, const tm_learn *learn, int seat, int n_legal)
{
    uint64_t bits[TM_TOKEN_WORDS], counted[TM_TOKEN_WORDS] = {0};
    if (learn->n_steps != 1 || learn->n_tokens > 64 * TM_TOKEN_WORDS || !learn->unspell)
        return trial_fail(t, "a game with several or too many tokens declares `may`");
    learn->may(t->config, t->state, seat, bits);
    for (int i = 0; i < n_legal; i++) {
        uint16_t token;
        learn->spell(t->config, t->legal[i], &token);
        counted[token / 64] |= (uint64_t)1 << token % 64;
        if (learn->unspell(t->config, token) != t->legal[i])
            return trial_fail(t, "token %d is not action %u", token, t->legal[i]);
    }
    return memcmp(bits, counted, sizeof bits) == 0 || trial_fail(t, "seat %d: `may` differs from the list", seat);
}

bool check_learners(trial *t, const tm_event *next)
{
    const tm_learn *learn = tm_learn_find(t->game);
    (void)next;
    if (!learn) return trial_fail(t, "nothing is declared for learners");
    for (int viewer = 0; viewer < t->setup.n_seats; viewer++)
        if (!observe_twice(t, learn, viewer) || !check_frame(t, learn, viewer)) return false;
    if (!observe_twice(t, learn, TM_SPECTATOR)) return false;
    for (int seat = 0; seat < t->setup.n_seats; seat++) {
        const int n = t->game->legal(t->config, t->state, seat, t->legal);
        if (!check_spelling(t, learn, n)) return false;
        if (n > 0 && learn->may && !check_may(t, learn, seat, n)) return false;
        if (n > 0 && !spell_by_masks(t, learn, n, t->legal[tm_rng_below(&t->rng, (uint32_t)n)])) return false;
    }
    return true;
}
