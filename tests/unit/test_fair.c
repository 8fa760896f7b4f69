/* Fair shuffles: the exact bytes, what a word may be, and what a changed record is told. */
#include <stdio.h>

#include <tatami/fair.h>

#include "play.h"

static const uint8_t SECRET[TM_FAIR_BYTES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

static tm_fair fair_of(int n_seats, const char *mix)
{
    tm_fair fair;
    tm_fair_init(&fair, n_seats, SECRET);
    cr_assert_eq(tm_fair_read_mix(&fair, tm_span_of(mix)), TM_OK, "%s", mix);
    return fair;
}

static void expect_stream(const tm_fair *fair, uint32_t k, const char *hex)
{
    char room[TM_FAIR_HEX + 1];
    tm_text text;
    tm_rng rng;
    tm_text_init(&text, room, sizeof room);
    tm_fair_rng(fair, k, &rng);
    for (int i = 0; i < 4; i++) tm_put_hex(&text, rng.s[i], 16);
    cr_expect_str_eq(room, hex, "outcome %u: %s", k, room);
}

/* The numbers of the next two tests are sha256sum's and openssl's. */
Test(fair, commits_to_the_secret_alone)
{
    char before[TM_FAIR_HEX + 1], after[TM_FAIR_HEX + 1];
    tm_fair fair;
    tm_fair_init(&fair, 4, SECRET);
    tm_fair_commitment(&fair, before);
    cr_expect_str_eq(fair.secret, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    cr_expect_str_eq(before, "a8968f9c5b554f1063b989c714b71ab7018733d0cd51f04e4f9d62c97c3f298b");
    tm_fair_word(&fair, 2, tm_span_of("later"));
    tm_fair_commitment(&fair, after);
    cr_expect_str_eq(before, after);
}

Test(fair, draws_from_secret_number_and_words)
{
    const tm_fair fair = fair_of(4, "ann/7f_-//B");
    expect_stream(&fair, 0, "0ba742034846cddcd30b51bb3884433c49dd639e9095f055d1ba7e68867db337");
    expect_stream(&fair, 4294967295u, "cfc4e68d5b3cacbc76a62f42a6ec93206d975324c8063e65fbbc87fe227fc8de");
}

/* Whether two streams of outcomes have a word of state in common. */
static bool alike(const tm_fair *a, uint32_t k, const tm_fair *b, uint32_t m)
{
    tm_rng x, y;
    tm_fair_rng(a, k, &x);
    tm_fair_rng(b, m, &y);
    for (int i = 0; i < 4; i++)
        if (x.s[i] == y.s[i]) return true;
    return false;
}

Test(fair, outcomes_have_streams_of_their_own)
{
    const tm_fair fair = fair_of(2, "1/2");
    for (uint32_t k = 0; k < 40; k++)
        for (uint32_t m = 0; m < k; m++) cr_expect_not(alike(&fair, k, &fair, m), "%u and %u", k, m);
}

Test(fair, it_matters_which_seat_gave_which_word)
{
    static const char *const MIXES[] = {"a/b/", "b/a/", "a//b", "ab//", "/a/b", "//", "A/b/", "a/b/1"};
    enum { N = sizeof MIXES / sizeof *MIXES };
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++) {
            const tm_fair a = fair_of(3, MIXES[i]), b = fair_of(3, MIXES[j]);
            cr_expect_not(alike(&a, 1, &b, 1), "%s and %s", MIXES[i], MIXES[j]);
        }
    /* A number at the end of one thing is not the start of the next. */
    const tm_fair one = fair_of(2, "1/"), eleven = fair_of(2, "/1");
    cr_expect_not(alike(&one, 1, &eleven, 11));
}

Test(fair, another_secret_gives_other_outcomes)
{
    uint8_t other[TM_FAIR_BYTES];
    tm_fair a, b;
    memcpy(other, SECRET, sizeof other);
    other[31] ^= 1;
    tm_fair_init(&a, 2, SECRET);
    tm_fair_init(&b, 2, other);
    cr_expect_not(alike(&a, 0, &b, 0));
}

static int give(tm_fair *fair, int seat, const char *word)
{
    return tm_fair_word(fair, seat, tm_span_of(word));
}

Test(fair, a_word_is_short_and_plain_and_may_be_given_anew)
{
    static const char LONGEST[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";
    static const char *const BAD[] = {"a/b", "a b", " ", "a\"", "a\\", "a]", "\xc3\xa9", "a\n", "+", "."};
    char longer[sizeof LONGEST + 1];
    tm_fair fair;
    tm_fair_init(&fair, 3, SECRET);
    cr_expect_eq(give(&fair, 0, LONGEST), TM_OK);
    cr_expect_eq(give(&fair, 1, "first"), TM_OK);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        cr_expect_eq(give(&fair, 1, BAD[i]), TM_ESYNTAX, "%s", BAD[i]);
    snprintf(longer, sizeof longer, "%sx", LONGEST);
    cr_expect_eq(give(&fair, 1, longer), TM_ESYNTAX);
    cr_expect_eq(tm_fair_word(&fair, 1, (tm_span){"a\0b", 3}), TM_ESYNTAX);
    cr_expect_str_eq(fair.words[1], "first");
    cr_expect_eq(give(&fair, 1, "second"), TM_OK);
    cr_expect_str_eq(fair.words[1], "second");
    cr_expect_eq(give(&fair, 1, ""), TM_OK);
    cr_expect_str_eq(fair.words[1], "");
    cr_expect_eq(give(&fair, 3, "x"), TM_ERANGE);
    cr_expect_eq(give(&fair, -1, "x"), TM_ERANGE);
}

Test(fair, text_that_is_no_mix_or_secret_changes_nothing)
{
    static const char *const MIXES[] = {"", "a", "a/b/c", "a/b c", "é/b", "a/b\"", "/b/"};
    static const char *const SECRETS[] = {"",
                                          "00",
                                          "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
                                          "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1",
                                          "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f0",
                                          "g00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"};
    const tm_fair before = fair_of(2, "x/y");
    tm_fair fair = before;
    for (size_t i = 0; i < sizeof MIXES / sizeof *MIXES; i++)
        cr_expect_eq(tm_fair_read_mix(&fair, tm_span_of(MIXES[i])), TM_ESYNTAX, "%s", MIXES[i]);
    for (size_t i = 0; i < sizeof SECRETS / sizeof *SECRETS; i++)
        cr_expect_eq(tm_fair_read_secret(&fair, tm_span_of(SECRETS[i])), TM_ESYNTAX, "%s", SECRETS[i]);
    cr_expect_eq(memcmp(&fair, &before, sizeof fair), 0);
}

/* A whole game of random decisions with fair outcomes; seats that can, take a decision back now and then. */
static void play_fair(const tm_fair *fair, tm_table *table, uint64_t seed, bool undoing)
{
    tm_players players;
    tm_why why;
    cr_assert_eq(tm_players_init(&players, table->setup.game, seed), TM_OK);
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) players.bots[seat] = tm_bot_find(tm_span_of("random"));
    for (int step = 0; tm_table_actors(table); step++) {
        if (tm_table_actors(table) & TM_ACTOR_CHANCE)
            cr_assert_eq(tm_fair_draw(fair, table), TM_OK);
        else
            cr_assert_eq(tm_players_step(&players, table), 1);
        tm_why_init(&why, NULL);
        if (undoing && step % 5 == 0) tm_table_undo(table, step / 5 % fair->n_seats, &why);
    }
    tm_players_free(&players);
}

/* The record of a fair game, to be freed. */
static char *fair_record(const tm_fair *fair, const tm_table *table)
{
    char room[TM_FAIR_ROOM];
    tm_tag tags[TM_FAIR_TAGS];
    size_t len;
    const int n = tm_fair_tags(fair, table, room, tags);
    char *text = tm_record_write(table, tags, n, TM_EVERYTHING, &len);
    cr_assert_not_null(text);
    return text;
}

Test(fair, every_game_played_with_undo_verifies)
{
    for (int g = 0; g < tm_n_games; g++)
        for (int n = tm_games[g]->min_seats; n <= tm_games[g]->max_seats; n++) {
            tm_fair fair;
            tm_fair_proof proof;
            tm_why why;
            tm_table *t = play_open(tm_games[g], n, "", NULL);
            tm_fair_init(&fair, n, SECRET);
            tm_fair_word(&fair, n - 1, tm_span_of("last"));
            play_fair(&fair, t, (uint64_t)n, true);
            char *text = fair_record(&fair, t);
            tm_why_init(&why, NULL);
            cr_assert_eq(tm_fair_verify(text, strlen(text), NULL, NULL, &proof, &why), TM_OK, "%s", why.text.at);
            cr_expect_eq(proof.n_outcomes, tm_table_n_outcomes(t));
            cr_expect(proof.over);
            cr_expect_eq(memcmp(&proof.fair, &fair, sizeof fair), 0);
            free(text);
            play_free(t);
        }
}

Test(fair, the_same_decisions_in_another_order_change_no_outcome)
{
    const tm_fair fair = fair_of(2, "a/b");
    tm_table *t = play_new("template", 2, ""), *u = play_new("template", 2, "");
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(tm_fair_draw(&fair, t), TM_OK);
        cr_assert_eq(tm_fair_draw(&fair, u), TM_OK);
    }
    cr_expect_eq(tm_fair_draw(&fair, t), TM_ETURN);
    play_lines(t, "0 stay\n1 stay\n");
    play_lines(u, "1 stay\n0 stay\n");
    cr_assert_eq(tm_fair_draw(&fair, t), TM_OK);
    cr_assert_eq(tm_fair_draw(&fair, u), TM_OK);
    cr_expect_eq(tm_table_hash(t), tm_table_hash(u));
    play_free(t);
    play_free(u);
}

