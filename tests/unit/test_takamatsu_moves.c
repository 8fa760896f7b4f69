/* Takamatsu: the palace and who moves where (K1, K4 … K10, K17). */
#include "takamatsu_palace.h"

#define COLUMN "1 1 2 2 2"

Test(takamatsu_moves, five_players_have_five_samurai_each) /* K6 */
{
    tm_table *t = palace(5, "", COLUMN);
    const char *const outer[] = {"o1", "o2", "o3", "o4", "o5"}, *const inner[] = {"i3", "i5", "i4", "i2", "i1"};
    const char *const three[] = {"bbb", "kkk", "ppp", "rrr", "yyy"}, *const two[] = {"bb", "kk", "pp", "rr", "yy"};
    for (int i = 0; i < 5; i++) {
        expect_room(t, outer[i], three[i]);
        expect_room(t, inner[i], two[i]);
    }
    expect_room(t, "g1", "");
    expect_room(t, "g2", "");
    play_free(t);
}

Test(takamatsu_moves, fewer_players_have_more_samurai_and_fewer_colours) /* K6 */
{
    tm_table *t = palace(4, "", COLUMN);
    expect_room(t, "o4", "rrr");
    expect_room(t, "i2", "rrr");
    expect_room(t, "o5", "");
    play_free(t);
    t = palace(3, "", COLUMN);
    expect_room(t, "o3", "ppp");
    expect_room(t, "i4", "pppp");
    expect_room(t, "o4", "");
    play_free(t);
    t = palace(2, "", COLUMN);
    expect_room(t, "o1", "bbb");
    expect_room(t, "i2", "rr");
    expect_room(t, "o5", "");
    play_free(t);
}

Test(takamatsu_moves, with_two_players_seat_0_has_blue_and_purple_seat_1_black_and_red) /* K6 */
{
    tm_table *t = palace(2, "", COLUMN);
    play_expect_legal(t, 0,
                      "move i3 b i4 | move i3 bb i5 | move i4 p i5 | move i4 pp g1 | move o1 b o2 | move o1 bb o3 | "
                      "move o3 p o4 | move o3 pp o5");
    play_lines(t, "0 move i3 b i4");
    play_expect_legal(t, 1,
                      "move i2 r i3 | move i2 rr i4 | move i5 k g1 | move i5 kk g2 | move o2 k o3 | move o2 kk o4 | "
                      "move o4 r o5 | move o4 rr g1");
    play_free(t);
}

/* The rulebook's table: what may red do? Red is seat 3 of five. */

Test(takamatsu_moves, every_colour_has_an_outer_and_an_inner_room_and_two_rooms_add_steps) /* K4 */
{
    tm_table *t = play_new("takamatsu", 5, "");
    const takamatsu_config *c = t->config;
    int outer[TAKAMATSU_COLOURS] = {0}, inner[TAKAMATSU_COLOURS] = {0}, plus_1 = 0, plus_2 = 0;
    for (int room = 0; room < c->n_rooms; room++) {
        plus_1 += c->kind[room] == TAKAMATSU_PLUS_1;
        plus_2 += c->kind[room] == TAKAMATSU_PLUS_2;
        if (c->kind[room] == TAKAMATSU_OUTER) outer[c->home[room]]++;
        if (c->kind[room] == TAKAMATSU_INNER) inner[c->home[room]]++;
        for (int i = 0; i < 2; i++) { /* one way: no arrow leads back */
            const int next = c->arrow[room][i];
            if (next == TAKAMATSU_NONE) continue;
            cr_expect_neq(c->arrow[next][0], room);
            cr_expect_neq(c->arrow[next][1], room);
        }
    }
    cr_expect_eq(plus_1, 1);
    cr_expect_eq(plus_2, 1);
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
        cr_expect_eq(outer[colour], 1);
        cr_expect_eq(inner[colour], 1);
    }
    play_free(t);
}

Test(takamatsu_moves, two_of_ones_own_may_leave_the_room_empty) /* K8, the book's first room */
{
    tm_table *t = palace(5, "", COLUMN);
    stand(t, "o1 rr", "i1");
    set_turn(t, 3);
    expect_moves(t, 3, "o1", "move o1 r o2 | move o1 rr o3");
    play_free(t);
}

Test(takamatsu_moves, one_of_ones_own_and_one_other_go_together) /* K8, the book's second room */
{
    tm_table *t = palace(5, "", COLUMN);
    stand(t, "o1 br", "i1");
    set_turn(t, 3);
    expect_moves(t, 3, "o1", "move o1 br o3");
    play_expect_refused(t, "3 move o1 r o2", TM_EILLEGAL);
    play_expect_refused(t, "3 move o1 b o2", TM_EILLEGAL);
    play_lines(t, "3 move o1 br o3");
    expect_room(t, "o1", "");
    expect_room(t, "o3", "br");
    play_free(t);
}

