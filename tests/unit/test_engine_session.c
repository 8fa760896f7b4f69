/* Bots that follow a game, and what our engine accepts. */
#include <stdio.h>

#include <criterion/criterion.h>

#include "engine/protocol.h"
#include "engine/session.h"
#include "unit/play.h"

/* A bot that writes down what its walk shows it, and chooses the first action. */
typedef struct follower {
    tm_walk *walk;
    tm_text *out;
} follower;

static char followed[1 << 16];
static tm_text follow_text;
static int n_left;

static void follow(const follower *f)
{
    tm_event seen;
    while (tm_walk_next(f->walk, &seen)) {
        tm_walk_write(f->walk, &seen, f->out);
        tm_put_char(f->out, '\n');
    }
}

static int follower_sit(const tm_bot *bot, tm_walk *walk, int seat, uint64_t seed, void **out_mind, tm_why *why)
{
    (void)bot, (void)seed, (void)why;
    follower *f = malloc(sizeof *f);
    f->walk = walk;
    f->out = &follow_text;
    tm_put_fmt(f->out, "sits in %d\n", seat);
    *out_mind = f;
    return TM_OK;
}

static tm_action follower_choose(const tm_question *q, tm_rng *rng)
{
    (void)rng;
    follow(q->mind);
    return q->legal[0];
}

static void follower_leave(void *mind)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    const follower *f = mind;
    follow(f);
    if (tm_walk_score(f->walk, points, &winners) == TM_OK) tm_put_fmt(f->out, "over %d\n", points[0]);
    n_left++;
    free(mind);
}

static const tm_bot FOLLOWER = {
    .name = "follower", .choose = follower_choose, .sit = follower_sit, .leave = follower_leave};

static void begin(tm_players *players, const tm_table *t, int seat)
{
    cr_assert_eq(tm_players_init(players, t->setup.game, 5), TM_OK);
    for (int i = 0; i < t->setup.n_seats; i++) players->bots[i] = tm_bot_find(tm_span_of("random"));
    players->bots[seat] = &FOLLOWER;
    tm_text_init(&follow_text, followed, sizeof followed);
    n_left = 0;
}

Test(followers, they_see_the_game_as_their_seat_does_and_its_end)
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    tm_players players;
    size_t len;
    begin(&players, t, 2);
    while (tm_players_step(&players, t) == 1) continue;
    cr_assert_eq(tm_table_actors(t), 0);
    tm_players_free(&players);
    char *record = tm_record_write(t, NULL, 0, 2, &len);
    char *events = strstr(record, "\n\n") + 2;
    const char *start = "sits in 2\n";
    cr_assert_eq(strncmp(followed, start, strlen(start)), 0);
    cr_expect_eq(strncmp(followed + strlen(start), events, strlen(events)), 0, "%s", followed);
    cr_expect_eq(strncmp(followed + strlen(start) + strlen(events), "over ", 5), 0);
    cr_expect(strstr(events, "r? ") && n_left == 1);
    free(record);
    play_free(t);
}

Test(followers, after_an_undo_they_sit_down_anew)
{
    tm_table *t = play_new("tatsu", 4, "rounds=1");
    tm_players players;
    begin(&players, t, 0);
    cr_assert_eq(tm_players_step(&players, t), 1); /* the deal */
    cr_assert_eq(tm_players_step(&players, t), 1);
    tm_players_leave(&players);
    cr_expect_eq(n_left, 1);
    tm_players_leave(&players);
    cr_expect_eq(n_left, 1);
    while (tm_players_step(&players, t) == 1) continue;
    tm_players_free(&players);
    cr_expect_eq(n_left, 2);
    cr_expect(strstr(followed + 1, "sits in 0\n* deal "));
    play_free(t);
}

Test(followers, no_score_before_the_end)
{
    tm_table *t = play_new("tatsu", 4, "");
    tm_walk *walk;
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    cr_assert_eq(tm_walk_new(t, 0, &walk), TM_OK);
    cr_expect_eq(tm_walk_score(walk, points, &winners), TM_ETURN);
    tm_walk_free(walk);
    play_free(t);
}

Test(followers, each_seat_has_a_seed_of_its_own)
{
    tm_players a, b;
    const tm_game *game = tm_game_find(tm_span_of("tatsu"));
    cr_assert_eq(tm_players_init(&a, game, 1), TM_OK);
    cr_assert_eq(tm_players_init(&b, game, 2), TM_OK);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) cr_expect(a.seeds[i] != b.seeds[j] && (i == j || a.seeds[i] != a.seeds[j]));
    tm_players_free(&a);
    tm_players_free(&b);
}

static const char KEY[] = "key";

static char heard[1 << 16];

static void hear(void *context, const char *line)
{
    (void)context;
    strcat(strcat(heard, line), "\n");
}