Test(fair, the_secret_is_in_the_record_of_a_finished_game_only)
{
    const tm_fair fair = fair_of(2, "a/");
    tm_table *t = play_new("template", 2, "");
    char *text = fair_record(&fair, t);
    cr_expect_not_null(strstr(text, "[Mix \"a/\"]\n"));
    cr_expect_not_null(
        strstr(text, "[Commitment \"a8968f9c5b554f1063b989c714b71ab7018733d0cd51f04e4f9d62c97c3f298b\"]\n"));
    cr_expect_null(strstr(text, fair.secret));
    free(text);
    play_fair(&fair, t, 1, false);
    text = fair_record(&fair, t);
    cr_expect_not_null(strstr(text, "[Secret \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"]\n"));
    free(text);
    play_free(t);
}

#define COMMITMENT "[Commitment \"a8968f9c5b554f1063b989c714b71ab7018733d0cd51f04e4f9d62c97c3f298b\"]\n"
#define MIX "[Mix \"a/\"]\n"
#define REVEALED "[Secret \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"]\n"
#define TWO "[Tatami \"1\"]\n[Game \"template\"]\n[Players \"2\"]\n"

static void expect_refused(const char *text, int code, const char *reason)
{
    tm_fair_proof proof;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_expect_eq(tm_fair_verify(text, strlen(text), NULL, NULL, &proof, &why), code);
    cr_expect_str_eq(why.text.at, reason);
}

Test(fair, what_a_record_lacks_is_said)
{
    expect_refused(TWO, TM_EUNKNOWN, "no [Commitment \"…\"]: this game was not played with fair shuffles");
    expect_refused(TWO COMMITMENT REVEALED, TM_EUNKNOWN, "no [Mix \"…\"] with the words of the players");
    expect_refused(TWO COMMITMENT MIX, TM_EUNKNOWN, "no [Secret \"…\"]: it is revealed when the game is over");
    expect_refused(TWO COMMITMENT MIX MIX REVEALED, TM_ESYNTAX, "line 6: found \"Mix\", which was already given");
    expect_refused(
        TWO COMMITMENT "[Mix \"a\"]\n" REVEALED, TM_ESYNTAX,
        "line 5: found \"a\", expected one word per seat with / between them, each up to 64 letters a-z A-Z, "
        "digits, _ or -");
    expect_refused(TWO COMMITMENT MIX "[Secret \"\\\"x\"]\n", TM_ESYNTAX,
                   "line 6: found \"\\\"x\", expected 64 hexadecimal digits in lower case");
    expect_refused(TWO "[Commitment \"00\"]\n" MIX REVEALED, TM_EILLEGAL,
                   "line 4: the commitment is 00, but the secret gives "
                   "a8968f9c5b554f1063b989c714b71ab7018733d0cd51f04e4f9d62c97c3f298b");
}

/* Outcomes 0 and 1 of these words are 0 1 and 1 4, by hand as in docs/FAIRNESS.md. */
Test(fair, an_outcome_that_does_not_follow_is_named)
{
    static const char GOOD[] = TWO COMMITMENT MIX REVEALED "\n; the first deal\n* deal 0 1\n* deal 1 4\n0 stay\n";
    tm_fair_proof proof;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(tm_fair_verify(GOOD, strlen(GOOD), NULL, NULL, &proof, &why), TM_OK, "%s", why.text.at);
    cr_expect_eq(proof.n_outcomes, 2);
    cr_expect_not(proof.over);
    expect_refused(TWO COMMITMENT MIX REVEALED "\n* deal 0 1\n\n* deal 1 2\n", TM_EILLEGAL,
                   "line 10: outcome 1 is \"deal 1 2\", but the secret and the mix give \"deal 1 4\"");
    expect_refused(TWO COMMITMENT "[Mix \"A/\"]\n" REVEALED "\n* deal 0 1\n", TM_EILLEGAL,
                   "line 8: outcome 0 is \"deal 0 1\", but the secret and the mix give \"deal 0 3\"");
}

static void expect_kept(const tm_fair_kept *kept, int code, const char *reason)
{
    static const char GOOD[] = TWO COMMITMENT MIX REVEALED "\n* deal 0 1\n* deal 1 4\n0 stay\n";
    tm_fair_proof proof;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_expect_eq(tm_fair_verify(GOOD, strlen(GOOD), NULL, kept, &proof, &why), code);
    cr_expect_str_eq(why.text.at, reason);
}

#define SHOWN "a8968f9c5b554f1063b989c714b71ab7018733d0cd51f04e4f9d62c97c3f298b"

Test(fair, a_record_is_held_against_what_was_kept)
{
    expect_kept(&(tm_fair_kept){.commitment = SHOWN, .words = {"a", ""}}, TM_OK, "");
    expect_kept(&(tm_fair_kept){.commitment = "ab"}, TM_EILLEGAL,
                "the commitment of the record is " SHOWN ", not \"ab\"");
    expect_kept(&(tm_fair_kept){.words = {"mine"}}, TM_EILLEGAL,
                "the word of seat 0 in the record is \"a\", not \"mine\"");
    expect_kept(&(tm_fair_kept){.words = {NULL, "mine"}}, TM_EILLEGAL,
                "the word of seat 1 in the record is \"\", not \"mine\"");
    expect_kept(&(tm_fair_kept){.words = {NULL, NULL, "mine"}}, TM_ERANGE, "there is no seat 2, expected 0 to 1");
}

/* A record that follows from its secret may still be that of another game than the one that was played. */
Test(fair, a_record_is_held_against_the_cards_that_were_seen)
{
    char own[] = "* deal 1 4", other[] = "* deal 0 ?", lie[] = "* deal 1 3";
    char *all[] = {other, own}, *some[] = {own}, *lies[] = {other, lie}, *turned[] = {own, other};
    const char *reason = "the cards in the record are not the ones you saw";
    expect_kept(&(tm_fair_kept){.seen = all, .n_seen = 2, .viewer = 1}, TM_OK, "");
    expect_kept(&(tm_fair_kept){.seen = some, .n_seen = 1, .viewer = 1}, TM_OK, "");
    expect_kept(&(tm_fair_kept){.seen = lies, .n_seen = 2, .viewer = 1}, TM_EILLEGAL, reason);
    expect_kept(&(tm_fair_kept){.seen = turned, .n_seen = 2, .viewer = 1}, TM_EILLEGAL, reason);
    expect_kept(&(tm_fair_kept){.seen = all, .n_seen = 2, .viewer = 0}, TM_EILLEGAL, reason);
    expect_kept(&(tm_fair_kept){.seen = all, .n_seen = 2, .viewer = 5}, TM_ERANGE,
                "there is no seat 5, expected 0 to 1");
}
