/* Takamatsu: who knows which hidden card (K13, K14, K16). */
#include "takamatsu_palace.h"

#include "games/takamatsu/takamatsu_text.h"

#define COLUMN "1 1 2 2 2"
#define EQUALS "[TatamiBox \"1\"]\n[Game \"takamatsu\"]\n[Name \"x\"]\n\nhidden 2 2 3\n"

static takamatsu_view_data view_of(tm_table *t, int seat)
{
    takamatsu_view_data v;
    tm_table_view(t, seat, &v);
    return v;
}

static void expect_same_view(tm_table *a, tm_table *b, int seat, bool same)
{
    const takamatsu_view_data one = view_of(a, seat), other = view_of(b, seat);
    cr_assert_eq(memcmp(&one, &other, sizeof one) == 0, same, "viewer %d", seat);
}

Test(takamatsu_view, a_hidden_card_is_known_to_its_owner_alone) /* K14 */
{
    tm_table *a = palace(3, "", COLUMN), *b = palace(3, "", COLUMN);
    give(a, 1, 5);
    give(b, 1, 2);
    expect_same_view(a, b, 0, true);
    expect_same_view(a, b, 2, true);
    expect_same_view(a, b, TM_SPECTATOR, true);
    expect_same_view(a, b, 1, false);
    play_free(a);
    play_free(b);
}

Test(takamatsu_view, who_holds_how_many_is_open_to_all) /* K14 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 1, 5);
    give(t, 1, 2);
    cr_assert_eq(view_of(t, 0).open.held[1], 2);
    cr_assert_eq(view_of(t, 0).taken[1][1], 2);
    play_free(t);
}

static void expect_seen(tm_table *t, const char *outcome, int viewer, const char *expected)
{
    const tm_game *game = t->setup.game;
    tm_event event = {.seat = TM_CHANCE}, seen;
    char room[64];
    tm_text text;
    cr_assert_eq(game->read_outcome(t->config, tm_span_of(outcome), &event.outcome), TM_OK);
    game->see(t->config, t->state, &event, viewer, &seen);
    tm_text_init(&text, room, sizeof room);
    game->write_outcome(t->config, &seen.outcome, &text);
    cr_assert_str_eq(room, expected);
}

Test(takamatsu_view, the_others_see_a_card_taken_but_not_its_value) /* K13, K14 */
{
    tm_table *t = palace(3, "", "h 1 1 2 2");
    stand(t, "g2 bk", "o4");
    play_lines(t, "0 move g2 bk o2"); /* black takes, though blue moved */
    expect_seen(t, "take 4", 1, "take 4");
    expect_seen(t, "take 4", 0, "take ?");
    expect_seen(t, "take 4", 2, "take ?");
    expect_seen(t, "take 4", TM_SPECTATOR, "take ?");
    play_lines(t, "* take 4");
    expect_seen(t, "lay 3", 2, "lay 3");
    expect_seen(t, "lay hidden", 1, "lay hidden");
    play_free(t);
}

Test(takamatsu_view, a_hidden_word_is_nothing_to_read) /* records: ? is for the eyes of a seat */
{
    tm_table *t = palace(3, "", "h 1 1 2 2");
    stand(t, "g2 bk", "o4");
    play_lines(t, "0 move g2 bk o2");
    play_expect_refused(t, "* take ?", TM_ESYNTAX);
    play_expect_refused(t, "* take hidden", TM_ESYNTAX);
    play_expect_refused(t, "* take 04", TM_ESYNTAX);
    play_free(t);
}

