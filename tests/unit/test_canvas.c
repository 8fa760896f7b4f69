/* Sheets of characters: nothing is drawn outside, and every glyph has a twin in ASCII. */
#include <string.h>

#include <criterion/criterion.h>

#include <tatami/canvas.h>

enum { WIDTH = 12, HEIGHT = 4, SPOTS = 3 };

typedef struct board {
    tm_cell cells[WIDTH * HEIGHT];
    tm_spot spots[SPOTS];
    tm_sheet sheet;
    tm_canvas canvas;
} board;

static void open_board(board *b)
{
    b->sheet = (tm_sheet){b->cells, b->spots, WIDTH, HEIGHT, 0, SPOTS};
    b->canvas = tm_canvas_of(&b->sheet);
}

/* A row as ASCII; the right half of a wide character is `_`. */
static const char *row(const board *b, int y)
{
    static char text[WIDTH + 1];
    for (int x = 0; x < WIDTH; x++) {
        const uint32_t code = b->cells[y * WIDTH + x].code;
        text[x] = code ? tm_code_ascii(code) : '_';
    }
    return text;
}

Test(canvas, text_is_cut_at_the_edges)
{
    board b;
    open_board(&b);
    cr_assert_eq(tm_canvas_put(&b.canvas, 9, 0, TM_INK_RED, "abcdef"), 15);
    tm_canvas_put(&b.canvas, -2, 1, TM_INK_RED, "abcdef");
    tm_canvas_put(&b.canvas, 0, HEIGHT, TM_INK_RED, "below");
    tm_canvas_put(&b.canvas, 0, -1, TM_INK_RED, "above");
    cr_assert_str_eq(row(&b, 0), "         abc");
    cr_assert_str_eq(row(&b, 1), "cdef        ");
    cr_assert_str_eq(row(&b, 3), "            ");
    cr_assert_eq(b.cells[9].style, TM_INK_RED);
}

Test(canvas, a_part_keeps_to_its_own_edges)
{
    board b;
    open_board(&b);
    const tm_canvas part = tm_canvas_part(&b.canvas, 2, 1, 4, 2), out = tm_canvas_part(&b.canvas, 10, 2, 9, 9);
    tm_canvas_fill(&part, -5, -5, 50, 50, TM_INK_TEXT, "x");
    cr_assert_str_eq(row(&b, 0), "            ");
    cr_assert_str_eq(row(&b, 1), "  xxxx      ");
    cr_assert_str_eq(row(&b, 3), "            ");
    cr_assert_eq(out.width, 2);
    cr_assert_eq(out.height, 2);
    cr_assert_eq(tm_canvas_part(&b.canvas, 20, 0, 5, 5).width, 0);
    cr_assert_eq(tm_canvas_part(&b.canvas, 0, 0, -5, 5).width, 0);
}

Test(canvas, a_long_text_ends_in_an_ellipsis)
{
    board b;
    open_board(&b);
    cr_assert_eq(tm_canvas_fit(&b.canvas, 1, 0, 6, TM_INK_TEXT, "kimono belt"), 7);
    tm_canvas_fit(&b.canvas, 1, 1, 6, TM_INK_TEXT, "kimono");
    tm_canvas_fit(&b.canvas, 1, 2, 0, TM_INK_TEXT, "kimono");
    tm_canvas_centre(&b.canvas, 0, 3, WIDTH, TM_INK_TEXT, "four");
    tm_canvas_right(&b.canvas, 9, 2, TM_INK_TEXT, "end");
    tm_canvas_right(&b.canvas, 9, 2, TM_INK_TEXT, "longer");
    cr_assert_eq(b.cells[6].code, 0x2026);
    cr_assert_str_eq(row(&b, 1), " kimono     ");
    cr_assert_str_eq(row(&b, 2), "         end");
    cr_assert_str_eq(row(&b, 3), "    four    ");
}

Test(canvas, wide_and_combining_characters_keep_the_columns)
{
    board b;
    open_board(&b);
    cr_assert_eq(tm_columns("将棋"), 4);
    cr_assert_eq(tm_columns("e\xcc\x81t\xc3\xa9"), 3);
    cr_assert_eq(tm_canvas_put(&b.canvas, 0, 0, TM_INK_TEXT, "将x"), 3);
    cr_assert_eq(b.cells[0].code, 0x5c06);
    cr_assert_eq(b.cells[1].code, 0);
    cr_assert_eq(b.cells[2].code, 'x');
    tm_canvas_put(&b.canvas, WIDTH - 1, 1, TM_INK_TEXT, "将"); /* only half would be seen */
    cr_assert_eq(b.cells[2 * WIDTH - 1].code, ' ');
}

Test(canvas, foreign_bytes_and_controls_do_not_reach_the_terminal)
{
    board b;
    open_board(&b);
    tm_canvas_put(&b.canvas, 0, 0, TM_INK_TEXT, "a\x1b[2J\xff\xc3z\n");
    cr_assert_str_eq(row(&b, 0), "a[2J??z     ");
    tm_canvas_put(&b.canvas, 0, 1, TM_INK_TEXT,
                  "\xc2\x9b"
                  "31m"); /* a C1 control */
    cr_assert_str_eq(row(&b, 1), "31m         ");
}

Test(canvas, a_frame_needs_two_by_two)
{
    board b;
    open_board(&b);
    tm_canvas_box(&b.canvas, 1, 0, 4, 3, TM_INK_LINE);
    tm_canvas_box(&b.canvas, 7, 0, 1, 3, TM_INK_LINE);
    cr_assert_str_eq(row(&b, 0), " +--+       ");
    cr_assert_str_eq(row(&b, 1), " |  |       ");
    cr_assert_str_eq(row(&b, 2), " +--+       ");
}

Test(canvas, pieces_lie_on_the_sheet_and_are_not_too_many)
{
    board b;
    open_board(&b);
    const tm_canvas part = tm_canvas_part(&b.canvas, 2, 1, 5, 2);
    tm_canvas_spot(&part, 3, 0, 9, 9, "play %s", "r5");
    tm_canvas_spot(&part, 9, 9, 1, 1, "unseen");
    cr_assert_eq(b.sheet.n_spots, 1);
    cr_assert_str_eq(b.spots[0].text, "play r5");
    cr_assert_eq(b.spots[0].x, 5);
    cr_assert_eq(b.spots[0].width, 2);
    cr_assert_eq(b.spots[0].height, 2);
    for (int i = 0; i < 10; i++) tm_canvas_spot(&part, 0, 0, 1, 1, "piece %d", i);
    cr_assert_eq(b.sheet.n_spots, SPOTS);
}

Test(canvas, french_and_drawings_have_ascii_twins)
{
    cr_assert_eq(tm_code_ascii(0xe9), 'e');
    cr_assert_eq(tm_code_ascii(0x2502), '|');
    cr_assert_eq(tm_code_ascii(0x25b6), '>');
    cr_assert_eq(tm_code_ascii(0x5c06), '?');
}
