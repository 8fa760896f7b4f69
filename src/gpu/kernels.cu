/* Many tables of one game on a graphics card, for any game: the vector environment of tatami/vector.h, to the byte, and
 * whole games played by random actions or rules of thumb.
 *
 * There are no pointers to functions on a card. A game's file GAME_gpu.h, included before this one, has its rules and
 *   GPU_GAME(name)        the name of the game's function or type
 *   gpu_fits              whether a setup can be played here
 *   gpu_random, gpu_thumb an action of a deciding seat
 *   gpu_count, gpu_nth    how many actions a deciding seat has; one of them, by its number in the list
 *   gpu_mask              sets one bit per token that may come next, from the bit `first` on
 *   gpu_read              what the next token means: TM_OK and an action, 1 if it goes on, TM_EILLEGAL
 *   GPU_STEPS             the most tokens of an action
 *   GPU_STACK             bytes of stack that functions which call themselves need, or 0
 *   GPU_DEALS_TOGETHER    1: a warp goes on to chance when none of its threads has a decision left before it
 * gpu/bits.h and gpu/list.h have these functions for the usual games. A game whose score takes long may define
 *   GPU_CLASSES           how many classes of scores there are, by how long one takes
 *   GPU_TOGETHER          by class, how many scores the threads of a warp find at the same time
 *   gpu_class, gpu_points of a seat when a game is over
 *   gpu_winners           from all points
 * Then whole games are scored seat by seat after all were played, those of one class together, so that the threads of a
 * warp take about equally long.
 *
 * A thread works on one table. States and generators lie word by word, all tables side by side, so that the threads
 * of a warp read neighbouring words. Observations and masks are written to the block's shared memory first, and from
 * there in whole lines: a thread alone would write its row byte by byte. */

typedef GPU_GAME(config) game_config;
typedef GPU_GAME(state) game_state;
typedef GPU_GAME(view_data) game_view;

enum { STATE_WORDS = (sizeof(game_state) + 3) / 4, PENDING = GPU_STEPS - 1, NO_TABLE = INT32_MAX };

/* A decision that is not spelled to its end. */
#define GOES_ON TM_HIDDEN_ACTION

typedef union table_state {
    game_state data;
    uint32_t word[STATE_WORDS];
} table_state;

/* A vector: where everything lies. gpu.py writes it, every member in eight bytes. */
typedef struct gpu_vector {
    const game_config *config;
    uint32_t *states;  /* [STATE_WORDS][n_tables] */
    uint64_t *rngs;    /* [4][n_tables] */
    uint16_t *spelled; /* [PENDING][n_tables]: tokens of the action being spelled, each + 1, or 0 */
    tm_action *actions;
    int32_t *wrong; /* the first table with a token that may not be chosen, or NO_TABLE */
    uint8_t *observations, *masks;
    int32_t *seats;
    uint8_t *dones;
    float *rewards;
    int32_t *points;
    uint64_t n_tables, n_seats, observation, n_tokens;
} gpu_vector;

static void load_state(const gpu_vector *v, uint64_t table, table_state *s)
{
    for (int i = 0; i < STATE_WORDS; i++) s->word[i] = v->states[(uint64_t)i * v->n_tables + table];
}

static void store_state(const gpu_vector *v, uint64_t table, const table_state *s)
{
    for (int i = 0; i < STATE_WORDS; i++) v->states[(uint64_t)i * v->n_tables + table] = s->word[i];
}

static int load_spelled(const gpu_vector *v, uint64_t table, uint16_t *out)
{
    int n = 0;
    for (; n < PENDING; n++) {
        const uint16_t token = v->spelled[(uint64_t)n * v->n_tables + table];
        if (!token) break;
        out[n] = (uint16_t)(token - 1);
    }
    return n;
}

