/* The drawings of all games, at every step of random games and on canvases of any size. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "play.h"
#include "tui/filter.h"

enum { WIDTH_MAX = 200, HEIGHT_MAX = 60, SPOTS = 512, GUARD = 64 };

/* A sheet with guards around it. */
typedef struct paper {
    tm_cell cells[WIDTH_MAX * HEIGHT_MAX + 2 * GUARD];
    tm_spot spots[SPOTS];
    tm_sheet sheet;
} paper;

static const tm_say SAY = {.names = {"you", "Bot 1", "a very long name indeed", "将棋", "", "Bot 5", "Bot 6", "Bot 7"}};

static void paint(paper *p, const tm_game *game, const void *config, const void *view, int width, int height)
{
    memset(p->cells, 0x5a, sizeof p->cells);
    p->sheet = (tm_sheet){p->cells + GUARD, p->spots, width, height, 0, SPOTS};
    const tm_canvas canvas = tm_canvas_of(&p->sheet);
    tm_paint_find(game)(config, view, &SAY, &canvas);
}

/* What is wrong with a drawing, or NULL. */
static const char *fault(const paper *p)
{
    const tm_sheet *s = &p->sheet;
    tm_cell untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    for (int i = 0; i < GUARD; i++) {
        if (memcmp(&p->cells[i], &untouched, sizeof untouched) != 0) return "drawn before the sheet";
        if (memcmp(&s->cells[s->width * s->height + i], &untouched, sizeof untouched) != 0) return "drawn behind it";
    }
    for (int i = 0; i < s->width * s->height; i++) {
        const tm_cell *c = &s->cells[i];
        if (c->code && !tm_code_columns(c->code)) return "a character that cannot be shown";
        if (c->code >= 0x2000 && c->code < 0x3000 && tm_code_ascii(c->code) == '?') return "no twin in ASCII";
        if ((c->style & TM_INK_MASK) >= TM_INKS) return "no such ink";
    }
    for (int i = 0; i < s->n_spots; i++) {
        const tm_spot *spot = &s->spots[i];
        if (spot->x < 0 || spot->y < 0 || spot->width < 1 || spot->height < 1) return "a piece of no size";
        if (spot->x + spot->width > s->width || spot->y + spot->height > s->height) return "a piece off the sheet";
        if (!spot->text[0]) return "a piece without words";
    }
    return NULL;
}

/* Criterion is told of faults alone: it keeps count of every assertion. */
static void check_paper(const paper *p)
{
    const char *found = fault(p);
    if (found) cr_assert_fail("%d x %d: %s", p->sheet.width, p->sheet.height, found);
}

/* Whether some piece drawn means this action. */
static bool is_on_a_piece(const paper *p, tm_span action)
{
    for (int i = 0; i < p->sheet.n_spots; i++) {
        char room[TM_SPOT_TEXT + 2];
        tm_text text;
        tm_text_init(&text, room, sizeof room);
        tm_put_fmt(&text, "%s ", p->spots[i].text);
        if (tui_matches(tm_span_of(room), action, false)) return true;
    }
    return false;
}

typedef struct tally {
    int asked, pointed; /* decisions, and those with a piece to point at */
} tally;

static void check_point(paper *p, tm_table *table, tm_choices *choices, void *view, tm_rng *rng, tally *t)
{
    const tm_setup *setup = tm_table_setup(table);
    const void *config = tm_table_config(table);
    for (int seat = TM_SPECTATOR; seat < setup->n_seats; seat++) {
        if (seat == TM_CHANCE) continue;
        tm_table_view(table, seat, view);
        paint(p, setup->game, config, view, 20 + (int)tm_rng_below(rng, 181), 5 + (int)tm_rng_below(rng, 56));
        check_paper(p);
        if (seat < 0 || !(tm_table_actors(table) >> seat & 1)) continue;
        paint(p, setup->game, config, view, 51, 16);
        check_paper(p);
        if (tm_choices_list(choices, table, seat)) cr_assert_fail("out of memory");
        t->asked++;
        for (int i = 0; i < choices->n; i++)
            if (is_on_a_piece(p, choices->list[i].text)) {
                t->pointed++;
                break;
            }
    }
}

/* box_text is NULL for the default. */
static void play_out(paper *p, const tm_game *game, int n_seats, const char *box_text, tally *t)
{
    tm_table *table = play_open(game, n_seats, "", box_text);
    tm_players players;
    tm_choices choices = {0};
    tm_rng rng;
    void *view = malloc(game->view_size);
    tm_rng_init(&rng, 4, (uint64_t)n_seats);
    cr_assert_eq(tm_players_init(&players, game, 11), TM_OK);
    for (int seat = 0; seat < n_seats; seat++) players.bots[seat] = tm_bot_find(tm_span_of("random"));
    int steps = 0;
    do check_point(p, table, &choices, view, &rng, t);
    while (tm_players_step(&players, table) == 1 && ++steps < 250);
    tm_choices_free(&choices);
    tm_players_free(&players);
    play_free(table);
    free(view);
}

