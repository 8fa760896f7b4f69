/* Plays at random and hands everything that leaves a table to the system: views as bytes and as JSON, worlds that bots draw, what people
 * are shown. Under valgrind, a byte that nobody has set is an error then: it would tell what the memory held before.
 *
 *   defined [EVENTS [GAMES]]    for every game and number of players; EVENTS may be cut short by the end of a game */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tatami/canvas.h>
#include <tatami/table.h>

enum { ROOM = 1 << 16, WIDTH = 100, HEIGHT = 40, SPOTS = 512 };

static int nowhere;
static long n_views;

/* The system looks at each byte of it. */
static void hand_over(const void *bytes, size_t len)
{
    if (write(nowhere, bytes, len) != (ssize_t)len) abort();
}

static void hand_over_view(const tm_table *table, int viewer, tm_rng *rng)
{
    static char room[ROOM];
    static const tm_say SAY = {.names = {"A", "B", "C", "D", "E", "F", "G", "H"}};
    const tm_game *game = tm_table_setup(table)->game;
    const void *config = tm_table_config(table);
    void *view = malloc(game->view_size), *state = malloc(game->state_size);
    tm_cell *cells = malloc(WIDTH * HEIGHT * sizeof *cells);
    tm_spot *spots = malloc(SPOTS * sizeof *spots);
    tm_sheet sheet = {cells, spots, WIDTH, HEIGHT, 0, SPOTS};
    tm_text text;
    if (!view || !state || !cells || !spots || tm_table_view(table, viewer, view)) abort();
    hand_over(view, game->view_size);
    tm_text_init(&text, room, sizeof room);
    game->write_view(config, view, &text);
    game->show(config, view, &SAY, &text);
    hand_over(room, text.len);
    const tm_canvas canvas = tm_canvas_of(&sheet);
    tm_paint_find(game)(config, view, &SAY, &canvas);
    for (int i = 0; i < WIDTH * HEIGHT; i++) hand_over(&cells[i].code, sizeof cells[i].code);
    if (viewer >= 0) {
        game->world(config, view, rng, state);
        hand_over(state, game->state_size);
    }
    n_views++;
    free(view);
    free(state);
    free(cells);
    free(spots);
}

static void play(const tm_setup *setup, int n_events, uint64_t seed)
{
    tm_table *table;
    tm_rng rng;
    tm_why why;
    tm_why_init(&why, NULL);
    tm_rng_init(&rng, seed, 0);
    if (tm_table_new(setup, &table, &why)) {
        fprintf(stderr, "%s\n", why.text.at);
        exit(1);
    }
    hand_over(tm_table_config(table), setup->game->config_size);
    uint32_t actors;
    for (int i = 0; i < n_events && (actors = tm_table_actors(table)); i++) {
        if (actors & TM_ACTOR_CHANCE) {
            tm_table_draw(table, &rng);
        } else {
            const tm_action *legal;
            const int seat = __builtin_ctz(actors), n = tm_table_legal(table, seat, &legal);
            hand_over(legal, (size_t)n * sizeof *legal);
            tm_table_act(table, seat, legal[tm_rng_below(&rng, (uint32_t)n)]);
        }
        const int viewer = i % (setup->n_seats + 1); /* the seats in turn, and a spectator */
        hand_over_view(table, viewer < setup->n_seats ? viewer : TM_SPECTATOR, &rng);
    }
    tm_table_free(table);
}

int main(int argc, char **argv)
{
    const int n_events = argc > 1 ? atoi(argv[1]) : 60, n_games = argc > 2 ? atoi(argv[2]) : 1;
    int n_setups = 0;
    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return 1;
    for (int g = 0; tm_games[g]; g++)
        for (int n_seats = 1; n_seats <= TM_MAX_SEATS; n_seats++) {
            tm_setup setup;
            tm_why why;
            tm_why_init(&why, NULL);
            if (tm_setup_init(&setup, tm_games[g], n_seats, &why)) continue;
            for (int i = 0; i < n_games; i++) play(&setup, n_events, (uint64_t)(n_setups + i));
            n_setups++;
        }
    printf("ok 1 - every byte of %ld views in %d setups is set\n1..1\n", n_views, n_setups);
    return 0;
}