/* Plays on until a seat is due; 0 if the game is over. */
static uint32_t play_on(const game_config *c, game_state *s, tm_rng *rng)
{
    uint32_t actors;
    while ((actors = GPU_GAME(actors)(c, s)) & TM_ACTOR_CHANCE) {
        tm_outcome outcome;
        GPU_GAME(chance)(c, s, rng, &outcome);
        tm_assert(GPU_GAME(settle)(c, s, &outcome) == TM_OK);
    }
    return actors;
}

/* Of each winner. */
static float share_of(uint32_t winners)
{
    return 1.0f / (float)(winners ? __builtin_popcount(winners) : 1);
}

static void write_end(const gpu_vector *v, uint64_t table, const int32_t *points, uint32_t winners, bool over)
{
    const float share = share_of(winners);
    v->dones[table] = over;
    for (uint32_t seat = 0; seat < v->n_seats; seat++) {
        v->rewards[table * v->n_seats + seat] = winners >> seat & 1 ? share : 0.0f;
        v->points[table * v->n_seats + seat] = over ? points[seat] : 0;
    }
}

/* A block's shared memory: observations, then masks as bits, with room for a word that ends in the next one. */
static uint32_t *bits_in(const gpu_vector *v, uint8_t *rows)
{
    return (uint32_t *)(rows + ((GPU_THREADS * v->observation + 15) & ~(uint64_t)15));
}

static void clear_bits(const gpu_vector *v, uint8_t *rows, uint32_t thread)
{
    const uint32_t n = (uint32_t)(GPU_THREADS * v->n_tokens + 31) / 32 + 2;
    for (uint32_t i = thread; i < n; i += GPU_THREADS) bits_in(v, rows)[i] = 0;
}

static void write_row(const gpu_vector *v, uint64_t table, const game_state *s, int seat, const uint16_t *spelled,
                      int n_spelled, uint8_t *rows, uint32_t thread)
{
    uint8_t *observation = rows + thread * v->observation;
    game_view view;
    v->seats[table] = seat;
    gpu_mask(v->config, s, seat, spelled, n_spelled, bits_in(v, rows), thread * (uint32_t)v->n_tokens);
    GPU_GAME(view)(v->config, s, seat, &view);
    learn::observe(v->config, &view, observation);
    observation += v->observation - PENDING;
    for (int i = 0; i < PENDING; i++) observation[i] = (uint8_t)(i < n_spelled ? spelled[i] + 1 : 0);
}

/* Copies a block's rows; both begin at a multiple of 16 bytes. */
static void copy_rows(uint8_t *to, const uint8_t *from, uint64_t n, uint32_t thread)
{
    const uint64_t chunks = n / sizeof(gpu_chunk);
    for (uint64_t i = thread; i < chunks; i += GPU_THREADS) ((gpu_chunk *)to)[i] = ((const gpu_chunk *)from)[i];
    for (uint64_t i = chunks * sizeof(gpu_chunk) + thread; i < n; i += GPU_THREADS) to[i] = from[i];
}

/* Four bits as four bytes. */
static inline uint32_t spread(uint32_t bits)
{
    return (bits & 15) * 0x204081u & 0x1010101u;
}

/* Writes a block's masks, one byte per bit. */
static void copy_bits(uint8_t *to, const uint32_t *from, uint64_t n, uint32_t thread)
{
    const uint64_t chunks = n / 16;
    for (uint64_t i = thread; i < chunks; i += GPU_THREADS) {
        const uint32_t bits = from[i / 2] >> i % 2 * 16;
        const gpu_chunk chunk = {spread(bits), spread(bits >> 4), spread(bits >> 8), spread(bits >> 12)};
        ((gpu_chunk *)to)[i] = chunk;
    }
    for (uint64_t i = chunks * 16 + thread; i < n; i += GPU_THREADS) to[i] = from[i / 32] >> i % 32 & 1;
}

