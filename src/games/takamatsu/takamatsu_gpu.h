/* Takamatsu on a graphics card: its sources one after the other, then what gpu/kernels.cu asks for. Lists of legal
 * actions are too long for the memory of a thread: actions are counted, and the one that is wanted is found again. */
#include "takamatsu_rules.c"
#include "takamatsu_view.c"

namespace learn
{
#include "takamatsu_learn.c"
}
namespace think
{
#include "takamatsu_think.c"
}

#define GPU_GAME(name) takamatsu_##name
#define GPU_CLASSES 0
enum { GPU_STEPS = 2 + TAKAMATSU_COLOURS, GPU_STACK = 0, GPU_DEALS_TOGETHER = 0 };

static bool gpu_fits(const takamatsu_config *config)
{
    (void)config;
    return true;
}

static int gpu_count(const void *config, const void *state, int seat)
{
    return takamatsu_count_legal((const takamatsu_config *)config, (const takamatsu_state *)state, seat);
}

static tm_action gpu_nth(const void *config, const void *state, int seat, int k)
{
    tm_action action;
    takamatsu_some_legal((const takamatsu_config *)config, (const takamatsu_state *)state, seat, k, 1, 1, &action);
    return action;
}

static tm_action gpu_random(const void *config, const void *state, int seat, tm_rng *rng)
{
    return gpu_nth(config, state, seat, (int)tm_rng_below(rng, (uint32_t)gpu_count(config, state, seat)));
}

static tm_action gpu_thumb(const void *config, const void *state, int seat, tm_rng *rng)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    const takamatsu_state *s = (const takamatsu_state *)state;
    tm_action some[2 * think::LOOKED_AT];
    const int n_legal = takamatsu_count_legal(c, s, seat);
    int first = 0, step = 1;
    uint64_t noise = 0;
    if (n_legal > 1) {
        noise = tm_rng_next(rng);
        step = think::steps_of(n_legal, rng, &first);
    } else {
        tm_rng_below(rng, 1);
    }
    const int n = takamatsu_some_legal(c, s, seat, first, step, 2 * think::LOOKED_AT, some);
    return some[n > 1 ? think::best_of(c, &s->open, seat, some, n, 1, noise) : 0];
}

enum { TOKEN_WORDS = (learn::TOKENS + 63) / 64 };

static void set_token(uint64_t *bits, int token)
{
    bits[token / 64] |= (uint64_t)1 << token % 64;
}

/* The samurai of a group that the tokens after the room's have named so far, from the last colour on. */
static uint32_t named_group(const uint16_t *spelled, int n)
{
    uint32_t group = 0;
    for (int i = 1; i < n && i <= TAKAMATSU_COLOURS; i++)
        group |= (uint32_t)(spelled[i] - learn::TAKE) << 4 * (TAKAMATSU_COLOURS - i);
    return group;
}

/* What may follow the room and the colours named so far: a number of the next colour, or a room to go to. */
static void tokens_of_room(const takamatsu_config *c, const takamatsu_state *s, int seat, const uint16_t *spelled,
                           int n, uint64_t *bits)
{
    const int room = n ? spelled[0] - learn::LEAVE : 0, left = TAKAMATSU_COLOURS + 1 - n; /* colours to be named */
    const uint32_t named = named_group(spelled, n);
    const need must = needed(c->own[seat][0], c->own[seat][1], s->open.room[room]);
    groups g = first_group(s->open.room[room], must);
    do {
        const uint32_t group = this_group(&g);
        const uint32_t rooms = c->ends[room][takamatsu_total(group)].rooms;
        if (!has_needed(must, group) || !rooms || (group ^ named) >> 4 * left) continue;
        if (left > 0) {
            set_token(bits, learn::TAKE + takamatsu_count(group, left - 1));
            continue;
        }
        for (uint32_t to = rooms; to;) set_token(bits, learn::GO + tm_bits_take(&to));
    } while (next_group(&g));
}

static bool can_leave(const takamatsu_config *c, const takamatsu_state *s, int seat, int room)
{
    const need must = needed(c->own[seat][0], c->own[seat][1], s->open.room[room]);
    groups g = first_group(s->open.room[room], must);
    do
        if (has_needed(must, this_group(&g)) && c->ends[room][takamatsu_total(this_group(&g))].n) return true;
    while (next_group(&g));
    return false;
}

static void next_tokens(const takamatsu_config *c, const takamatsu_state *s, int seat, const uint16_t *spelled, int n,
                        uint64_t *bits)
{
    __builtin_memset(bits, 0, TOKEN_WORDS * sizeof *bits);
    if (n > 0 && spelled[0] < learn::TAKE) {
        tokens_of_room(c, s, seat, spelled, n, bits);
        return;
    }
    tm_action uses[2 * TAKAMATSU_HIDDEN];
    const int n_uses = put_uses(c, s, seat, uses, 0);
    for (int i = 0; i < n_uses; i++) {
        uint16_t use[TM_MAX_STEPS];
        learn::spell(c, uses[i], use);
        if (n == 0 || use[0] == spelled[0]) set_token(bits, use[n]);
    }
    if (n > 0) return;
    if (s->open.phase == TAKAMATSU_ASKING) {
        set_token(bits, learn::WAIT);
        return;
    }
    for (uint32_t rooms = rooms_of(c, &s->open, seat); rooms;) {
        const int room = tm_bits_take(&rooms);
        if (can_leave(c, s, seat, room)) set_token(bits, learn::LEAVE + room);
    }
}

static void gpu_mask(const void *config, const void *state, int seat, const uint16_t *spelled, int n_spelled,
                     uint32_t *bits, uint32_t first)
{
    uint64_t tokens[TOKEN_WORDS];
    next_tokens((const takamatsu_config *)config, (const takamatsu_state *)state, seat, spelled, n_spelled, tokens);
    for (uint32_t word = 0; word < TOKEN_WORDS; word++)
        if (tokens[word]) gpu_set_word(bits, first + 64 * word, tokens[word]);
}

/* The inverse of learn::spell. */
static int gpu_read(const void *config, const void *state, int seat, const uint16_t *spelled, int n_spelled,
                    uint16_t token, tm_action *out)
{
    uint64_t bits[TOKEN_WORDS];
    next_tokens((const takamatsu_config *)config, (const takamatsu_state *)state, seat, spelled, n_spelled, bits);
    if (!(bits[token / 64] >> token % 64 & 1)) return TM_EILLEGAL;
    if (token == learn::WAIT)
        *out = TAKAMATSU_WAIT;
    else if (token >= learn::COLOUR)
        *out = TAKAMATSU_USE | (tm_action)(spelled[0] - learn::USE) << 3 | (tm_action)(token - learn::COLOUR);
    else if (token >= learn::GO && token < learn::USE)
        *out = TAKAMATSU_MOVE | (tm_action)(spelled[0] - learn::LEAVE) << 25 | named_group(spelled, n_spelled) << 5 |
               (tm_action)(token - learn::GO);
    else
        return 1;
    return TM_OK;
}
