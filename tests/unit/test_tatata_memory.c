/* TATATA! with `memory=yes`: Sky cards are turned down again, and players must remember them (A13). */
#include "unit/tatata_position.h"

#include "games/tatata/tatata_text.h"

static tatata_view_data view_of(tm_table *t, int seat)
{
    tatata_view_data v;
    tm_table_view(t, seat, &v);
    return v;
}

/* What everybody sees at this place of the ring. */
static void expect_face(tm_table *t, int at, int expected)
{
    for (int viewer = 0; viewer <= tm_table_setup(t)->n_seats; viewer++) {
        const tatata_view_data v = view_of(t, viewer < tm_table_setup(t)->n_seats ? viewer : TM_SPECTATOR);
        const int face = tatata_face(v.open.ring[at]);
        cr_assert_eq(face, expected, "viewer %d: found face %d, expected %d", viewer, face, expected);
    }
}

static int up(const char *kind)
{
    return TATATA_UP + tatata_read_kind(tm_span_of(kind));
}

/* What seat 1 hears of a line that is played now: in words, and as the notice of a replay. */
static void expect_told(tm_table *t, const char *line, const char *words, const char *notice)
{
    static const tm_say say = {.names = {"Ann", "Bob"}};
    const tatata_view_data before = view_of(t, 1);
    char room[512];
    tm_text text;
    play_lines(t, line);
    const tatata_view_data after = view_of(t, 1);
    const tm_event *event = &t->events[t->n_events - 1];
    tm_text_init(&text, room, sizeof room);
    tatata_tell(t->config, &before, event, &after, &say, &text);
    cr_assert(strstr(room, words), "%s: told \"%s\", expected \"%s\" in it", line, room, words);
    tm_text_init(&text, room, sizeof room);
    tatata_notice(t->config, &before, event, &after, &say, &text);
    cr_assert_str_eq(room, notice);
}

Test(tatata_memory, weather_is_turned_down_when_the_plane_has_left) /* A13 */
{
    static const char *const OPTIONS[] = {"memory=no", "memory=yes"};
    for (int memory = 0; memory < 2; memory++) {
        tm_table *t = position(2, OPTIONS[memory], "B rain(0) ? ? B(1) ? ? ?", "F1 / -", "");
        expect_face(t, 1, up("rain"));
        play_lines(t, "0 play F1 as fly\n0 go 1\n* sky smoke");
        expect_face(t, 1, memory ? (int)TATATA_SEEN : up("rain"));
        cr_expect_eq(tatata_face(open_of(t)->ring[1]), up("rain"), "the truth stays");
        cr_expect_eq(view_of(t, 0).open.unseen[TATATA_RAIN], memory ? 3 : 2);
        play_free(t);
    }
}

Test(tatata_memory, a_used_card_that_was_put_back_is_turned_down) /* A12, A13 */
{
    tm_table *t = position(2, "memory=yes", "B(0) ? ? ? B(1) ? ? ?", "- / -", "smoke / -");
    play_lines(t, "0 use smoke\n0 put 0 1");
    expect_face(t, 2, TATATA_SEEN);
    cr_expect_eq(tatata_face(open_of(t)->ring[2]), up("smoke"));
    play_free(t);
}

Test(tatata_memory, neither_the_view_nor_the_table_in_words_tells_the_kind) /* A13 */
{
    static const tm_say say = {.names = {"Ann", "Bob"}};
    tm_table *rain = position(2, "memory=yes", "B(0) rain ? ? B(1) ? ? ?", "- / -", "");
    tm_table *beer = position(2, "memory=yes", "B(0) beer ? ? B(1) ? ? ?", "- / -", "");
    const tatata_view_data a = view_of(rain, 0), b = view_of(beer, 0);
    char room[32768];
    tm_text text;
    cr_expect_eq(memcmp(&a, &b, sizeof a), 0);
    tm_text_init(&text, room, sizeof room);
    tatata_show(rain->config, &a, &say, &text);
    cr_expect(strstr(room, " seen "));
    cr_expect_not(strstr(room, "rain"));
    tm_text_init(&text, room, sizeof room);
    tatata_write_view(rain->config, &a, &text);
    cr_expect(strstr(room, "{\"sky\":\"?\",\"seen\":true,\"plane\":null,"), "%s", room);
    play_free(rain);
    play_free(beer);
}

Test(tatata_memory, stopping_there_turns_it_up_for_all) /* A13 */
{
    tm_table *t = position(2, "memory=yes", "B(0) rain ? ? B(1) ? ? ?", "F1 / -", "");
    expect_face(t, 1, TATATA_SEEN);
    play_lines(t, "0 play F1 as fly");
    const tm_action go = TATATA_GO + 16;
    cr_expect_eq(tatata_reveals(t->config, t->state, 0, go), 3u, "nobody can take back what all have seen");
    expect_told(t, "0 go 1", "Ann: turn rain", "Seat 0 turned up rain.");
    expect_face(t, 1, up("rain"));
    play_free(t);
}

Test(tatata_memory, a_weapon_that_was_put_back_is_named_when_it_is_taken) /* A13 */
{
    tm_table *t = position(2, "memory=yes", "B(0) laser ? ? B(1) ? ? ?", "F1 / -", "");
    play_lines(t, "0 play F1 as fly");
    expect_told(t, "0 go 1", "Ann: turn laser", "Seat 0 turned up laser.");
    expect_face(t, 1, TATATA_GAP);
    play_free(t);
}

