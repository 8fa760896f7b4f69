/* Dojo: who knows what, and the worlds that fit it. */
#include "dojo_turns.h"

#include "games/dojo/dojo_text.h"

static int card(const char *text)
{
    return dojo_read_card(tm_span_of(text));
}

/* What the viewer knows of the card in front of a seat: its text, or "?". */
static void expect_known(const tm_table *t, int viewer, int seat, const char *expected)
{
    dojo_view_data view;
    char room[8];
    tm_text text;
    tm_table_view(t, viewer, &view);
    tm_text_init(&text, room, sizeof room);
    dojo_put_card(&text, view.open.face_up[seat] ? view.open.face_up[seat] : view.known[seat]);
    cr_assert_str_eq(room, expected, "viewer %d, seat %d: found %s, expected %s", viewer, seat, room, expected);
}

/* The last event as the viewer saw it, written. */
static void expect_seen(const tm_table *t, int viewer, const char *expected)
{
    tm_walk *walk;
    tm_event seen;
    char room[64];
    tm_text text;
    cr_assert_eq(tm_walk_new(t, viewer, &walk), TM_OK);
    while (tm_walk_next(walk, &seen)) continue;
    tm_text_init(&text, room, sizeof room);
    tm_event_write(t, &seen, &text);
    cr_assert_str_eq(room, expected, "viewer %d: found \"%s\", expected \"%s\"", viewer, room, expected);
    tm_walk_free(walk);
}

Test(dojo_view, the_dealer_looks_at_a_card_alone) /* D5 */
{
    tm_table *t = play_new("dojo", 3, "");
    dojo_view_data view;
    play_lines(t, "* trophy belt\n* draw m3");
    expect_seen(t, 0, "* draw m3");
    for (int viewer = -2; viewer < 3; viewer++) {
        if (viewer == TM_CHANCE) continue;
        tm_table_view(t, viewer, &view);
        cr_assert_eq(view.drawn, viewer == 0 ? card("m3") : DOJO_NONE);
        if (viewer) expect_seen(t, viewer, "* draw ?");
    }
    play_free(t);
}

Test(dojo_view, a_receiver_knows_the_own_card_and_the_dealer_all) /* D5 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 f2 t3");
    expect_seen(t, 1, "0 give 2");
    expect_known(t, 0, 0, "m1");
    expect_known(t, 0, 1, "f2");
    expect_known(t, 0, 2, "t3");
    expect_known(t, 1, 0, "?");
    expect_known(t, 1, 1, "f2");
    expect_known(t, 1, 2, "?");
    for (int seat = 0; seat < 3; seat++) expect_known(t, TM_SPECTATOR, seat, "?");
    play_free(t);
}

Test(dojo_view, a_challenge_shows_two_cards_to_all) /* D6 */
{
    tm_table *t = play_new("dojo", 4, "");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 f2 t3 c4");
    play_lines(t, "1 pass\n2 challenge");
    for (int viewer = -2; viewer < 4; viewer++) {
        if (viewer == TM_CHANCE) continue;
        expect_known(t, viewer, 0, "m1");
        expect_known(t, viewer, 2, "t3");
        expect_known(t, viewer, 1, viewer == 0 || viewer == 1 ? "f2" : "?");
        expect_known(t, viewer, 3, viewer == 0 || viewer == 3 ? "c4" : "?");
    }
    play_lines(t, "2 swap");
    expect_known(t, 3, 0, "t3");
    expect_known(t, 3, 2, "m1");
    play_free(t);
}

Test(dojo_view, a_card_is_seen_by_all_once_it_is_placed) /* D7 */
{
    tm_table *t = play_new("dojo", 3, "");
    dojo_view_data view;
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 f2 t3");
    dojo_pass(t);
    play_lines(t, "1 place 0 0");
    expect_seen(t, 2, "1 place 0 0");
    tm_table_view(t, 2, &view);
    cr_assert_eq(view.open.card[1][DOJO_FIRST], card("f2"));
    expect_known(t, 2, 0, "?");
    play_free(t);
}

