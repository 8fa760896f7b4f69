/* Bytes as a series of calls that a browser makes: what a person typed or a file held goes in as it is, seats and viewers in range. A call
 * is a letter, a byte and a text, up to the next NUL. A game that was played is written, and read back to the same. Languages are
 * left out: their catalogues come with the client (fuzz_catalogue reads foreign ones). */
#pragma clang diagnostic ignored "-Wignored-attributes"
#pragma clang diagnostic ignored "-Wunknown-attributes"
#pragma clang diagnostic ignored "-Wmissing-prototypes"
#include "wasm/module.c"
#ifdef PLANTED
#include "planted_wasm.h"
#else
#include "wasm/wasm.c"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* How often what takes long may be done with one input. */
typedef struct left {
    int hints, looks, steps;
} left;

static void open_game(local_game **game, uint8_t byte, tm_span text)
{
    static const char NAMES[] = "Aiko\0Ben\0Chie\0";
    const tm_game *wanted = tm_games[byte % (uint32_t)tm_n_games];
    if (*game) tatami_close(*game);
    *game = tatami_open(wanted->id, (uint32_t)strlen(wanted->id), wanted->min_seats + (byte >> 4) % 3, text.at,
                        text.len, byte);
    tm_assert(*game || *tatami_reason());
    if (*game) tm_assert(tatami_names(*game, NAMES, sizeof NAMES - 1) == TM_OK);
}

static void read_game(local_game **game, tm_span text)
{
    local_game *found = tatami_read(text.at, text.len, 1);
    tm_assert(found || *tatami_reason());
    if (!found) return;
    if (*game) tatami_close(*game);
    *game = found;
    tm_assert(tatami_names(found, "", 0) == TM_OK);
}

/* What bots do, a few steps of it; those that think long are left out. */
static void step(local_game *g, uint8_t byte, left *left)
{
    for (int seat = 0; seat < tm_table_setup(g->table)->n_seats; seat++)
        tm_assert(tatami_seat(g, seat, "random", 6) == TM_OK);
    for (int i = 0; i < byte % 32 && left->steps > 0 && tatami_step(g) == 1; i++) left->steps--;
}

static void look(local_game *g, uint8_t byte)
{
    const int viewer = byte % (tm_table_setup(g->table)->n_seats + 1);
    const int who = viewer < tm_table_setup(g->table)->n_seats ? viewer : TM_SPECTATOR;
    tm_assert(*tatami_view(g, who));
    for (int i = 0; i < 20 && *tatami_next(g, who); i++) continue;
    if (who >= 0) (void)tatami_legal(g, who);
    tm_assert(*tatami_points(g));
}

static void check_record(local_game *g)
{
    const char *text = tatami_record(g, TM_EVERYTHING);
    const uint32_t len = (uint32_t)strlen(text);
    char *copy = malloc(len + 1);
    memcpy(copy, text, len + 1);
    tatami_box(NULL, 0); /* of games to come, not of this one */
    local_game *again = tatami_read(copy, len, 1);
    tm_assert(again && tatami_hash(again) == tatami_hash(g));
    tatami_close(again);
    free(copy);
}

static void call(local_game **game, uint8_t letter, uint8_t byte, tm_span text, left *left)
{
    local_game *g = *game;
    const int seat = g ? byte % tm_table_setup(g->table)->n_seats : 0;
    switch (letter) {
    case 'b': tm_assert(tatami_box(text.at, text.len) == TM_OK); return;
    case 'o': open_game(game, byte, text); return;
    case 'r': read_game(game, text); return;
    case 'v': tm_assert(tatami_verify(text.at, text.len, NULL, 0)); return;
    default: break;
    }
    if (!g) return;
    switch (letter) {
    case 'a': (void)tatami_act(g, seat, text.at, text.len); break;
    case 'h':
        if ((tatami_actors(g) >> seat & 1) && left->hints-- > 0 && *tatami_hint(g, seat, 1 + byte % 2)) return;
        break;
    case 'l':
        if (left->looks-- > 0) look(g, byte);
        break;
    case 'n': (void)tatami_names(g, text.at, text.len); break;
    case 'p': (void)tatami_put(g, text.at, text.len); break;
    case 's': (void)tatami_seat(g, (int)byte - 128, text.at, text.len), step(g, 0, left); break;
    case 'u': (void)tatami_undo(g, seat); break;
    case '.': step(g, byte, left); break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    local_game *game = NULL;
    left left = {.hints = 1, .looks = 4, .steps = 64};
    while (size > 2) {
        const uint8_t *end = memchr(data + 2, 0, size - 2);
        const size_t len = end ? (size_t)(end - data) - 2 : size - 2;
        /* In memory of its own, as tatami_room gives it. */
        char *text = tatami_room((uint32_t)len + 1);
        memcpy(text, data + 2, len);
        call(&game, data[0], data[1], (tm_span){text, (uint32_t)len}, &left);
        tatami_forget(text);
        data += 2 + len + (end != NULL);
        size -= 2 + len + (end != NULL);
    }
    if (game) {
        if (!game->box) check_record(game);
        tatami_close(game);
    }
    tatami_box(NULL, 0);
    return 0;
}