Test(paint, every_step_of_every_game_fits_any_canvas)
{
    static paper p;
    for (int i = 0; i < tm_n_games; i++) {
        const tm_game *game = tm_games[i];
        tally t = {0, 0};
        for (int n = game->min_seats; n <= game->max_seats; n++) play_out(&p, game, n, NULL, &t);
        cr_assert_gt(2 * t.pointed, t.asked, "%s: pieces for %d of %d decisions", game->id, t.pointed, t.asked);
    }
}

/* As a server that lies could send them. */
static void paint_noise(paper *p, const tm_game *game, const void *config, const void *honest, tm_rng *rng)
{
    uint8_t *view = malloc(game->view_size);
    for (int turn = 0; turn < 150; turn++) {
        const uint32_t changes = tm_rng_below(rng, 6);
        memcpy(view, honest, game->view_size);
        for (uint32_t i = 0; i < changes; i++)
            view[tm_rng_below(rng, game->view_size)] = (uint8_t)tm_rng_below(rng, 256);
        if (turn % 8 == 0)
            for (uint32_t i = 0; i < game->view_size; i++) view[i] = (uint8_t)tm_rng_below(rng, 256);
        paint(p, game, config, view, 20 + (int)tm_rng_below(rng, 100), 5 + (int)tm_rng_below(rng, 40));
        check_paper(p);
        for (int shift = 0; shift < 32; shift += 4) {
            char words[TM_DESCRIPTION];
            tm_text text;
            tm_text_init(&text, words, sizeof words);
            game->describe(config, view, (tm_action)tm_rng_next(rng) >> shift, &SAY, &text);
            tm_text_init(&text, words, sizeof words);
            game->why(config, view, (tm_action)tm_rng_next(rng) >> shift, &SAY, &text);
        }
    }
    free(view);
}

Test(paint, a_view_that_no_game_made_does_no_harm)
{
    static paper p;
    tm_rng rng;
    tm_rng_init(&rng, 9, 0);
    for (int i = 0; i < tm_n_games; i++) {
        const tm_game *game = tm_games[i];
        void *view = malloc(game->view_size);
        for (int n = game->min_seats; n <= game->max_seats; n++) {
            tm_table *table = play_open(game, n, "", NULL);
            tm_players players;
            cr_assert_eq(tm_players_init(&players, game, 5), TM_OK);
            for (int seat = 0; seat < n; seat++) players.bots[seat] = tm_bot_find(tm_span_of("random"));
            for (int step = 0; step < 300 && tm_players_step(&players, table) == 1; step++) {
                if (step % 30 != 29) continue;
                tm_table_view(table, step % n, view);
                paint_noise(&p, game, tm_table_config(table), view, &rng);
            }
            tm_players_free(&players);
            play_free(table);
        }
        free(view);
    }
}

Test(paint, a_new_table_is_not_empty)
{
    static paper p;
    for (int i = 0; i < tm_n_games; i++) {
        tm_table *table = play_open(tm_games[i], tm_games[i]->max_seats, "", NULL);
        void *view = calloc(1, tm_games[i]->view_size);
        int drawn = 0;
        tm_table_view(table, 0, view);
        paint(&p, tm_games[i], tm_table_config(table), view, 95, 30);
        for (int k = 0; k < 95 * 30; k++) drawn += p.sheet.cells[k].code != ' ';
        cr_assert_gt(drawn, 20, "%s draws little", tm_games[i]->id);
        free(view);
        play_free(table);
    }
}

/* Each of the boxes that come with the program, some of them as large as can be. */
Test(paint, corrected_boxes_are_drawn_as_well)
{
    static paper p;
    static char text[1 << 16];
    char pattern[4096];
    glob_t boxes;
    cr_assert_not_null(getenv("SRC"));
    snprintf(pattern, sizeof pattern, "%s/boxes/*.box", getenv("SRC"));
    cr_assert_eq(glob(pattern, 0, NULL, &boxes), 0);
    for (size_t i = 0; i < boxes.gl_pathc; i++) {
        FILE *file = fopen(boxes.gl_pathv[i], "rb");
        cr_assert_not_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
        tally t = {0, 0};
        tm_box *box;
        tm_why why;
        tm_why_init(&why, NULL);
        cr_assert_eq(tm_box_read(text, strlen(text), &box, &why), TM_OK, "%s", why.text.at);
        play_out(&p, box->game, box->game->usual_seats, text, &t);
        tm_box_free(box);
    }
    globfree(&boxes);
}
