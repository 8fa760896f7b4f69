/* Takamatsu: the rules of thumb, and how a position is judged. */
#include "unit/takamatsu_palace.h"

enum { EVEN = 1 << 14 }; /* how `order` rates what brings nobody a card */

static int rating(tm_table *t, int seat, const char *wanted)
{
    static uint16_t rates[TAKAMATSU_MAX_LEGAL];
    const tm_action *legal;
    tm_action action;
    const int n = tm_table_legal(t, seat, &legal);
    t->setup.game->think->order(t->config, t->state, seat, legal, n, rates);
    cr_assert_eq(t->setup.game->read_action(t->config, tm_span_of(wanted), &action), TM_OK);
    for (int i = 0; i < n; i++)
        if (legal[i] == action) return rates[i];
    cr_assert_fail("%s is not legal", wanted);
    return 0;
}

Test(takamatsu_think, a_good_card_is_worth_going_home_for)
{
    tm_table *t = palace(4, "", "4 1 1 2 2");
    stand(t, "i2 b", "o5");
    cr_expect_gt(rating(t, 0, "move i2 b i3"), EVEN);
    play_free(t);
}

Test(takamatsu_think, a_bad_card_is_left_to_others)
{
    tm_table *t = palace(4, "", "-2 1 1 2 2");
    stand(t, "i2 b g2 bk", "o5");
    cr_expect_lt(rating(t, 0, "move i2 b i3"), EVEN);
    cr_expect_gt(rating(t, 0, "move g2 bk o2"), EVEN);
    play_free(t);
}

Test(takamatsu_think, nobody_else_is_brought_home_to_a_good_card)
{
    tm_table *t = palace(4, "", "4 4 1 1 2");
    stand(t, "g2 bk", "o5");
    cr_expect_lt(rating(t, 0, "move g2 bk o2"), EVEN);
    cr_expect_eq(rating(t, 0, "move g2 bk i2"), EVEN);
    play_free(t);
}

Test(takamatsu_think, the_best_move_is_taken)
{
    tm_table *t = palace(4, "", "4 3 3 2 2");
    const tm_action *legal;
    tm_rng rng;
    stand(t, "i2 b", "o5");
    tm_rng_init(&rng, 1, 1);
    const int n = tm_table_legal(t, 0, &legal);
    const int pick = t->setup.game->think->choose(t->config, t->state, 0, legal, n, &rng, NULL);
    char room[64];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    t->setup.game->write_action(t->config, legal[pick], &text);
    cr_expect(strncmp(room, "move o5 bbbbb", 13) == 0, "five blue could go home, but it chose %s", room);
    play_free(t);
}

Test(takamatsu_think, who_leads_has_the_better_chance)
{
    tm_table *t = palace(3, "", "4 1 1 2 2");
    int32_t chances[TM_MAX_SEATS] = {0};
    state_of(t)->open.pagoda[1] = 9;
    state_of(t)->open.pagoda[2] = 4;
    t->setup.game->think->judge(t->config, t->state, chances, NULL);
    cr_expect_gt(chances[1], TM_SURE / 2);
    cr_expect_lt(chances[2], TM_SURE / 2);
    cr_expect_lt(chances[0], chances[2]);
    play_free(t);
}