Test(takamatsu_moves, of_three_one_stays_behind) /* K8, the book's third room */
{
    tm_table *t = palace(5, "", COLUMN);
    stand(t, "o1 bry", "i1");
    set_turn(t, 3);
    expect_moves(t, 3, "o1", "move o1 br o3 | move o1 ry o3");
    play_expect_refused(t, "3 move o1 bry o4", TM_EILLEGAL);
    play_expect_refused(t, "3 move o1 by o3", TM_EILLEGAL);
    play_free(t);
}

Test(takamatsu_moves, two_of_ones_own_with_two_others_make_five_groups) /* K8, the book's fourth room */
{
    tm_table *t = palace(5, "", COLUMN);
    stand(t, "o1 brry", "i1");
    set_turn(t, 3);
    expect_moves(t, 3, "o1", "move o1 br o3 | move o1 brr o4 | move o1 bry o4 | move o1 rry o4 | move o1 ry o3");
    play_free(t);
}

Test(takamatsu_moves, out_of_the_plus_two_room_two_samurai_go_two_three_or_four_rooms) /* K9, the book's fifth room */
{
    tm_table *t = palace(5, "", COLUMN);
    stand(t, "g2 ryy", "i1");
    set_turn(t, 3);
    expect_moves(t, 3, "g2",
                 "move g2 ry i2 | move g2 ry i3 | move g2 ry i4 | move g2 ry o2 | move g2 ry o3 | move g2 ry o4");
    play_free(t);
}

Test(takamatsu_moves, a_room_without_ones_own_samurai_is_not_ones_to_move) /* K8 */
{
    tm_table *t = palace(3, "", COLUMN);
    stand(t, "o1 kp o3 b", "g1");
    expect_moves(t, 0, "o1", "");
    expect_moves(t, 0, "o3", "move o3 b o4");
    play_expect_refused(t, "0 move o1 kp o3", TM_EILLEGAL);
    play_expect_refused(t, "0 move o2 b o3", TM_EILLEGAL);
    play_expect_refused(t, "0 move o3 bb o5", TM_EILLEGAL);
    play_free(t);
}

Test(takamatsu_moves, as_many_rooms_as_samurai) /* K9 */
{
    tm_table *t = palace(4, "", COLUMN);
    stand(t, "o2 bbbkk", "i1");
    expect_moves(t, 0, "o2", "move o2 bbbk g1 | move o2 bbk o5 | move o2 bbkk g1 | move o2 bk o4 | move o2 bkk o5");
    play_expect_refused(t, "0 move o2 bk o5", TM_EILLEGAL);
    play_expect_refused(t, "0 move o2 bk o3", TM_EILLEGAL);
    play_expect_refused(t, "0 move o2 bk i4", TM_EILLEGAL);
    play_free(t);
}

Test(takamatsu_moves, at_the_fork_both_paths_are_free) /* K5, K9 */
{
    tm_table *t = palace(4, "", COLUMN);
    stand(t, "o5 bbkk i5 bbk", "g1");
    expect_moves(t, 0, "o5", "move o5 bbk i1 | move o5 bbk o1 | move o5 bk g2 | move o5 bkk i1 | move o5 bkk o1");
    expect_moves(t, 0, "i5", "move i5 bk g2");
    play_free(t);
}

Test(takamatsu_moves, the_plus_one_room_adds_a_step_if_one_likes) /* K9 */
{
    tm_table *t = palace(4, "", COLUMN);
    stand(t, "g1 b", "o4");
    expect_moves(t, 0, "g1", "move g1 b g2 | move g1 b i1 | move g1 b o1");
    play_free(t);
}

Test(takamatsu_moves, the_bonus_counts_where_a_move_starts_not_where_it_passes) /* K9 */
{
    tm_table *t = palace(4, "", COLUMN);
    stand(t, "o4 bbk", "i1");
    expect_moves(t, 0, "o4", "move o4 bk g1");
    stand(t, "o4 bbkk", "i1");
    expect_moves(t, 0, "o4", "move o4 bbk g2 | move o4 bk g1 | move o4 bkk g2");
    play_free(t);
}

Test(takamatsu_moves, a_move_ends_in_another_room) /* K9: seven steps lead once around */
{
    tm_table *t = palace(3, "", COLUMN);
    stand(t, "o1 bbbbkkkk", "i1");
    expect_some(t, 0, "move o1 bbbbkkk ", "move o1 bbbbkkk i1");
    play_expect_refused(t, "0 move o1 bbbbkkk o1", TM_EILLEGAL);
    stand(t, "g1 bbbbkkkk", "i1");
    expect_some(t, 0, "move g1 bbbbkkk ", "move g1 bbbbkkk g2");
    stand(t, "g1 bbbbkkk", "i1");
    expect_some(t, 0, "move g1 bbbkkk ", "move g1 bbbkkk i5 | move g1 bbbkkk o5");
    play_free(t);
}