static void copy_block(const gpu_vector *v, uint8_t *rows, uint32_t thread)
{
    const uint64_t first = (uint64_t)GPU_BLOCK * GPU_THREADS;
    const uint64_t n = first >= v->n_tables ? 0 : v->n_tables - first;
    const uint64_t n_rows = n < GPU_THREADS ? n : GPU_THREADS;
    copy_rows(v->observations + first * v->observation, rows, n_rows * v->observation, thread);
    copy_bits(v->masks + first * v->n_tokens, bits_in(v, rows), n_rows * v->n_tokens, thread);
}

/* [0] is 1 if the setup can be played here, [1] and [2] are the sizes of config and state, for comparison; then
 * GPU_STEPS, GPU_STACK and GPU_CLASSES. */
GPU_KERNEL gpu_facts(const game_config *config, uint32_t *out)
{
    GPU_EACH(thread)
    {
        if (thread) continue;
        out[0] = gpu_fits(config);
        out[1] = sizeof(game_config);
        out[2] = sizeof(game_state);
        out[3] = GPU_STEPS;
        out[4] = GPU_STACK;
        out[5] = GPU_CLASSES;
    }
}

GPU_KERNEL gpu_reset(const gpu_vector *at, uint64_t seed)
{
    const gpu_vector v = *at;
    GPU_SHARED(rows);
    GPU_EACH(thread) clear_bits(&v, rows, thread);
    GPU_WAIT();
    GPU_EACH(thread)
    {
        const uint64_t table = (uint64_t)GPU_BLOCK * GPU_THREADS + thread;
        if (table >= v.n_tables) continue;
        table_state s;
        tm_rng rng;
        tm_rng_init(&rng, seed, table);
        s.word[STATE_WORDS - 1] = 0;
        GPU_GAME(init)(v.config, &s.data);
        const uint32_t actors = play_on(v.config, &s.data, &rng);
        tm_assert(actors);
        store_state(&v, table, &s);
        for (int i = 0; i < 4; i++) v.rngs[i * v.n_tables + table] = rng.s[i];
        for (int i = 0; i < PENDING; i++) v.spelled[(uint64_t)i * v.n_tables + table] = 0;
        write_end(&v, table, NULL, 0, false);
        write_row(&v, table, &s.data, __builtin_ctz(actors), NULL, 0, rows, thread);
    }
    GPU_WAIT();
    GPU_EACH(thread) copy_block(&v, rows, thread);
}

/* Finds out what the tokens mean; changes nothing. They are numbers of four bytes, or of eight if `wide`. */
GPU_KERNEL gpu_look_up(const gpu_vector *at, const void *tokens, int32_t wide)
{
    const gpu_vector v = *at;
    GPU_EACH(thread)
    {
        const uint64_t table = (uint64_t)GPU_BLOCK * GPU_THREADS + thread;
        if (table >= v.n_tables) continue;
        const int64_t token = wide ? ((const int64_t *)tokens)[table] : ((const int32_t *)tokens)[table];
        tm_action action = GOES_ON;
        int status = TM_EILLEGAL;
        if (token >= 0 && token < (int64_t)v.n_tokens) {
            table_state s;
            uint16_t spelled[PENDING + 1];
            load_state(&v, table, &s);
            const int n = load_spelled(&v, table, spelled);
            const int seat = __builtin_ctz(GPU_GAME(actors)(v.config, &s.data));
            status = gpu_read(v.config, &s.data, seat, spelled, n, (uint16_t)token, &action);
        }
        if (status < 0) gpu_least(v.wrong, (int32_t)table);
        v.actions[table] = status == TM_OK ? action : GOES_ON;
    }
}

