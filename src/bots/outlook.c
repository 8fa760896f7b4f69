#include "bots/outlook.h"

#include <stdlib.h>
#include <string.h>

#include "bots/judge.h"

void outlooks_init(outlooks *o, const tm_question *q)
{
    memset(o, 0, sizeof *o);
    o->game = q->game;
    o->config = q->config;
    o->seat = q->seat;
    memset(o->together, 0xff, sizeof o->together);
    void *world = malloc(q->game->state_size);
    o->failed = !world;
    if (!world) return;
    /* How many seats there are, and who decides now, is the same in every world. */
    tm_rng rng;
    tm_rng_init(&rng, 0, 0);
    q->game->world(q->config, q->view, &rng, world);
    o->n_seats = tm_count_seats(q->game, q->config, world);
    o->deciders = q->game->actors(q->config, world) | 1u << q->seat;
    free(world);
}

void outlooks_free(outlooks *o)
{
    free(o->sums);
    o->sums = NULL;
}

void outlooks_see(outlooks *o, const void *world, const tm_event *event)
{
    if (o->replied || event->seat < 0 || o->deciders >> event->seat & 1) return;
    o->replied = true;
    o->game->see(o->config, world, event, o->seat, &o->reply);
}

/* A few hundred at most, because a search tries new actions ever more slowly. */
static outlook_sum *sum_of(outlooks *o, tm_action action)
{
    for (int i = 0; i < o->n; i++)
        if (o->sums[i].action == action) return &o->sums[i];
    if (o->n == o->capacity) {
        const int capacity = o->capacity ? 2 * o->capacity : 16;
        outlook_sum *sums = realloc(o->sums, (size_t)capacity * sizeof *sums);
        if (!sums) return NULL;
        o->sums = sums;
        o->capacity = capacity;
    }
    outlook_sum *sum = &o->sums[o->n++];
    memset(sum, 0, sizeof *sum);
    sum->action = action;
    return sum;
}

static void count_reply(outlook_sum *sum, const tm_event *seen)
{
    int i = 0;
    if (seen->action == TM_HIDDEN_ACTION) return;
    while (i < sum->n_replies && memcmp(&sum->replies[i].seen, seen, sizeof *seen) != 0) i++;
    if (i == OUTLOOK_REPLIES) return;
    if (i == sum->n_replies) sum->replies[sum->n_replies++] = (outlook_reply){.seen = *seen};
    sum->replies[i].n++;
}

void outlooks_count(outlooks *o, tm_action action, const void *world, const int32_t *chances)
{
    int32_t points[TM_MAX_SEATS] = {0};
    uint32_t winners;
    outlook_sum *sum = sum_of(o, action);
    if (sum) {
        o->game->score(o->config, world, points, &winners);
        sum->n++;
        for (int i = 0; i < o->n_seats; i++) {
            sum->chances[i] += (uint64_t)(chances[i] > 0 ? chances[i] : 0);
            sum->points[i] += points[i];
            for (int k = 0; k < o->n_seats; k++)
                if (chances[i] != chances[k]) o->together[i] &= ~(1u << k);
        }
        if (o->replied) count_reply(sum, &o->reply);
    }
    o->failed = o->failed || !sum;
    o->replied = false;
}

void outlooks_give(const outlooks *o, tm_action action, tm_outlook *out)
{
    uint64_t all = 0;
    memset(out, 0, sizeof *out);
    out->action = action;
    out->n_seats = o->n_seats;
    for (int k = 0; k < o->n; k++) {
        const outlook_sum *sum = &o->sums[k];
        if (sum->action != action) continue;
        for (int i = 0; i < o->n_seats; i++) /* a side is counted once, for its first seat */
            if (!(o->together[i] & ((1u << i) - 1))) all += sum->chances[i];
        for (int i = 0; i < o->n_seats; i++) {
            out->sides[i] = o->together[i] & ((1u << o->n_seats) - 1);
            out->shares[i] = all ? (uint32_t)(sum->chances[i] * TM_SURE / all) : 0;
            out->points[i] = (int32_t)(sum->points[i] * 100 / sum->n);
        }
        out->n = sum->n;
        for (int i = 0; i < sum->n_replies; i++) {
            if (sum->replies[i].n <= out->n_reply) continue;
            out->n_reply = sum->replies[i].n;
            out->reply = sum->replies[i].seen;
        }
    }
}
