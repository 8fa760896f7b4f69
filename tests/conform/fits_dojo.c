#include "conform/fits.h"

#include <string.h>

#include "games/dojo/dojo_view.h"

/* Something in the state that the viewer may not know: a byte and the values that it could have. */
typedef struct slot {
    size_t offset;
    int n;
    uint8_t values[DOJO_CARDS];
} slot;

enum { SLOTS = DOJO_SEATS + 3 };

static bool looks_alike(const void *config, const dojo_state *a, const dojo_state *b, int viewer)
{
    dojo_view_data one, other;
    dojo_view(config, a, viewer, &one);
    dojo_view(config, b, viewer, &other);
    return memcmp(&one, &other, sizeof one) == 0;
}

/* A byte of the state is a slot if another value in it looks the same. */
static int find_slots(const void *config, const dojo_state *s, int viewer, slot *out)
{
    int n = 0;
    for (size_t offset = offsetof(dojo_state, hand); offset < sizeof *s; offset++) {
        const bool sign = offset >= offsetof(dojo_state, throwing);
        dojo_state changed = *s;
        uint8_t *byte = (uint8_t *)&changed + offset;
        if (!*byte) continue;
        *byte = *byte == 1 ? 2 : 1;
        if (!looks_alike(config, s, &changed, viewer)) continue;
        slot *at = &out[n++];
        at->offset = offset;
        at->n = 0;
        for (int value = 1; value <= (sign ? 3 : DOJO_CARDS); value++)
            if (sign || s->open.unseen[value - 1]) at->values[at->n++] = (uint8_t)value;
    }
    return n;
}

static void fill(dojo_state *s, const slot *slots, int n_slots, long way)
{
    for (int i = 0; i < n_slots; i++) {
        ((uint8_t *)s)[slots[i].offset] = slots[i].values[way % slots[i].n];
        way /= slots[i].n;
    }
}

/* In how many ways the copies of the cards can lie as they do here. */
static long n_ways_of(const dojo_state *s)
{
    uint8_t left[DOJO_CARDS];
    long ways = 1;
    memcpy(left, s->open.unseen, sizeof left);
    for (size_t offset = offsetof(dojo_state, hand); offset < offsetof(dojo_state, throwing); offset++) {
        const int card = ((const uint8_t *)s)[offset];
        if (card) ways *= left[card - 1]--;
    }
    return ways;
}

/* A state whose hidden cards are laid; D20: its trophies are still to be named, seat by seat, then the one on the table. */
typedef struct naming {
    const void *config;
    const void *truth;
    dojo_state state;
    int left[DOJO_SEATS]; /* trophies of each seat without a name */
    bool table;
    int viewer;
    fits_emit emit;
    void *context;
} naming;

/* Every way, each copy of a trophy being another. */
static void name_on(naming *n)
{
    dojo_public *o = &n->state.open;
    int seat = 0;
    while (seat < DOJO_SEATS && !n->left[seat]) seat++;
    if (seat == DOJO_SEATS && !n->table) {
        if (dojo_check(n->config, &n->state) || !looks_alike(n->config, n->truth, &n->state, n->viewer)) return;
        n->emit(n->context, &n->state);
        return;
    }
    for (int trophy = 1; trophy <= DOJO_TROPHIES; trophy++) {
        const int copies = o->pile[trophy - 1];
        o->pile[trophy - 1]--;
        if (seat < DOJO_SEATS) {
            n->left[seat]--;
            o->won[seat][trophy - 1]++;
        } else {
            n->table = false;
            o->trophy = (uint8_t)trophy;
        }
        for (int copy = 0; copy < copies; copy++) name_on(n);
        o->pile[trophy - 1]++;
        if (seat < DOJO_SEATS) {
            n->left[seat]++;
            o->won[seat][trophy - 1]--;
        } else {
            n->table = true;
        }
    }
}

/* Emits the state, or with white-belt every naming of its trophies; the number of ways, where emit is NULL. */
static long name_trophies(const void *config, const void *truth, const dojo_state *s, int viewer, fits_emit emit,
                          void *context)
{
    const dojo_config *c = config;
    naming n = {.config = config, .truth = truth, .state = *s, .viewer = viewer, .emit = emit, .context = context};
    long ways = 1, left = 0;
    if (c->white_belt) {
        n.table = s->open.trophy != DOJO_NONE;
        memcpy(n.state.open.pile, c->trophies, sizeof c->trophies);
        memset(n.state.open.won, 0, sizeof n.state.open.won);
        for (int seat = 0; seat < c->seats; seat++) left += n.left[seat] = dojo_trophies_won(&s->open, seat);
        for (long i = 0; i < left + n.table && ways <= FITS_MAX; i++) ways *= 12;
    }
    if (emit) name_on(&n);
    return ways;
}

/* Puts every unseen card into every slot, as often as there are copies to do it with. */
int fits_dojo(const void *config, const void *state, int viewer, fits_emit emit, void *context)
{
    dojo_state s = *(const dojo_state *)state;
    slot slots[SLOTS];
    const int n_slots = find_slots(config, &s, viewer, slots);
    const long n_names = name_trophies(config, state, &s, viewer, NULL, NULL);
    long n_ways = 1;
    if (n_names > FITS_MAX) return -1;
    for (int i = 0; i < n_slots; i++)
        if ((n_ways *= slots[i].n) > FITS_MAX / n_names) return -1;
    for (long way = 0; way < n_ways; way++) {
        fill(&s, slots, n_slots, way);
        if (dojo_check(config, &s) || !looks_alike(config, state, &s, viewer)) continue;
        for (long k = n_ways_of(&s); k > 0; k--) name_trophies(config, state, &s, viewer, emit, context);
    }
    return 0;
}