/* Plays what was found, unless a token was wrong. */
GPU_KERNEL gpu_go_on(const gpu_vector *at, const void *tokens, int32_t wide)
{
    const gpu_vector v = *at;
    GPU_SHARED(rows);
    if (*v.wrong != NO_TABLE) return;
    GPU_EACH(thread) clear_bits(&v, rows, thread);
    GPU_WAIT();
    GPU_EACH(thread)
    {
        const uint64_t table = (uint64_t)GPU_BLOCK * GPU_THREADS + thread;
        const bool mine = table < v.n_tables;
        table_state s;
        tm_rng rng;
        uint16_t spelled[PENDING + 1];
        int32_t points[TM_MAX_SEATS];
        uint32_t actors = 0, winners = 0;
        int n_spelled = 0;
        const tm_action action = mine ? v.actions[table] : GOES_ON;
        if (mine) load_state(&v, table, &s);
        if (mine) actors = GPU_GAME(actors)(v.config, &s.data);
        if (mine && action == GOES_ON) {
            const int64_t token = wide ? ((const int64_t *)tokens)[table] : ((const int32_t *)tokens)[table];
            n_spelled = load_spelled(&v, table, spelled);
            if (n_spelled < PENDING) v.spelled[(uint64_t)n_spelled * v.n_tables + table] = (uint16_t)(token + 1);
            spelled[n_spelled++] = (uint16_t)token;
        } else if (mine) {
            for (int i = 0; i < 4; i++) rng.s[i] = v.rngs[i * v.n_tables + table];
            for (int i = 0; i < PENDING; i++) v.spelled[(uint64_t)i * v.n_tables + table] = 0;
            tm_assert(GPU_GAME(apply)(v.config, &s.data, __builtin_ctz(actors), action) == TM_OK);
            actors = play_on(v.config, &s.data, &rng);
        }
        const bool over = mine && !actors;
        if (over) GPU_GAME(score)(v.config, &s.data, points, &winners);
        if (!mine) continue;
        write_end(&v, table, points, winners, over);
        if (over) {
            GPU_GAME(init)(v.config, &s.data);
            actors = play_on(v.config, &s.data, &rng);
            tm_assert(actors);
        }
        if (action != GOES_ON) {
            store_state(&v, table, &s);
            for (int i = 0; i < 4; i++) v.rngs[i * v.n_tables + table] = rng.s[i];
        }
        write_row(&v, table, &s.data, __builtin_ctz(actors), spelled, n_spelled, rows, thread);
    }
    GPU_WAIT();
    GPU_EACH(thread) copy_block(&v, rows, thread);
}

/* A token at random for each table, out of its mask. */
GPU_KERNEL gpu_random_tokens(const gpu_vector *at, uint64_t seed, int32_t *out)
{
    const gpu_vector v = *at;
    GPU_EACH(thread)
    {
        const uint64_t table = (uint64_t)GPU_BLOCK * GPU_THREADS + thread;
        if (table >= v.n_tables) continue;
        const uint8_t *mask = v.masks + table * v.n_tokens;
        uint32_t n = 0;
        tm_rng rng;
        tm_rng_init(&rng, seed, table);
        for (uint32_t i = 0; i < v.n_tokens; i++) n += mask[i];
        uint32_t left = tm_rng_below(&rng, n ? n : 1);
        int32_t token = 0;
        for (uint32_t i = 0; i < v.n_tokens; i++) {
            if (!mask[i]) continue;
            token = (int32_t)i;
            if (left-- == 0) break;
        }
        out[table] = token;
    }
}

/* Whole games, added up (tm_playouts of tatami/vector.h). Sums of points are two's complement. */
enum {
    SUM_NEXT, /* the number of the next game */
    SUM_GAMES,
    SUM_DECISIONS,
    SUM_SHARED,
    SUM_DIGEST,
    SUM_POINTS,
    SUM_WINS = SUM_POINTS + TM_MAX_SEATS,
    SUMS = SUM_WINS + TM_MAX_SEATS,
};

/* Games `first` … `end` - 1. With GPU_CLASSES, finished ones wait in `states`, and their seats stand in a list per class.
 * gpu.py writes it, every member in eight bytes. */