Test(takamatsu_moves, two_ways_to_a_room_are_one_move) /* K9 */
{
    tm_table *t = palace(3, "", COLUMN);
    stand(t, "g2 bbbkkkk", "i1");
    expect_some(t, 0, "move g2 bbbkkk ", "move g2 bbbkkk g1 | move g2 bbbkkk i1 | move g2 bbbkkk o1");
    play_free(t);
}

Test(takamatsu_moves, passing_through_a_room_of_ones_colour_gives_nothing) /* K10 */
{
    tm_table *t = palace(4, "", COLUMN);
    stand(t, "g2 bk", "o4");
    play_lines(t, "0 move g2 bk o2\n* lay 3");
    expect_pagoda(t, 'b', 0);
    expect_pagoda(t, 'k', 1);
    play_expect_turn(t, "1");
    play_free(t);
}

Test(takamatsu_moves, rooms_of_colours_not_in_play_are_plain) /* K6 */
{
    tm_table *t = palace(3, "", COLUMN);
    stand(t, "o3 bp", "g1");
    play_lines(t, "0 move o3 bp o5");
    play_expect_turn(t, "1");
    play_free(t);
}

Test(takamatsu_moves,
     two_players_take_at_least_one_of_the_others) /* K17, the book's example: own blue and purple, black */
{
    tm_table *t = palace(2, "", COLUMN);
    stand(t, "o1 bkp", "g1");
    expect_moves(t, 0, "o1", "move o1 bk o3 | move o1 kp o3");
    stand(t, "o1 bkpr", "g1");
    expect_moves(t, 0, "o1",
                 "move o1 bk o3 | move o1 bkp o4 | move o1 bkr o4 | move o1 bpr o4 | move o1 br o3 | move o1 kp o3 | "
                 "move o1 kpr o4 | move o1 pr o3");
    play_expect_refused(t, "0 move o1 bp o3", TM_EILLEGAL);
    play_expect_refused(t, "0 move o1 kr o3", TM_EILLEGAL);
    play_free(t);
}

Test(takamatsu_moves, two_players_alone_with_both_colours_take_one_of_each) /* K17 */
{
    tm_table *t = palace(2, "", COLUMN);
    stand(t, "o1 bp o2 bbp", "g1");
    expect_moves(t, 0, "o1", "move o1 bp o3");
    expect_moves(t, 0, "o2", "move o2 bp o4");
    play_expect_refused(t, "0 move o1 b o2", TM_EILLEGAL);
    play_expect_refused(t, "0 move o2 bb o4", TM_EILLEGAL);
    stand(t, "o2 bbppp", "g1");
    expect_moves(t, 0, "o2", "move o2 bbp o5 | move o2 bbpp g1 | move o2 bp o4 | move o2 bpp o5 | move o2 bppp g1");
    play_free(t);
}

Test(takamatsu_moves, two_players_need_not_alternate_their_colours) /* K17 */
{
    tm_table *t = palace(2, "", COLUMN);
    stand(t, "o1 b i1 k", "g1");
    play_lines(t, "0 move o1 b o2\n1 move i1 k i2\n0 move o2 b o3\n1 move i2 k i3\n0 move o3 b o4");
    play_free(t);
}

/* Every group, written down the slow way: what K8 and K17 say of its colours. */
static bool may_go(const takamatsu_config *c, int seat, const int *here, const int *group)
{
    int n_here = 0, n = 0, own = 0, others = 0, others_here = 0, colours_here = 0, colours = 0;
    for (int k = 0; k < TAKAMATSU_COLOURS; k++) {
        const bool mine = c->owner[k] == seat;
        n_here += here[k];
        n += group[k];
        own += mine ? group[k] : 0;
        others += mine ? 0 : group[k];
        others_here += mine ? 0 : here[k];
        colours_here += mine && here[k];
        colours += mine && group[k];
    }
    if (own == 0 || (others_here && others == 0)) return false;
    if (!others_here && colours < colours_here) return false;
    return n_here <= 2 || n < n_here;
}

