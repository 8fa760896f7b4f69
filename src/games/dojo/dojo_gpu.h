/* Dojo on a graphics card: its sources one after the other, then what gpu/kernels.cu asks for. */
#include "dojo_search.h"

/* The count stays in pieces: in one, inlined into every kernel, it takes minutes to compile. */
__attribute__((noinline)) int dojo_count(const dojo_hall *hall, dojo_hall *best);
__attribute__((noinline)) int dojo_count_few(const dojo_hall *hall, uint32_t brooms, uint32_t assistants);
__attribute__((noinline)) void dojo_limits(const dojo_search *s, uint32_t brooms, uint32_t assistants, int *out_rows,
                                           int *out_cols);
__attribute__((noinline)) void dojo_sweep(dojo_search *s, const uint32_t *free, int cols);
__attribute__((noinline)) void dojo_assist(dojo_search *s, const uint32_t *free, int rows);

#include "dojo_chances.c"
#include "dojo_few.c"
#include "dojo_memory.c"
#include "dojo_players.c"
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

/* Dojos with as many brooms and assistants go through the same loops (dojo_few.c), the more of them the longer. The few that a
 * box with more than two allows are counted by the other search, and take as long as the longest. Of the longest, with their
 * 1,452 choices, fewer go to a warp: at nearly every choice one of 32 threads would have more to do. */
#define GPU_CLASSES 9
static const uint8_t GPU_TOGETHER[GPU_CLASSES] = {32, 32, 32, 32, 32, 32, 32, 32, 8};
static uint32_t gpu_class(const dojo_state *s, int seat)
{
    static const uint8_t CLASS[USUAL + 1][USUAL + 1] = {{0, 1, 2}, {3, 5, 6}, {4, 7, 8}};
    const dojo_public *o = &s->open;
    uint32_t brooms = 0, assistants = 0;
    for (int col = 0; col < DOJO_GRID_COLUMNS; col++) brooms += o->at_col[seat][col] == DOJO_BROOM;
    for (int row = 0; row < DOJO_GRID_ROWS; row++) assistants += o->at_row[seat][row] == DOJO_ASSISTANT;
    if (brooms > USUAL || assistants > USUAL) return GPU_CLASSES - 1;
    return CLASS[brooms][assistants];
}

static int32_t gpu_points(const dojo_config *c, const dojo_state *s, int seat)
{
    return dojo_points(c, &s->open, seat);
}

static uint32_t gpu_winners(const dojo_config *c, const dojo_state *s, const int32_t *points)
{
    return dojo_winners(c, &s->open, points);
}

#define GPU_GAME(name) dojo_##name
#define GPU_LIKELY think::likely
enum { GPU_MAX_LEGAL = DOJO_GRID, GPU_STACK = 8192, GPU_DEALS_TOGETHER = 0 };
#include "gpu/bits.h"