Test(dojo_view, a_card_dealt_at_random_is_known_to_its_seat_alone) /* D19 */
{
    tm_table *t = play_new("dojo", 5, "");
    play_lines(t, "* deal 0 m1\n* deal 1 f2");
    expect_seen(t, 1, "* deal 1 f2");
    expect_seen(t, 0, "* deal 1 ?");
    expect_seen(t, TM_SPECTATOR, "* deal 1 ?");
    expect_known(t, 0, 0, "m1");
    expect_known(t, 0, 1, "?");
    expect_known(t, 1, 0, "?");
    expect_known(t, 1, 1, "f2");
    play_free(t);
}

Test(dojo_view, a_throw_is_unseen_until_both_have_thrown) /* D21 */
{
    tm_table *t = play_new("dojo", 3, "black-belt=yes");
    dojo_view_data view;
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 f2 t3");
    play_lines(t, "1 challenge\n0 paper");
    for (int viewer = -2; viewer < 3; viewer++) {
        if (viewer == TM_CHANCE) continue;
        tm_table_view(t, viewer, &view);
        cr_assert_eq(view.throwing[1], viewer == 0 ? 2 : 0);
        expect_seen(t, viewer, viewer == 0 ? "0 paper" : "0 ?");
    }
    play_lines(t, "1 rock");
    for (int viewer = -2; viewer < 3; viewer++) {
        if (viewer == TM_CHANCE) continue;
        expect_seen(t, viewer, "1 rock");
        tm_table_view(t, viewer, &view);
        cr_assert_eq(view.open.throws[0][0], 1);
        cr_assert_eq(view.open.throws[0][1], 2);
    }
    play_free(t);
}

Test(dojo_view, what_was_seen_cannot_be_undone) /* D6, D21 */
{
    tm_table *t = play_new("dojo", 3, "black-belt=yes");
    tm_why why;
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 f2 t3");
    play_lines(t, "1 pass");
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_table_undo(t, 1, &why), TM_OK, "a pass shows nothing");
    play_lines(t, "1 challenge");
    cr_assert_neq(tm_table_undo(t, 1, &why), TM_OK, "the challenger has seen the dealer's card");
    play_lines(t, "1 rock");
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_table_undo(t, 1, &why), TM_OK, "nobody has seen this throw");
    play_lines(t, "1 rock\n0 rock");
    cr_assert_neq(tm_table_undo(t, 1, &why), TM_OK, "now both are seen");
    play_free(t);
}

/* Draws worlds and holds how often each value came in a byte of them against how often it should, up to chance: the
 * deviation of a count is below the square root of its mean. */
static void expect_spread(const tm_table *t, int viewer, size_t offset, const uint8_t *weights, int n_values)
{
    enum { EACH = 2000 };
    dojo_view_data view;
    dojo_state world;
    tm_rng rng;
    int counts[DOJO_CARDS + 1] = {0}, total = 0;
    tm_rng_init(&rng, 1, 2);
    tm_table_view(t, viewer, &view);
    for (int i = 0; i < n_values; i++) total += weights[i];
    for (int i = 0; i < EACH * total; i++) {
        dojo_world(tm_table_config(t), &view, &rng, &world);
        counts[((const uint8_t *)&world)[offset]]++;
    }
    cr_assert_eq(counts[0], 0);
    for (int value = 1; value <= n_values; value++) {
        const int mean = EACH * weights[value - 1], off = counts[value] - mean;
        cr_assert(off * off <= 25 * mean, "value %d came %d times, expected about %d", value, counts[value], mean);
    }
}