Test(tatata_memory, chance_names_a_new_card_itself) /* A13 */
{
    tm_table *t = position(2, "memory=yes", "B(0) ? ? ? B(1) ? ? ?", "F1 / -", "");
    play_lines(t, "0 play F1 as fly");
    expect_told(t, "0 go 1", "", "");
    expect_told(t, "* sky laser", "Ann: turn laser", "");
    play_free(t);
}

Test(tatata_memory, a_bomber_turns_its_card_after_the_bomb) /* A11, A13 */
{
    tm_table *t = position(2, "memory=yes", "B(0) rain(1) clouds ? B ? ? ?", "F2 / -", "bomb / -");
    play_lines(t, "0 play F2 as fly");
    expect_told(t, "0 go 2 bomb 1", "", "");
    expect_face(t, 2, TATATA_SEEN);
    play_lines(t, "1 take");
    expect_face(t, 2, TATATA_SEEN);
    expect_told(t, "0 put 1 1", "Ann: turn clouds", "Seat 0 turned up clouds.");
    expect_face(t, 2, up("clouds"));
    play_free(t);
}

Test(tatata_memory, a_flight_that_wins_turns_nothing) /* A6, A13 */
{
    tm_table *t = position(2, "memory=yes", "B rain ? ? B(1) ? ? clouds(0)", "F1 M1 / -", "");
    open_of(t)->laps[0] = 2;
    play_lines(t, "0 play F1 as fly\n0 play M1 as move");
    expect_told(t, "0 go 1", "Ann: lap 3", "");
    expect_face(t, 1, TATATA_SEEN);
    play_free(t);
}

Test(tatata_memory, what_is_legal_does_not_depend_on_it) /* A13 */
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        tm_table *no = play_new("tatata", 2 + (int)seed % 4, seed % 2 ? "" : "rules=full");
        tm_table *yes = play_new("tatata", 2 + (int)seed % 4, seed % 2 ? "memory=yes" : "rules=full memory=yes");
        play_random(no, seed, 600);
        play_random(yes, seed, 600);
        cr_assert_eq(no->n_events, yes->n_events);
        cr_assert_eq(memcmp(no->events, yes->events, no->n_events * sizeof *no->events), 0);
        play_free(no);
        play_free(yes);
    }
}

Test(tatata_memory, worlds_put_any_card_that_is_not_seen_there) /* A13 */
{
    enum { DRAWS = 9000 };
    tm_table *t = position(2, "memory=yes", "B(0) rain clouds ? B(1) ? ? ?", "F1 / -", "");
    const tatata_view_data v = view_of(t, 0);
    int first[TATATA_KINDS] = {0}, same = 0;
    tatata_state world;
    tm_rng rng;
    tm_rng_init(&rng, 1, 0);
    for (int i = 0; i < DRAWS; i++) {
        tatata_world(t->config, &v, &rng, &world);
        cr_assert_eq(tatata_check(t->config, &world), 0);
        first[tatata_face(world.open.ring[1]) - TATATA_UP]++;
        same += world.open.ring[1] == world.open.ring[2];
    }
    /* Three of each kind: 900 of 9000, and a second of the same kind for 2 of 29; four deviations. */
    for (int kind = 0; kind < TATATA_KINDS; kind++) cr_expect_lt(abs(first[kind] - DRAWS / 10), 114);
    cr_expect_lt(abs(same - DRAWS * 2 / 29), 97);
    play_free(t);
}

Test(tatata_memory, a_hurricane_that_has_blown_does_not_show_that_it_is_one) /* A13, A14 */
{
    tm_table *t = position(2, "memory=yes", "B(0) hurricane beer ? B(1) ? ? ?", "F1 / -", "");
    play_lines(t, "0 play F1 as fly\n0 go 1\n0 wind 0 +2\n* sky clouds\n0 calm");
    expect_face(t, 1, TATATA_SEEN);
    cr_expect_eq(tatata_face(open_of(t)->ring[1]), TATATA_BLOWN);
    const tatata_view_data v = view_of(t, 1);
    bool hurricanes = false;
    tatata_state world;
    tm_rng rng;
    tm_rng_init(&rng, 2, 0);
    for (int i = 0; i < 300; i++) {
        tatata_world(t->config, &v, &rng, &world);
        cr_assert_eq(tatata_check(t->config, &world), 0);
        cr_assert_neq(tatata_face(world.open.ring[1]), up("hurricane"), "it would blow again");
        cr_assert_neq(tatata_face(world.open.ring[2]), TATATA_BLOWN, "nobody was there in this turn");
        hurricanes |= tatata_face(world.open.ring[1]) == TATATA_BLOWN;
    }
    cr_expect(hurricanes);
    play_lines(t, "0 end");
    cr_expect_eq(tatata_face(open_of(t)->ring[1]), up("hurricane"));
    play_free(t);
}

/* What the rules of thumb do with one flight before this card. */
static tm_action thumb_before(const char *circuit, const char *options)
{
    tm_table *t = position(2, options, circuit, "F1 / -", "");
    tm_action legal[64];
    tm_rng rng;
    tm_rng_init(&rng, 1, 1);
    play_lines(t, "0 play F1 as fly");
    const int n = tatata_legal(t->config, t->state, 0, legal);
    const tm_action chosen = legal[tatata_think.choose(t->config, t->state, 0, legal, n, &rng, NULL)];
    play_free(t);
    return chosen;
}

Test(tatata_memory, rules_of_thumb_do_not_remember) /* A13 */
{
    static const char rain[] = "B(0) rain ? ? B(1) ? ? ?", beer[] = "B(0) beer ? ? B(1) ? ? ?";
    cr_expect_neq(thumb_before(rain, ""), thumb_before(beer, ""));
    cr_expect_eq(thumb_before(rain, "memory=yes"), thumb_before(beer, "memory=yes"));
}
