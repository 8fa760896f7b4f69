/* What the rules of thumb remember changes nothing that they say. */
#include <string.h>

#include "conform/conform.h"

enum { TIMES = 2, EVENTS = 60 };

static bool judges_the_same(trial *t, tm_judgement *judge)
{
    int32_t with[TM_MAX_SEATS] = {0}, without[TM_MAX_SEATS] = {0};
    if (!judge) return true;
    judge(t->config, t->before, with, t->memory);
    judge(t->config, t->before, without, NULL);
    return memcmp(with, without, sizeof with) == 0 || trial_fail(t, "with a memory, a position is judged differently");
}

/* Puts what these rules of thumb choose in the place of a random action. */
static bool chooses_the_same(trial *t, tm_thumb *choose, tm_event *next)
{
    const int n = t->game->legal(t->config, t->before, next->seat, t->legal);
    if (!choose || n < 2) return true;
    tm_rng rng = t->rng, same = t->rng;
    const int with = choose(t->config, t->before, next->seat, t->legal, n, &rng, t->memory);
    const int without = choose(t->config, t->before, next->seat, t->legal, n, &same, NULL);
    if (with != without || memcmp(&rng, &same, sizeof rng) != 0)
        return trial_fail(t, "with a memory, seat %d chooses differently", next->seat);
    next->action = t->legal[with];
    return true;
}

/* As in a search: on from one position again and again. A few choices are random, so that more of the game is seen. */
bool check_memory(trial *t, const tm_event *next)
{
    const tm_think *think = t->game->think;
    (void)next;
    if (!t->memory || tm_rng_below(&t->rng, 4)) return true; /* at every fourth position */
    for (int i = 0; i < TIMES; i++) {
        memcpy(t->before, t->state, t->game->state_size);
        for (int k = 0; k < EVENTS && t->game->actors(t->config, t->before); k++) {
            tm_event event;
            trial_draw(t, t->before, &event);
            if (!judges_the_same(t, think->judge) || !judges_the_same(t, think->judge_well)) return false;
            if (event.seat != TM_CHANCE && tm_rng_below(&t->rng, 8) &&
                !(chooses_the_same(t, think->choose, &event) && chooses_the_same(t, think->choose_well, &event)))
                return false;
            tm_assert(tm_event_apply(t->game, t->config, t->before, &event) == TM_OK);
        }
    }
    return true;
}