/* Two copies are twice as likely as one: seat 1 holds m1 and has seen both f2 in the dojos. */
Test(dojo_view, worlds_weigh_a_card_by_its_copies) /* D2, D5 */
{
    tm_table *t = play_new("dojo", 3, "");
    uint8_t weights[DOJO_CARDS];
    play_lines(t, "* trophy belt");
    dojo_quiet_turn(t, "f2 f2 t3");
    play_lines(t, "* draw m1\n1 give 1\n* draw b4\n1 give 0\n* draw r5");
    memset(weights, 2, sizeof weights);
    weights[card("f2") - 1] = 0;
    weights[card("t3") - 1] = 1;
    expect_spread(t, TM_SPECTATOR, offsetof(dojo_state, hand) + 1, weights, DOJO_CARDS);
    expect_spread(t, TM_SPECTATOR, offsetof(dojo_state, hand), weights, DOJO_CARDS);
    expect_spread(t, 2, offsetof(dojo_state, drawn), weights, DOJO_CARDS);
    weights[card("b4") - 1] = 1;
    expect_spread(t, 0, offsetof(dojo_state, drawn), weights, DOJO_CARDS);
    expect_spread(t, 0, offsetof(dojo_state, hand) + 1, weights, DOJO_CARDS);
    play_free(t);
}

Test(dojo_view, worlds_throw_any_sign) /* D21 */
{
    static const uint8_t EVEN[] = {1, 1, 1};
    tm_table *t = play_new("dojo", 3, "black-belt=yes");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 f2 t3");
    play_lines(t, "1 challenge\n1 scissors");
    expect_spread(t, 0, offsetof(dojo_state, throwing), EVEN, 3);
    expect_spread(t, TM_SPECTATOR, offsetof(dojo_state, throwing), EVEN, 3);
    play_free(t);
}

Test(dojo_view, a_draw_takes_every_card_of_the_pile_alike) /* D2 */
{
    enum { EACH = 3000 };
    tm_table *t = play_new("dojo", 3, "");
    tm_rng rng;
    int counts[DOJO_CARDS + 1] = {0};
    play_lines(t, "* trophy belt");
    dojo_quiet_turn(t, "f2 f2 t3");
    play_lines(t, "* draw m1\n1 give 1");
    tm_rng_init(&rng, 7, 7);
    for (int i = 0; i < 56 * EACH; i++) {
        tm_outcome outcome;
        dojo_chance(tm_table_config(t), play_state(t), &rng, &outcome);
        counts[outcome.b[0]]++;
    }
    for (int i = 1; i <= DOJO_CARDS; i++) {
        const int copies = i == card("f2") ? 0 : i == card("t3") || i == card("m1") ? 1 : 2;
        const int off = counts[i] - EACH * copies;
        cr_assert(off * off <= 25 * EACH * copies, "card %d came %d times", i, counts[i]);
    }
    play_free(t);
}

/* The notice that a replay gives to this viewer with the last line, or "". */
static void expect_notice(const tm_table *t, int viewer, const char *expected)
{
    static const tm_say say = {0};
    tm_walk *walk;
    tm_event seen;
    char room[128];
    tm_text text;
    cr_assert_eq(tm_walk_new(t, viewer, &walk), TM_OK);
    while (tm_walk_next(walk, &seen)) continue;
    tm_text_init(&text, room, sizeof room);
    dojo_notice(tm_table_config(t), tm_walk_before(walk), &seen, tm_walk_after(walk), &say, &text);
    cr_assert_str_eq(room, expected, "viewer %d: found \"%s\", expected \"%s\"", viewer, room, expected);
    tm_walk_free(walk);
}

Test(dojo_view, a_replay_says_what_no_event_names) /* D5, D6, D7 */
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy belt\n* draw m1\n0 give 0");
    for (int viewer = 0; viewer < 3; viewer++) expect_notice(t, viewer, "");
    play_lines(t, "* draw f2\n0 give 1");
    expect_notice(t, 0, "");
    expect_notice(t, 1, "Seat 1 was given f2.");
    expect_notice(t, 2, "");
    play_lines(t, "* draw t3\n0 give 2\n1 challenge");
    for (int viewer = 0; viewer < 3; viewer++) expect_notice(t, viewer, "Seat 1 turned up f2, and seat 0 m1.");
    play_lines(t, "1 swap\n2 place 0 0");
    expect_notice(t, 0, "Seat 2 placed t3.");
    play_lines(t, "1 place 0 0");
    expect_notice(t, 2, "Seat 1 placed m1.");
    play_free(t);
}

