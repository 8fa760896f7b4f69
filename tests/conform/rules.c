/* What rules must hold, whatever the game. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "conform/conform.h"

static int legal_of(trial *t, const void *state, int seat, tm_action *out)
{
    return t->game->legal(t->config, state, seat, out);
}

bool check_legal_lists(trial *t, const tm_event *next)
{
    const uint32_t actors = t->game->actors(t->config, t->state);
    (void)next;
    if ((actors & TM_ACTOR_CHANCE) && actors != TM_ACTOR_CHANCE) return trial_fail(t, "chance and seats at once");
    for (int seat = 0; seat < t->setup.n_seats; seat++) {
        const int n = legal_of(t, t->state, seat, t->legal);
        if ((n > 0) != (actors >> seat & 1)) return trial_fail(t, "seat %d: %d legal actions", seat, n);
        if ((uint32_t)n > t->game->max_legal) return trial_fail(t, "%d legal actions are more than max_legal", n);
        for (int i = 1; i < n; i++)
            if (t->legal[i - 1] >= t->legal[i]) return trial_fail(t, "legal list not ascending at %d", i);
        for (int i = 0; i < n; i++) {
            memcpy(t->other, t->state, t->game->state_size);
            if (t->game->apply(t->config, t->other, seat, t->legal[i])) return trial_fail(t, "legal action refused");
            if (t->game->check(t->config, t->other)) return trial_fail(t, "a legal action breaks an invariant");
        }
    }
    return true;
}

static bool refused(trial *t, int seat, tm_action action)
{
    memcpy(t->other, t->state, t->game->state_size);
    if (t->game->apply(t->config, t->other, seat, action) == TM_OK)
        return trial_fail(t, "seat %d: action %u accepted though not legal", seat, action);
    if (memcmp(t->other, t->state, t->game->state_size) != 0)
        return trial_fail(t, "a refused action changed the state");
    return true;
}

static bool is_listed(const tm_action *list, int n, tm_action action)
{
    for (int i = 0; i < n; i++)
        if (list[i] == action) return true;
    return false;
}

/* Outcomes made of noise: taken with a sound state, or refused with the same state. */
static bool check_noise_outcome(trial *t)
{
    tm_outcome noise;
    t->game->chance(t->config, t->state, &t->rng, &noise);
    for (int changes = 1 + (int)tm_rng_below(&t->rng, 3); changes; changes--)
        ((uint8_t *)&noise)[tm_rng_below(&t->rng, sizeof noise)] = (uint8_t)tm_rng_next(&t->rng);
    memcpy(t->other, t->state, t->game->state_size);
    const int status = t->game->settle(t->config, t->other, &noise);
    if (status && memcmp(t->other, t->state, t->game->state_size) != 0)
        return trial_fail(t, "a refused outcome changed the state");
    if (!status && t->game->check(t->config, t->other)) return trial_fail(t, "an outcome of noise broke an invariant");
    return true;
}

bool check_refusals(trial *t, const tm_event *next)
{
    const uint32_t actors = t->game->actors(t->config, t->state);
    (void)next;
    for (int seat = 0; seat < t->setup.n_seats; seat++) {
        const int n = legal_of(t, t->state, seat, t->legal);
        for (int i = 0; i < 24; i++) {
            tm_action action = (tm_action)tm_rng_next(&t->rng);
            if (i % 4 == 1) action &= 0xfff;
            if (i % 4 == 2) action &= 0xff;
            if (i % 4 == 3 && n)
                action = t->legal[tm_rng_below(&t->rng, (uint32_t)n)] ^ 1u << tm_rng_below(&t->rng, 32);
            if (!is_listed(t->legal, n, action) && !refused(t, seat, action)) return false;
        }
        if (!refused(t, seat, TM_HIDDEN_ACTION)) return false;
    }
    if (!refused(t, t->setup.n_seats, 0) || !refused(t, -1, 0) || !refused(t, 99, 0)) return false;
    if (actors == TM_ACTOR_CHANCE) {
        for (int i = 0; i < 8; i++)
            if (!check_noise_outcome(t)) return false;
        return true;
    }
    tm_outcome nothing;
    memset(&nothing, 0, sizeof nothing);
    memcpy(t->other, t->state, t->game->state_size);
    if (t->game->settle(t->config, t->other, &nothing) == TM_OK) return trial_fail(t, "an outcome that was not due");
    if (memcmp(t->other, t->state, t->game->state_size) != 0)
        return trial_fail(t, "a refused outcome changed the state");
    return true;
}

