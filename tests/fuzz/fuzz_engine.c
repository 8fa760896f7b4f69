/* Any bytes as lines to our engine: every line is answered or ignored, none does harm. A line that begins with `!` lets
 * the harness play the host: a real position of some game, sealed, and then with a digit changed. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/protocol.h"
#include "engine/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    HOSTED_MAX = 2, /* positions an input: the second comes after another game */
    STEPS_MAX = 64,
};

static const char KEY[] = "a key that the input does not know";

typedef struct talk {
    session *session;
    unsigned n_errors, n_best;
} talk;

static void hear(void *context, const char *line)
{
    talk *t = context;
    tm_assert(!strchr(line, '\n'));
    t->n_errors += strncmp(line, "error ", 6) == 0;
    t->n_best += strncmp(line, "best ", 5) == 0;
}

static void say(const talk *t, const char *line)
{
    tm_assert(session_take(t->session, tm_span_of(line)));
}

/* Goes on until somebody decides; the seat, or -1 at the end of the game. */
static int play(tm_table *table, int n_steps, tm_rng *rng)
{
    for (;; n_steps--) {
        const tm_action *legal;
        const uint32_t actors = tm_table_actors(table);
        if (!actors) return -1;
        if (actors & TM_ACTOR_CHANCE) {
            tm_assert(tm_table_draw(table, rng) == TM_OK);
            continue;
        }
        const int seat = tm_bits_first(actors), n = tm_table_legal(table, seat, &legal);
        if (n_steps <= 0) return seat;
        tm_assert(tm_table_act(table, seat, legal[tm_rng_below(rng, (uint32_t)n)]) == TM_OK);
    }
}

static void ask(talk *t, const tm_table *table, int seat)
{
    const tm_setup *setup = tm_table_setup(table);
    const uint32_t size = setup->game->view_size, room = 2 * size + 200;
    char *view = calloc(1, size), *line = malloc(room), seal[ENGINE_SEAL + 1];
    tm_text text;
    tm_text_init(&text, line, room);
    engine_write_new(setup, &text);
    say(t, line);
    tm_text_init(&text, line, room);
    tm_put_fmt(&text, "seat %d 1", seat);
    say(t, line);
    tm_table_view(table, seat, view);
    tm_assert(engine_seal(KEY, setup, seat, view, seal) == TM_OK);
    tm_text_init(&text, line, room);
    tm_put_str(&text, "know ");
    engine_write_hex(view, size, &text);
    tm_put_fmt(&text, " %s", seal);
    const unsigned n_errors = t->n_errors, n_best = t->n_best;
    say(t, line);
    say(t, "go");
    tm_assert(t->n_errors == n_errors && t->n_best == n_best + 1);
    line[5 + size] = line[5 + size] == '0' ? '1' : '0';
    say(t, line);
    say(t, "go");
    tm_assert(t->n_errors == n_errors + 2 && t->n_best == n_best + 1);
    free(view);
    free(line);
}

static void be_host(talk *t, tm_span bytes)
{
    uint8_t b[4] = {0};
    tm_why why;
    tm_setup setup;
    tm_table *table;
    tm_rng rng;
    for (uint32_t i = 0; i < bytes.len && i < sizeof b; i++) b[i] = (uint8_t)bytes.at[i];
    const tm_game *game = tm_games[b[0] % (uint32_t)tm_n_games];
    const int n = game->min_seats + b[1] % (game->max_seats - game->min_seats + 1);
    tm_why_init(&why, NULL);
    tm_rng_init(&rng, b[2], 0);
    tm_assert(tm_setup_init(&setup, game, n, &why) == TM_OK && tm_table_new(&setup, &table, &why) == TM_OK);
    const int seat = play(table, b[3] % STEPS_MAX, &rng);
    if (seat >= 0) ask(t, table, seat);
    tm_table_free(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    talk t = {0};
    int hosted = 0;
    tm_assert(session_new(tm_bot_find(tm_span_of("thumb")), KEY, hear, &t, &t.session) == TM_OK);
    for (size_t start = 0; start < size;) {
        const char *at = (const char *)data + start;
        const char *end = memchr(at, '\n', size - start);
        const tm_span line = {at, (uint32_t)(end ? (size_t)(end - at) : size - start)};
        if (line.len && line.at[0] == '!') {
            if (hosted++ < HOSTED_MAX) be_host(&t, (tm_span){line.at + 1, line.len - 1});
        } else if (!session_take(t.session, line))
            break;
        start += line.len + 1;
    }
    session_free(t.session);
    return 0;
}