Test(dojo_view, a_replay_names_both_signs_when_they_are_shown) /* D21 */
{
    tm_table *t = play_new("dojo", 3, "black-belt=yes");
    play_lines(t, "* trophy belt");
    dojo_deal(t, "m1 f2 t3");
    play_lines(t, "1 challenge\n0 rock");
    expect_notice(t, 2, "");
    play_lines(t, "1 paper");
    for (int viewer = 0; viewer < 3; viewer++) expect_notice(t, viewer, "Seat 1 threw paper, and seat 0 rock.");
    play_free(t);
}

/* No viewer's table, in words or as JSON, nor what is told of the game so far, names a trophy. */
static void expect_nameless(const tm_table *t)
{
    static const tm_say say = {.names = {"Ann", "Bob", "Cid"}};
    static const char *const NAMES[] = {"\"belt\"", "kimono", "broom", "incense", "assistant", "multicoloured"};
    char room[8192];
    tm_text text;
    tm_walk *walk;
    tm_event seen;
    for (int viewer = -3; viewer < 3; viewer++) {
        if (viewer == TM_CHANCE) continue;
        tm_text_init(&text, room, sizeof room);
        cr_assert_eq(tm_walk_new(t, viewer, &walk), TM_OK);
        while (tm_walk_next(walk, &seen))
            dojo_tell(tm_table_config(t), tm_walk_before(walk), &seen, tm_walk_after(walk), &say, &text);
        dojo_show(tm_table_config(t), tm_walk_after(walk), &say, &text);
        dojo_write_view(tm_table_config(t), tm_walk_after(walk), &text);
        cr_assert_not(text.cut);
        for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
            cr_assert_null(strstr(room, NAMES[i]), "viewer %d: %s in %s", viewer, NAMES[i], room);
        tm_walk_free(walk);
    }
}

Test(dojo_view, with_a_white_belt_nobody_sees_the_name_of_a_trophy) /* D20 */
{
    tm_table *t = play_new("dojo", 3, "white-belt=yes");
    dojo_view_data a, b;
    play_lines(t, "* trophy kimono");
    for (int viewer = -2; viewer < 3; viewer++) {
        if (viewer == TM_CHANCE) continue;
        expect_seen(t, viewer, "* trophy ?");
        tm_table_view(t, viewer, &a);
        cr_assert_eq(a.open.trophy, DOJO_BLANK);
    }
    dojo_challenge_turn(t, "m1 f2 t3", 1);
    play_lines(t, "* trophy broom");
    expect_nameless(t);
    cr_expect_eq(dojo_trophies_won(&dojo_state_of(t)->open, 1), 1);

    /* Another game that differs in the names alone looks the same. */
    tm_table *other = play_new("dojo", 3, "white-belt=yes");
    play_lines(other, "* trophy incense");
    dojo_challenge_turn(other, "m1 f2 t3", 1);
    play_lines(other, "* trophy assistant");
    for (int viewer = 0; viewer < 3; viewer++) {
        tm_table_view(t, viewer, &a);
        tm_table_view(other, viewer, &b);
        cr_expect_eq(memcmp(&a, &b, sizeof a), 0);
    }
    play_free(t);
    play_free(other);
}

/* A drawing for one seat, and where its pieces lie. */
typedef struct drawing {
    tm_cell cells[80 * 60];
    tm_spot spots[256];
    tm_sheet sheet;
} drawing;

