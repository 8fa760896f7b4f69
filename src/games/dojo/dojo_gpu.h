/* Dojo on a graphics card: its sources one after the other, then what gpu/kernels.cu asks for. */
#include "dojo_rate.c"
#include "dojo_rules.c"
#include "dojo_score.c"
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
    return c->white_belt || brooms < 2 || assistants < 2 || brooms + assistants < MANY; /* D20: none is placed */
}

/* Few halls have both brooms and assistants, and these take most of the time: the threads of a warp share the work on
 * each of them. */
static void score_together(const dojo_config *c, const dojo_state *s, bool over, int32_t *points, uint32_t *winners)
{
    enum { WORDS = (sizeof(dojo_hall) + 3) / 4 };
    union {
        dojo_hall hall;
        uint32_t word[WORDS];
    } mine, shared;
    for (int seat = 0; seat < c->seats; seat++) {
        bool brooms = false, assistants = false;
        const bool full = over && dojo_full(&s->open, seat, &mine.hall);
        for (int col = 0; full && col < DOJO_COLUMNS; col++) brooms |= mine.hall.col[col] == DOJO_BROOM;
        for (int row = 0; full && row < DOJO_ROWS; row++) assistants |= mine.hall.row[row] == DOJO_ASSISTANT;
        if (full && !(brooms && assistants)) points[seat] = dojo_count(&mine.hall, NULL);
        for (uint32_t left = gpu_vote(brooms && assistants); left; left &= left - 1) {
            const int owner = __builtin_ctz(left);
            for (int i = 0; i < WORDS; i++) shared.word[i] = gpu_of_lane(mine.word[i], owner);
            const int total = gpu_highest(dojo_count_part(&shared.hall, gpu_lane(), GPU_LANES));
            if (gpu_lane() == owner) points[seat] = total;
        }
        if (full && c->white_belt) points[seat] += DOJO_TROPHY_POINTS * dojo_trophies_won(&s->open, seat); /* D20 */
    }
    if (over) *winners = dojo_winners(c, &s->open, points);
}

#define GPU_SCORE score_together
#define GPU_GAME(name) dojo_##name
/* Counting takes far longer than a decision, and games are about equally long: the threads of a warp count together. */
enum { GPU_MAX_LEGAL = DOJO_GRID, GPU_STACK = 8192, GPU_DEALS_TOGETHER = 0, GPU_SCORES_TOGETHER = 28 };
#include "gpu/bits.h"