bool check_clones(trial *t, const tm_event *next)
{
    memcpy(t->other, t->state, t->game->state_size);
    memcpy(t->before, t->state, t->game->state_size);
    if (tm_event_apply(t->game, t->config, t->other, next)) return trial_fail(t, "a drawn event was refused");
    if (tm_event_apply(t->game, t->config, t->before, next)) return trial_fail(t, "a clone refused an event");
    if (memcmp(t->other, t->before, t->game->state_size) != 0) return trial_fail(t, "a clone went another way");
    return true;
}

/* Decisions taken at the same time: any order of arrival gives the same position. */
bool check_order(trial *t, const tm_event *next)
{
    const uint32_t actors = t->game->actors(t->config, t->state);
    tm_action chosen[TM_MAX_SEATS] = {0};
    (void)next;
    if (actors & TM_ACTOR_CHANCE || tm_bits_count(actors) < 2) return true;
    for (uint32_t rest = actors; rest;) {
        const int seat = tm_bits_take(&rest);
        const int n = legal_of(t, t->state, seat, t->legal);
        chosen[seat] = t->legal[tm_rng_below(&t->rng, (uint32_t)n)];
    }
    for (int order = 0; order < 6; order++) {
        memcpy(t->other, t->state, t->game->state_size);
        for (uint32_t rest = actors; rest;) {
            const int k = order == 0 ? 0 : (int)tm_rng_below(&t->rng, (uint32_t)tm_bits_count(rest));
            const int seat = tm_bits_nth(rest, (uint32_t)k);
            rest &= ~(1u << seat);
            if (t->game->apply(t->config, t->other, seat, chosen[seat]))
                return trial_fail(t, "seat %d could not decide after another", seat);
        }
        if (order == 0)
            memcpy(t->before, t->other, t->game->state_size);
        else if (memcmp(t->before, t->other, t->game->state_size) != 0)
            return trial_fail(t, "the order of simultaneous decisions mattered");
    }
    return true;
}

bool check_notation(trial *t, const tm_event *next)
{
    char room[TM_LINE_MAX], last[TM_LINE_MAX] = "";
    tm_text text;
    tm_action action;
    tm_outcome outcome;
    if (next->seat == TM_CHANCE) {
        tm_text_init(&text, room, sizeof room);
        t->game->write_outcome(t->config, &next->outcome, &text);
        if (text.cut || t->game->read_outcome(t->config, tm_span_of(room), &outcome))
            return trial_fail(t, "cannot read back \"%s\"", room);
        if (memcmp(&outcome, &next->outcome, sizeof outcome) != 0) return trial_fail(t, "\"%s\" reads otherwise", room);
        const tm_span kind = tm_span_of(t->game->awaits(t->config, t->state));
        if (strncmp(room, kind.at, kind.len) != 0) return trial_fail(t, "\"%s\" is not a %s", room, kind.at);
        return true;
    }
    const int n = legal_of(t, t->state, next->seat, t->legal);
    for (int i = 0; i < n; i++) {
        tm_text_init(&text, room, sizeof room);
        t->game->write_action(t->config, t->legal[i], &text);
        if (text.cut || t->game->read_action(t->config, tm_span_of(room), &action) || action != t->legal[i])
            return trial_fail(t, "\"%s\" reads otherwise", room);
        if (strcmp(room, last) == 0) return trial_fail(t, "two actions are written \"%s\"", room);
        strcpy(last, room);
        if (strchr(room, '\n') || strchr(room, '|') || strlen(room) > 60) return trial_fail(t, "odd text \"%s\"", room);
        strcat(room, " ");
        if (t->game->read_action(t->config, tm_span_of(room), &action) == TM_OK)
            return trial_fail(t, "a trailing space was accepted");
    }
    return true;
}

bool check_scores(trial *t, const tm_event *next)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    t->game->score(t->config, t->state, points, &winners);
    if (next && winners) return trial_fail(t, "winners before the end");
    if (!next && (!winners || winners >> t->setup.n_seats)) return trial_fail(t, "winners %x at the end", winners);
    return true;
}