Test(takamatsu_view, a_world_deals_no_card_that_the_viewer_holds_or_saw_used) /* K13 */
{
    tm_table *t = palace(4, "", COLUMN);
    takamatsu_state world;
    tm_rng rng;
    int seen[6] = {0};
    tm_rng_init(&rng, 1, 0);
    give(t, 0, 5);
    give(t, 0, 4);
    give(t, 2, 1);
    play_lines(t, "0 use 4");
    const takamatsu_view_data v = view_of(t, 0);
    for (int i = 0; i < 3000; i++) {
        takamatsu_world(t->config, &v, &rng, &world);
        cr_assert_eq(takamatsu_check(t->config, &world), 0);
        cr_assert_eq(tm_bits_count(world.hand[2]), 1);
        seen[config_of(t)->hidden_value[tm_bits_first(world.hand[2])]]++;
    }
    cr_assert_eq(seen[4] + seen[5], 0);
    for (int value = 1; value <= 3; value++) cr_assert(abs(seen[value] - 1000) < 120, "%d: %d", value, seen[value]);
    play_free(t);
}

/* Seat 1 has taken a card of the first shuffle and one of the second; 1 2 3 were in the first, 4 5 in the second. */
static tm_table *two_shuffles(void)
{
    tm_table *t = palace(3, "goal=60", COLUMN);
    takamatsu_state *s = state_of(t);
    memset(s->open.pile, 0, sizeof s->open.pile);
    give(t, 0, 4);
    give(t, 0, 5);
    give(t, 1, 2);
    s->open.column[1] = s->open.column[2] = TAKAMATSU_FACE_DOWN + 1; /* 1 3 */
    s->open.pile_hidden = 0;
    play_check(t);
    play_lines(t, "0 use 4\n0 use 5");
    stand(t, "g2 bk", "o4");
    play_lines(t, "0 move g2 bk o2\n* lay hidden"); /* a new pile, and a card of it */
    s->open.column[4] = s->open.column[0];
    s->open.column[0] = TAKAMATSU_FACE_DOWN + 1;
    stand(t, "g2 bk", "o4");
    play_check(t);
    play_lines(t, "1 move g2 bk o2\n* take 5\n* lay 4");
    return t;
}

Test(takamatsu_view, everybody_knows_which_shuffle_a_card_is_from) /* K13 */
{
    tm_table *t = two_shuffles();
    const takamatsu_view_data v = view_of(t, 2);
    takamatsu_state world;
    tm_rng rng;
    int both[6][6] = {{0}};
    tm_rng_init(&rng, 2, 0);
    for (int i = 0; i < 6000; i++) {
        takamatsu_world(t->config, &v, &rng, &world);
        uint32_t hand = world.hand[1];
        const int low = config_of(t)->hidden_value[tm_bits_take(&hand)];
        both[low][config_of(t)->hidden_value[tm_bits_take(&hand)]]++;
    }
    for (int low = 1; low <= 3; low++)
        for (int high = 4; high <= 5; high++)
            cr_assert(abs(both[low][high] - 1000) < 130, "%d %d: %d", low, high, both[low][high]);
    play_free(t);
}

Test(takamatsu_view, the_owner_knows_what_is_left_by_elimination) /* K13: of 1 2 3, seat 1 has the 2 */
{
    tm_table *t = two_shuffles();
    const takamatsu_view_data v = view_of(t, 1);
    takamatsu_state world;
    tm_rng rng;
    tm_rng_init(&rng, 2, 0);
    for (int i = 0; i < 20; i++) {
        takamatsu_world(t->config, &v, &rng, &world);
        cr_assert_eq(memcmp(&world, play_state(t), sizeof world), 0); /* nothing is unknown to seat 1 */
    }
    play_free(t);
}

Test(takamatsu_view, all_hidden_cards_are_turned_up_at_the_end) /* K16 */
{
    tm_table *t = palace(3, "", COLUMN);
    give(t, 1, 5);
    give(t, 2, 3);
    state_of(t)->open.ending = 1;
    set_turn(t, 2);
    cr_assert_eq(view_of(t, 0).hand[1], 0);
    cr_assert_eq(view_of(t, 2).hand[2], 1u << 2);
    play_lines(t, "2 move o3 p o4");
    cr_assert_eq(view_of(t, 0).hand[1], 1u << 4);
    cr_assert_eq(view_of(t, TM_SPECTATOR).hand[2], 1u << 2);
    play_free(t);
}

