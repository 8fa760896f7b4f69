#include "template_view.h"

#include "base/bits.h"

void template_view(const void *config, const void *state, int seat, void *view)
{
    const template_state *s = (const template_state *)state;
    template_view_data *v = (template_view_data *)view;
    (void)config;
    __builtin_memset(v, 0, sizeof *v);
    v->open = s->open;
    v->seat = (int8_t)seat;
    v->choice = TEMPLATE_UNDECIDED;
    if (seat < 0) return;
    v->card = s->card[seat];
    v->choice = s->choice[seat];
}

void template_world(const void *config, const void *view, tm_rng *rng, void *state)
{
    const template_config *c = (const template_config *)config;
    const template_view_data *v = (const template_view_data *)view;
    template_state *s = (template_state *)state;
    __builtin_memset(s, 0, sizeof *s);
    __builtin_memset(s->choice, TEMPLATE_UNDECIDED, sizeof s->choice);
    s->open = v->open;
    uint32_t pile = (2u << c->top) - 2;
    if (v->seat >= 0) {
        s->card[v->seat] = v->card;
        s->choice[v->seat] = v->choice;
        pile &= ~(1u << v->card);
    }
    for (int seat = 0; seat < v->open.n_dealt; seat++) {
        if (seat == v->seat) continue;
        s->card[seat] = (uint8_t)tm_bits_nth(pile, tm_rng_below(rng, (uint32_t)tm_bits_count(pile)));
        pile &= ~(1u << s->card[seat]);
        if (v->open.chosen >> seat & 1) s->choice[seat] = (uint8_t)tm_rng_below(rng, 2);
    }
}

void template_see(const void *config, const void *state, const tm_event *event, int viewer, tm_event *seen)
{
    const template_state *s = (const template_state *)state;
    *seen = *event;
    if (event->seat == TM_CHANCE) {
        if (event->outcome.b[0] != viewer) seen->outcome.b[1] = TEMPLATE_UNSEEN;
        return;
    }
    /* The last to choose shows the choice: the round ends with it. */
    const bool last = template_actors(config, s) == 1u << event->seat;
    if (event->seat != viewer && !last) seen->action = TM_HIDDEN_ACTION;
}

uint32_t template_reveals(const void *config, const void *state, int seat, tm_action action)
{
    const template_config *c = (const template_config *)config;
    (void)action;
    const bool last = template_actors(config, state) == 1u << seat; /* then all is shown, to all */
    return last ? (1u << c->seats) - 1 : 0;
}