typedef struct gpu_games {
    const game_config *config;
    uint64_t *sums;
    uint32_t *states; /* [STATE_WORDS][room] */
    int32_t *points;  /* [n_seats][room] */
    uint32_t *lists;  /* [GPU_CLASSES][n_seats * room] */
    uint32_t *listed; /* [GPU_CLASSES + 1]: how many; how many warps have taken some of them */
    uint64_t first, end, room, seed, n_seats;
} gpu_games;

static void add_game(const gpu_games *g, const int32_t *points, uint32_t winners, uint64_t game, uint64_t *sums)
{
    uint64_t hash = tm_hash_u64(TM_HASH_START, game);
    for (uint32_t seat = 0; seat < g->n_seats; seat++) {
        hash = tm_hash_u64(hash, (uint32_t)points[seat]);
        sums[SUM_POINTS + seat] += (uint64_t)(int64_t)points[seat];
        sums[SUM_WINS + seat] += winners >> seat & 1;
    }
    sums[SUM_GAMES]++;
    sums[SUM_SHARED] += (winners & (winners - 1)) != 0;
    sums[SUM_DIGEST] += tm_hash_u64(hash, winners);
}

static void add_sums(const gpu_games *g, const uint64_t *sums)
{
    for (int i = SUM_GAMES; i < SUMS; i++) gpu_add(&g->sums[i], sums[i]);
}

static void finish_game(const gpu_games *g, const table_state *s, uint64_t game, uint64_t *sums)
{
#if GPU_CLASSES
    const uint32_t place = (uint32_t)(game - g->first);
    for (int i = 0; i < STATE_WORDS; i++) g->states[(uint64_t)i * g->room + place] = s->word[i];
    for (uint32_t seat = 0; seat < g->n_seats; seat++) {
        const uint32_t class_ = gpu_class(&s->data, (int)seat);
        g->lists[class_ * g->n_seats * g->room + gpu_take_place(&g->listed[class_])] = place * TM_MAX_SEATS + seat;
    }
    (void)sums;
#else
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    GPU_GAME(score)(g->config, &s->data, points, &winners);
    add_game(g, points, winners, game, sums);
#endif
}

#if GPU_CLASSES
static void load_game(const gpu_games *g, uint32_t place, table_state *s)
{
    for (int i = 0; i < STATE_WORDS; i++) s->word[i] = g->states[(uint64_t)i * g->room + place];
}

static void score_seat(const gpu_games *g, uint32_t which)
{
    table_state s;
    const uint32_t place = which / TM_MAX_SEATS, seat = which % TM_MAX_SEATS;
    load_game(g, place, &s);
    g->points[seat * g->room + place] = gpu_points(g->config, &s.data, (int)seat);
}
#endif

/* The points of all seats. Warps take what takes longest first, so that none is left with it at the end. A long search
 * leads every thread another way, and a warp goes all of these ways one after the other: better that few of its threads
 * have work, and there are more warps. */
GPU_KERNEL_128 gpu_score_seats(const gpu_games *at)
{
#if GPU_CLASSES
    const gpu_games g = *at;
    GPU_EACH(thread)
    {
        for (;;) {
            uint32_t taken = gpu_warp_take(&g.listed[GPU_CLASSES], thread), class_ = GPU_CLASSES;
            while (class_) {
                const uint32_t n = (g.listed[class_ - 1] + GPU_TOGETHER[class_ - 1] - 1) / GPU_TOGETHER[class_ - 1];
                if (taken < n) break;
                taken -= n;
                class_--;
            }
            if (!class_--) break;
            for (uint32_t i = thread % GPU_WARP; i < GPU_TOGETHER[class_]; i += GPU_WARP) {
                const uint64_t next = (uint64_t)taken * GPU_TOGETHER[class_] + i;
                if (next < g.listed[class_]) score_seat(&g, g.lists[class_ * g.n_seats * g.room + next]);
            }
        }
    }
#else
    (void)at;
#endif
}

