/* What a terminal keeps of a server's promise about its shuffles, and what it says when the promise is broken. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "unit/online_table.h"

#define FIRST "a8968f9c5b554f1063b989c714b71ab7018733d0cd51f04e4f9d62c97c3f298b"
#define SECOND "b8968f9c5b554f1063b989c714b71ab7018733d0cd51f04e4f9d62c97c3f298b"

static void see(client_fair *fair, const char *commitment, const char *mix, bool begun)
{
    tm_fair shown = {.n_seats = fair->mix.n_seats};
    cr_assert_eq(tm_fair_read_mix(&shown, tm_span_of(mix)), TM_OK, "%s", mix);
    client_fair_see(fair, commitment, &shown, begun);
}

static client_fair promised(void)
{
    client_fair fair;
    client_fair_init(&fair, 3);
    see(&fair, FIRST, "//", false);
    return fair;
}

Test(client_fair, the_first_commitment_is_kept)
{
    client_fair fair = promised();
    cr_expect_eq(client_fair_trouble(&fair, 0), CLIENT_FINE);
    see(&fair, SECOND, "//", false);
    cr_expect_str_eq(fair.commitment, FIRST);
    cr_expect(fair.early);
    cr_expect_eq(client_fair_trouble(&fair, 0), CLIENT_COMMITMENT);
    see(&fair, FIRST, "//", false);
    cr_expect_eq(client_fair_trouble(&fair, 0), CLIENT_COMMITMENT, "what was seen stays seen");
}

Test(client_fair, a_commitment_that_is_gone_is_another)
{
    client_fair fair = promised();
    see(&fair, "", "//", true);
    cr_expect_eq(client_fair_trouble(&fair, 0), CLIENT_COMMITMENT);
}

Test(client_fair, no_word_before_the_commitment_nor_after_the_first_card)
{
    client_fair fair;
    client_fair_init(&fair, 3);
    see(&fair, "x", "//", false);
    cr_expect_str_eq(fair.commitment, "");
    cr_expect_eq(client_fair_give(&fair, 0, "kumquat"), TM_ETURN);
    see(&fair, FIRST, "//", false);
    cr_expect_eq(client_fair_give(&fair, 0, "kumquat"), TM_OK);
    cr_expect_eq(client_fair_give(&fair, 0, ""), TM_ESYNTAX);
    cr_expect_eq(client_fair_give(&fair, 0, "é"), TM_ESYNTAX);
    cr_expect_eq(client_fair_give(&fair, 0, "a/b"), TM_ESYNTAX);
    see(&fair, FIRST, "kumquat//", true);
    cr_expect_eq(client_fair_give(&fair, 0, "later"), TM_ETURN);
    cr_expect_str_eq(fair.word, "kumquat");
    cr_expect_eq(client_fair_trouble(&fair, 0), CLIENT_FINE);
}

Test(client_fair, a_word_that_is_missing_or_swapped_at_the_first_card_is_noticed)
{
    client_fair fair = promised();
    cr_assert_eq(client_fair_give(&fair, 1, "mine"), TM_OK);
    see(&fair, FIRST, "//", false);
    cr_expect_eq(client_fair_trouble(&fair, 1), CLIENT_FINE, "it may still be on its way");
    see(&fair, FIRST, "/yours/", true);
    cr_expect_eq(client_fair_trouble(&fair, 1), CLIENT_WORD);
    cr_expect_eq(client_fair_trouble(&fair, 2), CLIENT_FINE, "who changed seats gave another");
}

Test(client_fair, words_that_change_after_the_first_card_are_noticed)
{
    client_fair fair = promised();
    see(&fair, FIRST, "a/b/", true);
    see(&fair, FIRST, "a/b/", true);
    cr_expect_eq(client_fair_trouble(&fair, 0), CLIENT_FINE);
    see(&fair, FIRST, "a/c/", true);
    cr_expect_eq(client_fair_trouble(&fair, 0), CLIENT_MIX);
}

Test(client_fair, a_commitment_seen_after_the_first_card_is_late)
{
    client_fair fair;
    client_fair_init(&fair, 3);
    see(&fair, FIRST, "a//", true);
    cr_expect_not(fair.early);
}

Test(client_fair, words_of_its_own_are_never_the_same)
{
    char a[2 * CLIENT_FAIR_RANDOM + 1], b[2 * CLIENT_FAIR_RANDOM + 1];
    cr_assert_eq(client_fair_random(a), TM_OK);
    cr_assert_eq(client_fair_random(b), TM_OK);
    cr_expect_eq(strlen(a), 2 * CLIENT_FAIR_RANDOM);
    cr_expect_str_neq(a, b);
}

Test(client_fair, what_was_kept_is_read_again)
{
    client_fair fair = promised(), again;
    char line[CLIENT_FAIR_LINE];
    tm_text text;
    client_fair_give(&fair, 2, "-");
    see(&fair, SECOND, "a//-", true);
    see(&fair, SECOND, "//-", true);
    tm_text_init(&text, line, sizeof line);
    client_fair_write(&fair, &text);
    cr_expect_not(text.cut);
    client_fair_init(&again, 3);
    cr_assert_eq(client_fair_read(&again, tm_span_of(line)), TM_OK, "%s", line);
    cr_expect_eq(memcmp(&fair, &again, sizeof fair), 0, "%s", line);
}

Test(client_fair, a_kept_line_that_is_none_is_refused)
{
    static const char *const BAD[] = {
        "",
        "x",
        FIRST,
        FIRST " .e 0 .a .",
        FIRST " .e 0 .a .//a b",
        FIRST " .e 3 .a .//",
        FIRST " .e 0 .a/b .//",
        FIRST " e 0 .a .//",
        FIRST " .e 0 .a //",
        FIRST " .eeeeeeeeeeee 0 .a .//",
        "A8968f9c5b554f1063b989c714b71ab7018733d0cd51f04e4f9d62c97c3f298b .e 0 .a .//",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        client_fair fair = promised();
        cr_expect_eq(client_fair_read(&fair, tm_span_of(BAD[i])), TM_ESYNTAX, "%s", BAD[i]);
        cr_expect_str_eq(fair.commitment, FIRST);
    }
}

/* The table as the server shows it to seat 0. */
static void hear(online *o, const char *phase, const char *commitment, const char *mixes)
{
    char room[1024];
    snprintf(room, sizeof room,
             "{\"type\":\"table\",\"phase\":\"%s\",\"you\":0,\"seats\":[{\"kind\":\"person\",\"name\":\"Aiko\"},"
             "{\"kind\":\"person\",\"name\":\"Ben\"}],\"commitment\":%s,\"mixes\":%s}",
             phase, commitment, mixes);
    online_hear(o, room, strlen(room));
}