/* What our engine, of `bot`, answers to these lines. */
static const char *answers(const char *bot, const char *key, int n, const char *const *lines)
{
    session *s;
    heard[0] = 0;
    cr_assert_eq(session_new(tm_bot_find(tm_span_of(bot)), key, hear, NULL, &s), TM_OK);
    for (int i = 0; i < n; i++) cr_assert(session_take(s, tm_span_of(lines[i])));
    session_free(s);
    return heard;
}

/* `know …` for a seat, sealed for `sealed_seat` under `key`. */
static const char *know(const tm_table *t, int seat, int sealed_seat, const char *key)
{
    static char line[8192];
    char seal[ENGINE_SEAL + 1];
    tm_text text;
    char *view = calloc(1, t->setup.game->view_size);
    tm_table_view(t, seat, view);
    cr_assert_eq(engine_seal(key, &t->setup, sealed_seat, view, seal), TM_OK);
    tm_text_init(&text, line, sizeof line);
    tm_put_str(&text, "know ");
    engine_write_hex(view, t->setup.game->view_size, &text);
    tm_put_fmt(&text, " %s", seal);
    free(view);
    return line;
}

static const char REFUSED[] =
    "error this view does not have the seal of the program that started the engine (TATAMI_ENGINE_KEY)\n"
    "error there is nothing to decide yet: send know before go\n";

static tm_table *dealt(void)
{
    tm_table *t = play_new("tatsu", 4, "rounds=3");
    play_random(t, 3, 1);
    return t;
}

Test(our_engine, decides_on_a_sealed_view)
{
    tm_table *t = dealt();
    const char *const lines[] = {"new tatsu 4 rounds=3", "seat 0 7", know(t, 0, 0, KEY), "go"};
    cr_expect_eq(strncmp(answers("random", KEY, 4, lines), "best ", 5), 0, "%s", heard);
    play_free(t);
}

Test(our_engine, refuses_views_that_were_not_sealed_for_this_seat_and_game)
{
    tm_table *t = dealt();
    const char *lines[] = {"new tatsu 4 rounds=3", "seat 0 7", know(t, 0, 0, KEY), "go"};
    cr_expect_str_eq(answers("random", "another", 4, lines), REFUSED);
    cr_expect_str_eq(answers("random", NULL, 4, lines), REFUSED);
    lines[0] = "new tatsu 4 rounds=4";
    cr_expect_str_eq(answers("random", KEY, 4, lines), REFUSED);
    lines[0] = "new tatsu 3 rounds=3";
    cr_expect_str_eq(answers("random", KEY, 4, lines), REFUSED);
    lines[0] = "new tatsu 4 rounds=3";
    lines[1] = "seat 1 7";
    cr_expect_str_eq(answers("random", KEY, 4, lines), REFUSED);
    play_free(t);
}

Test(our_engine, has_nothing_to_say_where_another_seat_decides)
{
    tm_table *t = dealt();
    const char *const lines[] = {"new tatsu 4 rounds=3", "seat 1 7", know(t, 1, 1, KEY), "go"};
    cr_expect_str_eq(answers("random", KEY, 4, lines), "error there is nothing to decide yet: send know before go\n");
    play_free(t);
}

Test(our_engine, a_view_of_another_seat_is_found_even_under_a_good_seal)
{
    tm_table *t = dealt();
    const char *const lines[] = {"new tatsu 4 rounds=3", "seat 0 7", know(t, 1, 0, KEY)};
    cr_expect_str_eq(answers("random", KEY, 3, lines), "error this view belongs to another version of the game\n");
    play_free(t);
}

Test(our_engine, tells_what_it_thought_and_keeps_to_its_iterations)
{
    tm_table *t = dealt();
    const char *const lines[] = {"new tatsu 4 rounds=3", "seat 0 7", know(t, 0, 0, KEY), "go iterations 50"};
    unsigned sum = 0, visits;
    const char *at = answers("medium", KEY, 4, lines);
    for (; sscanf(at, "info visits %u value 0.", &visits) == 1; at = strchr(at, '\n') + 1) sum += visits;
    cr_expect_eq(sum, 50, "%s", heard);
    cr_expect_eq(strncmp(at, "best ", 5), 0);
    play_free(t);
}

Test(our_engine, a_box_keeps_its_text_to_be_sent)
{
    tm_why why;
    tm_box *box;
    const char *text = "[TatamiBox \"1\"]\n[Game \"template\"]\n[Name \"x\"]\n\n; no more";
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_box_read(text, strlen(text), &box, &why), TM_OK, "%s", why.text.at);
    cr_expect_eq(box->len, strlen(text));
    cr_expect_str_eq(box->text, text);
    tm_box_free(box);
}
