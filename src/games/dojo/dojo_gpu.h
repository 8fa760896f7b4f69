/* Dojo on a graphics card: its sources one after the other, then what gpu/kernels.cu asks for. */
#include "dojo_search.h"

/* The count stays in pieces: in one, inlined into every kernel, it takes minutes to compile. */
__attribute__((noinline)) int dojo_count(const dojo_hall *hall, dojo_hall *best);
__attribute__((noinline)) void dojo_limits(const dojo_search *s, uint32_t brooms, uint32_t assistants, int *out_rows,
                                           int *out_cols);
__attribute__((noinline)) void dojo_sweep(dojo_search *s, const uint32_t *free, int cols);
__attribute__((noinline)) void dojo_assist(dojo_search *s, const uint32_t *free, int rows);

#include "dojo_rate.c"
#include "dojo_rules.c"
#include "dojo_score.c"
#include "dojo_settle.c"
#include "dojo_view.c"

namespace learn
{
#include "dojo_learn.c"
}
namespace think
{
#include "dojo_think.c"
}

/* The search through many brooms and assistants needs 100 KB of stack, which no card has for each of its threads. Boxes
 * that could need it do not fit. */
void dojo_explore_layers(dojo_search *s, uint32_t brooms, uint32_t assistants)
{
    (void)s;
    (void)brooms;
    (void)assistants;
    __builtin_trap();
}

static bool gpu_fits(const dojo_config *c)
{
    const int brooms = c->trophies[DOJO_BROOM - 1], assistants = c->trophies[DOJO_ASSISTANT - 1];
    const bool usual = brooms <= USUAL && assistants <= USUAL;
    return c->white_belt || !brooms || !assistants || usual; /* D20: none is placed */
}

/* A hall with both brooms and assistants takes ten times as long as another, and more of them a hundred times. */
static int brooms_and_assistants(const dojo_public *o, int seat)
{
    int brooms = 0, assistants = 0;
    for (int col = 0; col < DOJO_GRID_COLUMNS; col++) brooms += o->at_col[seat][col] == DOJO_BROOM;
    for (int row = 0; row < DOJO_GRID_ROWS; row++) assistants += o->at_row[seat][row] == DOJO_ASSISTANT;
    return brooms && assistants ? brooms + assistants : 0;
}

#define GPU_CLASSES 4
static uint32_t gpu_class(const dojo_config *c, const dojo_state *s)
{
    int most = 0;
    for (int seat = 0; seat < c->seats; seat++) {
        const int n = brooms_and_assistants(&s->open, seat);
        if (n > most) most = n;
    }
    return most == 0 ? 0 : most < GPU_CLASSES ? (uint32_t)most - 1 : GPU_CLASSES - 1;
}

/* dojo_score, but those halls come first: then the threads of a warp count them at the same time, whoever's they are. */
static void gpu_score(const dojo_config *c, const dojo_state *s, int32_t *points, uint32_t *winners)
{
    uint32_t slow = 0, fast = (1u << c->seats) - 1;
    for (int seat = 0; seat < c->seats; seat++)
        if (brooms_and_assistants(&s->open, seat)) slow |= 1u << seat;
    fast &= ~slow;
    while (slow | fast) {
        const int seat = tm_bits_take(slow ? &slow : &fast);
        points[seat] = dojo_points(c, &s->open, seat);
    }
    *winners = dojo_winners(c, &s->open, points);
}

#define GPU_GAME(name) dojo_##name
#define GPU_LIKELY think::likely
enum { GPU_MAX_LEGAL = DOJO_GRID, GPU_STACK = 8192, GPU_DEALS_TOGETHER = 0 };
#include "gpu/bits.h"