static int count_groups(const takamatsu_config *c, int seat, const int *here)
{
    int group[TAKAMATSU_COLOURS], n = 0, n_ways = 1;
    for (int k = 0; k < TAKAMATSU_COLOURS; k++) n_ways *= here[k] + 1;
    for (int way = 0; way < n_ways; way++) {
        for (int k = 0, rest = way; k < TAKAMATSU_COLOURS; k++) {
            group[k] = rest % (here[k] + 1);
            rest /= here[k] + 1;
        }
        n += may_go(c, seat, here, group);
    }
    return n;
}

Test(takamatsu_moves, every_group_of_every_room_is_offered_once) /* K8, K17 */
{
    static tm_action legal[TAKAMATSU_MAX_LEGAL];
    tm_rng rng;
    tm_rng_init(&rng, 1, 0);
    for (int n_seats = 2; n_seats <= 5; n_seats++) {
        tm_table *t = palace(n_seats, "", COLUMN);
        const takamatsu_config *c = config_of(t);
        for (int i = 0; i < 300; i++) {
            takamatsu_state s = *state_of(t);
            int here[TAKAMATSU_COLOURS] = {0};
            memset(s.open.room, 0, sizeof s.open.room);
            memset(s.open.where, 0, sizeof s.open.where);
            for (int k = 0; k < c->n_colours; k++) {
                here[k] = (int)tm_rng_below(&rng, i % 2 ? 3 : c->samurai + 1u);
                s.open.room[4] |= (takamatsu_samurai)here[k] << 4 * k;
                s.open.where[k] = here[k] ? 1u << 4 : 0;
            }
            const int n = takamatsu_legal(c, &s, 0, legal);
            int n_groups = 0;
            for (int k = 0; k < n; k++) n_groups += k == 0 || legal[k] >> 5 != legal[k - 1] >> 5;
            const bool own = here[0] || (n_seats == 2 && here[2]);
            cr_assert_eq(n_groups, own ? count_groups(c, 0, here) : 0);
            if (i % 10 == 0) expect_counted(c, &s, 0);
        }
        play_free(t);
    }
}

Test(takamatsu_moves, the_fullest_room_fits_the_list) /* K8: every samurai of five players in one room of 24 */
{
    static tm_action legal[TAKAMATSU_MAX_LEGAL];
    char box[4096] = "[TatamiBox \"1\"]\n[Game \"takamatsu\"]\n[Name \"two ways everywhere\"]\n\n";
    for (int i = 0; i < 24; i++) {
        static const char *const kinds[] = {"+2", "plain"};
        char kind[16];
        snprintf(kind, sizeof kind, "%s %c", i < 5 ? "outer" : "inner", "bkpry"[i % 5]);
        snprintf(box + strlen(box), sizeof box - strlen(box), "room r%d %s > r%d r%d\n", i,
                 i < 10 ? kind : kinds[i > 10], (i + 1) % 24, (i + 3) % 24);
    }
    tm_table *t = play_open(tm_game_find(tm_span_of("takamatsu")), 5, "", box);
    lay(t, COLUMN);
    stand(t, "r10 bbbbbkkkkkppppprrrrryyyyy", "r0");
    const int n = takamatsu_legal(config_of(t), state_of(t), 0, legal);
    cr_assert_gt(n, 10 * 6474);
    cr_assert_leq(n + TAKAMATSU_FIRST, TAKAMATSU_MAX_LEGAL);
    for (int i = 1; i < n; i++) cr_assert_lt(legal[i - 1], legal[i]);
    play_free(t);
}

Test(takamatsu_moves, out_of_a_plus_two_room_the_largest_group_goes_up_to_26_rooms) /* K8, K9: one of 25 stays */
{
    const char *all = "bbbbbkkkkkppppprrrrryyyyy";
    char box[2048] = "[TatamiBox \"1\"]\n[Game \"takamatsu\"]\n[Name \"a ring\"]\n\nroom r10 +2 > r11\n";
    for (int i = 0; i < 16; i++)
        if (i < 10)
            snprintf(box + strlen(box), sizeof box - strlen(box), "room r%d %s %c > r%d\n", i,
                     i < 5 ? "outer" : "inner", "bkpry"[i % 5], i + 1);
        else if (i > 10)
            snprintf(box + strlen(box), sizeof box - strlen(box), "room r%d plain > r%d\n", i, (i + 1) % 16);
    tm_table *t = play_open(tm_game_find(tm_span_of("takamatsu")), 5, "", box);
    char places[64];
    lay(t, COLUMN);
    snprintf(places, sizeof places, "r10 %s", all);
    stand(t, places, "r0");
    expect_some(t, 0, "move r10 bbbbbkkkkkppppprrrrryyyy ",
                "move r10 bbbbbkkkkkppppprrrrryyyy r2 | move r10 bbbbbkkkkkppppprrrrryyyy r3 | "
                "move r10 bbbbbkkkkkppppprrrrryyyy r4");
    play_free(t);
}