static int told(const online *o, const char *what)
{
    int n = 0;
    for (int i = 0; i < o->source.log.n; i++) n += strstr(o->source.log.at[i], what) != NULL;
    return n;
}

Test(client_fair, a_word_is_given_once_the_commitment_is_known)
{
    online *o = new_table();
    hear(o, "waiting", "null", "[null,null]");
    cr_expect_str_eq(o->shuffles.fair.word, "");
    hear(o, "waiting", "\"" FIRST "\"", "[null,null]");
    cr_expect_eq(strlen(o->shuffles.fair.word), 2 * CLIENT_FAIR_RANDOM);
    cr_expect_eq(o->shuffles.fair.seat, 0);
    cr_expect_eq(told(o, "commitment a8968f9c5b554f10…"), 1);
    o->source.free(&o->source);
}

/* A second device of the same person. */
Test(client_fair, a_word_that_is_there_is_left)
{
    online *o = new_table();
    hear(o, "waiting", "\"" FIRST "\"", "[\"kumquat\",null]");
    cr_expect_str_eq(o->shuffles.fair.word, "");
    cr_expect_eq(told(o, "already has a word"), 1);
    o->source.free(&o->source);
}

Test(client_fair, a_server_that_breaks_its_promise_is_told_of_once)
{
    online *o = new_table();
    hear(o, "waiting", "\"" FIRST "\"", "[null,null]");
    hear(o, "running", "\"" FIRST "\"", "[\"swapped\",\"x\"]");
    hear(o, "running", "\"" FIRST "\"", "[\"swapped\",\"x\"]");
    cr_expect_eq(told(o, "Warning: Your seat’s word is not the one this device gave."), 1);
    hear(o, "running", "\"" SECOND "\"", "[\"swapped\",\"x\"]");
    hear(o, "running", "\"" SECOND "\"", "[\"swapped\",\"x\"]");
    cr_expect_eq(told(o, "Warning: The server now shows a different commitment from the one this device saved."), 1);
    o->source.free(&o->source);
}