/* Games whose seats have their points. */
GPU_KERNEL_128 gpu_add_games(const gpu_games *at)
{
#if GPU_CLASSES
    const gpu_games g = *at;
    GPU_EACH(thread)
    {
        uint64_t sums[SUMS];
        for (int i = 0; i < SUMS; i++) sums[i] = 0;
        for (uint64_t game = g.first + GPU_BLOCK * GPU_THREADS + thread; game < g.end;
             game += GPU_BLOCKS * GPU_THREADS) {
            table_state s;
            int32_t points[TM_MAX_SEATS];
            const uint32_t place = (uint32_t)(game - g.first);
            load_game(&g, place, &s);
            for (uint32_t seat = 0; seat < g.n_seats; seat++) points[seat] = g.points[seat * g.room + place];
            add_game(&g, points, gpu_winners(g.config, &s.data, points), game, sums);
        }
        add_sums(&g, sums);
    }
#else
    (void)at;
#endif
}

/* One event of a game: chance, or a decision. Returns who acts next. */
template <bool THUMB>
static inline uint32_t play_event(const game_config *c, game_state *s, tm_rng *rng, uint32_t actors,
                                  uint64_t *decisions)
{
    if (actors & TM_ACTOR_CHANCE) {
        tm_outcome outcome;
        GPU_GAME(chance)(c, s, rng, &outcome);
        tm_assert(GPU_GAME(settle)(c, s, &outcome) == TM_OK);
    } else {
        const int seat = __builtin_ctz(actors);
        const tm_action action = THUMB ? gpu_thumb(c, s, seat, rng) : gpu_random(c, s, seat, rng);
        tm_assert(GPU_GAME(apply)(c, s, seat, action) == TM_OK);
        ++*decisions;
    }
    return GPU_GAME(actors)(c, s);
}

/* A thread plays one game after the other. With GPU_DEALS_TOGETHER both inner loops end when no thread of the warp has
 * more to do in them; without, threads wait for each other's next event only. */
template <bool THUMB> static inline void play_games(const gpu_games *at)
{
    const gpu_games g = *at;
    GPU_EACH(thread)
    {
        table_state s;
        tm_rng rng;
        uint64_t sums[SUMS], game = 0, decisions = 0;
        uint32_t actors = 0;
        bool first = true, playing = true; /* as if a game had ended */
        s.word[STATE_WORDS - 1] = 0;
        for (int i = 0; i < SUMS; i++) sums[i] = 0;
        for (;;) {
            if (playing && !actors) {
                if (!first) finish_game(&g, &s, game, sums);
                first = false;
                game = gpu_take_number(&g.sums[SUM_NEXT]);
                playing = game < g.end;
                tm_rng_init(&rng, g.seed, game);
                GPU_GAME(init)(g.config, &s.data);
                actors = GPU_GAME(actors)(g.config, &s.data);
            }
            if (!gpu_vote(playing)) break; /* here the threads of a warp meet again */
            if (!playing) continue;
            if (GPU_DEALS_TOGETHER) {
                while (actors & TM_ACTOR_CHANCE)
                    actors = play_event<THUMB>(g.config, &s.data, &rng, actors, &decisions);
                while (actors && !(actors & TM_ACTOR_CHANCE))
                    actors = play_event<THUMB>(g.config, &s.data, &rng, actors, &decisions);
            } else {
                actors = play_event<THUMB>(g.config, &s.data, &rng, actors, &decisions);
            }
        }
        sums[SUM_DECISIONS] = decisions;
        add_sums(&g, sums);
    }
}

GPU_KERNEL_128 gpu_random_games(const gpu_games *at)
{
    play_games<false>(at);
}

GPU_KERNEL_128 gpu_thumb_games(const gpu_games *at)
{
    play_games<true>(at);
}

#include "gpu/tries.cu"

#include "gpu/play_out.cu"
