/* TATATA!: what a learner sees of the race, beyond a copy of the view. */
#include <tatami/learn.h>

#include "unit/tatata_position.h"

/* The bytes of a plane, as numbers with spaces between them, in the observation of a seat. */
static void expect_plane(tm_table *t, int seat, const char *name, const char *expected)
{
    const tm_game *game = t->setup.game;
    const tm_learn *learn = tm_learn_find(game);
    uint8_t *observation = malloc(tm_learn_size(learn));
    void *view = calloc(1, game->view_size);
    char room[256];
    tm_text text;
    game->view(t->config, t->state, seat, view);
    learn->observe(t->config, view, observation);
    tm_text_init(&text, room, sizeof room);
    const uint8_t *at = observation;
    int p = 0;
    while (p < learn->n_planes && strcmp(learn->planes[p].name, name) != 0) at += learn->planes[p++].count;
    cr_assert_lt(p, learn->n_planes, "there is no plane \"%s\"", name);
    for (int i = 0; i < learn->planes[p].count; i++) tm_put_fmt(&text, i ? " %d" : "%d", at[i]);
    cr_expect_str_eq(room, expected, "%s: \"%s\", expected \"%s\"", name, room, expected);
    free(view);
    free(observation);
}

static const char *const LACKS = "stops that each plane lacks to its third lap, 63 for more",
                         *const RIVALS = "the same for the three best of the others, the best first",
                         *const HOME = "Sky cards and bases up to the own base, with it",
                         *const FREE = "stops ahead that are free and within the own points",
                         *const REACH = "how many stops the own points reach, and with the cards in hand",
                         *const MISSING = "stops that would still be missing to the third lap",
                         *const THREATS =
                             "planes that could hit the own one with a gun, krauten, laser, missile or bomb";

Test(tatata_learn, the_race_is_counted_in_stops_to_the_third_lap) /* A6, A24 */
{
    /* Three legs of three: twelve stops a lap. Plane 1 has flown one from its base, plane 2 stands on base 0. */
    tm_table *t = position(3, "", "B(2) ? ? ?(0) B ?(1) ? ? B ? ? ?", "", "");
    open_of(t)->laps[0] = 2;
    open_of(t)->laps[1] = 1;
    expect_plane(t, 0, LACKS, "9 23 32 0 0 0 0 0");
    expect_plane(t, 0, RIVALS, "23 32 63");
    expect_plane(t, 1, LACKS, "23 32 9 0 0 0 0 0");
    expect_plane(t, 1, RIVALS, "9 32 63");
    expect_plane(t, 0, HOME, "6 3");
    expect_plane(t, 1, HOME, "8 3");
    expect_plane(t, 2, HOME, "6 2");
    play_free(t);
}

Test(tatata_learn, a_gap_is_no_stop) /* A9 */
{
    tm_table *t = position(2, "", "B ? .(1) ? .(0) ? B ? ? ?", "", "laser / bomb");
    expect_plane(t, 0, LACKS, "22 19 0 0 0 0 0 0");
    expect_plane(t, 0, HOME, "4 2");
    play_free(t);
}

Test(tatata_learn, a_plane_that_fell_behind_its_base_lacks_more_than_three_laps) /* A7 */
{
    tm_table *t = position(2, "", "B ? ? ? B(1) ? ? ?(0)", "", "");
    open_of(t)->laps[0] = -1;
    expect_plane(t, 0, LACKS, "25 24 0 0 0 0 0 0");
    play_free(t);
}

Test(tatata_learn, points_reach_as_far_as_they_pay_for_cards_and_bases) /* A11 */
{
    tm_table *t = position(2, "", "B ?(0) ? ?(1) B ? ? ?", "F3 M1 T6", "");
    expect_plane(t, 0, REACH, "0 4"); /* two cards, a base, one card more */
    expect_plane(t, 0, FREE, "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
    play_lines(t, "0 play F3 as fly");
    expect_plane(t, 0, REACH, "2 4");
    expect_plane(t, 0, FREE, "1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"); /* A8: plane 1 is on the second */
    expect_plane(t, 1, REACH, "0 0");                            /* these are not its points */
    play_lines(t, "0 play M1 as move");
    expect_plane(t, 0, REACH, "4 4");
    expect_plane(t, 0, FREE, "1 0 1 1 0 0 0 0 0 0 0 0 0 0 0 0");
    play_free(t);
}

Test(tatata_learn, jokers_count_for_what_takes_the_plane_farthest) /* A1, A11 */
{
    tm_table *t = position(2, "", "B(0) ? ? ? B(1) ? ? ?", "J4 J1 F1", "");
    expect_plane(t, 0, REACH, "0 6"); /* J4 and F1 for five cards, J1 for the base between them */
    open_of(t)->laps[0] = 2;
    expect_plane(t, 0, MISSING, "2");
    play_free(t);
    t = position(2, "", "B(0) ? ? ? B(1) ? ? ?", "M6", "");
    expect_plane(t, 0, REACH, "0 0"); /* a flight takes a fly point */
    play_free(t);
}

Test(tatata_learn, threats_are_planes_that_reach_the_own_one) /* A16, A18 */
{
    tm_table *t = position(3, "", "B ?(1) ?(0) ? B(2) ? ? ? B ? ? ?", "", "- / laser bomb / missile bomb");
    expect_plane(t, 0, THREATS, "1 0 1 0 1"); /* plane 1 is in the missile's way; plane 2 bombs nobody so far ahead */
    play_free(t);
    t = position(3, "", "B(1) ? clouds(0) ?(2) B ? ? ? B ? ?", "", "- / laser bomb missile / krauten");
    expect_plane(t, 0, THREATS, "0 0 0 1 0"); /* clouds let the missile alone through */
    play_free(t);
    t = position(3, "", "B(1) ? ?(0) ?(2) B ? ? ? B ? ?", "", "- / missile / krauten");
    expect_plane(t, 0, THREATS, "0 1 0 1 0");
    play_free(t);
    t = position(3, "", "B(0) ?(2) ? ? B ? ? ? B ? ?(1)", "", "- / missile laser bomb / krauten");
    expect_plane(t, 0, THREATS, "0 0 0 0 0"); /* A16: nothing reaches a base */
    play_free(t);
}