Test(client_fair, nonsense_about_the_shuffles_is_no_promise)
{
    static const char *const MIXES[] = {"7", "[7,{},[],\"a\",\"b\",\"c\"]", "[\"a/b\",\"\\u001b[2J\"]",
                                        "{\"a\":\"b\"}"};
    online *o = new_table();
    for (size_t i = 0; i < sizeof MIXES / sizeof *MIXES; i++) hear(o, "waiting", "{\"\\u001b\":[]}", MIXES[i]);
    cr_expect_str_eq(o->shuffles.fair.commitment, "");
    for (int i = 0; i < 2; i++) cr_expect_str_eq(o->shuffles.fair.mix.words[i], "");
    o->source.free(&o->source);
}

Test(client_fair, a_word_is_typed)
{
    static const struct {
        const char *line, *reason;
    } BAD[] = {
        {"word", "which word? Type: word TEXT"},
        {"word two words", "a word for the shuffles has at most 64 characters: 0-9 a-z A-Z _ -"},
        {"word caf\xc3\xa9", "a word for the shuffles has at most 64 characters: 0-9 a-z A-Z _ -"},
    };
    online *o = new_table();
    tm_why why;
    hear(o, "waiting", "\"" FIRST "\"", "[\"other\",null]");
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        tm_why_init(&why, NULL);
        cr_expect_neq(o->source.command(&o->source, BAD[i].line, &why), TM_OK, "%s", BAD[i].line);
        cr_expect_str_eq(why.text.at, BAD[i].reason);
    }
    tm_why_init(&why, NULL);
    cr_expect_eq(o->source.command(&o->source, "word kumquat", &why), TM_OK, "%s", why.text.at);
    cr_expect_str_eq(o->shuffles.fair.word, "kumquat");
    hear(o, "running", "\"" FIRST "\"", "[\"kumquat\",null]");
    cr_expect_eq(told(o, "Warning"), 0);
    cr_expect_neq(o->source.command(&o->source, "word late", &why), TM_OK);
    cr_expect_str_eq(why.text.at, "the game has begun");
    cr_expect_str_eq(o->shuffles.fair.word, "kumquat");
    o->source.free(&o->source);
}

/* Nobody knows whether it was taken: it is given again while that is possible, and was never given afterwards. */
Test(client_fair, a_word_on_a_line_that_is_lost)
{
    for (int begun = 0; begun < 2; begun++) {
        online *o = new_table();
        tm_why why;
        hear(o, "waiting", "\"" FIRST "\"", "[\"other\",null]");
        tm_why_init(&why, NULL);
        cr_assert_eq(o->source.command(&o->source, "word kumquat", &why), TM_OK, "%s", why.text.at);
        online_lose(o);
        hear(o, begun ? "running" : "waiting", "\"" FIRST "\"", "[\"other\",null]");
        cr_expect_eq(o->shuffles.giving != 0, !begun);
        cr_expect_str_eq(o->shuffles.fair.word, begun ? "" : "kumquat");
        cr_expect_eq(told(o, "Warning"), 0);
        o->source.free(&o->source);
    }
}

/* The game began while the word was on its way: it was not taken, and that is no lie. */
Test(client_fair, a_word_that_is_refused_was_never_given)
{
    online *o = new_table();
    char room[128];
    hear(o, "waiting", "\"" FIRST "\"", "[null,null]");
    snprintf(room, sizeof room, "{\"type\":\"error\",\"re\":\"%u\",\"message\":\"the game has begun\"}",
             o->shuffles.giving);
    online_hear(o, room, strlen(room));
    hear(o, "running", "\"" FIRST "\"", "[null,null]");
    cr_expect_eq(told(o, "Warning"), 0);
    cr_expect_str_eq(o->shuffles.fair.word, "");
    o->source.free(&o->source);
}