static uint32_t reveals(tm_table *t, int seat, const char *action)
{
    tm_action a;
    cr_assert_eq(t->setup.game->read_action(t->config, tm_span_of(action), &a), TM_OK);
    return t->setup.game->reveals(t->config, t->state, seat, a);
}

Test(takamatsu_view, a_decision_that_shows_a_hidden_card_is_not_taken_back) /* K14, K16 */
{
    tm_table *t = palace(3, "", COLUMN);
    tm_why why;
    give(t, 0, 5);
    cr_assert_eq(reveals(t, 0, "use 5"), 6);
    cr_assert_eq(reveals(t, 0, "move o1 b o2"), 0);
    cr_assert_eq(reveals(t, 0, "move o1 bbb o4"), 0); /* not even legal */
    state_of(t)->open.ending = 1;
    set_turn(t, 2);
    cr_assert_eq(reveals(t, 2, "move o3 p o4"), 6); /* the end: seat 0 knows its own card */
    give(t, 2, 3);
    cr_assert_eq(reveals(t, 2, "move o3 p o4"), 7);
    play_free(t);
    t = palace(3, "", COLUMN);
    play_lines(t, "0 move o1 b o2");
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_table_undo(t, 0, &why), TM_OK);
    play_free(t);
}

Test(takamatsu_view, cards_of_equal_value_do_not_tell_who_has_the_other) /* K14 */
{
    tm_table *a = play_open(tm_game_find(tm_span_of("takamatsu")), 3, "", EQUALS);
    tm_table *b = play_open(tm_game_find(tm_span_of("takamatsu")), 3, "", EQUALS);
    lay(a, COLUMN);
    lay(b, COLUMN);
    give(a, 1, 2);
    give(a, 0, 2); /* the same value as seat 1's */
    give(b, 1, 2);
    give(b, 0, 3);
    expect_same_view(a, b, 1, true);
    expect_same_view(a, b, 2, true);
    expect_same_view(a, b, 0, false);
    play_free(a);
    play_free(b);
}

Test(takamatsu_view, the_same_position_has_the_same_bytes_whoever_took_first) /* canonical states */
{
    tm_table *a = play_open(tm_game_find(tm_span_of("takamatsu")), 3, "", EQUALS);
    tm_table *b = play_open(tm_game_find(tm_span_of("takamatsu")), 3, "", EQUALS);
    lay(a, COLUMN);
    lay(b, COLUMN);
    give(a, 1, 2);
    give(a, 0, 2);
    give(b, 0, 2);
    give(b, 1, 2);
    cr_assert_eq(memcmp(a->state, b->state, sizeof(takamatsu_state)), 0);
    play_free(a);
    play_free(b);
}

Test(takamatsu_view, two_equal_cards_of_three_are_the_more_likely) /* K13: as a deal would */
{
    tm_table *t = play_open(tm_game_find(tm_span_of("takamatsu")), 3, "", EQUALS);
    takamatsu_state world;
    tm_rng rng;
    int threes = 0;
    tm_rng_init(&rng, 1, 0);
    lay(t, COLUMN);
    give(t, 1, 3);
    const takamatsu_view_data v = view_of(t, 0);
    for (int i = 0; i < 3000; i++) {
        takamatsu_world(t->config, &v, &rng, &world);
        threes += world.hand[1] == 1u << 2;
    }
    cr_assert(abs(threes - 1000) < 120, "%d", threes);
    play_free(t);
}

Test(takamatsu_view, json_names_no_card_that_the_viewer_may_not_know) /* K14 */
{
    tm_table *t = palace(2, "", "h 1 1 2 2");
    char room[32768];
    tm_text text;
    give(t, 1, 5);
    const takamatsu_view_data own = view_of(t, 1), other = view_of(t, 0);
    tm_text_init(&text, room, sizeof room);
    t->setup.game->write_view(t->config, &own, &text);
    cr_assert_not_null(strstr(room, "\"hidden\":1,\"cards\":[5]"), "%s", room);
    tm_text_init(&text, room, sizeof room);
    t->setup.game->write_view(t->config, &other, &text);
    cr_assert_not_null(strstr(room, "\"column\":[null,1,1,2,2]"), "%s", room);
    cr_assert_not_null(strstr(room, "\"hidden\":1,\"points\""), "%s", room);
    play_free(t);
}