static void draw(drawing *d, const tm_table *t, const dojo_view_data *view, int width)
{
    static const tm_say SAY = {.names = {"Aiko", "Ben", "Chie"}};
    d->sheet = (tm_sheet){d->cells, d->spots, width, 60, 0, 256};
    const tm_canvas canvas = tm_canvas_of(&d->sheet);
    dojo_paint(t->config, view, &SAY, &canvas);
}

static int column_of(const drawing *d, const char *piece)
{
    for (int i = 0; i < d->sheet.n_spots; i++)
        if (strcmp(d->spots[i].text, piece) == 0) return d->spots[i].x;
    cr_assert_fail("%s is not drawn", piece);
    return -1;
}

/* Everybody has a row of four. */
static tm_table *four_turns(void)
{
    tm_table *t = play_new("dojo", 3, "");
    play_lines(t, "* trophy kimono");
    dojo_quiet_turn(t, "m1 f2 t3");
    dojo_quiet_turn(t, "c4 b5 m2");
    dojo_quiet_turn(t, "f1 t2 c3");
    dojo_quiet_turn(t, "b4 m5 f4");
    return t;
}

Test(dojo_view, cards_move_together_only_where_space_is_short)
{
    static drawing d;
    dojo_view_data view;
    tm_table *t = four_turns();
    tm_table_view(t, 0, &view);
    draw(&d, t, &view, 36);
    cr_expect_eq(column_of(&d, "place 0 1") - column_of(&d, "place 0 0"), 3);
    draw(&d, t, &view, 35);
    cr_expect_eq(column_of(&d, "place 0 1") - column_of(&d, "place 0 0"), 2);
    play_free(t);
}

Test(dojo_view, on_the_narrowest_screens_dojos_lie_below_each_other)
{
    static drawing d;
    dojo_view_data view;
    tm_table *t = four_turns();
    tm_table_view(t, 1, &view);
    draw(&d, t, &view, 32);
    cr_expect_eq(column_of(&d, "place 0 0"), 16 + 4);
    for (int width = 15; width <= 31; width += 16) {
        draw(&d, t, &view, width);
        cr_expect_eq(column_of(&d, "place 0 0"), 4, "%d columns", width);
    }
    play_free(t);
}

/* The column of a character in the first row, or -1; *last: the last column before it with anything in it. */
static int find_code(const drawing *d, uint32_t code, int *last)
{
    for (int x = 0; x < d->sheet.width; x++) {
        if (d->cells[x].code == code) return x;
        if (d->cells[x].code && d->cells[x].code != ' ') *last = x;
    }
    return -1;
}

Test(dojo_view, the_trophy_stands_beside_the_turn_where_two_columns_are_left_between)
{
    static drawing d;
    dojo_view_data view;
    tm_table *t = four_turns();
    tm_table_view(t, 0, &view);
    for (int width = 20; width <= 80; width++) {
        int last = 0;
        memset(d.cells, 0, sizeof d.cells);
        draw(&d, t, &view, width);
        const int star = find_code(&d, 0x2605, &last);
        if (star < 0) continue;
        cr_expect_eq(star - last, 3);
        play_free(t);
        return;
    }
    cr_assert_fail("no trophy");
}

Test(dojo_view, a_trophy_that_does_not_exist_is_not_drawn)
{
    static drawing d;
    dojo_view_data view, wrong;
    tm_table *t = four_turns();
    tm_table_view(t, 0, &view);
    for (int i = 0; i < DOJO_GRID_ROWS + DOJO_GRID_COLUMNS; i++) {
        wrong = view;
        uint8_t *trophy = i < DOJO_GRID_ROWS ? &wrong.open.at_row[2][i] : &wrong.open.at_col[2][i - DOJO_GRID_ROWS];
        *trophy = DOJO_TROPHIES;
        draw(&d, t, &wrong, 80);
        cr_expect_gt(d.sheet.n_spots, 0, "%d", i);
        ++*trophy;
        draw(&d, t, &wrong, 80);
        cr_expect_eq(d.sheet.n_spots, 0, "%d", i);
    }
    play_free(t);
}