Test(takamatsu_view, a_replay_names_the_hidden_cards_that_are_turned_up_at_the_end) /* K16 */
{
    static const tm_say say = {0};
    tm_table *t = palace(3, "", COLUMN);
    const tm_event event = {.seat = 2};
    char room[128];
    tm_text text;
    give(t, 0, 5);
    give(t, 0, 1);
    give(t, 2, 3);
    const takamatsu_view_data before = view_of(t, 1);
    ((takamatsu_state *)t->state)->open.phase = TAKAMATSU_OVER;
    const takamatsu_view_data after = view_of(t, 1);
    tm_text_init(&text, room, sizeof room);
    takamatsu_notice(t->config, &before, &event, &before, &say, &text);
    cr_assert_str_eq(room, "");
    takamatsu_notice(t->config, &before, &event, &after, &say, &text);
    cr_assert_str_eq(room, "Seat 0 shows 1 5. Seat 2 shows 3.");
    play_free(t);
}

Test(takamatsu_view, the_round_is_shown_until_the_game_is_over)
{
    play_expect_round_shown("takamatsu");
}

/* What is written beside a choice, and asked before it; "" and NULL where there is nothing. */
static void expect_described(const tm_table *t, const takamatsu_view_data *view, tm_action action, const char *expected)
{
    static const tm_say say = {0};
    char room[TM_DESCRIPTION];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    takamatsu_describe(t->config, view, action, &say, &text);
    cr_assert_str_eq(room, expected);
    if (!*expected) cr_assert_null(takamatsu_caution(t->config, view, action));
}

Test(takamatsu_view, a_choice_is_described_to_players_of_this_game_alone) /* K8, K14 */
{
    tm_table *t = palace(3, "", COLUMN);
    const tm_action use = TAKAMATSU_USE | 5u << 3 | TAKAMATSU_NO_COLOUR, wait = TAKAMATSU_WAIT;
    give(t, 0, 5);
    const takamatsu_view_data own = view_of(t, 0), watching = view_of(t, TM_SPECTATOR);
    takamatsu_view_data odd = own;
    odd.open.phase = 99; /* no game makes this one */
    expect_described(t, &own, use, "blue pagoda: +5");
    expect_described(t, &own, wait, "use no card");
    cr_assert_not_null(takamatsu_caution(t->config, &own, use));
    cr_assert_null(takamatsu_caution(t->config, &own, wait));
    for (int i = 0; i < 2; i++) {
        expect_described(t, &watching, i ? use : wait, "");
        expect_described(t, &odd, i ? use : wait, "");
    }
    play_free(t);
}

Test(takamatsu_view, where_the_plan_does_not_fit_rooms_are_listed_closely)
{
    static const tm_say SAY = {.names = {"Aiko", "Ben", "Chie"}};
    static tm_cell cells[30 * 30];
    static tm_spot spots[64];
    tm_table *t = palace(3, "", COLUMN);
    const takamatsu_view_data view = view_of(t, 0);
    tm_sheet sheet = {cells, spots, 30, 30, 0, 64};
    const tm_canvas canvas = tm_canvas_of(&sheet);
    int n_rooms = 0;
    takamatsu_paint(t->config, &view, &SAY, &canvas);
    for (int i = 0; i < sheet.n_spots; i++) {
        if (strlen(spots[i].text) != 2 || spots[i].x != 0 || !strchr("giko", spots[i].text[0])) continue;
        const tm_cell *line = cells + 30 * spots[i].y;
        cr_expect_eq(line[0].code, (uint32_t)spots[i].text[0]);
        cr_expect(line[2].code == 0 || line[2].code == ' ', "%s", spots[i].text);
        cr_expect(line[3].code > ' ', "%s: what kind of room it is stands after one space", spots[i].text);
        n_rooms++;
    }
    cr_assert_geq(n_rooms, 6);
    play_free(t);
}
